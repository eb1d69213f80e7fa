"""Gemini streams that are odd or deep, and the events that such streams are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
ERROR_KEY = True
"""Whether an event with a key ``error`` is a failure, whatever else it says."""
BEGINS: list[Json] = [
    {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Hi"}]}}],
        "modelVersion": "m",
        "responseId": "c",
    },
]
"""A stream that has begun and said "Hi"."""
ENDS: list[Json] = [{"candidates": [{"finishReason": "STOP"}]}]
"""The events that say why it ended."""


def one_part(part: Json) -> Json:
    return {"candidates": [{"content": {"parts": [part]}}]}


def text_event(text: str) -> Json:
    """A piece of the text that has begun."""
    return one_part({"text": text})


def call_events(number: int, call_id: str) -> list[Json]:
    """The events of a whole call, the first or a later one of its stream."""
    return [one_part({"functionCall": {"id": call_id, "name": "f", "args": {}}})]


def arguments_events(text: str) -> list[Json] | None:
    """The events of a call "t" whose arguments are a text; None if arguments are no text here."""
    return None


# an event, and the place of what is odd in it
MISPLACED: list[tuple[Json, str]] = [
    ({"candidates": {}}, "/candidates"),
    ({"candidates": ["x"]}, "/candidates/0"),
    ({"candidates": [{"content": []}]}, "/candidates/0/content"),
    ({"candidates": [{"content": {"parts": {}}}]}, "/candidates/0/content/parts"),
    (one_part("x"), "/candidates/0/content/parts/0"),
    (one_part({"text": 1}), "/candidates/0/content/parts/0/text"),
    ({"candidates": [], "usageMetadata": []}, "/usageMetadata"),
]
DEEP_PLACES: list[Callable[[Json], Json]] = [
    lambda deep: one_part({"functionCall": {"name": "f", "args": {"a": deep}}}),
    lambda deep: one_part({"newPart": deep}),
    lambda deep: {"candidates": deep},
    lambda deep: {**one_part({"text": "x"}), "x_new": deep},
]
"""Events with a deep value in some place."""
