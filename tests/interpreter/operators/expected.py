"""The key may be absent in the traffic of this wire; else it is an error, or filled."""

from __future__ import annotations

from typing import Any

from ..operator import UNSET, Operator
from ..record import Record
from ..spec import demand
from ..use import Use
from ..writing import Writing

Json = Any


class Expected(Operator):
    """The form keeps that the key was not there."""

    name = "expected"
    spares = excuses = True

    def found_nothing(self, reading: Record, use: Use) -> None:
        if not reading.present(use.target):
            reading.notes.absent(use.key)

    def write_absent(self, writing: Writing, use: Use) -> bool:
        form = writing.notes.form or {}
        if use.key in (writing.own or {}) or use.key in form.get("absent", ()):
            return True
        demand(use.filler is not UNSET, "a value: this wire demands one")
        return False
