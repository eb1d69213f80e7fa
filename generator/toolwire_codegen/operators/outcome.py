"""``outcome``: data, or a failure that is data, as an object with reserved keys."""

from __future__ import annotations

from .base import Definition
from .pair import Pair


class Outcome(Pair, Definition):
    name = "outcome"
    example = "outcome(key, key)"
    takes = (2, 2)
    inter, wire = "any", "object"
    purpose = "data, or a failure that is data, as an object whose reserved keys are set apart"
    loss = "data that is a text is quoted and reads back as text"
    decides = True
    fields = 2
    places = ("arm",)
    reader, writer = "outcome_from", "outcome"
    flag = True
