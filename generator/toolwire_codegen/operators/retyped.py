"""``retyped``: a schema whose type names go through a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from .base import Codec, Definition, Spot, Use

if TYPE_CHECKING:
    from .leaf import Leaf


class Retyped(Codec, Definition):
    """Words that the table does not have make the form keep the schema as it came."""

    name = "retyped"
    example = "retyped(name)"
    takes = (1, 1)
    inter, wire = "object", "object"
    purpose = "a schema whose type names go through a table"
    loss = "none"
    decides = names_table = True
    places = ("row", "arm")
    partial = spelled = subtle = True
    expected = "an object"

    def __init__(self, use: Use) -> None:
        table = use.resolver.transform.tables[use.operator.args[0]]
        reading, writing = use.resolver.table_constants(table)
        self.reading, self.writing = ir.var(reading), ir.var(writing)
        self.unknown: Expr = ir.arr()

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        self.unknown = scope.let("odd", ir.arr())
        return ir.runtime("retyped_from", raw, self.reading, self.writing, self.unknown)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.runtime("retyped", value, self.writing)

    def as_it_came(self, value: Expr, spot: Spot) -> Expr | None:
        tables = (self.writing, self.reading)
        return ir.runtime("retyped", value, *tables, ir.var("form"), ir.const(spot.field))

    def odd(self, scope: Scope, value: Expr, raw: Expr, spot: Spot) -> Expr:
        return ir.Filled(self.unknown)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []
