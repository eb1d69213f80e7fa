"""Operators that are a function each way between two values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .codec import Codec
from .operator import Operator

if TYPE_CHECKING:
    from .notes import Notes
    from .use import Use

Json = Any


class Scalar(Operator):
    """Reads and writes single values; what it cannot read it reads as None."""

    #: the wire may spell a value in another way than we write it
    spelled = True
    #: a value that cannot be written has no place, and is left out
    drops = False

    def from_wire(self, raw: Json) -> Json:
        raise NotImplementedError(self.name)

    def to_wire(self, value: Json) -> Json:
        raise NotImplementedError(self.name)

    def can_write(self, value: Json) -> bool:
        return True

    def codec(self, use: Use) -> Codec:
        return ScalarCodec(self)


class ScalarCodec(Codec):
    """A value through such an operator."""

    partial = True

    def __init__(self, operator: Scalar) -> None:
        self.operator = operator
        self.spelled, self.drops = operator.spelled, operator.drops

    def read(self, raw: Json, notes: Notes) -> Json:
        return self.operator.from_wire(raw)

    def write(self, value: Json, notes: Notes) -> Json:
        return self.operator.to_wire(value)

    def fits(self, value: Json, notes: Notes) -> bool:
        return self.operator.can_write(value)


class Telling(Scalar):
    """Takes some values only, both ways: what they are tells which case or arm it is."""

    spelled = False

    def can_write(self, value: Json) -> bool:
        return self.to_wire(value) is not None
