"""A number that is no less than another; what is less says something else."""

from __future__ import annotations

from typing import Any

from ..scalar import Scalar

Json = Any


class Least(Scalar):
    """A lesser number stays where it is, and has no place there if it is ours."""

    name = "least"
    spelled = False
    drops = True

    def from_wire(self, raw: Json) -> Json:
        return raw if type(raw) is int and raw >= int(self.args[0]) else None

    def to_wire(self, value: Json) -> Json:
        return self.from_wire(value)
