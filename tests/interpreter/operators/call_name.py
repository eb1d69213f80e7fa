"""The name of the call with that id: `back: call_name(field)`."""

from __future__ import annotations

from typing import Any

from ..operator import Operator
from ..record import Record

Json = Any


class CallName(Operator):
    """What the wire does not repeat beside a result."""

    name = "call_name"

    def look_back(self, reading: Record) -> Json:
        return reading.notes.calls.names.get(reading.x[self.args[0]], "")
