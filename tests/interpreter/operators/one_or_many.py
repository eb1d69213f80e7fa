"""A list, or its only item alone."""

from __future__ import annotations

from typing import Any

from ..scalar import Scalar

Json = Any


class OneOrMany(Scalar):
    """A list of texts; one text alone reads as a list of it."""

    name = "one_or_many"

    def from_wire(self, raw: Json) -> Json:
        items = raw if type(raw) is list else [raw]
        return items if all(type(item) is str for item in items) else None

    def to_wire(self, value: Json) -> Json:
        return value
