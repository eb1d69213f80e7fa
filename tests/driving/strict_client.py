"""What any strict client of a stream keeps: the faults it finds and what it has been told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from driving.blocks import Block

Json = Any
NO_ID = "a call without an id"
"""The fault that is none where the call came without one."""


@dataclass
class StreamedReply:
    """What the events of a stream say."""

    #: in the order in which they begin
    blocks: list[Block] = field(default_factory=list)
    #: why it stopped, in the wire's own word
    finish: str | None = None
    #: the message of the error that it ended with
    error: str | None = None
    #: the tokens read and written, once they are told
    tokens: tuple[int, int] | None = None
    #: texts that stand beside the blocks, by their key
    beside: dict[str, str] = field(default_factory=dict)
    #: signatures that the end gives to blocks in the place of those that they came with
    resigned: set[str] = field(default_factory=set)


class StrictClient:
    """Takes one event after another. A wire's client says what it makes of each in ``_take``."""

    BLOCKS_END: ClassVar[bool] = False
    """A block says that it ends, so that neighbouring texts are two; else they are one."""
    FREE_TEXT: ClassVar[bool] = False
    """Calls of tools that take free text have it."""
    CALLS_WHOLE: ClassVar[bool] = False
    """A call comes all at once: there is no place for a part of one."""
    SIGNATURES_PART_TEXTS: ClassVar[bool] = False
    """A signature ends the text that it stands at."""

    def __init__(self) -> None:
        self.reply = StreamedReply()
        self.faults: list[str] = []
        self.ended = False

    def read(self, events: list[Json]) -> None:
        """Take all events, and see whether they end as a stream must."""
        for number, event in enumerate(events):
            if self.reply.error is not None:
                self.fault("goes on after the error", number, event)
                return
            before = len(self.faults)
            try:
                if not self._error(event):
                    self._take(event)
            except (KeyError, TypeError, AttributeError, IndexError, ValueError) as problem:
                self.fault("no event of this wire", number, event, repr(problem))
            self.faults[before:] = [f"{one} (event {number})" for one in self.faults[before:]]
        if self.reply.error is None:
            self._close()

    def fault(self, kind: str, *about: Json) -> None:
        """Note a fault."""
        self.faults.append(f"{kind}: {' '.join(str(one)[:200] for one in about)}")

    def expect(self, holds: object, kind: str, *about: Json) -> None:
        """Note a fault unless something holds."""
        if not holds:
            self.fault(kind, *about)

    def _error(self, event: Json) -> bool:
        """Whether the event is the wire's error; its message is kept."""
        error = event.get("error")
        if error is None:
            return False
        if not isinstance(error, dict) or not isinstance(error.get("message"), str):
            self.fault("an error without a message", event)
            self.reply.error = ""
        else:
            self.reply.error = error["message"]
        return True

    def _take(self, event: Json) -> None:
        raise NotImplementedError

    def _close(self) -> None:
        """The stream has ended without an error."""
        raise NotImplementedError
