"""``sole``: a list of one, as the value."""

from __future__ import annotations

from .base import Definition
from .scalars import Scalar


class Sole(Scalar, Definition):
    name = "sole"
    example = "sole"
    inter, wire = "string", "array"
    purpose = "a list of one, as the value"
    loss = "none"
    decides = True
    places = ("row", "arm")
    picks = of_one = True
    reader, writer = "sole_from", "sole"
