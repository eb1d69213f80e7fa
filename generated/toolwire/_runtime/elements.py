# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Writing for wires that open and close elements: every part of a reply has events of its own."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY, overlays
from .assembly import Slot
from .errors import Loss
from .framing import (
    Framing,
    Lane,
    as_a_whole,
    beside,
    difference,
    only,
    put_at,
    unsent_news,
)
from .jsontext import arguments_in
from .outgoing import DROPPED, TEXTS, Part, stands_in, told_wrongly
from .outlet import Outlet
from .overlay import same
from .pieces import FREE, built, inside
from .stream import StreamReader

Json = Any


class Elements(Outlet):
    """Opens, fills and closes elements, one after another."""

    def __init__(self, framing: Framing, reader: StreamReader) -> None:
        super().__init__(framing, reader)
        #: how many blocks each place has
        self._counts: dict[tuple[str, ...], int] = {}

    def begin(self, body: dict[str, Any]) -> None:
        """The reply begins: ``body`` is what is known of it."""
        assert self.framing.head is not None
        for event in self.framing.head(body):
            self.put(event)

    def start(self, part: Part) -> None:
        """Open an element, and tell all that is known of it."""
        if stands_in(part.block or {"kind": part.kind}, self.reader.late):
            part.position = DROPPED
            return
        part.lane = self._lane_of(part)
        framing = part.lane or self.framing
        if framing.open is None:
            # A text of its own: its pieces are all there is of it.
            self._place_text(part)
            return
        block = part.as_block()
        pieced = part.kind == "toolCall" and part.word not in self.framing.entire
        if pieced:
            block = {**block, "toolCall": self._silent(part, block["toolCall"], framing)}
        w = self._written_for(part, block)
        waits = part.loose or part.kind in self.framing.listed
        if waits and not (part.pieces or part.ended or part.bare) and part.kind in TEXTS:
            # It stands where its first piece does, or the first of its records has that.
            return
        if not self.stands(part, w):
            return
        self._say_where(part)
        part.named = framing.key(w, part.number) if framing.key is not None else part.number
        for event in framing.open(w, part.named):
            self.put(event)
        self._fill(part, w)
        if pieced and part.pieces:
            self.put(self.event_of(part, part.text))

    def _say_where(self, part: Part) -> None:
        """Its pieces are called by the list that its text stands in, where it may be one of two."""
        if part.kind in self.framing.either:
            at = inside(built(part.metadata), self.reader.format, "$", "text", "at")
            part.word = f"{part.kind}.{at}" if type(at) is str else part.kind

    @staticmethod
    def _silent(part: Part, call: dict[str, Any], framing: Framing | Lane) -> dict[str, Any]:
        """A call without its text: that goes out as it came, piece by piece."""
        if part.key == FREE:
            return {**call, "input": ""}
        call = {key: value for key, value in call.items() if key != "invalidArguments"}
        text = {"invalidArguments": ""} if framing.arguments else {}
        return {**call, "arguments": {}, **text}

    def has_place(self, part: Part) -> bool:
        part.lane = self._lane_of(part)
        alone = (part.lane or self.framing).open is None
        return alone or self._written_for(part, part.as_block()) is not None

    def _lane_of(self, part: Part) -> Lane | None:
        """Where a block stands: in the key that it names, or where its kind stands."""
        lanes = self.framing.lanes
        if not lanes:
            return None
        block = part.block or {}
        form_at = inside(built(part.metadata), self.reader.format, "$", "at")
        word = block.get("at") or (form_at if type(form_at) is str else "")
        return lanes.get(word) or lanes.get(block.get("kind", part.kind))

    def _place_text(self, part: Part) -> None:
        if part.pieces:
            self.place(part)
            self.put(self.event_of(part, part.text))
        elif part.ended or part.bare:
            part.position = DROPPED

    def _written_for(self, part: Part, block: Json) -> Json:
        """The wire's element for a block where it stands."""
        if part.lane is None or part.lane.write_block is None:
            return self.written(part, block)
        return self.written_by(part.lane.write_block, part, block)

    def number_of(self, part: Part) -> int:
        if part.position >= 0 or not self.framing.lanes:
            return super().number_of(part)
        return self._counts.get((part.lane or self.framing).blocks, 0)

    def place(self, part: Part) -> None:
        super().place(part)
        if self.framing.lanes:
            # Each list counts its own.
            path = (part.lane or self.framing).blocks
            part.number = self._counts.get(path, 0)
            self._counts[path] = part.number + 1

    def _fill(self, part: Part, w: dict[str, Any]) -> None:
        fill = (part.lane or self.framing).fill
        for event in fill(w, part.named) if fill is not None else ():
            self.put(event)

    def _tell(self, part: Part, news: dict[str, Any]) -> None:
        """Fill an element with news of it: what it is has been told where it began."""
        self._fill(part, {**only(self._sent(part), self.framing.told_by), **news})

    def event_of(self, part: Part, text: str) -> Json:
        piece = (part.lane or self.framing).piece
        assert piece is not None
        return piece(part.word, text, part.named)

    def more(self, part: Part, text: str, metadata: dict[str, Any]) -> None:
        if text and part.bare and part.kind in self.framing.listed:
            self._begin_record(part)
        else:
            super().more(part, text, metadata)
        news = metadata.get(self.reader.format)
        if news:
            lists = (part.lane or self.framing).lists
            if lists:
                news = unsent_news(news, self._sent(part), lists)
            self._tell(part, news)

    def _begin_record(self, part: Part) -> None:
        """Tell the first of a text's records with the first piece: the element had to go ahead."""
        part.bare = False
        self._say_where(part)
        w = self._written_for(part, part.as_block())
        self._tell(part, difference(w, built(self._sent(part)), self.framing.appended))
        part.read = len(part.pieces)

    def unmatched(self, parts: list[Part], blocks: list[Json]) -> list[Json]:
        """A block whose other text came first is the element that this text was told of."""
        left = blocks
        for part in parts:
            if part.kind in self.framing.either and part.position >= 0:
                found = next((block for block in left if self._has_told(part, block)), None)
                if found is not None:
                    part.finished = found
                    left = [block for block in left if block is not found]
        return left

    def _has_told(self, part: Part, block: dict[str, Any]) -> bool:
        """Whether all that was told of an element is in a block, which has another text."""
        own = self.reader.format in block.get("metadata", EMPTY)
        if not own or block["kind"] != part.kind or block["text"] == part.text:
            return False
        w, sent = self._written_for(part, block), built(self._sent(part))
        return w is not None and all(key in w and same(w[key], sent[key]) for key in sent)

    def as_told(self, body: dict[str, Any]) -> dict[str, Any]:
        """Arguments are spelled as their pieces were: clients compare what says them again."""
        path, blocks = self.framing.arguments, self.framing.blocks
        slots = self._slots(blocks) if self.framing.finals else {}
        for at, item in enumerate(inside(body, *blocks) if path and slots else ()):
            streamed = built(inside(slots[at].w, *path)) if at in slots else None
            text = inside(item, *path)
            if streamed != text and type(streamed) is str and type(text) is str:
                value = arguments_in(streamed)
                if value is not None and same(value, arguments_in(text)):
                    put_at(item, path, streamed)
        return body

    def unwritten(self, parts: list[Part], blocks: list[Json]) -> list[Loss]:
        """Elements that no event begins, and what the finished reply says of those that have ended,
        if nothing tells them whole.
        """
        unbegun = [
            Loss(f"/message/content/{at}", "opaque", "no event begins an element of its type")
            for at, block in enumerate(blocks)
            if self._is_unbegun(block)
        ]
        if self.framing.finals:
            return unbegun
        why = f"{self.reader.format} takes this before the block ends, and only the reply says it"
        places = {
            id(block): f"/message/content/{at}{'/toolCall' if 'toolCall' in block else ''}"
            for at, block in enumerate(blocks)
        }
        late = [
            Loss(f"{places.get(id(part.finished), '/message/content')}/metadata", "order", why)
            for part in parts
            if part.shut
            and part.finished is not None
            and self.reader.format in overlays(part.finished)
            and _tells(self._left(part))
        ]
        return [*unbegun, *late]

    def _is_unbegun(self, block: Json) -> bool:
        """Whether events that each begin elements of one type begin none of an element's."""
        if block["kind"] != "opaque" or block["format"] != self.reader.format:
            return False
        part, w = Part.of(block), block["value"]
        lane = self._lane_of(part) or self.framing
        if lane.open is None or lane.close is None or stands_in(block, self.reader.late):
            return False
        return not lane.open(w, 0) and not lane.close({}, 0, w)

    def news(self, part: Part) -> None:
        """What the finished reply tells of an element that is open, but for its text."""
        self._tell(part, self._left(part))

    def _left(self, part: Part) -> dict[str, Any]:
        """What it tells of an element, but for its text."""
        block = part.finished
        if part.kind == "toolCall":
            call = {**block["toolCall"], "arguments": {}}
            call.pop("invalidArguments", None)
            block = {**block, "toolCall": call}
        elif part.kind in self.framing.moved:
            block = {**block, "text": ""}
        lane = part.lane or self.framing
        w = self._written_for(part, block) if lane.open is not None else None
        if w is None:
            return {}
        sent = built(self._sent(part))
        news = difference(w, sent, self.framing.appended)
        lists = {path[0] for path in lane.lists}
        for key, value in news.items():
            if type(value) is list and key in lists:
                # What has events of its own has been told as it is.
                count = len(sent.get(key) or ())
                news[key] = [*[None] * count, *value[count:]]
            elif type(value) is list:
                news[key] = [item for item in value if item is not None]
        return news

    def close(self, part: Part) -> None:
        """End an element."""
        lane = part.lane or self.framing
        if lane.close is None:
            return
        if part.other is not None:
            # The event that ends it says what it is, if it says all of it.
            final = self._written_for(part, part.other) if self.framing.finals else None
            if final is None:
                raise told_wrongly()
            for event in lane.close(final, part.named, final):
                self.put(event)
            part.become()
            return
        block = part.finished or part.as_block()
        if part.kind in self.framing.moved and not part.pieces:
            self._tell_empty(part, block)
        final = self._written_for(part, block) if self.framing.finals else None
        if self.framing.endings:
            final = final or self._written_for(part, block) or {}
        spelled = lane.arguments and part.kind == "toolCall" and part.key != FREE
        if final is not None and spelled and part.pieces:
            put_at(final, lane.arguments, part.text)
        elif final and spelled and not built(inside(self._sent(part), *lane.arguments)):
            # The event that ends it has what the pieces say.
            text = inside(final, *lane.arguments)
            for event in [self.event_of(part, text)] if type(text) is str and text else ():
                self.put(event)
        for event in lane.close(self._sent(part), part.named, final):
            self.put(event)

    def _tell_empty(self, part: Part, block: Json) -> None:
        """An empty text that stands elsewhere in its element than one that is all of it."""
        w = self._written_for(part, block)
        if w is not None and difference(w, built(self._sent(part)), self.framing.appended):
            self.put(self.event_of(part, ""))

    def _sent(self, part: Part) -> Json:
        """The element as the events so far tell it; its texts may still be in pieces."""
        self._catch_up()
        slot = self._slots((part.lane or self.framing).blocks).get(part.named)
        return {} if slot is None else slot.w

    def _slots(self, path: tuple[str, ...]) -> dict[Json, Slot]:
        """The elements of a list that are told, by their numbers."""
        return self._record.root.lists.get(".".join(path), {})

    def finish(self, body: dict[str, Any]) -> None:
        """Tell what of a reply is not told yet; the tokens are told as a whole."""
        framing = self.framing
        assert framing.tail is not None
        rest = body if framing.lanes else beside(body, framing.blocks)
        for path in {framing.blocks, *(lane.blocks for lane in framing.lanes.values())}:
            if inside(rest, *path):  # what is empty there has not been told
                rest = beside(rest, path)
        for lane in framing.bare_lanes:
            rest = self._keep(lane, rest)
        news = difference(rest, self.sent, framing.appended)
        news = as_a_whole(news, body, framing.usage)
        for event in framing.tail(news, body):
            self.conclude(event)

    def _keep(self, lane: Lane, body: dict[str, Any]) -> dict[str, Any]:
        """Tell the elements of a list that are no blocks; the body without them."""
        items = inside(body, *lane.blocks)
        if type(items) is not list or not items or not all(type(item) is dict for item in items):
            return body
        assert lane.open is not None and lane.fill is not None and lane.close is not None
        count = len(self._slots(lane.blocks))
        for at, item in enumerate(items[count:], count):
            number = at if lane.key is None else lane.key(item, at)
            for event in (*lane.open(item, number), *lane.fill(item, number)):
                self.put(event)
            for event in lane.close(item, number, item):
                self.put(event)
        return beside(body, lane.blocks)


def _tells(news: Json) -> bool:
    """Whether there is anything in it."""
    if isinstance(news, (dict, list)):
        return any(map(_tells, news.values() if isinstance(news, dict) else news))
    return news not in (None, "")
