"""Rules on completeness of a stream: every event has a row, every required key is set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..load.findings import Position
from ..load.schema import Schema
from ..load.stream import Step, names
from ..resolve.beginning import begun_by_ends
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, Shapes, follow, is_list, records, through, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.spelled import begun_with, is_element, respelled
from ..resolve.streaming import has_inside, kinds, other_constants, repeated, subject, walk
from .stream_view import (
    Flow,
    StreamView,
    anything,
    dotted,
    odd,
    shown,
    stands_for_others,
    streams,
)

ELEMENT = ("open", "close")
"""Operators of rows about an element as a whole."""
PUT = ("", "gather", "filled", "latest", "renew", "whole")
"""Operators of rows that put an object in key by key."""
BRINGS = "say what it brings, or `ignore`"


def without_rows(project: ResolvedProject) -> Problems:
    for view in streams(project):
        missing = [event for event in view.known_arms if event not in view.events]
        if missing or not view.events:
            failing = [] if any(rows.error for rows in view.stream.events) else _failures(view)
            rowless = [name for name in failing if name not in view.events]
            fix = f"write `{rowless[0]}: error`, or say what each brings" if rowless else BRINGS
            yield _missing(view.stream.position, missing, view.stream.union, fix)
        if view.events and not any(rows.rows for rows in view.stream.events):
            yield Problem(
                view.stream.position,
                f"no event brings anything of a `{view.stream.whole}`",
                "",
                "write rows for those that do, or leave `stream` out",
            )
        for event, arms in view.events.items():
            for rows in arms:
                sent = rows.ignored and not rows.arm  # as it is, as other events bring its keys
                sent = sent or rows.title in view.stream.ending
                if not (rows.rows or sent or rows.ignore or rows.error):
                    fix = "write `ignore`"
                    fix += "" if rows.arm else ", or name it in `ends` if it ends a reply"
                    yield Problem(rows.position, f"`{rows.title}` brings nothing", "", fix)
            yield from _arms(view, event)


def _failures(view: StreamView) -> list[str]:
    """The types of failed replies that events are, or hold under their only key."""
    failed = {*view.one.transform.streamed_entry[1]} - {view.stream.whole}
    union = view.stream.union
    event_kinds = kinds(view.wire, union, failed) if union in view.wire.defs else ()
    return [one.event for one in event_kinds if one.event in failed]


def _missing(at: Position, missing: list[str], union: str, fix: str) -> Problem:
    named = quoted(missing) or "any event"
    return Problem(at, f"no row for {named} of `{union}`", "", fix)


def _arms(view: StreamView, event: str) -> Problems:
    """Every arm of a union inside an event, where some of them have rows."""
    arms = [rows for rows in view.events[event] if rows.arm]
    way = next((found for rows in arms if (found := view.wire.way_to(event, rows.arm))), ())
    if not way:
        return
    inner = follow(view.wire, event, way).shapes
    missing = [
        f"{event}.{shape.name}"
        for shape in inner
        if shape.kind == "record" and not stands_for_others(view.wire, shape.name)
        and shape.name not in {rows.arm for rows in arms}
    ]  # fmt: skip
    if missing:
        yield _missing(arms[0].position, missing, event, BRINGS)


def begun_late(project: ResolvedProject) -> Problems:
    """Pieces go out in the order of their rows: what begins an element is first."""
    for view in streams(project):
        moved = [later for rows in view.stream.events for _, later in rows.moves]
        flows = [
            flow for flow in view.all_flows()
            if flow.place.is_resolved and flow.row not in moved and flow.row.operator not in ELEMENT
            and (flow.row.operator != "done" or _begins_alone(view, flow))  # else it is no piece
        ]  # fmt: skip
        for base in dict.fromkeys(subject(flow.row.place) for flow in flows):
            own = [one for one in flows if subject(one.row.place) == base]
            for name in records(view.place(base).shapes) if base else ():
                yield from _late(view, own, name, len(base))


def _late(view: StreamView, flows: list[Flow], element: str, size: int) -> Problems:
    """Pieces of one type of element that would go out ahead of the one that begins it.

    That may be missing, and then the next ones are the first: each must begin the element.
    """
    named = [flow.row.place for flow in flows if flow.row.record == element]
    own = [
        flow for flow in flows
        if len(flow.row.place) > size
        and (flow.row.record == element or (not flow.row.record and flow.row.place not in named))
        and has_inside(view.wire, element, names(flow.row.place[size:]))
        and not _beside(flow, size)
    ]  # fmt: skip
    first = next((at for at, flow in enumerate(own) if flow.row.opens), 0)
    if own and begun_by_ends(view.stream, own[0].row.place[:size]):
        return  # what nothing has begun is whole in the end
    for flow in own[:first]:
        begins = own[first].row
        what = f"goes out before its `{element}` has begun"
        note = f"`{shown(begins.place)}` at {begins.position.short} begins one"
        yield odd(flow, what, note, "write it after that, or add `opens`")
    begun = [flow.row.place for flow in own if flow.row.opens]
    for flow in own[first:] if begun else ():
        if not any(row.opens for row in flow.rows.rows) and not _led(view, flow, begun):
            what = f"may come first of its `{element}`, and begins none"
            yield odd(flow, what, "", "add `opens`")


def _begins_alone(view: StreamView, flow: Flow) -> bool:
    """Whether a text as a whole begins its element, and no event opens that."""
    element = names(subject(flow.row.place))
    opened = (names(one.row.place) for one in view.all_flows() if one.row.operator == "open")
    return flow.row.opens and element not in opened


def _beside(flow: Flow, size: int) -> bool:
    """Whether a row of the same event begins the element, or ends it: this one says more of it."""
    element = names(flow.row.place[:size])
    return any(row.operator in ELEMENT and names(row.place) == element for row in flow.rows.rows)


def _led(view: StreamView, flow: Flow, begun: list[tuple[Step, ...]]) -> bool:
    """Whether what must be there beside a piece begins the element, and goes ahead of it."""
    *holder, _ = flow.row.place
    beside = {steps[-1].name for steps in begun if [*steps[:-1]] == holder}
    holders = records(view.place(tuple(holder)).shapes)
    return all(beside & {*view.wire.required(name)} for name in holders)


def never_closed(project: ResolvedProject) -> Problems:
    for view in streams(project):
        flows = [flow for flow in view.all_flows() if flow.row.operator in ELEMENT]
        for flow in flows:
            other = "close" if flow.row.operator == "open" else "open"
            places = {names(one.row.place) for one in flows if one.row.operator == other}
            if other == "open":
                places |= begun_by_pieces(view)
            ends_alone = other == "close" and flow.row.unnamed
            if names(flow.row.place) not in places and not ends_alone:
                place = shown(flow.row.place)
                source = "." if other == "close" else "key"
                yield Problem(
                    flow.row.position,
                    f"`{place}` is {'opened' if other == 'close' else 'closed'} here, and no "
                    f"event {other}s it",
                    "",
                    f"add `{place}: {source} | {other}` to the event that does",
                )


def begun_by_pieces(view: StreamView) -> set[Path]:
    """The lists whose elements begin with their first pieces."""
    return {names(subject(flow.row.place)) for flow in view.all_flows() if flow.row.opens}


def written_twice(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        for rows in view.stream.events:
            first: dict[Path, Position] = {}
            for row in rows.rows:
                earlier = first.setdefault(names(row.place), row.position)
                if earlier is not row.position:
                    yield Problem(
                        row.position,
                        f"`{shown(row.place)}` is written twice",
                        f"first at {earlier.short}",
                        "write it in one row",
                    )


# -- required keys of the whole


@dataclass
class _Object:
    """An object of the whole that rows build: the keys set one by one, and what is put in.

    ``sources`` are the types put in key by key, each with its keys; ``free`` says that one of
    them may have any key. ``made``: it is made with its constants if it is not there.
    """

    keys: set[str] = field(default_factory=set)
    #: those that rows bring of elements of one type alone
    typed: dict[str, set[str]] = field(default_factory=dict)
    #: the types that events spell out, each with the keys that they surely say, and its row
    spelled: list[tuple[str, set[str], Position]] = field(default_factory=list)
    sources: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    free: bool = False
    made: bool = False
    #: types that an event has as a whole where they end
    ended: set[str] = field(default_factory=set)
    position: Position | None = None


def unwritten(project: ResolvedProject) -> Problems:
    for view in streams(project):
        if not view.whole or not all(flow.is_resolved for flow in view.all_flows()):
            continue
        for place, built in objects(view).items():
            yield from _unsaid(view, place, built)
            missing = _lacking(view, place, built)
            if missing:
                yield Problem(
                    built.position or view.stream.position,
                    f"no event brings {quoted(dotted((*place, key)) for key in missing)}",
                    f"`{view.stream.whole}` requires it",
                    "add a row for it, or a constant",
                )


def _unsaid(view: StreamView, place: Path, built: _Object) -> Problems:
    """What elements of a type that events spell out require, and may never have."""
    for name, keys, at in built.spelled if not built.free else ():
        missing = _left(view.wire, name, built, keys) if name not in built.ended else []
        if missing:
            yield Problem(
                at,
                f"not each `{name}` has {quoted(dotted((*place, key)) for key in missing)}",
                f"`{name}` requires it, and no event surely brings it",
                "add a row for it, with a key that its event requires",
            )


def objects(view: StreamView) -> dict[Path, _Object]:
    """The objects that rows build, by their place in the whole."""
    found: dict[Path, _Object] = {(): _Object()}
    for flow in view.all_flows():
        row, place = flow.row, names(flow.row.place)
        # What elements stand in has to be there in a reply without any.
        first = 0 if view.subject(flow.rows.event) is None else 1
        for end in range(first, len(place)):
            parent = found.setdefault(place[:end], _Object(position=row.position))
            of = of_type(flow) if end == len(subject(row.place)) else ""
            if not of:
                parent.keys.add(place[end])
            elif row not in respelled(flow.rows):
                parent.typed.setdefault(of, set()).add(place[end])
        if row.operator == "open" and row.record:
            whole = found.setdefault(place, _Object(position=row.position))
            keys = begun_with(view.wire, view.stream, flow.rows, row, surely=True)
            whole.spelled.append((row.record, keys, row.position))
        if is_element(view.wire, view.stream, flow.rows.event, row):
            found.setdefault(place, _Object(position=row.position)).ended.add(flow.rows.event)
        for where, source, made in _puts(view, flow):
            built = found.setdefault(where, _Object(position=row.position))
            built.made = built.made or (made and bool(where))
            built.free = built.free or anything(source)
            for name in records(source):
                built.sources.append((name, frozenset(view.wire.properties(name))))
    for rows in view.stream.events:
        if not (rows.ignore or rows.error) and view.subject(rows.event) is None:
            own = {*rows.ignored, *(row.source[0] for row in rows.rows if row.source)}
            own |= {*repeated(view.wire, view.stream, rows.event)}
            tags = {*view.wire.tags(rows.event)}
            tags |= {*other_constants(view.wire, rows.event, view.whole)}
            found[()].keys |= set(view.wire.properties(rows.event)) - own - tags
    return found


def of_type(flow: Flow) -> str:
    """The type of the elements that a row is about, if not of all: by itself, or by its event.

    What an event says beside the element that it spells out is of that one.
    """
    spelled = [
        row for row in flow.rows.rows
        if row.operator == "open" and row.record and row.place == flow.row.place[: len(row.place)]
    ]  # fmt: skip
    return flow.row.record or next((row.record for row in spelled), "")


def _puts(view: StreamView, flow: Flow) -> Iterator[tuple[Path, Shapes, bool]]:
    """Where a row puts objects key by key: each place, the object's types, and whether it is made.

    What has the shape of a part of the whole is put in with every object it goes through.
    """
    row, rows, place = flow.row, flow.rows, names(flow.row.place)
    if row.operator == "open":
        yield place, flow.source.shapes if not row.record else (), False
    if rows.arm or view.subject(rows.event) is not None:
        return
    for depth in range(1, len(row.source) + 1):
        end = len(place) - (len(row.source) - depth)
        shapes = view.source(rows.event, rows.arm, row.source[:depth]).shapes
        mended = depth < len(row.source) or row.operator in PUT
        if end >= 0 and mended and types(shapes) & {"object", "array"}:
            yield place[:end], through(shapes), not is_list(shapes)


def _lacking(view: StreamView, place: Path, built: _Object) -> list[str]:
    """Required keys that nothing sets: of the type that fits best."""
    wire = view.wire
    arms = records(through(walk(wire, view.whole, place).shapes))
    if built.free or not arms or (place and not built.made and not built.sources):
        return []
    if {*arms} <= built.ended:
        return []
    if len(arms) == 1:
        put = {key for _, keys in built.sources for key in keys}
        return _left(wire, arms[0], built, put)
    # Elements of several types: each that is put in has to make one of them.
    lacking: set[str] = set()
    for name, keys in built.sources:
        same = [arm for arm in arms if arm == name or wire.tags(arm) == wire.tags(name)]
        left = [[] if name in built.ended else _left(wire, arm, built, set(keys))
                for arm in same or arms]  # fmt: skip
        least = min(left, key=len)
        lacking.update(least)
    return sorted(lacking)


def _left(wire: Schema, record: str, built: _Object, put: set[str]) -> list[str]:
    tags = set(wire.tags(record)) if built.made else set()
    own = built.typed.get(record, set())
    return sorted(wire.required(record) - built.keys - own - put - tags)
