"""Plans the reading of runs: neighbouring elements that are blocks of one unit."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ..bound import read_by
from ..folding import UNITS
from ..spreading import Spreading

RUN, BLOCK = ir.var("run"), ir.var("block")


class SpreadReader:
    """Plans how a list's loop gathers runs."""

    begun: tuple[Stmt, ...] = (ir.let("run", ir.arr()),)

    def __init__(self, spreading: Spreading) -> None:
        self.spreading = spreading

    def _gather(self, *more: Stmt) -> Stmt:
        """A run becomes a unit; what only may stand among blocks stays as it is."""
        tags = ir.const(dict(self.spreading.tags))
        bare = [ir.const(True)] if self.spreading.bare else []
        key = ir.const(self.spreading.sequence.spread_key)
        units = ir.runtime("gathered", RUN, key, tags, *bare)
        return ir.if_((ir.Filled(RUN), [ir.Extend(UNITS, units), *more]))

    @property
    def ended(self) -> list[Stmt]:
        """The last run ends with the list."""
        return [self._gather()]

    def step(self, source: str) -> list[Stmt]:
        """A block joins the run; anything else ends it, and is read by the steps that follow."""
        item = ir.var(source)
        read = read_by(self.spreading.known_blocks, item, ir.Count(RUN))
        steps: list[Stmt] = [ir.let("block", read)]
        if self.spreading.sequence.among:
            among = ir.and_(ir.missing(BLOCK), self.spreading.is_among(item))
            steps.append(ir.if_((among, [ir.let("block", opaque(item))])))
        joins = ir.if_((ir.present(BLOCK), [ir.append(RUN, BLOCK), ir.Continue()]))
        return [*steps, joins, self._gather(ir.let("run", ir.arr()))]


def opaque(value: Expr, at: str = "") -> Expr:
    """An element that no lens is for; ``at``: the key of its list, if that is not the list read."""
    pairs = [("kind", ir.const("opaque")), ("format", ir.var("FORMAT")), ("value", value)]
    return ir.obj([*pairs, ("at", ir.const(at))] if at else pairs)
