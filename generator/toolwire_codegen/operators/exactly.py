"""``exactly``: the field says that the wire has this one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import is_constant
from ..ir.scope import Scope
from ..load.transform import literal
from ..resolve.paths import fits, text
from ..resolve.problems import Problem, Problems
from ..resolve.signs import known_as_another
from .base import Codec, Definition, Reason, Spot, Use, sides

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Exactly(Codec, Definition):
    name = "exactly"
    example = "exactly(value)"
    takes = (1, 1)
    inter, wire = "scalar", "any"
    purpose = "true where the wire has this value, as JSON; any other stays as it is"
    loss = "none"
    decides = vanishes = True

    def __init__(self, use: Use) -> None:
        self.value = literal(use.operator.args[0])

    def accepts(self, raw: Expr) -> Expr | None:
        return is_constant(raw, self.value)

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.const(True)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.IfElse(ir.Holds(value), ir.const(self.value), ir.const(None))

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        inter, _ = sides(one, view, slot)
        if inter and {shape.json_type for shape in inter} != {"boolean"}:
            return "its field is true or false", "use a table for a field that says more"
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        (_, wire), value = sides(one, view, slot), literal(args[0])
        # An open arm takes nothing of what it says is known.
        left = [s for s in wire if not known_as_another(one.wire.defs.get(s.name), value)]
        if wire and not fits(one.wire, value, tuple(left)):
            yield Problem(
                slot.target.position,
                f"{args[0]} cannot stand at `{slot.target.dotted}`",
                f"the wire has {text(wire)} there",
                "write a value of the wire, as JSON",
            )
