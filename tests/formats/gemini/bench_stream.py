"""Long Gemini streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accumulators import cut

Json = Any
by_hand = adding = None
"""Its calls come whole: there are no pieces of them that a reader written by hand would join."""


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The chunks of a reply with a text."""
    for part in cut(text, piece):
        candidate = {"content": {"parts": [{"text": part}], "role": "model"}, "index": 0}
        yield {"candidates": [candidate], "modelVersion": "gemini-3", "responseId": "r"}
    yield {"candidates": [{"finishReason": "STOP", "index": 0}], "responseId": "r"}
