"""``beside``: the wire has it only beside, or inside, what another field is written as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import bound_there, field_there, refuse_misfit
from ..ir.losses import lose_field
from ..resolve.paths import fits, must_be_there, text
from ..resolve.problems import Problem, Problems, nearest
from .base import Pairs, Reason, X
from .modifier import Modifier

if TYPE_CHECKING:
    from ..load.transform import Row
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Beside(Modifier):
    """With a value, it is inside of the other field, which is made up where it is absent.

    Without, it is a neighbour of the other: read and written only where that one is.
    """

    name = "beside"
    example = "beside(field)"
    takes = (1, 2)
    purpose = "the wire has it only beside this field; or inside of it, then set to a value"
    loss = "without that field it is lost, or an invented value is written around it"
    joins = True

    @property
    def _made(self) -> str | None:
        """What the other field is where it is made up."""
        return self.args[1] if len(self.args) > 1 else None

    def read_where(self, reading: Reading, leaf: Leaf) -> Expr | None:
        return ir.has(X, self.args[0]) if self._made is None else None

    def written_where(self, writing: Writing, leaf: Leaf) -> Expr | None:
        other = writing.leaf_of(self.args[0])
        there = ir.has(writing.object(other.node), other.key)
        return there if self._made is None else None

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        """Inside of another field: that object is written first, or made up."""
        if self._made is None:
            return False
        other = writing.leaf_of(self.args[0])
        name = writing.scope.fresh(leaf.field[0])
        inner = writing.scope.inner()
        inner.add(*refuse_misfit(ir.var(name), leaf.inter, leaf.field))
        made = other.codec.encode(inner, ir.const(self._made), writing.spot(other))
        turned = leaf.codec.encode(inner, ir.var(name), writing.spot(leaf))
        args = (ir.var("w"), ir.const(leaf.node[-1]), made, ir.const(leaf.key), turned)
        inner.add(ir.do(ir.runtime("put_beside", *args)))
        writing.last.append(ir.if_((bound_there(leaf.field, name), inner.body)))
        return True

    def losses(self, leaf: Leaf, writing: Writing) -> list[Stmt]:
        field = self.args[0]
        if self._made is not None:
            reason = f"the wire has it only beside {field}, which is then {self._made!r}"
            return [lose_field(reason, (field,), "filled")]
        other = writing.leaf_of(field)
        gone = ir.not_(field_there(other.field))
        if other.codec.many or other.codec.vanishes:
            inner = writing.scope.inner()
            written = other.codec.encode(inner, ir.get(X, field), writing.spot(other))
            left = ir.present(written)
            if other.codec.many:
                left = ir.or_(ir.not_(ir.Filled(ir.get(X, field))), ir.Filled(written))
            gone = ir.or_(gone, ir.not_(left))
        reason = f"the wire has it only beside {field}"
        return [ir.if_((gone, [lose_field(reason, leaf.field)]))]

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
        elif len(args) == 1:
            yield from cls._neighbours(one, view, slot, other)
        else:
            yield from cls._inside(one, view, slot, other, args[1])

    @staticmethod
    def _neighbours(one: ResolvedFormat, view: ResolvedLens, slot: Slot, other: Row) -> Problems:
        at, (path, place) = slot.target.position, (slot.target.path, other.targets[0].path)
        if path[:-1] != place[:-1]:
            yield Problem(
                at,
                f"`{slot.target.dotted}` is not beside `{other.targets[0].dotted}`",
                "they stand in two objects",
                f"name a field that goes to the object of `{slot.target.dotted}`",
            )
        elif len(other.fields[0]) > 1:
            yield Problem(
                at,
                f"`{other.left}` is inside of another field",
                "`beside` looks for fields of the lens's own",
                "name one of these",
            )
        elif other not in view.before(slot.row):
            yield Problem(
                at,
                f"`{other.name}` is read after this row",
                "it is asked whether it was there",
                "put its row before this one",
            )
        elif must_be_there(one.inter, view.lens.inter, other.fields[0]):
            yield Problem(at, f"`{other.name}` is always there", "", "leave `beside` out")

    @staticmethod
    def _inside(
        one: ResolvedFormat, view: ResolvedLens, slot: Slot, other: Row, value: str
    ) -> Problems:
        at = slot.target.position
        if slot.target.path[:-1] != other.targets[0].path or len(slot.target.path) != 2:
            yield Problem(
                at,
                f"`{slot.target.dotted}` is not inside `{other.targets[0].dotted}`",
                "",
                f"name a key of what `{other.name}` is written to",
            )
        shapes = one.inter_shapes(view.lens.inter, other.fields[0])
        if shapes and not fits(one.inter, value, shapes):
            yield Problem(
                at,
                f"{value!r} cannot stand in `{other.name}`",
                f"the field is {text(shapes)}",
                "name one of its values",
            )
