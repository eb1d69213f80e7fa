"""The id of the call that a result answers; without one, the next open call."""

from __future__ import annotations

from typing import Any

from .. import ids
from ..operator import FIRST, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any


class Position(Operator):
    """`position(path)`: the next open call of the name that stands there."""

    name = "position"

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.finds_by_name = bool(args)

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment == FIRST and not ids.read_id(reading, use):
            *path, last = self.args[0].split(".") if self.args else ("",)
            name = reading.open(tuple(path)).value.get(last)
            named = name if type(name) is str else None
            ids.stand_in(reading, use, reading.notes.calls.next_open(named))
        return moment == FIRST

    def write(self, writing: Writing, use: Use) -> bool:
        value, form = writing.value(use.row.fields[0]), writing.notes.form or {}
        ids.left_out(writing, use)
        if use.row.name not in form and value in writing.notes.hidden:
            del writing.open(use.node)[use.key]
        return True
