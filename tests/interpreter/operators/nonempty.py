"""An empty text is written only where this wire itself had one: `nonempty(drop)`."""

from __future__ import annotations

from typing import Any

from ..operator import Operator
from ..record import Record
from ..spec import Dropped, demand
from ..use import Use
from ..writing import Writing

Json = Any


class Nonempty(Operator):
    """An empty text from elsewhere is refused; with `drop` its whole object is left out."""

    name = "nonempty"

    def was_read(self, reading: Record, use: Use, value: Json) -> None:
        if not value:
            reading.notes.note(use.row.name, {"style": "empty"})

    def before_write(self, writing: Writing, use: Use, value: Json) -> None:
        if not value and writing.notes.style(use.row.name) != "empty":
            demand(self.args == ("drop",), "a text that is not empty")
            raise Dropped
