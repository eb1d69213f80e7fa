"""What a value should make a Converse body say."""

from __future__ import annotations

from typing import Any, ClassVar

from driving import saying
from driving.neutral import EFFORTS
from driving.saying import without
from formats.bedrock_converse.reading import TYPES

Json = Any
ALIKE = {"image/jpg": "image/jpeg", "audio/mp3": "audio/mpeg", "audio/x-wav": "audio/wav"}
"""Other names of media types."""


class Saying(saying.Saying):
    """Instructions beside the messages; blocks in order; results with a status."""

    REASONING_COUNTED = False
    THOUGHTS_SHOWN: ClassVar = {}
    EFFORTS: ClassVar = {**EFFORTS, "none": "low", "minimal": "low"}
    UNDETERMINED: ClassVar = frozenset(
        {
            # What nobody knows beside the tools stays, although the tools are gone.
            "requests-unknown_keys",
            "requests-result_json_that_is_no_object",  # it is nobody's, and stays as it is
            # A status that may be left out is compared by its place, which moves.
            "requests-result_kinds",
            "requests-result_media",
        }
    )
    # Thoughts without a signature have an empty one, which is nothing.
    READ_OTHERWISE: ClassVar = frozenset(
        {"requests-reasoning_unsigned", "replies-reasoning_unsigned"}
    )

    ANY_JSON = False
    SYSTEMS_JOINED = True
    BLANK = None
    SILENT = (("content", []), ("status", "success"))

    def request(self, value: Json) -> Json:
        found = super().request(value)
        for key in ("model", "parallel"):
            found.pop(key, None)
        if value.get("tools") is None:
            found.pop("toolChoice", None)
        return found

    def response(self, value: Json) -> Json:
        found = super().response(value)
        for key in ("id", "model"):  # a reply says neither
            found.pop(key, None)
        return found

    def result_value(self, kind: str, value: Json) -> Json:
        """What is no object is held by one; so is an object that would be read as that."""
        inner = value
        while type(inner) is dict and [*inner] == ["output"]:
            inner = inner["output"]
        alone = value is None or not (inner is None or type(inner) is dict)
        wrapped = {"output": value} if kind == "data" and alone else value
        return super().result_value(kind, wrapped)

    def choice(self, choice: Json) -> Json:
        return None if choice == "none" else super().choice(choice)

    def allowed(self, names: list[str], mode: str) -> Json:
        return None

    def without_form(self, rest: Json) -> Json:
        return without(rest, "outputConfig", "textFormat")

    def named(self, wanted: Json) -> Json:
        return {key: wanted[key] for key in ("name", "description") if key in wanted}

    def declared(self, fields: Json) -> Json:
        if fields["parameters"] is None:
            return {**fields, "parameters": {"type": "object"}}
        return fields

    def part(self, role: str, block: Json) -> list[Json]:
        if block["kind"] == "text" and not block["text"] and not self.came(block):
            return []  # the service takes no empty text
        if role == "result" and block["kind"] == "audio":
            return []  # a result takes no sounds
        return super().part(role, block)

    def takes_media(self, role: str) -> bool:
        return role != "system"

    def media(self, block: Json, given: str) -> Json | None:
        kind, mime_type = block["kind"], block.get("mimeType")
        if given == "text" and (source := block.get("source")) is not None:
            return {"name": block.get("name", "document"), "source": source, given: block[given]}
        mime_type = ALIKE.get(mime_type or "", mime_type)
        if given == "fileId" or (given == "text" and kind != "document"):
            return None
        mime_type = mime_type if mime_type in TYPES[kind].values() else None
        if mime_type is None and kind != "document":
            return None
        name = block.get("name", "document") if kind == "document" else None
        return {"mimeType": mime_type, "name": name, given: block[given]}

    def without_word(self, rest: Json) -> Json:
        return without(rest, "stopReason")

    def error(self, error: Json) -> Json:
        found = super().error(error)
        found.pop("code", None)
        return found

    def counted(self, usage: Json) -> Json:
        return {"inputTokens": 0, "outputTokens": 0} if usage is None else usage
