"""Converse streams that are odd or deep, and the events that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = False
"""Whether an event with a key ``error`` is a failure, whatever else it says."""


def start(index: Json, begun: Json) -> Json:
    return {"contentBlockStart": {"contentBlockIndex": index, "start": begun}}


def delta(index: Json, body: Json) -> Json:
    return {"contentBlockDelta": {"contentBlockIndex": index, "delta": body}}


def stop(index: Json) -> Json:
    return {"contentBlockStop": {"contentBlockIndex": index}}


def use(call_id: str) -> Json:
    return {"toolUse": {"toolUseId": call_id, "name": "f"}}


BEGINS: list[Json] = [{"messageStart": {"role": "assistant"}}, delta(0, {"text": "Hi"})]
"""A stream that has begun and said "Hi"."""
ENDS: list[Json] = [{"messageStop": {"stopReason": "end_turn"}}]
"""The events that say why it ended."""


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return delta(0, {"text": text})


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    return [start(number + 1, use(call_id)), stop(number + 1)]


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    return [start(1, use("t")), delta(1, {"toolUse": {"input": text}}), stop(1)]


HERE = "/contentBlockDelta"
# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    (delta(7, {"toolUse": {"input": "x"}}), f"{HERE}/contentBlockIndex"),
    (delta([], {"text": "x"}), f"{HERE}/contentBlockIndex"),
    ({"contentBlockDelta": {"delta": {"text": "x"}}}, f"{HERE}/contentBlockIndex"),
    ({"contentBlockStop": {}}, "/contentBlockStop/contentBlockIndex"),
    ({"contentBlockDelta": {"contentBlockIndex": 0}}, f"{HERE}/delta"),
    (delta(0, []), f"{HERE}/delta"),
    (delta(0, {"text": ["x"]}), f"{HERE}/delta/text"),
    (delta(0, {"text": None}), f"{HERE}/delta/text"),
    ({"contentBlockStart": {"contentBlockIndex": 1}}, "/contentBlockStart/start"),
    (start(1, []), "/contentBlockStart/start"),
    ({"contentBlockStart": []}, "/contentBlockStart"),
    ({"messageStop": "x"}, "/messageStop"),
    ({"metadata": {"usage": 3}}, "/metadata/usage"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: start(1, {"toolUse": {"toolUseId": "t", "name": "f", "input": {"a": deep}}}),
    lambda deep: start(1, {"new": {"a": deep}}),
    lambda deep: {"messageStop": {"stopReason": deep}},
    lambda deep: {"brandNew": {"a": deep}},
]
"""Events with a deep value in some place."""
