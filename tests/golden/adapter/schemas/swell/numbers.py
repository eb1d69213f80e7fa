"""Numbers as the ticker spells them."""

from __future__ import annotations

from typing import Any

NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


class Roman:
    """A number up to ten, in Roman numerals."""

    inter = {"type": "integer", "minimum": 1, "maximum": 10}
    wire = {"type": "string"}
    samples = [(1, "I"), (9, "IX")]

    @staticmethod
    def decode(raw: Any) -> int | None:
        return NUMERALS.index(raw) + 1 if raw in NUMERALS else None

    @staticmethod
    def encode(value: int) -> str:
        return NUMERALS[value - 1]
