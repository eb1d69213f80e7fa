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
        string = "string" in {shape.kind for shape in use.place.inter}
        return OneText(self.separator, string, Inside(use))


class Inside:
    """The object that may stand in the place of the string: one that a lens of texts reads."""

    def __init__(self, use: Use) -> None:
        records = {shape.name for shape in use.place.wire if shape.kind == "record"}
        found = [
            (row.targets[0].path[0], use.spec.wire.tags(lens.wire))
            for lens in use.spec.transform.lenses
            for row in lens.rows
            if lens.inter == "TextBlock" and lens.wire in records and row.fields == (("text",),)
        ]
        self.key: str = found[0][0] if found else ""
        self.tags: dict[str, Json] = found[0][1] if found else {}

    def text(self, raw: Json) -> str | None:
        if type(raw) is not dict or not self.key:
            return None
        if any(raw.get(key) != value for key, value in self.tags.items()):
            return None
        text = raw.get(self.key)
        return text if type(text) is str else None


class OneText(Codec):
    """A string; the blocks of a list that are no texts have no place."""

    def __init__(self, separator: str, string: bool, inside: Inside) -> None:
        self.separator, self.string, self.inside = separator, string, inside
        self.partial = self.spelled = bool(inside.key)

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        return type(raw) is str or (type(raw) is dict and self.partial)

    def read(self, raw: Json, notes: Notes) -> Json:
        if type(raw) is dict:
            raw = self.inside.text(raw)
            if raw is None:
                return None
        return raw if self.string else [{"kind": "text", "text": raw}]

    def write(self, value: Json, notes: Notes) -> Json:
        if type(value) is str:
            return value
        return self.separator.join(one["text"] for one in value if one.get("kind") == "text")


class JoinedPart(TextPart):
    """Other values than texts stay where they are."""

    def __init__(self, use: Use, arm: str, separator: str) -> None:
        super().__init__(use, arm)
        self.separator, self.inside = separator, Inside(use)
        self.noted = f"{use.row.name}.{use.key}"

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        kind = "text" if self.arm == "*" else self.use.spec.inter_tags(self.arm)["kind"]
        text = self.inside.text(raw)
        if text is not None:
            notes.note(self.noted, {"as": raw})
            raw = text
        if self.use.wire_must:
            demand(type(raw) is str, "a string")
            if not raw:
                return []
        return [{"kind": kind, "text": raw}] if type(raw) is str else None

    def write(self, shares: list[Json], notes: Notes) -> Json:
        if not shares and not self.use.wire_must:
            return UNSET
        text, old = self.separator.join(shares), notes.entry(self.noted).get("as")
        return old if old is not None and self.inside.text(old) == text else text
