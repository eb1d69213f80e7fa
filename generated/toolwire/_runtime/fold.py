# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""The fold that needs no wire: intermediate events in, a response out, at any time."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any

from .errors import plain
from .jsontext import object_from
from .pieces import Pieces, built, gather
from .showing import made_up

Json = Any
CUT = {
    "message": "the stream ended before the reply was complete",
    "type": "incomplete_stream",
}


class StreamFold:
    """Folds the events of one stream; it may be read at any time, also after the stream broke.

    ``for event in fold.over(decode_stream(events)): …`` passes the events on. ``fold.complete``
    says whether the reply arrived as a whole; ``fold.response`` is the reply, or what there is of
    it, with ``finishReason`` "error" and ``error`` saying so. In a reply that was cut, a call whose
    arguments are not whole has ``invalidArguments``.
    """

    def __init__(self) -> None:
        self._begun: dict[str, Any] = {}
        self._blocks: list[Json] = []
        self._places: dict[Json, Json] = {}
        self._usage: Json = None
        self._error: Json = None
        self._response: Json = None

    def over(self, events: Iterable[Json]) -> Iterator[Json]:
        """The same events; each is folded as it passes."""
        for event in events:
            self.add(event)
            yield event

    async def aover(self, events: AsyncIterable[Json]) -> AsyncIterator[Json]:
        """The same for an asynchronous stream."""
        async for event in events:
            self.add(event)
            yield event

    def add(self, event: Json) -> None:
        """Fold one intermediate event, a dict or a model, into what there is."""
        e = event if type(event) is dict else plain(event)
        kind = e.get("kind")
        if kind == "toolCallDelta":
            self._call(e)
        elif kind == "textDelta":
            self._text("text", e)
        elif kind == "reasoningDelta":
            self._text("reasoning", e)
        elif kind == "block":
            self._blocks.append(e["block"])
        elif kind == "usage":
            self._usage = e["usage"]
        elif kind == "started":
            self._begun = {key: e[key] for key in ("id", "model") if key in e}
        elif kind == "error":
            self._error = e["error"]
        elif kind == "completed":
            # One copy of the text is enough.
            self._response = e["response"]
            self._blocks, self._places = [], {}

    def _text(self, kind: str, e: dict[str, Any]) -> None:
        # A wire that does not number blocks has one text.
        index = e.get("index")
        block = self._places.get((kind, index))
        if block is None:
            block = {"kind": kind, "text": Pieces()}
            self._blocks.append(block)
            self._places[kind, index] = block
        if e["text"]:
            block["text"].append(e["text"])
        if "metadata" in e:
            gather(block.setdefault("metadata", {}), e["metadata"])

    def _call(self, e: dict[str, Any]) -> None:
        index = e["index"]
        call = self._places.get(index)
        told = e.get("id")
        if call is None or (told and call["id"] not in ("", told) and not made_up(call)):
            call = {"id": "", "name": "", "arguments": Pieces()}
            self._places[index] = call
            self._blocks.append({"kind": "toolCall", "toolCall": call})
        if told:
            if call["id"] not in ("", told):
                call.pop("metadata", None)
            call["id"] = told
        if e.get("name"):
            call["name"] = e["name"]
        if e.get("argumentsDelta"):
            call["arguments"].append(e["argumentsDelta"])
        if "metadata" in e:
            gather(call.setdefault("metadata", {}), e["metadata"])

    @property
    def complete(self) -> bool:
        """Whether the whole reply has arrived."""
        return self._response is not None

    @property
    def error(self) -> Json:
        """The ``Error`` that the provider reported in the middle of the stream, or None."""
        return self._error

    @property
    def blocks(self) -> list[Json]:
        """The blocks as far as they have arrived: whole ones, once the reply is complete."""
        if self._response is not None:
            found: list[Json] = self._response["message"]["content"]
            return found
        return [_block(block) for block in self._blocks]

    @property
    def response(self) -> Json:
        """The ``Response``; what there is of it, marked as incomplete, if it is not complete."""
        if self._response is not None:
            return self._response
        message = {"role": "assistant", "content": self.blocks}
        response = {**self._begun, "message": message, "finishReason": "error"}
        if self._usage is not None:
            response["usage"] = self._usage
        response["error"] = CUT.copy() if self._error is None else self._error
        return response


def _block(block: Json) -> Json:
    if block.get("kind") != "toolCall" or type(block["toolCall"]["arguments"]) is not Pieces:
        return built(block)
    call = built(block["toolCall"])
    text = call["arguments"]
    value = object_from(text) if text else None
    # No text may mean no arguments, or that none had come yet: better no call than a wrong one.
    call["arguments"] = {} if value is None else value
    if value is None:
        call["invalidArguments"] = text
    return {"kind": "toolCall", "toolCall": call}
