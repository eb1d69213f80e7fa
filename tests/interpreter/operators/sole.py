"""A list of one text stands for the text."""

from __future__ import annotations

from typing import Any

from ..scalar import Scalar

Json = Any


class Sole(Scalar):
    """The only item of a list."""

    name = "sole"
    tells_the_lens = True

    def from_wire(self, raw: Json) -> Json:
        if type(raw) is not list or len(raw) != 1:
            return None
        return raw[0] if type(raw[0]) is str else None

    def to_wire(self, value: Json) -> Json:
        return [value]
