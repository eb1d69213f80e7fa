"""Text blocks as one text: `joined(separator)`."""

from __future__ import annotations

from typing import Any

from ..codec import Codec
from ..jsontext import literal
from ..notes import Notes
from ..operator import UNSET, Operator
from ..parts import Part, TextPart
from ..spec import demand
from ..use import Use

Json = Any


class Joined(Operator):
    """Reads as one block."""

    name = "joined"

    @property
    def separator(self) -> str:
        return str(literal(self.args[0])) if self.args else "\n\n"

    def part(self, use: Use, arm: str) -> Part:
        return JoinedPart(use, arm, self.separator)

    def codec(self, use: Use) -> Codec:
        return OneText(self.separator, "string" in {shape.kind for shape in use.place.inter})


class OneText(Codec):
    """A string; the blocks of a list that are no texts have no place."""

    def __init__(self, separator: str, string: bool) -> None:
        self.separator, self.string = separator, string

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        return type(raw) is str

    def read(self, raw: Json, notes: Notes) -> Json:
        return raw if self.string else [{"kind": "text", "text": raw}]

    def write(self, value: Json, notes: Notes) -> Json:
        if type(value) is str:
            return value
        return self.separator.join(one["text"] for one in value if one.get("kind") == "text")


class JoinedPart(TextPart):
    """Other values than texts stay where they are."""

    def __init__(self, use: Use, arm: str, separator: str) -> None:
        super().__init__(use, arm)
        self.separator = separator

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        kind = "text" if self.arm == "*" else self.use.spec.inter_tags(self.arm)["kind"]
        if self.use.wire_must:
            demand(type(raw) is str, "a string")
            if not raw:
                return []
        return [{"kind": kind, "text": raw}] if type(raw) is str else None

    def write(self, shares: list[Json], notes: Notes) -> Json:
        return self.separator.join(shares) if shares or self.use.wire_must else UNSET
