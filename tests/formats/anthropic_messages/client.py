"""A strict client of Anthropic Messages."""

from __future__ import annotations

import copy
import json
from typing import Any

from driving.blocks import Block
from driving.strict_client import StrictClient

Json = Any
FITS = {
    "text_delta": ("text",),
    "citations_delta": ("text",),
    "input_json_delta": ("tool_use", "server_tool_use", "mcp_tool_use"),
    "thinking_delta": ("thinking",),
    "signature_delta": ("thinking",),
    "compaction_delta": ("compaction",),
}
"""Delta → the blocks that it may be for. What is on neither side of this is not known here."""
KNOWN = {"redacted_thinking"}.union(*FITS.values())
EVENTS = ("content_block_start", "content_block_delta", "content_block_stop", "message_delta")


class Client(StrictClient):
    """One message; blocks begin and stop one after another; then why it ended, and its end."""

    BLOCKS_END = True

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        self.open: Block | None = None
        #: the open block as it began, with the deltas that only its own kind takes
        self.value: Json = None
        self.count = 0
        self.ids: set[str] = set()

    def _error(self, event: Json) -> bool:
        if event["type"] != "error":
            return False
        self.expect("error" in event, "an error without a message", event)
        return super()._error({"error": {}, **event})

    def _take(self, event: Json) -> None:
        kind = event["type"]
        if self.ended:
            self.fault("goes on after message_stop", event)
        if kind == "message_start":
            self._start(event["message"])
            return
        if kind in EVENTS or kind == "message_stop":
            self.expect(self.begun, "does not begin with message_start", kind)
        if kind in EVENTS[:3]:
            self.expect(self.reply.finish is None, "a block after message_delta", event)
        if kind == "content_block_start":
            self._open(event["index"], event["content_block"])
        elif kind == "content_block_delta":
            self._delta(event["index"], event["delta"])
        elif kind == "content_block_stop":
            self._stop(event["index"])
        elif kind == "message_delta":
            self._finish(event)
        elif kind == "message_stop":
            self.expect(self.reply.finish is not None, "message_stop before message_delta", event)
            self.ended = True

    def _start(self, message: Json) -> None:
        self.expect(not self.begun, "message_start twice", message)
        self.begun = True
        self.expect(message["content"] == [], "message_start with content", message)
        self.expect(message["role"] == "assistant", "message_start of another role", message)
        self.expect(message["stop_reason"] is None, "message_start with a stop reason", message)
        self.expect(isinstance(message["id"], str), "message_start without an id", message)
        self.expect(isinstance(message["model"], str), "message_start without a model", message)
        usage = message["usage"]
        self.reply.tokens = (usage["input_tokens"], usage["output_tokens"])

    def _open(self, index: int, w: Json) -> None:
        self.expect(self.open is None, "a block begins inside another", index, w)
        self.expect(index == self.count, "indexes have gaps", index, "is not", self.count)
        self.count = index + 1
        kind, self.value = w["type"], copy.deepcopy(w)
        if kind == "text":
            self.open = Block("text", w["text"], value=w.get("citations") or None)
        elif kind == "tool_use":
            self.expect(w["id"] and w["id"] not in self.ids, "ids are not unique", w)
            self.expect(w["name"], "a call without a name", w)
            self.ids.add(w["id"])
            text = json.dumps(w["input"]) if w["input"] else ""
            self.open = Block("call", text, name=w["name"], id=w["id"])
        elif kind == "thinking":
            self.open = Block("reasoning", w["thinking"], signature=w.get("signature", ""))
        elif kind == "redacted_thinking":
            self.open = Block("reasoning", signature=w["data"])
        else:
            self.open = Block("other", value=self.value)
        self.reply.blocks.append(self.open)

    def _delta(self, index: int, delta: Json) -> None:
        block = self.open
        if block is None or index != self.count - 1:
            self.fault("a delta for a block that is not open", index, delta)
            return
        kind, of = delta["type"], self.value["type"]
        if kind in FITS and of in KNOWN and of not in FITS[kind]:
            self.fault("a delta that does not fit", kind, "on", of, delta)
            return
        if block.kind == "other":
            self._other(delta)
        elif kind == "text_delta":
            block.text += delta["text"]
        elif kind == "input_json_delta":
            self.expect(not self.value["input"], "arguments twice", self.value, delta)
            block.text += delta["partial_json"]
        elif kind == "thinking_delta":
            self.expect(not block.signature, "thinking after its signature", delta)
            block.text += delta["thinking"]
        elif kind == "signature_delta":
            block.signature += delta["signature"]
        elif kind == "citations_delta":
            block.value = [*(block.value or []), delta["citation"]]
        else:
            self.fault("a delta that does not fit", kind, "on", of, delta)

    def _other(self, delta: Json) -> None:
        """A delta of a block that only this wire understands: put together by its keys."""
        value, kind = self.value, delta["type"]
        if kind == "citations_delta":
            value.setdefault("citations", []).append(delta["citation"])
        elif kind == "input_json_delta":
            value["input"] = (value["input"] or "") + delta["partial_json"]
        for key, piece in delta.items():
            if key not in ("type", "citation", "partial_json"):
                both = isinstance(piece, str) and isinstance(value.get(key), str)
                value[key] = value[key] + piece if both else copy.deepcopy(piece)

    def _stop(self, index: int) -> None:
        if self.open is None or index != self.count - 1:
            self.fault("a stop of a block that is not open", index)
            return
        if self.open.kind == "other" and isinstance(self.value.get("input"), str):
            self.value["input"] = json.loads(self.value["input"])
        self.open.done, self.open = True, None

    def _finish(self, event: Json) -> None:
        self.expect(self.open is None, "message_delta inside a block", event)
        self.expect(self.reply.finish is None, "message_delta twice", event)
        before, usage = self.reply.tokens or (0, 0), event["usage"]
        self.reply.tokens = (usage.get("input_tokens", before[0]), usage["output_tokens"])
        self.reply.finish = event["delta"]["stop_reason"]
        self.expect(self.reply.finish, "message_delta without a stop reason", event)

    def _close(self) -> None:
        self.expect(self.ended, "ends quietly", "no message_stop")
