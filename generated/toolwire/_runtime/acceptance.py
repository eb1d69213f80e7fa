# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a wire accepts, made ready: everything that a pass over a request asks, known beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .absence import EMPTY
from .errors import Loss
from .look import Plain, touched
from .spelling import Limit

Json = Any
MEDIA = frozenset({"image", "audio", "video", "document"})
"""Kinds of blocks that have a source: data, a URL, an uploaded file."""
SOURCES = ("data", "url", "fileId", "text")


class Row:
    """One rule of a wire: its id, its kind's name, what it demands, and the kind's parameters."""

    __slots__ = ("id", "kind", "params", "what")

    def __init__(self, id_: str, params: dict[str, Json]) -> None:
        self.id, self.params = id_, params
        self.kind: str = params["kind"]
        self.what: str = params["what"]

    def holds_for(self, model: str) -> bool:
        """Whether it is a rule for this model; one that is not named may be any."""
        only, without = self.params.get("models"), self.params.get("without")
        if only is not None and not _is_one_of(model, only):
            return False
        return without is None or not _is_one_of(model, without)


def _is_one_of(model: str, beginnings: list[str]) -> bool:
    """Whether a model's id begins so, or what stands in it behind the name of who serves it."""
    pattern = "|".join(map(re.escape, beginnings))
    return re.search(f"(?:^|[/.:])(?:{pattern})", model, re.IGNORECASE) is not None


class Acceptance:
    """The rules of one wire that hold for a model, and what of them each look at a request needs.

    ``by_model``: there are others that hold for other models.
    """

    def __init__(self, format_: str, data: dict[str, Json], model: str = "") -> None:
        self.format = format_
        rows = [Row(id_, params) for id_, params in data.get("rules", EMPTY).items()]
        self.rows = [row for row in rows if row.holds_for(model)]
        # What leaves a field out comes ahead of what asks whether that field is there.
        asked = {field for row in self.rows for field in row.params.get("when", EMPTY)}
        self.rows.sort(key=lambda row: asked.isdisjoint(row.params.get("fields", ())))
        self.by_model = any("models" in row.params or "without" in row.params for row in rows)
        self.by_kind: dict[str, list[Row]] = {}
        for row in self.rows:
            self.by_kind.setdefault(row.kind, []).append(row)
        self.places: dict[str, frozenset[str]] = {
            place: frozenset(kinds) for place, kinds in data.get("places", EMPTY).items()
        }
        moving = self.row("media")
        if moving is not None and "here" in moving.params:
            self.places["result"] = frozenset(moving.params["here"])
        self.sources: dict[str, dict[str, Json]] = data.get("sources", EMPTY)
        reading = self.row("sources")
        self.url_safe = reading is None or "urlSafe" in reading.params
        limits = {name: Limit(spelling) for name, spelling in data.get("limits", EMPTY).items()}
        self.call_id, self.tool_name = limits.get("callId"), limits.get("toolName")
        self.schema_name = limits.get("schemaName")
        blank = self.row("texts")
        self.blank: frozenset[str] = frozenset(blank.params["in"] if blank else ())
        self.is_blank: Callable[[str], bool] = _empty
        if blank is not None and blank.params.get("whitespace"):
            self.is_blank = _white
        emptied = self.row("emptied")
        self.unsent: frozenset[str] = frozenset(emptied.params.get("unsent", ()) if emptied else ())
        self.plain = self._plain()
        #: what repairs a request, by what is to be looked at
        self.repairs: dict[int, list[Any]] = {}
        self._repaired: Callable[..., tuple[Json, list[Loss]]] | None = None

    def accepted(self, request: Json, strict: bool) -> tuple[Json, list[Loss]]:
        """A request that breaks no rule, and what was changed; the same one if nothing was.

        ``strict``: the first breach is a ToolwireError instead.
        """
        about = touched(request, self.plain)
        if not about:
            return request, []
        if self._repaired is None:  # an import costs most of a microsecond each time
            from .repairing import repaired

            self._repaired = repaired
        return self._repaired(request, self, strict, about)

    def _plain(self) -> Plain:
        """What one look at a request asks."""
        found = Plain(self.format, self.tool_name, self.call_id, self.schema_name)
        found.blank, found.shown = self.blank, self.shown
        for row in self.rows:
            found.take(row.kind, row.params)
        return found

    def row(self, kind: str) -> Row | None:
        """The rule of a kind, if the wire has one."""
        return next(iter(self.by_kind.get(kind, ())), None)

    def own(self, value: dict[str, Json]) -> Json:
        """What this wire's own overlay says of a value."""
        return (value.get("metadata") or EMPTY).get(self.format) or EMPTY

    def kinds_at(self, place: str) -> frozenset[str]:
        """The kinds of blocks that a place holds; media of results that move go where users' do."""
        found = self.places.get(place, frozenset())
        moves = place == "result" and "media" in self.by_kind
        return found | self.places["user"] if moves else found

    def goes_out(self, block: dict[str, Json], place: str) -> bool:
        """Whether anything of a block stands on the wire, in a message or result of this place."""
        kind = block["kind"]
        if kind == "opaque":
            return bool(block["format"] == self.format)
        if kind in self.unsent:
            return False
        if kind == "text" and place in self.blank and self.is_blank(block["text"]):
            return bool(self.own(block))
        if kind in MEDIA and kind in self.places.get(place, ()):
            return self.takes(block)
        if kind == "toolCall" or kind in self.places.get(place, ()):
            return True
        # How it was spelled is nothing by itself.
        return any(key != "$" for key in self.own(block))

    def shown(self, block: dict[str, Json], place: str) -> bool:
        """Whether media surely go out as they are: they say their type, or where they stand."""
        kind = block["kind"]
        if kind not in self.places.get(place, ()) or not self.takes(block):
            return False
        if not self._typed(block) or not self.decodes(block.get("data")):
            return False
        if kind == "document" and ("beside" in self.by_kind or not self._named(block)):
            return False
        if (url := block.get("url")) is not None:
            return url.partition(":")[0] in self.sources[kind]["url"]
        return block.get("fileId") is None

    def decodes(self, data: str | None) -> bool:
        """Whether data is in letters that the provider reads, as far as two of them tell."""
        return data is None or self.url_safe or not ("-" in data or "_" in data)

    def _typed(self, block: dict[str, Json]) -> bool:
        row, mime = self.row("typed"), block.get("mimeType") or ""
        if row is None or all(block.get(key) is None for key in row.params["of"]):
            return True
        begin = "" if block["kind"] == "document" else f"{block['kind']}/"
        return bool(mime) and mime.startswith(begin)

    def _named(self, block: dict[str, Json]) -> bool:
        row = self.row("documents")
        if row is None:
            return True
        return bool(block.get("name")) and "letters" not in row.params

    def takes(self, block: dict[str, Json]) -> bool:
        """Whether the wire has a place for the source of a picture, sound, video or document."""
        taken = self.sources.get(block["kind"], EMPTY)
        if block.get("source") is not None and block.get("text") is not None:
            return bool(taken.get("found"))
        source = next((key for key in SOURCES if block.get(key) is not None), "")
        types, mime = taken.get("data"), block.get("mimeType") or ""
        row = self.row("typed")
        typed = source == "data" or (row is not None and source in row.params["of"] and mime)
        if not typed or type(types) is not list or not taken.get(source):
            return bool(taken.get(source))
        return any(mime == one or (one.endswith("/") and mime.startswith(one)) for one in types)


def _empty(text: str) -> bool:
    return not text


def _white(text: str) -> bool:
    return not text or text.isspace()
