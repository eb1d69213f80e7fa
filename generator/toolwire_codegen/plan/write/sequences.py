"""Plans the encoding of a sequence: units in, wire elements out, in the shape the wire wants."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ..arms import is_arm
from ..bound import BoundLens, BoundUnion, written_by
from ..folding import ITEM, ITEMS, UNIT, UNITS
from ..sequence import BoundSequence
from .folds import PLACED, FoldWriter
from .spreads import spread_out


class SequenceWriter:
    """Plans the function that writes a list."""

    def __init__(self, bound: BoundSequence) -> None:
        self.bound, self.resolver, self.sequence = bound, bound.resolver, bound.sequence
        self.fold = FoldWriter(bound.fold) if bound.fold is not None else None

    def _tag(self) -> list[Stmt]:
        """The unit's tag in a name, where units have one."""
        key = self._tag_key()
        return [ir.let("tag", ir.opt(UNIT, key))] if key else []

    def _tag_key(self) -> str:
        tags = self.bound.fold.member.inter_tags if self.bound.fold is not None else []
        return tags[0][0] if len(tags) == 1 else ""

    def _is(self, lens: BoundLens) -> Expr:
        if self._tag_key() and len(lens.inter_tags) == 1:
            return ir.eq(ir.var("tag"), lens.inter_tags[0][1])
        return is_arm(self.resolver, lens, UNIT)

    def _others(self) -> list[BoundLens]:
        """The lenses of units that neither share an element nor leave the list first."""
        union = self.bound.others
        if not isinstance(union, BoundUnion) or self.fold is None or not self._tag_key():
            return []
        sharing = {lens.lens.inter for lens, _ in self.fold.sharing()}
        found = [lens for lens in union.lenses if lens.lens.inter not in sharing]
        return [lens for lens in found if not lens.partial and len(lens.inter_tags) == 1]

    @property
    def _closed(self) -> tuple[Stmt, ...]:
        """What follows an element that nothing can join."""
        return self.fold.closed if self.fold is not None else ()

    def write(self) -> ir.Function:
        """``_encode_units(units[, hidden])``: wire items, units grouped as the wire wants."""
        s, fold = self.sequence, self.fold
        branches: list[tuple[Expr, list[Stmt]]] = []
        if fold is not None:
            branches += [(self._is(lens), steps) for lens, steps in fold.sharing()]
            branches += fold.opaque()
        if s.lift_anywhere:
            role = self.resolver.inter.const(s.lift, "role")[0]
            leaves = ir.eq(ir.opt(UNIT, "role"), role)
            branches.append((leaves, [ir.append(ir.var("lifted"), UNIT)]))
        if self.bound.spread is not None:
            several = [*spread_out(self.bound.spread), *self._closed]
            branches.append((self.bound.spread.is_unit(UNIT), several))
        for lens in self._others():
            one = ir.append(ITEMS, written_by(lens, UNIT))
            branches.append((self._is(lens), [one, *self._closed]))
        unknown = self._unknown()
        step = [ir.if_(*branches, otherwise=unknown)] if branches else unknown
        if fold is not None:
            step = [*self._tag(), *PLACED, *step]
        body = [
            ir.if_((ir.isnt(UNITS, "array"), [ir.fail("a list", UNITS, None)])),
            ir.let("items", ir.arr()),
            *(fold.begun if fold is not None else ()),
            ir.for_("unit", UNITS, step),
            *(fold.ended if fold is not None else ()),
            ir.ret(ITEMS),
        ]
        title = f"{s.record}.{s.field}"
        params = ["units", *(["hidden"] if self.bound.hides_ids else [])]
        params += ["lifted"] if s.lift_anywhere else []
        doc = f"Write `{title}` as `{s.wire_record}.{s.wire_key}`."
        return ir.Function(self.bound.writing, params, doc, self.bound.rows(), body)

    def _unknown(self) -> list[Stmt]:
        """A unit that no lens of this list's own is for."""
        if self.bound.others is not None:
            value = written_by(self.bound.others, UNIT)
        else:
            own = ir.eq(ir.opt(UNIT, "format"), ir.var("FORMAT"))
            value = ir.IfElse(own, ir.get(UNIT, "value"), ir.const(None))
        # What only another wire knows goes nowhere: it parts nothing.
        put = ir.if_((ir.present(ITEM), [ir.append(ITEMS, ITEM), *self._closed]))
        return [ir.let("item", value), put]
