# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""How many lines end before which byte of a text: counted once, while the text is kept.

With it a page or a line's number is found in a text of any size by reading one span of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SPAN = 1 << 18
"""Bytes between two counts."""


class Tally(NamedTuple):
    """The counts: all line ends, and for each span those before its first byte."""

    ends: int
    before: Sequence[int]

    def dumped(self) -> bytes:
        """As it stands beside the text."""
        return json.dumps([self.ends, *self.before], separators=(",", ":")).encode()


def loaded(text: bytes) -> Tally:
    """What ``dumped`` wrote. Raises ValueError for anything else."""
    ends, *before = json.loads(text)
    return Tally(ends, before)


class Counter:
    """Counts the lines of a text that passes by in pieces of any length."""

    def __init__(self) -> None:
        self.size = 0
        self._ends = 0
        self._before: list[int] = []

    def over(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The same pieces, counted."""
        for piece in pieces:
            self._add(piece)
            yield piece

    @property
    def tally(self) -> Tally:
        """The counts of what has passed."""
        return Tally(self._ends, self._before)

    def _add(self, piece: bytes) -> None:
        at = 0
        while at < len(piece):
            filled = self.size % SPAN
            if not filled:
                self._before.append(self._ends)
            step = min(len(piece) - at, SPAN - filled)
            self._ends += piece.count(b"\n", at, at + step)
            self.size += step
            at += step
