"""A list of records stands for the text that they are in pieces: `parts(Record, path)`."""

from __future__ import annotations

import json
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

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.text_in_records = tuple(args[1].split("."))

    def codec(self, use: Use) -> Codec:
        record, path, *more = self.args
        consts = {k: use.spec.wire.const(record, k) for k in use.spec.wire.required(record)}
        tags = {key: values[0] for key, values in consts.items() if values}
        if more == ["string"]:
            return AsText(tags, path.split("."))
        return Pieces(tags, path.split("."), json.loads(more[0]) if more else {})


class Pieces(Plucked):
    """One text; a string is one, too."""

    def __init__(self, tags: dict[str, Json], path: list[str], beside: dict[str, Json]) -> None:
        super().__init__(tags, path)
        self.beside = beside

    def read(self, raw: Json, notes: Notes) -> Json:
        if type(raw) is str:
            return raw
        if type(raw) is not list:
            return None
        return "".join(text for text in map(self.text_of, raw) if text is not None)

    def write(self, value: Json, notes: Notes) -> Json:
        return [{**self._record_of(value), **self.beside}] if value != "" else []


class AsText(Pieces):
    """A new text stays one."""

    def __init__(self, tags: dict[str, Json], path: list[str]) -> None:
        super().__init__(tags, path, {})

    def write(self, value: Json, notes: Notes) -> Json:
        return value
