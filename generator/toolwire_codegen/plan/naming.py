"""Names of what a module holds: two things of one name would be one thing, so one has a number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


class Constants:
    """The constants of a module, each under a name of its own."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def put(self, stem: str, value: Any, longer: str = "") -> str:
        """The name that a constant has from now on: ``stem``, or ``longer`` if another has that."""
        if self.values.get(stem, value) != value:
            stem = longer or stem
        return self.put_all(stem, {"": value})

    def put_all(self, stem: str, values: dict[str, Any]) -> str:
        """As ``put``, for several with one stem and an ending each. The same again is no other."""
        name, number = stem, 2
        while any(self.values.get(name + end, value) != value for end, value in values.items()):
            name, number = f"{stem}_{number}", number + 1
        self.values |= {name + end: value for end, value in values.items()}
        return name


class Stems:
    """What functions are called after; no two of them after the same."""

    def __init__(self, taken: Collection[str]) -> None:
        self.taken = set(taken)

    def take(self, reading: str, writing: str, *endings: str) -> tuple[str, str]:
        """Two stems, with a number if another has one; ``endings`` follow them in other names."""
        pair, number = (reading, writing), 2
        while (wanted := {stem + end for stem in pair for end in ("", *endings)}) & self.taken:
            pair, number = (f"{reading}_{number}", f"{writing}_{number}"), number + 1
        self.taken |= wanted
        return pair


def shared_words(names: Sequence[str]) -> str:
    """The words that all names begin with, and those that they all end with."""
    split = [name.split("_") for name in names]
    least = min(map(len, split))
    front = _same(split)
    back = _same([words[::-1] for words in split])[: least - len(front)][::-1]
    return "_".join([*front, *back])


def _same(split: list[list[str]]) -> list[str]:
    """The words at the front that are the same everywhere."""
    found = []
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        found.append(words[0])
    return found
