"""A wire count that includes others, which the field does not: `less(field, …)`."""

from __future__ import annotations

from typing import Any

from ..operator import LATE, UNSET, Operator
from ..record import Record
from ..spec import demand
from ..use import Use
from ..writing import Writing

Json = Any


class Less(Operator):
    """The wire's number is the sum of the field and the others, if that can be."""

    name = "less"
    waits = True

    def _others(self, x: Json) -> list[Json]:
        return [x.get(other, 0) for other in self.args]

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment != LATE:
            return False
        others, default = self._others(reading.x), use.stands_for
        raw = reading.open(use.node).value.get(use.key)
        known: bool = type(raw) is int and (default is UNSET or raw != default)
        demand(known or default is not UNSET, "an integer")
        count: int = raw - sum(others) if known else default
        if known and count < 0:
            # Less than its parts: the form keeps that the number is the field's own.
            count = raw
            self._note(reading, use, [count, *others])
        elif not known and sum(others) != 0:
            self._note(reading, use, [count, *others])
        if known:
            reading.took(use.node, use.key)
        reading.put(use.row.fields[0], count)
        return True

    def _note(self, reading: Record, use: Use, counts: list[Json]) -> None:
        reading.notes.note(use.row.name, {"whole": counts})

    def write(self, writing: Writing, use: Use) -> bool:
        count, others = writing.x[use.row.name], self._others(writing.x)
        if writing.notes.entry(use.row.name).get("whole") != [count, *others]:
            count += sum(others)
        if use.stands_for is UNSET or count != use.stands_for:
            writing.put(use.target.path, count)
        return True
