"""``minted``: the id of a call, made up where the wire has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from .base import Definition
from .ids import Id

if TYPE_CHECKING:
    from ..plan.resolve import Leaf
    from ..plan.writing import LensWriter


class Minted(Id, Definition):
    name = "minted"
    takes = (0, 1)
    words = ("sent",)
    inter, wire = "string", "string"
    purpose = "an id, made up where the wire has none; `sent`: and then written in the next request"
    loss = "none"
    call_ids = hides_ids = True

    def found(self, name: Expr) -> Expr:
        return ir.runtime("mint", ir.var("calls"))

    def restored(self, writer: LensWriter, leaf: Leaf, value: Expr, restore: Expr) -> Stmt:
        entry = Expr("spelled", (leaf.row.name, ""))
        hide = ir.do(Expr("call", ("add", (ir.var("hidden"), value))))
        return ir.if_((entry, [ir.if_((restore, [hide]))]))
