"""The grammar of a table: `intermediate: wire`, with an arrow for one way alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .positions import Document
from .transform import Table

Complain = Callable[[tuple[str | int, ...], str, str], None]
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
            if value is None or isinstance(value, (dict, list)):
                self.complain((*path, key), "a table row holds one plain value", "inter: wire")
            elif key.startswith(("<-", "->", "*")) and key[:3] not in ("<- ", "-> "):
                self.complain((*path, key), f"cannot read {key!r} as a row of a table", ARROWS)
            elif key == "<- *":
                otherwise = value
            else:
                self._row(table, key, value, (*path, key))
        return replace(table, otherwise=otherwise)

    def _row(self, table: Table, key: str, value: Any, path: tuple[str, ...]) -> None:
        inters, wires = [*table.both, *table.encode], [*table.both.values(), *table.decode]
        if key.startswith("<- "):
            word = _literal(key[3:])
            self._equal(word, wires, path)
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

    def _equal(self, word: Any, known: Iterable[Any], path: tuple[str, ...]) -> None:
        """Complain of a word that one of another type equals: a table cannot tell them apart."""
        for other in known:
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
