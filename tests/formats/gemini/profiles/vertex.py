"""Vertex AI: the Developer API's checks, and a schema that refuses what it does not name."""

from __future__ import annotations

from typing import Any

from acceptance import nodes
from formats.gemini import accepts

Json = Any
MODELS = accepts.MODELS[::2]
TEXTS = ("enum", "email", "byte", "date", "date-time", "password")
FORMATS = {**accepts.FORMATS, "STRING": TEXTS}
"""By its reference of a schema: for STRING type "email", "byte", etc."""


def breaches(body: Json, model: str = "") -> list[str]:
    """Why the service would refuse a request."""
    parts = [part for content in body.get("contents") or [] for part in content.get("parts") or []]
    found = accepts.breaches(body, model, FORMATS)
    found += accepts.unsaid(parts)  # "an empty text parameter"
    for part in parts:
        for key in ("functionCall", "functionResponse"):
            if "id" in (accepts.get(part, key) or {}):
                found.append(f"an id in a {key}")
        # The SDK's own client raises, as `_Part_to_vertex` and its neighbours say.
        if {"partMetadata", "part_metadata"} & part.keys():
            found.append("metadata of a part")
        if "willContinue" in (accepts.get(part, "functionResponse") or {}):
            found.append("a result that goes on")
        if {"toolCall", "toolResponse", "tool_call", "tool_response"} & part.keys():
            found.append("a call of a tool of the Developer API")
    for tool in body.get("tools") or []:
        for function in accepts.get(tool, "functionDeclarations") or []:
            found += _alone(function.get("parameters"))
    found += _alone(accepts.get(accepts.get(body, "generationConfig"), "responseSchema"))
    config = accepts.get(body, "toolConfig") or {}
    choice = accepts.get(config, "functionCallingConfig") or {}
    named = accepts.get(choice, "allowedFunctionNames")
    if named and str(choice.get("mode")).upper() not in ("ANY", "2"):
        found.append("names are only set when the mode is ANY")
    civic = accepts.get(accepts.get(body, "generationConfig"), "enableEnhancedCivicAnswers")
    if "store" in body or "includeServerSideToolInvocations" in config or civic is not None:
        found.append("a setting of the Developer API")
    return found


def _alone(schema: Json) -> list[str]:
    """Alternatives that other words stand beside: in its own, "it must be the only field set"."""
    lists = [one for one, _ in nodes(schema) if "anyOf" in one or "any_of" in one]
    return ["other fields alongside any_of" for one in lists if len(one) > 1]
