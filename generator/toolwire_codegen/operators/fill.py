"""``fill``: written where the field is absent, for a wire that demands it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .. import ir
from ..ir import Stmt
from ..ir.fields import field_there
from ..ir.losses import lose_field
from ..load.transform import literal
from .base import Reason, X
from .expected import Expected
from .fillers import StandIn, there

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Fill(StandIn):
    name = "fill"
    example = "fill(value)"
    takes = (1, 1)
    purpose = "the wire demands it: written where the field is absent"
    loss = "an invented value is written"
    empties = True
    fills = True

    def mark(self, leaf: Leaf) -> None:
        leaf.fill, leaf.has_fill = literal(self.args[0]), True

    def always_losses(self, leaf: Leaf) -> list[Stmt]:
        what = json.dumps(leaf.fill)
        reason = f"the wire demands it: {what} is written"
        filled = lose_field(reason, leaf.field[:1], "filled")
        if leaf.excused:
            excused = ir.runtime("excused_in", X, ir.FormatName(), ir.const(leaf.key))
        elif leaf.codec.partial:
            place = ir.const(".".join(leaf.target.path))
            excused = ir.runtime("has_at", X, ir.FormatName(), place)
        else:
            return [filled]
        absent = ir.not_(field_there(leaf.field[:1]))
        return [ir.if_((ir.and_(absent, ir.not_(excused)), [filled]))]

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        wire, inter = there(one, view, slot)
        excused = any(operator.name == Expected.name for operator in slot.target.operators)
        if wire is False and not excused:
            return "the wire may be without it", "leave it out, or add `expected`"
        return ("the field is always there", "leave it out") if wire and inter else None
