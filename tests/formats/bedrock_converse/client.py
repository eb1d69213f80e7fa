"""A strict client of Converse streams, events as boto3 yields them."""

from __future__ import annotations

import copy
import json
from typing import Any

from driving.blocks import Block
from driving.strict_client import StrictClient

Json = Any
FITS = {
    "text": ("text",),
    "citation": ("text",),
    "toolUse": ("toolUse",),
    "toolResult": ("toolResult",),
    "image": ("image",),
    "reasoningContent.text": ("reasoning",),
    "reasoningContent.signature": ("reasoning",),
    "reasoningContent.redactedContent": ("redacted",),
}
"""Delta → the kind of block that it may be for. What is on neither side is not known here."""
BEGINS = {
    "text": "text",
    "citation": "text",
    "reasoningContent.text": "reasoning",
    "reasoningContent.redactedContent": "redacted",
}
"""Delta → the kind of block that it may begin."""
KNOWN = {kind for kinds in FITS.values() for kind in kinds}


class Client(StrictClient):
    """One message; blocks one after another; why it ended; then what it cost."""

    BLOCKS_END = True

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        self.open: Block | None = None
        #: the kind of the open block, and the block as it began, with what deltas brought
        self.kind = ""
        self.value: Json = {}
        self.count = 0
        self.ids: set[str] = set()

    def _error(self, event: Json) -> bool:
        ((name, body),) = event.items()
        if not name.endswith("Exception"):
            return False
        self.expect(isinstance(body.get("message"), str), "an error without a message", event)
        self.reply.error = body.get("message") or ""
        return True

    def _take(self, event: Json) -> None:
        ((name, body),) = event.items()
        if self.ended:
            self.fault("goes on after metadata", event)
        if name == "messageStart":
            self.expect(not self.begun, "messageStart twice", event)
            self.expect(body["role"] == "assistant", "messageStart of another role", event)
            self.begun = True
            return
        needs_start = name in ("messageStop", "metadata") or name.startswith("contentBlock")
        self.expect(self.begun or not needs_start, "does not begin with messageStart", name)
        if name.startswith("contentBlock"):
            self.expect(self.reply.finish is None, "a block after messageStop", event)
        if name == "contentBlockStart":
            self._open(body["contentBlockIndex"], body["start"])
        elif name == "contentBlockDelta":
            self._delta(body["contentBlockIndex"], body["delta"])
        elif name == "contentBlockStop":
            self._stop(body["contentBlockIndex"])
        elif name == "messageStop":
            self.expect(self.open is None, "messageStop inside a block", event)
            self.expect(self.reply.finish is None, "messageStop twice", event)
            self.reply.finish = body["stopReason"]
            self.expect(self.reply.finish, "messageStop without a reason", event)
        elif name == "metadata":
            self.expect(self.reply.finish is not None, "metadata before messageStop", event)
            self.reply.tokens = (body["usage"]["inputTokens"], body["usage"]["outputTokens"])
            self.ended = True

    def _begin(self, index: int, block: Block, kind: str, value: Json) -> None:
        self.expect(self.open is None, "a block begins inside another", index, value)
        self.expect(index == self.count, "indexes have gaps", index, "is not", self.count)
        self.count, self.open, self.kind = index + 1, block, kind
        self.value = copy.deepcopy(value)
        self.reply.blocks.append(block)

    def _open(self, index: int, start: Json) -> None:
        ((kind, value),) = start.items()
        if kind == "toolUse" and value.get("type") != "server_tool_use":
            call_id = value["toolUseId"]
            self.expect(call_id and call_id not in self.ids, "ids are not unique", value)
            self.expect(value["name"], "a call without a name", value)
            self.ids.add(call_id)
            block = Block("call", name=value["name"], id=call_id)
        else:
            block = Block("media" if kind == "image" else "other", value=start)
        self._begin(index, block, kind, start)

    def _delta(self, index: int, delta: Json) -> None:
        ((kind, piece),) = delta.items()
        if kind == "reasoningContent":
            ((part, piece),) = piece.items()
            kind = f"reasoningContent.{part}"
        if self.open is None and index == self.count and kind in BEGINS:
            shown = "text" if BEGINS[kind] == "text" else "reasoning"
            self._begin(index, Block(shown), BEGINS[kind], {})
        block = self.open
        if block is None or index != self.count - 1:
            self.fault("a delta for a block that is not open", index, delta)
            return
        if self.kind in KNOWN and self.kind not in FITS.get(kind, KNOWN):
            self.fault("a delta that does not fit", kind, "on", self.kind, delta)
            return
        if block.kind in ("other", "media"):
            self._other(kind, piece)
        elif kind == "citation":
            block.value = [*(block.value or []), piece]
        elif kind == "toolUse":
            block.text += piece["input"]
        elif kind in ("reasoningContent.signature", "reasoningContent.redactedContent"):
            block.signature += piece
        else:
            self.expect(not block.signature, "reasoning after its signature", delta)
            block.text += piece

    def _other(self, kind: str, piece: Json) -> None:
        """A delta of a block that only this wire understands."""
        (value,) = self.value.values()
        if kind == "toolUse":
            value["input"] = value.get("input", "") + piece["input"]
        elif kind == "toolResult":
            value.setdefault("content", []).extend(piece)
        else:
            value.update(piece if isinstance(piece, dict) else {kind: piece})

    def _stop(self, index: int) -> None:
        if self.open is None or index != self.count - 1:
            self.fault("a stop of a block that is not open", index)
            return
        if self.open.kind == "other":
            ((key, value),) = self.value.items()
            if key == "toolUse":
                value["input"] = json.loads(value.get("input") or "{}")
            self.open.value = self.value
        elif self.kind == "text" and self.open.value and not self.open.text:
            # Nothing but what is cited: it belongs to no text of its own.
            self.open.kind = "other"
            self.open.value = {"citationsContent": {"citations": self.open.value}}
        self.open.done, self.open = True, None

    def _close(self) -> None:
        # What it took follows; a stream that ends before is whole all the same.
        self.expect(self.reply.finish is not None, "ends quietly", "no messageStop")
