"""``position``: the id of the call that a result answers, by its place where the wire has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from .base import Definition
from .ids import Id

if TYPE_CHECKING:
    from ..plan.reading_rows import RowReader
    from ..plan.resolve import Leaf
    from ..plan.writing import LensWriter


class Position(Id, Definition):
    name = "position"
    takes = (0, 1)
    inter, wire = "string", "string"
    purpose = "the call's id; where the wire has none, the next open call"
    loss = "none"
    call_ids = finds_calls = True

    def tool_name(self, reader: RowReader) -> Expr:
        if not self.args:
            return ir.const(None)
        path = tuple(self.args[0].split("."))
        return ir.opt(reader.node(path[:-1]).var, path[-1])

    def found(self, name: Expr) -> Expr:
        return ir.runtime("answered", ir.var("calls"), name)

    def restored(self, writer: LensWriter, leaf: Leaf, value: Expr, restore: Expr) -> Stmt:
        entry = Expr("spelled", (leaf.row.name, ""))
        if not writer.resolver.hides:
            return ir.if_((entry, [ir.do(restore)]))
        hidden = Expr("in", (value, ir.var("hidden")))
        drop = ir.drop(writer.var(leaf.node), leaf.key)
        return ir.if_((entry, [ir.do(restore)]), (hidden, [drop]))
