"""Plans the reading of shared wire elements: the units that each of them holds."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ...resolve.shared import list_of
from ..bound import calls_of, read_by, whole_row
from ..folding import ITEM, UNIT, UNITS, Folding, mark
from ..sequence import BoundSequence
from .spreads import opaque


class FoldReader:
    """Plans how a list's loop tells shared elements, and the function that opens one."""

    def __init__(self, bound: BoundSequence, folding: Folding) -> None:
        self.bound, self.folding = bound, folding
        self.resolver, self.sequence = folding.resolver, folding.sequence
        self.member, self.rest = folding.member, folding.rest

    def step(self, plain: list[Stmt]) -> list[Stmt]:
        """The steps for one element; ``plain``: those for what shares nothing."""
        context = calls_of(self.bound)
        elements = ir.var("elements")
        spelled = [ir.var("spelled")] if self.folding.snake_keys else []
        unfold = [ir.do(ir.call(self.folding.unfolding, ITEM, elements, UNITS, *context, *spelled))]
        inside = self.folding.is_listed(ITEM, "elements")
        member = self.folding.is_member_element(ir.var("element"))
        group = ir.and_(self.folding.is_group(ITEM), inside)
        shared = ir.Holds(ir.var("shared"))
        if self.rest is not None:
            found = ir.if_((member, [ir.let("shared", ir.const(True)), ir.Break()]))
            look: list[Stmt] = [
                ir.let("shared", ir.const(False)),
                ir.for_("element", elements, [found]),
            ]
            # An element nobody shares is read as any other.
            alone = [ir.let("unit", read_by(self.rest, ir.var(self.folding.source)))]
            alone += [self._after_member(None)] if self.folding.joins_rest else []
            either = ir.if_((shared, unfold), otherwise=[*alone, ir.append(UNITS, UNIT)])
            return [*self._respelled(), ir.if_((group, [*look, either]), otherwise=plain)]
        # Where the list holds nothing but members, what is no member is malformed.
        found = ir.if_((member, [ir.let("shared", ir.const(True)), ir.Break()]))
        any_member: Stmt = ir.for_("element", elements, [found])
        none_else = ir.let("shared", ir.NotEmpty(elements))
        look = [any_member if self.folding.mixed else none_else]
        plainly = ir.if_((ir.not_(shared), plain), otherwise=unfold)
        closed = [ir.let("shared", ir.const(False)), ir.let("elements", ir.arr())]
        return [*self._respelled(), *closed, ir.if_((group, look)), plainly]

    def apart(self) -> list[Stmt]:
        """Note of a unit with an element of its own that it could have joined the one before."""
        if not self.folding.joins_rest or self.rest is None:
            return []
        return [self._after_member(self.folding.is_unit(UNIT, self.rest))]

    def _after_member(self, condition: Expr | None) -> Stmt:
        before = self.folding.is_unit(ir.Last(UNITS), self.member)
        return ir.if_((ir.and_(condition, ir.Filled(UNITS), before), [mark("turn", "apart")]))

    def _respelled(self) -> list[Stmt]:
        """Bring a shared element's keys into the spelling the rows speak of."""
        if not self.folding.snake_keys:
            return []
        source, keys = ir.var(self.folding.source), ir.var(self.folding.snake_keys)
        if self.folding.deep:
            renamed = ir.runtime("camel_along", source, keys, ir.const([*self.folding.path]))
            return [ir.Unpack(("item", "spelled"), renamed)]
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

    def _read_member(self, element: Expr) -> Expr:
        """An element as its unit; one that only holds another record is made here."""
        if self.folding.several is not None:
            return read_by(self.folding.several, element)
        row = whole_row(self.member)
        if row is None:
            return read_by(self.member, element)
        leaf = self.resolver.leaf(self.member.lens, row, row.targets[0])
        value = leaf.codec.decode(Scope(), element, Spot(row.name, element, ""))
        tags = [(key, ir.const(tag)) for key, tag in self.member.inter_tags]
        return ir.obj([*tags, (row.fields[0][0], value)])

    def unfold(self) -> ir.Function:
        """The units of one shared wire element, in its order."""
        element = ir.var("element")
        member = self.folding.is_member_element(element)
        read = ir.let("unit", self._read_member(element))
        run = ir.var("run")
        before = self.folding.is_unit(ir.Last(UNITS), self.member)
        if self.folding.mixed:
            before = ir.or_(before, self.folding.is_inside(ir.Last(UNITS)))
        after_any = ir.and_(ir.Filled(UNITS), before)
        body: list[Stmt] = [ir.let("start", ir.Count(UNITS)), ir.let("after", after_any)]
        if self.rest is not None:
            flushed = ir.if_((ir.Filled(run), [*self._flush(), ir.let("run", ir.arr())]))
            steps = [
                ir.if_(
                    (member, [flushed, read, *self._place(True)]),
                    otherwise=[ir.append(run, element)],
                )
            ]
            body += [ir.let("run", ir.arr()), ir.for_("element", ir.var("elements"), steps)]
            body += self._last_run()
        elif self.folding.mixed:
            body += self._mixed([read, *self._place(True)])
        else:
            body.append(ir.for_("element", ir.var("elements"), [read, *self._place(True)]))
        body.append(self._note_group())
        params = ["item", "elements", "units", *(["calls"] if self.bound.reads_calls else [])]
        params += ["spelled"] if self.folding.snake_keys else []
        doc = f"The units that share one `{self.sequence.into}`."
        return ir.Function(self.folding.unfolding, params, doc, [], body)

    def _place(self, is_member: bool) -> list[Stmt]:
        """Append the unit, with a note if it stands against the canonical grouping."""
        apart, joined = mark("turn", "apart"), mark("turn", "joined")
        after, start, count = ir.Holds(ir.var("after")), ir.var("start"), ir.Count(UNITS)
        first = ir.Same(start, count)
        now = [ir.append(UNITS, UNIT), ir.let("after", ir.const(is_member))]
        if not is_member and not self.folding.joins_rest:
            return [ir.if_((ir.Ne(start, count), [joined])), *now]
        noted = ir.if_((first, [ir.if_((after, [apart]))]), (ir.not_(after), [joined]))
        return [noted, *now]

    def _last_run(self) -> list[Stmt]:
        """The unit of the last run, and of what the rest has beside the list."""
        run = ir.var("run")
        if not self.folding.beside:
            return [ir.if_((ir.Filled(run), self._flush()))]
        keys, key = ir.const([*self.folding.beside]), ir.const(self.folding.path[0])
        filled, more = ir.Filled(run), ir.var("more")
        both = ir.runtime("with_parts", self.folding.framed(self._run()), key, filled, more)
        assert self.rest is not None
        own = [
            ir.let("unit", read_by(self.rest, both)),
            # By itself an element with such keys joins none.
            mark("turn", "joined"),
            ir.append(UNITS, UNIT),
            ir.let("item", ir.runtime("less_parts", ITEM, more)),
        ]
        found = ir.let("more", ir.runtime("own_parts", ITEM, keys))
        return [found, ir.if_((ir.Filled(more), own), (filled, self._flush()))]

    def _flush(self) -> list[Stmt]:
        """The unit of a run of elements that are no members."""
        assert self.rest is not None
        whole = self.folding.framed(self._run())
        return [ir.let("unit", read_by(self.rest, whole)), *self._place(False)]

    def _run(self) -> Expr:
        """A run of elements as what stands in the place of the list."""
        run = ir.var("run")
        if not self._string_allowed():
            return run
        text = ir.const(dict(self.folding.text_tags()))
        return ir.runtime("unlisted", run, ir.const(1 + len(self.folding.text_tags())), text)

    def _note_group(self) -> Stmt:
        """The first unit notes what else the element holds."""
        first, spelled = ir.Item(UNITS, ir.var("start")), list[Expr]()
        if self.folding.snake_keys:
            spelled = [ir.var("spelled")]
        args = (first, ir.var("FORMAT"), ITEM, *self.folding.way(), *spelled)
        shared = ir.do(ir.runtime("mark_shared", *args))
        if self.folding.deep:
            return shared
        words, required = self.folding.words, self.resolver.wire.required(self.sequence.into)
        left = ir.runtime("group_rest", ITEM, ir.const([self.folding.key, *words]), *spelled)
        rest_alone = ir.do(ir.runtime("mark", first, ir.var("FORMAT"), ir.const("group"), left))
        odd: list[Expr] = [ir.SizeNot(ITEM, 1 + len(words), "")]
        for key, consts in words.items():
            if len(consts) > 1:
                odd.append(ir.Ne(ir.opt(ITEM, key), ir.const(consts[0])))
            elif key not in required:
                odd.append(ir.not_(ir.has(ITEM, key)))
        odd += map(ir.present, spelled)
        return ir.if_((ir.or_(*odd), [shared if self.folding.keeps_more else rest_alone]))

    def _mixed(self, plainly: list[Stmt]) -> list[Stmt]:
        """The units of an element with others than members; ``plainly``: the unit of a member."""
        element, run = ir.var("element"), ir.var("run")
        ahead = [
            ir.append(UNITS, opaque(self.folding.framed(run))),
            ir.let("run", ir.arr()),
            # The note of what else the element holds stands on the first member.
            ir.let("start", ir.Count(UNITS)),
            ir.let("unit", self._read_member(element)),
            mark("turn", "joined"),
            ir.append(UNITS, UNIT),
            ir.let("after", ir.const(True)),
        ]
        first = ir.Same(ir.var("start"), ir.Count(UNITS))
        bad = ir.if_((ir.isnt(element, "object"), [ir.fail("an object", element, None)]))
        inside = [ir.append(UNITS, opaque(element, self.folding.key))]
        member = self.folding.is_member_element(element)
        led = ir.and_(member, ir.Filled(run))
        other = ir.if_((first, [ir.append(run, element)]), otherwise=inside)
        step = ir.if_((led, ahead), (member, plainly), otherwise=[bad, other])
        return [ir.let("run", ir.arr()), ir.for_("element", ir.var("elements"), [step])]

    def _string_allowed(self) -> bool:
        shapes = list_of(self.resolver.wire, self.sequence)
        return any(shape.kind == "string" for shape in shapes)
