"""A strict client of Mistral."""

from __future__ import annotations

from typing import Any

from driving.blocks import Block
from driving.strict_client import NO_ID, StrictClient

Json = Any


class Client(StrictClient):
    """Texts, and lists of parts of which neighbours are one; whole calls; then why it ended."""

    CALLS_WHOLE = True

    def __init__(self) -> None:
        super().__init__()
        self.about: Json = None
        self.calls: dict[Json, Block] = {}
        self.part: Block | None = None
        self.role = False

    def _error(self, event: Json) -> bool:
        if "choices" in event or "message" not in event:
            return False
        self.expect(isinstance(event["message"], str), "an error without a message", event)
        self.reply.error = str(event["message"])
        return True

    def _take(self, event: Json) -> None:
        self.expect(event["object"] == "chat.completion.chunk", "no chunk", event)
        about = {key: event[key] for key in ("id", "model")}
        self.about = self.about or about
        self.expect(about == self.about, "another reply's chunk", about)
        choices = event["choices"]
        self.expect(isinstance(choices, list) and choices, "no choices", event)
        for choice in choices:
            self._choice(choice)
        if event.get("usage") is not None:
            self.expect(self.reply.finish, "usage before the end", event)
            usage = event["usage"]
            self.reply.tokens = (usage["prompt_tokens"], usage["completion_tokens"])

    def _choice(self, choice: Json) -> None:
        if choice["index"] != 0:
            # Another answer to the same question; we read the first.
            return
        self.expect(self.reply.finish is None, "goes on after the finish reason", choice)
        delta = choice["delta"]
        if not self.role and delta:
            self.expect(delta.get("role") == "assistant", "does not begin with the role", delta)
            self.role = True
        elif "role" in delta:
            self.fault("the role twice", delta)
        content = delta.get("content") or []
        for part in [{"type": "text", "text": content}] if type(content) is str else content:
            self._part(part)
        for call in delta.get("tool_calls") or []:
            self._call(call)
        if choice["finish_reason"] is not None:
            self.reply.finish = choice["finish_reason"]
            self.expect(self.reply.finish, "an empty finish reason", choice)

    def _part(self, part: Json) -> None:
        kind = {"text": "text", "thinking": "reasoning"}.get(part["type"], "other")
        if self.part is None or self.part.kind != kind or kind == "other":
            self.part = Block(kind, value=part if kind == "other" else None)
            self.reply.blocks.append(self.part)
        if kind == "text":
            self.part.text += part["text"]
        elif kind == "reasoning":
            self.part.text += "".join(one["text"] for one in part["thinking"])

    def _call(self, call: Json) -> None:
        place = call.get("index", call.get("id"))
        self.expect(place is not None, "a call without a number", call)
        if place not in self.calls:
            self._begin(place, call)
            return
        self.fault("a call begins twice", call)

    def _begin(self, place: Json, call: Json) -> None:
        function = call["function"]
        if isinstance(place, int):
            self.expect(place == len(self.calls), "indexes have gaps", call)
        self.expect(call.get("id"), NO_ID, call)
        self.expect(function.get("name"), "a call without a name", call)
        taken = {block.id for block in self.calls.values()}
        self.expect(not call.get("id") or call["id"] not in taken, "ids are not unique", call)
        block = Block("call", function.get("arguments", ""), name=function.get("name", ""))
        block.id = call.get("id") or None
        self.calls[place] = block
        self.reply.blocks.append(block)
        # A text that follows is told apart by when it comes.
        self.part = None

    def _close(self) -> None:
        self.expect(self.reply.finish is not None, "ends quietly", "no finish reason")
        for block in self.calls.values():
            block.done = self.reply.finish is not None
