"""``least``: a number that is no less than another; what is less says something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Stmt
from ..ir.losses import lose
from ..load.transform import literal
from ..resolve.paths import text, types
from ..resolve.problems import Problem, Problems, quoted
from .base import Definition, X, field_and_place, sides
from .scalars import Scalar

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Least(Scalar, Definition):
    name = "least"
    example = "least(0)"
    takes = (1, 1)
    inter, wire = "integer", "integer|string"
    purpose = "a number that is no less than this; one that is, or a word in its place, says "
    purpose += "something else, and stays"
    loss = "a number that is less has no place"
    decides = vanishes = exact = True
    reader = writer = "at_least"

    def losses(self, leaf: Leaf) -> list[Stmt]:
        value, suffix = field_and_place(leaf, X)
        less = lose(suffix, "value", "the wire takes a number like this for something else")
        return [ir.if_((ir.LessThan(value, self.given[0]), [less]))]

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        odd = [arg for arg in args if type(literal(arg)) is not int]
        if odd:
            what = f"{quoted(odd)} is no integer"
            yield Problem(slot.target.position, what, "", "name the least number that is one here")

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Words stand there beside numbers, never alone."""
        wire = sides(one, view, slot)[1]
        if wire and types(wire) & {"integer", "string"} == {"string"}:
            what, note = f"`{slot.target.dotted}` takes no number", f"it is {text(wire)}"
            yield Problem(slot.target.position, what, note, "write `numeral`, if a text has it")
