"""Messages streams that are odd or deep, and the events that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = False
"""Whether an event with a key ``error`` is a failure, whatever else it says."""
BEGINS: list[Json] = [
    {
        "type": "message_start",
        "message": {
            "id": "c",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        },
    },
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}},
]
"""A stream that has begun and said "Hi"."""
ENDS: list[Json] = [{"type": "message_delta", "delta": {"stop_reason": "end_turn"}}]
"""The events that say why it ended."""


def block(index: Json, content_block: Json) -> Json:
    return {"type": "content_block_start", "index": index, "content_block": content_block}


def delta(index: Json, body: Json) -> Json:
    return {"type": "content_block_delta", "index": index, "delta": body}


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return delta(0, {"type": "text_delta", "text": text})


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    started = block(number + 1, {"type": "tool_use", "id": call_id, "name": "f", "input": {}})
    return [started, {"type": "content_block_stop", "index": number + 1}]


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    return [
        block(1, {"type": "tool_use", "id": "t", "name": "f", "input": {}}),
        delta(1, {"type": "input_json_delta", "partial_json": text}),
        {"type": "content_block_stop", "index": 1},
    ]


TEXT = {"type": "text_delta", "text": "x"}
# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    (delta(7, TEXT), "/index"),
    (delta(None, TEXT), "/index"),
    (delta([], TEXT), "/index"),
    ({"type": "content_block_delta", "delta": TEXT}, "/index"),
    ({"type": "content_block_stop", "index": 7}, "/index"),
    ({"type": "content_block_stop"}, "/index"),
    ({"type": "content_block_delta", "index": 0}, "/delta"),
    (delta(0, []), "/delta"),
    (delta(0, {"type": "text_delta"}), "/delta/text"),
    (delta(0, {"type": "text_delta", "text": ["x"]}), "/delta/text"),
    (delta(0, {"type": "text_delta", "text": None}), "/delta/text"),
    ({"type": "content_block_start", "index": 1}, "/content_block"),
    (block(1, []), "/content_block"),
    ({"type": "message_start", "message": []}, "/message"),
    ({"type": "message_delta", "delta": "x"}, "/delta"),
    ({"type": "message_delta", "delta": {}, "usage": 3}, "/usage"),
    ({"type": "error"}, "/error"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: block(1, {"type": "tool_use", "id": "t", "name": "f", "input": {"a": deep}}),
    lambda deep: block(1, {"type": "new", "a": deep}),
    lambda deep: {"type": "message_delta", "delta": {"stop_reason": deep}},
    lambda deep: {"type": "brand_new", "a": deep},
]
"""Events with a deep value in some place."""
