"""The id of a call, made up where the wire has none: `minted(sent)`."""

from __future__ import annotations

from typing import Any

from .. import ids
from ..operator import FIRST, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any


class Minted(Operator):
    """A made-up id is not written again, and neither is that of the call's result."""

    name = "minted"

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.sends_made_ids = bool(args)

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment == FIRST and not ids.read_id(reading, use):
            ids.stand_in(reading, use, reading.notes.calls.new_id())
        return moment == FIRST

    def write(self, writing: Writing, use: Use) -> bool:
        if ids.left_out(writing, use):
            writing.notes.hidden.add(writing.value(use.row.fields[0]))
        return True
