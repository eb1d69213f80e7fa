"""Streams of intermediate events, written as a wire's own events.

Which block goes out when is decided here; how, is the outlet's. At the end the blocks of the reply
are matched with those that were sent: what has never been told goes out, and nothing goes twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import Any

from .absence import EMPTY, NOTHING, REFUSAL, Form, lacking, leave_out
from .apart import reply_rejoined
from .calls import made_up
from .errors import FAILURES, Loss, ToolwireError, plain, report
from .failing import failing, losses_at_end
from .fold import CUT
from .framing import Framing, blank, conclude, retract
from .jsontext import encodes
from .matching import as_in, unmarked, unrefused, untold, usually_spelled
from .midway import failed_event_of
from .outgoing import DROPPED, PIECES, TEXTS, UNSENT, WAITING, Numbered, Part, as_sent, stands_in
from .outlet import explain_written
from .pieces import owned
from .retold import outlet_of
from .stream import StreamReader
from .stream_losses import with_stream_losses
from .thoughts import shown, shown_here
from .values import first_number

Json = Any


class Sender:
    """Writes one stream. ``send`` takes an intermediate event and gives the wire's events."""

    def __init__(
        self,
        framing: Framing,
        reader: StreamReader,
        encode: Callable[..., Json],
        losses: Callable[[Json], Json],
        on_loss: str,
        on_cut: str,
    ) -> None:
        if on_loss != "ignore":
            report([], on_loss)
        if on_cut not in ("report", "raise"):
            raise ValueError(f'on_cut is "report" or "raise", not {on_cut!r}')
        self.framing, self.reader = framing, reader
        # What is lost is said at the end, of the whole reply.
        self.encode: Callable[..., Json] = partial(encode, on_loss="ignore")
        self.losses, self.on_loss, self.on_cut = losses, on_loss, on_cut
        self.outlet = outlet_of(framing, reader)
        #: the blocks as they were heard of, and those whose pieces may still come by their number
        self.heard: list[Part] = []
        self.parts = Numbered()
        #: the block that stands behind all others so far
        self.latest: Part | None = None
        #: blocks whose last piece ended in half a character
        self.halved: list[Part] = []
        #: blocks that wait until the one that is open is known to be whole
        self.waiting: list[Part] = []
        self.open: Part | None = None
        #: a block that waits for the first piece of its text
        self.empty: Part | None = None
        #: blocks whose pieces do nothing but follow, by the kind of event and their number
        self.flowing: dict[Json, Part] = {}
        self.begun = self.ending = False
        #: whether the stream has its end: the whole reply, or an error
        self.complete = self.failed = False

    def send(self, event: Json) -> list[Json]:
        """The wire's events for one intermediate event. Raises ToolwireError."""
        out = self.outlet.out = []
        try:
            e = event if type(event) is dict else plain(event)
            part = self.flowing.get((e.get("kind"), e.get("index")))
            if part is None or not self._flow(part, e):
                self._send(e)
        except FAILURES as failure:
            explain_written(failure, event, self.reader.format, self.heard)
        return out

    def _flow(self, part: Part, e: dict[str, Any]) -> bool:
        """Send or keep the next piece of a text, if the event is nothing else: most of them are."""
        text = e.get(part.key)
        alone = len(e) == (3 if "index" in e else 2)
        if not alone or type(text) is not str or not (text.isascii() or encodes(text)) or not text:
            return False
        part.pieces.append(text)
        if part.live:
            self.outlet.piece(part, text)
        return True

    def _send(self, e: dict[str, Any]) -> None:
        kind = e["kind"]
        if self.complete or self.failed or kind == "usage":
            return
        flowing, self.flowing = self.flowing, {}
        if kind == "error":
            self._fail(e)
            return
        if kind == "opaque":
            if e.get("format") == self.reader.format:
                if self.outlet.one_by_one:
                    # It may be about the block that waits for its first piece.
                    self._let_go(None)
                self.outlet.pass_on(e["value"])
            return
        if not self.begun:
            self._begin(e)
        if kind == "reasoningDelta" and self.reader.shows:
            e = shown_here(e, self.reader.format, self.reader.shows)
        if kind in PIECES:
            part = self._piece(PIECES[kind], e)
            if part is not None:
                flowing[kind, e.get("index")] = part
                self.flowing = flowing
        elif kind == "blockEnd":
            self._block_end(e)
        elif kind == "block":
            block = e["block"]
            if self.reader.shows and block["kind"] == "reasoning":
                block = shown_here(block, self.reader.format, self.reader.shows)
            self._add(Part.of(unmarked(block, self.framing.refuses)))
        elif kind == "completed":
            self._end(e["response"])

    def _begin(self, e: dict[str, Any]) -> None:
        # What comes first may be a piece, and say which block it is of: not whose the reply is.
        begun: dict[str, Any] = e if e.get("kind") == "started" else e.get("response", {})
        head: dict[str, Any] = {key: begun[key] for key in ("id", "model") if key in begun}
        form = self._lacking(e)
        if form is not None:
            self.outlet.lacking = form.get("absent", ())
            head["metadata"] = {self.reader.format: {"$": form}}
        self.outlet.first = first_number(head.get("id"))
        message = {"role": "assistant", "content": []}
        body = self.encode({**head, "message": message, "finishReason": "stop"})
        if form is not None:
            leave_out(body, form, NOTHING, self.reader.usual)
        going = self.reader.going
        for path, word in zip_longest(self.reader.ends, going):
            others = word is None and any(one is not None for one in going)
            if others or path in self.reader.silent:
                retract(body, path)  # another word says so, or no null may stand there
            blank(body, path, word)
        self.outlet.begin(body)
        self.begun = True

    def _lacking(self, e: dict[str, Any]) -> Form:
        """What this wire itself left out where the reply began."""
        if e.get("kind") == "completed":
            response = e["response"]
            failed = response.get("error") is not None
            return None if failed else lacking(self.encode(response), self.reader.usual)
        own = e.get("metadata") if e.get("kind") == "started" else None
        form: Form = ((own or EMPTY).get(self.reader.format) or EMPTY).get("$")
        return form

    # -- blocks

    def _piece(self, kind: str, e: dict[str, Any]) -> Part | None:
        """A piece of a block: sent on if the block is begun, else kept.

        Returns the block if nothing else happens with its further pieces.
        """
        key = (kind, e["index"] if kind == "toolCall" else e.get("index"))
        part = self.parts.get(key)
        if part is not None and part.turns(e):
            if "index" in e and REFUSAL in self.framing.listed:
                self.outlet.hold(part, e)
                return None
            if not e["text"]:  # a mark alone
                return None
            part = None if self.outlet.one_by_one else self.parts.turned_from(part, key)
        if part is None or part.another(e) or self._elsewhere(part, e):
            part = self.parts[key] = Part.behind(part, kind, loose="index" not in e)
            part.refuse(e, self.framing.refuses)
            part.take(e, whole=self.outlet.is_record(e))
            self._add(part)
            return None
        part.refuse(e, self.framing.refuses)
        if part.ended:
            return None
        whole = self.outlet.is_record(e)
        ready = self._ready(part)
        text = part.take(e, whole=whole)
        if part.half:
            self.halved.append(part)
        if part.live:
            self.outlet.more(part, text, e.get("metadata", {}))
            return part if self.outlet.flows(part) and not (part.half or part.refused) else None
        if part.position == WAITING and ready and not (part.half or part.refused):
            return part
        if part.position == UNSENT:
            # It stands where its first piece does.
            part.bare, self.latest = False, part
            self._queue(part)
        elif not ready:
            self._flush()
        return None

    def _elsewhere(self, part: Part, e: dict[str, Any]) -> bool:
        """Whether a text that has no number goes on after another block has begun."""
        bare = part is self.empty and part.position == UNSENT
        last = bare or part is self.latest or not self.outlet.one_by_one
        return not last and part.kind in TEXTS and "index" not in e

    def _add(self, part: Part) -> None:
        """A new block."""
        self.heard.append(part)
        self.latest = part
        self._release_all(part)
        self._queue(part)

    def _queue(self, part: Part) -> None:
        """Begin a block at once, unless the one before it may still grow."""
        part.position = WAITING
        self.waiting.append(part)
        self._flush()

    def _flush(self) -> None:
        """Begin the blocks that wait, as far as that is possible."""
        while self.waiting and self._ready(self.waiting[0]) and self._free():
            self._start(self.waiting.pop(0))

    def _free(self) -> bool:
        """Whether another block may begin."""
        one_by_one = self.outlet.one_by_one and not self.ending
        return not one_by_one or self.open is None or self.open.whole()

    def _ready(self, part: Part) -> bool:
        """Whether a block can be begun: a text has a whole character, or nothing to wait for; a
        call has its name, and no id that may still come.
        """
        if self.ending:
            return True
        if part.word in self.framing.entire and not part.ended:
            return False
        if part.kind != "toolCall":
            return not part.half or bool(part.pieces) or part.ended
        return part.is_named and (part.ended or not made_up(part.as_call()))

    def _start(self, part: Part) -> None:
        """Begin a block on the wire, with all that is known of it."""
        if part.kind == "toolCall" and not part.is_named:
            what = "a call whose id and name an event tells, or the reply"
            raise ToolwireError("", "missing", what)
        if self.empty is not None and self.outlet.has_place(part):
            self._let_go(part)
        if self.outlet.one_by_one:
            self._shut()
        part.position = UNSENT
        self.outlet.start(part)
        if part.position == UNSENT and self.empty is None:
            self.empty = part
        if self.outlet.one_by_one and part.live:
            self.open = part
            if part.ended:
                self._shut()

    def _let_go(self, but: Part | None) -> None:
        """Begin a block as it is that has no piece yet: another one comes, or nothing any more."""
        part, self.empty = self.empty, None
        if part is not None and part is not but and part.position == UNSENT and part.stays():
            part.bare = True
            begin = self._start if self._free() else self._queue
            begin(part)

    def _shut(self) -> None:
        """End the block that is open."""
        part, self.open = self.open, None
        if part is not None:
            self.outlet.close(part)
            part.shut = True

    def _release(self, part: Part) -> None:
        """Send the half of a character whose other half does not come any more."""
        text = part.release()
        if text and part.live:
            self.outlet.more(part, text, self.outlet.own_metadata(part))
        elif text and part.position == UNSENT:
            self._queue(part)

    def _release_all(self, but: Part | None) -> None:
        """Release what other blocks hold back: where one follows the other, they are over."""
        if self.outlet.one_by_one:
            for part in self.halved:
                if part is not but:
                    self._release(part)
            self.halved = [but] if but is not None and but.half else []

    def _block_end(self, e: dict[str, Any]) -> None:
        """A block is finished: it is ended on the wire, and what has waited for it begins."""
        part = self.parts.get((e["block"], e.get("index")))
        if part is not None and not part.ended:
            self._release(part)
            part.end(e)
            if part is self.open and not part.mixed:
                self._shut()
            if part is self.empty:
                self._let_go(None)
            self._flush()

    # -- the end

    def _end(self, response: Json) -> None:
        response = given = failing(response, self.encode, self.reader)
        self._release_all(None)
        self._let_go(None)
        response = usually_spelled(response, self.reader.format)
        response = reply_rejoined(unrefused(response, self.framing.refuses), self.reader.format)
        if self.reader.shows:
            response = shown(response, self.reader.format, self.reader.shows)
        message = response["message"]
        sent = [part for part in self.heard if part.position != UNSENT]
        left = self.outlet.unmatched(sent, message["content"])
        left = untold(sent, left, self.framing.wholes, self.framing.so_far)
        losses: list[Loss] = []
        if self.on_loss != "ignore":
            losses += losses_at_end(given, self.losses)
            losses += self.outlet.unwritten(sent, message["content"])
        for part in sent:
            left += self._rest(part)
            if part.kind == "toolCall" and part.finished is not None:
                part.name_as(part.finished["toolCall"])
        if self.open is not None and self.open.finished is not None:
            self.outlet.news(self.open)
        self.ending = True
        self._flush()
        self._let_go(None)
        # With all that the reply says of it, what was dropped may have a place.
        left += [p.finished for p in sent if p.position == DROPPED and p.finished is not None]
        last = [Part.of(block) for block in as_in(left, message["content"])]
        for part in last:
            self._add(part)
        self._shut()
        content, late = as_sent(self.heard), self.reader.late
        # What is no element of the list may have a place of its own in the body.
        beside = [p.block for p in last if p.position == DROPPED and p.kind == "block"]
        content += [block for block in beside if self.framing.apart or stands_in(block, late)]
        whole = {**response, "message": {**message, "content": content}}
        body = self.outlet.as_told(self.encode(whole))
        if response.get("error") is not None and not self.reader.ended(body):
            report(losses, self.on_loss)
            self._fail({"error": response["error"]}, response.get("usage"))
            return
        ended = owned(body)  # what is told of it is taken out
        if (unsaid := self.framing.unsaid) is not None and not self.reader.ended(body):
            ended = conclude(ended, self.framing.unsaid_at or self.reader.ends[0], unsaid)
        self.outlet.finish(ended)
        if self.on_loss != "ignore":
            report(with_stream_losses(losses, body, self.outlet), self.on_loss)
        self.complete = True

    def _rest(self, part: Part) -> list[Json]:
        """Send the end of a block that its pieces have not told; or a block that has the end."""
        text = part.rest()
        if text and (part.live or part.position == WAITING):
            part.pieces.append(text)
            if part.live:
                self.outlet.more(part, text, self.outlet.own_metadata(part))
        elif text and part.position >= 0 and part.kind in TEXTS:
            part.finished = {**part.finished, "text": part.text}
            return [part.saying(text)]
        return []

    def _fail(self, event: Json, usage: Json = None) -> None:
        write = self.framing.failed or self.encode
        self.outlet.unrecorded(failed_event_of(event, usage, self.reader.format, write))
        self.failed = True

    def cut(self) -> list[Json]:
        """The wire's own word that the stream ends early, if it has not been said."""
        out = self.outlet.out = []
        if not self.complete and not self.failed:
            self._fail({"error": CUT})
        return out

    def check(self) -> None:
        """Raises ToolwireError if there was no whole reply and the caller wants to know."""
        if self.on_cut == "raise" and not self.complete:
            raise ToolwireError("", "incomplete", "a stream that ends with `completed`")
