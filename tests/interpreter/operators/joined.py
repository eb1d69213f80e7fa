"""Text blocks as one text: `joined(separator)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import literal
from ..notes import Notes
from ..operator import UNSET, Operator
from ..parts import Part, TextPart
from ..use import Use

Json = Any


class Joined(Operator):
    """Reads as one block."""

    name = "joined"

    def part(self, use: Use, arm: str) -> Part:
        return JoinedPart(use, arm, literal(self.args[0]) if self.args else "\n")


class JoinedPart(TextPart):
    """Other values than texts stay where they are."""

    def __init__(self, use: Use, arm: str, separator: str) -> None:
        super().__init__(use, arm)
        self.separator = separator

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        return [{"kind": "text", "text": raw}] if type(raw) is str else None

    def write(self, shares: list[Json], notes: Notes) -> Json:
        return self.separator.join(shares) if shares else UNSET
