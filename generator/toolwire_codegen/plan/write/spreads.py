"""Plans the writing of units that stand as several elements."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ..bound import hidden_of, place_of
from ..folding import ITEMS, UNIT
from ..spreading import Spreading


def spread_out(spreading: Spreading) -> list[Stmt]:
    """The blocks of a unit, each as an element; its overlay's keys go to the last that has them."""
    steps: list[Stmt] = []
    if name := spreading.landing:
        landed = ir.runtime("landed", UNIT, ir.var("FORMAT"), ir.var(name))
        steps.append(ir.if_((ir.has(UNIT, "metadata"), [ir.let("unit", landed)])))
    return [*steps, ir.Extend(ITEMS, _elements(spreading))]


def _elements(spreading: Spreading) -> Expr:
    blocks = spreading.blocks
    listed = spreading.listed(UNIT)
    return ir.call(blocks.writing_list, listed, *hidden_of(blocks), *place_of(blocks))
