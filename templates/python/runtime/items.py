"""Writing for wires whose events bring items of one list, the pieces of texts among them.

The end goes out with an item: clients that keep the items of each event take one without any for a
reply that is none. It is the last item, which waits until something follows it; or an empty piece
of the last text, whose pieces do not wait.
"""

from __future__ import annotations

from typing import Any

from .chunks import Chunks
from .framing import Framing
from .outgoing import TEXTS, Part
from .pieces import owned
from .stream import StreamReader

Json = Any


class Items(Chunks):
    """Tells a part of the body with each event, the last one with an item."""

    def __init__(self, framing: Framing, reader: StreamReader) -> None:
        super().__init__(framing, reader)
        #: the event of the last item, if it waits
        self._unsent: Json = None
        #: the last item, if it is a text that another piece can follow
        self._growing: Part | None = None

    def put(self, event: Json) -> None:
        self._let_out()
        super().put(event)

    def pass_on(self, event: Json) -> None:
        self._let_out()
        super().pass_on(event)

    def unrecorded(self, event: Json) -> None:
        self._let_out()
        super().unrecorded(event)

    def conclude(self, event: Json) -> None:
        last, self._unsent = self._unsent or self._empty_piece(), None
        self._final.append(event)
        self._send(owned(event if last is None else _together(last, event)))

    def _put_item(self, part: Part, block: Json, body: Json) -> Json:
        event = super()._put_item(part, block, body)
        grows = part.kind in TEXTS and (block.get("metadata") or {}) == self.own_metadata(part)
        self._growing = part if grows else None
        if not grows:
            self._unsent = self.out.pop()
        return event

    def _let_out(self) -> None:
        if self._unsent is not None:
            self.out.append(self._unsent)
            self._unsent = None

    def _empty_piece(self) -> Json:
        """The event of an empty piece of the text that is the last item; None: it is none."""
        part, self._growing = self._growing, None
        if part is None:
            return None
        empty = {"kind": part.kind, "text": "", "metadata": self.own_metadata(part)}
        w = self.written(part, empty)
        return None if w is None else self._event(self._at(part, w))


def _together(w: Json, more: Json) -> Json:
    """What two events tell as one; the first items of their lists are the same."""
    if type(w) is dict and type(more) is dict:
        joined = {key: _together(w[key], more[key]) for key in w.keys() & more.keys()}
        return {**w, **more, **joined}
    if type(w) is list and type(more) is list and w and more:
        return [_together(w[0], more[0]), *w[1:], *more[1:]]
    return w if type(w) is list and w else more
