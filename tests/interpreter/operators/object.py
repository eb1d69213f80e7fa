"""An object; text that is none goes under this key of it: `object(key)`."""

from __future__ import annotations

from typing import Any

from .. import arguments
from ..arguments import Arguments
from ..operator import FIRST, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any


class ArgumentsObject(Operator):
    """The key alone in its object carries a text that was no object on another wire."""

    name = "object"

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.carrier = args[0]

    def _found(self, raw: Json) -> Arguments:
        if type(raw) is not dict:
            return arguments.odd(raw)
        text = raw.get(self.carrier)
        return Arguments({}, text) if len(raw) == 1 and type(text) is str else Arguments(raw)

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment != FIRST:
            return False
        arguments.put(reading, use, self._found(reading.open(use.node).value.get(use.key)))
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        value, invalid = arguments.of(writing.x)
        entry = (writing.notes.form or {}).get(use.row.name) or {}
        written: Json = value or arguments.nothing(entry.get("style"), value)
        if invalid:
            written = arguments.as_value(entry, invalid, {self.carrier: invalid})
        arguments.set_key(writing, use, written)
        return True
