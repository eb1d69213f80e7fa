"""Data as JSON text, which reads back as text: through here nothing is read."""

from __future__ import annotations

from typing import Any

from ..jsontext import dumps
from ..scalar import Scalar

Json = Any


class JsonText(Scalar):
    """Any value, written as its text."""

    name = "json_text"
    spelled = False

    def from_wire(self, raw: Json) -> Json:
        return None

    def to_wire(self, value: Json) -> Json:
        return dumps(value)
