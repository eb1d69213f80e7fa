"""Mutants of a transform: each is its text with one thing wrong.

A mutant is named by what was done and where it was done, so that the table of the legitimate ones
does not depend on line numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exact import copied
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.positions import Document, read_document

Place = tuple[str | int, ...]
WORDS = (7, True, None)
"""Values of another type than the one they stand in for."""


@dataclass(frozen=True)
class Mutant:
    """One mutant: its ``document`` is None where the mutated text is no YAML any more."""

    kind: str
    place: Place
    document: Document | None
    findings: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.kind} {'/'.join(map(str, self.place))}"


def mutants(document: Document, text: str, scratch: Path) -> Iterator[Mutant]:
    """All mutants of a transform; ``scratch`` is a file for the text of those made of text."""
    yield from _lines(document, text, scratch)
    for place in _places(document.data):
        for kind, data in _changes(document.data, place):
            if data != document.data or kind == "order":
                yield Mutant(kind, place, Document(document.path, data, document.positions))


def _lines(document: Document, text: str, scratch: Path) -> Iterator[Mutant]:
    """The text without one of its lines, for every line that says something."""
    lines = text.splitlines(keepends=True)
    starts: dict[int, Place] = {}
    for place, position in document.positions.items():
        if place:
            starts.setdefault(position.line, place)
    for number in range(1, len(lines) + 1):
        scratch.write_text("".join(lines[: number - 1] + lines[number:]), encoding="utf-8")
        findings: list[Finding] = []
        read = read_document(scratch, document.path, findings)
        if read is None or read.data != document.data:
            nearest = max((line for line in starts if line <= number), default=0)
            yield Mutant("line", starts.get(nearest, ()), read, tuple(findings))


def _places(node: Any, place: Place = ()) -> Iterator[Place]:
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        yield (*place, key)
        if isinstance(value, (dict, list)):
            yield from _places(value, (*place, key))


def _changes(data: Any, place: Place) -> Iterator[tuple[str, Any]]:
    """What one node can be changed to, each with its kind and the whole tree."""
    value = _at(data, place)
    yield "drop", _without(data, place)
    for word in WORDS:
        yield f"value {str(word).lower()}", _with(data, place, word)
    if isinstance(value, str) and value:
        yield from _reworded(data, place, value)
    key, parent = place[-1], _at(data, place[:-1])
    if isinstance(key, str):
        yield "misspelt key", _renamed(data, place, _misspelt(key))
    names = list(parent) if isinstance(parent, dict) else []
    if key in names[:-1]:
        other = names[names.index(key) + 1]
        exchanged = _with(data, place, parent[other])
        yield "exchanged", _with(exchanged, (*place[:-1], other), value)
        yield "order", _swapped(data, place[:-1], names.index(key))


def _reworded(data: Any, place: Place, value: str) -> Iterator[tuple[str, Any]]:
    head, *operators = value.split(" | ")
    for index, operator in enumerate(operators):
        rest = operators[:index] + operators[index + 1 :]
        kind = f"without {operator.partition('(')[0]}"
        yield kind, _with(data, place, " | ".join([head, *rest]))
    yield "misspelt value", _with(data, place, " | ".join([_misspelt(head), *operators]))


def _misspelt(word: str) -> str:
    """A word with its last letter doubled."""
    end = max((index for index, c in enumerate(word) if c.isalnum()), default=len(word) - 1)
    return word[: end + 1] + word[end : end + 1] + word[end + 1 :]


def _at(node: Any, place: Place) -> Any:
    for key in place:
        node = node[key]
    return node


def _with(data: Any, place: Place, value: Any) -> Any:
    data = copied(data)
    _at(data, place[:-1])[place[-1]] = value
    return data


def _without(data: Any, place: Place) -> Any:
    data = copied(data)
    del _at(data, place[:-1])[place[-1]]
    return data


def _renamed(data: Any, place: Place, name: str) -> Any:
    """The tree with one key renamed in its place among the others."""
    parent = _at(data, place[:-1])
    renamed = {name if key == place[-1] else key: value for key, value in parent.items()}
    return _with(data, place[:-1], renamed) if place[:-1] else renamed


def _swapped(data: Any, place: Place, index: int) -> Any:
    items = list(_at(data, place).items())
    items[index], items[index + 1] = items[index + 1], items[index]
    return _with(data, place, dict(items)) if place else dict(items)
