"""Lines of Ollama's own chat that are odd or deep, and those that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = True
"""Whether an event with a key ``error`` is a failure, whatever else it says."""


def line(**message: Json) -> Json:
    said = {"role": "assistant", "content": "", **message}
    return {"model": "m", "message": said, "done": False}


BEGINS: list[Json] = [line(content="Hi")]
"""A stream that has begun and said "Hi"."""
ENDS: list[Json] = [{**line(content=""), "done": True, "done_reason": "stop"}]
"""The events that say why it ended."""


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return line(content=text)


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    call = {"id": call_id, "function": {"index": number, "name": "f", "arguments": {}}}
    return [line(content="", tool_calls=[call])]


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    return None


# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    ({"message": []}, "/message"),
    (line(content=["x"]), "/message/content"),
    (line(thinking=1), "/message/thinking"),
    (line(tool_calls={}), "/message/tool_calls"),
    (line(tool_calls=[7]), "/message/tool_calls/0"),
    (line(tool_calls=[{"function": "f"}]), "/message/tool_calls/0/function"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: line(content=deep),
    lambda deep: line(x_new=deep),
    lambda deep: {**line(), "x_new": deep},
    lambda deep: line(tool_calls=[{"function": {"name": "f", "arguments": {"a": deep}}}]),
    lambda deep: {"message": deep},
]
"""Events with a deep value in some place."""
