"""Responses streams that are odd or deep, and the events that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = True
"""Whether an event with a key ``error`` is a failure, whatever else it says."""
REPLY: Json = {"id": "r", "object": "response", "created_at": 1, "model": "m", "output": [],
               "status": "in_progress"}  # fmt: skip
MESSAGE: Json = {"type": "message", "role": "assistant", "content": []}
OUT: Json = {"output_index": 0, "content_index": 0}


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return {"type": "response.output_text.delta", **OUT, "delta": text}


BEGINS: list[Json] = [
    {"type": "response.created", "response": REPLY},
    {"type": "response.output_item.added", "output_index": 0, "item": MESSAGE},
    {"type": "response.content_part.added", **OUT,
     "part": {"type": "output_text", "text": "", "annotations": []}},
    text_event("Hi"),
]  # fmt: skip
"""A stream that has begun and said "Hi"."""
DONE = {key: value for key, value in REPLY.items() if key != "output"} | {"status": "completed"}
ENDS: list[Json] = [{"type": "response.completed", "response": DONE}]
"""The events that say why it ended."""


def _call(index: int, call_id: str, text: str) -> list[Json]:
    item = {"type": "function_call", "call_id": call_id, "name": "f", "arguments": ""}
    return [
        {"type": "response.output_item.added", "output_index": index, "item": item},
        {"type": "response.function_call_arguments.delta", "output_index": index, "delta": text},
        {"type": "response.output_item.done", "output_index": index,
         "item": {**item, "arguments": text}},
    ]  # fmt: skip


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    return _call(number + 1, call_id, "{}")


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    return _call(1, "t", text)


# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    ({**text_event("x"), "delta": ["x"]}, "/delta"),
    ({**text_event("x"), "delta": 1}, "/delta"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: {**text_event("x"), "x_new": deep},
    lambda deep: {**text_event("x"), "delta": deep},
    lambda deep: {"type": "new", "x_new": deep},
]
"""Events with a deep value in some place."""
