"""``starts``: a text that starts so tells the arm."""

from __future__ import annotations

from .. import ir
from ..ir import Expr
from ..ir.scope import Scope
from .base import Definition, Spot
from .scalars import Scalar


class Starts(Scalar, Definition):
    name = "starts"
    example = "starts(image/)"
    takes = (0, 1)
    inter, wire = "string", "string"
    purpose = "a text that starts so tells the arm"
    loss = "none"
    opens = "own"
    decides = guards = True
    places = ("case",)
    reader, writer = "starting", "starting_as"
    exact = True

    def holds(self, scope: Scope, value: Expr, spot: Spot) -> Expr | None:
        return ir.present(self.encode(scope, value, spot))
