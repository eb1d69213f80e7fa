"""The grammar of a table: `intermediate: wire`, with an arrow for one way alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .positions import Document
from .transform import ANY, Table

Complain = Callable[[tuple[str | int, ...], str, str], None]
SEVERAL = '`"<- [word, *]"`: a word, null or `*` for each place; `"<- *"` for all others'
ARROWS = '`"<- word"` is read alone, `"-> value"` written alone, `"<- *"` all others'


class TableReader:
    """Reads the rows of one table; what cannot be read is complained of and left out."""

    def __init__(self, document: Document, complain: Complain) -> None:
        self.document, self.complain = document, complain

    def read(self, name: str, mapping: Any) -> Table | None:
        path = ("tables", name)
        if not isinstance(mapping, dict):
            self.complain(path, f"the table {name} is not a mapping", "write `inter: wire` lines")
            return None
        table = Table(name, {}, {}, {}, None, self.document.at(*path))
        otherwise = None
        for key, value in mapping.items():
            if value is None or (isinstance(value, (dict, list)) and not self._several(key, value)):
                self.complain((*path, key), "a table row holds one plain value", "inter: wire")
            elif key.startswith(("<-", "->", "*")) and key[:3] not in ("<- ", "-> "):
                self.complain((*path, key), f"cannot read {key!r} as a row of a table", ARROWS)
            elif key == "<- *":
                otherwise = value
            else:
                self._row(table, key, tuple(value) if type(value) is list else value, (*path, key))
        return replace(table, otherwise=otherwise)

    def _row(self, table: Table, key: str, value: Any, path: tuple[str, ...]) -> None:
        inters, wires = [*table.both, *table.encode], [*table.both.values(), *table.decode]
        if key.startswith("<- "):
            word = self._wire_word(key[3:], path)
            self._equal(word, wires, path)
            if word is not None:
                table.decode[word] = value
            return
        word = self.document.meant.get(path, key)
        side = table.both
        if key.startswith("-> "):
            word, side = _literal(key[3:]), table.encode
        else:
            self._equal(value, wires, path)
        self._equal(word, inters, path)
        side[word] = value

    @staticmethod
    def _several(key: str, value: Any) -> bool:
        """Is it a word for each of several places, to be written?"""
        plain = isinstance(value, list) and len(value) > 1 and not key.startswith("<-")
        return plain and not any(isinstance(word, (dict, list)) or word == ANY for word in value)

    def _wire_word(self, text: str, path: tuple[str, ...]) -> Any:
        """A word; or in square brackets one for each place. None for what cannot be read."""
        if not (text[:1] == "[" and text[-1:] == "]"):
            return _literal(text)
        found = [_literal(one.strip()) for one in text[1:-1].split(",")]
        words = tuple(None if word == "null" else word for word in found)
        if len(words) < 2 or all(word == ANY for word in words):
            self.complain(path, f"cannot read {text!r} as the words of several places", SEVERAL)
            return None
        return words

    def _equal(self, word: Any, words: Iterable[Any], path: tuple[str, ...]) -> None:
        """Complain of a word that one of another type equals: a table cannot tell them apart."""
        for other in words:
            if other == word and type(other) is not type(word):
                what = f"{json.dumps(word)} and {json.dumps(other)} are one word in a table"
                self.complain(path, what, "quote one of them, or leave it out")


def _literal(text: str) -> Any:
    """A number, a quoted text, true or false as JSON says it; anything else is the text itself."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, (int, float, str)) else text
