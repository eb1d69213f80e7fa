"""``numeral``: an integer, as its decimal text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..resolve.paths import text, types
from ..resolve.problems import Problem, Problems
from .base import Definition, sides
from .scalars import Scalar

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot


class Numeral(Scalar, Definition):
    """A number that comes, or a text with a sign or zeros ahead, is a spelling like any other."""

    name = "numeral"
    example = "numeral"
    takes = (0, 0)
    inter, wire = "integer", "string|integer"
    purpose = "an integer as its decimal text, as JSON of numbers of 64 bits has it; numbers are "
    purpose += "read, too"
    loss = "none"
    places = ("row", "case")
    expected = "an integer as text"
    reader, writer = "numeral", "numeral_text"

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """What is written is a text."""
        wire = sides(one, view, slot)[1]
        if wire and "string" not in types(wire):
            what, note = "`numeral` would write a text", f"it is {text(wire)}"
            yield Problem(slot.target.position, what, note, "leave it out")
