"""What rules yield, and the words in which they name what is near."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..load.findings import Position

SHOWN = 8
"""How many known names a finding lists."""


@dataclass(frozen=True)
class Problem:
    """What a handler yields: a finding without its code, which the rule has."""

    position: Position
    what: str
    note: str
    fix: str


Problems = Iterator[Problem]


def nearest(name: str, names: Iterable[str], what: str) -> str:
    """The known names closest to a wrong one, or some of all there are."""
    candidates = sorted(set(names))
    close = difflib.get_close_matches(name, candidates, 3, 0.6)
    if close:
        return f"near it: {', '.join(close)}"
    if not candidates:
        return f"there are no {what}"
    more = f" and {len(candidates) - SHOWN} more" if len(candidates) > SHOWN else ""
    return f"known {what}: {', '.join(candidates[:SHOWN])}{more}"


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def twice(names: tuple[str, ...], what: str, at: Position) -> Problems:
    """A count that is added or taken off more than once."""
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Problem(at, f"`{what}` counts `{name}` twice", "", "name it once")
