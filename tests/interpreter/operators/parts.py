"""A list of records stands for the text that they are in pieces: `parts(Record, path)`."""

from __future__ import annotations

from typing import Any

from ..codec import Codec
from ..notes import Notes
from ..operator import Operator
from ..use import Use
from .pluck import Plucked

Json = Any


class Parts(Operator):
    """What other records say is no part of the text."""

    name = "parts"
    tells_the_lens = True

    def codec(self, use: Use) -> Codec:
        record, path = self.args
        consts = {k: use.spec.wire.const(record, k) for k in use.spec.wire.required(record)}
        tags = {key: values[0] for key, values in consts.items() if values}
        return Pieces(tags, path.split("."))


class Pieces(Plucked):
    """One text; a string is one, too."""

    def read(self, raw: Json, notes: Notes) -> Json:
        if type(raw) is str:
            return raw
        if type(raw) is not list:
            return None
        return "".join(text for text in map(self.text_of, raw) if text is not None)

    def write(self, value: Json, notes: Notes) -> Json:
        return super().write([value], notes) if value != "" else []
