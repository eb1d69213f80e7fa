"""One block as an object, where others have a list: `single`."""

from __future__ import annotations

from typing import Any

from ..codec import Codec, Many, Through
from ..notes import Notes
from ..operator import UNSET, Operator
from ..parts import Part
from ..spec import OPAQUE, Place, demand
from ..use import Use

Json = Any


class Single(Operator):
    """Of a list of two there is no such object."""

    name = "single"

    def part(self, use: Use, arm: str) -> Part:
        return SinglePart(use, arm)


class SinglePart(Part):
    """A list of one, without the list."""

    @property
    def codec(self) -> Codec:
        place = self.use.place
        blocks = [item for shape in place.inter for item in shape.items]
        shapes = tuple(shape for shape in blocks if shape.name in (self.arm, OPAQUE))
        return Many(Through(self.use.interpreter, Place(shapes, place.wire), self.use.key))

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        if raw is None:
            return None
        demand(type(raw) is dict, "an object")
        blocks: list[Json] = self.codec.read([raw], notes)
        return blocks

    def write(self, shares: list[Json], notes: Notes) -> Json:
        demand(len(shares) < 2, "one block")
        return shares[0] if shares else UNSET
