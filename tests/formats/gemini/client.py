"""A strict client of Gemini."""

from __future__ import annotations

import json
from typing import Any

from driving.blocks import Block
from driving.strict_client import StrictClient

Json = Any
PART_KEYS = {"text", "thought", "functionCall", "thoughtSignature"}


class Client(StrictClient):
    """Chunks of parts; a call is one part, whole; the last chunk says why it ended."""

    CALLS_WHOLE = True
    SIGNATURES_PART_TEXTS = True

    def __init__(self) -> None:
        super().__init__()
        self.about: dict[str, str] = {}
        self.ids: set[str] = set()

    def _take(self, event: Json) -> None:
        self.expect(not self.ended, "goes on after the finish reason", event)
        self.expect({*event} & {"candidates", "usageMetadata"}, "an event that says nothing", event)
        for key in ("responseId", "modelVersion"):
            if key in event:
                same = self.about.setdefault(key, event[key]) == event[key]
                self.expect(same, "another reply's chunk", key, event[key])
        if "usageMetadata" in event:
            usage = event["usageMetadata"]
            counted = ("promptTokenCount", "candidatesTokenCount")
            self.reply.tokens = (usage.get(counted[0], 0), usage.get(counted[1], 0))
        for candidate in event.get("candidates", []):
            if candidate.get("index", 0) != 0:
                # Another answer to the same question; we read the first.
                continue
            content = candidate.get("content", {})
            self.expect(content.get("role", "model") == "model", "another role", content)
            for part in content.get("parts", []):
                self._part(part)
            if "finishReason" in candidate:
                self.reply.finish, self.ended = candidate["finishReason"], True

    def _part(self, part: Json) -> None:
        if part == {"text": ""} and self.reply.blocks and self.reply.blocks[-1].kind == "text":
            return  # no more of it
        signature = part.get("thoughtSignature", "")
        if "functionCall" in part:
            block = self._call(part["functionCall"])
        elif "text" in part:
            block = Block("reasoning" if part.get("thought") else "text", part["text"])
            self.expect(isinstance(part["text"], str), "a text that is none", part)
        else:
            block = Block("other", value=part)
        self.expect(part, "an empty part", part)
        block.signature, block.done = signature, block.kind != "text"
        self.reply.blocks.append(block)

    def _call(self, call: Json) -> Block:
        self.expect(not {*call} & {"partialArgs", "willContinue"}, "a call in pieces", call)
        self.expect(call.get("name"), "a call without a name", call)
        arguments = call.get("args", {})
        self.expect(isinstance(arguments, dict), "arguments that are no object", call)
        if "id" in call:
            self.expect(call["id"] and call["id"] not in self.ids, "ids are not unique", call)
            self.ids.add(call["id"])
        return Block("call", json.dumps(arguments), name=call["name"], id=call.get("id"))

    def _close(self) -> None:
        self.expect(self.ended, "ends quietly", "no finish reason")
