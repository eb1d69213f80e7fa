"""Plans the decoding of a sequence: wire elements in, units out."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ..bound import calls_of, read_by, whole_row
from ..folding import ITEM, ITEMS, UNIT, UNITS, Folding, mark


class FoldReader:
    """Plans the function that reads a list, and the one that opens a shared element."""

    def __init__(self, folding: Folding) -> None:
        self.folding, self.resolver, self.sequence = folding, folding.resolver, folding.sequence
        self.member, self.rest, self.union = folding.member, folding.rest, folding.union

    def read(self) -> list[ir.Function]:
        """``_decode_units(items[, calls])`` and the function that opens one shared element."""
        context = calls_of(self.folding)
        key = self.sequence.into_key
        elements = ir.var("elements")
        spelled = [ir.var("spelled")] if self.folding.snake_keys else []
        unfold = [ir.do(ir.call(self.folding.unfolding, ITEM, elements, UNITS, *context, *spelled))]
        plain = self._other()
        inside = ir.is_(ir.Bind("elements", ir.opt(ITEM, key)), "array")
        member = self.folding.is_member_element(ir.var("element"))
        group = ir.and_(self.folding.is_group(ITEM), inside)
        shared = ir.Holds(ir.var("shared"))
        if self.folding.shares:
            found = ir.if_((member, [ir.let("shared", ir.const(True)), ir.Break()]))
            look: list[Stmt] = [
                ir.let("shared", ir.const(False)),
                ir.for_("element", elements, [found]),
            ]
        else:
            # The list holds nothing but members: what is no member is malformed.
            look = [ir.let("shared", ir.NotEmpty(elements))]
        # An element nobody shares is read as any other.
        if self.folding.shares and self.rest is not None:
            alone = [ir.let("unit", read_by(self.rest, ITEM))]
            alone += [self._apart(ir.const(True))] if self.folding.joins_rest else []
            either = ir.if_((shared, unfold), otherwise=[*alone, ir.append(UNITS, UNIT)])
            step = [
                *self._respelled(),
                ir.if_((group, [*look, either]), otherwise=plain),
            ]
        else:
            plainly = ir.if_((ir.not_(shared), plain), otherwise=unfold)
            closed = [ir.let("shared", ir.const(False)), ir.let("elements", ir.arr())]
            step = [*self._respelled(), *closed, ir.if_((group, look)), plainly]
        body = [
            ir.let("units", ir.arr()),
            ir.for_(self.folding.source, ITEMS, step),
            ir.ret(UNITS),
        ]
        title = f"{self.sequence.record}.{self.sequence.field}"
        wire = f"{self.sequence.wire_record}.{self.sequence.wire_key}"
        rows = self.folding.rows()
        params = ["items", *(["calls"] if self.folding.reads_calls else [])]
        main = ir.Function(self.folding.reading, params, f"Read `{wire}` as `{title}`.", rows, body)
        return [main, self._unfold()]

    def _other(self) -> list[Stmt]:
        """Read an element that shares nothing."""
        if self.union is None:
            whole = ir.var(self.folding.source)
            bad = ir.fail("an object", whole, None)
            return [
                ir.if_((ir.isnt(whole, "object"), [bad])),
                ir.append(UNITS, _opaque(whole)),
            ]
        steps: list[Stmt] = [self._read_alone(read_by(self.union, ITEM))]
        if self.folding.joins_rest and self.rest is not None:
            steps.append(self._apart(self.folding.is_unit(UNIT, self.rest)))
        if self.sequence.lift and not self.sequence.lift_anywhere:
            steps.append(self._kept())
        return [*steps, ir.append(UNITS, UNIT)]

    def _respelled(self) -> list[Stmt]:
        """Bring a shared element's keys into the spelling the rows speak of."""
        if not self.folding.snake_keys:
            return []
        source, keys = ir.var(self.folding.source), ir.var(self.folding.snake_keys)
        renamed = ir.runtime("camel", source, keys, ir.const(""), ir.const(None))
        odd = ir.and_(ir.is_(source, "object"), ir.not_(ir.Disjoint(keys, source)))
        return [
            ir.let("item", source),
            ir.let("spelled", ir.const(None)),
            ir.if_(
                (
                    odd,
                    [
                        ir.Unpack(
                            (
                                "item",
                                "spelled",
                            ),
                            renamed,
                        )
                    ],
                )
            ),
        ]

    def _apart(self, condition: Expr) -> Stmt:
        before = self.folding.is_unit(ir.Last(UNITS), self.member)
        known = None if isinstance(condition, ir.Const) else condition
        return ir.if_((ir.and_(known, ir.Filled(UNITS), before), [mark("turn", "apart")]))

    def _kept(self) -> Stmt:
        schema = self.resolver.inter
        role = schema.const(self.sequence.lift, "role")[0]
        leading = ir.All("other", UNITS, ir.eq(ir.opt(ir.var("other"), "role"), role))
        condition = ir.and_(ir.eq(ir.opt(UNIT, "role"), role), leading)
        return ir.if_((condition, [mark("lift", "kept")]))

    def _read_alone(self, whole: Expr) -> Stmt:
        """A unit with an element of its own: through its own lens, else the union's function."""
        assert self.union is not None
        branches: list[tuple[Expr, list[Stmt]]] = []
        for told, lenses in self.union.asked:
            lens = lenses[0] if len(lenses) == 1 else None
            value = told.tagged(self.union.tag)
            if lens is not None and lens is not self.rest and not lens.partial and value:
                read = ir.let("unit", read_by(lens, ITEM))
                branches.append((ir.eq(ir.opt(ITEM, self.union.tag), value), [read]))
        let = ir.let("unit", whole)
        return ir.if_(*branches, otherwise=[let]) if branches else let

    def _read_member(self, element: Expr) -> Expr:
        """An element as its unit; one that only holds another record is made here."""
        row = whole_row(self.member)
        if row is None:
            return read_by(self.member, element)
        leaf = self.resolver.leaf(self.member.lens, row, row.targets[0])
        value = leaf.codec.decode(Scope(), element, Spot(row.name, element, ""))
        tags = [(key, ir.const(tag)) for key, tag in self.member.inter_tags]
        return ir.obj([*tags, (row.fields[0][0], value)])

    def _unfold(self) -> ir.Function:
        """The units of one shared wire element, in its order."""
        element = ir.var("element")
        member = self.folding.is_member_element(element)
        read = ir.let("unit", self._read_member(element))
        run = ir.var("run")

        after = ir.Holds(ir.var("after"))

        def place(is_member: bool) -> list[Stmt]:
            """Append the unit, with a note if it stands against the canonical grouping."""
            apart, joined = mark("turn", "apart"), mark("turn", "joined")
            start, count = ir.var("start"), ir.Count(UNITS)
            first = ir.Same(start, count)
            now = [ir.append(UNITS, UNIT), ir.let("after", ir.const(is_member))]
            if not is_member and not self.folding.joins_rest:
                return [ir.if_((ir.Ne(start, count), [joined])), *now]
            noted = ir.if_((first, [ir.if_((after, [apart]))]), (ir.not_(after), [joined]))
            return [noted, *now]

        def flush() -> list[Stmt]:
            assert self.rest is not None
            tags = self.folding.group_tags()
            text = ir.const(dict(self.folding.text_tags()))
            content = ir.runtime("unlisted", run, ir.const(1 + len(self.folding.text_tags())), text)
            if not self._string_allowed():
                content = run
            pairs = [(k, ir.const(v)) for k, v in tags]
            whole = ir.obj([*pairs, (self.sequence.into_key, content)])
            return [ir.let("unit", read_by(self.rest, whole)), *place(False)]

        before = ir.and_(ir.Filled(UNITS), self.folding.is_unit(ir.Last(UNITS), self.member))
        body: list[Stmt] = [ir.let("start", ir.Count(UNITS)), ir.let("after", before)]
        if self.folding.shares:
            flushed = ir.if_((ir.Filled(run), [*flush(), ir.let("run", ir.arr())]))
            steps = [
                ir.if_((member, [flushed, read, *place(True)]), otherwise=[ir.append(run, element)])
            ]
            body += [ir.let("run", ir.arr()), ir.for_("element", ir.var("elements"), steps)]
            body.append(ir.if_((ir.Filled(run), flush())))
        else:
            body.append(ir.for_("element", ir.var("elements"), [read, *place(True)]))
        size = 1 + len(self.folding.group_tags())
        keys = [self.sequence.into_key, *(key for key, _ in self.folding.group_tags())]
        spelled = [ir.var("spelled")] if self.folding.snake_keys else []
        left = ir.runtime("group_rest", ITEM, ir.const(keys), *spelled)
        first = ir.Item(UNITS, ir.var("start"))
        kept = ir.do(ir.runtime("mark", first, ir.var("FORMAT"), ir.const("group"), left))
        required = self.resolver.wire.required(self.sequence.into)
        loose = [
            ir.not_(ir.has(ITEM, key))
            for key, _ in self.folding.group_tags()
            if key not in required
        ]
        odd = ir.or_(ir.SizeNot(ITEM, size, ""), *loose)
        body.append(ir.if_((ir.or_(odd, *map(ir.present, spelled)), [kept])))
        params = ["item", "elements", "units", *(["calls"] if self.folding.reads_calls else [])]
        params += ["spelled"] if self.folding.snake_keys else []
        doc = f"The units that share one `{self.sequence.into}`."
        return ir.Function(self.folding.unfolding, params, doc, [], body)

    def _string_allowed(self) -> bool:
        shapes = self.resolver.wire.shapes(
            self.resolver.wire.properties(self.sequence.into).get(self.sequence.into_key)
        )
        return any(shape.kind == "string" for shape in shapes)


def _opaque(value: Expr) -> Expr:
    """An element that no lens is for."""
    return ir.obj([("kind", ir.const("opaque")), ("format", ir.var("FORMAT")), ("value", value)])
