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
        counted: bool = type(raw) is int and (default is UNSET or raw != default)
        demand(counted or default is not UNSET, "an integer")
        count: int = raw - sum(others) if counted else default
        total, rest = self._total(reading, use)
        if counted and total == rest + raw + sum(others) and count != raw and total is not None:
            # The sum says that they are counted apart, though they would fit into it.
            count = raw
            self._note(reading, use, [count, *others])
        elif counted and count < 0 and total is not None and total == rest + raw:
            # The sum says that they are in it, though they are more.
            count = 0
            reading.notes.note(use.row.name, {"whole": [0, *others], "as": raw, "beside": rest})
        elif counted and count < 0:
            # Less than its parts: the form keeps that the number is the field's own.
            count = raw
            self._note(reading, use, [count, *others])
        elif not counted and sum(others) != 0:
            self._note(reading, use, [count, *others])
        if counted:
            reading.took(use.node, use.key)
        reading.put(use.row.fields[0], count)
        return True

    def _total(self, reading: Record, use: Use) -> tuple[int | None, int]:
        """The wire's sum of this count, its others and the rest, if all of that is read by now."""
        name, read = use.row.name, [row.name for row in use.lens.rows if row.targets]
        for given in use.lens.givens:
            mine = [name, *(one for one in self.args if one in read)]
            later = set(given.sum) & set(read[read.index(name) + 1 :])
            if len(given.path) == 1 and set(mine) <= set(given.sum) and not later:
                value = reading.open(()).value.get(given.path[0])
                rest = [reading.x.get(one, 0) for one in given.sum if one not in (name, *self.args)]
                return (value if type(value) is int else None), sum(rest)
        return None, 0

    def _note(self, reading: Record, use: Use, counts: list[Json]) -> None:
        reading.notes.note(use.row.name, {"whole": counts})

    def write(self, writing: Writing, use: Use) -> bool:
        count, others = writing.x[use.row.name], self._others(writing.x)
        entry = writing.notes.entry(use.row.name)
        if entry.get("whole") != [count, *others]:
            count += sum(others)
        elif "as" in entry:
            # As it was, if all else that the sum has in it is what it was, too.
            rest = sum(writing.x.get(one) or 0 for given in use.lens.givens for one in given.sum
                       if one not in (use.row.name, *self.args))  # fmt: skip
            count = entry["as"] if entry.get("beside") == rest else count + sum(others)
        if use.stands_for is UNSET or count != use.stands_for:
            writing.put(use.target.path, count)
        return True
