"""``aside``: texts that stand in a key of their own, though others of their kind do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from .base import Reason, Use
from .joined import Joined

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading
    from .leaf import Leaf


class Aside(Joined):
    """A block that was read from here says so: only such a block is written here."""

    name = "aside"
    example = "aside"
    takes = (0, 1)
    wire = "string"
    purpose = "blocks with a text that say they stood here; others of the kind go with the rest"
    loss = "several blocks become one"
    places: ClassVar[tuple[str, ...]] = ("part",)

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        note = ir.const({"$": {"at": use.target.path[-1]}})
        self.told = ir.obj([(ir.FormatName(), note)])
        self.aside = self.told

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        one = reading.taking(leaf, [ir.append(blocks, self.block(raw))])
        return [ir.if_((ir.and_(ir.is_(raw, "string"), ir.Filled(raw)), one))]

    def block(self, text: Expr) -> Expr:
        kind = ir.const(self.kind)
        return ir.obj([("kind", kind), ("text", text), ("metadata", self.told)])

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if slot.part == "*":
            return '"*" takes what stands nowhere else', "name an arm"
        if not view.lens.keeps:
            return "nothing would remember that a block stood here", 'add `metadata: "*"`'
        return super().needs(one, view, slot)
