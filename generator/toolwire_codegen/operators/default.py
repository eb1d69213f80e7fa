"""``default``: absent on one side is this value on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..load.transform import literal
from ..resolve.intermediate import ANSWERED, CALL, CALL_ID, RESULT
from ..resolve.problems import Problem, Problems
from .base import Reason
from .fillers import StandIn, there

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf

OWN_IDS = {(CALL, CALL_ID): "minted", (RESULT, ANSWERED): "position"}
"""Fields that tell one from another, and the operator that finds what they are without a value."""


class Default(StandIn):
    name = "default"
    example = "default(value)"
    takes = (1, 1)
    purpose = "absent on one side is this value on the other"
    loss = "none"
    empties = settles = stands_in = True
    places = ("row", "arm")
    fills = True

    def mark(self, leaf: Leaf) -> None:
        leaf.default, leaf.has_default = literal(self.args[0]), True

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        other = OWN_IDS.get((slot.record, slot.row.name))
        if other is not None:
            what = f"`default` gives all that come without `{slot.row.left}` the same one"
            known = "results are matched with their calls by it"
            yield Problem(slot.target.position, what, known, f"use `{other}`")

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        wire, inter = there(one, view, slot)
        if wire is None or wire != inter:
            return None
        if wire:
            return "the wire and the field always have it", "leave it out"
        return "the wire and the field may both be without it", "leave it out"
