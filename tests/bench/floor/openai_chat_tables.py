"""OpenAI Chat Completions by hand: the words of the wire and ours."""

from __future__ import annotations

import re
from typing import Any

from .apart import Returned

FORMAT = "openai_chat"
MODES = ("auto", "none", "required")
AUDIO = {"wav": "audio/wav", "mp3": "audio/mp3"}
AUDIO_BACK = {"audio/wav": "wav", "audio/mp3": "mp3", "audio/x-wav": "wav", "audio/mpeg": "mp3"}
FINISH = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "content_filter",
    "function_call": "tool_calls",
    "eos": "stop",
    "eos_token": "stop",
    "stop_sequence": "stop",
    "sensitive": "content_filter",
    "model_context_window_exceeded": "length",
    "error": "error",
    "network_error": "error",
    "abort": "error",
    "aborted": "error",
    "insufficient_system_resource": "error",
}
FINISH_BACK = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "content_filter",
    "other": "stop",
    "pause": "stop",
    "error": "stop",
}
DATA_URL = re.compile(r"data:([a-zA-Z0-9.+-]+/[a-zA-Z0-9.+-]+);base64,")
COMPACT: dict[str, Any] = {}
SPACED: dict[str, Any] = {FORMAT: {"$": {"arguments": {"style": "spaced"}}}}
GIVEN_CALL = frozenset({"type"})
GIVEN_RESPONSE = frozenset({"choices.0.index", "created", "object"})
GIVEN_USAGE = frozenset({"total_tokens"})
LANDING_SYSTEM = {"prompt_cache_breakpoint": ["text"]}
LANDING_ANSWER = {**LANDING_SYSTEM, "extra_content": ["toolCall"]}
LANDING_REPLY = {**LANDING_ANSWER, "closed": ["reasoning"]}
LANDING = {
    "system": LANDING_SYSTEM,
    "user": {"prompt_cache_breakpoint": ["text", "image", "audio", "document"]},
}
"""The kinds of block whose last one takes a key of an app's overlay on a message."""
FUNCTION = {"name": None, "arguments": None}
RETURNED = Returned(
    keys={
        "role": None,
        "content": None,
        "refusal": None,
        "tool_calls": None,
        "name": None,
        "audio": {"id": None},
        "function_call": FUNCTION,
    },
    blocks={
        "text": {
            "type": None, "text": None, "prompt_cache_breakpoint": {"mode": None, "ttl": None},
        },
        "toolCall": {
            "id": None,
            "type": None,
            "function": FUNCTION,
            "extra_content": None,
            "custom": {"name": None, "input": None},
        },
    },
)

# What services leave out, and what it is read as.
USUAL_REPLY: dict[str, Any] = {"id": "", "model": ""}
USUAL_CHOICE: dict[str, Any] = {"message": {"role": "assistant"}, "finish_reason": None}
USUAL_BODY = {**USUAL_REPLY, **{f"choices.0.{key}": value for key, value in USUAL_CHOICE.items()}}
USUAL_USAGE: dict[str, Any] = {"prompt_tokens": 0, "completion_tokens": 0}
USUAL_FUNCTION: dict[str, Any] = {"name": ""}
USUAL_CALL: dict[str, Any] = {"function.name": ""}
