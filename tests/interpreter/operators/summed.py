"""A wire count in which others are, too, that it does not tell apart: `summed(field, …)`."""

from __future__ import annotations

from typing import Any

from ..scalar import Scalar
from ..spec import demand
from ..use import Use
from ..writing import Writing

Json = Any


class Summed(Scalar):
    """Read as it is; written with all the others in it."""

    name = "summed"
    spelled = False

    def from_wire(self, raw: Json) -> Json:
        demand(type(raw) is int, "an integer")
        return raw

    def to_wire(self, value: Json) -> Json:
        return value

    def write(self, writing: Writing, use: Use) -> bool:
        counts = []
        for path in (use.row.fields[0], *(tuple(arg.split(".")) for arg in self.args)):
            value = writing.x
            for key in path:
                value = None if value is None else value.get(key)
            counts.append(value)
        if counts[0] is not None:
            writing.put(use.target.path, sum(filter(None, counts)))
        return True
