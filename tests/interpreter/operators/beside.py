"""What the wire has only where another field is: `beside(field)`, `beside(field, value)`."""

from __future__ import annotations

from typing import Any

from ..operator import LATE, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any


class Beside(Operator):
    """A neighbour of the other field; or, with a value, a key inside of its object.

    Where the other is absent a neighbour is lost, and the object is made of the value.
    """

    name = "beside"
    written_last = goes_in = True

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        return moment == LATE and len(self.args) == 1 and self.args[0] not in reading.x

    def write(self, writing: Writing, use: Use) -> bool:
        field, *made = self.args
        other = next(row for row in use.lens.rows if row.name == field)
        if not made:
            place = writing.use(other)
            return not _there(writing.w, (*place.node, place.key))
        if writing.there(use.row.fields[0]):
            invented = writing.use(other).codec.write(made[0], writing.notes)
            there = writing.w.get(use.target.path[-2], invented)
            if type(there) is dict:
                value = use.codec.write(writing.value(use.row.fields[0]), writing.notes)
                writing.w[use.target.path[-2]] = {**there, use.key: value}
        return True


def _there(w: Json, path: tuple[str, ...]) -> bool:
    """Is something written at a path?"""
    if not path:
        return True
    return type(w) is dict and path[0] in w and _there(w[path[0]], path[1:])
