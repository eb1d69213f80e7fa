"""The element is complete."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import UNNAMED, EventRows, StreamRow

from ...spec import demand
from .. import operator
from ..elements import Element, PassedOn, begin, move
from ..operator import StreamOperator
from ..pieces import put, settle
from ..spelled import is_element

if TYPE_CHECKING:
    from ..body import Body

Json = Any


def _replace(w: dict[str, Json], e: dict[str, Json]) -> None:
    w.clear()
    w.update(copy.deepcopy(e))


def said_beside(rows: EventRows, row: StreamRow, e: Json) -> list[tuple[list[str], Json]]:
    """What an event brings of the element that it ends: where that goes in it, and the value."""
    found = []
    for one in rows.rows:
        value = e
        for key in one.source:
            value = value.get(key) if type(value) is dict else None
        if one is not row and not one.operator and not one.is_const and value is not None:
            found.append(([step.name for step in one.place[len(row.place) :]], value))
    return found


def _by_pieces(body: Body, about: Element) -> bool:
    """Whether pieces begin elements of this list."""
    way = [step.name for step in about.steps]
    opening = [row for rows in body.stream.events for row in rows.rows if row.opens]
    ends = [max(at for at, step in enumerate(row.place, 1) if step.key) for row in opening]
    return any(
        [step.name for step in row.place[:end]] == way
        for row, end in zip(opening, ends, strict=True)
    )


def _comes_again(body: Body, ends: EventRows, row: StreamRow, w: dict[str, Json]) -> bool:
    """Whether an element is an event as well, which comes behind that which ends it."""
    for rows in body.stream.events:
        for one in rows.rows:
            if not operator.of(one).bounds or one.place[-1].key == UNNAMED:
                continue
            here = [step.name for step in one.place] == [step.name for step in row.place]
            tags = {key: body.wire.const(rows.event, key) for key in body.wire.required(rows.event)}
            fits = all(w.get(key) == values[0] for key, values in tags.items() if values)
            if rows is not ends and here and fits and is_element(body, rows, one):
                return True
    return False


class Close(StreamOperator):
    """Its texts are whole; what it is then is all that it is."""

    name = "close"
    bounds = ends = True

    def is_it(self, body: Body, rows: EventRows, row: StreamRow) -> bool:
        return is_element(body, rows, row)

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        rows = next(one for one in body.stream.events if row in one.rows)
        if is_element(body, rows, row):
            if about.slot is None or about.steps[-1].key == UNNAMED:
                begin(body, about, {})
            _replace(about.begun().w, e)
            return True
        if about.slot is None and not row.source and _by_pieces(body, about):
            raise PassedOn  # of its pieces nobody knew anything
        if about.slot is None and row.opens:
            begin(body, about, {})
        slot = about.begun()
        if not row.source:
            for path, value in said_beside(rows, row, e):
                *above, last = path
                w = slot.w
                for at, key in enumerate(above, 1):
                    w = body.opened_object(
                        w, key, (*[step.name for step in row.place], *above[:at])
                    )
                put(w, last, value)
            if not _comes_again(body, rows, row, slot.w):
                settle(slot.w)
            move(body, slot.w, about.steps)
            return True
        for key in row.source:
            e = e[key]
        demand(type(e) is dict, "an object")
        _replace(slot.w, e)
        slot.lists.clear()
        return True
