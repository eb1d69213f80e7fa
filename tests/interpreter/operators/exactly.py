"""A field that says that the wire has one certain value: `exactly(value)`."""

from __future__ import annotations

import json
from typing import Any

from ..codec import Codec
from ..jsontext import is_constant
from ..notes import Notes
from ..operator import Operator
from ..use import Use

Json = Any


class Exactly(Operator):
    """True stands for this value, false for nothing."""

    name = "exactly"

    def codec(self, use: Use) -> Codec:
        return OneValue(json.loads(self.args[0]))


class OneValue(Codec):
    """This value or none."""

    drops = True

    def __init__(self, constant: Json) -> None:
        self.constant = constant

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        return is_constant(raw, self.constant)

    def read(self, raw: Json, notes: Notes) -> Json:
        return True

    def write(self, value: Json, notes: Notes) -> Json:
        return self.constant if value else None
