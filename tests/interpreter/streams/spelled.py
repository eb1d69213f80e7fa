"""What an event says that an element begins as, key by key; and events that are an element."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import EventRows, StreamRow

from ..spec import demand

if TYPE_CHECKING:
    from .body import Body

Json = Any
EMPTY = {"append": str, "add": list, "run": list}


def spelled_out(body: Body, rows: EventRows, row: StreamRow, e: Json) -> Json:
    """The element that an event begins: of the type that the row names, with its keys."""
    for key in row.source:
        e = e[key]
    demand(type(e) is dict, "an object")
    record, found = row.record, {}
    for key in body.wire.required(record):
        consts = body.wire.const(record, key)
        if consts:
            found[key] = consts[0]
    others = [one for one in rows.rows if one is not row and not one.is_const]
    taken: set[str] = set()
    if not row.source:
        taken = {*body.wire.tags(rows.event), *rows.ignored, *(one.source[0] for one in others)}
        finds = {step.key for step in row.place if step.key}
        taken |= {key for key in finds if key not in body.wire.properties(record)}
    for piece in (one for event in body.stream.events for one in event.rows):
        path = [step.name for step in piece.place]
        inner = path[len(row.place) :]
        about = path[: len(row.place)] == [step.name for step in row.place]
        numbered = any(step.key for step in piece.place[len(row.place) :])
        mine = piece.operator in EMPTY and piece.record in ("", record)
        demanded = len(inner) == 1 and inner[0] in body.wire.required(record)
        if about and mine and not numbered and demanded:
            found[inner[0]] = {} if "json" in piece.args else EMPTY[piece.operator]()
    found |= {key: copy.deepcopy(value) for key, value in e.items() if key not in taken}
    for one in others:
        value = e
        for key in one.source:
            value = value.get(key) if type(value) is dict else None
        if value is not None:
            *above, last = [step.name for step in one.place[len(row.place) :]]
            holder = found
            for key in above:
                holder = holder.setdefault(key, {})
            holder[last] = copy.deepcopy(value)
    return found


def is_element(body: Body, rows: EventRows, row: StreamRow) -> bool:
    """Whether an event is all of an element: of a type that the elements have."""
    shapes = body.shapes_of(tuple(step.name for step in row.place))
    items = [one.name for shape in shapes for one in shape.items]
    return not row.source and rows.event in items
