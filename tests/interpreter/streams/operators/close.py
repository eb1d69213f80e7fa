"""The element is complete."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ...spec import demand
from ..operator import StreamOperator
from ..pieces import settle

if TYPE_CHECKING:
    from ..body import Body
    from ..elements import Element

Json = Any


class Close(StreamOperator):
    """Its texts are whole; what it is then is all that it is."""

    name = "close"

    def element(self, body: Body, row: StreamRow, about: Element, e: Json) -> bool:
        slot = about.begun()
        if not row.source:
            settle(slot.w)
            return True
        for key in row.source:
            e = e[key]
        demand(type(e) is dict, "an object")
        slot.w.clear()
        slot.w.update(copy.deepcopy(e))
        slot.lists.clear()
        return True
