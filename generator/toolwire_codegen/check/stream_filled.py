"""Rules on the places that events of the body's shape fill: each from one key, the right one."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import EventRows, names
from ..resolve.intermediate import CALL, CALL_ID, CALL_NAME
from ..resolve.lenses import Slot
from ..resolve.paths import Path, types
from ..resolve.problems import Problem, Problems, quoted
from .stream_telling import slots_at
from .stream_view import Flow, StreamView, anything, dotted, odd

PUT = ("", "gather", "filled", "latest", "renew")
"""Operators of rows that put in what no other row names, under its own name."""
ARGUMENTS = "arguments"


def filled(view: StreamView, rows: EventRows) -> Problems:
    """No two keys of an event are one value of the reply, and what tells calls is what is read."""
    # What `paths` brings is laid into what stands there.
    flows = [flow for flow in view.flow(rows)
             if flow.row.source and flow.is_resolved and flow.row.operator != "paths"]  # fmt: skip
    found = [*_again(view, rows, flows), *_taken_away(view, flows)]
    yield from found
    for flow in flows:
        if flow.row.operator == "renew" and not found:
            yield from _renewed(view, flow, flows)


def _again(view: StreamView, rows: EventRows, flows: list[Flow]) -> Problems:
    """Places that a row fills, and a key of the same name: two rows for one are no YAML."""
    taken = {flow.row.source for flow in flows}
    for flow in flows:
        place = names(flow.row.place)
        for outer in _around(flow, flows):
            same = (*outer.row.source, *place[len(outer.row.place) :])
            if same not in taken and _stands(view, rows, same):
                yield _twice(flow, same)
                break


def _around(flow: Flow, flows: list[Flow]) -> Iterator[Flow]:
    """The rows that put in the objects around a place.

    What a reply begins as may have there what an event says beside it.
    """
    place = names(flow.row.place)
    for outer in flows:
        depth = len(outer.row.place)
        inside = 0 < depth < len(place) and place[:depth] == names(outer.row.place)
        if inside and outer.row.operator in PUT:
            yield outer


def _taken_away(view: StreamView, flows: list[Flow]) -> Problems:
    """Keys that go elsewhere, though a call has its id or name where they would stand."""
    brought = {names(flow.row.place) for flow in flows}
    for flow in flows:
        for outer in _around(flow, flows):
            depth = len(outer.row.source)
            own = (*names(outer.row.place), *flow.row.source[depth:])
            if flow.row.source[:depth] != outer.row.source or own in brought:
                continue
            fields = [(CALL_ID,), (CALL_NAME,)]
            slots = [slot for slot in slots_at(view, own) if slot.record == CALL]
            read = [slot for slot in slots if any(one in slot.row.fields for one in fields)]
            if read:
                yield odd(
                    flow,
                    f"takes `{dotted(flow.row.source)}` away from `{dotted(own)}`",
                    f"`{read[0].row.left}` at {read[0].row.position.short} is read there",
                    "name the key that belongs here, or bring that as well",
                )
                break


def _twice(flow: Flow, source: Path) -> Problem:
    return odd(
        flow,
        f"is what two keys bring, `{dotted(source)}` and `{dotted(flow.row.source)}`",
        "what an object has goes under its own name, unless a row says where",
        "name the key that has it, or say in a row where the other goes",
    )


def _stands(view: StreamView, rows: EventRows, path: Path) -> bool:
    """Whether the schema says that an event has this key."""
    around = view.source(rows.event, "", path[:-1])
    found = view.source(rows.event, "", path)
    resolved = around.is_resolved and found.is_resolved
    return resolved and not anything(around.shapes) and bool(found.shapes)


def _renewed(view: StreamView, flow: Flow, flows: list[Flow]) -> Iterator[Problem]:
    """The keys that tell one call from the next are those that its lens reads."""
    key, *again = (tuple(path.split(".")) for path in flow.row.args)
    source = view.source(flow.rows.event, "", (*flow.row.source, *key))
    counts = types(source.shapes) - {"null"} == {"integer"}
    const = bool(source.shapes) and all(shape.consts for shape in source.shapes)
    tells_apart = counts or not _calls(view, flow) or _read(view, flow, flows, key, CALL_ID)
    if const or not tells_apart:
        note = "it is a constant" if const else "no lens reads it as the `id` of a call"
        yield _wrong(flow, 0, note, "name the key of the id, or of a number that counts")
    if len(again) < 2:
        return
    name, text = again
    depth = len(flow.row.source)
    texts = [
        one.row.source[depth:] for one in flows
        if one.row.operator == "append" and one.row.source[:depth] == flow.row.source
    ]  # fmt: skip
    usual = [path for path in texts if _read(view, flow, flows, path, ARGUMENTS)] or texts
    owners = [slot.owner for slot in _read(view, flow, flows, name, CALL_NAME)]
    # Arguments may come as an object, of which nothing comes in pieces.
    fits = text in usual if usual else bool(_read(view, flow, flows, text, ARGUMENTS))
    if not fits:
        note = f"those that come in pieces: {quoted(map(dotted, usual)) or 'none'}"
        yield _wrong(flow, 2, note, "name the text that the row with `append` brings")
    elif not owners:
        yield _wrong(flow, 1, "no lens reads it as the `name` of a call", "name the key that it is")


def _wrong(flow: Flow, at: int, note: str, fix: str) -> Problem:
    what = ("what tells one call from another", "the name of a call", "the text of a call")[at]
    path = flow.row.args[at]
    return odd(flow, f"has `{path}` for {what}", note, f"{fix}: `renew(key, name, text)`")


def _read(
    view: StreamView, flow: Flow, flows: list[Flow], key: Path, field: str
) -> list[Slot]:
    """Where lenses of calls read a field of what an element of an event has under a key."""
    source = (*flow.row.source, *key)
    rows = [one.row.place for one in flows if one.row.source == source]
    place = names(rows[0]) if rows else (*names(flow.row.place), *key)
    fields = (field,)
    return [
        slot for slot in slots_at(view, place) if slot.record == CALL and fields in slot.row.fields
    ]


def _calls(view: StreamView, flow: Flow) -> bool:
    """Whether lenses read calls in a list."""
    slots = [slot for lens in view.one.lenses for slot in lens.slots]
    ids = [slot for slot in slots if slot.record == CALL and (CALL_ID,) in slot.row.fields]
    place = names(flow.row.place)
    return any(slot in [*slots_at(view, (*place, *slot.target.path))] for slot in ids)
