"""``pluck``: a list of records, as what each holds."""

from __future__ import annotations

from typing import Any

from .base import Definition, Use
from .scalars import Scalar


class Pluck(Scalar, Definition):
    name = "pluck"
    takes = (2, 2)
    inter, wire = "array", "array"
    purpose = "a list of records, as what each holds"
    loss = "none"
    places = ("row", "arm")
    picks = True
    reader, writer = "plucked", "unplucked"

    def arguments(self, use: Use) -> list[Any]:
        record, path = use.operator.args
        return [use.resolver.wire.tags(record), path.split(".")]
