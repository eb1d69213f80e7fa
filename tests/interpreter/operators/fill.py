"""The wire demands it: this is written where the field is absent: `fill(value)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import literal
from ..operator import Operator
from ..use import Use
from ..writing import Writing, holds

Json = Any


class Fill(Operator):
    """A value that is invented, and no part of what is read."""

    name = "fill"
    spares = True

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.filler = literal(args[0] if args else "")

    def always_written(self, use: Use) -> bool:
        return not use.excused

    def write_absent(self, writing: Writing, use: Use) -> bool:
        if not (writing.own is not None and holds(writing.own, use.target.path)):
            writing.required(use, self.filler)
        return True
