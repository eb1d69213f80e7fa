"""Rules on the types of a stream: what an event brings fits the place where it goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..load.schema import Schema
from ..load.stream import JSON, SO_FAR
from ..resolve.format import ResolvedProject
from ..resolve.paths import (
    Shapes,
    fits,
    is_list,
    lists,
    only_constants,
    records,
    text,
    through,
    types,
)
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import other_constants, walk
from .stream import found_by
from .stream_coverage import ELEMENT, PUT
from .stream_view import Flow, StreamView, anything, dotted, shown, streams

SCALAR = frozenset({"string", "integer", "number", "boolean"})


def mismatches(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        for flow in view.all_flows():
            row, at = flow.row, flow.row.position
            if not flow.is_resolved or not view.whole or not view.readable(flow.rows):
                continue
            if row.is_const:
                if not fits(view.wire, row.const, flow.place.shapes):
                    yield Problem(
                        at,
                        f"{row.const!r} cannot stand in `{shown(row.place)}`",
                        f"it is {text(flow.place.shapes)}",
                        "write a value of that type",
                    )
                continue
            rule = TYPE_RULES.get(row.operator)
            gap = rule(view.wire, flow) if rule is not None else ""
            if gap:
                name = f"`{row.operator}`" if row.operator else "a row without an operator"
                yield Problem(at, f"{name} {gap}", "", "use the operator that fits")
            elif row.operator in (*PUT, *ELEMENT):
                yield from _other_types(view.wire, flow)
            yield from _strangers(view.wire, flow)
            yield from _constants(view, flow)
            yield from _key_types(view, flow)


def _key_types(view: StreamView, flow: Flow) -> Problems:
    for record, key in found_by(view, flow):
        shapes = view.wire.shapes(view.wire.properties(record).get(key, {}))
        if shapes and not anything(shapes) and not types(shapes) & SCALAR:
            yield Problem(
                flow.row.position,
                f"`{key}` of `{record}` cannot tell an element",
                f"it is {text(shapes)}",
                "name a number or a text",
            )


TypeRule = Callable[[Schema, Flow], str]
"""What does not agree, in a finding's words, or ""."""


def _holds(shapes: Shapes, *kinds: str) -> bool:
    """Whether a value may be nothing but these kinds (or null)."""
    return anything(shapes) or types(shapes) - {"null"} <= set(kinds)


def _takes(shapes: Shapes, *kinds: str) -> bool:
    """Whether a place may hold one of these kinds."""
    return anything(shapes) or bool(types(shapes) & set(kinds))


def _ends_of(what: str, source: Shapes, place: Shapes) -> str:
    return f"{what}: {text(source)} would stand in {text(place)}"


