"""What a value should make a Messages body say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from driving import saying
from driving.neutral import EFFORTS
from driving.saying import without
from formats.anthropic_messages.marks import marks, unplaced
from formats.anthropic_messages.reading import IMAGES

Json = Any


class Saying(saying.Saying):
    """Instructions beside the messages; blocks in order."""

    THOUGHTS_SHOWN: ClassVar = {"signature": ""}
    ANY_JSON = False
    SETTINGS = frozenset({"stream", "topK", "user"})
    EFFORTS: ClassVar = {**EFFORTS, "none": "low", "minimal": "low"}
    SYSTEMS_JOINED = True
    SILENT = (("content", ""), ("is_error", False))
    # It says a thing twice, and each time otherwise; a test names what becomes of that.
    body = ""
    UNDETERMINED = READ_OTHERWISE = frozenset({"requests-output_both"})
    UNREAD = frozenset({*saying.Saying.UNREAD, "media_type"})

    def mistakes(self, value: Json) -> Iterator[tuple[str, str, str | None]]:
        for pointer, odd in marks(value):
            yield "cache mark", pointer, unplaced(odd, pointer)

    def request(self, value: Json) -> Json:
        found = super().request({"maxTokens": 4096, **value})
        if "parallel" in found:
            found.setdefault("toolChoice", "auto")
        return found

    def without_form(self, rest: Json) -> Json:
        return without(rest, "output_config", "format")

    def declared(self, fields: Json) -> Json:
        if fields["parameters"] is None:
            return {**fields, "parameters": {"type": "object"}}
        return fields

    def media(self, block: Json, given: str) -> Json | None:
        kind, mime_type = block["kind"], block.get("mimeType")
        if given == "text" and (source := block.get("source")) is not None:
            return {"name": block.get("name", "document"), "source": source, given: block[given]}
        mime_type = "image/jpeg" if mime_type == "image/jpg" else mime_type
        taken = {"image": IMAGES, "document": ("application/pdf",)}.get(kind, ())
        if not taken or (given == "data" and mime_type not in taken):
            return None
        return {
            "mimeType": mime_type if given == "data" else None,
            "name": block.get("name") if kind == "document" else None,
            given: block[given],
        }

    def without_word(self, rest: Json) -> Json:
        return without(rest, "stop_reason")

    def response(self, value: Json) -> Json:
        """Errors of who hosts the model have words of their own, and a code."""
        own = (value.get("metadata") or {}).get(self.wire) or {}
        self.body = (own.get("$") or {}).get("body", "")
        return super().response(value)

    def error(self, error: Json) -> Json:
        found = super().error(error)
        if self.body == "HostErrorBody":
            return found
        if self.body:
            found.pop("code", None)
            return found
        found.pop("code", None)
        return {"type": "api_error", **found}

    def counted(self, usage: Json) -> Json:
        return {"inputTokens": 0, "outputTokens": 0} if usage is None else usage
