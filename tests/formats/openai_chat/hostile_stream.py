"""Chat Completions streams that are odd or deep, and the events that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = True
"""Whether an event with a key ``error`` is a failure, whatever else it says."""
BEGINS: list[Json] = [
    {
        "id": "c",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi"}}],
    },
]
"""A stream that has begun and said "Hi"."""
ENDS: list[Json] = [{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}]
"""The events that say why it ended."""


def one_choice(delta: Json) -> Json:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return one_choice({"content": text})


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    call = {"index": number, "id": call_id, "function": {"name": "f", "arguments": "{}"}}
    return [one_choice({"tool_calls": [call]})]


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    call = {"index": 0, "id": "t", "function": {"name": "f", "arguments": text}}
    return [one_choice({"tool_calls": [call]})]


# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    ({"choices": {}}, "/choices"),
    ({"choices": [[]]}, "/choices/0"),
    ({"choices": [{"index": 0, "delta": []}]}, "/choices/0/delta"),
    (one_choice({"content": ["x"]}), "/choices/0/delta/content/0"),
    (one_choice({"content": 1}), "/choices/0/delta/content"),
    (one_choice({"tool_calls": {}}), "/choices/0/delta/tool_calls"),
    (one_choice({"tool_calls": [7]}), "/choices/0/delta/tool_calls/0"),
    (
        one_choice({"tool_calls": [{"index": 0, "function": "f"}]}),
        "/choices/0/delta/tool_calls/0/function",
    ),
    (
        one_choice({"tool_calls": [{"index": 0, "function": {"arguments": {}}}]}),
        "/choices/0/delta/tool_calls/0/function/arguments",
    ),
    ({"choices": [], "usage": []}, "/usage"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: one_choice({"content": deep}),
    lambda deep: one_choice({"x_new": deep}),
    lambda deep: {**one_choice({}), "x_new": deep},
    lambda deep: one_choice({"tool_calls": [{"index": 0, "x_new": deep}]}),
    lambda deep: {"choices": deep},
]
"""Events with a deep value in some place."""
