"""A number stands for its decimal text."""

from __future__ import annotations

import re
from typing import Any

from ..scalar import Scalar

Json = Any


class Digits(Scalar):
    """Other text than up to 18 digits has no place on the wire."""

    name = "digits"
    drops = True

    def from_wire(self, raw: Json) -> Json:
        return f"{raw}" if type(raw) is int else None

    def to_wire(self, value: Json) -> Json:
        return int(value) if re.fullmatch("[0-9]{1,18}", value) else None
