"""What a value should make a body of Mistral say."""

from __future__ import annotations

from typing import Any, ClassVar

from driving import saying
from driving.neutral import filled, message
from driving.saying import present, without, without_word

Json = Any
GIVEN = {"image": ("data", "url"), "audio": ("data", "url"), "document": ("data", "url", "fileId")}
"""What each medium may be made of."""


class Saying(saying.Saying):
    """Texts and thoughts, then calls; a result says nothing of whether its tool failed."""

    REASONING_COUNTED = False
    THOUGHTS_SHOWN: ClassVar = {}
    SETTINGS = frozenset({"frequencyPenalty", "presencePenalty", "seed", "stream", "topK"})
    UNDETERMINED: ClassVar = frozenset(
        {
            "requests-choice_named_without_type",  # a choice that nobody knows goes as it came
            "replies-finish_unknown",  # no word says `other`, which is then taken for `stop`
            # What the API complains of is a list, which no text of the app takes the place of.
            "errors-detail_in_message",
            "errors-detail_list",
        }
    )
    UNNOTICED: ClassVar = frozenset({"requests-thinking_parts"})  # what is cited in thoughts
    # Where there are no counts at all, they are nothing.
    READ_OTHERWISE: ClassVar = frozenset(
        {"replies-missing_top_keys_not_in_sdk", "replies-usage_null_not_in_sdk"}
    )

    RESULTS_FAIL = False

    def without_form(self, rest: Json) -> Json:
        return without(rest, "response_format", "type")

    def named(self, wanted: Json) -> Json:
        fields = {key: wanted.get(key) for key in ("description", "strict")}
        return filled(name=wanted.get("name", "response"), **fields)

    def declared(self, fields: Json) -> Json:
        parameters = fields["parameters"]
        return {**fields, "parameters": {"type": "object"} if parameters is None else parameters}

    def media(self, block: Json, given: str) -> Json | None:
        kind, mime_type = block["kind"], block.get("mimeType")
        untyped = given == "data" and mime_type is None
        if given not in GIVEN.get(kind, ()) or (untyped and kind != "audio"):
            return None
        named = block.get("name") if kind == "document" and given != "fileId" else None
        if mime_type == "":  # a URL that says nothing of it
            if kind == "audio":
                return {"data": block["data"]}
            return {"url": f"data:;base64,{block['data']}", "name": named}
        return {
            "mimeType": mime_type if given == "data" else None,
            "name": named,
            given: block[given],
        }

    def result_value(self, kind: str, value: Json) -> Json:
        if kind == "error":
            return {"json": {"error": value}}
        return super().result_value(kind, value)

    def response(self, value: Json) -> Json:
        found = super().response(value)
        if "error" not in value:
            # Texts are not one: thoughts and references stand between them.
            answer = value["message"]
            content = [self.shown(block) for block in answer["content"]]
            parts, rest = self.parts("assistant", content), self.overlay(answer)
            if any(piece["kind"] != "call" for piece in parts):
                rest.pop("content", None)
            found["messages"] = [message("assistant", parts, rest)]
        return found

    def error_rest(self, value: Json) -> Json:
        return self.overlay(value) | self.overlay(present(value["error"]))

    def without_word(self, rest: Json) -> Json:
        return without_word(rest, "choices", "finish_reason")

    def counted(self, usage: Json) -> Json:
        return {"inputTokens": 0, "outputTokens": 0} if usage is None else usage

    def usage(self, usage: Json) -> Json:
        # What goes to a cache is part of the prompt, and not told apart.
        prompt = usage["inputTokens"] + (usage.get("cacheWriteTokens") or 0)
        counts = super().usage({**usage, "inputTokens": prompt, "cacheWriteTokens": None})
        rest = counts.pop("rest")
        # The sum, unless the wire itself counted otherwise.
        counts["total"] = rest.pop("total_tokens", sum(counts.values()))
        return counts | {"rest": rest}
