"""``pluck``: a list of records, as what each holds."""

from __future__ import annotations

from ..resolve.paths import Shapes, lists
from .listed import Listed


class Pluck(Listed):
    name = "pluck"
    example = "pluck(Type, path)"
    inter, wire = "array", "array"
    purpose = "a list of records, as what each holds"
    loss = "none"
    reader, writer = "plucked", "unplucked"

    @classmethod
    def held_in(cls, inter: Shapes) -> Shapes:
        return lists(inter)
