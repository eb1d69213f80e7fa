"""``position``: the id of the call that a result answers, by its place where the wire has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..resolve.intermediate import ANSWERED, CALLED
from ..resolve.paths import follow
from ..resolve.problems import Problem, Problems, nearest
from .base import Definition, Plain, as_it_is
from .ids import Id

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Position(Id, Definition):
    name = "position"
    example = "position"
    takes = (0, 1)
    inter, wire = "string", "string"
    purpose = "the call's id; where the wire has none, the next open call"
    loss = "none"
    reads_nothing = settles = True
    call_ids = finds_calls = True

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        return as_it_is(leaf, value, scope) if self.has_place else None

    def tool_name(self, reading: Reading) -> Expr:
        if not self.args:
            return ir.const(None)
        path = tuple(self.args[0].split("."))
        return ir.opt(reading.object(path[:-1]), path[-1])

    def found(self, name: Expr) -> Expr:
        return ir.runtime("answered", ir.var("calls"), name)

    def restored(self, writing: Writing, leaf: Leaf, value: Expr, restore: Expr) -> Stmt:
        entry = ir.Spelled(leaf.row.name, "")
        if not writing.hides_ids:
            return ir.if_((entry, [ir.do(restore)]))
        hidden = ir.In(value, ir.var("hidden"))
        drop = ir.drop(writing.object(leaf.node), leaf.key)
        return ir.if_((entry, [ir.do(restore)]), (hidden, [drop]))

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        if not args:
            return
        reached = follow(one.wire, view.lens.wire, tuple(args[0].split(".")))
        if reached.lost:
            yield Problem(
                slot.target.position,
                f"`{view.lens.wire}` has no path `{args[0]}`",
                nearest(reached.lost, reached.names, "keys"),
                "name where the wire has the call's name",
            )

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        if slot.row.fields[0] != (ANSWERED,):
            what = "`position` finds the call that a result answers"
            note = f"that stands in `{ANSWERED}`"
            yield Problem(slot.target.position, what, note, "leave it out")
            return
        args = next((o.args for o in slot.target.operators if o.name == cls.name), ())
        rows = [row for row in view.lens.all_rows if row.fields == ((CALLED,),) and row.targets]
        if not args or not follow(one.wire, view.lens.wire, tuple(args[0].split("."))).lost:
            yield from cls._asking(slot, args, [".".join(row.targets[0].path) for row in rows])

    @classmethod
    def _asking(cls, slot: Slot, args: tuple[str, ...], names: list[str]) -> Problems:
        """A result is held to the name it has on the wire, by those who read it, too."""
        note = "a result without an id answers the next open call of its name"
        if args and not names:
            what = f"`position({args[0]})` looks for a name that nothing writes"
            fix = f"map the name, `{CALLED}: {args[0]} | called({ANSWERED})`, or write `position`"
            yield Problem(slot.target.position, what, note, fix)
        for name in names:
            if args != (name,):
                own = f"position({args[0]})" if args else "position"
                what = f"`{own}` does not ask for the tool, which `{name}` names"
                yield Problem(slot.target.position, what, note, f"write `position({name})`")
