"""What a value should make a Responses body say."""

from __future__ import annotations

from typing import Any, ClassVar

from driving import saying
from driving.neutral import filled
from driving.saying import present, without
from formats.openai_responses.reading import apart, numbered

Json = Any
AUDIO = {
    "audio/wav": "audio/wav",
    "audio/x-wav": "audio/wav",
    "audio/mp3": "audio/mp3",
    "audio/mpeg": "audio/mp3",
}
GIVEN = {
    "image": ("data", "url", "fileId"),
    "audio": ("data", "url"),
    "document": ("data", "url", "fileId"),
}
"""What each medium may be made of."""


class Saying(saying.Saying):
    """Items; a result that is a text, and nothing of whether its tool failed."""

    THOUGHTS_SHOWN: ClassVar = {}
    SETTINGS = frozenset({"stream", "user"})
    # A message with parts that nobody knows is told from one without by these alone: it is no turn
    # of the model, and what is appended to it is none.
    UNDETERMINED = frozenset({"requests-unknown_items_and_parts"})
    # A failed reply says more than that it failed; other wires' errors do not.
    UNNOTICED = frozenset({
        "replies-error_without_failed_status", "replies-failed", "replies-failed_with_output",
        "replies-unknown_item_and_part",
    })  # fmt: skip
    # What stands beside a text in its parts comes back as long as the text is the same.
    UNREAD = saying.Saying.UNREAD | {
        *("index", "file_id", "url", "title", "start_index", "end_index", "filename", "refusal"),
        *("x_hint", "token", "logprob"),
    }
    FREE_TEXT = True
    REFUSALS = True
    RESULTS_FAIL = False
    SYSTEMS_JOINED = True

    def request(self, value: Json) -> Json:
        reading = super().request(value)
        reading.pop("stopSequences", None)  # it has none
        return reading

    def response(self, value: Json) -> Json:
        """No word says that there are calls: the calls do."""
        reading = super().response(value)
        for entry in reading.get("messages", ()):
            entry["parts"] = [*filter(None, map(_unnumbered, entry["parts"]))]
        parts = [item for entry in reading.get("messages", ()) for item in entry["parts"]]
        if reading["finish"] == "tool_calls" and all(item["kind"] != "call" for item in parts):
            reading["finish"] = "stop"
        return reading

    def messages(self, messages: list[Json]) -> list[Json]:
        """A run of the model's items is one turn, and a turn that says nothing has no item."""
        found: list[Json] = []
        for entry in super().messages(messages):
            if entry["role"] == "system":
                entry = {**entry, "parts": [one for item in entry["parts"] for one in apart(item)]}
            if entry["role"] == "assistant" and not entry["parts"]:
                continue
            if found and entry["role"] == found[-1]["role"] == "assistant":
                found[-1] = {**found[-1], "parts": [*found[-1]["parts"], *entry["parts"]]}
            else:
                found.append(entry)
        return found

    def without_form(self, rest: Json) -> Json:
        return without(rest, "text", "format")

    def allowed(self, names: list[str], mode: str) -> Json:
        return {"allowed": names, "mode": mode}

    def named(self, wanted: Json) -> Json:
        fields = {key: wanted.get(key) for key in ("description", "strict")}
        return filled(name=wanted.get("name", "response"), **fields)

    def part(self, role: str, block: Json) -> list[Json]:
        if block["kind"] == "reasoning" and role == "assistant":
            own = (present(block).get("metadata") or {}).get(self.wire)
            return super().part(role, block) if own is not None else []
        return super().part(role, block)

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
        name = block.get("name") if kind == "document" else None
        if mime_type == "" and given == "data":  # a URL that says nothing of it
            data = block["data"]
            fields = {"data": data} if kind == "document" else {"url": f"data:;base64,{data}"}
            return {**fields, "name": name}
        if given == "url" and kind == "audio" and ":" not in block["url"]:
            block, given = {"data": block["url"]}, "data"  # no address, as anyone reads it
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
        return without(without(rest, "status"), "incomplete_details", "reason")

    def usage(self, usage: Json) -> Json:
        details = ("cacheReadTokens", "cacheWriteTokens", "reasoningTokens")
        counts = super().usage(usage | {key: usage.get(key) or 0 for key in details})
        rest = counts.pop("rest")
        # The sum, unless the wire itself counted otherwise.
        counts["total"] = rest.pop("total_tokens", sum(counts.values()))
        return counts | {"rest": rest}


def _unnumbered(item: Json) -> Json:
    """A part of a reply without an id that any message has there; None if nothing is left."""
    rest = item.get("rest") or {}
    if item["kind"] != "text" or not numbered(rest.get("id", "")):
        return item
    rest = without(rest, "id")
    return {**item, "rest": rest} if item["text"] or rest else None
