"""The element is complete."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ...spec import demand
from ..elements import Element, move
from ..operator import StreamOperator
from ..pieces import settle

if TYPE_CHECKING:
    from ..body import Body

Json = Any


class Close(StreamOperator):
    """Its texts are whole; what it is then is all that it is."""

    name = "close"

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        slot = about.begun()
        if not row.source:
            settle(slot.w)
            move(body, slot.w, about.steps)
            return True
        for key in row.source:
            e = e[key]
        demand(type(e) is dict, "an object")
        slot.w.clear()
        slot.w.update(copy.deepcopy(e))
        slot.lists.clear()
        return True
