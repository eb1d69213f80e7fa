"""Streams of intermediate events, written as a wire's own events.

What is written is put together again by the wire's own reader: the rest of a reply is what the
whole has and the events so far do not tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import Any

from .assembly import Assembly
from .errors import FAILURES, explain, plain, report
from .framing import (
    Framing,
    blank,
    conclude,
    difference,
    discard,
    nested,
    says,
    undecided,
    with_piece,
    without,
)
from .outgoing import DROPPED, UNSENT, Part
from .pieces import built, gather
from .showing import made_up
from .stream import StreamReader

Json = Any
MANY = 64
"""Pieces that are read together: many at a time cost less, and few are held."""


class Sender:
    """Writes one stream. ``send`` takes an intermediate event and gives the wire's events."""

    def __init__(
        self,
        framing: Framing,
        reader: StreamReader,
        encode: Callable[..., Json],
        losses: Callable[[Json], Json],
        on_loss: str,
    ) -> None:
        if on_loss != "ignore":
            report([], on_loss)
        self.framing, self.reader, self.encode = framing, reader, encode
        self.losses, self.on_loss = losses, on_loss
        #: what the events so far tell, but for those that have not been read yet
        self.record = Assembly(reader.body.copy(), False, None)
        self.unread: list[Json] = []
        #: where the wire says with every event that the reply goes on
        self.undecided: list[tuple[str, ...]] = []
        self.hidden: set[str] = set()
        self.out: list[Json] = []
        self.base: dict[str, Any] | None = None
        self.parts: dict[Json, Part] = {}
        #: blocks that wait until the one that is open is known to be whole
        self.waiting: list[Part] = []
        self.open: Part | None = None
        self.count = 0
        #: how many blocks of the message have been heard of
        self.heard = 0
        self.ending = False

    def send(self, event: Json) -> list[Json]:
        """The wire's events for one intermediate event. Raises ToolwireError."""
        self.out = []
        try:
            self._send(event if type(event) is dict else plain(event))
        except FAILURES as failure:
            explain(failure, event, "intermediate", ("StreamEvent",))
        return self.out

    def _send(self, e: dict[str, Any]) -> None:
        kind = e.get("kind")
        if kind == "error":
            self._emit(self.encode(_failed(e["error"])))
        elif kind == "opaque":
            if e.get("format") == self.reader.format:
                self._pass_on(e["value"])
        elif kind != "usage":
            if self.base is None:
                self._begin(e)
            if kind in ("textDelta", "reasoningDelta"):
                self._text(kind.removesuffix("Delta"), e)
            elif kind == "toolCallDelta":
                self._call(e)
            elif kind == "block":
                self._block(e["block"])
            elif kind == "completed":
                self._end(e["response"])

    def _emit(self, event: Json, piece: bool = False) -> None:
        self.out.append(event)
        self.unread.append(event)
        if not piece or len(self.unread) == MANY:
            self._read()

    def _pass_on(self, event: Json) -> None:
        """Send an event of which nothing is known: it may not be readable."""
        self._read()
        self.reader.merge(event, self.record)
        self.record.out.clear()
        self.out.append(event)

    def _read(self) -> None:
        deque(self.reader.merged(self.unread, self.record), 0)
        self.unread.clear()

    @property
    def sent(self) -> dict[str, Any]:
        """The body that the events so far tell."""
        self._read()
        return self.record.root.w

    # -- the beginning

    def _begin(self, e: dict[str, Any]) -> None:
        response: dict[str, Any] = e.get("response", {}) if e.get("kind") == "completed" else e
        begun = {key: response[key] for key in ("id", "model") if key in response}
        message = {"role": "assistant", "content": []}
        body = self.encode({**begun, "message": message, "finishReason": "stop"})
        for path in self.framing.ends:
            blank(body, path)
        framing = self.framing
        if framing.head is not None:
            self.base = {}
            for event in framing.head(body):
                self._emit(event)
            return
        assert framing.chunk is not None
        body = without(body, frozenset({framing.last, *framing.usage[:1]}))
        chunk = framing.chunk(body)
        self.base = {k: v for k, v in chunk.items() if type(v) not in (dict, list)}
        if framing.text_path:
            self._emit(chunk)

    # -- blocks

    def _text(self, kind: str, e: dict[str, Any]) -> None:
        key = (kind, e.get("index"))
        part = self.parts.get(key)
        if part is None:
            part = self.parts[key] = Part(kind, key)
            self.heard += 1
        elif part.position >= 0 and not self._live(part):
            # It was ended: what still comes is a block of its own.
            part = self.parts[key] = Part(kind, key)
        if part.position == UNSENT and part not in self.waiting:
            self._take(part, e)
            self._add(part)
        else:
            self._more(part, e)

    def _take(self, part: Part, e: dict[str, Any]) -> str:
        """Keep what an event tells of a block; the piece of its text that can be sent."""
        raw = e.get("argumentsDelta") if part.kind == "toolCall" else e["text"]
        text = part.joined(raw) if raw else ""
        if text:
            part.pieces.append(text)
        if part.kind == "toolCall":
            if e.get("id") and part.call.get("id", e["id"]) != e["id"]:
                part.metadata = {}
            news = {key: e[key] for key in ("id", "name") if key in e}
            part.call.update({k: v for k, v in news.items() if v or k not in part.call})
        if "metadata" in e:
            gather(part.metadata, e["metadata"])
        return text

    def _call(self, e: dict[str, Any]) -> None:
        key = ("toolCall", e["index"])
        part = self.parts.get(key)
        told = e.get("id")
        other = part is not None and bool(told) and part.call.get("id", told) != told
        if part is None or (other and not made_up(part.as_call())):
            part = self.parts[key] = Part("toolCall", key)
            self.heard += 1
            self._take(part, e)
            self._add(part)
        else:
            self._more(part, e)

    def _block(self, block: Json) -> None:
        part = Part("block", None)
        part.block = block
        self.heard += 1
        self._add(part)

    def _live(self, part: Part) -> bool:
        """Whether more of a block can be sent: it is begun, and not ended yet."""
        return part.position >= 0 and (part is self.open or bool(self.framing.text_path))

    def _add(self, part: Part) -> None:
        """A new block: it is begun at once, unless the one before it may still grow."""
        self._release(part)
        if self.waiting or not self._free() or not self._ready(part):
            self.waiting.append(part)
            return
        self._start(part)

    def _free(self) -> bool:
        """Whether another block may begin: a wire may take pieces of several in any order."""
        return bool(self.framing.text_path) or self.open is None or self.open.whole()

    def _ready(self, part: Part) -> bool:
        """Whether a block can be begun: a call has its name, and no id that may still come."""
        if part.kind != "toolCall":
            return True
        return "name" in part.call and (self.ending or not made_up(part.as_call()))

    def _more(self, part: Part, e: dict[str, Any]) -> None:
        """The next piece of a known block: sent on if the block is begun, else kept."""
        live = self._live(part)
        ready = live or self._ready(part)
        text = self._take(part, e) if part.position != DROPPED else ""
        if not live:
            if not ready:
                self._flush(False)
            return
        self._send_piece(part, text, e)

    def _send_piece(self, part: Part, text: str, e: dict[str, Any]) -> None:
        """Send the next piece of a block that is begun, and other news of it."""
        framing = self.framing
        news = e.get("metadata", {}).get(self.reader.format)
        if framing.piece is not None:
            assert framing.fill is not None
            if text:
                self._emit(framing.piece(part.kind, text, part.position), piece=True)
            for event in framing.fill(news, part.position) if news else ():
                self._emit(event)
        elif text:
            self._piece(part, text, e)

    def _release(self, but: Part | None) -> None:
        """Send the halves of characters whose other half does not come any more."""
        for part in [] if self.framing.text_path else list(self.parts.values()):
            if part.half and part is not but:
                text, part.half = part.half, ""
                part.pieces.append(text)
                if self._live(part):
                    self._send_piece(part, text, {})
                elif part.position == UNSENT and part not in self.waiting:
                    self._start(part)

    def _start(self, part: Part) -> None:
        """Begin a block on the wire, with all that is known of it."""
        framing = self.framing
        self._shut()
        if framing.open is not None:
            self._open_element(part)
        elif part.kind == "text" and framing.text_path:
            part.position = 0
            if part.pieces:
                self._piece(part, "".join(part.pieces), {})
        elif part.kind == "toolCall" and not framing.arguments:
            # Arguments go out as a whole here: wait until they are.
            self.open = part
            self._place(part)
        else:
            self._chunk_element(part)

    def _place(self, part: Part) -> None:
        """Give a block the next place on the wire."""
        part.position = self.count
        self.count += 1

    def _written(self, part: Part) -> Json:
        """The wire's element for a block, or None where the wire has no place for it."""
        block = part.as_block()
        if part.kind == "toolCall" and self.framing.arguments:
            # A text that is sent piece by piece is sent as it is.
            call = {**block["toolCall"], "arguments": {}}
            call["invalidArguments"] = "".join(part.pieces)
            block = {"kind": "toolCall", "toolCall": call}
        found = self.framing.write_block([block], self.hidden)
        return found[0] if found else None

    def _stands(self, part: Part, w: Json) -> bool:
        """Whether a block, written so, has a place on the wire; then it is the one that is open."""
        if w is None:
            # It may be that nothing has come yet of a text that can be written.
            part.position = DROPPED if part.pieces or part.kind == "block" else UNSENT
            return False
        if part.position < 0:
            self._place(part)
        self.open = part
        return True

    def _open_element(self, part: Part) -> None:
        framing = self.framing
        assert framing.open is not None and framing.fill is not None
        calls = part.kind == "toolCall"
        pieces = part.pieces
        if calls:
            # The arguments go out as the text they came as.
            part.pieces = []
        w = self._written(part)
        part.pieces = pieces
        if not self._stands(part, w):
            return
        self._emit(framing.open(w, part.position))
        for event in framing.fill(w, part.position):
            self._emit(event)
        if calls and pieces:
            assert framing.piece is not None
            self._emit(framing.piece("toolCall", "".join(pieces), part.position))
        if part.kind == "block":
            self._shut()

    def _chunk_element(self, part: Part) -> None:
        w = self._written(part)
        if not self._stands(part, w):
            return
        items = [None] * part.position if self.framing.arguments else []
        self._tell(nested(self.framing.blocks, [*items, w]))
        if not self.framing.arguments and part.kind not in ("text", "reasoning"):
            self.open = None

    def _piece(self, part: Part, text: str, e: dict[str, Any]) -> None:
        """Send the next piece of a text in an event that has the shape of the body."""
        framing = self.framing
        path = framing.pieces.get(part.kind)
        if part.shape is not None and path is not None:
            self._emit(with_piece(part.shape, path, text), piece=True)
            return
        if part.kind == "text" and framing.text_path:
            self._tell(nested(framing.text_path, text), piece=True)
            part.shape = self.out[-1]
        elif part.kind == "toolCall":
            if framing.arguments:
                piece = nested(framing.arguments, text)
                self._tell(nested(framing.blocks, [*[None] * part.position, piece]), piece=True)
                part.shape = self.out[-1]
        else:
            piece_part = Part(part.kind, None)
            piece_part.pieces = [text]
            piece_part.metadata = e.get("metadata", {})
            w = self._written(piece_part)
            if w is not None:
                self._tell(nested(framing.blocks, [w]))

    def _tell(self, body: dict[str, Any], piece: bool = False) -> None:
        """Send a part of the body, in an event that has its shape."""
        framing = self.framing
        assert framing.chunk is not None and self.base is not None
        if not self.undecided:
            self.undecided = [path for path in framing.ends if says(self.sent, path)]
        for path in self.undecided:
            undecided(body, path)
        self._emit({**self.base, **framing.chunk(body)}, piece)

    def _shut(self) -> None:
        """End the block that is open."""
        part, self.open = self.open, None
        if part is None:
            return
        if self.framing.close is not None:
            self._emit(self.framing.close(part.position))
        elif part.kind == "toolCall" and not self.framing.arguments:
            self._chunk_element(part)

    def _flush(self, all_: bool) -> None:
        """Begin the blocks that wait; all of them once nothing more comes."""
        while self.waiting and (all_ or (self._free() and self._ready(self.waiting[0]))):
            self._start(self.waiting.pop(0))

    # -- the end

    def _end(self, response: Json) -> None:
        if self.on_loss != "ignore":
            report(self.losses(response), self.on_loss)
        self.ending = True
        self._release(None)
        for block in response["message"]["content"][self.heard :]:
            self._block(block)
        self._flush(True)
        framing, body = self.framing, self.encode(response)
        if framing.unsaid is not None and not self.reader.ended(body):
            body = conclude(body, framing.ends[0], framing.unsaid)
        if framing.tail is None:
            self._shut()
            self._end_chunks(body)
            return
        assert framing.fill is not None and framing.open is not None
        elements = body.get(framing.blocks[0], [])
        if self.open is not None and self.open.position < len(elements):
            sent = built(self.sent[framing.blocks[0]][self.open.position])
            news = difference(elements[self.open.position], sent, framing.appended)
            for event in framing.fill(news, self.open.position):
                self._emit(event)
        self._shut()
        news = self._news(body)
        for event in framing.tail(news):
            self._emit(event)

    def _news(self, body: Json) -> dict[str, Any]:
        """What of a body is not told yet; the tokens are told as a whole."""
        news = difference(body, built(self.sent), self.framing.appended)
        for key in self.framing.usage[:1]:
            if key in body:
                news[key] = body[key]
        return news

    def _end_chunks(self, body: Json) -> None:
        framing = self.framing
        news = self._news(body)
        if not framing.text_path:
            discard(news, framing.blocks)
        assert framing.chunk is not None and self.base is not None
        last = news.pop(framing.last, None) if framing.last else None
        self._emit({**self.base, **framing.chunk(news)})
        if last is not None:
            self._emit({**self.base, **framing.chunk({framing.last: last})})


def _failed(error: Json) -> dict[str, Any]:
    message = {"role": "assistant", "content": []}
    return {"message": message, "finishReason": "error", "error": error}


def encoded(events: Iterable[object], sender: Sender) -> Iterator[Json]:
    """The wire's events for intermediate events."""
    for event in events:
        yield from sender.send(event)


async def aencoded(events: AsyncIterable[object], sender: Sender) -> AsyncIterator[Json]:
    """The asynchronous twin of ``encoded``."""
    async for event in events:
        for one in sender.send(event):
            yield one
