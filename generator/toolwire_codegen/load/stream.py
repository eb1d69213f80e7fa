"""The ``stream`` section of a transform: how a reply's events build the reply sent whole.

Grammar::

    stream:
      events: EVENT -> WHOLE        # the wire's union of events, the response type they build
      ends: wire.path               # (or a list) what is there, and no null, once it is complete
      ends: { wire.path: [word] }   # what is one of these words then
      ends: Event                   # or that event comes, whatever it says
      last: key                     # goes out after all else, in an event of its own
      framing: { kind: sse, name: key, done: text }  # how events go out as text; all optional
      repeats:                      # keys of events that say what is known without them
        key: place                  # what stands there; of a list of places, the first that has it
        key: { count: place }       # the number of the list's last item; `.`: of the event
        key: { numbered: text }     # this text and the number of the event
        key: { const: value }
        key: ignore                 # nothing: it is neither read nor written
      on:
        Event: { place: event.path | operator, … }
        Event.Arm: …                # an event whose `Arm` (of a union inside it) is this one
        Event: ignore | error
        "<- Event": { … }             # only read: an older name, or another form, of one that is
        ignore: [Event, Event]        # the same of several

A place is a path in the whole. ``list[key]`` is the element of a list that has this ``key``, which
stands in the event beside what is put there; ``list[.]`` is one that the event itself is; inside of
an element, ``list.key`` is the last record of a list that no event numbers. What no row names is
kept in the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .findings import Finding, Position
from .framing import Framing, read_framing
from .positions import Document
from .splitting import KEY, NAME, PATH, QUOTE, is_cut, is_rest

_KEY = re.compile(KEY)
_STEP = re.compile(rf"({KEY})(?:\[({KEY}|\.)\])?")
_HEAD = re.compile(rf"({NAME})\s*->\s*({NAME})")
_OPERATOR = re.compile(rf"({NAME})(?:\(([^()]*)\))?")
End = tuple[tuple[str, ...], tuple[Any, ...]]
"""A place that says that a reply is complete, and the words that do."""
STREAM_KEYS = ("events", "ends", "last", "framing", "repeats", "on")

TYPED = ("append", "done", "open", "close")
"""Operators that may be about the elements of one type."""
UNNAMED = "."
"""In place of a key: the event itself is the element, or it is about the last one that began so."""
OPENS, ENDS = "opens", "ends"
"""What pieces say of which the first begins its element, and items of which the end has one."""
JSON = "json"
"""What pieces say that are the JSON text of an object."""
ONLY_READ = "<-"
"""What stands ahead of an event that is read, and never written."""
SO_FAR, WHOLE = "so_far", "whole"
"""What they say where each event brings the text once more, as far as it has come, and where they
are pieces of the arguments of a call that clients take as a whole alone."""


@dataclass(frozen=True)
class Step:
    """One step of a place: a key, and for an element of a list the key it is found by."""

    name: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.name}[{self.key}]" if self.key else self.name


def names(steps: tuple[Step, ...]) -> tuple[str, ...]:
    """A place without the keys that its elements are found by."""
    return tuple(step.name for step in steps)


@dataclass(frozen=True)
class Repeat:
    """What a key of events says that is known without it: it is written, and never read.

    That is a constant, or what stands at the first of some places that has anything; if it
    ``counts``, the number of the last item in the list there, or of the event among those with it,
    behind a ``stem`` if that is a text.
    """

    key: str
    position: Position
    places: tuple[tuple[Step, ...], ...] = ()
    counts: bool = False
    stem: str = ""
    const: Any = None
    is_const: bool = False
    #: whether it goes out in no event
    left_out: bool = False

    @property
    def text(self) -> str:
        if self.left_out:
            return "nothing: it is left out"
        if self.is_const:
            return f"always {self.const!r}"
        if self.stem:
            return f"{self.stem!r} and its number in the stream"
        if self.counts and self.places == ((),):
            return "its number in the stream"
        places = " or ".join(".".join(map(str, place)) or "." for place in self.places)
        return f"the number of the last in {places}" if self.counts else places


@dataclass(frozen=True)
class StreamRow:
    """What of an event goes where in the whole."""

    place: tuple[Step, ...]
    source: tuple[str, ...]
    position: Position
    operator: str = ""
    args: tuple[str, ...] = ()
    const: Any = None
    is_const: bool = False

    @property
    def opens(self) -> bool:
        """Whether the first piece begins its element."""
        return OPENS in self.args

    @property
    def unnamed(self) -> bool:
        """Whether no key finds its element: that is the event, or the last one that began so."""
        return bool(self.place) and self.place[-1].key == UNNAMED

    @property
    def plain(self) -> bool:
        """Whether it brings a key of the reply itself, as it is."""
        return not self.operator and not self.is_const and len(self.source) == len(self.place) == 1

    @property
    def record(self) -> str:
        """The type of the elements that it brings pieces of, if not of all."""
        named = self.args if self.operator in TYPED else ()
        return next((arg for arg in named if arg not in (JSON, OPENS, SO_FAR, WHOLE)), "")

    @property
    def so_far(self) -> bool:
        """Whether it brings no piece of a text, but all of it so far."""
        return self.operator == "append" and SO_FAR in self.args

    @property
    def brings_piece(self) -> bool:
        """Whether it brings the next piece of a text, which goes behind those before it."""
        return self.operator == "append" and SO_FAR not in self.args

    @property
    def text(self) -> str:
        left = ".".join(map(str, self.place)) or "."
        if self.is_const:
            return f"{left}: always {self.const!r}"
        args = f"({', '.join(self.args)})" if self.args else ""
        return f"{left}: {'.'.join(self.source) or '.'}" + (
            f" | {self.operator}{args}" if self.operator else ""
        )


@dataclass(frozen=True)
class EventRows:
    """What one kind of event brings. ``event``: its type, and the arm of a union inside it.

    What no row names rides along in the whole, but for the keys that are ``ignored``.
    """

    event: str
    arm: str
    position: Position
    rows: tuple[StreamRow, ...] = ()
    ignored: tuple[str, ...] = ()
    ignore: bool = False
    error: bool = False
    #: whether it is read, and another goes out in its place
    only_read: bool = False

    @property
    def title(self) -> str:
        return f"{self.event}.{self.arm}" if self.arm else self.event

    @property
    def moves(self) -> tuple[tuple[StreamRow, StreamRow], ...]:
        """Pairs of rows about one value of the event: it stands where the first says as it comes.

        In the end it stands where the other says, if its element has the object that is in.
        """
        pieces = [row for row in self.rows if row.operator == "append"]
        found = []
        for at, row in enumerate(pieces):
            first = next(one for one in pieces if one.source == row.source)
            if first is not pieces[at]:
                found.append((first, row))
        return tuple(found)


@dataclass(frozen=True)
class Stream:
    """How the events of a reply build the reply sent whole."""

    union: str
    whole: str
    ends: tuple[tuple[str, ...], ...]
    #: for each of them the words that it ends with, () where any value will do
    words: tuple[tuple[Any, ...], ...]
    last: str
    events: tuple[EventRows, ...]
    position: Position
    framing: Framing
    repeats: tuple[Repeat, ...]
    #: the events that end it by their type alone
    ending: tuple[str, ...] = ()

    @property
    def sent(self) -> Stream:
        """The same of what goes out: of events that are only read nothing is said."""
        if not any(rows.only_read for rows in self.events):
            return self
        titles = {rows.title for rows in self.events if not rows.only_read}
        events = (
            EventRows(rows.event, rows.arm, rows.position, ignore=True) if rows.only_read else rows
            for rows in self.events if not rows.only_read or rows.title not in titles
        )  # fmt: skip
        return replace(self, events=tuple(events))


class StreamReader:
    """Reads the section; every unreadable piece becomes a finding and is left out."""

    def __init__(self, document: Document, findings: list[Finding]) -> None:
        self.document, self.findings = document, findings

    def read(self, mapping: Any) -> Stream | None:
        head = _HEAD.fullmatch(str(mapping.get("events"))) if isinstance(mapping, dict) else None
        on = mapping.get("on") if isinstance(mapping, dict) else None
        if head is None or not isinstance(on, dict):
            fix = "write `events: Event -> Whole`, `ends: wire.path` and `on: { … }`"
            self._complain(("stream",), "cannot read this as a stream", fix)
            return None
        for key in mapping:
            if key not in STREAM_KEYS:
                note = f"known: {', '.join(STREAM_KEYS)}"
                self._complain(("stream", key), f"unknown key {key!r}", "remove it", note)
        titles = {str(key).removeprefix(ONLY_READ).lstrip() for key in on if key != "ignore"}
        ending, ends = self._ends(mapping.get("ends", []), titles | {*_names(on.get("ignore"))})
        events = [self._event(key, value) for key, value in on.items() if key != "ignore"]
        events += self._ignored(on.get("ignore", []))
        return Stream(
            head[1], head[2], tuple(path for path, _ in ends), tuple(words for _, words in ends),
            str(mapping.get("last", "")), tuple(event for event in events if event is not None),
            self.document.at("stream"),
            read_framing(mapping["framing"], self._complain) if "framing" in mapping else Framing(),
            tuple(self._repeats(mapping.get("repeats", {}))), ending,
        )  # fmt: skip

    def _ends(self, ends: Any, events: set[str]) -> tuple[tuple[str, ...], list[End]]:
        """The events that end a reply; the places that say so, each with the words that do."""
        pairs = ends.items() if isinstance(ends, dict) else [(one, []) for one in _listed(ends)]
        path: tuple[str | int, ...] = ("stream", "ends")
        ending, found = [], list[End]()
        for text, words in pairs:
            if isinstance(text, str) and text in events:
                ending.append(text)
                if words != []:
                    what, fix = f"`{text}` ends a reply with any word", f"write `{text}: []`"
                    self._complain(path, what, fix, "it is an event, and no place of the reply")
            elif (place := self._path(text, path)) is not None:
                found.append((place, tuple(_listed(words))))
        return tuple(dict.fromkeys(ending)), found

    def _repeats(self, mapping: Any) -> Iterator[Repeat]:
        """The keys that repeat what is known."""
        path: tuple[str | int, ...] = ("stream", "repeats")
        if not isinstance(mapping, dict) or not all(map(_KEY.fullmatch, map(str, mapping))):
            what = "cannot read what events repeat"
            self._complain(path, what, "write `{ key: place }`, of keys of the events themselves")
            return
        for key, entry in mapping.items():
            at, position = (*path, key), self.document.at(*path, key)
            form = next(iter(entry)) if isinstance(entry, dict) and len(entry) == 1 else ""
            if entry == "ignore":
                yield Repeat(key, position, left_out=True)
                continue
            if form == "const":
                yield Repeat(key, position, const=entry["const"], is_const=True)
                continue
            if form == "numbered" and isinstance(stem := entry[form], str) and stem:
                yield Repeat(key, position, ((),), counts=True, stem=stem)
                continue
            texts = [entry["count"]] if form == "count" else _listed(entry)
            if not texts or not all(isinstance(text, str) for text in texts):
                fix = "write a place, `{ count: … }`, `{ numbered: … }` or `{ const: value }`"
                self._complain(at, f"cannot read what {key!r} repeats", fix)
                continue
            places = [self._place(text, at) for text in texts]
            read_places = tuple(place for place in places if place is not None)
            if len(read_places) == len(places):
                yield Repeat(key, position, read_places, counts=form == "count")

    def _ignored(self, names: Any) -> list[EventRows]:
        """The events of which nothing is read, named in a list."""
        path: tuple[str | int, ...] = ("stream", "on", "ignore")
        titles = _names(names)
        if len(titles) != len(_listed(names)):
            self._complain(path, "cannot read which events are left out",
                           "write `ignore: [Event, Event]`")
        at = [(*path, index) if isinstance(names, list) else path for index in range(len(titles))]
        parts = [name.partition(".") for name in titles]
        return [
            EventRows(event, arm, self.document.at(*place), ignore=True)
            for (event, _, arm), place in zip(parts, at, strict=True)
        ]

    def _event(self, key: str, value: Any) -> EventRows | None:
        path = ("stream", "on", key)
        title = key.removeprefix(ONLY_READ).lstrip()
        event, _, arm = title.partition(".")
        position = self.document.at(*path)
        if value in ("ignore", "error") and title != key:
            self._complain(path, f"{value!r} says nothing of how it is written",
                           f"write `{title}: {value}`")  # fmt: skip
        if value in ("ignore", "error"):
            return EventRows(event, arm, position, ignore=value == "ignore", error=value == "error")
        if not isinstance(value, dict):
            self._complain(path, "cannot read what this event brings",
                           "write `{ place: event.path }`, `ignore` or `error`")  # fmt: skip
            return None
        rows = []
        for place, text in value.items():
            if place != "ignore":
                rows.append(self._row(place, text, (*path, place)))
        ignored = tuple(_listed(value.get("ignore", [])))
        if not all(isinstance(name, str) for name in ignored):
            self._complain((*path, "ignore"), "cannot read what is left out", "ignore: [key, key]")
            ignored = ()
        read = tuple(row for row in rows if row is not None)
        taken = {row.source[0]: row for row in read if len(row.source) == 1}
        for name in dict.fromkeys(name for name in ignored if isinstance(name, str)):
            if name in taken or ignored.count(name) > 1:
                note = f"the row at {taken[name].position.short} reads it" if name in taken else ""
                what = f"{name!r} is left out" + ("" if note else " twice")
                self._complain((*path, "ignore"), what, "keep one of the two", note)
        return EventRows(event, arm, position, read, ignored, only_read=title != key)

    def _row(self, place: str, text: Any, path: tuple[str | int, ...]) -> StreamRow | None:
        if is_rest(self.findings, place, text):
            return None
        steps = self._place(place, path)
        position = self.document.at(*path)
        if steps is None:
            return None
        if isinstance(text, dict) and set(text) == {"const"}:
            return StreamRow(steps, (), position, const=text["const"], is_const=True)
        pieces = [piece.strip() for piece in text.split("|")] if isinstance(text, str) else []
        source = self._path(pieces[0], path) if pieces else None
        match = _OPERATOR.fullmatch(pieces[1]) if len(pieces) == 2 else None
        if source is None or len(pieces) > 2 or (len(pieces) == 2 and match is None):
            if source is not None or not pieces:
                cut = len(pieces) == 2 and is_cut(pieces[1])
                fix = QUOTE if cut else "write `event.path | operator`"
                self._complain(path, f"cannot read {text!r}", fix)
            return None
        if match is None:
            return StreamRow(steps, source, position)
        args = tuple(arg.strip() for arg in match[2].split(",")) if match[2] else ()
        return StreamRow(steps, source, position, match[1], args)

    def _place(self, text: str, path: tuple[str | int, ...]) -> tuple[Step, ...] | None:
        if text == ".":
            return ()
        matches = [_STEP.fullmatch(piece) for piece in re.split(r"\.(?!\])", text)]
        if not all(matches):
            self._complain(path, f"cannot read {text!r} as a place", "write `key.list[key].key`")
            return None
        return tuple(Step(match[1], match[2] or "") for match in matches if match)

    def _path(self, text: Any, path: tuple[str | int, ...]) -> tuple[str, ...] | None:
        if not isinstance(text, str) or not PATH.fullmatch(text):
            self._complain(path, f"cannot read {text!r} as a path", "write `key.key`, or `.`")
            return None
        return () if text == "." else tuple(text.split("."))

    def _complain(self, path: tuple[str | int, ...], what: str, fix: str, note: str = "") -> None:
        self.findings.append(Finding(self.document.at(*path), "unreadable-row", what, note, fix))


def _names(value: Any) -> list[str]:
    return [name for name in _listed(value) if isinstance(name, str)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
