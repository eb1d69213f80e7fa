"""Plans the decoding of a sequence: wire elements in, units out."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ..bound import BoundLens, BoundUnion, read_by
from ..folding import ITEMS, UNIT, UNITS, mark
from ..sequence import BoundSequence
from .folds import FoldReader
from .spreads import SpreadReader, opaque


class SequenceReader:
    """Plans the function that reads a list, and the one that opens a shared element."""

    def __init__(self, bound: BoundSequence) -> None:
        self.bound, self.resolver, self.sequence = bound, bound.resolver, bound.sequence
        self.fold = FoldReader(bound, bound.fold) if bound.fold is not None else None
        self.spread = SpreadReader(bound.spread) if bound.spread is not None else None

    def read(self) -> list[ir.Function]:
        """``_decode_units(items[, calls])`` and what it calls alone."""
        source = bound_source(self.bound)
        step = self._other(source)
        if self.fold is not None:
            step = self.fold.step(step)
        begun: list[Stmt] = [ir.let("units", ir.arr())]
        ended: list[Stmt] = [ir.ret(UNITS)]
        if self.spread is not None:
            step = [*self.spread.step(source), *step]
            begun, ended = [*begun, *self.spread.begun], [*self.spread.ended, *ended]
        body = [*begun, ir.for_(source, ITEMS, step), *ended]
        title = f"{self.sequence.record}.{self.sequence.field}"
        wire = f"{self.sequence.wire_record}.{self.sequence.wire_key}"
        params = ["items", *(["calls"] if self.bound.reads_calls else [])]
        doc = f"Read `{wire}` as `{title}`."
        main = ir.Function(self.bound.reading, params, doc, self.bound.rows(), body)
        return [main, *([self.fold.unfold()] if self.fold is not None else [])]

    def _other(self, source: str) -> list[Stmt]:
        """Read an element that shares nothing."""
        if self.bound.others is None:
            whole = ir.var(source)
            bad = ir.fail("an object", whole, None)
            return [
                ir.if_((ir.isnt(whole, "object"), [bad])),
                ir.append(UNITS, opaque(whole)),
            ]
        steps = [self._read(self.bound.others, ir.var(source))]
        steps += self.fold.apart() if self.fold is not None else []
        if self.sequence.lift and not self.sequence.lift_anywhere:
            steps.append(self._mark_stayed())
        return [*steps, ir.append(UNITS, UNIT)]

    def _mark_stayed(self) -> Stmt:
        """Note of a unit that it stayed in the list although it could have left it."""
        schema = self.resolver.inter
        role = schema.const(self.sequence.lift, "role")[0]
        leading = ir.All("other", UNITS, ir.eq(ir.opt(ir.var("other"), "role"), role))
        condition = ir.and_(ir.eq(ir.opt(UNIT, "role"), role), leading)
        return ir.if_((condition, [mark("lift", "kept")]))

    def _read(self, others: BoundLens | BoundUnion, item: Expr) -> Stmt:
        """A unit with an element of its own: through its own lens, else the union's function."""
        branches: list[tuple[Expr, list[Stmt]]] = []
        if isinstance(others, BoundUnion) and others.tag and self.bound.fold is not None:
            for question, lenses in others.asked:
                lens = lenses[0] if len(lenses) == 1 else None
                words, tag = question.words(others.tag), ir.opt(item, others.tag)
                if lens is None or lens is self.bound.fold.rest or lens.partial:
                    continue
                if words and all(words):
                    is_tagged = ir.or_(*(ir.eq(tag, word) for word in words))
                    branches.append((is_tagged, [ir.let("unit", read_by(lens, item))]))
        let = ir.let("unit", read_by(others, item))
        return ir.if_(*branches, otherwise=[let]) if branches else let


def bound_source(bound: BoundSequence) -> str:
    """The local that has an element as it came."""
    return bound.fold.source if bound.fold is not None else "item"

