"""An integer stands as its decimal text."""

from __future__ import annotations

import re
from typing import Any

from ..scalar import Scalar

Json = Any


class Numeral(Scalar):
    """A number is read as well."""

    name = "numeral"

    def from_wire(self, raw: Json) -> Json:
        if type(raw) is str and re.fullmatch("[+-]?[0-9]{1,20}", raw):
            return int(raw)
        return raw if type(raw) is int else None

    def to_wire(self, value: Json) -> Json:
        return f"{value}"
