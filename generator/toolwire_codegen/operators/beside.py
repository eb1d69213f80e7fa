"""``beside``: the wire has it only inside what another field is written as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Stmt
from ..ir.fields import bound_there, field_there, refuse_misfit
from .base import Modifier, Pairs, lose

if TYPE_CHECKING:
    from ..plan.losses import LossPlanner
    from ..plan.resolve import Leaf
    from ..plan.writing import LensWriter


class Beside(Modifier):
    name = "beside"
    takes = (2, 2)
    purpose = "the wire has it only beside this field, then set so"
    loss = "an invented value is written beside it"

    def write_row(self, writer: LensWriter, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        """That object is written first, or made up."""
        field, value = self.args
        row = next(row for row in writer.lens.rows if row.name == field)
        other = writer.resolver.leaf(writer.lens, row, row.targets[0])
        name = writer.scope.fresh(leaf.field[0])
        inner = writer.scope.inner()
        inner.add(*refuse_misfit(ir.var(name), leaf.inter, leaf.field))
        made = other.codec.encode(inner, ir.const(value), writer.spot(other))
        turned = leaf.codec.encode(inner, ir.var(name), writer.spot(leaf))
        args = (ir.var("w"), ir.const(leaf.node[-1]), made, ir.const(leaf.key), turned)
        inner.add(ir.do(ir.runtime("put_beside", *args)))
        writer.last.append(ir.if_((bound_there(leaf.field, name), inner.body)))
        return True

    def losses(self, planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
        field, value = self.args
        reason = f"the wire has it only beside {field}, which is then {value!r}"
        made_up = lose(f"/{field}", "filled", reason)
        return [ir.if_((ir.not_(field_there((field,))), [made_up]))]
