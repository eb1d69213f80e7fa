"""Searching a stored output of any size for a text or, in linear time, a regular expression."""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .lines import Line, Span, lines_from, number_at, spans, start_of, total
from .literals import literal_of
from .pages import ROOM, WIDTH, Unreadable, clip, decoded
from .store import Entry

MOST_MATCHES = 1_000
MOST_CONTEXT = 50
_LONGEST_PATTERN = 1_000
_MARGIN = 4_096  # bytes of a line on either side of a piece of it that are searched with it
_SECONDS = 20.0

Find = Callable[[bytes, int, int], int]
"""``data, start, end -> where the first match begins``, -1 for none."""


class Match(NamedTuple):
    """A line that matches: its number, and where in the output its first match begins."""

    line: int
    at: int


class Context(NamedTuple):
    """How many lines around a match are shown, and how many matches."""

    before: int = 0
    after: int = 0
    max_matches: int = 50


def grep(
    entry: Entry,
    pattern: str,
    regex: bool = False,
    context: Context | None = None,
    *,
    room: int = ROOM,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Lines that match as ``12:text``, those around them as ``11-text``, as grep prints them.

    Raises ``Unreadable`` for a pattern that cannot be searched for.
    """
    if len(pattern) > _LONGEST_PATTERN:
        raise Unreadable(f"the pattern is longer than {_LONGEST_PATTERN:,} characters")
    find = _regular(pattern) if regex else _plain(pattern)
    context = context or Context()
    most = max(1, min(context.max_matches, MOST_MATCHES))
    until = clock() + _SECONDS
    found: list[Match] = []
    end = ""
    for match in _matches(entry, find):
        if match is not None:
            found.append(match)
            if len(found) == most:
                end = f"[stopped after {most:,} matching lines: there may be more below]"
                break
        elif clock() > until:
            end = f"[stopped after {_SECONDS:g} seconds: the rest was not searched]"
            break
    if not found:
        return end or f"[no match in {total(entry):,} lines]"
    shown = list(_shown(entry, found, context, room))
    return "\n".join([*shown, end or f"[{len(found):,} matching lines]"])


def _plain(pattern: str) -> Find:
    if not pattern or "\n" in pattern:
        raise Unreadable("the pattern must be a text within one line, and not empty")
    needle = pattern.encode("utf-8", "replace")
    try:
        re2: Any = importlib.import_module("re2")
    except ImportError:
        return lambda data, start, end: data.find(needle, start, end)
    return _literal(re2, needle)


def _literal(re2: Any, needle: bytes) -> Find:
    options = re2.Options()  # several times as fast as bytes.find
    options.literal = True
    return _finder(re2.compile(needle, options))


def _regular(pattern: str) -> Find:
    try:
        re2: Any = importlib.import_module("re2")
    except ImportError:
        raise Unreadable(
            "regular expressions need the package google-re2, which is not installed; "
            "search for plain text (regex: false)"
        ) from None
    options = re2.Options()
    options.log_errors = False
    options.never_nl = True  # lines are searched many at a time, and none must match into the next
    by_line = _by_line(pattern).encode("utf-8", "replace")
    try:
        compiled = re2.compile(b"(?m)" + by_line, options)
    except re2.error as error:
        message = error.args[0] if error.args else error
        message = message.decode("utf-8", "replace") if isinstance(message, bytes) else message
        raise Unreadable(
            "the pattern is no regular expression (RE2: no lookaround, no backreferences): "
            f"{message}"
        ) from None
    find = _finder(compiled)
    needle = literal_of(by_line.decode()).encode()
    return _with(_literal(re2, needle), find) if len(needle) > 1 else find


def _with(literal: Find, find: Find) -> Find:
    """``find`` from the line on that has the text which all matches contain."""

    def from_there(data: bytes, start: int, end: int) -> int:
        place = literal(data, start, end)
        if place < 0:
            return -1
        return find(data, max(start, data.rfind(b"\n", start, place) + 1), end)

    return from_there


def _finder(compiled: Any) -> Find:
    def find(data: bytes, start: int, end: int) -> int:
        match = compiled.search(data, start, end)
        return -1 if match is None else int(match.start())

    return find


def _by_line(pattern: str) -> str:
    """The pattern, in which the ends of the text are the ends of its line, as grep has it."""
    ends = {r"\A": "^", r"\z": "$", r"\Z": "$"}
    tokens = re.compile(r"\\Q.*?(?:\\E|$)|\\.", re.DOTALL)
    return tokens.sub(lambda token: ends.get(token[0], token[0]), pattern)


def _matches(entry: Entry, find: Find) -> Iterator[Match | None]:
    """The matches in order, one for each line; None after each span."""
    inside = False  # does the span begin within a line?
    line = 0
    for span in spans(entry):
        data, at, end = _searched(entry, span, inside)
        base, last = span.start - at, at + span.end
        passed = -1
        while at < last:
            at = find(data, at, end)
            if not 0 <= at < last:
                break
            # Only a match needs to know its line.
            number = (
                number_at(entry, base + at) if passed < 0 else line + data.count(b"\n", passed, at)
            )
            if number != line:
                yield Match(number, base + at)
            line, passed = number, at
            at = data.find(b"\n", at, last) + 1 or last
        inside = not span.data.endswith(b"\n", 0, span.end)
        yield None


def _searched(entry: Entry, span: Span, inside: bool) -> tuple[bytes, int, int]:
    """The bytes to search, and from where to where.

    A piece of a long line has some of it on either side, so that what lies across is found.
    """
    ends_line = span.data.endswith(b"\n", 0, span.end)
    if not inside and (ends_line or span.start + span.end == entry.size):
        return span.data, 0, span.end
    margin = min(_MARGIN, span.start) if inside else 0
    start = span.start - margin
    data = entry.read(start, margin + span.end + (0 if ends_line else _MARGIN))
    return data, margin, len(data)


def _shown(entry: Entry, found: list[Match], context: Context, room: int) -> Iterator[str]:
    """The matching lines with those around them; groups are apart by ``--``."""
    columns = {match.line: match.at for match in found}
    groups = _groups(found, context)
    for first, last in groups:
        if first != groups[0][0] and (context.before > 0 or context.after > 0):
            yield "--"
        for number, line in enumerate(lines_from(entry, start_of(entry, first), WIDTH), first):
            if number > last:
                break
            at = columns.get(number)
            text = clip(line) if at is None else _around(entry, line, at - line.start)
            text = f"{number}{'-' if at is None else ':'}{text}"
            room -= len(text) + 1
            if room < 0:
                yield f"[cut: what follows from line {number} on does not fit into one answer]"
                return
            yield text


def _groups(found: list[Match], context: Context) -> list[tuple[int, int]]:
    """First and last line of each stretch to show."""
    before = max(0, min(context.before, MOST_CONTEXT))
    after = max(0, min(context.after, MOST_CONTEXT))
    groups: list[tuple[int, int]] = []
    for match in found:
        first = max(1, match.line - before)
        if groups and first <= groups[-1][1] + 1:
            first, _ = groups.pop()
        groups.append((first, match.line + after))
    return groups


def _around(entry: Entry, line: Line, column: int) -> str:
    """A line that matches at this column; of a long one, what is around it."""
    if line.length <= WIDTH or column < WIDTH // 2:
        return clip(line)
    skip = min(column, line.length) - WIDTH // 2
    data = entry.read(line.start + skip, min(WIDTH, line.length - skip))
    begin = next((at for at, byte in enumerate(data) if byte & 0xC0 != 0x80), 0)
    return f"… {decoded(data[begin:])} [… a line of {line.length:,} bytes]"
