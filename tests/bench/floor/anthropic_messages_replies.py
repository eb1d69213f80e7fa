"""Anthropic Messages by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from .anthropic_messages_blocks import read_answer
from .anthropic_messages_encode import write_blocks
from .anthropic_messages_tables import FINISH, FINISH_BACK, FORMAT, GIVEN_RESPONSE
from .common import EMPTY, lay, sealed


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w and w.get("type") == "error":
        return _error_body(w)
    blocks = read_answer(w["content"], {})
    raw = w["stop_reason"]
    reason = FINISH.get(raw, "other")
    if reason == "stop":
        for block in blocks:
            if block["kind"] == "toolCall":
                reason = "tool_calls"
                break
    form: dict[str, Any] | None = None
    if FINISH_BACK[reason] != raw:
        form = {"finishReason": {"as": raw}}
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": blocks},
        "finishReason": reason,
        "usage": _usage(w["usage"]),
    }
    rest = w.copy()
    del rest["content"], rest["stop_reason"], rest["usage"]
    # An empty one is the overlay's: the intermediate format leaves it out.
    if w["id"] != "":
        x["id"] = w["id"]
    del rest["id"]
    if w["model"] != "":
        x["model"] = w["model"]
    del rest["model"]
    absent = []
    if "type" not in w:
        absent.append("type")
    elif w["type"] == "message":
        del rest["type"]
    if "role" not in w:
        absent.append("role")
    elif w["role"] == "assistant":
        del rest["role"]
    if "stop_sequence" not in w:
        absent.append("stop_sequence")
    elif w["stop_sequence"] is None:
        del rest["stop_sequence"]
    if absent:
        form = {**(form or EMPTY), "absent": absent}
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    rest = w.copy()
    del rest["type"]
    left = rest.pop("error").copy()
    error: dict[str, Any] = {"message": left.pop("message"), "type": left.pop("type")}
    if left:
        error["metadata"] = {FORMAT: sealed(left, None)}
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": []},
        "finishReason": "error",
        "error": error,
    }
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    tokens = w["output_tokens"]
    if type(w["input_tokens"]) is not int or type(tokens) is not int:
        raise ValueError("usage")
    x: dict[str, Any] = {"inputTokens": w["input_tokens"]}
    left = len(w) - 2
    if "cache_read_input_tokens" in w and type(w["cache_read_input_tokens"]) is int:
        x["cacheReadTokens"] = w["cache_read_input_tokens"]
        left -= 1
    if "cache_creation_input_tokens" in w and type(w["cache_creation_input_tokens"]) is int:
        x["cacheWriteTokens"] = w["cache_creation_input_tokens"]
        left -= 1
    form = None
    inner = None
    if w.get("output_tokens_details"):
        inner = w["output_tokens_details"].copy()
        if type(inner.get("thinking_tokens")) is int:
            x["reasoningTokens"] = thinking = inner.pop("thinking_tokens")
            if thinking <= tokens:
                tokens -= thinking
            else:
                form = {"outputTokens": {"style": "whole"}}
    x["outputTokens"] = tokens
    if left or form is not None:
        rest = w.copy()
        del rest["input_tokens"], rest["output_tokens"]
        if "cacheReadTokens" in x:
            del rest["cache_read_input_tokens"]
        if "cacheWriteTokens" in x:
            del rest["cache_creation_input_tokens"]
        if inner is not None:
            del rest["output_tokens_details"]
            if inner:
                rest["output_tokens_details"] = inner
        if rest or form is not None:
            x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    if "error" in x:
        error = x["error"]
        inner = {"message": error["message"], "type": error.get("type", "api_error")}
        if "metadata" in error and FORMAT in error["metadata"]:
            lay(inner, error["metadata"][FORMAT])
        y: dict[str, Any] = {"type": "error", "error": inner}
        if own is not None:
            lay(y, own)
        return y
    blocks = x["message"]["content"]
    reason = FINISH_BACK[x["finishReason"]]
    if form is not None and "finishReason" in form:
        kept = form["finishReason"]["as"]
        again = FINISH.get(kept, "other")
        if again == "stop" and any(block["kind"] == "toolCall" for block in blocks):
            again = "tool_calls"
        if again == x["finishReason"]:
            reason = kept
    usage = x.get("usage", {"inputTokens": 0, "outputTokens": 0})
    w = {
        "type": "message",
        "role": "assistant",
        "stop_sequence": None,
        "id": x.get("id", ""),
        "model": x.get("model", ""),
        "content": write_blocks(blocks),
        "stop_reason": reason,
        "usage": _usage_back(usage),
    }
    if own is not None:
        lay(w, own, GIVEN_RESPONSE)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
    w: dict[str, Any] = {"input_tokens": x["inputTokens"], "output_tokens": x["outputTokens"]}
    if "cacheReadTokens" in x:
        w["cache_read_input_tokens"] = x["cacheReadTokens"]
    if "cacheWriteTokens" in x:
        w["cache_creation_input_tokens"] = x["cacheWriteTokens"]
    if "reasoningTokens" in x:
        w["output_tokens_details"] = {"thinking_tokens": x["reasoningTokens"]}
        if own is None or "outputTokens" not in own.get("$", ()):
            w["output_tokens"] += x["reasoningTokens"]
    if own is not None:
        lay(w, own)
    return w
