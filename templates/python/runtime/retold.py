"""Writing for wires whose events bring all of a text so far, and not its next piece.

What such an event says takes the place of what was said before: so the finished reply may still
make another text of it, as long as its element has not ended.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .chunks import Chunks
from .elements import Elements
from .framing import Framing, at_first, discard, put_at
from .items import Items
from .jsontext import arguments_in
from .outgoing import Part
from .outlet import Outlet
from .overlay import same
from .pieces import built, inside
from .stream import StreamReader

Json = Any


def outlet_of(framing: Framing, reader: StreamReader) -> Chunks | Elements:
    """What writes blocks as a wire's events."""
    if framing.open is None:
        chunks = Items if framing.ends_with_item else Chunks
        return (ChunksSoFar if framing.so_far else chunks)(framing, reader)
    return (ElementsSoFar if framing.so_far_keys else Elements)(framing, reader)


class Retold(Outlet):
    """Writes all of a text each time."""

    def __init__(self, framing: Framing, reader: StreamReader) -> None:
        super().__init__(framing, reader)
        #: the parts that have told the text at each place, in the order in which they began
        self._telling: dict[Json, list[Part]] = {}

    def event_of(self, part: Part, text: str) -> Json:
        return super().event_of(part, self._so_far(part) if self._is_retold(part) else text)

    def _is_retold(self, part: Part) -> bool:
        return part.word in self.framing.so_far

    def _so_far(self, part: Part) -> str:
        """All that has been told of a text: several parts may be one, where they have one place."""
        parts = self._telling.setdefault(self._place_of(part), [])
        if not any(one is part for one in parts):
            parts.append(part)
        return "".join(one.text for one in parts)

    def _place_of(self, part: Part) -> Json:
        """What is the same for all parts whose text stands in one place."""
        return id(part)


class ChunksSoFar(Retold, Chunks):
    """The same in events that have the shape of the body."""

    def _place_of(self, part: Part) -> Json:
        texts = self.framing.texts
        return self._place(part, texts) if part.kind in texts else id(part)

    def finish(self, body: dict[str, Any]) -> None:
        if "toolCall" in self.framing.so_far:
            self._as_spelled(body)
        super().finish(body)

    def _as_spelled(self, body: dict[str, Any]) -> None:
        """Arguments that say the same have not become others: they stay as they were spelled."""
        path = self.framing.arguments
        items, sent = (at_first(one, self.framing.blocks) for one in (body, self.sent))
        listed = type(items) is list and type(sent) is list
        for item, before in zip(items, sent, strict=False) if listed else [(items, sent)]:
            text = inside(before, *path)
            if type(text) is str and _same_object(text, inside(item, *path)):
                put_at(item, path, text)


class ElementsSoFar(Retold, Elements):
    """The same where elements are opened and closed."""

    def _place_of(self, part: Part) -> Json:
        lane = part.lane
        return lane.blocks if lane is not None and lane.open is None else id(part)

    def more(self, part: Part, text: str, metadata: dict[str, Any]) -> None:
        format_ = self.reader.format
        news = metadata.get(format_)
        if news:
            before = built(part.metadata.get(format_, EMPTY))
            metadata = {**metadata, format_: _all_of(news, before, self.framing.so_far_keys)}
        super().more(part, text, metadata)

    def _left(self, part: Part) -> dict[str, Any]:
        news = super()._left(part)
        path = (part.lane or self.framing).arguments
        if part.kind == "toolCall" and path and self._is_retold(part):
            discard(news, path)  # which was left out there
        return news


def _all_of(news: dict[str, Any], old: Json, keys: frozenset[str]) -> dict[str, Any]:
    """News of an element with all of the texts that they bring the next piece of."""
    found: dict[str, Any] = {}
    for key, value in news.items():
        before = old.get(key) if type(old) is dict else None
        if type(value) is dict:
            found[key] = _all_of(value, before, keys)
        else:
            found[key] = before if key in keys and type(before) is str else value
    return found


def _same_object(text: str, value: Json) -> bool:
    """Whether two texts of arguments say the same, whatever their spelling."""
    one = arguments_in(text) if text else {}
    other = arguments_in(value) if type(value) is str else value
    return text == value or (one is not None and same(one, other))
