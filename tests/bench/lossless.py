"""What the readers of streams share that are written by hand and lose nothing, as ours.

Each tells what ``decode_stream`` tells, event for event, and goes straight on, for what its
provider usually sends. An event that says anything else, such as a key that the reader does not
know, or another id than before, is kept whole with the reply, among the ``strange`` ones. What it
cannot go on from, such as a block of another kind, it refuses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Json = Any


class Reply:
    """A reply that is being read.

    ``texts`` and ``calls`` are the blocks that are open, by their places on the wire: the pieces of
    a text, the number of a call and the pieces of its arguments. ``about`` is what the reply says
    beside its blocks; of that and of its message, ``own`` and ``message`` are what only its wire
    understands.
    """

    def __init__(self, wire: str, deltas: bool) -> None:
        self.wire, self.deltas = wire, deltas
        self.about: dict[str, Json] = {}
        self.own: dict[str, Json] = {}
        self.message: dict[str, Json] = {}
        self.blocks: list[Json] = []
        self.texts: dict[Json, list[str]] = {}
        self.calls: dict[Json, tuple[int, list[str]]] = {}
        self.strange: list[Json] = []
        self.started = False
        self.text_blocks: dict[Json, Json] = {}
        self.call_blocks: list[Json] = []

    def metadata(self, own: dict[str, Json]) -> Json:
        """What only the wire understands, under its name, where there is any."""
        return {"metadata": {self.wire: {**own}}} if own else {}

    def open_text(self, place: Json, **own: Json) -> list[str]:
        """A text begins: where its pieces go."""
        if place in self.text_blocks:
            raise ValueError("a text that begins twice")
        block = {"kind": "text", "text": "", **self.metadata(own)}
        self.blocks.append(block)
        self.text_blocks[place] = block
        pieces = self.texts[place] = []
        return pieces

    def end_text(self, place: Json, **fields: Json) -> Json:
        """A text ends; the event says ``fields``."""
        self.text_blocks[place]["text"] = "".join(self.texts.pop(place))
        return {"kind": "blockEnd", "block": "text", **fields}

    def open_call(
        self, place: Json, call_id: Json, name: Json, shown: Json = None, **own: Json
    ) -> list[Json]:
        """A call begins: what that tells; ``shown`` is what only the wire understands of it."""
        if place in self.calls:
            raise ValueError("a call that begins twice")
        number = len(self.call_blocks)
        self.calls[place] = number, []
        self._add_call(call_id, name, None, own)
        event = {"kind": "toolCallDelta", "index": number, "id": call_id, "name": name}
        return [{**event, **self.metadata(shown or own)}] if self.deltas else []

    def end_call(self, place: Json, *, spelled: bool = True, **fields: Json) -> list[Json]:
        """A call ends: what that tells. ``spelled``: on the wire its arguments are a text."""
        number, pieces = self.calls.pop(place)
        call, text = self.call_blocks[number]["toolCall"], "".join(pieces)
        call["arguments"] = value = _exactly(text) if spelled else _as_read(text)
        if spelled and compact(value) != text:
            own = call.setdefault("metadata", {}).setdefault(self.wire, {})
            own["$"] = {"arguments": {"text": text}}
        end = {"kind": "blockEnd", "block": "toolCall", "index": number, **fields}
        return [end] if self.deltas else []

    def whole_call(self, call_id: Json, name: Json, arguments: Json) -> list[Json]:
        """A call that comes whole: what that tells."""
        number, written = len(self.call_blocks), compact(arguments)
        self._add_call(call_id, name, json.loads(written), {})
        fields = {"id": call_id, "name": name, "argumentsDelta": written}
        return [
            {"kind": "toolCallDelta", "index": number, **fields},
            {"kind": "blockEnd", "block": "toolCall", "index": number},
        ][: 2 * self.deltas]

    def _add_call(self, call_id: Json, name: Json, arguments: Json, own: Json) -> None:
        call = {"id": call_id, "name": name, "arguments": arguments, **self.metadata(own)}
        block = {"kind": "toolCall", "toolCall": call}
        self.blocks.append(block)
        self.call_blocks.append(block)

    def end_all(self, pieces: list[str]) -> Iterator[Json]:
        """The reply ends, and with it a text that stands ahead of the calls, and these."""
        if pieces:
            self.message.pop("content", None)
            self.blocks.insert(0, {"kind": "text", "text": "".join(pieces)})
            yield {"kind": "blockEnd", "block": "text"}
        for place in [*self.calls]:
            yield from self.end_call(place)
        yield from self.whole()

    def whole(self) -> Iterator[Json]:
        """The last events: calls, where they are told whole, and all of the reply."""
        if self.texts or self.calls or "finishReason" not in self.about:
            raise ValueError("the stream ended early")
        if not self.deltas:
            yield from ({"kind": "block", "block": block} for block in self.call_blocks)
        if self.strange:
            self.own["strange"] = self.strange
        message = {"role": "assistant", "content": self.blocks, **self.metadata(self.message)}
        about = {**self.about, "message": message, **self.metadata(self.own)}
        yield {"kind": "completed", "response": about}


compact = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
).encode
"""The JSON text of a value, as most services spell it."""


def _finite(text: str) -> float:
    value = float(text)
    if value - value:
        raise ValueError(f"{text} is too large a number")
    return value


_reading = json.JSONDecoder(parse_float=_finite).decode


def _as_read(text: str) -> Json:
    """The arguments that a text says, on wires where the same reply sent whole has an object."""
    return _object(_reading(text) if text else {})


def _exactly(text: str) -> Json:
    """The arguments that a text says; what is compared with that need not be looked at."""
    return _object(json.loads(text))


def _object(value: Json) -> Json:
    if type(value) is not dict:
        raise ValueError("arguments that are no object")
    return value
