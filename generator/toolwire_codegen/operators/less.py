"""``less``: a wire count that includes others, which the field does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import OURS, WIRES
from ..resolve.paths import must_be_there, text, types
from ..resolve.problems import Problem, Problems, nearest, twice
from .base import FORM, Definition, Pairs, Reason, RowCodec, Use

if TYPE_CHECKING:
    from ..load.transform import Given
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Less(RowCodec, Definition):
    """A count that is less than the others together is whole: the form keeps what they were.

    Others that the wire does not have apart are written with it, and nothing is known of them then.
    Where a sum of the lens has the count in it, and all else in that is read before, the wire's own
    sum tells whether the others are in the count; some services count them apart.
    """

    name = "less"
    example = "less(field)"
    takes = (1, 4)
    inter, wire = "integer", "integer"
    purpose = "a wire count that includes these; the field does not. The last count of a `given` "
    purpose += "sum does not include them where the wire's sum says so"
    loss = "none"
    empties = late = includes = True
    expected = "an integer"

    def __init__(self, use: Use) -> None:
        self.others = use.operator.args

    def read_first(self, reading: Reading, leaf: Leaf, pairs: Pairs) -> bool | None:
        return False

    def read_late(self, reading: Reading, leaf: Leaf) -> bool:
        scope, node = reading.scope, reading.object(leaf.node)
        raw = reading.raw(leaf)
        apart = filter(reading.reads, self.others)
        others = tuple(ir.Lookup(ir.var("x"), ir.const(o), ir.const(0)) for o in apart)
        count = scope.fresh(leaf.row.name, OURS)
        inner = scope.inner()
        inner.add(ir.let(count, ir.Minus((raw, *others)) if others else raw))
        total = reading.lens.last_in_sum(leaf.row.name, self.others)
        if others and total is not None:
            summed = self._by_sum(reading, leaf, count, raw, total)
            inner.add(ir.if_((ir.Ne(ir.var(count), raw), [summed])))
            scope.forms = True
        elif others:
            more = ir.LessThan(ir.var(count), ir.const(0))
            inner.add(ir.if_((more, [ir.let(count, raw), self._whole(leaf, ir.var(count))])))
            scope.forms = True
        inner.add(ir.put(ir.var("x"), leaf.row.name, ir.var(count)))
        counted = ir.is_(ir.opt(node, leaf.key), "integer")
        if not leaf.wire_required:
            there = ir.opt(node, leaf.key)
            counted = ir.and_(counted, ir.Ne(there, ir.const(leaf.default)))
        with reading.within(inner):
            reading.took(leaf, counted)
        if leaf.wire_required:
            bad = ir.fail("an integer", node, leaf.key)
            scope.add(ir.if_((ir.is_(raw, "integer"), inner.body), otherwise=[bad]))
            return True
        absent: list[Stmt] = [ir.put(ir.var("x"), leaf.row.name, ir.const(leaf.default))]
        if others:
            whole = self._whole(leaf, ir.const(leaf.default))
            absent.append(ir.if_((ir.NotZero(ir.Plus(others)), [whole])))
            scope.forms = True
        taken = ir.and_(ir.is_(raw, "integer"), ir.Ne(raw, ir.const(leaf.default)))
        scope.add(ir.if_((taken, inner.body), otherwise=absent))
        return True

    def _by_sum(self, reading: Reading, leaf: Leaf, count: str, raw: Expr, total: Given) -> Stmt:
        """The count, and the form, as the wire's own sum says."""
        besides = filter(reading.reads, self._besides(leaf, total))
        rest = [ir.Lookup(ir.var("x"), ir.const(one), ir.const(0)) for one in besides]
        wire_sum = ir.opt(reading.object(total.path[:-1]), total.path[-1])
        sum_ = ir.Plus(tuple(rest)) if rest else ir.const(0)
        args = (ir.var("form"), ir.const(leaf.row.name), raw, wire_sum, sum_, ir.var("x"))
        counted = ir.runtime("counted_apart", *args, *map(ir.const, self.others))
        return ir.Unpack(("form", count), counted)

    def _besides(self, leaf: Leaf, total: Given) -> list[str]:
        """What a sum has in it beside this count and the others."""
        return [one for one in total.sum if one not in (leaf.row.name, *self.others)]

    def _whole(self, leaf: Leaf, count: Expr) -> Stmt:
        """Note that a count does not include the others; it and they are remembered."""
        args = [ir.var("form"), ir.const(leaf.row.name), count, ir.var("x")]
        names = [ir.const(name) for name in self.others]
        return ir.let("form", ir.runtime("noted_whole", *args, *names))

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        scope = writing.scope
        own = writing.taken(leaf)
        writing.counts[leaf.row.name] = own
        others = [writing.count(name) for name in self.others]
        total: Expr = own
        if others:
            total = scope.let(leaf.key, ir.Plus((own, *others)), WIRES)
            if any(map(writing.reads, self.others)):
                scope.forms = True
                whole = ir.Spelled(leaf.row.name, "whole")
                counts = ir.get(ir.get(FORM, leaf.row.name), "whole")
                as_it_was = ir.and_(whole, ir.Same(counts, ir.arr(own, *others)))
                count = own
                if sum_ := writing.lens.last_in_sum(leaf.row.name, self.others):
                    rest = [*map(writing.count, self._besides(leaf, sum_))]
                    besides = ir.Plus(tuple(rest)) if rest else ir.const(0)
                    entry = ir.get(FORM, leaf.row.name)
                    count = ir.runtime("counted_as", entry, own, total, besides)
                scope.add(ir.if_((as_it_was, [ir.assign(total, count)])))
        if leaf.wire_required:
            always.append((leaf.target.path, total))
            return True
        local = scope.let(leaf.key, total, WIRES)
        put = writing.put(leaf.target.path, local)
        after.append(ir.if_((ir.Ne(local, ir.const(leaf.default)), put)))
        return True

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        from .uses import arguments, has

        names = arguments(slot, lambda d: d is cls) or ()
        others = [row for row in view.lens.rows if row.name in names and row is not slot.row]
        before = view.before(slot.row)
        late = [row for row in others if not any(row is other for other in before)]
        if late:
            return f"`{late[0].name}` is read after it", "put that row before this one"
        there = must_be_there(one.wire, view.lens.wire, slot.target.path)
        if not there and not has(slot.target, lambda d: d.stands_in):
            always = must_be_there(one.inter, slot.record, slot.row.fields[0])
            fix = "add `default(0)`" if always else "leave it out: nothing is less than no count"
            return "the wire may be without the count", fix
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        at = slot.target.position
        for name in args:
            shapes = one.inter_shapes(slot.record, (name,))
            if not shapes:
                yield Problem(
                    at,
                    f"`{slot.record}` has no field `{name}`",
                    nearest(name, one.inter.properties(slot.record), "fields"),
                    "name a field beside this one",
                )
            elif "integer" not in types(shapes):
                note = f"it is {text(shapes)}"
                yield Problem(at, f"`{name}` is no integer", note, "name a count")
        yield from twice(args, cls.name, at)
        if slot.row.left in args:
            yield Problem(at, f"`{slot.row.name}` less itself is nothing", "", "name other counts")
