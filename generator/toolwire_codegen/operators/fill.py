"""``fill``: written where the field is absent, for a wire that demands it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there
from ..load.transform import literal
from .base import Modifier, X, lose

if TYPE_CHECKING:
    from ..plan.resolve import Leaf


class Fill(Modifier):
    name = "fill"
    takes = (1, 1)
    purpose = "the wire demands it: written where the field is absent"
    loss = "an invented value is written"
    fills = True

    def mark(self, leaf: Leaf) -> None:
        leaf.fill, leaf.has_fill = literal(self.args[0]), True

    def always_losses(self, leaf: Leaf) -> list[Stmt]:
        what = json.dumps(leaf.fill)
        filled = lose(f"/{leaf.field[0]}", "filled", f"the wire demands it: {what} is written")
        absent = ir.not_(field_there(leaf.field[:1]))
        if leaf.excused:
            excused = ir.runtime("excused_in", X, Expr("FORMAT", ()), ir.const(leaf.key))
            absent = ir.and_(absent, ir.not_(excused))
        return [ir.if_((absent, [filled]))]
