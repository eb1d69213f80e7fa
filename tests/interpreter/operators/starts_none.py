"""A text that starts with none of these tells the arm."""

from __future__ import annotations

from typing import Any

from ..jsontext import literal
from ..scalar import Telling

Json = Any


class StartsNone(Telling):
    """A text with none of these beginnings."""

    name = "starts_none"

    def from_wire(self, raw: Json) -> Json:
        if type(raw) is not str:
            return None
        prefixes = [literal(arg) for arg in self.args]
        return None if any(raw[: len(one)] == one for one in prefixes) else raw

    def to_wire(self, value: Json) -> Json:
        return self.from_wire(value)
