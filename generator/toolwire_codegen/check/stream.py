"""Rules on the rows of a stream: what they name exists, and each event can be known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..load.findings import Position
from ..load.framing import AROUND
from ..load.schema import Schema
from ..load.stream import ENDS, JSON, OPENS, SO_FAR, UNNAMED, WHOLE, StreamRow, names
from ..load.stream_operators import STREAM_OPERATORS
from ..resolve.format import ResolvedProject
from ..resolve.paths import fits, follow, lists, records
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.streaming import Place, found_at, subject, walk
from ..resolve.telling import tell
from .operators import wrong_count
from .references import LETTER_FIRST
from .stream_coverage import ELEMENT
from .stream_view import Flow, StreamView, dotted, shown, streams
from .unions import alike

WORDS = {
    **{"append": (JSON, OPENS, SO_FAR, WHOLE), "open": ()},
    **dict.fromkeys(("add", "done", "close"), (OPENS,)),
    "run": (OPENS, ENDS),
}
"""What else operators of pieces may say."""


def unknown_types(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        stream, wire, at = view.stream, view.wire, view.stream.position
        if stream.union not in wire.defs:
            yield Problem(
                at,
                f"no wire type `{stream.union}`",
                nearest(stream.union, wire.defs, "types"),
                "name a definition of the schema, or add one",
            )
        elif not view.arms:
            yield Problem(
                at,
                f"`{stream.union}` is no union of events",
                "its arms are the events that have rows",
                "name a definition with `anyOf`",
            )
        replies = view.one.transform.streamed_entry[1]
        if stream.whole not in replies:
            yield Problem(
                at,
                f"`{stream.whole}` is none of the types of a reply",
                nearest(stream.whole, replies, "types"),
                "name a wire type of `response`, or of another entry of its type",
            )
        if view.arms:
            yield from _events(view)


def _events(view: StreamView) -> Problems:
    for rows in view.stream.events:
        if rows.event not in view.arms:
            yield Problem(
                rows.position,
                f"`{rows.event}` is no arm of `{view.stream.union}`",
                nearest(rows.event, view.known_arms, "arms"),
                "name an arm",
            )
        elif rows.arm and not view.wire.way_to(rows.event, rows.arm):
            inner = [
                shape.name
                for schema in view.wire.properties(rows.event).values()
                for shape in view.wire.shapes(schema)
                if shape.kind == "record"
            ]
            yield Problem(
                rows.position,
                f"`{rows.arm}` is no arm of a key of `{rows.event}`",
                nearest(rows.arm, inner, "arms"),
                "name the type that the key holds",
            )


def unknown_paths(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        whole = view.stream.whole
        if view.whole:
            yield from _ends(view)
        yield from _framing(view)
        for flow in view.all_flows():
            at = flow.row.position
            if view.readable(flow.rows):
                path = dotted(flow.row.source)
                yield from unreached(at, flow.rows.title, path, flow.source, "path")
                yield from _beside(view, flow)
            constant = flow.row.is_const and view.subject(flow.rows.event) is not None
            if view.whole and not constant:  # else that is what is wrong
                yield from unreached(at, whole, shown(flow.row.place), flow.place, "place")


def _ends(view: StreamView) -> Problems:
    stream = view.stream
    named = [("ends", path) for path in stream.ends]
    if stream.last:
        named.append(("last", tuple(stream.last.split("."))))
    for key, path in named:
        reached = follow(view.wire, stream.whole, path)
        events = [rows.title for rows in stream.events] if key == "ends" and not path[1:] else []
        lost = Place(reached.shapes, reached.lost, (*reached.names, *events))
        at = view.one.position("stream", key)
        yield from unreached(at, stream.whole, dotted(path), lost, "path")


def _framing(view: StreamView) -> Problems:
    """The key that names an event in its frame is one that an event has."""
    name = view.stream.framing.name
    if name == AROUND:
        return
    keys = [key for arm in view.known_arms for key in view.wire.properties(arm)]
    if name and keys and name not in keys:
        lost = Place((), name, tuple(dict.fromkeys(keys)))
        at = view.one.position("stream", "framing", "name")
        yield from unreached(at, view.stream.union, name, lost, "path")


def unreached(at: Position, record: str, path: str, reached: Place, what: str) -> Problems:
    if reached.unlisted:
        yield Problem(
            at,
            f"`{reached.unlisted}` of `{record}` is no list",
            f"`{path}` names an element of it",
            "leave the brackets out, or name a list",
        )
    elif reached.lost:
        inside = f" (at `{reached.lost}`)" if path != reached.lost else ""
        yield Problem(
            at,
            f"`{record}` has no {what} `{path}`{inside}",
            nearest(reached.lost, reached.names, "keys"),
            f"name a {what} of the schema, or add it there",
        )


def _beside(view: StreamView, flow: Flow) -> Problems:
    """The key that an element is found by stands in the event, beside what is put there."""
    for record, key in found_by(view, flow):
        properties = view.wire.properties(record)
        inside = [one for one in records(flow.source.shapes) if key in view.wire.properties(one)]
        if key not in properties and inside and flow.row.source:
            source, place = ".".join(flow.row.source), shown(flow.row.place)
            yield Problem(
                flow.row.position,
                f"`{source}.{key}` stands inside of what is put there",
                f"an element is found by a key beside that: `{record}` has none",
                f"let rows bring what stands beside it: `{place}.key: {source}.key`",
            )
        elif key not in properties:
            yield Problem(
                flow.row.position,
                f"`{record}` has no key `{key}` to find an element by",
                nearest(key, properties, "keys"),
                "name a key that stands beside what is put there",
            )


def found_by(view: StreamView, flow: Flow) -> Iterator[tuple[str, str]]:
    """The objects of an event that say which element a row is about, each with the key."""
    row, rows = flow.row, flow.rows
    if not row.place or row.is_const:
        return
    if view.subject(rows.event) is not None:
        for step in row.place:
            if step.key and step.key != UNNAMED:
                found = found_at(view.wire, rows.event, rows.arm, row.source, step.key)
                holder = view.source(rows.event, rows.arm, found[:-1] if found else ())
                for record in records(holder.shapes):
                    if not found or step.key in view.wire.properties(record):
                        yield record, step.key
    elif row.place[-1].key:
        for record in records(lists(flow.source.shapes)):
            yield record, row.place[-1].key


def unknown_operators(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        for flow in view.all_flows():
            if flow.row.operator and flow.row.operator not in STREAM_OPERATORS:
                yield Problem(
                    flow.row.position,
                    f"no operator `{flow.row.operator}` for streams",
                    nearest(flow.row.operator, STREAM_OPERATORS, "operators"),
                    "use one of the operators",
                )


def arguments(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        for flow in view.all_flows():
            if flow.row.operator in STREAM_OPERATORS:
                row, (low, high, _) = flow.row, STREAM_OPERATORS[flow.row.operator]
                yield from wrong_count(row.operator, len(row.args), (low, high), row.position)
                yield from _argument(view, flow)


def _kinds(view: StreamView, row: StreamRow) -> Problems:
    """The key that says which event has a reply as a whole, and its values."""
    key, *values = row.args
    shapes = walk(view.wire, view.whole, (key,)).shapes
    if not shapes:
        keys = view.wire.properties(view.stream.whole)
        yield Problem(
            row.position,
            f"`{view.stream.whole}` has no key `{key}`",
            nearest(key, keys, "keys"),
            "name a key of the reply, and its values",
        )
    elif not values or not all(fits(view.wire, value, shapes) for value in values):
        yield Problem(
            row.position,
            f"{quoted(values)} cannot stand in `{key}`" if values else f"`{key}` has no value here",
            "the event is sent where the reply has one of the values",
            "name values of the key",
        )


def _element_types(view: StreamView, row: StreamRow) -> list[str]:
    """The types of elements that a row may name; one that it brings pieces of has a constant."""
    place = names(subject(row.place))
    lists_there = walk(view.wire, view.whole, place).shapes if place else ()
    items = tuple(item for shape in lists_there for item in shape.items)
    return [one for one in records(items) if row.operator in ELEMENT or view.wire.tags(one)]


def _argument(view: StreamView, flow: Flow) -> Problems:
    row, wire = flow.row, view.wire
    words = WORDS.get(row.operator, ())
    types = _element_types(view, row) if row.record and view.whole else []
    allowed = (*words, *types)
    odd = [word for word in row.args[row.operator == "run" :] if word not in allowed]
    if row.operator in WORDS and (odd or len(set(row.args)) < len(row.args)):
        twice = f"{row.args[0]!r} stands twice"
        yield Problem(
            row.position,
            f"`{row.operator}` does not know {odd[0]!r}" if odd else twice,
            f"it takes {' and '.join(allowed) or 'nothing'}",
            "use that, or no argument",
        )
    if row.operator == "whole" and row.args:
        yield from _kinds(view, row)
    if row.operator == "renew" and len(row.args) == 2:
        why = "its text says whether the name may come again"
        yield Problem(row.position, "a name and no text", why, "write `renew(key, name, text)`")
    keys = {"renew": row.args, "run": row.args[:1]}.get(row.operator, ())
    for key in keys if flow.source.is_resolved else ():
        items = lists(flow.source.shapes)
        reached = walk(wire, items, tuple(key.split(".")))
        if records(items) and reached.lost and key != OPENS:
            yield Problem(
                row.position,
                f"the items of `{dotted(row.source)}` have no key `{key}`",
                nearest(reached.lost, reached.names, "keys"),
                "name a key of the items",
            )


def ambiguous(project: ResolvedProject) -> Problems:
    """Events, and arms inside of one, are told by what their schemas assure."""
    for view in streams(project, read=True):
        positions = {event: arms[0].position for event, arms in view.events.items()
                     if event in view.known_arms}  # fmt: skip
        for event, at in positions.items():
            if not view.wire.properties(event):
                yield Problem(
                    at,
                    f"`{event}` has no key to be known by",
                    "a key that it must have, or any that it may have",
                    "add its keys to the schema",
                )
        failing = {event for event, arms in view.events.items() if any(r.error for r in arms)}
        places = {one.arm: positions[event] for event in positions for one in view.kinds
                  if one.event == event}  # fmt: skip
        failures = {one.arm for one in view.kinds if one.event in failing}
        yield from _unlike(view.wire, [one.arm for one in view.kinds], places, failures)
        for event in positions:
            arms = [one for one in view.events[event] if one.arm]
            places = {one.arm: one.position for one in arms if view.readable(one)}
            if places:
                way = view.wire.way_to(event, next(iter(places)))
                names = [shape.name for shape in follow(view.wire, event, way).shapes]
                places = {name: at for name, at in places.items() if name in names}
                yield from _unlike(view.wire, names, places, set())


def _unlike(
    wire: Schema, names: Iterable[str], rows: dict[str, Position], failing: set[str]
) -> Problems:
    """What nothing tells from another; an event may be a failure as well as what it is."""
    for question in tell(wire, [*rows, *names], rows):
        apart = question.arm in failing or question.unlike in failing
        both = not wire.required(question.arm) or not wire.required(question.unlike)
        if question.unlike in rows and not (apart and both):
            yield Problem(
                rows[question.arm],
                f"`{question.unlike}` would be taken for `{question.arm}`",
                alike(wire, question.arm, question.unlike),
                f"require in `{question.arm}` a constant or a key that `{question.unlike}` does "
                "not have",
            )


def bad_names(project: ResolvedProject) -> Problems:
    """An event gives a function of the output its name, keys that are left out a constant."""
    for view in streams(project, read=True):
        for rows in view.stream.events:
            for name in rows.ignored:
                # What is no key of an event is told as that.
                if not LETTER_FIRST.fullmatch(name.replace(".", "")):
                    yield Problem(
                        rows.position,
                        f"{name!r} cannot be left out",
                        "it gives no name for a constant",
                        "name a key: letters, digits, underscores and hyphens",
                    )
        stems = {"event": "the union of all events"}
        for event, arms in view.events.items():
            stem = "".join(f"_{c.lower()}" if c.isupper() else c for c in event).strip("_")
            stem = stem.replace("__", "_")
            if stem in stems:
                yield Problem(
                    arms[0].position,
                    f"`{event}` and {stems[stem]} name the same function",
                    f"it would be `_merge_{stem}`",
                    "rename the event's definition",
                )
            stems.setdefault(stem, f"`{event}`")
