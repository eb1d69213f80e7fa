"""``one_or_many``: a list, or its only item alone."""

from __future__ import annotations

from .base import Definition
from .scalars import Scalar


class OneOrMany(Scalar, Definition):
    name = "one_or_many"
    example = "one_or_many"
    inter, wire = "array", "scalar|array"
    purpose = "a list, or its only item alone"
    loss = "none"
    decides = True
    places = ("row", "arm")
    reader, writer = "many_from", "many"
