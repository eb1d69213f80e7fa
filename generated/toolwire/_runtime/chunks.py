# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Writing for wires whose events have the shape of the body: each tells a part of it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from .absence import EMPTY, holder_in, stood
from .demanded import completed
from .errors import ToolwireError
from .framing import (
    Framing,
    Lane,
    addressed,
    as_numbered,
    at_first,
    beside,
    difference,
    discard,
    drop_from_items,
    drop_sent_items,
    nested,
    only,
    says,
    undecided,
    with_piece,
    without,
)
from .jsontext import dumps
from .outgoing import Part
from .outlet import Outlet
from .pieces import FREE, built, inside
from .stream import StreamReader

Json = Any


class Chunks(Outlet):
    """Tells a part of the body with each event. A text in a place of its own may grow any time."""

    def __init__(self, framing: Framing, reader: StreamReader) -> None:
        super().__init__(framing, reader)
        self.one_by_one = not framing.apart
        #: what every event says
        self.base: dict[str, Any] = {}
        #: constants of the objects around the blocks: clients keep that of each event by itself
        self.around: list[tuple[list[str], str, Json]] = []
        #: the ids of calls so far, where these are found by them alone
        self._ids: set[Json] = set()
        #: texts without a piece so far, where they may be items of a list
        self._silent: list[Part] = []
        #: the latest call, as long as nothing was said of its arguments
        self._wordless: Part | None = None
        #: where the wire says with every event that the reply goes on
        self.undecided: list[tuple[tuple[str, ...], Json]] = []

    def begin(self, body: dict[str, Any]) -> None:
        """The reply begins: ``body`` is what is known of it."""
        framing = self.framing
        assert framing.chunk is not None
        head = without(body, framing.closing | {framing.last})
        chunk = framing.chunk(beside(head, framing.usage) if framing.usage else head)
        self.base = {k: v for k, v in chunk.items() if type(v) not in (dict, list)}
        for path, value in self.reader.usual.items():
            *parents, key = path.split(".")
            around = parents and (*parents,) == framing.blocks[: len(parents)]
            if around and value is not None and path not in self.lacking:
                self.around.append((parents, key, value))
        if framing.apart:
            if _speaks(chunk):
                self.put(chunk)
            sent = self.sent
            ends = zip_longest(self.reader.ends, self.reader.going)
            self.undecided = [(path, word) for path, word in ends if says(sent, path)]

    def _event(self, body: dict[str, Any]) -> dict[str, Any]:
        """An event that tells a part of the body."""
        assert self.framing.chunk is not None
        for path, word in self.undecided:
            undecided(body, path, word)
        event = {**self.base, **self.framing.chunk(body)}
        for parents, key, value in self.around:
            holder = holder_in(event, parents)
            if holder is not None:
                holder.setdefault(key, value)
        return event

    def start(self, part: Part) -> None:
        """Tell all that is known of a block."""
        framing = self.framing
        self._say_none()
        if self._is_item(part):
            self._item(part, part.as_block())
        elif part.kind in framing.texts:
            part.position = 0
            if part.pieces and not self._at_last(part):
                part.read = len(part.pieces)
                self.put(self.event_of(part, part.text))
            elif self._lane_of(part) is not None:
                self._silent.append(part)
        elif self._at_last(part):
            part.position = 0
        elif self.one_by_one and part.kind == "toolCall" and not self._text_of(part):
            # Arguments go out as a whole here: wait until they are.
            self.place(part)
        else:
            self._element(part)

    def _element(self, part: Part) -> None:
        block, framing = part.as_block(), self.framing
        w = self.written(part, block)
        if part.position >= 0 or self.stands(part, w):
            if "toolCall" in block:
                w = self._call(part, w, block["toolCall"].get("metadata", EMPTY))
            elif part.word in framing.grown:
                w = self._told_apart(part, w) if framing.number else w
                part.address = only(w, frozenset({framing.number}))
            elif framing.number and w.keys().isdisjoint((framing.number, framing.renew)):
                w = self._told_apart(part, w)
            part.address = {**only(w, framing.told_by), **part.address}
            self._put_item(part, block, self._at(part, w))
            pieced = part.kind == "toolCall" and part.word not in framing.entire
            if pieced and not part.pieces:
                self._wordless = part

    def _say_none(self) -> None:
        """Tell of a call that was given no arguments that these are all: clients read them when
        the next begins. One that this wire itself had so goes out as it is.
        """
        part, self._wordless = self._wordless, None
        if part is None or part.pieces or not part.ended or self.reader.format in part.metadata:
            return
        text = inside(self.written(part, part.as_block()), *self._text_of(part))
        if type(text) is str and text:
            part.pieces.append(text)
            self.piece(part, text)

    def _told_apart(self, part: Part, w: dict[str, Any]) -> dict[str, Any]:
        """An element that is no call, and says nothing that it is found by."""
        key = self.framing.number
        if key != self.framing.renew:
            return {**w, key: part.position}
        if part.position:
            # No number is an id, and without one it would go on with the element before.
            raise ToolwireError("", "value", f"an element with `{key}` behind others, not {w!r}")
        return w

    def _call(self, part: Part, w: dict[str, Any], metadata: Json) -> dict[str, Any]:
        """A call with the text of its arguments as it is, and its number, if calls have one.

        Where its own wire left that out, its id tells it; calls may be found by that alone.
        """
        number, path = self.framing.number, self.framing.arguments
        if part.kind == "toolCall" and part.key != FREE and path and self._as_it_came(part):
            w = with_piece(w, path, part.text)
        elif path and type(inside(w, *path)) is dict:
            w = with_piece(w, path, dumps(inside(w, *path)))
        if not number:
            return w
        renew = self.framing.renew
        if number not in w and self.reader.format not in metadata:
            w = {**w, number: part.position}
        key = number if number in w else renew
        part.address = {key: w[key]} if key in w else {}
        if number == renew:
            self._distinct(w.get(key))
        return w

    def _as_it_came(self, part: Part) -> bool:
        """Whether the text of a call goes out as it is: none is no text of one that goes out whole,
        unless this wire itself had none.
        """
        own = self.reader.format in part.metadata
        return own or part.text != "" or part.word not in self.framing.entire

    def _distinct(self, call_id: Json) -> None:
        """Pieces that are found by their id alone would go to another call that has it, too."""
        if call_id in self._ids:
            raise ToolwireError("", "value", f"calls of different ids, not {call_id!r} again")
        self._ids.add(call_id)

    def _text_of(self, part: Part) -> tuple[str, ...]:
        """Where an element has its text, if that may come in pieces."""
        if part.kind != "toolCall":
            return self.framing.grown[part.word]
        return self.framing.free if part.key == FREE else self.framing.arguments

    def _lane_of(self, part: Part) -> Lane | None:
        """The list beside that of calls where a block of this kind, or of this key, may stand."""
        lanes, word = self.framing.lanes, part.kind
        if word == "block":
            block: dict[str, Any] = part.block
            word = block.get("at", block["kind"])
        if word in ("toolCall", self.framing.blocks[-1]):
            return None
        lane = lanes.get(word) or lanes.get("")
        if part.kind == "block" and word in self.framing.alike and lane is not None:
            # One that has keys of its own stands in a list only if it says so.
            return lane if stood(part.block, self.reader.format, lane.blocks[-1]) else None
        return lane

    def _is_item(self, part: Part) -> bool:
        """Whether a block is an item there; a text may be one that has something to it."""
        lane = self._lane_of(part)
        if lane is None:
            return False
        if part.kind in self.framing.alike:
            return self._noted(part) == lane.blocks[-1]
        return part.kind not in self.framing.texts or self.reader.format in part.metadata

    def _item(self, part: Part, block: Json) -> None:
        """Tell a block, or a piece of it, as an item of a list beside that of calls."""
        lane = self._lane_of(part)
        assert lane is not None and lane.write_block is not None
        found = lane.write_block([block], self.hidden, 0)
        if found:
            self._tell_silent(lane)
            self.put(self._event(nested(lane.blocks, found)))
            part.position, part.read = 0, len(part.pieces)
        elif part.position < 0:
            self.stands(part, None)

    def _tell_silent(self, lane: Lane) -> None:
        """Tell texts without a piece, which are items like what follows them in their list."""
        silent, self._silent = self._silent, []
        for part in silent:
            if part.pieces:
                continue
            if self._lane_of(part) is lane and part.stays():
                self._item(part, part.as_block())
            else:
                self._silent.append(part)

    def _at(self, part: Part, w: Json) -> Json:
        """The body that has an element in the place of a part."""
        single = self.framing.single
        return nested(self.framing.blocks, w if single else [*[None] * part.position, w])

    def place(self, part: Part) -> None:
        if self.framing.single and self.count:
            where = ".".join(self.framing.blocks)
            raise ToolwireError("", "value", f"one block for `{where}`, not another")
        super().place(part)

    def event_of(self, part: Part, text: str) -> Json:
        framing = self.framing
        if part.shape is None:
            if part.kind in framing.texts:
                part.shape = self._event(nested(self._place(part, framing.texts), ""))
            else:
                piece = {**part.address, **nested(self._text_of(part), "")}
                part.shape = self._event(self._at(part, piece))
        path = self._place(part, framing.pieces) if self._grows(part) else framing.run
        return with_piece(part.shape, path, text)

    def _place(self, part: Part, places: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The place of a block's text: another than the usual one, if its own wire had it there."""
        path = places[part.word]
        return (*path[:-1], self._noted(part) or path[-1])

    def _noted(self, part: Part) -> str:
        """The key that a text stood under, where that may be one of several, if it was not the
        usual one.
        """
        if part.kind not in self.framing.alike:
            return ""
        own = built(part.metadata.get(self.reader.format)) or EMPTY
        at: str = (own.get("$") or EMPTY).get("at", "")
        return at

    def _at_last(self, part: Part) -> bool:
        """Whether a text is that of records, which go out as a whole with the end."""
        at = self._noted(part)
        return bool(at) and at not in self.framing.alike[part.kind]

    def unmatched(self, parts: list[Part], blocks: list[Json]) -> list[Json]:
        """A text that goes out with the end alone is the block with its records, however spelled:
        these may be told in another order than they are read.
        """
        left = blocks
        for part in parts:
            at = self._noted(part) if self._at_last(part) else ""
            found = next((b for b in left if at and self._key_of(b) == (part.kind, at)), None)
            if found is not None:
                part.finished = found
                left = [block for block in left if block is not found]
        return left

    def _key_of(self, block: dict[str, Any]) -> tuple[str, Json]:
        """A block's kind, and the key that its text stood under, if that was not the usual one."""
        return block["kind"], inside(block.get("metadata"), self.reader.format, "$", "at")

    def is_record(self, e: dict[str, Any]) -> bool:
        return bool(self.framing.lanes) and self.reader.format in e.get("metadata", EMPTY)

    def flows(self, part: Part) -> bool:
        return self._grows(part) or part.shape is not None

    def _grows(self, part: Part) -> bool:
        """Whether the text of a block grows where it stands, piece by piece."""
        return part.word in self.framing.pieces and not self._at_last(part)

    def more(self, part: Part, text: str, metadata: dict[str, Any]) -> None:
        items = bool(self.framing.lanes)
        if self._at_last(part):
            return
        if self._grows(part) or (part.shape is not None and not metadata):
            super().more(part, text, metadata)
            text = ""
            if self.reader.format in metadata and part.word in self.framing.grown:
                self._beside(part, metadata)
        own = items and self.reader.format in metadata
        if (text or own) and part.kind != "toolCall":
            block: dict[str, Any] = {"kind": part.kind, "text": text}
            block |= {"metadata": metadata} if metadata else {}
            if items:
                self._item(part, block)
                return
            self._next_item(part, block)

    def _beside(self, part: Part, metadata: dict[str, Any]) -> None:
        """Tell what a piece of a text says beside it, in an item with its number."""
        w = self.written(part, {"kind": part.kind, "text": "", "metadata": metadata})
        if w is not None:
            self.put(self._event(self._at(part, {**part.address, **w})))

    def _next_item(self, part: Part, block: Json) -> None:
        """Tell a piece of a block as the next item of the list.

        The next piece is an item like it, if there is nothing to it but its text.
        """
        path = self.framing.run
        w = self.written(part, block)
        part.read, part.shape = len(part.pieces), None
        if w is None:
            return
        event = self._put_item(part, block, self._at(part, w))
        if path and "metadata" not in block and w.get(path[-1]) == block["text"]:
            part.shape = event

    def _put_item(self, part: Part, block: Json, body: Json) -> Json:
        """Send an item of the list of blocks; the event that brings it."""
        event = self._event(body)
        self.put(event)
        return event

    def news(self, part: Part) -> None:
        """What the finished reply tells of a block that is open: here it has no place any more."""

    def close(self, part: Part) -> None:
        """End a block: what goes out as a whole goes out now."""
        if part.kind == "toolCall" and not self._text_of(part):
            self._element(part)

    def finish(self, body: dict[str, Any]) -> None:
        """Tell what of a reply is not told yet; the tokens are told as a whole."""
        framing = self.framing
        sent = self.sent
        lanes = dict.fromkeys(framing.lanes.values())
        for lane in lanes:
            if self._silent and type(at_first(sent, lane.blocks)) is list:
                self._tell_silent(lane)
        sent = self.sent
        if framing.number:
            as_numbered(body, framing.blocks, framing.number)
        news = difference(body, sent, framing.appended)
        for lane in lanes:
            drop_sent_items(news, sent, lane.blocks)
        if self.one_by_one:
            discard(news, framing.blocks)
        else:
            if framing.renew:
                drop_from_items(news, framing.blocks, framing.renew)
            if framing.number:
                addressed(news, sent, framing.blocks, framing.number, framing.renew)
        completed(news, body, framing.demanded)
        # Null says that nothing comes last.
        last = news.pop(framing.last) if news.get(framing.last) is not None else None
        rest = without(news, framing.closing) if framing.closing else news
        ending = self._last(rest) if framing.tail is None or _speaks(rest) else {}
        if ending:
            self.conclude(ending)
        if last is not None:
            self.conclude(self._last({framing.last: last}))
        for event in framing.tail(news, body) if framing.tail is not None else ():
            self.conclude(event)

    def _last(self, news: dict[str, Any]) -> dict[str, Any]:
        assert self.framing.chunk is not None
        return {**self.base, **self.framing.chunk(news)}


def _speaks(part: Json) -> bool:
    """Whether a part of a body is more than objects and lists without anything in them."""
    inside = part.values() if type(part) is dict else part if type(part) is list else None
    return True if inside is None else any(map(_speaks, inside))
