"""A codec that the format brings itself: `via(module:Class)`."""

from __future__ import annotations

from typing import Any

from ..codec import Codec
from ..notes import Notes
from ..operator import Operator
from ..use import Use

Json = Any


class Via(Operator):
    """Reads and writes by the format's own class."""

    name = "via"

    def codec(self, use: Use) -> Codec:
        module, _, name = self.args[0].partition(":")
        space: dict[str, Any] = {}
        exec(use.spec.codecs[module], space)
        return Own(space[name])


class Own(Codec):
    """The class, as a codec."""

    partial = spelled = True

    def __init__(self, own: Any) -> None:
        self.own = own

    def read(self, raw: Json, notes: Notes) -> Json:
        return self.own.decode(raw)

    def write(self, value: Json, notes: Notes) -> Json:
        return self.own.encode(value)
