"""A text in pieces that stands rather in another list: `rather(key, Record, path)`."""

from __future__ import annotations

from typing import Any

from ..notes import Notes
from ..operator import FIRST, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing
from .parts import Parts, Pieces

Json = Any


class Rather(Operator):
    """Where the other list says nothing, it is as if this operator were not written."""

    name = "rather"

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        holder = reading.open(use.node).value
        other, raw = self._other(use), holder.get(self.args[0])
        text = other.read(raw, Notes(reading.notes.calls, set())) if raw else None
        usual = holder[use.key]
        if moment != FIRST or not text or use.codec.read(usual, reading.notes) is None:
            return False
        entry = {"at": self.args[0], **({} if usual == [] else {"as": usual})}
        if other.write(text, reading.notes) != raw:
            entry["there"] = raw
        reading.notes.note(use.row.name, entry)
        reading.took(use.node, use.key)
        reading.took(use.node, self.args[0])
        reading.keep(use.row, text)
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        text, entry = writing.value(use.row.fields[0]), writing.notes.entry(use.row.name)
        if entry.get("at") != self.args[0] or text == "":
            return False
        other = self._other(use)
        there = entry.get("there")
        if there is None or other.read(there, writing.notes) != text:
            there = other.write(text, writing.notes)
        writing.put(use.target.path, entry.get("as", []))
        writing.put((*use.node, self.args[0]), there)
        return True

    def _other(self, use: Use) -> Pieces:
        codec = Parts(self.args[1:]).codec(use)
        assert isinstance(codec, Pieces)
        return codec
