# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""The lines of a stored text of any size. They are counted from 1."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from .store import Entry
from .tally import SPAN


class Span(NamedTuple):
    """Whole lines, or a piece of a line that is longer than a span."""

    start: int
    data: bytes
    end: int
    """Where in ``data`` the span ends: behind the last line end, if there is one."""


class Line(NamedTuple):
    """Where a line stands, how long it is, and its first bytes."""

    start: int
    length: int
    head: bytes


def total(entry: Entry) -> int:
    """How many lines there are."""
    finished = entry.size == 0 or entry.read(entry.size - 1, 1) == b"\n"
    return entry.tally.ends + (not finished)


def start_of(entry: Entry, line: int) -> int:
    """Where a line begins that there is."""
    if line == 1:
        return 0
    before = entry.tally.before
    place = bisect_left(before, line - 1) - 1
    data = entry.read(place * SPAN, SPAN)
    at = 0
    for _ in range(line - 1 - before[place]):
        at = data.index(b"\n", at) + 1
    return place * SPAN + at


def number_at(entry: Entry, at: int) -> int:
    """The number of the line that a byte is in."""
    place = at // SPAN
    return 1 + entry.tally.before[place] + entry.read(place * SPAN, at - place * SPAN).count(b"\n")


def spans(entry: Entry) -> Iterator[Span]:
    """The text in order."""
    start = 0
    while data := entry.read(start, SPAN):
        end = len(data)
        if start + end < entry.size:
            end = data.rfind(b"\n") + 1 or end
        yield Span(start, data, end)
        start += end


def lines_from(entry: Entry, start: int, head: int) -> Iterator[Line]:
    """The lines from the one that begins at ``start``, each with up to ``head`` bytes."""
    data, base = b"", start  # the bytes from base on
    while start < entry.size:
        at = start - base
        end = data.find(b"\n", at)
        if end < 0 and base + len(data) < entry.size:
            if at or not data:
                data, base = entry.read(start, SPAN), start
                continue
            stop = _line_end(entry, base + len(data))
            yield Line(start, stop - start, entry.read(start, min(stop - start, head)))
            start = base = stop + 1
            data = b""
            continue
        end = len(data) if end < 0 else end
        yield Line(start, end - at, data[at : min(end, at + head)])
        start = base + end + 1


def _line_end(entry: Entry, start: int) -> int:
    """Where the line ends that ``start`` is in."""
    while data := entry.read(start, SPAN):
        end = data.find(b"\n")
        if end >= 0:
            return start + end
        start += len(data)
    return start
