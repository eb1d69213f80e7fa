"""``minted``: the id of a call, made up where the wire has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..resolve.intermediate import CALL, CALL_ID
from ..resolve.problems import Problem, Problems
from .base import Definition, Plain, as_it_is
from .ids import Id

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Writing
    from .leaf import Leaf


class Minted(Id, Definition):
    name = "minted"
    example = "minted"
    takes = (0, 1)
    words = ("sent",)
    inter, wire = "string", "string"
    purpose = "an id, made up where the wire has none; `sent`: and then written in the next request"
    loss = "none"
    reads_nothing = settles = True
    call_ids = hides_ids = True

    def found(self, name: Expr) -> Expr:
        return ir.runtime("mint", ir.var("calls"))

    def restored(self, writing: Writing, leaf: Leaf, value: Expr, restore: Expr) -> Stmt:
        entry = ir.Spelled(leaf.row.name, "")
        hide = ir.Add(ir.var("hidden"), value)
        return ir.if_((entry, [ir.if_((restore, [hide]))]))

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        return as_it_is(leaf, value, scope)

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        if (slot.record, slot.row.fields[0]) != (CALL, (CALL_ID,)):
            what, fix = f"`minted` makes up ids of a `{CALL}` alone", "leave it out, or use it for"
            yield Problem(slot.target.position, what, "", f"{fix} `{CALL_ID}` of that type")
