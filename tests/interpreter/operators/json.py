"""An object as JSON text; text that is none goes as it is."""

from __future__ import annotations

from typing import Any

from .. import arguments
from ..arguments import Arguments
from ..codec import Codec
from ..jsontext import STYLES, arguments_in, dumps, in_style, object_in, same_text, style_of
from ..notes import Notes
from ..operator import FIRST, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any


class ObjectText(Codec):
    """An object alone: any other text stays as it is."""

    partial = spelled = leaves = True

    @property
    def picky(self) -> bool:
        return True

    def accepts(self, raw: Json) -> bool:
        return type(raw) is str

    def read(self, raw: Json, notes: Notes) -> Json:
        return object_in(raw)

    def write(self, value: Json, notes: Notes) -> Json:
        return dumps(value)


def parsed(raw: Json) -> Arguments:
    """The arguments that a text says."""
    if type(raw) is not str:
        return arguments.odd(raw)
    if raw == "":
        return Arguments({}, spelling={"style": "empty"})
    value = arguments_in(raw)
    if value is None:
        return Arguments({}, raw)
    try:
        return Arguments(value, spelling=style_of(raw, value))
    except (ValueError, RecursionError):
        return Arguments({}, raw)


class ArgumentsText(Operator):
    """The form keeps every spelling of a text but our own."""

    name = "json"

    def codec(self, use: Use) -> Codec | None:
        return ObjectText() if len(use.row.fields) == 1 else None

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment != FIRST or len(use.row.fields) == 1:
            return False
        reading.notes.calls.texts = True
        arguments.put(reading, use, parsed(reading.open(use.node).value.get(use.key)))
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        if len(use.row.fields) == 1:
            return False
        value, invalid = arguments.of(writing.x)
        entry = (writing.notes.form or {}).get(use.row.name) or {}
        if invalid == "":
            written: Json = arguments.nothing(entry.get("style"), "")
        elif invalid is not None:
            written = arguments.as_value(entry, invalid, invalid)
        else:
            written = self._text(value, entry)
        arguments.set_key(writing, use, written)
        return True

    def _text(self, value: dict[str, Any], entry: dict[str, Any]) -> Json:
        style = entry.get("style")
        if style in STYLES:
            return in_style(value, str(style))
        if "text" in entry and same_text(arguments_in(entry["text"]), value):
            return entry["text"]
        if style == "value":
            return value
        return dumps(value) if value else arguments.nothing(style, "{}")
