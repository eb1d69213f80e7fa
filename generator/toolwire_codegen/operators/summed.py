"""``summed``: a wire count in which others are, too, that it does not tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_value
from ..ir.scope import Scope
from ..resolve.paths import text, types
from ..resolve.problems import Problem, Problems, twice
from .base import Codec, Definition, Spot, Use

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Summed(Codec, Definition):
    """Read as it is: nothing says how much of it the others are. Written, it has them all in it."""

    name = "summed"
    example = "summed(object.field)"
    takes = (1, 4)
    inter, wire = "integer", "integer"
    purpose = "a wire count in which these are, too, and which does not tell them apart"
    loss = "none"
    includes = True
    expected = "an integer"

    def __init__(self, use: Use) -> None:
        self.others = [tuple(arg.split(".")) for arg in use.operator.args]

    def accepts(self, raw: Expr) -> Expr | None:
        return ir.is_(raw, "integer")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return raw

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        others = (ir.Amount(field_value(path[:-1]), path[-1]) for path in self.others)
        return ir.Plus((value, *others))

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        from .uses import has

        at, beside = slot.target.position, slot.row.fields[0][:-1]
        if has(slot.target, lambda d: d.stands_in):
            what = "of a count that is missing nobody knows what is in it"
            yield Problem(at, what, "", "leave out what stands for it")
        for name in args:
            *around, last = name.split(".")
            shapes = one.inter_shapes(slot.record, (*around, last))
            if tuple(around) != beside:
                what = f"`{name}` does not stand beside `{'.'.join(slot.row.fields[0])}`"
                yield Problem(at, what, "", "name a count of the same object, with its path")
            elif "integer" not in types(shapes):
                note = f"it is {text(shapes)}" if shapes else ""
                yield Problem(at, f"`{name}` is no count", note, "name a count beside this one")
            elif any(row.targets and (*around, last) in row.fields for row in view.lens.rows):
                what = f"`{name}` has a place of its own on the wire"
                yield Problem(at, what, "", "use `less`, in a lens of the object that holds both")
        yield from twice(args, cls.name, at)
