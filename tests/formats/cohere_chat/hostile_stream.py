"""Cohere streams that are odd or deep, and the events that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = False
"""Whether an event with a key ``error`` is a failure, whatever else it says."""


def about(kind: str, index: Json, key: str, value: Json) -> Json:
    """An event about one element."""
    return {"type": kind, "index": index, "delta": {"message": {key: value}}}


BEGINS: list[Json] = [
    {"type": "message-start", "id": "c", "delta": {"message": {"role": "assistant"}}},
    about("content-start", 0, "content", {"type": "text", "text": ""}),
    about("content-delta", 0, "content", {"text": "Hi"}),
]
"""A stream that has begun and said "Hi"."""
ENDS: list[Json] = [{"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}]
"""The events that say why it ended."""


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return about("content-delta", 0, "content", {"text": text})


def begun(number: int, call_id: str) -> Json:
    """The event that begins a call."""
    function = {"name": "f", "arguments": ""}
    call = {"id": call_id, "type": "function", "function": function}
    return about("tool-call-start", number, "tool_calls", call)


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    return [begun(number, call_id), {"type": "tool-call-end", "index": number}]


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    return [
        begun(0, "t"),
        about("tool-call-delta", 0, "tool_calls", {"function": {"arguments": text}}),
        {"type": "tool-call-end", "index": 0},
    ]


TEXT: Json = {"message": {"content": {"text": "x"}}}
# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    ({"type": "content-delta", "index": 7, "delta": TEXT}, "/index"),
    ({"type": "content-delta", "index": None, "delta": TEXT}, "/index"),
    ({"type": "content-delta", "index": [], "delta": TEXT}, "/index"),
    ({"type": "content-delta", "delta": TEXT}, "/index"),
    ({"type": "content-end", "index": 7}, "/index"),
    ({"type": "content-end"}, "/index"),
    ({"type": "tool-call-end", "index": 0}, "/index"),
    ({"type": "content-delta", "index": 0}, "/delta"),
    ({"type": "content-delta", "index": 0, "delta": []}, "/delta"),
    (about("content-delta", 0, "content", {"text": ["x"]}), "/delta/message/content/text"),
    (about("content-delta", 0, "content", {"text": None}), "/delta/message/content/text"),
    ({"type": "content-start", "index": 1}, "/delta"),
    ({"type": "message-start", "delta": []}, "/delta"),
    ({"type": "message-end", "delta": "x"}, "/delta"),
    ({"type": "message-end", "delta": {"usage": 3}}, "/delta/usage"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: about("content-start", 1, "content", {"type": "new", "a": deep}),
    lambda deep: about("citation-start", 0, "citations", {"sources": [deep]}),
    lambda deep: {"type": "message-end", "delta": {"finish_reason": deep}},
    lambda deep: {"type": "brand-new", "a": deep},
]
"""Events with a deep value in some place."""
