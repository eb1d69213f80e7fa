"""Plans the encoding of a sequence: units in, wire elements out, grouped as the wire wants."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ..bound import BoundLens, whole_row, written_by
from ..folding import ITEM, ITEMS, UNIT, UNITS, Folding

ELEMENT, GROUP, KEPT = ir.var("element"), ir.var("group"), ir.var("kept")
FORM, TURN = ir.var("form"), ir.var("turn")
CLOSE = ir.let("open_", ir.const(False))
PLACED: list[Stmt] = [
    ir.let("form", ir.const(None)),
    ir.let("turn", ir.const(None)),
    ir.if_(
        (
            ir.has(UNIT, "metadata"),
            [
                ir.let("form", ir.runtime("placed", UNIT, ir.var("FORMAT"))),
                ir.if_((ir.present(FORM), [ir.let("turn", ir.opt(FORM, "turn"))])),
            ],
        )
    ),
]
"""How a unit stood on the wire it came from."""
JOINS = ir.and_(
    ir.present(GROUP),
    ir.or_(ir.and_(ir.missing(TURN), ir.Filled(ir.var("open_"))), ir.eq(TURN, "joined")),
)
"""Does a unit go into the element before?"""
OPENED: list[Stmt] = [
    ir.if_(
        (
            ir.and_(ir.present(FORM), ir.has(FORM, "group")),
            [ir.append(KEPT, ir.arr(GROUP, FORM))],
        )
    ),
    ir.append(ITEMS, GROUP),
]
"""A new element takes its place."""


class FoldWriter:
    """Plans the function that writes a list."""

    def __init__(self, folding: Folding) -> None:
        self.folding, self.resolver, self.sequence = folding, folding.resolver, folding.sequence
        self.member, self.rest, self.union = folding.member, folding.rest, folding.union

    def _tag(self) -> list[Stmt]:
        """The unit's tag in a name, where units have one."""
        key = self._tag_key()
        return [ir.let("tag", ir.opt(UNIT, key))] if key else []

    def _tag_key(self) -> str:
        tags = self.member.inter_tags
        return tags[0][0] if len(tags) == 1 else ""

    def _is(self, lens: BoundLens) -> Expr:
        if self._tag_key() and len(lens.inter_tags) == 1:
            return ir.eq(ir.var("tag"), lens.inter_tags[0][1])
        return self.folding.is_unit(UNIT, lens)

    def _others(self) -> list[BoundLens]:
        """The lenses of units that neither share an element nor leave the list first."""
        lenses = self.union.lenses if self.union is not None and self._tag_key() else []
        known = {self.member.lens.inter, self.rest.lens.inter if self.rest is not None else ""}
        found = [lens for lens in lenses if lens.lens.inter not in known]
        return [lens for lens in found if not lens.partial and len(lens.inter_tags) == 1]

    def _alone(self, lens: BoundLens, close: Stmt) -> list[Stmt]:
        """A unit with a wire element of its own."""
        return [ir.append(ITEMS, written_by(lens, UNIT)), ir.let("group", ir.const(None)), close]

    def written(self) -> Expr:
        """A member as its element; one that only holds another record is opened here."""
        row = whole_row(self.member)
        if row is None:
            return written_by(self.member, UNIT)
        leaf = self.resolver.leaf(self.member.lens, row, row.targets[0])
        value = ir.get(UNIT, row.fields[0][0])
        return leaf.codec.encode(Scope(), value, Spot(row.name, UNIT, ""))

    def write(self) -> ir.Function:
        """``_encode_units(units[, hidden])``: wire items, units grouped as the wire wants."""
        s = self.sequence
        branches = [(self._is(self.member), self._member())]
        if self.folding.shares and self.rest is not None:
            branches.append((self._is(self.rest), self._rest(self.rest)))
        if s.lift_anywhere:
            role = self.resolver.inter.const(s.lift, "role")[0]
            leaves = ir.eq(ir.opt(UNIT, "role"), role)
            branches.append((leaves, [ir.append(ir.var("lifted"), UNIT)]))
        branches += [(self._is(lens), self._alone(lens, CLOSE)) for lens in self._others()]
        step = [*self._tag(), *PLACED, ir.if_(*branches, otherwise=self._unknown())]
        body = [
            ir.if_((ir.isnt(UNITS, "array"), [ir.fail("a list", UNITS, None)])),
            ir.let("items", ir.arr()),
            ir.let("group", ir.const(None)),
            CLOSE,
            ir.let("kept", ir.arr()),
            ir.for_("unit", UNITS, step),
            # Only now: a shared element has all its units, under the keys the rows speak of.
            ir.if_((ir.Filled(KEPT), [ir.do(ir.runtime("lay_groups", KEPT))])),
            ir.ret(ITEMS),
        ]
        title = f"{s.record}.{s.field}"
        params = ["units", *(["hidden"] if self.folding.hides_ids else [])]
        params += ["lifted"] if s.lift_anywhere else []
        doc = f"Write `{title}` as `{s.wire_record}.{s.wire_key}`."
        return ir.Function(self.folding.writing, params, doc, self.folding.rows(), body)

    def _listed(self, element: Expr) -> Expr:
        """The units of a wire element, as a list."""
        tags = ir.const(dict(self.folding.text_tags()))
        return ir.runtime("listed", element, ir.const(self.sequence.into_key), tags)

    def _member(self) -> list[Stmt]:
        """A unit that shares an element: it joins the one before, or opens one."""
        key = self.sequence.into_key
        pairs = [(k, ir.const(v)) for k, v in self.folding.group_tags()]
        fresh = ir.obj([*pairs, (key, ir.arr(ELEMENT))])
        opened: list[Stmt] = [ir.let("group", fresh), *OPENED]
        into = self._listed(GROUP) if self.folding.shares else ir.get(GROUP, key)
        return [
            ir.let("element", self.written()),
            ir.if_((JOINS, [ir.append(into, ELEMENT)]), otherwise=opened),
            ir.let("open_", ir.const(True)),
        ]

    def _rest(self, rest: BoundLens) -> list[Stmt]:
        """What stands in an element of its own, and may share one as well."""
        step = ir.let("element", written_by(rest, UNIT))
        joins = (
            JOINS if self.folding.joins_rest else ir.and_(ir.present(GROUP), ir.eq(TURN, "joined"))
        )
        # What an element has besides its list would have no place in a shared one.
        joins = ir.and_(joins, ir.SizeIs(ELEMENT, 1 + len(self.folding.group_tags())))
        more = [ir.Extend(self._listed(GROUP), self._listed(ELEMENT))]
        opened: list[Stmt] = [ir.let("group", ELEMENT), *OPENED]
        return [step, ir.if_((joins, [*more]), otherwise=opened), CLOSE]

    def _unknown(self) -> list[Stmt]:
        """A unit that no lens is for."""
        if self.union is not None:
            value = written_by(self.union, UNIT)
        else:
            own = ir.eq(ir.opt(UNIT, "format"), ir.var("FORMAT"))
            value = ir.IfElse(own, ir.get(UNIT, "value"), ir.const(None))
        return [
            ir.let("item", value),
            ir.if_((ir.present(ITEM), [ir.append(ITEMS, ITEM)])),
            ir.let("group", ir.const(None)),
            CLOSE,
        ]
