"""Records of another type are text as well, and a field is true: `flagged(Record, path)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import same_text
from ..operator import FIRST, Operator
from ..record import Record
from ..spec import demand
from ..use import Use
from ..writing import Writing
from .parts import Parts, Pieces

Json = Any


class Flagged(Operator):
    """Where no such record is, it is as if this operator were not written."""

    name = "flagged"

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        raw = reading.open(use.node).value[use.key]
        if moment != FIRST or not self._has(use, raw):
            return False
        text = self._text(use, raw)
        # Such a record is written even of an empty text: it says what the text is.
        if not same_text(raw, [self._own(use)._record_of(text)]):
            reading.notes.note(use.row.name, {"as": raw})
        reading.took(use.node, use.key)
        reading.keep(use.row, text)
        reading.put(use.row.fields[1], True)
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        mark = use.row.fields[1][0]
        demand(writing.x.get(mark) in (None, True), "true")
        if writing.x.get(mark) is None:
            return False
        text = writing.value(use.row.fields[0])
        old = writing.notes.entry(use.row.name).get("as")
        unchanged = self._has(use, old) and self._text(use, old) == text
        writing.put(use.target.path, old if unchanged else [self._own(use)._record_of(text)])
        return True

    def _has(self, use: Use, raw: Json) -> bool:
        own = self._own(use)
        return type(raw) is list and any(
            type(item) is dict and all(item.get(k) == v for k, v in own.tags.items())
            for item in raw
        )

    def _text(self, use: Use, raw: Json) -> str:
        usual = next(one for one in use.operators if isinstance(one, Parts)).codec(use)
        assert isinstance(usual, Pieces)
        both = (self._own(use), usual)
        texts = [codec.text_of(item) for item in raw for codec in both]
        return "".join(text for text in texts if text is not None)

    def _own(self, use: Use) -> Pieces:
        codec = Parts(self.args).codec(use)
        assert isinstance(codec, Pieces)
        return codec
