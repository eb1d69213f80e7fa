"""Elements that events spell out: what of an event is the element's, and under which keys.

An event that begins an element of a type may say what it is by keys of its own. These are the
element's, under the same names, unless a row says otherwise. An event of an element's own type is
that element. One that ends an element may bring what rows name of it, and nothing else of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..load.schema import Schema
from ..load.stream import UNNAMED, EventRows, Stream, StreamRow, names
from .paths import Path, lists, must_be_there, records, types
from .streaming import (
    found_at,
    repeated,
    shapes_at,
    source_of,
    speaks_of_elements,
    subject,
    walk,
)


def is_element(schema: Schema, stream: Stream, event: str, row: StreamRow) -> bool:
    """Whether an event is itself the element that it ends."""
    items = lists(shapes_at(schema, stream.whole, names(row.place)))
    return row.operator == "close" and not row.source and event in records(items)


def respelled(rows: EventRows) -> tuple[StreamRow, ...]:
    """What an event that begins or ends an element says of it, under keys of its own."""
    return tuple(row for row in rows.rows if not row.operator and not row.is_const)


def rows_at_end(schema: Schema, stream: Stream, rows: EventRows) -> tuple[StreamRow, ...]:
    """What an event that ends an element brings of it, beside that."""
    ends = [row for row in rows.rows if row.operator == "close"]
    if not ends or ends[0].source or is_element(schema, stream, rows.event, ends[0]):
        return ()
    return respelled(rows)


def repeating_types(schema: Schema, stream: Stream, row: StreamRow) -> list[str]:
    """The types of elements that come once more as an event, behind the one that ends them."""
    return [
        rows.event for rows in stream.events for one in rows.rows
        if names(one.place) == names(row.place) and not one.unnamed
        and row.record in ("", rows.event) and is_element(schema, stream, rows.event, one)
    ]  # fmt: skip


def comes_whole(schema: Schema, stream: Stream, place: Path, record: str = "") -> bool:
    """Whether an event brings all of an element at a place once it ends: of one type, if named."""
    return any(
        row.operator == "close" and names(row.place) == place
        and (bool(row.source)
             or (is_element(schema, stream, rows.event, row) and record in ("", rows.event)))
        for rows in stream.events for row in rows.rows
    )  # fmt: skip


def begun_saying(
    schema: Schema, stream: Stream, rows: EventRows, row: StreamRow, path: Path
) -> bool:
    """Whether the event that begins an element has a place for what the element has at a path."""
    if row.record and not row.source:
        if any(names(one.place[len(row.place) :]) == path for one in respelled(rows)):
            return True
        if path[0] in not_its_own(schema, stream, rows, row):
            return False
    return not walk(schema, source_of(schema, rows.event, rows.arm, row.source).shapes, path).lost


def not_its_own(
    schema: Schema, stream: Stream, rows: EventRows, row: StreamRow
) -> frozenset[str]:
    """The keys of an event that are not those of the element which it begins."""
    own = schema.properties(row.record)
    taken = {*schema.tags(rows.event), *rows.ignored, *repeated(schema, stream, rows.event)}
    taken |= {one.source[0] for one in respelled(rows)}
    numbers = {step.key for step in row.place} - {"", UNNAMED}
    return frozenset(taken | (numbers - {*own}))


@dataclass(frozen=True)
class Found:
    """What events find the elements of a list by.

    ``own``: the types whose elements have that themselves, and where; others are numbered,
    ``in_words`` where the wire has a text for it.
    """

    own: tuple[tuple[str, Path], ...]
    in_words: bool

    @property
    def by_number(self) -> bool:
        return not self.own and not self.in_words


def found_by(schema: Schema, stream: Stream, place: Path) -> Found:
    """What events find the elements of the list at a place by."""
    speaking = [rows for rows in stream.events if speaks_of_elements(schema, rows.event, rows.rows)]
    about = [
        (rows, row) for rows in speaking for row in rows.rows if names(subject(row.place)) == place
    ]
    opened = [(rows, row) for rows, row in about if row.operator == "open" and row.record]
    own = [(row.record, _own(schema, rows, row)) for rows, row in opened]
    words = any(_is_text(schema, *one) for one in about)
    return Found(tuple((record, path) for record, path in own if path), words)


def _own(schema: Schema, rows: EventRows, row: StreamRow) -> Path:
    """Where an element has what an event finds it by; () if that is nothing of its own."""
    key = row.place[-1].key
    for one in respelled(rows):
        if one.source == (key,):
            return names(one.place[len(row.place) :])
    return (key,) if key in schema.properties(row.record) else ()


def _is_text(schema: Schema, rows: EventRows, row: StreamRow) -> bool:
    """Whether what an event finds an element by can be a text alone."""
    key = subject(row.place)[-1].key
    if key == UNNAMED:
        return False
    path = found_at(schema, rows.event, rows.arm, row.source, key)
    shapes = source_of(schema, rows.event, rows.arm, path).shapes if path else ()
    return bool(shapes) and types(shapes) == {"string"}


def begun_with(
    schema: Schema, stream: Stream, rows: EventRows, row: StreamRow, surely: bool = False
) -> set[str]:
    """The keys that an element of a type begins with, by its event; ``surely``: each of them."""
    holders = records(source_of(schema, rows.event, rows.arm, row.source).shapes)
    left = frozenset() if row.source else not_its_own(schema, stream, rows, row)
    keys = {key for name in holders for key in schema.properties(name)} - left
    spelled = [names(one.place[len(row.place) :]) for one in respelled(rows)
               if not surely or must_be_there(schema, rows.event, one.source)]  # fmt: skip
    if surely and not row.source:
        keys &= schema.required(rows.event)
    return keys | {path[0] for path in spelled if path} | {*schema.tags(row.record)}