def _same(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if flow.row.place and flow.row.place[-1].key:
        ok = is_list(source) or anything(source)
        return "" if ok else f"puts items into a list, not {text(source)}"
    if not flow.row.place and not _holds(source, "object"):
        return f"puts an object into the whole, not {text(source)}"
    if not flow.row.place and flow.row.source and not anything((*source, *place)):
        place_keys = {key for name in records(place) for key in wire.properties(name)}
        other = [key for name in records(source) for key in wire.properties(name)]
        if missing := [key for key in other if key not in place_keys]:
            return f"puts an object into the whole, which has no {quoted(missing)}"
    left, right = only_constants(source), only_constants(place)
    if left and right and not set(left) & set(right):
        return _ends_of("joins values of one kind", source, place)
    if anything(place) or _holds(source, *types(place)):
        return ""
    return _ends_of("joins values of one kind", source, place)


def _append(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if not anything(source) and is_list(source):
        return _append_items(flow)
    whole = ("object",) if _takes(place, "object") and "object" in types(source) else ()
    if not _holds(source, "string", *whole) or not _takes(source, "string"):
        return f"joins texts, not {text(source)}"
    wanted = "object" if JSON in flow.row.args else "string"
    return "" if _takes(place, wanted) else f"makes {_article(wanted)}, not {text(place)}"


def _append_items(flow: Flow) -> str:
    """Pieces that are a text or items of a list, of what is a text or a list."""
    source, place = flow.source.shapes, flow.place.shapes
    if flow.row.so_far:
        return f"takes all of a text each time, with `{SO_FAR}`, not {text(source)}"
    if flow.row.args or not _takes(source, "string") or not _holds(source, "string", "array"):
        return f"joins texts, and lists beside them, not {text(source)}"
    if not (_takes(place, "string") and _takes(place, "array")):
        return f"makes a text or a list, not {text(place)}"
    items, wanted = lists(source), lists(place)
    if anything(wanted) or {*records(items)} <= {*records(wanted)}:
        return ""
    return _ends_of("adds items of the list", items, wanted)


def _done(wire: Schema, flow: Flow) -> str:
    source = flow.source.shapes
    return "" if _holds(source, "string") else f"is a text as a whole, not {text(source)}"


def _article(kind: str) -> str:
    return f"an {kind}" if kind == "object" else "a text"


def _add(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if not _takes(place, "array"):
        return f"adds to a list, not to {text(place)}"
    items = lists(place)
    if not items or anything(items) or _holds(source, *types(items)):
        return ""
    return _ends_of("adds an item of the list", source, items)


def _open(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if not _holds(source, "object"):
        return f"begins an element with an object, not with {text(source)}"
    return "" if _takes(place, "object") else f"begins an object, not {text(place)}"


def _close(wire: Schema, flow: Flow) -> str:
    if not flow.row.source or _holds(flow.source.shapes, "object"):
        return ""
    return f"ends an element with an object, not with {text(flow.source.shapes)}"


def _other_types(wire: Schema, flow: Flow) -> Problems:
    """Keys of an object that go in as they are, and of which no type there has the JSON type."""
    row, place_keys = flow.row, _keys(wire, flow.place.shapes)
    end = len(row.source) + 1
    sources = {one.source[:end] for one in flow.rows.rows if one is not row}
    for key, own in _keys(wire, through(flow.source.shapes)).items() if row.source else ():
        source, theirs = (*row.source, key), place_keys.get(key, own)
        if source in sources or anything((*own, *theirs)) or types(own) & types(theirs):
            continue
        yield Problem(
            row.position,
            f"`{dotted(source)}` is {text(own)}",
            f"in `{shown(row.place)}` it is {text(theirs)}",
            "name its keys in rows of their own, with the operators that fit",
        )


def _keys(wire: Schema, shapes: Shapes) -> dict[str, Shapes]:
    """What stands under each key of some types, whichever of them a value is of."""
    found: dict[str, Shapes] = {}
    for name in records(shapes):
        for key, schema in wire.properties(name).items():
            found[key] = (*found.get(key, ()), *wire.shapes(schema))
    return found


def _strangers(wire: Schema, flow: Flow) -> Problems:
    """Known types that are none of the place's: they would stand there as unknown ones."""
    tagged = {name: tags for name in records(flow.place.shapes) if (tags := wire.tags(name))}
    other = [
        name for name in records(flow.source.shapes)
        if (tags := wire.tags(name)) and not any(agree(tags, one) for one in tagged.values())
    ]  # fmt: skip
    if tagged and other and flow.row.source and flow.row.operator in ELEMENT:
        yield Problem(
            flow.row.position,
            f"{quoted(other)} would stand in `{shown(flow.row.place)}` as what nobody knows",
            f"what is known there: {quoted(list(tagged))}",
            f"`ignore` the event; `append(opens, {next(iter(tagged))})` lets a piece begin one",
        )


def _constants(view: StreamView, flow: Flow) -> Problems:
    """Constants of an event's object where the reply's types have others: which is meant?"""
    if view.subject(flow.rows.event) is not None or flow.rows.arm:
        return
    holders = through(flow.place.shapes)
    for record in records(through(flow.source.shapes)):
        for key, theirs in other_constants(view.wire, record, holders).items():
            if len(theirs) > 1:
                yield Problem(
                    flow.row.position,
                    f"`{key}` of `{record}` is none of what may stand in `{shown(flow.row.place)}`",
                    f"there it is {quoted(map(str, theirs))}",
                    f"leave the constant out of `{record}`, or let one type there have `{key}`",
                )


def agree(tags: dict[str, Any], others: dict[str, Any]) -> bool:
    """Whether an object can be of both types, by the constants of the keys that both have."""
    return all(tags[key] == others[key] for key in tags.keys() & others.keys())


def _gather(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if not _holds(source, "object") or not _takes(place, "object"):
        return _ends_of("gathers the keys of an object", source, place)
    return ""


def _latest(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if not _holds(source, "object") or not _takes(place, "object"):
        return _ends_of("takes the place of an object", source, place)
    return ""


def _items(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    listed = flow.row.place and flow.row.place[-1].key
    if not _holds(source, "array") or not (listed or _takes(place, "array")):
        return _ends_of("puts items of a list into a list", source, place)
    return ""


def _run(wire: Schema, flow: Flow) -> str:
    items = lists(flow.source.shapes)
    gap = _items(wire, flow)
    if not gap and items and not types(items) & {"object", "any"}:
        gap = f"adds objects to a list, not {text(items)}"
    if gap or not flow.row.args:
        return gap
    shapes = walk(wire, lists(flow.source.shapes), flow.row.args[:1]).shapes
    return "" if not shapes or _takes(shapes, "string") else f"joins texts, not {text(shapes)}"


def _paths(wire: Schema, flow: Flow) -> str:
    source, place = flow.source.shapes, flow.place.shapes
    if not _holds(source, "array") or not _takes(place, "object"):
        return _ends_of("builds an object from a list of its parts", source, place)
    return ""


TYPE_RULES: dict[str, TypeRule] = {
    "": _same,
    "append": _append,
    "done": _done,
    "add": _add,
    "open": _open,
    "close": _close,
    "whole": _same,
    "gather": _gather,
    "filled": _gather,
    "latest": _latest,
    "renew": _items,
    "run": _run,
    "paths": _paths,
}
