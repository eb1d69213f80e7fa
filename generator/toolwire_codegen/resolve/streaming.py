"""What the rows of a stream mean: where they lead, and which element an event is about.

An event either speaks of an element, which it names by keys of its own (``list[key]``), or it has
the shape of a part of the whole. Rows are about the object that says so: the event itself, or what
it holds under its only key, which is then all that the event has to be known by.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..load.schema import REF, Schema, Shape
from ..load.stream import EventRows, Repeat, Step, Stream, StreamRow, names
from .paths import Path, Shapes, is_list, records, through


@dataclass(frozen=True)
class Kind:
    """One kind of event, an arm of the wire's union.

    ``event`` is the type that has rows: that arm, or what it holds under ``key``, its only one.
    """

    arm: str
    event: str
    key: str = ""


def kinds(schema: Schema, union: str, named: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds of a union's events, where a table has rows for what is ``named``."""
    named = frozenset(named)
    found = []
    for arm in schema.arms(union):
        key, inner = _only(schema, arm)
        keyed = arm not in named and inner in named
        found.append(Kind(arm, inner, key) if keyed else Kind(arm, arm))
    return tuple(found)


def repeated(schema: Schema, stream: Stream, event: str) -> tuple[str, ...]:
    """The keys of an event that say what is known without them, and are not read.

    A row of the event may read one; and so does an event that is not about elements, if the reply
    itself has that key: whichever comes first says it.
    """
    arms = [rows for rows in stream.events if rows.event == event]
    read = {row.source[0] for rows in arms for row in rows.rows if row.source}
    own = [rows for rows in arms if not (rows.arm or rows.ignore)]
    if own and not speaks_of_elements(schema, event, own[0].rows):
        read |= {one.key for one in stream.repeats if one.places == ((Step(one.key),),)
                 and not one.counts}  # fmt: skip
    keys = schema.properties(event).keys() - read
    return tuple(one.key for one in stream.repeats if one.key in keys)


def repeating(schema: Schema, stream: Stream, event: str) -> tuple[Repeat, ...]:
    """What an event repeats as it goes out."""
    properties = schema.properties(event)
    return tuple(one for one in stream.repeats if one.key in properties and not one.left_out)


def failing(kinds: Iterable[Kind], stream: Stream) -> tuple[str, ...]:
    """The names of the events that hold the same failure: what failed is said by them alone."""
    events = [rows.event for rows in stream.events if rows.error]
    found = tuple(kind.key for kind in kinds if kind.event in events[:1] and kind.key)
    return found if len(found) > 1 else ()


def _only(schema: Schema, record: str) -> tuple[str, str]:
    """The only key of a type, and the type of the object that it holds; or ""."""
    keys = schema.properties(record)
    for key, value in keys.items() if len(keys) == 1 else ():
        shapes = schema.shapes(value)
        if key in schema.required(record) and len(shapes) == 1 and shapes[0].kind == "record":
            return key, shapes[0].name
    return "", ""


@dataclass(frozen=True)
class Place:
    """How far a path leads: its shapes, or the step that is ``lost`` among ``names``.

    ``unlisted`` is a step that is taken for a list and is none.
    """

    shapes: Shapes
    lost: str = ""
    names: tuple[str, ...] = ()
    unlisted: str = ""

    @property
    def is_resolved(self) -> bool:
        return not self.lost and not self.unlisted


def walk(schema: Schema, shapes: Shapes, path: Path) -> Place:
    """Follow a path from some shapes, through the items of lists on its way."""
    for step in path:
        found: list[Shape] = []
        inside = through(shapes)
        for shape in inside:
            if shape.kind == "record" and step in schema.properties(shape.name):
                found.extend(schema.shapes(schema.properties(shape.name)[step]))
            elif shape.kind in ("object", "any") and not shape.name:
                found.append(Shape("any"))
        if not found:
            names = [key for name in records(inside) for key in schema.properties(name)]
            return Place((), step, tuple(dict.fromkeys(names)))
        shapes = tuple(dict.fromkeys(found))
    return Place(shapes)


def has_inside(schema: Schema, record: str, path: Path) -> bool:
    """Whether a type has a path inside, lists passed through."""
    return not walk(schema, (Shape("record", record),), path).lost


def shapes_at(schema: Schema, record: str, path: Path) -> Shapes:
    """What stands at a path of a type, lists passed through."""
    return walk(schema, schema.shapes({"$ref": f"{REF}{record}"}), path).shapes


def other_constants(schema: Schema, record: str, holders: Shapes) -> dict[str, tuple[Any, ...]]:
    """Constants of an event's object that are none where it goes: the reply's types say others.

    Each with what stands there instead, of one type or of several, or () where none has the key.
    """
    found: dict[str, tuple[Any, ...]] = {}
    kinds = records(holders)
    for key in schema.properties(record) if kinds else ():
        own = schema.const(record, key)
        having = [name for name in kinds if key in schema.properties(name)]
        theirs = [schema.const(name, key) for name in having]
        if len(own) == 1 and not any(own[0] in consts or not consts for consts in theirs):
            found[key] = tuple(dict.fromkeys(one for consts in theirs for one in consts))
    return found


