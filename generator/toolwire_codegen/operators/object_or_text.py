"""``object_or_text``: data that is an object as it is, any other as its JSON text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.losses import lose
from ..ir.scope import Scope
from .base import Codec, Definition, Spot, X, field_and_place

if TYPE_CHECKING:
    from .leaf import Leaf


class ObjectOrText(Codec, Definition):
    """For a place that takes objects and texts: a text there is a text, and never read as data."""

    name = "object_or_text"
    example = "object_or_text"
    inter, wire = "any", "object|string"
    reads_only = "object"
    purpose = "data: an object as it is, anything else as JSON text"
    loss = "data that is no object reads back as text"
    decides = True
    places = ("arm",)
    partial = True
    expected = "an object"

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.IfElse(ir.is_(raw, "object"), raw, ir.const(None))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.IfElse(ir.is_(value, "object"), value, ir.runtime("json_text", value))

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        loss = lose(suffix, "kind", "data that is no object goes as JSON text")
        return [ir.if_((ir.isnt(value, "object"), [loss]))]
