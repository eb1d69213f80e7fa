"""Fits only where its object has no other key."""

from __future__ import annotations

from typing import Any

from ..operator import Operator
from ..record import Record
from ..use import Use

Json = Any


class Alone(Operator):
    """An object with more than this key is for another case."""

    name = "alone"

    def holds(self, reading: Record, use: Use, raw: Json) -> bool | None:
        return None if len(reading.open(use.node).value) == 1 else False
