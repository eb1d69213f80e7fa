"""What a value should make a Cohere body say."""

from __future__ import annotations

from typing import Any, ClassVar

from driving import saying
from driving.neutral import filled
from driving.saying import without

Json = Any
GIVEN: dict[str, dict[str, tuple[str, ...]]] = {
    "user": {"image": ("data", "url")},
    "result": {"document": ("text",)},
}
"""What each medium may be made of, by where it stands."""


class Saying(saying.Saying):
    """Texts and thoughts, then a plan, then calls; a result that does not say that it failed."""

    THOUGHTS_SHOWN: ClassVar = {}
    SETTINGS = frozenset({"frequencyPenalty", "presencePenalty", "seed", "stream", "topK"})
    EFFORTS: ClassVar = {}
    UNNOTICED: ClassVar = frozenset({"errors-message", "errors-typed"})  # an error has an id here
    READ_OTHERWISE: ClassVar = frozenset({"requests-plan_spellings"})  # an empty plan is no text

    RESULTS_FAIL = False

    def request(self, value: Json) -> Json:
        value = {key: item for key, item in value.items() if key != "parallelToolCalls"}
        return super().request(value)

    def without_form(self, rest: Json) -> Json:
        return without(rest, "response_format", "type")

    def choice(self, choice: Json) -> Json:
        return choice if choice in ("required", "none") else None

    def declared(self, fields: Json) -> Json:
        parameters = fields["parameters"]
        fields = {**fields, "parameters": {"type": "object"} if parameters is None else parameters}
        return {key: item for key, item in fields.items() if key != "strict"}

    def parts(self, role: str, content: Json) -> list[Json]:
        if role != "assistant":
            return super().parts(role, content)
        plans = [block for block in content if self._planned(block)]
        others = [block for block in content if not self._planned(block)]
        found = super().parts(role, others)
        texts = "".join(block["text"] for block in plans)
        plan = super().parts(role, [{"kind": "text", "text": texts}]) if plans else []
        calls = [one for one in found if one["kind"] == "call"]
        return [*(one for one in found if one["kind"] != "call"), *plan, *calls]

    def _planned(self, block: Json) -> bool:
        """Whether a text came as a plan."""
        own = (block.get("metadata") or {}).get(self.wire) or {}
        plan: bool = (own.get("$") or {}).get("at") == "tool_plan"
        return plan and block["kind"] == "text"

    def media(self, block: Json, given: str) -> Json | None:
        kind, mime_type = block["kind"], block.get("mimeType")
        role = "result" if kind == "document" else "user"
        if given not in GIVEN[role].get(kind, ()) or (given == "data" and mime_type is None):
            return None
        if mime_type == "" and given == "data":  # a URL that says nothing of it
            return {"url": f"data:;base64,{block['data']}"}
        return filled(
            mimeType=mime_type if given == "data" else None,
            name=block.get("name") if kind == "document" else None,
            **{given: block[given]},
        )

    def part(self, role: str, block: Json) -> list[Json]:
        if block["kind"] in ("image", "document") and block["kind"] not in GIVEN.get(role, ()):
            return []
        return super().part(role, block)

    def result_value(self, kind: str, value: Json) -> Json:
        if kind == "error":
            return {"json": {"error": value}}
        return super().result_value(kind, value)

    def response(self, value: Json) -> Json:
        found = super().response(value)
        found.pop("model", None)
        return found

    def error(self, error: Json) -> Json:
        found: Json = super().error(error)
        found.pop("code", None)
        return found

    def without_word(self, rest: Json) -> Json:
        return without(rest, "finish_reason")

    def usage(self, usage: Json) -> Json:
        # What goes to a cache is part of the prompt, and not told apart.
        prompt = usage["inputTokens"] + (usage.get("cacheWriteTokens") or 0)
        counts = super().usage({**usage, "inputTokens": prompt, "cacheWriteTokens": None})
        return counts
