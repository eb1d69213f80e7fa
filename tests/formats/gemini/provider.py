"""generateContent, as Google and its client have it."""

from __future__ import annotations

from typing import Any

from google.genai import types as genai

from provider_types import adapter_of, model

Json = Any
DEMANDED: Json = {}
"""What a request must say, or its encoder refuses or makes it up."""

_PIECES: dict[str, Any] = {
    "contents": list[genai.Content],
    "systemInstruction": genai.Content,
    "tools": list[genai.Tool],
    "toolConfig": genai.ToolConfig,
    "generationConfig": genai.GenerationConfig,
    "safetySettings": list[genai.SafetySetting],
}
"""The SDK has no type of the whole body: each piece of it has one."""


def _request(payload: Json) -> None:
    for key, type_ in _PIECES.items():
        if key in payload:
            adapter_of(type_).validate_python(payload[key])


CHECKS = {"request": _request, "response": model(genai.GenerateContentResponse)}

WORDS = {
    "stop": "STOP",
    "length": "MAX_TOKENS",
    "tool_calls": "STOP",
    "content_filter": "SAFETY",
    "pause": "OTHER",
    "error": "MALFORMED_RESPONSE",
    "other": None,  # the key is left out
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"pause"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body["candidates"][0].get("finishReason")
