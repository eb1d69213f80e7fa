# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Writing for wires that open and close elements: every part of a reply has events of its own."""

from __future__ import annotations

from typing import Any

from .framing import difference, without
from .outgoing import Part
from .outlet import Outlet

Json = Any


class Elements(Outlet):
    """Opens, fills and closes elements, one after another."""

    def begin(self, body: dict[str, Any]) -> None:
        """The reply begins: ``body`` is what is known of it."""
        assert self.framing.head is not None
        for event in self.framing.head(body):
            self.put(event)

    def start(self, part: Part) -> None:
        """Open an element, and tell all that is known of it."""
        framing = self.framing
        assert framing.open is not None
        block = part.as_block()
        pieced = part.kind == "toolCall" and part.kind not in framing.entire
        if pieced:
            # The arguments go out as the text they came as.
            call = {key: v for key, v in block["toolCall"].items() if key != "invalidArguments"}
            block = {**block, "toolCall": {**call, "arguments": {}}}
        w = self.written(block)
        if not self.stands(part, w):
            return
        self.put(framing.open(w, part.position))
        self._fill(w, part.position)
        if pieced and part.pieces:
            self.put(self.event_of(part, part.text))

    def _fill(self, w: dict[str, Any], position: int) -> None:
        assert self.framing.fill is not None
        for event in self.framing.fill(w, position):
            self.put(event)

    def event_of(self, part: Part, text: str) -> Json:
        assert self.framing.piece is not None
        return self.framing.piece(part.kind, text, part.position)

    def more(self, part: Part, text: str, metadata: dict[str, Any]) -> None:
        super().more(part, text, metadata)
        news = metadata.get(self.reader.format)
        if news:
            self._fill(news, part.position)

    def news(self, part: Part) -> None:
        """What the finished reply tells of an element that is open, but for its text."""
        block = part.finished
        if part.kind == "toolCall":
            call = {**block["toolCall"], "arguments": {}}
            call.pop("invalidArguments", None)
            block = {**block, "toolCall": call}
        w = self.written(block)
        if w is None:
            return
        sent = self.told[self.framing.blocks[0]][part.position]
        news = difference(w, sent, self.framing.appended)
        for key, value in news.items():
            if type(value) is list:
                news[key] = [item for item in value if item is not None]
        self._fill(news, part.position)

    def close(self, part: Part) -> None:
        """End an element."""
        assert self.framing.close is not None
        self.put(self.framing.close(part.position))

    def finish(self, body: dict[str, Any]) -> None:
        """Tell what of a reply is not told yet; the tokens are told as a whole."""
        framing = self.framing
        assert framing.tail is not None
        rest = without(body, frozenset({framing.blocks[0]}))
        news = difference(rest, self.told, framing.appended)
        news |= {key: body[key] for key in framing.usage[:1] if key in body}
        for event in framing.tail(news):
            self.unrecorded(event)
