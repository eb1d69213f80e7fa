"""``carried``: a message as JSON text under one key, written just so."""

from __future__ import annotations

from ..ir import Expr
from ..ir.scope import Scope
from .base import Definition, Spot, X
from .scalars import Scalar


class Carried(Scalar, Definition):
    name = "carried"
    example = "carried(key)"
    takes = (1, 1)
    inter, wire = "string", "string"
    purpose = "a message as JSON text under one key, written just so"
    loss = "none"
    decides = True
    places = ("arm",)
    reader, writer = "carried_from", "carried"
    exact = True

    def claims(self, value: Expr) -> Expr | None:
        return self.decode(Scope(), value, Spot("", X, ""))
