"""The results of those calls alone that have a field: `of_calls(field)`."""

from __future__ import annotations

from typing import Any

from ..operator import Operator
from ..record import Record
from ..use import Use

Json = Any


class OfCalls(Operator):
    """The form says so until it is known of the call; `choice` looks at that."""

    name = "of_calls"

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.of_calls = args[0]

    def was_read(self, reading: Record, use: Use, value: Json) -> None:
        form = reading.notes.form or {}
        reading.notes.form = {**form, "of_calls": self.of_calls}
