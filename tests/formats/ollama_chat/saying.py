"""What a value should make a body of Ollama's own chat say."""

from __future__ import annotations

from typing import Any, ClassVar

from driving import saying
from driving.neutral import EFFORTS, part
from driving.saying import without

Json = Any


class Saying(saying.Saying):
    """Thoughts, one text, pictures and calls, each in a place of its own; results are texts."""

    SETTINGS = frozenset({"frequencyPenalty", "presencePenalty", "seed", "stream", "topK"})
    EFFORTS: ClassVar = {**EFFORTS, "minimal": "low", "xhigh": "high", "max": "high"}
    RESULTS_FAIL = False
    SILENT = (*saying.Saying.SILENT, ("messages", []))
    BLANK = None

    def request(self, value: Json) -> Json:
        found = super().request(value)
        for key in ("parallel", "toolChoice"):
            found.pop(key, None)
        if "effort" in found:
            found["rest"] = without(found["rest"], "think")
        return found

    def without_form(self, rest: Json) -> Json:
        return without(rest, "format")

    def declared(self, fields: Json) -> Json:
        return {key: item for key, item in fields.items() if key != "strict"}

    def message(self, entry: Json, after_result: bool) -> list[Json]:
        found = super().message(entry, after_result)
        return [_placed(one, "\n\n") if "parts" in one else one for one in found]

    def response(self, value: Json) -> Json:
        found = super().response(value)
        found.pop("id", None)
        if "messages" in found:
            found["messages"] = [_placed(one, "") for one in found["messages"]]
        return found

    def part(self, role: str, block: Json) -> list[Json]:
        if block["kind"] == "reasoning" and role == "assistant" and block.get("redacted") is None:
            return [part("reasoning", text=block["text"], rest=self.overlay(block))]
        return super().part(role, block)

    def takes_media(self, role: str) -> bool:
        return role != "system"

    def media(self, block: Json, given: str) -> Json | None:
        return {"data": block["data"]} if (block["kind"], given) == ("image", "data") else None

    def result_value(self, kind: str, value: Json) -> Json:
        return {"json": {"error": value}} if kind == "error" else super().result_value(kind, value)

    def result_parts(self, parts: list[Json], failed: bool) -> Json:
        return super().result_parts(_placed({"parts": parts}, "\n\n")["parts"], failed)

    def without_word(self, rest: Json) -> Json:
        return without(rest, "done_reason")

    def error(self, error: Json) -> Json:
        return {"message": error["message"]}

    def error_rest(self, value: Json) -> Json:
        return self.overlay(value)

    def usage(self, usage: Json) -> Json:
        read = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "toolUseTokens")
        written = ("outputTokens", "reasoningTokens")
        counts = {keys[0]: sum(usage.get(key) or 0 for key in keys) for keys in (read, written)}
        return counts | {"rest": self.overlay(usage)}


def _placed(message: Json, between: str) -> Json:
    """A message whose thoughts are one text, as its texts are; then pictures, and calls."""
    kinds = ("reasoning", "text", "image", "call", "other")
    parts = [piece for kind in kinds for piece in message["parts"] if piece["kind"] == kind]
    thoughts, texts = _one("reasoning", parts, ""), _one("text", parts, between)
    others = [piece for piece in parts if piece["kind"] not in ("reasoning", "text")]
    return {**message, "parts": [*thoughts, *texts, *others]}


def _one(kind: str, parts: list[Json], between: str) -> list[Json]:
    """The parts of a kind as the one text that the wire has for them."""
    texts = [piece["text"] for piece in parts if piece["kind"] == kind]
    return [part(kind, text=between.join(texts))] if texts else []
