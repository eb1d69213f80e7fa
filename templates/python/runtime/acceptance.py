"""What a wire accepts, made ready: everything that a pass over a request asks, known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from .absence import EMPTY
from .spelling import Limit

Json = Any
MEDIA = frozenset({"image", "audio", "video", "document"})
"""Kinds of blocks that have a source: data, a URL, an uploaded file."""
SOURCES = ("data", "url", "fileId", "text")


class Row:
    """One rule of a wire: its id, its kind's name, what it demands, and the kind's parameters."""

    __slots__ = ("id", "kind", "said", "what")

    def __init__(self, id_: str, said: dict[str, Json]) -> None:
        self.id, self.said = id_, said
        self.kind: str = said["kind"]
        self.what: str = said["what"]


class Acceptance:
    """The rules of one wire, and what of them each look at a request needs."""

    def __init__(self, format_: str, data: dict[str, Json]) -> None:
        self.format = format_
        self.rows = [Row(id_, said) for id_, said in data.get("rules", EMPTY).items()]
        self.by_kind: dict[str, list[Row]] = {}
        for row in self.rows:
            self.by_kind.setdefault(row.kind, []).append(row)
        self.places: dict[str, frozenset[str]] = {
            place: frozenset(kinds) for place, kinds in data.get("places", EMPTY).items()
        }
        self.sources: dict[str, dict[str, Json]] = data.get("sources", EMPTY)
        limits = {name: Limit(said) for name, said in data.get("limits", EMPTY).items()}
        self.call_id, self.tool_name = limits.get("callId"), limits.get("toolName")
        self.schema_name = limits.get("schemaName")
        blank = self.row("texts")
        self.blank: frozenset[str] = frozenset(blank.said["in"] if blank else ())
        self.is_blank: Callable[[str], bool] = _empty
        if blank is not None and blank.said.get("whitespace"):
            self.is_blank = _white
        self._of_settings()
        self._of_turns()

    def _of_settings(self) -> None:
        """What one look at tools and settings asks."""
        tools, choice = self.row("tools"), self.row("choice")
        most = tools.said.get("most") if tools else None
        self.most_tools: float = inf if most is None else most
        self.tools_needed = tools is not None and "none of those called" in tools.said["not"]
        self.words: frozenset[str] = frozenset(choice.said["words"] if choice else ("auto",))
        self.ranges: list[tuple[str, float, float]] = [
            (row.said["field"], row.said.get("least", -inf), row.said.get("most", inf))
            for row in self.rows
            if row.kind == "range"
        ]
        self.counts = any(row.kind == "count" for row in self.rows)
        self.placeholder = self.row("placeholder") is not None

    def _of_turns(self) -> None:
        """Which turn may not follow which, and which may not be the last."""
        self.elsewhere = any("elsewhere" in row.said for row in self.rows)
        self.not_before: dict[str, set[str]] = {"user": set(), "assistant": set(), "system": set()}
        self.not_last: set[str] = set()
        if self.row("alternate"):
            self.not_before["user"].add("user")
            self.not_before["assistant"].add("assistant")
        if self.row("first"):
            self.not_before["assistant"] |= {"", "system"}
            self.not_last |= {"", "system"}
        if self.row("after_results"):
            self.not_before["user"].add("tool")
            self.not_before["system"].add("tool")
        if self.row("last"):
            self.not_last |= {"assistant", "system"}
        if some := self.row("some"):
            self.not_last |= {"", *some.said.get("besides", ())}

    def row(self, kind: str) -> Row | None:
        """The rule of a kind, if the wire has one."""
        return next(iter(self.by_kind.get(kind, ())), None)

    def own(self, value: dict[str, Json]) -> Json:
        """What this wire's own overlay says of a value."""
        return (value.get("metadata") or EMPTY).get(self.format) or EMPTY

    def goes_out(self, block: dict[str, Json], place: str) -> bool:
        """Whether anything of a block stands on the wire, in a message or result of this place."""
        kind = block["kind"]
        if kind == "opaque":
            return bool(block["format"] == self.format)
        if kind == "text" and place in self.blank and self.is_blank(block["text"]):
            return bool(self.own(block))
        if kind in MEDIA and kind in self.places.get(place, ()):
            return self.takes(block)
        return kind == "toolCall" or kind in self.places.get(place, ()) or bool(self.own(block))

    def takes(self, block: dict[str, Json]) -> bool:
        """Whether the wire has a place for the source of a picture, sound, video or document."""
        taken = self.sources.get(block["kind"], EMPTY)
        source = next((key for key in SOURCES if block.get(key) is not None), "")
        types = taken.get("data")
        if source != "data" or type(types) is not list:
            return bool(taken.get(source))
        mime = block.get("mimeType") or ""
        return any(mime == one or (one.endswith("/") and mime.startswith(one)) for one in types)


def _empty(text: str) -> bool:
    return not text


def _white(text: str) -> bool:
    return not text or text.isspace()
