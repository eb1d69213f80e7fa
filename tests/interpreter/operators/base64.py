"""Data in base64 where an address may stand as well."""

from __future__ import annotations

import string
from typing import Any

from ..scalar import Scalar
from .data_url import taken_apart

Json = Any
LETTERS = string.ascii_letters


class Base64(Scalar):
    """Bare data, or what a data URL without a type has; with `typed` one with a type, too."""

    name = "base64"

    def from_wire(self, raw: Json) -> Json:
        if type(raw) is not str:
            return None
        for head in ("data:;base64,", "data:base64,"):
            if raw.startswith(head):
                return raw[len(head) :]
        if self.args and (found := taken_apart(raw)):
            return found[0]
        scheme, colon, _ = raw.partition(":")
        odd = set(scheme) - set(LETTERS + string.digits + "+.-")
        return None if colon and scheme[:1] in set(LETTERS) and not odd else raw

    def to_wire(self, value: Json) -> Json:
        return value if self.from_wire(value) == value else None

    def can_write(self, value: Json) -> bool:
        return self.to_wire(value) is not None
