"""What a value should make a Chat Completions body say."""

from __future__ import annotations

from typing import Any

from driving import saying
from driving.neutral import filled, part
from driving.saying import present, without, without_word

Json = Any
AUDIO = {
    "audio/wav": "audio/wav",
    "audio/x-wav": "audio/wav",
    "audio/mp3": "audio/mp3",
    "audio/mpeg": "audio/mp3",
}
GIVEN = {"image": ("data", "url"), "audio": ("data", "url"), "document": ("data", "url", "fileId")}
"""What each medium may be made of."""


class Saying(saying.Saying):
    """One text and its calls; a result that is a text, and nothing of whether its tool failed."""

    SETTINGS = frozenset({"frequencyPenalty", "presencePenalty", "seed", "stream", "user"})
    FREE_TEXT = True
    REFUSALS = True
    RESULTS_FAIL = False
    reply = False
    # Five results for four calls, most of them without an id: no rule says which answers which.
    # Where counts stand twice, a value that has lost one leaves the other. What is wrong place by
    # place is a list, which no text of the app takes the place of.
    UNDETERMINED = frozenset({
        "requests-missing_ids", "replies-usage_twice", "replies-counts_at_the_top_and_below",
        "errors-detail_list",
    })  # fmt: skip
    READ_OTHERWISE = frozenset({
        "requests-limits_both_keys",  # the wire holds a field twice, the value once
    })

    def response(self, value: Json) -> Json:
        """Only replies show what was thought, ahead of all else."""
        if value.get("error") is not None:
            return self.failed(value)
        self.reply = True
        try:
            found = super().response(value)
        finally:
            self.reply = False
        if "messages" in found:
            content = value["message"]["content"]
            thoughts = [block for block in content
                        if block["kind"] == "reasoning" and not self._listed(block)]  # fmt: skip
            found["messages"][0]["parts"][:0] = self._thought(thoughts)
        return found

    def failed(self, value: Json) -> Json:
        """An error has what failed and what it took beside it, or stands at its choice."""
        own = (value.get("metadata") or {}).get(self.wire) or {}
        body = (own.get("$") or {}).get("body")
        if body == "ChatResponse":
            found = self.response({key: item for key, item in value.items() if key != "error"})
            worded = super().response(value)
            if inner := worded["rest"].pop("error", None):
                first, *others = found["rest"].get("choices") or [{}]
                found["rest"]["choices"] = [{**first, "error": inner}, *others]
            return found | {"error": worded["error"]}
        found = super().response(value)
        if body is not None:
            return found
        usage = value.get("usage")
        return found | filled(
            id=value.get("id"),
            model=value.get("model"),
            usage=None if usage is None else self.usage(present(usage)),
        )

    def texts_joined(self, answer: Json, parts: list[Json]) -> bool:
        """One string, unless it came as a list of parts, or something there is more than a text."""
        own = (answer.get("metadata") or {}).get(self.wire) or {}
        if ((own.get("$") or {}).get("content") or {}).get("style") == "list":
            return False
        calls = [block for block in answer["content"] if block.get("at") == "tool_calls"]
        others = sum(piece["kind"] == "other" for piece in parts) > len(calls)
        odd = any(piece["kind"] == "text" and piece["rest"] for piece in parts)
        return not others and not odd and not any(map(self._listed, answer["content"]))

    def _listed(self, block: Json) -> bool:
        """Did a block stand in the list of parts, though others of its kind do not?"""
        own = (block.get("metadata") or {}).get(self.wire) or {}
        return (own.get("$") or {}).get("at") == "content"

    def _thought(self, blocks: list[Json]) -> list[Json]:
        text = "".join(block["text"] for block in blocks)
        rest = {key: item for block in blocks for key, item in self.overlay(block).items()}
        return [part("reasoning", text=text, rest=rest)] if text or rest else []

    def parts(self, role: str, content: Json) -> list[Json]:
        """All refusals are one text, between the others and the calls; or stand among the parts."""
        found = super().parts(role, content)
        refusals = [piece["text"] for piece in found if piece.get("refusal") == "beside"]
        one = [part("text", text="".join(refusals), refusal=True)] if refusals else []
        rest = [piece for piece in found if piece.get("refusal") != "beside"]
        calls = [piece for piece in rest if piece["kind"] == "call"]
        return [*(piece for piece in rest if piece["kind"] != "call"), *one, *calls]

    def part(self, role: str, block: Json) -> list[Json]:
        listed = self._listed(block)
        if block["kind"] == "reasoning":
            return [part("reasoning", text=block["text"], rest=self.overlay(block))] * (
                listed and self.reply
            )
        found = super().part(role, block)
        return found if listed else [
            {**piece, "refusal": "beside"} if "refusal" in piece else piece for piece in found
        ]  # fmt: skip

    def without_form(self, rest: Json) -> Json:
        return without(rest, "response_format", "type")

    def allowed(self, names: list[str], mode: str) -> Json:
        return {"allowed": names, "mode": mode}

    def named(self, wanted: Json) -> Json:
        fields = {key: wanted.get(key) for key in ("description", "strict")}
        return filled(name=wanted.get("name", "response"), **fields)

    def takes_media(self, role: str) -> bool:
        return role in ("user", "result")

    def media(self, block: Json, given: str) -> Json | None:
        kind, mime_type = block["kind"], block.get("mimeType")
        if given not in GIVEN.get(kind, ()):
            return None
        if given == "data" and mime_type is None and kind != "document":
            return None
        if kind == "audio" and (mime_type := AUDIO.get(str(mime_type))) is None:
            return None
        if mime_type == "" and given == "data":  # a URL that says nothing of it
            data = block["data"]
            fields = {"data": data} if kind == "document" else {"url": f"data:;base64,{data}"}
            return {**fields, "name": block.get("name")}
        name = block.get("name") if kind == "document" else None
        if given == "url" and kind != "image" and ":" not in block["url"]:
            block, given = {"data": block["url"]}, "data"  # no address, as anyone reads it
            mime_type = mime_type if kind == "audio" else None
        return {
            "mimeType": mime_type if given == "data" or kind == "audio" else None,
            "name": name,
            given: block[given],
        }

    def result_value(self, kind: str, value: Json) -> Json:
        if kind == "error":
            return {"json": {"error": value}}
        return super().result_value(kind, value)

    def without_word(self, rest: Json) -> Json:
        return without_word(rest, "choices", "finish_reason")

    def usage(self, usage: Json) -> Json:
        counts = super().usage(usage)
        rest = counts.pop("rest")
        # The sum, unless the wire itself counted otherwise.
        counts["total"] = rest.pop("total_tokens", sum(counts.values()))
        return counts | {"rest": rest}
