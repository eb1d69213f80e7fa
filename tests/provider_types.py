"""Does a payload satisfy the provider's own SDK types?

``refusal(format, entry, payload)`` gives pydantic's words for what does not fit, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import anthropic.types
import openai.types.chat
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from google.genai import types as genai
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import TypeAdapter, ValidationError

Json = Any


@cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)


def _consume(value: Any) -> None:
    """Iterable fields of the SDKs' TypedDicts are validated only as they are iterated."""
    if isinstance(value, dict):
        for item in value.values():
            _consume(item)
    elif not isinstance(value, (str, bytes)) and hasattr(value, "__iter__"):
        for item in value:
            _consume(item)


def _typed_dict(type_: Any) -> Callable[[Json], None]:
    def check(payload: Json) -> None:
        _consume(_adapter(type_).validate_python(payload))

    return check


def _model(type_: Any) -> Callable[[Json], None]:
    def check(payload: Json) -> None:
        type_.model_validate(payload)

    return check


_PIECES: dict[str, Any] = {
    "contents": list[genai.Content],
    "systemInstruction": genai.Content,
    "tools": list[genai.Tool],
    "toolConfig": genai.ToolConfig,
    "generationConfig": genai.GenerationConfig,
    "safetySettings": list[genai.SafetySetting],
}
"""The SDK has no type of the whole body: each piece of it has one."""


def _gemini_request(payload: Json) -> None:
    for key, type_ in _PIECES.items():
        if key in payload:
            _adapter(type_).validate_python(payload[key])


_CHECKS: dict[tuple[str, str], Callable[[Json], None]] = {
    ("openai_chat", "request"): _typed_dict(CompletionCreateParamsNonStreaming),
    ("openai_chat", "response"): _model(openai.types.chat.ChatCompletion),
    ("anthropic_messages", "request"): _typed_dict(MessageCreateParamsNonStreaming),
    ("anthropic_messages", "response"): _model(anthropic.types.Message),
    ("gemini", "request"): _gemini_request,
    ("gemini", "response"): _model(genai.GenerateContentResponse),
}


def refusal(format_: str, entry: str, payload: Json) -> str | None:
    """Why the SDK's types refuse a payload, or None. Error bodies have no SDK type."""
    if entry == "response" and "error" in payload:
        return None
    try:
        _CHECKS[format_, entry](payload)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']} (given {first['input']!r})"
    return None
