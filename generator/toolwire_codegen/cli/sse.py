"""Server-sent events as text: recognised by their look, read, and written as a wire frames them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import sseclient

FIELDS = ("data", "event", "id", "retry")
_FIELD = rf"(?:{'|'.join(FIELDS)})"
_LOOK = re.compile(rf"\s*(?:{_FIELD}?:)")
_LINE = re.compile(rf"(?:{_FIELD}?:.*|{_FIELD}|\s*)", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r|\n")
AROUND = "."
UNNAMED = "message"  # what the parser, like browsers, calls an event that has no name
LINE_BREAKS = "\x85\u2028\u2029"
"""No line breaks here or in JSON, but many readers of lines take them for one."""
DONE = "[DONE]"
"""Data that services and the gateways before them send as the last, whatever the wire is."""


@dataclass(frozen=True)
class Framing:
    """How a wire's events go out as text: as server-sent events, or as JSON in a line each.

    ``name`` is the key whose value stands on the ``event:`` line, or ``.``: that line has the only
    key of the event, the data what it holds. ``done`` is the data of a last event that says that
    nothing more comes. Either may be "": there is none.
    """

    name: str = ""
    done: str = ""
    kind: str = "sse"

    @property
    def lines(self) -> bool:
        """Whether each event is a line of JSON."""
        return self.kind == "ndjson"

    @classmethod
    def of(cls, schema: dict[str, Any]) -> Framing:
        """The framing that a format's schema tells under ``x-framing``."""
        framing = schema.get("x-framing", {})
        return cls(framing.get("name", ""), framing.get("done", ""), framing.get("kind", "sse"))

    @property
    def texts(self) -> bool:
        """Whether events go out as text at all."""
        return self.kind != "none"

    def apart(self, event: Any) -> tuple[str | None, Any]:
        """What to call an event, if it says so itself, in one line; and its data."""
        if not isinstance(event, dict):
            return None, event
        if self.name == AROUND:
            name, data = next(iter(event.items())) if len(event) == 1 else (None, event)
        else:
            name, data = (event.get(self.name) if self.name else None), event
        plain = isinstance(name, str) and name and not _LINE_END.search(name)
        return (name, data) if plain else (None, event)

    def joined(self, name: Any, data: Any) -> Any:
        """An event, of its name and its data."""
        if self.name != AROUND or not name or (isinstance(data, dict) and [*data] == [name]):
            return data
        return {name: data}

    def framed(self, events: Iterable[Any], complete: bool) -> list[tuple[str | None, Any]]:
        """(name, data) of each event, and of the one that says that the stream is complete."""
        framed = [self.apart(event) for event in events]
        return [*framed, (None, self.done)] if complete and self.done else framed


class BrokenTextError(ValueError):
    """A line that has no place in server-sent events; ``line`` is its number."""

    def __init__(self, line: int, text: str) -> None:
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        super().__init__(f"not a line of server-sent events: {shown}")
        self.line = line


def looks_like_events(text: str) -> bool:
    """Does the text begin with a field or a comment of server-sent events?"""
    return _LOOK.match(text) is not None


def read_events(text: str) -> Iterator[dict[str, Any]]:
    """The events as ``{"event": name or None, "data": text}``. Raises BrokenTextError.

    An event that the connection was cut in is none by the standard: it is ``{"cut": text}``.
    """
    lines = _LINE_END.split(text)
    cut = []
    if any(field.startswith(lines[-1]) for field in FIELDS if lines[-1]):
        cut.append({"cut": lines.pop()})
    for number, line in enumerate(lines, 1):
        if not _LINE.fullmatch(line):
            raise BrokenTextError(number, line)
    parser = sseclient.SSEClient(iter(["\n".join(lines).encode()]))
    found: list[dict[str, Any]] = [
        {"event": None if event.event == UNNAMED else event.event, "data": event.data}
        for event in parser.events()
    ]
    # An empty line ends an event. What stands behind the last line break is a line only if it
    # says something.
    whole = lines if lines[-1:] != [""] else lines[:-1]
    tail = takewhile(str.strip, reversed(whole))
    if any(line.startswith("data") for line in tail) and not _is_whole(found[-1]["data"]):
        cut.insert(0, {"cut": found.pop()["data"]})
    yield from [*found, *cut]


def _is_whole(data: str) -> bool:
    if data == DONE:
        return True
    try:
        json.loads(data)
    except (ValueError, RecursionError) as error:
        # Whatever else is wrong with it, it is not that its end is missing.
        return not isinstance(error, json.JSONDecodeError)
    return True


def event_text(name: str | None, data: str) -> str:
    """One event as text; ``data`` is JSON in one line, or a word."""
    for character in LINE_BREAKS:
        data = data.replace(character, f"\\u{ord(character):04x}")
    return (f"event: {name}\n" if name else "") + f"data: {data}\n\n"
