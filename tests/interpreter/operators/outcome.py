"""Data, or a failure that is data, as one object: `outcome(output, error)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import dumps, same_json
from ..operator import CASE, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any


class Outcome(Operator):
    """An object as it is, or what stands alone under one of two keys that are set apart."""

    name = "outcome"

    def _read(self, raw: Json) -> list[Json] | None:
        """The data, and True for a failure, None for none."""
        output, error = self.args
        if type(raw) is not dict:
            return None
        if list(raw) == [output]:
            return [raw[output], None]
        if list(raw) == [error] and raw[error] is not None:
            return [raw[error], True]
        return [raw, None]

    def _written(self, data: Json, failed: Json) -> Json:
        """Data that could be read otherwise goes under a key; a text is quoted: it is no text."""
        output, error = self.args
        if type(data) is str:
            data = dumps(data)
        plain = type(data) is dict and not {output, error} & set(data)
        return data if plain and not failed else {error if failed else output: data}

    def holds(self, reading: Record, use: Use, raw: Json) -> bool | None:
        return self._read(raw) is not None

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment != CASE:
            return False
        raw = reading.raw(use.target)
        data, failed = self._read(raw) or (None, None)
        if not same_json(self._written(data, failed), raw):
            reading.notes.note(use.row.name, {"as": raw})
        reading.took(use.node, use.key)
        reading.put(use.row.fields[0], data)
        if failed is not None:
            reading.put(use.row.fields[1], failed)
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        data, failed = writing.value(use.row.fields[0]), writing.x.get(use.row.fields[1][0])
        old = writing.notes.entry(use.row.name).get("as")
        same = same_json(self._read(old), [data, failed])
        writing.put(use.target.path, old if same else self._written(data, failed))
        return True
