"""Calls and their results as conversations are made of them and read from bodies.

Every call says ``ask 17.`` somewhere in its arguments and every result ``answer 17.`` in its value:
the marker of the call it was made for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from dice import Dice

Json = Any
CALL_MARKER = re.compile(r"ask (\d+)\.")
RESULT_MARKER = re.compile(r"answer (\d+)\.")
NAMES = ("get_weather", "get_time", "find")


def ask(marker: int) -> str:
    """The marker of a call, for its arguments."""
    return f"ask {marker}."


def answer(marker: int) -> str:
    """The marker of the result of that call, for its value."""
    return f"answer {marker}."


def asked_by(value: Json) -> int:
    """The marker in a call's arguments, whatever shape they have."""
    return _marker(CALL_MARKER, value)


def answered_by(value: Json) -> int:
    """The marker in a result's value, whatever shape it has."""
    return _marker(RESULT_MARKER, value)


def _marker(pattern: re.Pattern[str], value: Json) -> int:
    found = set(pattern.findall(repr(value)))
    return int(found.pop()) if len(found) == 1 else -1


# -- as they are read from a body


@dataclass(frozen=True)
class Item:
    """A call or a result, with an empty id read as none.

    ``marker`` is -1 where the markers are missing or disagree.
    """

    id: str | None
    name: str | None
    marker: int


@dataclass(frozen=True)
class Place:
    """One message of the wire: what it asks, what it answers.

    ``behind``: something stands before its results, on a wire that takes them first only.
    """

    calls: list[Item] = field(default_factory=list)
    results: list[Item] = field(default_factory=list)
    behind: bool = False


# -- as bodies are written with them


@dataclass(frozen=True)
class Asked:
    """One call that a reply is to hold."""

    marker: int
    name: str


@dataclass(frozen=True)
class Call:
    """A call with the id it has on the wire, and the id that results say to answer it."""

    marker: int
    name: str
    id: str | None
    answered_as: str | None


@dataclass(frozen=True)
class Step:
    """A message of the model, or of the user's side, with its text first."""

    role: str
    text: str | None = None
    calls: list[Call] = field(default_factory=list)
    results: list[Call] = field(default_factory=list)


def call_ids(style: str, count: int, dice: Dice) -> list[str | None]:
    """The ids of the calls of one turn; None for none."""
    unique = [f"call_{dice.getrandbits(48):012x}" for _ in range(count)]
    if style == "counted":
        return [f"call_{at}" for at in range(count)]
    if style == "same":
        return ["call_1"] * count
    if style == "dotted":
        return [f"functions.find:{dice.getrandbits(24)}/{at}" for at in range(count)]
    if style == "some":
        return [dice.choice([id_, None]) for id_ in unique]
    if style in ("missing", "empty"):
        return ["" if style == "empty" else None] * count
    return [*unique]


def some_arguments(asked: Asked, dice: Dice) -> Json:
    """Arguments that hold the marker of their call."""
    where = {"city": dice.choice(["Oslo", "Zürich", ""])} if dice.chance(2) else {}
    return {**where, "question": ask(asked.marker), "days": [1, 2.5][: dice.randrange(3)]}


def some_texts(dice: Dice) -> list[str]:
    """What a model says beside its calls."""
    return [dice.choice(["Let me see.", "\n", "I look it up: 1 of 2", "…"]) for _ in range(2)]


def with_texts(blocks: list[Json], texts: list[Json], dice: Dice) -> list[Json]:
    """Texts before, between or after the calls, never two in a row."""
    mixed: list[Json] = []
    for block in [*blocks, None]:
        if texts and dice.chance(3):
            mixed.append(texts.pop())
        if block is not None:
            mixed.append(block)
    return mixed


def with_id(item: Json, id_: str | None, key: str = "id") -> Json:
    """A call or a result with its id first, if it has one."""
    return item if id_ is None else {key: id_, **item}
