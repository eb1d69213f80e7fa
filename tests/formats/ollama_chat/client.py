"""A strict client of Ollama's own chat."""

from __future__ import annotations

import json
from typing import Any

from driving.blocks import Block
from driving.strict_client import StrictClient

Json = Any


class Client(StrictClient):
    """Lines of thoughts, of one text, and of whole calls; the last one is done."""

    CALLS_WHOLE = True

    def __init__(self) -> None:
        super().__init__()
        self.about: dict[str, str | None] = {}
        self.texts: dict[str, Block] = {}
        self.ids: set[str] = set()

    def _error(self, event: Json) -> bool:
        error = event.get("error")
        if error is None:
            return False
        self.expect(type(error) is str, "an error without a message", event)
        self.reply.error = str(error)
        return True

    def _take(self, event: Json) -> None:
        self.expect(not self.ended, "goes on after the last line", event)
        same = self.about.setdefault("model", event.get("model")) == event.get("model")
        self.expect(same, "another reply's line", event.get("model"))
        message = event["message"]
        self.expect(message.get("role") == "assistant", "a line without the role", event)
        for key, kind in (("thinking", "reasoning"), ("content", "text")):
            if message.get(key):
                self._text(kind, message[key])
        for call in message.get("tool_calls") or []:
            self._call(call)
        for picture in message.get("images") or []:
            self.reply.beside["images"] = self.reply.beside.get("images", "") + picture
        self.expect(type(event.get("done")) is bool, "a line that says not whether it is the last")
        if event["done"]:
            self.reply.finish, self.ended = event.get("done_reason"), True
            if "eval_count" in event:
                self.reply.tokens = (event.get("prompt_eval_count", 0), event["eval_count"])

    def _text(self, kind: str, piece: str) -> None:
        if kind not in self.texts:
            self.texts[kind] = Block(kind)
            self.reply.blocks.append(self.texts[kind])
        self.texts[kind].text += piece

    def _call(self, call: Json) -> None:
        function = call["function"]
        self.expect(function.get("name"), "a call without a name", call)
        self.expect(isinstance(function["arguments"], dict), "arguments that are no object", call)
        if "id" in call:
            self.expect(call["id"] and call["id"] not in self.ids, "ids are not unique", call)
            self.ids.add(call["id"])
        number = sum(one.kind == "call" for one in self.reply.blocks)
        self.expect(function.get("index", number) == number, "indexes have gaps", call)
        block = Block("call", json.dumps(function["arguments"]), name=function["name"])
        block.id, block.done = call.get("id"), True
        self.reply.blocks.append(block)
        # A text that follows is told apart by when it comes.
        self.texts.clear()

    def _close(self) -> None:
        self.expect(self.ended, "ends quietly", "no last line")
