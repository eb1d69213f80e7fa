"""Rules on what a stream tells on its way: pieces join, ends come last, failures are told."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import EventRows, Step, StreamRow, names
from ..operators.registry import OPERATORS
from ..operators.uses import arguments, has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import CALL, CALL_PIECE, MESSAGE, PIECE, TEXT_BLOCK
from ..resolve.lenses import ResolvedLens, Slot, overlay_keys
from ..resolve.paths import Path, Shapes, is_list, records, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.streaming import repeated, unindexed, walk
from .stream_counts import untold_inside
from .stream_view import Flow, StreamView, dotted, reply_slots, shown, streams

AS_LIST = "list"
"""The word of a row whose texts are written as lists."""
WHOLE = ("", "gather", "latest", "renew")
"""Operators of rows that put in whatever an object has."""


def early_ends(project: ResolvedProject) -> Problems:
    """What is there from the start cannot say that a reply is complete."""
    for view in streams(project):
        if not view.whole:
            continue
        at = view.one.position("stream", "ends")
        finished = 0
        for path, words in zip(view.stream.ends, view.stream.words, strict=True):
            if walk(view.wire, view.whole, unindexed(path)).lost:
                finished += 1
                continue
            slots = [slot for slot in reply_slots(view) if path in slot.target.paths]
            tabled = any(has(slot.target, lambda d: d.tells) for slot in slots)
            finished += tabled
            if (slots and not tabled) or (
                not slots and path[:1] and path[0] in view.wire.required(view.stream.whole)
            ):
                fix = "name what is read through a table, the reason why it ended"
                if words and not slots:
                    fix = f"take it out of what `{view.stream.whole}` requires"
                what = f"`{dotted(path)}` does not say that a reply is complete"
                yield Problem(at, what, "it is there from the start", fix)
            elif "0" in path and not any(row.place for row in _rows_at(view, unindexed(path))):
                yield Problem(
                    at,
                    f"no row brings `{dotted(path)}`",
                    "a reply is complete once it is there",
                    "add a row for it",
                )
        if view.stream.ends and not finished and not view.stream.ending:
            yield Problem(
                at,
                "nothing here says why a reply ended",
                f"`ends` is {quoted(map(dotted, view.stream.ends))}",
                "name the path that is read through a table",
            )


def _rows_at(view: StreamView, place: Path) -> list[StreamRow]:
    return [flow.row for flow in view.all_flows() if names(flow.row.place) == place]


def silent_failures(project: ResolvedProject) -> Problems:
    """An event that is a reply of its own, and not the whole, is a failure."""
    for view in streams(project):
        for rows in view.stream.events:
            replies = view.one.transform.streamed_entry[1]
            if rows.event in replies and rows.event != view.stream.whole and not rows.error:
                yield Problem(
                    rows.position,
                    f"`{rows.event}` is a reply of its own, and ends this one",
                    "without `error` nobody is told",
                    "write `error`",
                )


def unknown_ignored(project: ResolvedProject) -> Problems:
    """What is left out of an event is a key of this or another event."""
    for view in streams(project, read=True):
        keys = {key for arm in view.known_arms for key in view.wire.properties(arm)}
        for rows in view.stream.events:
            for name in rows.ignored:
                if keys and name not in keys:
                    inside = f"`{name.split('.')[0]}` alone can be left out, not a part of it"
                    yield Problem(
                        rows.position,
                        f"no event has a key `{name}` to leave out",
                        inside if "." in name else nearest(name, keys, "keys"),
                        "name a key, or leave it out here",
                    )


def last_pieces(project: ResolvedProject) -> Problems:
    """Texts that come in pieces: without an operator, the last piece alone would be left."""
    for view in streams(project):
        for flow in _plain_texts(view):
            gathered = _gathered(flow.rows, flow.row.place)
            in_pieces = any(
                slot.target.path
                and (is_told(slot) or slot.row.name == "text" or grows(view, slot))
                for slot in slots_at(view, names(flow.row.place))
            )
            if gathered or in_pieces:
                yield Problem(
                    flow.row.position,
                    f"of `{shown(flow.row.place)}` the last piece alone would be left",
                    "it comes in pieces, and the row has no operator",
                    "add `| append`, or `| append(so_far)` where each event has all of it; what "
                    "only replaces needs no row",
                )


def unread_lists(project: ResolvedProject) -> Problems:
    """Pieces that are a text or a list are those of what a lens reads as a text or as blocks."""
    for view in streams(project):
        for flow in view.all_flows():
            row, place = flow.row, names(flow.row.place)
            if row.operator != "append" or not flow.is_resolved or not is_list(flow.source.shapes):
                continue
            slots = [one for one in slots_at(view, place) if has(one.target, lambda d: d.blocks)]
            listed = [one for one in slots if _as_list(one)]
            if view.subject(flow.rows.event) is not None:
                note = f"`{flow.rows.event}` is about one element"
                fix = "bring the items in events that have the shape of the whole"
            elif listed:
                note = f"`{listed[0].row.left}` at {listed[0].row.position.short} writes a list"
                fix = f"leave `{AS_LIST}` out there: a text that comes in pieces is one"
            elif not slots:
                note = "no lens reads a text or a list of blocks there"
                fix = "write `| text` where a lens reads it, or bring texts alone"
            elif not _bare(view, flow.place.shapes):
                note = "a bare text among them is an item that has it under a key, and none has"
                fix = f"read a key of one of them as the text of `{TEXT_BLOCK}`, or bring no texts"
            else:
                continue
            what = f"`{shown(row.place)}` has no use for pieces that are lists"
            yield Problem(row.position, what, note, fix)


def _as_list(slot: Slot) -> bool:
    return AS_LIST in (arguments(slot, lambda d: d.blocks) or ())


def _bare(view: StreamView, place: Shapes) -> bool:
    """Whether an item of a list has a text of its own under one of its keys."""
    lenses = [one for one in lenses_of(view.one, place) if one.lens.inter == TEXT_BLOCK]
    slots = [slot for lens in lenses for slot in lens.slots if slot.row.name == "text"]
    return any(len(s.target.path) == 1 and not s.target.operators for s in slots)


def _plain_texts(view: StreamView) -> Iterator[Flow]:
    for flow in view.all_flows():
        source = flow.source.shapes
        # Arguments may be an object as well, which is their text at once.
        kinds = types(source) - {"null", "object"}
        texts = kinds == {"string"} and not any(one.consts for one in source)
        plain = not flow.row.operator and not flow.row.is_const
        if flow.is_resolved and texts and plain and view.subject(flow.rows.event) is None:
            yield flow


def _gathered(rows: EventRows, place: tuple[Step, ...]) -> bool:
    """Whether a place is inside of what another row of the event pieces together.

    Items that are found by a key are put in one by one: what is around their list does not ask.
    """
    return any(
        row.operator == "gather" and names(row.place) == names(place[: len(row.place)])
        for row in rows.rows
        if len(row.place) < len(place) and not any(step.key for step in place[len(row.place) :])
    )


def is_told(slot: Slot) -> bool:
    return has(slot.target, lambda d: d.streams)


def slots_at(view: StreamView, place: Path) -> Iterator[Slot]:
    """What lenses read at a place of the whole."""
    for end in range(len(place)):
        reached = walk(view.wire, view.whole, place[:end])
        for lens in lenses_of(view.one, reached.shapes):
            for slot in lens.slots:
                if unindexed(slot.target.path) == place[end:]:
                    yield slot


def lenses_of(one: ResolvedFormat, shapes: Shapes) -> list[ResolvedLens]:
    found = {name for shape in shapes for name in records((shape, *shape.items))}
    return [lens for lens in one.lenses if lens.lens.wire in found]


def untold(project: ResolvedProject) -> Problems:
    """Keys of an event that the whole does not have, or that lenses read elsewhere, have a row."""
    for view in streams(project):
        for rows in view.stream.events:
            if rows.error or rows.ignore or not view.readable(rows):
                continue
            if view.subject(rows.event) is None:
                yield from _untold_objects(view, rows)


def grows(view: StreamView, slot: Slot) -> bool:
    """Whether it is a text of a call whose pieces are shown, such as what a model wrote freely."""
    shown = view.one.inter.properties(CALL_PIECE)
    return slot.record == CALL and f"{slot.row.left}{PIECE}" in shown


def read_from(slot: Slot) -> list[Path]:
    """The keys that a text is read from: its own, and those beside it that mean the same."""
    path = unindexed(slot.target.path)
    alike = arguments(slot, lambda d: d.other_keys) or ()
    found = [path, *((*path[:-1], key) for key in alike if "." not in key)]
    return found if path else []


def _untold_objects(view: StreamView, rows: EventRows) -> Problems:
    """Keys of an event that the whole does not have, or objects where a lens reads them."""
    read = {slot.target.path: slot for slot in reply_slots(view)}
    texts = {path: slot for slot in read.values() if is_told(slot) for path in read_from(slot)}
    read |= {path[:1]: slot for path, slot in read.items() if slot.row.fields[0][:1] == (MESSAGE,)}
    whole = view.wire.properties(view.stream.whole)
    keys, tags = view.wire.properties(rows.event), view.wire.tags(rows.event)
    named = {row.source[0] for row in rows.rows if row.source} | set(rows.ignored)
    named |= {*repeated(view.wire, view.stream, rows.event)}
    for key, schema in keys.items():
        if key in named or key in tags:
            continue
        shapes = view.wire.shapes(schema)
        found = read if records(shapes) else texts if "string" in types(shapes) else {}
        if (slot := found.get((key,))) is not None:
            note = f"`{slot.row.left}` at {slot.row.position.short} is read from it"
        elif key not in whole:
            note = f"`{view.stream.whole}` has no such key"
        else:
            continue
        yield Problem(
            rows.position,
            f"no row for `{key}` of `{rows.event}`",
            note,
            "say where it goes, or name it under `ignore`",
        )
    yield from untold_inside(view, rows, WHOLE)
    yield from _untold_parents(view, rows)


def _untold_parents(view: StreamView, rows: EventRows) -> Problems:
    """An object that goes under another name, or into an element, has a row besides its keys."""
    sources = {row.source for row in rows.rows}
    for row in rows.rows:
        place = names(row.place)
        renamed, moved = row.source[:-1], row.source[:2] if row.place and row.place[0].key else ()
        if not (renamed and len(place) > 1 and renamed[-1] != place[-2]):
            renamed = ()
        # What an item has goes under its own name in the element that the item is.
        item = row.source[:1] in sources and place[:2] == row.source[:2]
        if len(row.source) < 3 or item:
            moved = ()
        for outer in dict.fromkeys((renamed, moved)):
            if outer and outer not in sources:
                yield Problem(
                    row.position,
                    f"no row for `{dotted(outer)}`, of which this is a part",
                    "what else it has would go its own way",
                    "add a row that says where it goes",
                )
                sources.add(outer)


def begun_twice(project: ResolvedProject) -> Problems:
    """Two events that put the same object into the whole: both would be sent."""
    for view in streams(project):
        tags = set(view.wire.tags(view.stream.whole))
        first: dict[str, EventRows] = {}
        for flow in view.all_flows():
            if flow.row.place or flow.row.is_const or not flow.is_resolved:
                continue
            for name in records(flow.source.shapes):
                whole = bool(tags) and tags <= set(view.wire.properties(name))
                earlier = first.setdefault("" if whole else name, flow.rows)
                if earlier.event != flow.rows.event and flow.row.operator != "whole":
                    yield Problem(
                        flow.row.position,
                        f"`{earlier.event}` and `{flow.rows.event}` both begin the whole",
                        f"each brings a `{name}`",
                        f"leave one of them to `ignore`, or write `{dotted(flow.row.source)} | "
                        "whole` of the one that has all of the reply where it ends",
                    )


def unsigned(project: ResolvedProject) -> Problems:
    """A block that goes to its own wire alone says that it is one as soon as it begins.

    Its overlay says so: without one, those behind it go out first.
    """
    for view in streams(project):
        pieces = [flow.row for flow in view.all_flows() if flow.row.operator == "append"]
        for flow in view.all_flows():
            if flow.row.operator != "open":
                continue
            texts = {row.place[1].name for row in pieces if len(row.place) == 2}
            for lens in lenses_of(view.one, flow.place.shapes):
                mapped = {slot.target.path[:1] for slot in lens.slots}
                shown = any((text,) in mapped for text in texts)
                if not (lens.lens.own and shown) or overlay_keys(view.wire, lens.lens):
                    continue
                later = [key for key in view.wire.properties(lens.lens.wire) if key in texts]
                later = [key for key in later if (key,) not in mapped]
                yield Problem(
                    lens.lens.position,
                    f"nothing says of a `{lens.lens.wire}` that it is one where it begins",
                    "`own` tells it by what it has beside its rows, and a stream brings that later",
                    f'add `absent: {{ {later[0]}: "" }}`' if later else "leave `own` out",
                )


def refused_beginnings(project: ResolvedProject) -> Problems:
    """A text that comes in pieces begins as an empty one."""
    for view in streams(project):
        places = [names(f.row.place) for f in view.all_flows() if f.row.operator == "append"]
        slots = [slot for place in dict.fromkeys(places) for slot in slots_at(view, place)]
        for slot in slots:
            for operator in slot.target.operators:
                definition = OPERATORS.get(operator.name)
                if definition is not None and definition.refuses_empty and not operator.args:
                    yield Problem(
                        slot.target.position,
                        f"`{slot.target.dotted}` is refused where it is empty",
                        "in a stream it comes in pieces, and begins so",
                        f"write `{operator.name}(drop)`: it waits until there is something",
                    )
