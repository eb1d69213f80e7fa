"""``via``: a codec of one's own, a class in a module beside the transform."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from .base import Codec, Definition, Spot, Use

if TYPE_CHECKING:
    from .leaf import Leaf


class Via(Codec, Definition):
    name = "via"
    example = "via(module:Codec)"
    takes = (1, 1)
    inter, wire = "any", "any"
    purpose = "a codec of one's own: a class in a module beside this text"
    loss = "none"
    made_here = True
    places = ("row", "arm")
    partial = spelled = subtle = True
    expected = "a value of the documented form"

    def __init__(self, use: Use) -> None:
        module, _, self.codec = use.operator.args[0].partition(":")
        self.module = f"{use.resolver.format.name}_{module}"

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.Via(self.module, self.codec, "decode", raw)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.Via(self.module, self.codec, "encode", value)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []
