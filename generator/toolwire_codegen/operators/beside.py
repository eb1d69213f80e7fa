"""``beside``: the wire has it only inside what another field is written as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Stmt
from ..ir.fields import bound_there, refuse_misfit
from ..ir.losses import lose_field
from ..resolve.paths import fits, must_be_there, text
from ..resolve.problems import Problem, Problems, nearest
from .base import Modifier, Pairs, Reason

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Writing
    from .leaf import Leaf


class Beside(Modifier):
    name = "beside"
    example = "beside(field, value)"
    takes = (2, 2)
    purpose = "the wire has it only beside this field, then set so"
    loss = "an invented value is written beside it"
    joins = True

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        """That object is written first, or made up."""
        field, value = self.args
        other = writing.leaf_of(field)
        name = writing.scope.fresh(leaf.field[0])
        inner = writing.scope.inner()
        inner.add(*refuse_misfit(ir.var(name), leaf.inter, leaf.field))
        made = other.codec.encode(inner, ir.const(value), writing.spot(other))
        turned = leaf.codec.encode(inner, ir.var(name), writing.spot(leaf))
        args = (ir.var("w"), ir.const(leaf.node[-1]), made, ir.const(leaf.key), turned)
        inner.add(ir.do(ir.runtime("put_beside", *args)))
        writing.last.append(ir.if_((bound_there(leaf.field, name), inner.body)))
        return True

    def losses(self, leaf: Leaf) -> list[Stmt]:
        field, value = self.args
        reason = f"the wire has it only beside {field}, which is then {value!r}"
        return [lose_field(reason, (field,), "filled")]

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        always = must_be_there(one.inter, slot.record, slot.row.fields[0])
        if always or len(slot.row.targets) != 1:
            return "it is for a field that may be absent, and goes to one place", "leave it out"
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        at = slot.target.position
        others = {row.name: row for row in view.lens.rows if row.targets and row is not slot.row}
        other = others.get(args[0])
        if other is None:
            yield Problem(
                at,
                f"no row for `{args[0]}` to stand beside",
                nearest(args[0], others, "rows"),
                "name the field of another row",
            )
            return
        if slot.target.path[:-1] != other.targets[0].path or len(slot.target.path) != 2:
            yield Problem(
                at,
                f"`{slot.target.dotted}` is not inside `{other.targets[0].dotted}`",
                "",
                f"name a key of what `{args[0]}` is written to",
            )
        shapes = one.inter_shapes(view.lens.inter, other.fields[0])
        if shapes and not fits(one.inter, args[1], shapes):
            yield Problem(
                at,
                f"{args[1]!r} cannot stand in `{args[0]}`",
                f"the field is {text(shapes)}",
                "name one of its values",
            )
