"""The results of those calls alone that have a field: `answers(field)`."""

from __future__ import annotations

from typing import Any

from ..operator import Operator
from ..record import Record
from ..use import Use

Json = Any


class Answers(Operator):
    """The form says so until it is known of the call; `choice` looks at that."""

    name = "answers"

    def was_read(self, reading: Record, use: Use, value: Json) -> None:
        form = reading.notes.form or {}
        reading.notes.form = {**form, "answers": self.args[0]}
