"""The name of the tool that was called: `called(field)`."""

from __future__ import annotations

from .. import ids
from ..operator import FIRST, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing


class Called(Operator):
    """Where the wire has none, that of the call with the id in the field."""

    name = "called"

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment == FIRST and not ids.read_id(reading, use):
            names = reading.notes.calls.names
            ids.stand_in(reading, use, names.get(reading.x[self.args[0]], ""))
        return moment == FIRST

    def write(self, writing: Writing, use: Use) -> bool:
        ids.left_out(writing, use)
        return True
