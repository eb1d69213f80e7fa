"""``expected``: what the wire demands may be absent from this wire's own traffic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..resolve.paths import must_be_there
from .base import Reason
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Expected(Modifier):
    name = "expected"
    example = "expected"
    purpose = "may be absent from this wire's own traffic; else an error, or filled"
    loss = "none"
    empties = reads_nothing = True
    fills = excuses = True

    def mark(self, leaf: Leaf) -> None:
        leaf.excused = True

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if must_be_there(one.inter, slot.record, slot.row.fields[0]):
            return "the field is always there", "leave it out"
        if len(slot.target.path) != 1 or len(slot.row.targets) != 1:
            return "it is for one key of the wire object itself", "leave it out"
        return None
