"""Cohere chat, version 2, as Cohere and its client have it."""

from __future__ import annotations

import inspect
from typing import Any, Literal

import cohere
from cohere.v2.types.v2chat_request_documents_item import V2ChatRequestDocumentsItem

from provider_types import Complaint, adapter_of

Json = Any
DEMANDED: Json = {"model": "some-model"}
"""What a request must say, or its encoder refuses or makes it up."""
ARGUMENTS = {*inspect.signature(cohere.ClientV2.chat).parameters, "stream"}
TYPES: dict[str, Any] = {
    "model": str,
    "messages": list[cohere.ChatMessageV2],
    "tools": list[cohere.ToolV2] | None,
    "documents": list[V2ChatRequestDocumentsItem] | None,
    "response_format": cohere.ResponseFormatV2 | None,
    "thinking": cohere.Thinking | None,
    "citation_options": cohere.CitationOptions | None,
    "stop_sequences": list[str] | None,
    "tool_choice": Literal["REQUIRED", "NONE"] | None,
    "max_tokens": int | None,
}
"""The arguments of the client's `chat` that are more than a plain value."""


def _request(body: Json) -> None:
    for key in ("model", "messages"):
        if key not in body:
            raise Complaint(f"{key} is missing")
    for key, value in body.items():
        if key not in ARGUMENTS:
            raise Complaint(f"no argument {key}")
        if key in TYPES:
            adapter_of(TYPES[key]).validate_python(value)


def _reply(body: Json) -> None:
    failed = isinstance(body.get("message"), str) or body.get("type") == "message-end"
    if not failed:  # the client has no type for what went wrong
        adapter_of(cohere.V2ChatResponse).validate_python(body)


CHECKS = {"request": _request, "response": _reply}

WORDS = {
    "stop": "COMPLETE",
    "length": "MAX_TOKENS",
    "tool_calls": "TOOL_CALL",
    "error": "ERROR",
    "content_filter": "ERROR",
    "pause": "COMPLETE",
    "other": "COMPLETE",
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"content_filter", "pause", "other"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body["finish_reason"]
