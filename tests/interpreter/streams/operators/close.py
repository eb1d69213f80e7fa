"""The element is complete."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import UNNAMED, EventRows, StreamRow

from ...spec import demand
from ..elements import Element, begin, move
from ..operator import StreamOperator
from ..pieces import settle
from ..spelled import is_element

if TYPE_CHECKING:
    from ..body import Body

Json = Any


def _replace(w: dict[str, Json], e: dict[str, Json]) -> None:
    w.clear()
    w.update(copy.deepcopy(e))


class Close(StreamOperator):
    """Its texts are whole; what it is then is all that it is."""

    name = "close"
    bounds = True

    def is_it(self, body: Body, rows: EventRows, row: StreamRow) -> bool:
        return is_element(body, rows, row)

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        rows = next(one for one in body.stream.events if row in one.rows)
        if is_element(body, rows, row):
            if about.slot is None or about.steps[-1].key == UNNAMED:
                begin(body, about, {})
            _replace(about.begun().w, e)
            return True
        slot = about.begun()
        if not row.source:
            settle(slot.w)
            move(body, slot.w, about.steps)
            return True
        for key in row.source:
            e = e[key]
        demand(type(e) is dict, "an object")
        _replace(slot.w, e)
        slot.lists.clear()
        return True
