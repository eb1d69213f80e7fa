"""A list of texts, each of which is one field of a block: `bare(field)`."""

from __future__ import annotations

from typing import Any

from ..notes import Notes
from ..operator import UNSET, Operator
from ..parts import Part
from ..spec import demand
from ..use import Use

Json = Any


class Bare(Operator):
    """What else a block has is lost."""

    name = "bare"

    def part(self, use: Use, arm: str) -> Part:
        return BarePart(use, arm, self.args[0])


class BarePart(Part):
    """A list of anything else stays where it is."""

    holds_objects = False

    def __init__(self, use: Use, arm: str, field: str) -> None:
        super().__init__(use, arm)
        self.field = field

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        if type(raw) is not list or not raw or any(type(one) is not str for one in raw):
            return None
        kind = self.use.spec.inter_tags(self.arm)["kind"]
        return [{"kind": kind, self.field: one} for one in raw]

    def share(self, block: Json, notes: Notes) -> list[Json]:
        value = block.get(self.field)
        demand(value is None or type(value) is str, "a string")
        return [] if value is None else [value]

    def write(self, shares: list[Json], notes: Notes) -> Json:
        return shares or UNSET
