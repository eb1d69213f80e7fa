"""Ids of calls that a wire may leave out."""

from __future__ import annotations

from typing import Any

from .record import Record
from .use import Use
from .writing import Writing

Json = Any


def read_id(reading: Record, use: Use) -> bool:
    """Read an id that is there; False if one has to be found."""
    value = reading.open(use.node).value.get(use.key)
    if type(value) is not str or not value:
        return False
    if value in reading.notes.calls.made:
        # It looks like one of those that we make up.
        reading.notes.note(use.row.name, {"style": "present"})
    reading.took(use.node, use.key)
    reading.put(use.row.fields[0], value)
    return True


def stand_in(reading: Record, use: Use, made: str) -> None:
    """Take an id of our own for one that is not there; the form keeps what was."""
    node = reading.open(use.node).value
    spelling = {"as": node[use.key]} if use.key in node else {}
    reading.notes.note(use.row.name, {"for": made, **spelling})
    reading.took(use.node, use.key)
    reading.put(use.row.fields[0], made)


def left_out(writing: Writing, use: Use) -> bool:
    """Write an id that the wire had not as it had not; False if it is written."""
    value, node = writing.value(use.row.fields[0]), writing.open(use.node)
    entry = (writing.notes.form or {}).get(use.row.name)
    if entry is None or entry.get("for") != value:
        if any(shape.kind in ("string", "any") for shape in use.place.wire):
            node[use.key] = value
        return False
    if "as" in entry:
        node[use.key] = entry["as"]
    return True
