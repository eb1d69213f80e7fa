"""The opposite of true or false."""

from __future__ import annotations

from typing import Any

from ..scalar import Scalar

Json = Any


class Not(Scalar):
    """True is false on the other side."""

    name = "not"
    spelled = False

    def from_wire(self, raw: Json) -> Json:
        return {True: False, False: True}[raw] if type(raw) is bool else None

    def to_wire(self, value: Json) -> Json:
        return self.from_wire(value)
