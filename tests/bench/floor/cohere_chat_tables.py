"""Cohere's chat by hand: the words of the wire and ours."""

from __future__ import annotations

import re
from typing import Any

from .apart import Returned
from .failures import Words

FORMAT = "cohere_chat"
COUNTS = [
    ["cached_tokens"],
    ["tokens", "reasoning_tokens"],
    ["tokens", "input_tokens"],
    ["tokens", "output_tokens"],
]
MODES = ("auto", "none", "required")
CHOICE = {"REQUIRED": "required", "NONE": "none"}
CHOICE_BACK = {"required": "REQUIRED", "none": "NONE"}
FINISH = {
    "COMPLETE": "stop",
    "STOP_SEQUENCE": "stop",
    "MAX_TOKENS": "length",
    "TOOL_CALL": "tool_calls",
    "ERROR": "error",
    "TIMEOUT": "error",
}
FINISH_BACK = {
    "stop": "COMPLETE",
    "length": "MAX_TOKENS",
    "tool_calls": "TOOL_CALL",
    "error": "ERROR",
    "content_filter": "ERROR",
    "other": "COMPLETE",
    "pause": "COMPLETE",
}
FAILURES = Words(
    codes={},
    messages={
        "rate limit": "rate_limit",
        "trial key": "rate_limit",
        "unavailable": "overloaded",
        "invalid api token": "authentication",
        "incorrect api key": "authentication",
        "no api key": "authentication",
        "forbidden": "permission",
        "invalid request": "invalid_request",
        "not found": "not_found",
        "too many tokens": "context_length",
        "internal server": "server",
    },
    types={"TOO_MANY_TOKENS": "context_length"},
    says={
        "rate_limit": {"message": "rate limit"},
        "overloaded": {"message": "service unavailable"},
        "authentication": {"message": "invalid api token"},
        "permission": {"message": "forbidden"},
        "invalid_request": {"message": "invalid request"},
        "not_found": {"message": "not found"},
        "context_length": {"type": "TOO_MANY_TOKENS", "message": "too many tokens"},
        "server": {"message": "internal server error"},
    },
)
RETURNED = Returned(
    keys={"role": None, "content": None, "tool_plan": None, "tool_calls": None, "citations": None},
    blocks={
        "text": {"type": None, "text": None},
        "reasoning": {"type": None, "thinking": None},
        "toolCall": {"id": None, "type": None, "function": {"name": None, "arguments": None}},
    },
)
DATA_URL = re.compile(r"data:([a-zA-Z0-9.+-]+/[a-zA-Z0-9.+-]+);base64,")
SPACED: dict[str, Any] = {FORMAT: {"$": {"arguments": {"style": "spaced"}}}}
PLAN: dict[str, Any] = {FORMAT: {"$": {"at": "tool_plan"}}}
GIVEN = frozenset({"type"})
GIVEN_END = frozenset({"delta.finish_reason"})

# What services leave out, and what it is read as.
USUAL_REPLY: dict[str, Any] = {"id": "", "finish_reason": None}
USUAL_CALL: dict[str, Any] = {"function.name": ""}
USUAL_NAME: dict[str, Any] = {"name": ""}
USUAL_TOOL: dict[str, Any] = {"function.parameters": {"type": "object"}}
USUAL_PARAMETERS: dict[str, Any] = {"parameters": {"type": "object"}}
