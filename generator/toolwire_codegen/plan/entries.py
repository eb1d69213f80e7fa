"""Plans what stands behind `decode_…`, `encode_…` and `losses_…`: which body it is.

A body is asked for its types as `resolve.telling` says. A value is written as the first type all
of whose asked-for fields it has, and none of those that this type loses and another one with the
same would carry. Types that share out the arms of a union are asked as ``resolve.by_arm`` says,
those that have all of them first. Where it was read from another type, its form says so.
"""

from __future__ import annotations

import json
from functools import cached_property

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there, is_constant
from ..load.transform import Lens
from ..operators.choice import given_up
from ..operators.uses import asked_for, carries
from ..resolve.by_arm import Way, after_reading, by_arm, ways
from ..resolve.signs import Sign
from ..resolve.telling import Question, tell
from .arms import goes
from .asking import asked
from .bound import BoundLens, read_by, written_by
from .resolve import Resolver

W, X = ir.var("w"), ir.var("x")
ALWAYS = ir.const(True)
BODY = "body"
"""The key of a form that names the wire type of a body."""


class Entry:
    """The types of one entry, and the functions behind its three public ones."""

    def __init__(self, resolver: Resolver, name: str, lenses: list[BoundLens]) -> None:
        self.resolver, self.name, self.lenses = resolver, name, lenses

    def read(self) -> ir.Function:
        reads_calls = any(lens.reads_calls for lens in self.lenses)
        bodies = self._bodies()
        # What every body must have is asked for once, ahead of what tells them apart.
        shared = [step for step in bodies[-1][1] if all(step in body for _, body, _ in bodies)]
        found = [(is_it, [*_without(asked, shared), *read]) for is_it, asked, read in bodies]
        body: list[Stmt] = [*shared, *(ir.if_(one) for one in found[:-1]), *found[-1][1]]
        params = ["w", *(["calls"] if reads_calls else [])]
        what = f"Read a {self.name} body."
        return ir.Function(f"_decode_{self.name}", params, what, [], body)

    def write(self) -> ir.Function:
        hides = any(lens.hides_ids for lens in self.lenses)
        body: list[Stmt] = self._noted()
        body += [ir.if_((is_it, [ir.ret(written_by(lens, X))])) for is_it, lens in self._values()]
        body.append(ir.ret(written_by(self.preferred[-1], X)))
        params = ["x", *(["hidden"] if hides else [])]
        return ir.Function(f"_encode_{self.name}", params, f"Write a {self.name} body.", [], body)

    def losses(self) -> ir.Function:
        """The losses of the lens that would write the value."""
        args = (X, ir.var("path"), ir.var("losses"), ir.var("calls"))
        branches = [
            (is_it, [ir.do(ir.call(lens.losing, *args))]) for is_it, lens in self._values()
        ]
        last = ir.do(ir.call(self.preferred[-1].losing, *args))
        chosen: list[Stmt] = [ir.if_(*branches, otherwise=[last])] if branches else [last]
        body = [*self._noted(), *chosen]
        return ir.Function(
            f"_losses_of_{self.name}", ["x", "path", "losses", "calls"],
            f"What a {self.name} body cannot carry.", [], body,
        )  # fmt: skip

    def notes(self, wire: str) -> bool:
        """Whether the form says of a value that it was read from this type."""
        return any(lens.lens.wire == wire and self._earlier(lens) for lens in self.lenses)

    # -- which wire type a body is

    def _bodies(self) -> list[tuple[Expr, list[Stmt], list[Stmt]]]:
        """When a body is read by a lens, what it must have, and how, in the order of asking."""
        names = [lens.lens.wire for lens in self.lenses]
        found = []
        for question in tell(self.resolver.wire, names, names, openly=False):
            lens = next(lens for lens in self.lenses if lens.lens.wire == question.arm)
            bare = [claim for claim in question.claims if not any(sign.values for sign in claim)]
            signs = [sign for claim in bare for sign in claim if not sign.absent]
            filled = [sign for sign in signs if not self._may_be_null(question.arm, sign)]
            there = [ir.present(ir.get(W, sign.path[0])) for sign in filled]
            is_it = ir.and_(asked(self.resolver.snaked, question), *there)
            found.append((is_it, _demanded(question, lens), self._read(lens)))
        return found

    def _may_be_null(self, name: str, sign: Sign) -> bool:
        """Whether null is no contradiction: a key that nothing but itself tells has a value."""
        wire, key = self.resolver.wire, sign.path[0]
        kinds = {shape.kind for shape in wire.shapes(wire.properties(name).get(key))}
        asked_more = len(sign.path) > 1 or sign.kinds or sign.filled or key in self.resolver.snaked
        return bool(asked_more or kinds & {"null", "any"})

    def _read(self, lens: BoundLens) -> list[Stmt]:
        """Read by a lens, and note so where the value would be written by an earlier one."""
        read, before = read_by(lens, W), self._earlier(lens)
        if not before:
            return [ir.ret(read)]
        others = self._written_otherwise(lens, before)
        name = ir.const(lens.lens.wire)
        note = ir.do(ir.runtime("mark", X, ir.var("FORMAT"), ir.const(BODY), name))
        noted = note if ALWAYS in others else ir.if_((ir.or_(*others), [note]))
        return [ir.let("x", read), noted, ir.ret(X)]

    def _written_otherwise(self, lens: BoundLens, before: list[BoundLens]) -> list[Expr]:
        """When a value that a lens has read would be written by one of those before it."""
        if not by_arm(lens.lens):
            return [*dict.fromkeys(map(self._written_so, before))]
        left = [way for other in before for way in self._left(lens, other)]
        sure = {way.arm for way in left if not way.asked + way.refused}
        read = {case.arm for case in lens.lens.cases if not case.lost}
        return [ALWAYS] if read <= sure else [*dict.fromkeys(map(self._goes, left))]

    # -- which wire type a value is written as

    def _noted(self) -> list[Stmt]:
        """The body that the form names, where there is a lens that notes it."""
        noted = ir.runtime("body_of", X, ir.var("FORMAT"))
        return [ir.let("body", noted)] if any(map(self._earlier, self.lenses)) else []

    def _values(self) -> list[tuple[Expr, BoundLens]]:
        """When a value is written by a lens; the last one takes the rest."""
        noted = [
            (ir.and_(ir.eq(ir.var("body"), lens.lens.wire), *self._fits(lens)), lens)
            for lens in self.lenses
            if self._earlier(lens)
        ]
        found = [*noted, *((self._written_so(lens), lens) for lens in self.preferred[:-1])]
        # What asks for no more than an earlier one is written where the form notes it alone.
        first: dict[Expr, BoundLens] = {}
        for is_it, lens in found:
            first.setdefault(is_it, lens)
        return [*first.items()]

    @cached_property
    def preferred(self) -> list[BoundLens]:
        """The lenses in the order in which a value is written by them; the last takes the rest."""
        found = sorted(self.lenses, key=self._leaves_arms)
        armed = [lens for lens in found if by_arm(lens.lens)]
        rest = next((lens for lens in armed if self._written_so(lens) == ALWAYS), found[-1])
        return found[: found.index(rest) + 1]

    def _leaves_arms(self, lens: BoundLens) -> bool:
        format_ = self.resolver.format
        return bool(format_.arms_left(format_.pairs[lens.lens.inter, lens.lens.wire]))

    def _fits(self, lens: BoundLens) -> list[Expr]:
        """What a value must have to be written by a lens at all."""
        return [self._written_so(lens)] if by_arm(lens.lens) else self._asked(lens)

    def _written_so(self, lens: BoundLens) -> Expr:
        if by_arm(lens.lens):
            found = self._ways(lens)
            if not self._leaves_arms(lens) and not any(way.asked + way.refused for way in found):
                return ALWAYS
            return ir.or_(*map(self._goes, found))
        lost = [ir.not_(field_there(path)) for path in self._given_up(lens.lens)]
        needed = [*self._asked(lens), *lost]
        return ir.and_(*needed) if needed else ir.const(True)

    def _goes(self, way: Way) -> Expr:
        return goes(self.resolver, way, X)

    def _asked(self, lens: BoundLens) -> list[Expr]:
        asked = dict.fromkeys(asked_for(self.resolver.format, lens.lens))
        return [field_there(path) for path in asked]

    def _given_up(self, lens: Lens) -> list[tuple[str, ...]]:
        """Fields that this lens loses, and another with the same asked-for ones carries."""
        others = [other.lens for other in self.lenses if other.lens is not lens]
        return given_up(self.resolver.format, lens, others)

    def _earlier(self, lens: BoundLens) -> list[BoundLens]:
        """The lenses before one, by which a value that it has read may be written."""
        if by_arm(lens.lens):
            order = sorted(self.lenses, key=self._leaves_arms)
            return [other for other in order[: order.index(lens)] if self._left(lens, other)]
        before = self.lenses[: self.lenses.index(lens)]
        return [
            other
            for other in before
            if (needed := asked_for(self.resolver.format, other.lens))
            and all(carries(lens.lens, path) for path in needed)
        ]

    def _left(self, lens: BoundLens, other: BoundLens) -> list[Way]:
        """The ways by which a value that a lens has read may be written by another one."""
        found = [after_reading(way, lens.lens) for way in self._ways(other)]
        return [way for way in found if way is not None]

    def _ways(self, lens: BoundLens) -> list[Way]:
        return ways(lens.lens, [other.lens for other in self.lenses if other is not lens])


def _without(steps: list[Stmt], others: list[Stmt]) -> list[Stmt]:
    return [step for step in steps if step not in others]


def _demanded(question: Question, lens: BoundLens) -> list[Stmt]:
    """Constants that a body was not asked for must be there all the same: no row reads them."""
    absent = {absent.path for absent in lens.lens.absents}
    demanded: list[Stmt] = []
    for key, value in lens.wire_tags:
        if isinstance(value, tuple) or question.asks(key):
            continue
        wrong = ir.not_(is_constant(ir.opt(W, key), value))
        if (key,) in absent:
            wrong = ir.and_(ir.has(W, key), wrong)
        demanded.append(ir.if_((wrong, [ir.fail(json.dumps(value), W, key)])))
    return demanded
