"""Mistral Chat by hand: the words of the wire and ours."""

from __future__ import annotations

from typing import Any

from .apart import Returned
from .failures import Words

FORMAT = "mistral_chat"
OUR_MODES = ("auto", "none", "required")
MODES = {"auto": "auto", "none": "none", "any": "required", "required": "required"}
MODES_BACK = {"auto": "auto", "none": "none", "required": "any"}
FINISH = {
    "stop": "stop",
    "length": "length",
    "model_length": "length",
    "tool_calls": "tool_calls",
    "error": "error",
}
FINISH_BACK = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "error": "error",
    "content_filter": "error",
    "other": "stop",
    "pause": "stop",
}
FAILURES = Words(
    codes={"1300": "rate_limit", "3505": "rate_limit", "1500": "not_found"},
    messages={
        "rate limit": "rate_limit",
        "unauthorized": "authentication",
        "invalid api key": "authentication",
        "maximum context length": "context_length",
    },
    types={
        "rate_limited": "rate_limit",
        "service_tier_capacity_exceeded": "rate_limit",
        "overloaded": "overloaded",
        "permission_denied": "permission",
        "invalid_request_error": "invalid_request",
        "invalid_request_message_order": "invalid_request",
        "invalid_model": "not_found",
        "internal_server_error": "server",
    },
    says={
        "rate_limit": {
            "type": "rate_limited",
            "code": "1300",
            "message": "Requests rate limit exceeded",
        },
        "overloaded": {"type": "overloaded"},
        "authentication": {"message": "Unauthorized"},
        "permission": {"type": "permission_denied"},
        "invalid_request": {"type": "invalid_request_error"},
        "not_found": {"type": "invalid_model", "code": "1500"},
        "context_length": {
            "type": "invalid_request_error",
            "message": "Prompt is too large for the maximum context length",
        },
        "server": {"type": "internal_server_error"},
    },
)
RETURNED = Returned(
    keys={"role": None, "content": None, "tool_calls": None, "prefix": None},
    blocks={
        "text": {"type": None, "text": None},
        "reasoning": {"type": None, "thinking": None, "closed": None, "signature": None},
        "toolCall": {
            "id": None,
            "type": None,
            "function": {"name": None, "arguments": None},
            "index": None,
        },
    },
)
TEXT = {"type": "text"}
LIST: dict[str, Any] = {"style": "list"}
SPACED: dict[str, Any] = {FORMAT: {"$": {"arguments": {"style": "spaced"}}}}
LANDING: dict[str, list[str]] = {"index": ["toolCall"]}
"""The kinds of block whose last one takes a key of an app's overlay on a message."""
GIVEN_TYPE = frozenset({"type"})
GIVEN_REPLY = frozenset({"choices.0.index", "created", "object"})
GIVEN_USAGE = frozenset({"total_tokens"})

# What services leave out, and what it is read as.
USUAL_SAID: dict[str, Any] = {"content": ""}
USUAL_REPLY: dict[str, Any] = {"id": "", "model": ""}
USUAL_CHOICE: dict[str, Any] = {"finish_reason": None}
USUAL_BODY = {**USUAL_REPLY, **{f"choices.0.{key}": value for key, value in USUAL_CHOICE.items()}}
USUAL_USAGE: dict[str, Any] = {"prompt_tokens": 0, "completion_tokens": 0}
USUAL_CALL: dict[str, Any] = {"function.name": ""}
