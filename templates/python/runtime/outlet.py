"""What goes out of a stream that is written, and the record of what has gone out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NoReturn

from .assembly import Assembly
from .blaming import blame, blame_own, explain, no_adapter_gives
from .errors import FAILURES, Loss, ToolwireError, plain
from .framing import Framing, Written
from .misfit import without_own
from .outgoing import DROPPED, UNSENT, Part
from .pieces import built, owned
from .repeating import Repeating
from .stream import StreamReader

Json = Any
Encode = Callable[..., Json]


class Outlet:
    """Writes blocks as a wire's events, which are the caller's once they are out.

    The events are put together again by the wire's own reader, which keeps nothing of them: what a
    reply has beyond that is still to be told. ``one_by_one``: a block has to end before the next.
    """

    one_by_one = True

    def __init__(self, framing: Framing, reader: StreamReader) -> None:
        self.framing, self.reader = framing, reader
        self.out: list[Json] = []
        self.count = 0
        #: where the numbers of the reply's blocks begin
        self.first = 0
        self.hidden: set[str] = set()
        #: the paths of usual keys that this wire itself left out
        self.lacking: Collection[str] = ()
        self._record = Assembly(owned(reader.body), False, None)
        #: parts that have told pieces which the record lacks: they are read together
        self._ahead: list[Part] = []
        #: the events that the reply ends with, which are not on the record
        self._final: list[Json] = []
        repeats = framing.repeats
        self._repeating = None if repeats is None else Repeating(repeats, self._record.root)

    def put(self, event: Json) -> None:
        """Send an event, on the record."""
        self._catch_up()
        self._note(event)
        self._send(owned(event))

    def _send(self, event: Json) -> None:
        if self._repeating is not None:
            self._repeating.fill(event)
        self.out.append(event)

    def pass_on(self, event: Json) -> None:
        """Send an event of which nothing is known: it may not be readable."""
        self._catch_up()
        try:
            self._note(event)
        except FAILURES as failure:
            blame(failure, event, self.reader.format, self.reader.events)
        event = owned(event)
        if self._repeating is not None and type(event) is dict:
            self._repeating.count(event)
        self.out.append(event)

    def unrecorded(self, event: Json) -> None:
        """Send an event that tells nothing of the reply."""
        self._send(owned(event))

    def conclude(self, event: Json) -> None:
        """Send an event that the reply ends with."""
        event = owned(event)
        self._send(event)
        self._final.append(event)

    def more(self, part: Part, text: str, metadata: dict[str, Any]) -> None:
        """Send the next piece of a block that is live, and other news of it."""
        if text:
            self.piece(part, text)

    def own_metadata(self, part: Part) -> dict[str, Any]:
        """What a piece says beside its text that nobody brings with it."""
        shows = self.reader.shows and part.kind == "reasoning"
        return {self.reader.format: self.reader.shows} if shows else {}

    def unmatched(self, parts: list[Part], blocks: list[Json]) -> list[Json]:
        """Let parts know the blocks that they are, if not by their text; the other blocks."""
        return blocks

    def as_told(self, body: dict[str, Any]) -> dict[str, Any]:
        """The body of the whole reply, with the texts that were told of it: the caller's own."""
        return body

    def unwritten(self, parts: list[Part], blocks: list[Json]) -> list[Loss]:
        """What the finished reply says of blocks that no event can say any more."""
        return []

    def is_record(self, e: dict[str, Any]) -> bool:
        """Whether an event brings a record that stands by itself, with the text as it has it."""
        return False

    def flows(self, part: Part) -> bool:
        """Whether a piece of a block can be sent as it comes."""
        return True

    def piece(self, part: Part, text: str) -> None:
        """Send the next piece of a block's text, which is the last of its pieces."""
        if part.read == len(part.pieces) - 1:
            self._ahead.append(part)
        event = self.event_of(part, text)
        if self._repeating is not None:
            self._repeating.fill_piece(event, part)
        self.out.append(event)

    def hold(self, part: Part, e: dict[str, Any]) -> None:
        """Keep a piece that is told at the end, with the block as the finished reply has it."""
        self._catch_up()
        part.take(e)
        part.read, part.mixed = len(part.pieces), True

    def event_of(self, part: Part, text: str) -> Json:
        """A new event that brings a piece of a block's text."""
        raise NotImplementedError

    def _note(self, event: Json) -> None:
        self.reader.merge(event, self._record)
        self._record.out.clear()

    def _catch_up(self) -> None:
        """Put the pieces that have been told since into the record, as one for each part."""
        for part in self._ahead:
            self._note(self.event_of(part, part.unread()))
        self._ahead.clear()

    @property
    def sent(self) -> dict[str, Any]:
        """The body that the events so far tell."""
        self._catch_up()
        body: dict[str, Any] = built(self._record.root.w)
        return body

    @property
    def concluded(self) -> dict[str, Any]:
        """The same with the events that the reply ends with: what nobody tells it lacks.

        Raises ToolwireError for an event that its own wire does not take.
        """
        final, self._final = self._final, []
        self._catch_up()
        for event in final:
            try:
                self._note(event)
            except FAILURES as failure:
                raise blame(failure, event, self.reader.format, self.reader.events) from failure
        return self.sent

    def written(self, part: Part, block: Json) -> Json:
        """The wire's element for a block, or None where the wire has no place for it."""
        return self.written_by(self.framing.write_block, part, block)

    def written_by(self, write: Written, part: Part, block: Json) -> Json:
        """The element that a list's writer makes of a block."""
        context = (self.hidden, self.first + self.number_of(part))
        try:
            found = write([block], *context)
        except FAILURES as failure:
            blame_own(write, [block], context, failure)
            raise
        return found[0] if found else None

    def number_of(self, part: Part) -> int:
        """Which element of its list a block is, or would be."""
        return part.number if part.position >= 0 else self.count

    def has_place(self, part: Part) -> bool:
        """Whether a block that is about to begin has a place on the wire."""
        return self.written(part, part.as_block()) is not None

    def stands(self, part: Part, w: Json) -> bool:
        """Whether a block, written so, has a place on the wire."""
        if w is None:
            # It may be that nothing has come yet of a text that can be written.
            part.position = DROPPED if part.pieces or part.kind == "block" else UNSENT
            return False
        self.place(part)
        return True

    def place(self, part: Part) -> None:
        """Give a block the next place on the wire."""
        part.position = part.number = self.count
        self.count += 1
        part.read = len(part.pieces)


def explain_written(failure: Exception, event: Json, format: str, heard: list[Part]) -> NoReturn:
    """Raise the ToolwireError that says why an event could not be written, after some blocks.

    A stream has gone on and cannot be tried again: where the event itself is right, what its wire
    alone understands is to blame, be it of the event or of the blocks that were heard.
    """
    try:
        explain(failure, event, "intermediate", ("StreamEvent",))
    except FAILURES as error:
        if error is failure and not isinstance(failure, ToolwireError):
            owns = _owns(plain(event), format)
            if owns or any(_owns(part.as_block(), format) for part in heard):
                pointer = owns[0] if len(owns) == 1 else ""
                raise ToolwireError(pointer, "value", no_adapter_gives(failure)) from failure
        raise


def _owns(value: Json, format: str) -> list[str]:
    """The places of a value that only this format understands."""
    found = ((at, own) for at, own, _ in without_own(value) if type(own) is dict)
    return [at for at, own in found if format in own or own.get("format") == format]
