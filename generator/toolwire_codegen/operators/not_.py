"""``not``: the opposite."""

from __future__ import annotations

from .base import Definition
from .scalars import Scalar


class Not(Scalar, Definition):
    name = "not"
    example = "not"
    inter, wire = "boolean", "boolean"
    purpose = "the opposite"
    loss = "none"
    places = ("row", "arm")
    reader, writer = "negated", "negated"
    exact = True