def alternatives(
    schema: Schema, events: Iterable[EventRows]
) -> dict[str, dict[str, tuple[Any, ...]]]:
    """The keys of a reply that several events bring as constants, with what each of them says.

    A reply that has one of these values goes out with that event, and with none of the others.
    """
    found: dict[str, dict[str, tuple[Any, ...]]] = {}
    for rows in events:
        for row in rows.rows:
            words = schema.const(rows.event, row.source[0]) if len(row.source) == 1 else ()
            if words and len(row.place) == 1 and not row.place[0].key:
                found.setdefault(row.place[0].name, {})[rows.event] = words
    return {key: words for key, words in found.items() if len(words) > 1}


def source_of(schema: Schema, event: str, arm: str, path: Path) -> Place:
    """What stands at a path of an event, lists passed through."""
    way = schema.way_to(event, arm) if arm else ()
    if way and path[: len(way)] == way:
        return walk(schema, (Shape("record", arm),), path[len(way) :])
    return walk(schema, schema.shapes({"$ref": f"{REF}{event}"}), path)


def speaks_of_elements(schema: Schema, event: str, rows: Iterable[StreamRow]) -> bool:
    """Whether an event names the elements it is about; else it has the shape of the whole.

    There, what has a number is an item of the event's own list.
    """
    rows = list(rows)
    return any(step.key for row in rows for step in row.place) and not any(
        is_list(source_of(schema, event, "", row.source[:end]).shapes)
        for row in rows
        for end in range(1, len(row.source) + bool(row.place and row.place[-1].key))
    )


def unindexed(path: Path) -> Path:
    """A path without the steps into lists, as rows of a stream say it."""
    return tuple(step for step in path if step != "0")


def never_null(schema: Schema, stream: Stream, path: Path) -> tuple[tuple[str, Path], ...]:
    """Where events of the whole's shape have a place of it, if one takes no null there.

    Such an event cannot say that nothing is known of it yet. Of those beside events about elements
    it is the ones that a reply begins with.
    """
    events = [rows for rows in stream.events if rows.rows]
    about = [speaks_of_elements(schema, rows.event, rows.rows) for rows in events]
    place = unindexed(path)
    found: list[tuple[str, Path]] = []
    for rows in events[: about.index(True)] if any(about) else events[:1]:  # those that go out
        source = _source_for(place, rows.rows)
        if source is None and any(about):
            continue  # it brings what it has rows for
        source = place if source is None else source
        shapes = source_of(schema, rows.event, rows.arm, source).shapes
        if any(about) and all(len(shape.consts) == 1 for shape in shapes):
            continue  # a constant is written with the event
        if shapes and not any(shape.kind in ("null", "any") for shape in shapes):
            found.append((rows.event, source))
    return tuple(found)


def demanded(schema: Schema, stream: Stream, path: Path) -> tuple[tuple[str, Path], ...]:
    """Those of these that must have it: while a reply goes on, they have a word for that."""
    found = []
    for event, source in never_null(schema, stream, path):
        holders = source_of(schema, event, "", source[:-1]).shapes
        if any(source[-1] in schema.required(name) for name in records(through(holders))):
            found.append((event, source))
    return tuple(found)


def may_be_left_out(schema: Schema, stream: Stream, path: Path) -> bool:
    """Whether another place may say in its stead why a reply ended, and no event must have it."""
    events = [rows for rows in stream.events if rows.rows]
    if len(stream.ends) + len(stream.ending) < 2 or any(
        speaks_of_elements(schema, rows.event, rows.rows) for rows in events
    ):
        return False
    place = unindexed(path)
    for rows in events:
        source = _source_for(place, rows.rows) or place
        holders = source_of(schema, rows.event, rows.arm, source[:-1]).shapes
        if any(source[-1] in schema.required(name) for name in records(through(holders))):
            return False
    return True


def _source_for(place: Path, rows: Iterable[StreamRow]) -> Path | None:
    """Where an event has what goes to a place, as the nearest row says."""
    sourced = [row for row in rows if not row.is_const]
    around = [row for row in sourced if place[: len(row.place)] == names(row.place)]
    if not around:
        return None
    nearest = max(around, key=lambda row: len(row.place))
    return (*nearest.source, *place[len(nearest.place) :])


def subject(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The element that a place is in, or is."""
    return steps[: max((at for at, step in enumerate(steps, 1) if step.key), default=0)]


def found_at(schema: Schema, event: str, arm: str, source: Path, key: str) -> Path | None:
    """Where an event has a key that says which element a row is about: nearest to its source."""
    for end in range(max(len(source) - 1, 0), -1, -1):
        shapes = source_of(schema, event, arm, source[:end]).shapes
        if any(key in schema.properties(name) for name in records(shapes)):
            return (*source[:end], key)
    return None
