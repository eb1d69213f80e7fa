"""A message as the JSON text of an object that has it under one key."""

from __future__ import annotations

from typing import Any

from ..jsontext import dumps, literal, object_in
from ..scalar import Scalar

Json = Any


class Carried(Scalar):
    """The text that we write, and no other spelling of the same."""

    name = "carried"
    spelled = False

    def from_wire(self, raw: Json) -> Json:
        value = object_in(raw) if type(raw) is str else None
        message = value.get(literal(self.args[0])) if value is not None else None
        return message if type(message) is str and self.to_wire(message) == raw else None

    def to_wire(self, value: Json) -> Json:
        return dumps({literal(self.args[0]): value})
