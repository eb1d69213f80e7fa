"""``aside``: texts that stand in a key of their own, though others of their kind do not.

What tells them is that they say so, or a field that they alone have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..resolve.problems import Problem, Problems, nearest
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
    takes = (0, 2)
    wire = "string"
    purpose = "blocks that say they stood here, or have this field; others go with the rest"
    loss = "several blocks become one"
    places: ClassVar[tuple[str, ...]] = ("part",)

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        note = ir.const({"$": {"at": use.target.path[-1]}})
        self.sets_aside = True
        self.marks = self.args[1] if len(self.args) > 1 else ""
        self.aside = None if self.marks else ir.obj([(ir.FormatName(), note)])

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        one = reading.taking(leaf, [ir.append(blocks, self.block(raw))])
        return [ir.if_((ir.and_(ir.is_(raw, "string"), ir.Filled(raw)), one))]

    def block(self, text: Expr) -> Expr:
        mark = (self.marks, ir.const(True)) if self.aside is None else ("metadata", self.aside)
        return ir.obj([("kind", ir.const(self.kind)), ("text", text), mark])

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if slot.part == "*":
            return '"*" takes what stands nowhere else', "name an arm"
        if not view.lens.keeps and len(slot.target.operators[0].args) < 2:
            return "nothing would remember that a block stood here", 'add `metadata: "*"`'
        return super().needs(one, view, slot)

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """The field is one that is true wherever it is there."""
        fields = one.inter.properties(slot.part)
        if len(args) < 2 or not fields:
            return
        at, field = slot.target.position, args[1]
        if field not in fields:
            what = f"`{slot.part}` has no field `{field}`"
            yield Problem(at, what, nearest(field, fields, "fields"), "name one of its fields")
        elif one.inter.const(slot.part, field) != (True,):
            what = f"`{field}` of `{slot.part}` is more than a mark"
            yield Problem(at, what, "", "name a field that is true, if it is there")
