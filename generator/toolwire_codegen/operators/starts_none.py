"""``starts_none``: a text that starts with none of these tells the arm."""

from __future__ import annotations

from .. import ir
from ..ir import Expr
from ..ir.scope import Scope
from .base import Definition, Spot
from .scalars import Scalar


class StartsNone(Scalar, Definition):
    name = "starts_none"
    example = "starts_none(image/)"
    takes = (1, 8)
    inter, wire = "string", "string"
    purpose = "a text that starts with none of these tells the arm"
    loss = "none"
    opens = "rest"
    decides = guards = True
    places = ("case",)
    reader, writer = "starting_none", "starting_none"
    exact = True

    def holds(self, scope: Scope, value: Expr, spot: Spot) -> Expr | None:
        return ir.present(self.encode(scope, value, spot))
