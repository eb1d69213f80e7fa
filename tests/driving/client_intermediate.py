"""A strict consumer of intermediate events, as `decode_stream` tells them."""

from __future__ import annotations

import json
from typing import Any

from driving.blocks import Block
from driving.strict_client import NO_ID, StrictClient

Json = Any
KINDS = {"text": "text", "reasoning": "reasoning", "toolCall": "call"}


class IntermediateClient(StrictClient):
    """`started` first; each block that comes in pieces ends once; `completed` last.

    A block that has no number is the one text, or the one reasoning, that is coming.
    """

    FREE_TEXT = True

    def __init__(self, ids_late: bool = False) -> None:
        super().__init__()
        #: a call that came without an id may have one only at the end
        self.ids_late = ids_late
        self.begun = False
        #: (kind, index) → the block that is coming, in as many parts as other blocks came between
        self.open: dict[tuple[str, int | None], list[Block]] = {}
        self.over: set[tuple[str, int | None]] = set()
        #: which kind of block a number is of: calls have numbers of their own
        self.numbers: dict[int, str] = {}
        self.calls = 0
        self.response: Json = None

    def _error(self, event: Json) -> bool:
        return event["kind"] == "error" and super()._error(event)

    def _take(self, event: Json) -> None:
        kind = event["kind"]
        self.expect(not self.ended, "goes on after completed", event)
        if kind == "started":
            self.expect(not self.begun, "started twice", event)
            self.begun = True
            return
        self.expect(self.begun, "does not begin with started", event)
        self.begun = True
        if kind in ("textDelta", "reasoningDelta"):
            self._text(kind.removesuffix("Delta"), event)
        elif kind == "toolCallDelta":
            self._call(event)
        elif kind == "blockEnd":
            self._end(event["block"], event.get("index"))
        elif kind == "block":
            self._block(event["block"])
        elif kind == "completed":
            self.ended, self.response = True, event["response"]
            self.reply.finish = self.response["finishReason"]
            if "usage" in self.response:
                usage = self.response["usage"]
                self.reply.tokens = (usage["inputTokens"], usage["outputTokens"])
            for key in self.open:
                self.fault("a block without its end", key)
            for block in self.reply.blocks:
                self.expect(block.kind != "call" or block.id, NO_ID, block)
        else:
            self.expect(kind in ("usage", "opaque"), "an unknown event", event)

    def _text(self, kind: str, event: Json) -> None:
        index = event.get("index")
        key = (kind, index)
        if index is not None:
            same = self.numbers.setdefault(index, kind) == kind
            self.expect(same, "a number of two blocks", event)
            self.expect(key not in self.over, "goes on after its end", event)
        parts = self.open.setdefault(key, [])
        if not parts or (
            index is None and event["text"] and parts[-1] is not self.reply.blocks[-1]
        ):
            parts.append(Block(kind))
            self.reply.blocks.append(parts[-1])
        parts[-1].text += event["text"]

    def _call(self, event: Json) -> None:
        key = ("toolCall", event["index"])
        parts = self.open.get(key)
        if parts is None:
            self.expect(key not in self.over, "goes on after its end", event)
            self.expect(event["index"] == self.calls, "indexes have gaps", event)
            self.expect(event.get("id") or self.ids_late, NO_ID, event)
            self.expect(event.get("name"), "a call without a name", event)
            self.calls += 1
            free = "inputDelta" in event
            begun = Block("call", id=event.get("id"), name=event.get("name", ""), free=free)
            parts = self.open[key] = [begun]
            self.reply.blocks += parts
        else:
            if self.ids_late and parts[0].id is None:
                parts[0].id = event.get("id")
            else:
                self.expect("id" not in event, "a call begins twice", event)
            self.expect("name" not in event, "a call begins twice", event)
        first, other = ("argumentsDelta", "inputDelta")[:: -1 if parts[0].free else 1]
        self.expect(other not in event, "a call of two kinds", event)
        parts[0].text += event.get(first, "")

    def _end(self, kind: str, index: int | None) -> None:
        key = (kind, index)
        if key not in self.open:
            self.fault("an end of a block that is not open", key)
            return
        for block in self.open.pop(key):
            block.done = True
        if index is not None:
            self.over.add(key)

    def _block(self, w: Json) -> None:
        kind = KINDS.get(w["kind"], "other")
        block = Block(kind, done=True)
        if kind == "call":
            call = w["toolCall"]
            text = call.get("input", call.get("invalidArguments"))
            block.free = "input" in call
            block.text = json.dumps(call["arguments"]) if text is None else text
            block.id, block.name = call["id"], call["name"]
        elif w["kind"] == "opaque":
            block.value = w["value"]
        else:
            block.text = w.get("text", "")
        self.reply.blocks.append(block)

    def _close(self) -> None:
        """A reply that was cut has no `completed`: whether it should have one, others know."""
