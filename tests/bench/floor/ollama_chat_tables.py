"""Ollama's own chat by hand: the words of the wire and ours."""

from __future__ import annotations

from typing import Any

from .apart import Returned
from .failures import Words

FORMAT = "ollama_chat"
CARRIER = "__invalid_arguments__"
MODES = ("auto", "none", "required")
FINISH = {"stop": "stop", "length": "length"}
FINISH_BACK = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "stop",
    "content_filter": "stop",
    "pause": "stop",
    "error": "stop",
    "other": "stop",
}
FAILURES = Words(
    codes={},
    messages={
        "too many requests": "rate_limit",
        "usage limit": "rate_limit",
        "server busy": "overloaded",
        "unauthorized": "authentication",
        "forbidden": "permission",
        "invalid request": "invalid_request",
        "does not support": "invalid_request",
        "not found": "not_found",
        "context length": "context_length",
        "internal server": "server",
    },
    types={},
    says={
        "rate_limit": {"message": "too many requests"},
        "overloaded": {"message": "server busy"},
        "authentication": {"message": "unauthorized"},
        "permission": {"message": "forbidden"},
        "invalid_request": {"message": "invalid request"},
        "not_found": {"message": "not found"},
        "context_length": {"message": "the prompt exceeds the context length"},
        "server": {"message": "internal server error"},
    },
)
RETURNED = Returned(
    keys={"role": None, "content": None, "thinking": None, "tool_calls": None, "images": None},
    blocks={
        "toolCall": {
            "id": None,
            "type": None,
            "function": {"index": None, "name": None, "arguments": None},
        },
    },
)
LANDING: dict[str, list[str]] = {"type": ["toolCall"]}
GIVEN_REPLY = frozenset({"done"})
GIVEN_TOOL = frozenset({"type"})

# What services leave out, and what it is read as.
USUAL_REQUEST: dict[str, Any] = {"messages": []}
USUAL_SYSTEM: dict[str, Any] = {"content": ""}
USUAL_CALL: dict[str, Any] = {"function.name": ""}
USUAL_COUNTS: dict[str, Any] = {"prompt_eval_count": 0, "eval_count": 0}
THINKING = frozenset({"low", "medium", "high"})
THINKING_BACK: dict[str, Any] = {
    "none": False,
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "high",
    "max": "high",
}
