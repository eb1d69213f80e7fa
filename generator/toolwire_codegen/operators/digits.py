"""``digits``: a number, as its decimal text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.losses import lose
from ..ir.scope import Scope
from ..resolve.paths import text, types
from ..resolve.problems import Problem, Problems
from .base import Definition, Spot, Use, X, field_and_place, sides
from .scalars import Scalar

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Digits(Scalar, Definition):
    name = "digits"
    example = "digits"
    takes = (0, 1)
    words = ("text",)
    inter, wire = "string", "integer"
    purpose = "a number as its decimal text; where the wire has texts too, one that is none, or "
    purpose += "with `text` any: numbers are only read then"
    loss = "none"
    decides = True
    places = ("row", "arm")
    reader, writer = "digits", "undigits"

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.total = "string" in types(use.wire)
        """Has the wire a place for any text?"""
        self.vanishes = not self.total
        self.as_text = bool(self.given)
        """Is a text written, whatever it says?"""

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        if self.total:
            return ir.runtime("digits_or_text", raw)
        return super().decode(scope, raw, spot)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        if self.as_text:
            return value
        if self.total:
            return ir.runtime("undigits_or_text", value)
        return super().encode(scope, value, spot)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        if self.total:
            return []
        value, suffix = field_and_place(leaf, X)
        back = ir.runtime("digits", ir.runtime("undigits", value))
        lost = lose(suffix, "value", "the wire has numbers alone here")
        return [ir.if_((ir.Ne(back, value), [lost]))]

    # -- checks

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """A text goes out as one where the wire has a place for it."""
        wire = sides(one, view, slot)[1]
        if args and wire and "string" not in types(wire):
            what, note = "`digits(text)` would write a text", f"it is {text(wire)}"
            yield Problem(slot.target.position, what, note, "write `digits`")
