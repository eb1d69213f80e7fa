"""A text that starts so tells the arm."""

from __future__ import annotations

from typing import Any

from ..jsontext import literal
from ..scalar import Telling

Json = Any


class Starts(Telling):
    """A text with this beginning; without one, any text."""

    name = "starts"

    def from_wire(self, raw: Json) -> Json:
        prefix = literal(self.args[0]) if self.args else ""
        return raw if type(raw) is str and raw[: len(prefix)] == prefix else None

    def to_wire(self, value: Json) -> Json:
        return self.from_wire(value)
