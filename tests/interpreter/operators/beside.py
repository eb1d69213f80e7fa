"""A key inside the wire object of another field: `beside(field, value)`."""

from __future__ import annotations

from typing import Any

from ..operator import Operator
from ..use import Use
from ..writing import Writing

Json = Any


class Beside(Operator):
    """Where the other field is absent, its object is made of this value."""

    name = "beside"
    written_last = True

    def write(self, writing: Writing, use: Use) -> bool:
        if writing.there(use.row.fields[0]):
            field, made = self.args
            other = next(row for row in use.lens.rows if row.name == field)
            invented = writing.use(other).codec.write(made, writing.notes)
            there = writing.w.get(use.target.path[-2], invented)
            if type(there) is dict:
                value = use.codec.write(writing.value(use.row.fields[0]), writing.notes)
                writing.w[use.target.path[-2]] = {**there, use.key: value}
        return True
