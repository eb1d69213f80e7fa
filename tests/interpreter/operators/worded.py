"""Text blocks as an object with this key alone: `worded(key)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import dumps, same_json
from ..notes import Notes
from ..operator import Operator
from ..parts import Part, TextPart
from ..use import Use

Json = Any


class Worded(Operator):
    """Other objects read as their JSON text."""

    name = "worded"

    def part(self, use: Use, arm: str) -> Part:
        return WordedPart(use, arm, self.args[0])


class WordedPart(TextPart):
    """An object is always written, and an empty one has no text."""

    def __init__(self, use: Use, arm: str, key: str) -> None:
        super().__init__(use, arm)
        self.key = key

    def _text(self, raw: Json) -> str | None:
        if type(raw) is not dict or raw == {}:
            return None
        alone = list(raw) == [self.key] and type(raw[self.key]) is str
        return raw[self.key] if alone else dumps(raw)

    def _object(self, texts: list[str]) -> Json:
        return {self.key: "\n".join(texts)} if texts else {}

    def read(self, raw: Json, notes: Notes) -> list[Json] | None:
        text = self._text(raw)
        if text is None:
            return []
        if not same_json(self._object([text]), raw):
            notes.note(self.use.row.name, {"as": raw})
        return [{"kind": "text", "text": text}]

    def write(self, shares: list[Json], notes: Notes) -> Json:
        old = notes.entry(self.use.row.name).get("as")
        same = old and self._text(old) == "\n".join(shares)
        return old if same else self._object(shares)
