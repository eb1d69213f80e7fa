"""Rules on what an event requires that goes out: a piece of a reply says little beside itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..load.stream import EventRows, Repeat, Step, StreamRow, names
from ..operators.uses import definitions
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import MESSAGE, REASON, WHOSE
from ..resolve.paths import Path, must_be_there, records, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.spelled import is_element
from ..resolve.streaming import found_at, repeated, subject, unindexed
from .stream_telling import slots_at
from .stream_view import StreamView, brings, dotted, reply_slots, streams

FIRST_FIELDS = (*WHOSE, (MESSAGE,), (REASON,))
"""The fields of a reply that a stream begins with."""
Missing = tuple[Path, str, list[str]]
"""An object of an event, its type, and the keys that it requires and may go out without."""


def unsent(project: ResolvedProject) -> Problems:
    for view in streams(project):
        parts = _has_parts(view)
        for rows in view.stream.events:
            if rows.ignore or rows.error or not records(view.whole) or not view.readable(rows):
                continue
            if any(_is_element(view, rows, row) for row in rows.rows):
                continue  # what it is, or spells out, has a rule of its own
            piece = any(row.operator == "append" for row in rows.rows)
            if view.subject(rows.event) is not None or (parts and piece):
                yield from _left_out(view, rows) if rows.rows else ()
                yield from _problems(view, rows, _of_element(view, rows), "no row brings it")
            elif not rows.arm:
                may = f"a `{view.stream.whole}` may lack it"
                yield from _left_out(view, rows)
                yield from _problems(view, rows, _of_body(view, rows), may)
                missing = _of_holders(view, rows) if parts else _of_objects(view, rows)
                yield from _problems(view, rows, missing, may)
                inner = _inside(view, rows) if piece else iter(())
                yield from _problems(view, rows, inner, "a piece says nothing beside itself")


def demanded_first(project: ResolvedProject) -> Problems:
    """A reply is written as it begins: what is known at its end alone is no error then."""
    for view in streams(project):
        for slot in reply_slots(view):
            filling = [one for one in definitions(slot.target) if one.fills]
            late = slot.row.fields[0][:1] not in FIRST_FIELDS
            if late and filling and all(one.excuses for one in filling):
                name = ".".join(slot.row.fields[0])
                yield Problem(
                    slot.target.position,
                    f"no stream could be written: `{name}` is not known where one begins",
                    f"`{filling[0].name}` makes it an error that it is missing",
                    f"add `fill(value)`, or leave `{filling[0].name}` out",
                )


def _has_parts(view: StreamView) -> bool:
    """Whether events speak of elements: those beside them say what the reply has by then."""
    return any(view.subject(rows.event) is not None for rows in view.stream.events)


def _is_element(view: StreamView, rows: EventRows, row: StreamRow) -> bool:
    """Whether an event spells out the element that it begins, or is the one that it ends."""
    spelled = row.operator == "open" and bool(row.record) and not row.source
    return spelled or is_element(view.wire, view.stream, rows.event, row)


def _problems(
    view: StreamView, rows: EventRows, missing: Iterator[Missing], why: str
) -> Problems:  # fmt: skip
    for path, record, keys in missing:
        ways = [f"leave it out of what `{record}` requires"]
        if not path:
            repeats = [one for one in view.stream.repeats if one.key in keys]
            ways.insert(0, "say under `repeats` what it is" if len(repeats) < len(keys)
                        else "repeat what is surely there")
            own = not view.subject(rows.event)
            own = own or any(not subject(place) for one in repeats for place in one.places)
            ways += [f"require it of `{view.stream.whole}`"] if own else []
        yield Problem(
            rows.position,
            f"not every `{rows.title}` that goes out has "
            f"{quoted(dotted((*path, key)) for key in keys)}",
            f"it is required there, and {why}",
            f"{', '.join(ways[:-1])}, or {ways[-1]}" if ways[1:] else ways[0],
        )


def _left_out(view: StreamView, rows: EventRows) -> Problems:
    """What `ignore` says is neither read nor written, though the event must have it."""
    left = _required(view, rows.event) - filled(view, rows.event)
    left -= {step.key for row in rows.rows for step in row.place}
    everywhere = {one.key: f" at {one.position.short}" for one in view.stream.repeats}
    for key in sorted(key for key in left & _ignored(view, rows) if not _ends(view, [(key,)])):
        yield Problem(
            rows.position,
            f"no `{rows.title}` that goes out has `{key}`, which it requires",
            f"`ignore`{everywhere.get(key, '')} leaves it out",
            "say under `repeats` what it is; what a reply has as well, take out of `ignore`",
        )


def _ignored(view: StreamView, rows: EventRows) -> set[str]:
    """The keys that an event leaves out: it says so, or all do."""
    everywhere = {one.key for one in view.stream.repeats if one.left_out}
    return {*rows.ignored, *everywhere.intersection(repeated(view.wire, view.stream, rows.event))}


def _required(view: StreamView, record: str) -> set[str]:
    """The keys that are not written with the type itself."""
    return {*view.wire.required(record)} - {*view.wire.tags(record)}


def filled(view: StreamView, event: str) -> set[str]:
    """The keys that an event repeats, as far as what they repeat is surely there."""
    keys = repeated(view.wire, view.stream, event)
    return {one.key for one in view.stream.repeats if one.key in keys and _sure(view, one, event)}


def _sure(view: StreamView, one: Repeat, event: str) -> bool:
    """Whether it is a number or a constant, or what the element must have that it is of.

    The rows of an event may say of which type alone that is; what is of the reply itself an event
    has brought before, or brings with it.
    """
    rows = [row for arm in view.events.get(event, ()) for row in arm.rows]
    left: dict[tuple[Step, ...], set[str]] = {}
    for place in one.places if not one.counts else ():
        element = subject(place)
        path = names(place[len(element) :])
        if not element and not _brought_by(view, path, event):
            continue
        holders = left.setdefault(element, {*_holders(view, rows, element)} or {""})
        holders -= {name for name in holders if must_be_there(view.wire, name, path)}
        if not holders:
            return True
    return one.counts or one.is_const


def _holders(
    view: StreamView, rows: list[StreamRow], element: tuple[Step, ...]
) -> Sequence[str]:  # fmt: skip
    """The types of elements that an event may be about: those named, or with what it is inside."""
    own = [row for row in rows if subject(row.place) == element]
    if own and all(row.record for row in own):
        return [row.record for row in own]
    kinds = records(view.place(element).shapes)
    inner = {row.place[len(element)].name for row in rows
             if element and not own and row.place[: len(element)] == element}  # fmt: skip
    return [name for name in kinds if inner <= {*view.wire.properties(name)}] if inner else kinds


def _brought_by(view: StreamView, path: Path, event: str) -> bool:
    """Whether what stands in the reply itself has come once an event goes out."""
    sent = [rows for rows in view.stream.events if not (rows.ignore or rows.error)]
    last = max((at for at, rows in enumerate(sent) if rows.event == event), default=-1)
    return any(brings(view, rows, path) for rows in sent[: last + 1])


# -- events about an element, or about a text: what goes out is what rows name


def _of_element(view: StreamView, rows: EventRows) -> Iterator[Missing]:
    sources: list[Path] = []
    for row in rows.rows:
        sources.append(row.source)
        for step in row.place:
            number = found_at(view.wire, rows.event, rows.arm, row.source, step.key)
            sources += [number] if step.key and number is not None else []
    objects = dict.fromkeys(path[:end] for path in sources for end in range(len(path)))
    for path in objects:
        inner = records(view.source(rows.event, rows.arm, path).shapes)
        if len(inner) == 1:
            named = {one[len(path)] for one in sources if one[: len(path)] == path != one}
            named |= filled(view, rows.event) | _ignored(view, rows) if not path else set()
            if missing := sorted(_required(view, inner[0]) - named):
                yield path, inner[0], missing


# -- events that have the shape of the body


def _of_body(view: StreamView, rows: EventRows) -> Iterator[Missing]:
    """What is required beside it of the body itself: all events say that, once it is known."""
    required = _required(view, rows.event) - filled(view, rows.event)
    required -= _ignored(view, rows)
    missing = [key for key in sorted(required) if not _has_key(view, rows, key)]
    if missing:
        yield (), rows.event, missing


def _of_holders(view: StreamView, rows: EventRows) -> Iterator[Missing]:
    """What an object of an event at the end requires whose keys rows bring: it must be the reply's.
    """
    behind = view.stream.events[view.stream.events.index(rows) :]
    ends = all(view.subject(later.event) is None for later in behind)
    placed = [row for row in rows.rows if ends and len(row.source) > 1 and not row.operator]
    for holder in dict.fromkeys(row.source[:-1] for row in placed):
        inner = records(view.source(rows.event, "", holder).shapes)
        required = _required(view, inner[0]) if len(inner) == 1 else set()
        left = [
            row.source[-1] for row in placed
            if row.source[:-1] == holder and row.source[-1] in required and not row.is_const
            and not _ends(view, [names(row.place)])
            and not all(must_be_there(view.wire, reply, names(row.place))
                        for reply in records(view.whole))
        ]  # fmt: skip
        if left:
            yield holder, inner[0], left


def _of_objects(view: StreamView, rows: EventRows) -> Iterator[Missing]:
    """What is required of the objects that all events have, one with news of it or none."""
    required = _required(view, rows.event)
    for row in rows.rows:
        inner = records(view.source(rows.event, "", row.source).shapes)
        if row.source[1:] or not {*row.source} & required or len(inner) != 1:
            continue
        left = [key for key in sorted(_required(view, inner[0]))
                if _invented(view, rows, row, key)]  # fmt: skip
        if left:
            yield row.source, inner[0], left


def _invented(view: StreamView, rows: EventRows, row: StreamRow, key: str) -> bool:
    """Whether nobody knows what an object has under a key, in an event that brings none of it."""
    empty = types(view.source(rows.event, "", (*row.source, key)).shapes) & {"object", "array"}
    grows = _grows(rows, (*row.source, key))
    return not (empty or grows or _ends(view, [(*names(row.place), key)]))


def _grows(rows: EventRows, path: Path) -> bool:
    """Whether a text grows by what stands there: an event that brings none of it has it empty."""
    return any(row.operator == "append" and row.source == path for row in rows.rows)


def _has_key(view: StreamView, rows: EventRows, key: str) -> bool:
    """Whether every event of a type that goes out has a key: by the places that it brings."""
    if any(row.is_const and names(row.place) == (key,) for row in rows.rows):
        return False  # what the reply has there is none of the event's
    key_rows = [row for row in rows.rows if row.source[:1] == (key,)]
    holds = types(view.source(rows.event, "", (key,)).shapes) & {"object", "array"}
    if key_rows and holds and not (_has_parts(view) and _runs(view, key_rows)):
        return True  # an event that brings nothing of it has it empty
    places = [names(row.place) for row in key_rows] or [(key,)]
    return _ends(view, places) or any(
        all(must_be_there(view.wire, reply, place) for reply in records(view.whole))
        for place in places
    )


def _runs(view: StreamView, rows: list[StreamRow]) -> bool:
    """Whether a key is a list that is put nowhere, but its items, and that no lens reads."""
    return any(
        row.operator == "run" and len(row.source) == 1
        and not any(slots_at(view, names(row.place)))
        for row in rows
    )


def _ends(view: StreamView, places: list[Path]) -> bool:
    """Whether it ends a reply: that has a rule of its own."""
    ends = map(unindexed, view.stream.ends)
    return any(path[: len(place)] == place for path in ends for place in places)


def _inside(view: StreamView, rows: EventRows) -> Iterator[Missing]:
    """What is required of the objects that a piece stands in, and of the items of lists."""
    # Values that come by their paths do not go out so.
    pieces = [row for row in rows.rows if len(row.source) > 1 and row.operator != "paths"]
    for path in dict.fromkeys(row.source[:end] for row in pieces
                              for end in range(1, len(row.source))):  # fmt: skip
        inner = records(view.items(rows, path))
        below = [row for row in pieces if row.source[: len(path)] == path != row.source]
        named = {row.place[-1].key for row in rows.rows if row.source == path and row.place}
        for record in inner if len(inner) == 1 else ():
            left = _required(view, record) - named
            missing = [key for key in sorted(left) if not _made(view, rows, (*path, key), below)]
            if missing:
                yield path, record, missing


def _made(view: StreamView, rows: EventRows, path: Path, below: list[StreamRow]) -> bool:
    """Whether a key is there in every piece: an object or a list that rows go through, the text
    that grows, or an end.
    """
    if _grows(rows, path):
        return True
    own = [row for row in below if row.source[: len(path)] == path]
    if own and types(view.source(rows.event, "", path).shapes) & {"object", "array"}:
        return True
    holder = names(below[0].place)[: len(below[0].place) - (len(below[0].source) - len(path)) - 1]
    return _ends(view, [*(names(row.place) for row in own), (*holder, path[-1])])
