"""Anthropic Messages by hand: the words of the wire and ours."""

from __future__ import annotations

from typing import Any

from .failures import Words

FORMAT = "anthropic_messages"
INVALID = "__invalid_arguments__"
FINISH = {
    "end_turn": "stop",
    "max_tokens": "length",
    "tool_use": "tool_calls",
    "refusal": "content_filter",
    "pause_turn": "pause",
    "stop_sequence": "stop",
    "model_context_window_exceeded": "length",
    "compaction": "pause",
}
FINISH_BACK = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "pause": "pause_turn",
    "other": "end_turn",
    "error": "end_turn",
}
FAILURES = Words(
    codes={},
    messages={
        "please wait before trying": "rate_limit",
        "security token": "authentication",
        "is not authorized": "permission",
        "model identifier is invalid": "not_found",
        "prompt is too long": "context_length",
        "exceed context limit": "context_length",
        "input is too long": "context_length",
    },
    types={
        "rate_limit_error": "rate_limit",
        "overloaded_error": "overloaded",
        "authentication_error": "authentication",
        "permission_error": "permission",
        "billing_error": "permission",
        "invalid_request_error": "invalid_request",
        "request_too_large": "invalid_request",
        "not_found_error": "not_found",
        "api_error": "server",
        "timeout_error": "server",
    },
    says={
        "rate_limit": {"type": "rate_limit_error"},
        "overloaded": {"type": "overloaded_error"},
        "authentication": {"type": "authentication_error"},
        "permission": {"type": "permission_error"},
        "invalid_request": {"type": "invalid_request_error"},
        "not_found": {"type": "not_found_error"},
        "context_length": {"type": "invalid_request_error", "message": "prompt is too long"},
        "server": {"type": "api_error"},
    },
)
GIVEN_RESPONSE = frozenset({"role", "stop_sequence", "type"})
MODES = {"auto": "auto", "any": "required", "none": "none"}
MODES_BACK = {"auto": "auto", "required": "any", "none": "none"}
IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
IMAGES_BACK = {**{name: name for name in IMAGES}, "image/jpg": "image/jpeg"}
DOCUMENTS = frozenset({"application/pdf"})
DOCUMENTS_BACK = {"application/pdf": "application/pdf"}
LANDING_ANSWER = {
    "cache_control": ["text", "toolCall"],
    "caller": ["toolCall"],
    "citations": ["text"],
    "toolset_name": ["toolCall"],
}
LANDING = {
    "system": {"cache_control": ["text"], "citations": ["text"]},
    "user": {
        "cache_control": ["text", "image", "document"],
        "citations": ["text", "document"],
        "context": ["document"],
        "transformations": ["image"],
    },
}
"""The kinds of block whose last one takes a key of an app's overlay on a message."""

# What services leave out, and what it is read as.
USUAL_REPLY: dict[str, Any] = {"id": "", "model": "", "stop_reason": None}
USUAL_USAGE: dict[str, Any] = {"input_tokens": 0, "output_tokens": 0}
USUAL_SYSTEM: dict[str, Any] = {"content": ""}
USUAL_CALL: dict[str, Any] = {"name": ""}
EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
"""How much the model thinks, in the words that are ours too; "low" stands for what is less."""
