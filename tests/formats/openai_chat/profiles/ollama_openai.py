"""Ollama's compatible endpoint: by the list of fields it documents, and by its own source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from acceptance import nodes
from formats.ollama_chat.accepts import MODELS, UNTHINKING
from formats.openai_chat.profiles import Service

__all__ = ["MODELS", "breaches"]
Json = Any


def _more(body: Json) -> Iterator[str]:
    for tool in body.get("tools") or ():
        for schema, _ in nodes((tool.get("function") or {}).get("parameters") or {}):
            if any(isinstance(one, bool) for one in schema.get("properties", {}).values()):
                yield "json: cannot unmarshal bool into Go struct field of type api.ToolProperty"
    if body.get("reasoning_effort", "none") != "none" and re.match(UNTHINKING, body["model"]):
        yield f"{body['model']} does not support thinking"
    for message in body["messages"]:
        if message.get("content") is None and not message.get("tool_calls"):
            yield "invalid message content type: <nil>"
        for call in message.get("tool_calls") or ():
            try:
                arguments = json.loads(call["function"]["arguments"])
            except (KeyError, TypeError, ValueError):
                arguments = []
            if not isinstance(arguments, dict | None):  # Go reads null as an empty map
                yield "arguments that are no object"


breaches = Service(
    knows=(
        "max_tokens", "seed", "presence_penalty", "frequency_penalty", "response_format",
        "reasoning_effort",
    ),
    parts=("text", "image_url"),
    results=("text", "image_url"),
    images=tuple(f"data:image/{kind};base64," for kind in ("jpeg", "jpg", "png", "webp")),
    choices=(),
    efforts=("high", "medium", "low", "none"),
    thoughts=("reasoning",),
    stops=float("inf"),
    more=_more,
    declines=False,
).breaches  # fmt: skip
