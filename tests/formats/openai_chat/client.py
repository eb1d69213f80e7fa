"""A strict client of Chat Completions."""

from __future__ import annotations

from typing import Any

from driving.blocks import Block
from driving.strict_client import NO_ID, StrictClient

Json = Any
ABOUT = ("id", "model", "created")
THOUGHTS = ("reasoning_content", "reasoning")
KINDS = {"function": ("function", "arguments"), "custom": ("custom", "input")}
"""The types of calls: where each has its name, and its text."""


class Client(StrictClient):
    """Deltas of one text, and of calls by their index; then why it ended, and the tokens."""

    FREE_TEXT = True

    def __init__(self) -> None:
        super().__init__()
        self.about: Json = None
        self.calls: list[Block] = []
        self.text: Block | None = None
        self.thought: Block | None = None
        self.role = self.counted = False

    def _take(self, event: Json) -> None:
        self.expect(event["object"] == "chat.completion.chunk", "no chunk", event)
        about = {key: event[key] for key in ABOUT}
        self.about = self.about or {**about, "created": 0}
        for key in ("id", "model"):
            self.expect(about[key] == self.about[key], "another reply's chunk", key, about[key])
        self.expect(isinstance(event["choices"], list), "no choices", event)
        if self.counted:
            self.fault("goes on after the usage", event)
        if event.get("usage") is not None:
            self.expect(self.reply.finish, "usage before the end", event)
            self.expect(not event["choices"], "usage beside a choice", event)
            usage = event["usage"]
            self.reply.tokens = (usage["prompt_tokens"], usage["completion_tokens"])
            self.counted = True
        for choice in event["choices"]:
            self._choice(choice)

    def _choice(self, choice: Json) -> None:
        if choice["index"] != 0:
            # Another answer to the same question; we read the first.
            return
        self.expect("finish_reason" in choice, "a choice without finish_reason", choice)
        self.expect(self.reply.finish is None, "goes on after the finish reason", choice)
        delta = choice["delta"]
        if not self.role and delta:
            self.expect(delta.get("role") == "assistant", "does not begin with the role", delta)
            self.role = True
        elif "role" in delta:
            self.fault("the role twice", delta)
        content = delta.get("content")
        if content:
            if self.text is None:
                self.text = Block("text")
                self.reply.blocks.append(self.text)
            self.text.text += content
        for call in delta.get("tool_calls") or []:
            self._call(call)
        for key in THOUGHTS:
            self._think(delta.get(key))
        for key, value in delta.items():
            if key not in (*THOUGHTS, "role", "content", "tool_calls") and isinstance(value, str):
                self.reply.beside[key] = self.reply.beside.get(key, "") + value
        if choice["finish_reason"] is not None:
            self.reply.finish = choice["finish_reason"]
            self.expect(self.reply.finish, "an empty finish reason", choice)

    def _think(self, piece: str | None) -> None:
        if not piece:
            return
        if self.thought is None:
            self.thought = Block("reasoning")
            self.reply.blocks.insert(0, self.thought)
        self.thought.text += piece

    def _call(self, call: Json) -> None:
        index = call["index"]
        if not 0 <= index < len(self.calls):
            self._begin(index, call)
            return
        for key in ("id", "type"):
            self.expect(key not in call, "a call begins twice", call)
        kind, key = KINDS["custom" if self.calls[index].free else "function"]
        self.expect("name" not in call[kind], "a call begins twice", call)
        self.calls[index].text += call[kind][key]

    def _begin(self, index: int, call: Json) -> None:
        self.expect(call.get("type") in KINDS, "a call without its type", call)
        kind, key = KINDS.get(call.get("type", ""), KINDS["function"])
        function = call[kind]
        self.expect(index == len(self.calls), "indexes have gaps", call)
        self.expect(call.get("id"), NO_ID, call)
        self.expect(function.get("name"), "a call without a name", call)
        taken = {block.id for block in self.calls}
        self.expect(not call.get("id") or call["id"] not in taken, "ids are not unique", call)
        block = Block("call", function.get(key, ""), name=function.get("name", ""))
        block.free = kind == "custom"
        block.id = call.get("id") or None
        self.calls.append(block)
        self.reply.blocks.append(block)
        # A text that follows is told apart by when it comes.
        self.text = None

    def _close(self) -> None:
        self.expect(self.reply.finish is not None, "ends quietly", "no finish reason")
        for block in self.calls:
            block.done = self.reply.finish is not None
