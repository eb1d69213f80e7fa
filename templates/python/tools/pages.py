"""A page of a stored output, with its line numbers."""

from __future__ import annotations

import codecs

from . import cut
from .lines import Line, lines_from, start_of, total
from .results import ToolError
from .store import Entry

WIDTH = 2_000
"""Bytes of a line that are shown."""
ROOM = 16_000
"""Characters of an answer."""
MOST_LINES = 2_000


class Unreadable(ToolError):
    """The model asked for what cannot be given; says why in words for it."""


def page(entry: Entry, offset: int = 1, limit: int = 200, *, room: int = ROOM) -> str:
    """Up to ``limit`` lines from line ``offset`` on, each behind its number.

    What follows is named below them. Raises ``Unreadable`` past the end.
    """
    first = max(1, offset)
    limit = max(1, min(limit, MOST_LINES))
    last = total(entry)
    if last == 0:
        return "[the output is empty]"
    if first > last:
        raise Unreadable(f"offset {first} is past the end: the output has {last:,} lines")
    shown: list[str] = []
    number = first
    for line in lines_from(entry, start_of(entry, first), WIDTH):
        text = f"{number}\t{clip(line)}"
        room -= len(text) + 1
        if shown and (len(shown) == limit or room < 0):
            return "\n".join([*shown, f"[more: go on with offset {number} of {last:,}]"])
        shown.append(text)
        number += 1
    return "\n".join([*shown, f"[end of the output: {last:,} lines]"])


def clip(line: Line) -> str:
    """A line as it is shown: whole, or its beginning and how long it is."""
    if line.length <= len(line.head):
        return line.head.decode("utf-8", "replace").removesuffix("\r")
    return f"{decoded(line.head)} [… a line of {line.length:,} bytes]"


def decoded(head: bytes) -> str:
    """The beginning of a longer text; a character that was cut is left out."""
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    # The last one may be half of what a reader sees as one character: it goes where that shows.
    return text[: cut.before(text + "\u0301", len(text))]
