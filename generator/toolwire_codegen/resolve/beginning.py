"""Elements that no event of their own has begun: services leave out what says that one begins.

Their first piece begins them, or what they are at their end. So are those begun that they stand
in, where an event brings these whole in the end: until then they are known by their type alone.
"""

from __future__ import annotations

from ..load.schema import Schema
from ..load.stream import Step, Stream, StreamRow, names
from .paths import lists, records
from .streaming import has_inside, shapes_at, subject, walk


def kind_of(schema: Schema, stream: Stream, row: StreamRow) -> str:
    """The type of the element that a row begins; "" where it may be of several.

    It is none of those that other rows about the same place name as theirs.
    """
    if row.record:
        return row.record
    element = subject(row.place)
    inside = names(row.place[len(element) :])
    others = {
        one.record for rows in stream.events for one in rows.rows
        if one.operator == row.operator and names(one.place) == names(row.place)
    }  # fmt: skip
    found = [
        name for name in records(lists(shapes_at(schema, stream.whole, names(element))))
        if name not in others and has_inside(schema, name, inside)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else ""


def kind_around(
    schema: Schema, stream: Stream, row: StreamRow, steps: tuple[Step, ...]
) -> str:  # fmt: skip
    """The type of an element, at these steps, that the one stands in which a row begins.

    "" where it may be of several, or where no event brings it whole in the end.
    """
    ended = any(one.source for one in _ends(stream, steps))
    kind = kind_of(schema, stream, row) if ended and row.opens else ""
    way = names(subject(row.place)[len(steps) :])
    having = [
        name for name in records(lists(shapes_at(schema, stream.whole, names(steps))))
        if kind and kind in records(lists(walk(schema, schema.shapes(_ref(name)), way).shapes))
    ]  # fmt: skip
    return having[0] if len(having) == 1 else ""


def begun_by_ends(stream: Stream, steps: tuple[Step, ...]) -> bool:
    """Whether an element that has not begun is whole where it ends: what was said of it comes."""
    return any(row.source and row.opens for row in _ends(stream, steps))


def _ends(stream: Stream, steps: tuple[Step, ...]) -> list[StreamRow]:
    return [
        row for rows in stream.events for row in rows.rows
        if row.operator == "close" and names(row.place) == names(steps)
    ]  # fmt: skip


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}
