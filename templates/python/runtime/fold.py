"""The fold that needs no wire: intermediate events in, a response out, at any time."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from .absence import REFUSAL, marked
from .blaming import explain
from .calls import call_id, made_up, seed_of, unsay_id
from .errors import FAILURES, ToolwireError, expected, plain
from .jsontext import arguments_in
from .misfit import no_json
from .pieces import FREE, Pieces, built, gather, owned, replace

if TYPE_CHECKING:
    from ..types import Error, Response

Json = Any
One = TypeVar("One")
CUT = {
    "message": "the stream ended before the reply was complete",
    "type": "incomplete_stream",
}


def _be_overlays(e: dict[str, Any], metadata: Json) -> None:
    if type(metadata) is not dict:
        raise expected("an object", e, "metadata")
    for name, overlay in metadata.items():
        if type(overlay) is not dict:
            raise expected("an object", metadata, name)


def _be_block(e: dict[str, Any], key: str = "block") -> None:
    block = e[key]
    if type(block) is not dict:
        raise expected("an object", e, key)
    if block.get("kind") == "toolCall" and type(block.get("toolCall")) is not dict:
        raise expected("an object", block, "toolCall")


class Folded:
    """A block as far as it has come: what came whole, or the pieces of a text or of a call.

    ``key`` is where events have its pieces, ``ended`` says that none follows.
    """

    __slots__ = ("block", "call", "ended", "key", "kind", "metadata", "pieces", "refusal")

    def __init__(self, kind: str, block: Json = None) -> None:
        self.kind, self.block = kind, block
        self.key = "argumentsDelta" if kind == "toolCall" else "text"
        self.pieces = Pieces()
        self.call: dict[str, str] = {"name": ""}
        self.metadata: dict[str, Any] = {}
        self.ended, self.refusal = block is not None, False

    def add(self, e: dict[str, Any]) -> None:
        """The next piece of it. Raises ToolwireError for one that is none, and takes none of it."""
        free = self.kind == "toolCall" and not self.pieces and e.get(FREE) is not None
        key = FREE if free else self.key
        piece, metadata = e.get(key), e.get("metadata")
        if not isinstance(piece, str) and (piece is not None or key == "text"):
            raise expected("a string", e, key)
        if metadata is not None:
            _be_overlays(e, metadata)
            # What is too deep to be put together at the end fails here.
            metadata = built(metadata)
        if self.kind == "toolCall":
            self._name(e)
        elif REFUSAL in e and marked(e, REFUSAL):
            self.refusal = True
        self.key = key
        if piece:
            self.pieces.append(piece)
        if metadata is not None:
            gather(self.metadata, metadata)

    def end(self, e: dict[str, Any]) -> None:
        """It is finished. What it says then takes the place of what its pieces said."""
        if (metadata := e.get("metadata")) is not None:
            _be_overlays(e, metadata)
            replace(self.metadata, metadata)
        if e.get("instead") is not None:
            _be_block(e, "instead")
            self.block = owned(e["instead"])
        self.ended = True

    def _name(self, e: dict[str, Any]) -> None:
        """What a piece of a call says of the call: it may say so again, or say nothing."""
        if e.get("id"):
            unsay_id(self.metadata)
        news = {key: owned(e[key]) for key in ("id", "name") if e.get(key) is not None}
        self.call |= {key: text for key, text in news.items() if text or key not in self.call}

    def continues(self, e: dict[str, Any]) -> bool:
        """Whether a piece with the number of this block belongs to it."""
        if self.kind != "toolCall":
            other = e["text"] and (REFUSAL in e) != self.refusal
            return not self.ended and not (other and self.pieces)
        id_, own_id = e.get("id"), self.call.get("id", "")
        other = id_ and own_id not in ("", id_)
        return not other or (not self.ended and made_up({"metadata": self.metadata}))

    def as_block(self, ends: bool) -> Json:
        """The block; ``ends``: this stream says of its blocks when they are finished."""
        if self.block is not None:
            return self.block
        metadata = {"metadata": built(self.metadata)} if self.metadata else {}
        text = built(self.pieces)
        if self.kind == "toolCall":
            return {"kind": "toolCall", "toolCall": self._call(text, ends) | metadata}
        if self.kind == "reasoning" and not self.ended:
            # Half a signature is none: what was cut never goes back to its provider.
            metadata = {}
        refused = {REFUSAL: True} if self.refusal else {}
        return {"kind": self.kind, "text": text, **refused, **metadata}

    def _call(self, text: str, ends: bool) -> dict[str, Any]:
        if self.key == FREE:
            # Nothing in a free text says that it is whole: better no call than a wrong one.
            cut = {} if self.ended else {"invalidArguments": text}
            return {**self.call, "arguments": {}, **cut, "input": text}
        if self.ended and not text:
            return {**self.call, "arguments": {}}
        value = arguments_in(text) if text and (self.ended or not ends) else None
        if value is not None:
            return {**self.call, "arguments": value}
        # No text may mean no arguments, or that none had come yet: better no call than a wrong one.
        return {**self.call, "arguments": {}, "invalidArguments": text}


class StreamFold:
    """Folds the events of one stream; it may be read at any time, also after the stream broke.

    ``for event in fold.over(decode_stream(events)): …`` passes the events on. ``fold.complete``
    says whether the reply arrived as a whole; ``fold.response`` is the reply, or what there is of
    it, with ``finishReason`` "error" and ``error`` saying so. In a reply that was cut, a call whose
    arguments are not whole has ``invalidArguments``, and reasoning that was not finished has no
    metadata: without its signature no provider takes it back.
    """

    def __init__(self) -> None:
        self._begun: dict[str, Any] = {}
        self._blocks: list[Folded] = []
        self._places: dict[Json, Folded] = {}
        self._ends = False
        self._usage: Json = None
        self._error: Json = None
        self._response: Json = None

    def over(self, events: Iterable[One]) -> Iterator[One]:
        """The same events; each is folded as it passes."""
        for event in events:
            self.add(event)
            yield event

    async def aover(self, events: AsyncIterable[One]) -> AsyncIterator[One]:
        """The same for an asynchronous stream."""
        async for event in events:
            self.add(event)
            yield event

    def add(self, event: Json) -> None:
        """Fold one intermediate event, a dict or a model, into what there is.

        Raises ToolwireError for what is none; the fold goes on without it.
        """
        try:
            self._add(event if type(event) is dict else plain(event))
        except FAILURES as failure:
            explain(failure, event, "intermediate", ("StreamEvent",))

    def _add(self, e: dict[str, Any]) -> None:
        kind = e["kind"]
        if kind == "toolCallDelta":
            self._piece("toolCall", e["index"], e)
        elif kind == "textDelta":
            self._piece("text", e.get("index"), e)
        elif kind == "reasoningDelta":
            self._piece("reasoning", e.get("index"), e)
        elif kind == "blockEnd":
            if (block := self._places.get((e["block"], e.get("index")))) is not None:
                block.end(e)
            self._ends = True
        elif kind == "block":
            _be_block(e)
            self._blocks.append(Folded("block", owned(e["block"])))
        elif kind == "usage":
            self._usage = owned(e["usage"])
        elif kind == "started":
            begun = {key: owned(e[key]) for key in ("id", "model") if e.get(key) is not None}
            self._begun = begun
        elif kind == "error":
            self._error = owned(e["error"])
        elif kind == "completed":
            response = e["response"]
            if type(response["message"]["content"]) is not list:
                raise expected("a list", response["message"], "content")
            # One copy of the text is enough.
            self._response = response
            self._blocks, self._places = [], {}

    def _piece(self, kind: str, index: int | None, e: dict[str, Any]) -> None:
        block = self._places.get((kind, index))
        if block is not None and block.continues(e):
            block.add(e)
            return
        begun = Folded(kind)
        begun.add(e)
        self._places[kind, index] = begun
        self._blocks.append(begun)

    @property
    def complete(self) -> bool:
        """Whether the whole reply has arrived."""
        return self._response is not None

    @property
    def error(self) -> Error | None:
        """The ``Error`` that the provider reported in the middle of the stream, or None."""
        found: Error | None = self._error
        return found

    @property
    def blocks(self) -> list[Json]:
        """The blocks as far as they have arrived: whole ones, once the reply is complete.

        Raises ToolwireError if they hold what is no JSON, or nests too deep to be put together.
        """
        if self._response is not None:
            found: list[Json] = self._response["message"]["content"]
            return found
        try:
            return self._blocks_so_far()
        except RecursionError:
            raise ToolwireError("", "value", "less deeply nested data") from None

    def _blocks_so_far(self) -> list[Json]:
        blocks = [block.as_block(self._ends) for block in self._blocks]
        calls = [block["toolCall"] for block in blocks if block.get("kind") == "toolCall"]
        if any("id" not in call for call in calls):
            # The stream broke before a call without an id could get one.
            seed = self._seed(blocks)
            for place, call in enumerate(calls):
                call.setdefault("id", call_id(seed, place, ()))
        return blocks

    def _seed(self, blocks: list[Json]) -> str:
        id_ = self._begun.get("id")
        try:
            return seed_of(id_, blocks)
        except (TypeError, ValueError):
            for found in no_json([id_, *blocks], ""):
                raise ToolwireError(*found) from None
            raise

    @property
    def response(self) -> Response:
        """The ``Response``; what there is of it, marked as incomplete, if it is not complete."""
        response: Response
        if self._response is not None:
            response = self._response
            return response
        message = {"role": "assistant", "content": self.blocks}
        found: Json = {**self._begun, "message": message, "finishReason": "error"}
        if self._usage is not None:
            found["usage"] = self._usage
        found["error"] = CUT.copy() if self._error is None else self._error
        response = found
        return response
