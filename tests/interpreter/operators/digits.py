"""A number stands for its decimal text."""

from __future__ import annotations

import re
from typing import Any

from ..codec import Codec
from ..notes import Notes
from ..scalar import Scalar
from ..use import Use

Json = Any


class Digits(Scalar):
    """Other text than up to 18 digits has no place on the wire."""

    name = "digits"
    drops = True

    def codec(self, use: Use) -> Codec:
        texts = any(shape.kind == "string" for shape in use.place.wire)
        return NumberOrText("text" in self.args) if texts else super().codec(use)

    def from_wire(self, raw: Json) -> Json:
        return f"{raw}" if type(raw) is int else None

    def to_wire(self, value: Json) -> Json:
        return int(value) if re.fullmatch("-?[0-9]{1,18}", value) else None


class NumberOrText(Codec):
    """Text that is no number's own stays one; ``text``: any does."""

    spelled = partial = True

    def __init__(self, text: bool) -> None:
        self.text = text

    def read(self, raw: Json, notes: Notes) -> Json:
        return raw if type(raw) is str else f"{raw}" if type(raw) is int else None

    def write(self, value: Json, notes: Notes) -> Json:
        number = re.fullmatch("0|-?[1-9][0-9]{0,17}", value) if not self.text else None
        return int(value) if number else value
