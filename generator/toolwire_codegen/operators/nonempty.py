"""``nonempty``: an empty text is written only where this wire itself had one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.losses import lose
from ..resolve.paths import must_be_there, text, types
from ..resolve.problems import Problem, Problems
from .base import Reason, X, field_and_place, sides
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Nonempty(Modifier):
    name = "nonempty"
    example = "nonempty"
    takes = (0, 1)
    words = ("drop",)
    refuses_empty = True
    purpose = "an empty text is written only where this wire itself had one"
    loss = "an empty text is left out"

    def mark(self, leaf: Leaf) -> None:
        leaf.nonempty = True

    def read(self, reading: Reading, leaf: Leaf, value: Expr) -> None:
        scope = reading.scope
        empty = scope.note(leaf.row.name, "style", ir.const("empty"))
        scope.add(ir.if_((ir.not_(ir.Filled(value)), [empty])))

    def written(self, writing: Writing, leaf: Leaf, value: Expr) -> Expr:
        scope = writing.scope
        local = value if isinstance(value, ir.Var) else scope.let(leaf.row.name, value)
        scope.forms = True
        allowed = ir.Styled(leaf.row.name, "empty")
        refuse = ir.fail("a text that is not empty", X, leaf.row.name)
        if self.args == ("drop",):
            refuse = ir.ret(ir.const(None))
        bad = ir.and_(ir.not_(ir.Filled(local)), ir.not_(allowed))
        scope.add(ir.if_((bad, [refuse])))
        return local

    def losses(self, leaf: Leaf, writing: Writing) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        lost = lose(suffix, "value", "an empty text is left out")
        came = ir.runtime("came_empty", X, ir.FormatName(), ir.const(leaf.row.name))
        return [ir.if_((ir.and_(ir.not_(ir.Filled(value)), ir.not_(came)), [lost]))]

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if not must_be_there(one.inter, slot.record, slot.row.fields[0]):
            return "the field may be absent: then it is not written at all", "leave it out"
        return None

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        inter, _ = sides(one, view, slot)
        if inter and not types(inter) & {"string", "any"}:
            what = f"`nonempty` is for texts, and `{slot.row.left}` is {text(inter)}"
            yield Problem(slot.target.position, what, "", "leave it out")
