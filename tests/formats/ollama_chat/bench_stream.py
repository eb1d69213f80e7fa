"""Long streams of Ollama."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accumulators import cut

Json = Any
by_hand = adding = None
"""Its calls come whole: there are no pieces of them that a reader written by hand would join."""


def stream(calls: list[str], text: str, piece: int) -> Iterator[Json]:
    """The lines of a reply with a text."""
    about = {"model": "qwen3", "created_at": "2026-01-02T03:04:05.678901Z"}
    for part in cut(text, piece):
        yield {**about, "message": {"role": "assistant", "content": part}, "done": False}
    last = {"done": True, "done_reason": "stop", "prompt_eval_count": 9, "eval_count": 9}
    yield {**about, "message": {"role": "assistant", "content": ""}, **last}
