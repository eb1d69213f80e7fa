"""``called``: the name of the tool that was called; where the wire has none, that of the call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..resolve.intermediate import ANSWERED
from ..resolve.problems import Problem, Problems
from .base import Definition
from .ids import Id

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Called(Id, Definition):
    """The form notes that a name was missing, and it is left out again while it is that one."""

    name = "called"
    example = "called(field)"
    takes = (1, 1)
    inter, wire = "string", "string"
    purpose = "the name of the tool; where the wire has none, that of the call with that id"
    loss = "none"
    reads_nothing = settles = True
    call_ids = True

    def tool_name(self, reading: Reading) -> Expr:
        return reading.locals[self.args[0]]

    def found(self, name: Expr) -> Expr:
        return ir.Lookup(ir.var("calls"), name, ir.const(""))

    def restored(self, writing: Writing, leaf: Leaf, value: Expr, restore: Expr) -> Stmt:
        return ir.if_((ir.Spelled(leaf.row.name, ""), [ir.do(restore)]))

    def made(self, values: Mapping[str, Expr]) -> Expr | None:
        return None

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """The id must have been read before."""
        if args[0] != ANSWERED or args[0] not in [row.name for row in view.before(slot.row)]:
            what = f"`{args[0]}` is not read before this row"
            fix = f"put the row of `{ANSWERED}` before"
            if args[0] != ANSWERED:
                what, fix = f"`{args[0]}` is no id of a call", f"write `called({ANSWERED})`"
            note = "the call's name is looked up by it"
            yield Problem(slot.target.position, what, note, fix)
