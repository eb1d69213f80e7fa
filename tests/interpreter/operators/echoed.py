"""Data in one place, and its JSON text once more in another: `echoed(Record, key)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import dumps, loads, same_text
from ..operator import CASE, Operator
from ..record import Record, places
from ..use import Use
from ..writing import Writing

Json = Any


class Echoed(Operator):
    """The text is the only one in its list, in a record with nothing else; or it is left out."""

    name = "echoed"

    def holds(self, reading: Record, use: Use, raw: Json) -> bool | None:
        return self._says(use, *raw)

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment != CASE:
            return False
        data, records = reading.raw(use.target)
        if records != self._records(use, dumps(data)):
            reading.notes.note(use.row.name, {"as": records})
        for place in places(use.target):
            reading.took(place.path[:-1], place.path[-1])
        reading.put(use.row.fields[0], data)
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        data = writing.value(use.row.fields[0])
        old = writing.notes.entry(use.row.name).get("as")
        records = old if self._says(use, data, old) else self._records(use, dumps(data))
        for path, value in zip(use.target.paths, (data, records), strict=True):
            writing.put(path, value)
        return True

    def _records(self, use: Use, text: str) -> list[Json]:
        """The list that has this text alone."""
        record, key = self.args
        wire = use.spec.wire
        consts = {name: wire.const(record, name) for name in wire.required(record)}
        return [{**{name: values[0] for name, values in consts.items() if values}, key: text}]

    def _says(self, use: Use, data: Json, records: Json) -> bool:
        """Are these records nothing but a text of this data, or not even that?"""
        if data is None or type(records) is not list or len(records) > 1:
            return False
        if not records:
            return True
        text = records[0].get(self.args[1]) if type(records[0]) is dict else None
        if type(text) is not str or records != self._records(use, text):
            return False
        try:
            return same_text(loads(text), data)
        except (ValueError, RecursionError):
            return False
