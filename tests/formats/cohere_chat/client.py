"""A strict client of Cohere."""

from __future__ import annotations

import copy
from typing import Any

from driving.blocks import Block
from driving.strict_client import NO_ID, StrictClient

Json = Any
KEYS = {"content": "content", "tool-call": "tool_calls", "citation": "citations"}
"""What is begun and ended, and the key that brings it."""


class Client(StrictClient):
    """One message; parts and calls begin and end one after another; then why it ended."""

    BLOCKS_END = True

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        self.open = ""
        self.block: Block | None = None
        self.plan: Block | None = None
        self.counts = dict.fromkeys(KEYS, 0)
        self.ids: set[str] = set()

    def _error(self, event: Json) -> bool:
        delta = event.get("delta") if isinstance(event, dict) else None
        if not isinstance(delta, dict) or "error" not in delta:
            return False
        self.expect(event["type"] == "message-end", "an error before the end", event)
        return super()._error({"error": {"message": delta["error"]}})

    def _take(self, event: Json) -> None:
        if self.ended and event != "[DONE]":
            self.fault("goes on after message-end", event)
        if event == "[DONE]":
            self.expect(self.ended, "[DONE] before message-end")
            return
        kind = event["type"]
        if kind == "message-start":
            self._start(event["delta"]["message"])
            return
        self.expect(self.begun, "does not begin with message-start", kind)
        what, _, step = kind.rpartition("-")
        if kind == "message-end":
            self._finish(event["delta"])
        elif kind == "tool-plan-delta":
            self._planned(event["delta"]["message"]["tool_plan"])
        elif what in KEYS:
            self._element(what, step, event)

    def _start(self, message: Json) -> None:
        self.expect(not self.begun, "message-start twice", message)
        self.begun = True
        self.expect(message["role"] == "assistant", "message-start of another role", message)
        for key in ("content", "tool_plan", "tool_calls", "citations"):
            self.expect(not message.get(key), "message-start with content", message)

    def _planned(self, piece: str) -> None:
        self.expect(not self.open, "a plan inside of a block", piece)
        if self.plan is None:
            self.plan = Block("text")
            self.reply.blocks.append(self.plan)
        self.plan.text += piece

    def _element(self, what: str, step: str, event: Json) -> None:
        index = event["index"]
        self.expect(isinstance(index, int), "no index", event)
        if step == "start":
            inside = what == "citation" and self.open == "content"
            self.expect(not self.open or inside, "a block begins inside another", event)
            self.expect(index == self.counts[what], "indexes have gaps", event)
            self.counts[what] = index + 1
            self._begin(what, event["delta"]["message"][KEYS[what]])
            return
        self.expect(index == self.counts[what] - 1, "a block that is not open", event)
        if what != "citation":
            self.expect(self.open == what, "a block that is not open", event)
        if step == "delta":
            self._piece(what, event["delta"]["message"][KEYS[what]])
        elif what != "citation" and self.block is not None:
            self.block.done, self.open = True, ""

    def _begin(self, what: str, w: Json) -> None:
        if what == "citation":
            return
        self.open = what
        if what == "tool-call":
            self.expect(w.get("id"), NO_ID, w)
            self.expect(w.get("id") not in self.ids, "ids are not unique", w)
            self.expect(w.get("type") == "function", "a call without its type", w)
            self.expect(w["function"].get("name"), "a call without a name", w)
            self.ids.add(w["id"])
            function = w["function"]
            self.block = Block("call", function.get("arguments") or "", name=function["name"])
            self.block.id = w["id"]
        elif w["type"] == "text":
            self.block = Block("text", w["text"])
        elif w["type"] == "thinking":
            self.block = Block("reasoning", w["thinking"])
        else:
            self.block = Block("other", value=copy.deepcopy(w))
        self.reply.blocks.append(self.block)

    def _piece(self, what: str, piece: Json) -> None:
        block = self.block
        if block is None:
            return
        if what == "tool-call":
            block.text += piece["function"]["arguments"]
            return
        key = {"text": "text", "reasoning": "thinking"}.get(block.kind)
        if key is None or [*piece] != [key]:
            self.fault("a delta that does not fit", block.kind, piece)
            return
        block.text += piece[key]

    def _finish(self, delta: Json) -> None:
        self.expect(not self.open, "message-end inside a block", delta)
        self.ended = True
        self.reply.finish = delta["finish_reason"]
        self.expect(self.reply.finish, "message-end without a reason", delta)
        tokens = (delta.get("usage") or {}).get("tokens")
        if tokens is not None:
            self.reply.tokens = (tokens.get("input_tokens", 0), tokens.get("output_tokens", 0))
        if self.plan is not None:
            self.plan.done = True

    def _close(self) -> None:
        self.expect(self.ended, "ends quietly", "no message-end")
