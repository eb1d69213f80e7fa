# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Writing for wires that open and close elements: every part of a reply has events of its own."""

from __future__ import annotations

from typing import Any

from .framing import beside, difference, not_told, put_at
from .outgoing import Part
from .outlet import Outlet
from .pieces import built

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
            text = {"invalidArguments": ""} if framing.arguments else {}
            block = {**block, "toolCall": {**call, "arguments": {}, **text}}
        w = self.written(block)
        if not (part.pieces or part.ended or part.bare) and part.kind in framing.listed:
            # The first of its records has the first of its text.
            return
        if not self.stands(part, w):
            return
        for event in framing.open(w, part.position):
            self.put(event)
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
            lists = self.framing.lists
            if lists:
                news = not_told(news, self._sent(part), lists)
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
        sent = built(self._sent(part))
        news = difference(w, sent, self.framing.appended)
        lists = {path[0] for path in self.framing.lists}
        for key, value in news.items():
            if type(value) is list and key in lists:
                # What has events of its own has been told as it is.
                count = len(sent.get(key) or ())
                news[key] = [*[None] * count, *value[count:]]
            elif type(value) is list:
                news[key] = [item for item in value if item is not None]
        self._fill(news, part.position)

    def close(self, part: Part) -> None:
        """End an element."""
        assert self.framing.close is not None
        final = self.written(part.finished or part.as_block()) if self.framing.finals else None
        if final is not None and self.framing.arguments and part.kind == "toolCall" and part.pieces:
            put_at(final, self.framing.arguments, part.text)
        for event in self.framing.close(self._sent(part), part.position, final):
            self.put(event)

    def _sent(self, part: Part) -> Json:
        """The element as the events so far tell it; its texts may still be in pieces."""
        self._catch_up()
        slots = self._record.root.lists.get(".".join(self.framing.blocks), {})
        slot = slots.get(part.position)
        return {} if slot is None else slot.w

    def finish(self, body: dict[str, Any]) -> None:
        """Tell what of a reply is not told yet; the tokens are told as a whole."""
        framing = self.framing
        assert framing.tail is not None
        rest = beside(body, framing.blocks)
        news = difference(rest, self.told, framing.appended)
        news |= {key: body[key] for key in framing.usage[:1] if key in body}
        for event in framing.tail(news, body):
            self.unrecorded(event)
