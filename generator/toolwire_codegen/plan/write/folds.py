"""Plans the writing of shared wire elements: units that join the one before, or open one."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ..bound import BoundLens, whole_row, written_by
from ..folding import ITEMS, UNIT, Folding

ELEMENT, GROUP, FORMS = ir.var("element"), ir.var("group"), ir.var("forms")
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
            [ir.append(FORMS, ir.arr(GROUP, FORM))],
        )
    ),
    ir.append(ITEMS, GROUP),
]
"""A new element takes its place."""


class FoldWriter:
    """Plans what becomes of the units that share elements.

    ``closed``: what follows an element that nothing can join.
    """

    closed: tuple[Stmt, ...] = (ir.let("group", ir.const(None)), CLOSE)

    def __init__(self, folding: Folding) -> None:
        self.folding, self.resolver, self.sequence = folding, folding.resolver, folding.sequence
        self.member, self.rest = folding.member, folding.rest

    @property
    def begun(self) -> list[Stmt]:
        """What the loop over the units begins with."""
        return [*self.closed, ir.let("forms", ir.arr())]

    @property
    def ended(self) -> list[Stmt]:
        """Only then has a shared element all its units, under the keys the rows speak of."""
        lay = "lay_shared" if self.folding.keeps_more else "lay_groups"
        return [ir.if_((ir.Filled(FORMS), [ir.do(ir.runtime(lay, FORMS))]))]

    def sharing(self) -> list[tuple[BoundLens, list[Stmt]]]:
        """The lenses of the units that share elements, and what becomes of each."""
        found = [(self.member, self._member(self._written()))]
        return [*found, (self.rest, self._rest(self.rest))] if self.rest is not None else found

    def _written(self) -> Expr:
        """A member as its element; one that only holds another record is opened here."""
        if self.folding.several is not None:
            return written_by(self.folding.several, UNIT)
        row = whole_row(self.member)
        if row is None:
            return written_by(self.member, UNIT)
        leaf = self.resolver.leaf(self.member.lens, row, row.targets[0])
        value = ir.get(UNIT, row.fields[0][0])
        return leaf.codec.encode(Scope(), value, Spot(row.name, UNIT, ""))

    def _listed(self, element: Expr) -> Expr:
        """The units of a wire element, as a list."""
        tags, holder = ir.const(dict(self.folding.text_tags())), element
        if self.folding.deep:
            holder = ir.runtime("list_holder", element, *self.folding.way())
        return ir.runtime("listed", holder, ir.const(self.folding.path[-1]), tags)

    def opaque(self) -> list[tuple[Expr, list[Stmt]]]:
        """What no lens is for: inside of a shared element, and one that members may join."""
        if not self.folding.mixed:
            return []
        # What joins it changes no value that was given.
        whole = [*self._opened(), ir.append(ITEMS, GROUP), CLOSE]
        inside = self._member(ir.get(UNIT, "value"))
        return [(self.folding.is_inside(UNIT), inside), (self.folding.is_whole(UNIT), whole)]

    def _opened(self) -> list[Stmt]:
        """A copy of an opaque element whose list may grow."""
        value, key = ir.get(UNIT, "value"), self.folding.key
        if self.folding.deep:
            path = ir.const([*self.folding.path])
            return [ir.let("group", ir.runtime("open_to_more", value, path))]
        return [
            ir.let("group", ir.Copy(value)),
            ir.put(GROUP, key, ir.Copy(ir.get(GROUP, key))),
        ]

    def _joined(self, into: Expr) -> list[Stmt]:
        """A member goes into the element before, and says what that holds besides."""
        steps: list[Stmt] = [ir.append(into, ELEMENT)]
        if self.folding.mixed:
            noted = ir.and_(ir.eq(TURN, "joined"), ir.has(FORM, "group"))
            steps.append(ir.if_((noted, [ir.append(FORMS, ir.arr(GROUP, FORM))])))
        return steps

    def _member(self, element: Expr) -> list[Stmt]:
        """A unit that shares an element: it joins the one before, or opens one."""
        opened: list[Stmt] = [ir.let("group", self.folding.framed(ir.arr(ELEMENT))), *OPENED]
        into = self._listed(GROUP) if self.rest is not None else self.folding.listed(GROUP)
        return [
            ir.let("element", element),
            ir.if_((JOINS, self._joined(into)), otherwise=opened),
            ir.let("open_", ir.const(True)),
        ]

    def _rest(self, rest: BoundLens) -> list[Stmt]:
        """What stands in an element of its own, and may share one as well."""
        step = ir.let("element", written_by(rest, UNIT))
        joins = (
            JOINS if self.folding.joins_rest else ir.and_(ir.present(GROUP), ir.eq(TURN, "joined"))
        )
        # What an element has besides its list would have no place in a shared one.
        size: Expr = ir.SizeIs(ELEMENT, 1 + len(self.folding.group_tags()))
        listed = ir.has(ELEMENT, self.folding.path[0])
        alone = ir.and_(size, listed) if self.folding.beside else size
        if self.folding.deep:
            holds_list = ir.runtime("holds_list_alone", ELEMENT, *self.folding.way())
            alone = ir.Holds(holds_list)
        joins = ir.and_(joins, alone)
        more: list[Stmt] = [ir.Extend(self._listed(GROUP), self._listed(ELEMENT))]
        opened: list[Stmt] = [ir.let("group", ELEMENT), *OPENED]
        if not self.folding.beside:
            return [step, ir.if_((joins, more), otherwise=opened), CLOSE]
        # What came beside the list of a shared element goes back there, if its keys are free.
        beside, way = ir.const([*self.folding.beside]), self.folding.way()
        fits = ir.Holds(ir.runtime("fits_beside", GROUP, ELEMENT, beside, *way))
        laid: list[Stmt] = [
            ir.do(ir.runtime("lay_beside", GROUP, ELEMENT, beside)),
            ir.if_((listed, more)),
        ]
        came = ir.and_(ir.present(GROUP), ir.eq(TURN, "joined"), fits)
        return [step, ir.if_((joins, more), (came, laid), otherwise=opened), CLOSE]
