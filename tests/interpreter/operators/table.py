"""A word through a table: `table(name)`."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Table as Words

from ..codec import Codec
from ..jsontext import is_constant, same_json
from ..notes import Notes
from ..operator import Operator
from ..use import Use

Json = Any


class Table(Operator):
    """The word that stands beside another one in the format's table."""

    name = "table"

    def codec(self, use: Use) -> Codec:
        table = use.spec.transform.tables[self.args[0]]
        return Several(table) if use.target.more else Tabled(table)


class Tabled(Codec):
    """Where several words read as one, the form keeps the one there was."""

    partial = True

    def __init__(self, table: Words) -> None:
        self.table = table
        self.spelled = bool(table.decode) or table.otherwise is not None

    def read(self, raw: Json, notes: Notes) -> Json:
        if raw is None or isinstance(raw, dict | list):
            return None
        words = self.table.decoding
        if self.table.exact:
            words = {key: words[key] for key in words if is_constant(raw, key)}
        return words.get(raw, self.table.otherwise)

    def write(self, value: Json, notes: Notes) -> Json:
        return self.table.encoding[value]

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        return not same_json(self.table.encoding.get(value), raw)

    def fits(self, value: Json, notes: Notes) -> bool:
        return value in self.table.encoding


class Several(Tabled):
    """A word for each of several places; null is as good as no word."""

    def read(self, raw: Json, notes: Notes) -> Json:
        for words, value in self.table.decoding.items():
            pairs = zip(words, raw, strict=True)
            if all(word == "*" or is_constant(item, word) for word, item in pairs):
                return value
        if any(isinstance(item, dict | list) for item in raw):
            return None
        return None if raw == [None] * len(raw) else self.table.otherwise

    def write(self, value: Json, notes: Notes) -> Json:
        return [*self.table.encoding[value]]

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        return not same_json(self.write(value, notes), raw)
