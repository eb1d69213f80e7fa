"""A field that has its say only where another one has none: `unless(field)`."""

from __future__ import annotations

from ..operator import LATE, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing


class Unless(Operator):
    """Where the other field is, the row does not exist."""

    name = "unless"

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        return moment == LATE and self.args[0] in reading.x

    def write(self, writing: Writing, use: Use) -> bool:
        return self.args[0] in writing.x
