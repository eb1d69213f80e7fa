"""Data that is an object as it is, and any other data as its JSON text: `object_or_text`."""

from __future__ import annotations

from typing import Any

from ..jsontext import dumps
from ..scalar import Scalar

Json = Any


class ObjectOrText(Scalar):
    """A text on the wire is no data."""

    name = "object_or_text"
    spelled = False

    def from_wire(self, raw: Json) -> Json:
        return raw if type(raw) is dict else None

    def to_wire(self, value: Json) -> Json:
        return value if type(value) is dict else dumps(value)
