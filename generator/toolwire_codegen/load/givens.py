"""What is written though no field says it (``given``), and what absence means (``absent``)::

    given:  { wire.path: value }  |  { wire.path: { value: …, when: field } }
         |  { wire.path: { sum: [field, field] } }  |  { wire.path: { numbered: text } }
    absent: { wire.path: value }
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .positions import Document
from .splitting import PATH
from .transform import Absent, Given


class GivenReader:
    """Reads both; what cannot be read is complained of and left out."""

    def __init__(self, document: Document, complain: Callable[..., None]) -> None:
        self.document, self.complain = document, complain

    def givens(self, mapping: Any, path: tuple[str | int, ...]) -> tuple[Given, ...]:
        result = []
        if mapping is not None and not isinstance(mapping, dict):
            self.complain(path, "given is not a mapping", "write `wire.path: value` lines")
        for key, value in (mapping if isinstance(mapping, dict) else {}).items():
            place = (*path, key)
            if not PATH.fullmatch(key):
                self.complain(place, f"cannot read {key!r} as a wire path", "write `a.b: value`")
                continue
            if key == "." or key.rpartition(".")[2] == "0":
                self.complain(place, "a constant stands at a key", "name a key")
                continue
            wire, position = tuple(key.split(".")), self.document.at(*place)
            if isinstance(value, dict) and set(value) == {"sum"}:
                if not isinstance(value["sum"], list) or not value["sum"]:
                    self.complain(place, "a sum lists the fields it adds up", "sum: [field, field]")
                    continue
                result.append(Given(wire, (), position, sum=tuple(map(str, value["sum"]))))
            elif isinstance(value, dict) and set(value) == {"numbered"}:
                text = value["numbered"]
                if isinstance(text, str) and text:
                    result.append(Given(wire, (), position, numbered=text))
                else:
                    fix = "write the text before the number"
                    self.complain(place, "what is numbered is a text", fix)
            elif isinstance(value, dict) and set(value) & {"sum", "when", "numbered"}:
                if set(value) != {"value", "when"} or not isinstance(value["when"], str):
                    fix = "`{ value: …, when: field }`, `{ sum: [field] }` or `{ numbered: text }`"
                    self.complain(place, "cannot read what is written here", fix)
                    continue
                result.append(Given(wire, (value["value"],), position, when=value["when"]))
            else:
                values = tuple(value) if isinstance(value, list) and value else (value,)
                result.append(Given(wire, values, position))
        return tuple(result)

    def absents(self, mapping: Any, path: tuple[str | int, ...]) -> tuple[Absent, ...]:
        if mapping is None:
            return ()
        if not isinstance(mapping, dict) or not mapping:
            self.complain(path, "absent names nothing", "write `wire.path: value` lines")
            return ()
        result = []
        for key, value in mapping.items():
            if not PATH.fullmatch(key) or key == ".":
                fix = "write `a.b: value`"
                self.complain((*path, key), f"cannot read {key!r} as a wire path", fix)
                continue
            result.append(Absent(tuple(key.split(".")), value, self.document.at(*path, key)))
        return tuple(result)
