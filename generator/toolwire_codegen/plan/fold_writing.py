"""Plans the encoding of a sequence: units in, wire elements out, grouped as the wire wants."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..operators.base import Spot
from .bound import BoundLens
from .plain import plain_write, whole_row
from .sequences import ITEM, ITEMS, UNIT, UNITS, Folding


class FoldWriter(Folding):
    """Plans the function that writes a list."""

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
        return self.is_unit(UNIT, lens)

    def _others(self) -> list[BoundLens]:
        """The lenses of units that neither share an element nor leave the list first."""
        lenses = self.union.lenses if self.union is not None and self._tag_key() else []
        known = {self.member.lens.inter, self.rest.lens.inter if self.rest is not None else ""}
        found = [lens for lens in lenses if lens.lens.inter not in known]
        return [lens for lens in found if not lens.partial and len(lens.inter_tags) == 1]

    def _alone(self, lens: BoundLens, close: Stmt) -> list[Stmt]:
        """A unit with a wire element of its own."""
        hidden = [ir.var("hidden")] if lens.hides_ids else []
        element = ir.call(lens.writing, UNIT, *hidden)
        return [ir.append(ITEMS, element), ir.let("group", ir.const(None)), close]

    def written(self) -> Expr:
        """A member as its element; one that only holds another record is opened here."""
        row = whole_row(self.member)
        if row is None:
            hidden = [ir.var("hidden")] if self.member.hides_ids else []
            return ir.call(self.member.writing, UNIT, *hidden)
        leaf = self.resolver.leaf(self.member.lens, row, row.targets[0])
        value = ir.get(UNIT, row.fields[0][0])
        return leaf.codec.encode(Scope(), value, Spot(row.name, UNIT, ""))

    def write(self) -> ir.Function:
        """``_encode_units(units[, hidden])``: wire items, units grouped as the wire wants."""
        s = self.sequence
        element, group = ir.var("element"), ir.var("group")
        form, turn = ir.var("form"), ir.var("turn")
        placed = ir.runtime("placed", UNIT, ir.var("FORMAT"))
        prelude: list[Stmt] = [
            ir.let("form", ir.const(None)),
            ir.let("turn", ir.const(None)),
            ir.if_(
                (
                    ir.has(UNIT, "metadata"),
                    [
                        ir.let("form", placed),
                        ir.if_((ir.present(form), [ir.let("turn", ir.opt(form, "turn"))])),
                    ],
                )
            ),
        ]
        open_, close = ir.let("open_", ir.const(True)), ir.let("open_", ir.const(False))
        joins = ir.and_(
            ir.present(group),
            ir.or_(
                ir.and_(ir.missing(turn), ir.Filled(ir.var("open_"))),
                ir.eq(turn, "joined"),
            ),
        )
        into = ir.runtime("listed", group, ir.const(s.into_key), ir.const(dict(self.text_tags())))
        pairs = [(k, ir.const(v)) for k, v in self.group_tags()]
        fresh = ir.obj([*pairs, (s.into_key, ir.arr(element))])
        grouped = ir.and_(ir.present(form), ir.has(form, "group"))
        opened: list[Stmt] = [
            ir.let("group", fresh),
            ir.if_((grouped, [ir.append(ir.var("kept"), ir.arr(group, form))])),
            ir.append(ITEMS, group),
        ]
        joined = [ir.append(into if self.shares else ir.get(group, s.into_key), element)]
        member = [
            ir.let("element", self.written()),
            ir.if_((joins, joined), otherwise=opened),
            open_,
        ]
        branches = [(self._is(self.member), member)]
        if self.shares and self.rest is not None:
            rest_hidden = [ir.var("hidden")] if self.rest.hides_ids else []
            step = ir.let("element", ir.call(self.rest.writing, UNIT, *rest_hidden))
            taken = Scope("units", "items", "group", "unit", "form", "turn", "element", "item")
            plain = plain_write(self.resolver, self.rest, UNIT, taken)
            if plain is not None:
                value = ir.let("element", plain.value)
                step = ir.if_((plain.condition, [value]), otherwise=[step])
            more = ir.runtime(
                "listed", element, ir.const(s.into_key), ir.const(dict(self.text_tags()))
            )
            rest_joins = (
                joins if self.joins_rest else ir.and_(ir.present(group), ir.eq(turn, "joined"))
            )
            # What an element has besides its list would have no place in a shared one.
            rest_joins = ir.and_(rest_joins, ir.SizeIs(element, 1 + len(self.group_tags())))
            rest: list[Stmt] = [
                step,
                ir.if_(
                    (rest_joins, [ir.Extend(into, more)]),
                    otherwise=[
                        ir.let("group", element),
                        ir.if_((grouped, [ir.append(ir.var("kept"), ir.arr(group, form))])),
                        ir.append(ITEMS, group),
                    ],
                ),
                close,
            ]
            branches.append((self._is(self.rest), rest))
        if s.lift_anywhere:
            role = self.resolver.inter.const(s.lift, "role")[0]
            leaves = ir.eq(ir.opt(UNIT, "role"), role)
            branches.append((leaves, [ir.append(ir.var("lifted"), UNIT)]))
        branches += [(self._is(lens), self._alone(lens, close)) for lens in self._others()]
        if self.union is not None:
            union_hidden = [ir.var("hidden")] if self.union.hides_ids else []
            other: list[Stmt] = [ir.let("item", ir.call(self.union.writing, UNIT, *union_hidden))]
        else:
            opaque = ir.get(UNIT, "value")
            own = ir.eq(ir.opt(UNIT, "format"), ir.var("FORMAT"))
            other = [ir.let("item", ir.IfElse(own, opaque, ir.const(None)))]
        other += [
            ir.if_((ir.present(ITEM), [ir.append(ITEMS, ITEM)])),
            ir.let("group", ir.const(None)),
            close,
        ]
        body = [
            ir.if_((ir.isnt(UNITS, "array"), [ir.fail("a list", UNITS, None)])),
            ir.let("items", ir.arr()),
            ir.let("group", ir.const(None)),
            close,
            ir.let("kept", ir.arr()),
            ir.for_("unit", UNITS, [*self._tag(), *prelude, ir.if_(*branches, otherwise=other)]),
            # Only now: a shared element has all its units, under the keys the rows speak of.
            ir.if_((ir.Filled(ir.var("kept")), [ir.do(ir.runtime("lay_groups", ir.var("kept")))])),
            ir.ret(ITEMS),
        ]
        title = f"{s.record}.{s.field}"
        params = ["units", *(["hidden"] if self.hidden else [])]
        params += ["lifted"] if s.lift_anywhere else []
        doc = f"Write `{title}` as `{s.wire_record}.{s.wire_key}`."
        return ir.Function(self.writing, params, doc, self.rows(), body)
