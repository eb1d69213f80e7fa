"""``digits``: a number, as its decimal text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Stmt
from ..ir.losses import lose
from .base import Definition, X, held_field
from .scalars import Scalar

if TYPE_CHECKING:
    from .leaf import Leaf


class Digits(Scalar, Definition):
    name = "digits"
    example = "digits"
    inter, wire = "string", "integer"
    purpose = "a number, as its decimal text"
    loss = "none"
    decides = True
    places = ("row", "arm")
    vanishes = True
    reader, writer = "digits", "undigits"

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = held_field(leaf, X)
        back = ir.runtime("digits", ir.runtime("undigits", value))
        lost = lose(suffix, "value", "the wire has numbers alone here")
        return [ir.if_((ir.Ne(back, value), [lost]))]
