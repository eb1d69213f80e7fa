"""The arguments of a call, an object or the text that was none, beside what a wire has of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .jsontext import dumps, loads
from .operator import UNSET
from .record import Record
from .spec import demand
from .use import Use
from .writing import Writing

Json = Any


@dataclass(frozen=True)
class Arguments:
    """``invalid`` is the text that was no object, ``spelling`` how the wire had it."""

    value: dict[str, Any]
    invalid: str | None = None
    spelling: dict[str, str] | None = None


def odd(raw: Json) -> Arguments:
    """What stands where arguments belong and is none of the usual: null, or any other value."""
    if raw is None:
        return Arguments({}, spelling={"style": "null"})
    if type(raw) is dict:
        return Arguments(raw, spelling={"style": "value"})
    return Arguments({}, dumps(raw), {"style": "value"})


def put(reading: Record, use: Use, found: Arguments) -> None:
    """Set the fields of a row whose arguments were read."""
    if found.spelling is not None:
        there = reading.present(use.target)
        reading.notes.note(use.row.name, found.spelling if there else {"style": "absent"})
    reading.took(use.node, use.key)
    reading.put(use.row.fields[0], found.value)
    if found.invalid is not None:
        reading.put(use.row.fields[1], found.invalid)


def of(x: Json) -> tuple[dict[str, Any], str | None]:
    """The arguments of a call that is to be written, and the text that was no object."""
    value, invalid = x["arguments"], x.get("invalidArguments")
    demand(type(value) is dict, "an object")
    demand(invalid is None or type(invalid) is str, "a text")
    return value, invalid


def as_value(entry: Json, invalid: str, usual: Json) -> Json:
    """What stood where an object belongs, if the text of it still says what it was."""
    if entry.get("style") != "value":
        return usual
    try:
        return loads(invalid)
    except (ValueError, RecursionError):
        return usual


def nothing(style: str | None, usual: Json) -> Json:
    """How no arguments at all were spelled."""
    return {"null": None, "absent": UNSET, "empty": ""}.get(style or "", usual)


def set_key(writing: Writing, use: Use, value: Json) -> None:
    """Set the key of the target, unless it was not there."""
    node = writing.open(use.node)
    if value is not UNSET:
        node[use.key] = value
