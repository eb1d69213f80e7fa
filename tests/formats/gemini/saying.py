"""What a value should make a generateContent body say."""

from __future__ import annotations

from typing import Any, ClassVar

from driving import saying
from driving.neutral import EFFORTS, filled, message, part, pruned
from driving.saying import without, without_word
from formats.gemini.reading import camel

Json = Any
TWICE = frozenset({"requests-both_spellings_at_once", "requests-tools_both_schemas"})
"""They say a thing twice, and each time otherwise; tests name what becomes of that."""


class Saying(saying.Saying):
    """Instructions at the front, parts in order, results as objects; keys in two spellings."""

    TOOLS_COUNTED = True
    ANY_JSON = False  # asked for by the type of the reply's text
    THOUGHTS_SHOWN: ClassVar = {}
    SETTINGS = frozenset({"frequencyPenalty", "presencePenalty", "seed", "topK"})
    EFFORTS: ClassVar = {**EFFORTS, "none": "minimal", "xhigh": "high", "max": "high"}
    SILENT = (
        *saying.Saying.SILENT,
        ("thought", False),
        ("promptTokenCount", 0),
        ("candidatesTokenCount", 0),
    )
    BLANK = None
    # A switch that lives inside the choice goes with the choice.
    UNDETERMINED = TWICE | {"requests-choice_streaming"}
    READ_OTHERWISE = TWICE | {
        "requests-response_schema_without_type",  # it is always said, and was not
        "requests-choice_streaming",  # what stands beside a choice is not for apps to see
    }
    # The first two say nothing where they stand, the last is nobody's.
    UNREAD = saying.Saying.UNREAD | {"thought", "allowedFunctionNames", "enable_widget"}

    def spelled(self, value: Json) -> Json:
        return camel(value)

    def request(self, value: Json) -> Json:
        found = super().request(value)
        for key in ("model", "parallel"):
            found.pop(key, None)
        settings = found["rest"].get("generationConfig") or {}
        mime_type = settings.get("responseMimeType") or None
        schema = "responseSchema" in found
        if (mime_type is None and schema) or (value.get("jsonOutput") and not schema):
            mime_type = "application/json"
        rest = without(found["rest"], "generationConfig", "responseMimeType")
        return found | filled(mimeType=mime_type) | {"rest": rest}

    def allowed(self, names: list[str], mode: str) -> Json:
        if len(names) == 1 and mode == "required":
            return {"name": names[0]}
        return {"allowed": names, "mode": mode} if names else mode

    def declared(self, fields: Json) -> Json:
        return {key: item for key, item in fields.items() if key != "strict"}

    def messages(self, messages: list[Json]) -> list[Json]:
        found = super().messages(messages)
        systems = [entry for entry in found if entry["role"] == "system"]
        if not systems:
            return found
        parts = [piece for entry in systems for piece in entry["parts"]]
        first = message("system", parts, systems[0]["rest"])
        return [first, *(entry for entry in found if entry["role"] != "system")]

    def takes_media(self, role: str) -> bool:
        return role != "system"

    def media(self, block: Json, given: str) -> Json | None:
        kind, mime_type = block["kind"], block.get("mimeType")
        fits = (mime_type or "").partition("/")[0] == kind if kind != "document" else True
        if given in ("fileId", "text") or not fits or (given == "data" and mime_type is None):
            return None
        return {"mimeType": mime_type, "name": block.get("name"), given: block[given]}

    def result_parts(self, parts: list[Json], failed: bool) -> Json:
        text = "\n".join(piece["text"] for piece in parts if piece["kind"] == "text")
        media = [piece for piece in parts if piece["kind"] != "text"]
        if media:
            return {"parts": [*([part("text", text=text)] if text else []), *media]}
        fields: Json = {"text": text} if text else {"json": {}}
        return fields | {"error": False}

    def without_word(self, rest: Json) -> Json:
        found = without_word(rest, "candidates", "finishReason")
        if "candidates" in found:
            first, *others = found["candidates"]
            if first.get("content") == {"role": "model"}:
                found = pruned({**found, "candidates": [without(first, "content"), *others]})
        return found

    def error(self, error: Json) -> Json:
        found = super().error(error)
        code = str(found.get("code", ""))
        if not (code.isdigit() and len(code) < 10) and not self.came(error):
            found["code"] = "500"
        return found

    def usage(self, usage: Json) -> Json:
        # What goes to a cache is part of the prompt, and not told apart.
        prompt = usage["inputTokens"] + (usage.get("cacheWriteTokens") or 0)
        counts = super().usage({**usage, "inputTokens": prompt, "cacheWriteTokens": None})
        rest = counts.pop("rest")
        if rest.get("totalTokenCount") == sum(counts.values()):
            rest = without(rest, "totalTokenCount")
        return counts | {"rest": rest}
