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

    def line(number: int, content: str, **more: Json) -> Json:
        about = {"model": "qwen3", "created_at": f"2026-01-02T03:04:05.{number:06}Z"}
        return {**about, "message": {"role": "assistant", "content": content}, **more}

    for number, part in enumerate(cut(text, piece)):
        yield line(number, part, done=False)
    last = {"done": True, "done_reason": "stop", "prompt_eval_count": 9, "eval_count": 9}
    yield line(999_999, "", **last)
