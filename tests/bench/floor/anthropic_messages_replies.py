"""Anthropic Messages by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import NOTHING, absent, excused
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls
from toolwire._runtime.errors import expected
from toolwire._runtime.thoughts import shown

from .anthropic_messages_blocks import read_answer
from .anthropic_messages_hosts import read_host_error, write_host_error
from .anthropic_messages_tables import (
    FAILURES,
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_RESPONSE,
    USUAL_REPLY,
    USUAL_USAGE,
)
from .anthropic_messages_writing import write_blocks
from .common import EMPTY, complete, count, lay, object_at, refused_reply, sealed, text_at, texts
from .failures import add_kind, in_words


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w and w.get("type") == "error":
        return _error_body(w)
    if "type" not in w and any(w.get(key) is not None for key in ("error", "message", "Message")):
        return read_host_error(w)
    form: dict[str, Any] | None = None
    if w.get("id") is None or w.get("model") is None or "stop_reason" not in w:
        w, form = complete(w, form, USUAL_REPLY)
    content = w["content"]
    if type(content) is not list:
        raise ValueError("content")
    blocks = read_answer(content, Calls())
    raw = w["stop_reason"]
    reason = FINISH.get(raw, "other")
    if reason == "stop":
        for block in blocks:
            if block["kind"] == "toolCall":
                reason = "tool_calls"
                break
    elif reason in ("length", "content_filter", "error"):
        cut_short(blocks, FORMAT, False)
    if FINISH_BACK[reason] != raw:
        form = {**(form or EMPTY), "finishReason": {"as": raw}}
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": blocks},
        "finishReason": reason,
    }
    rest = w.copy()
    del rest["content"], rest["stop_reason"]
    if "usage" not in w:
        form = absent(form, "usage")
    elif w["usage"] is not None:
        x["usage"] = _usage(w["usage"])
        del rest["usage"]
    # An empty one is the overlay's: the intermediate format leaves it out.
    reply_id, model = w["id"], w["model"]
    if type(reply_id) is not str or type(model) is not str:
        raise ValueError("id or model")
    if reply_id:
        x["id"] = reply_id
    del rest["id"]
    if model:
        x["model"] = model
    del rest["model"]
    left_out = []
    if "type" not in w:
        left_out.append("type")
    elif w["type"] == "message":
        del rest["type"]
    if "role" not in w:
        left_out.append("role")
    elif w["role"] == "assistant":
        del rest["role"]
    if "stop_sequence" not in w:
        left_out.append("stop_sequence")
    elif w["stop_sequence"] is None:
        del rest["stop_sequence"]
    for path in left_out:
        form = absent(form, path)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    rest = w.copy()
    del rest["type"]
    left = rest.pop("error").copy()
    error: dict[str, Any] = {"message": text_at(left, "message"), "type": text_at(left, "type")}
    del left["message"], left["type"]
    if left:
        error["metadata"] = {FORMAT: sealed(left, None)}
    add_kind(error, FAILURES, FORMAT, "type")
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": []},
        "finishReason": "error",
        "error": error,
    }
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    if w.get("input_tokens") is None or w.get("output_tokens") is None:
        w, form = complete(w, form, USUAL_USAGE)
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
    inner = None
    if "output_tokens_details" in w and object_at(w, "output_tokens_details"):
        inner = w["output_tokens_details"].copy()
        if type(inner.get("thinking_tokens")) is int:
            x["reasoningTokens"] = thinking = inner.pop("thinking_tokens")
            if thinking <= tokens:
                tokens -= thinking
            else:
                form = {**(form or EMPTY), "outputTokens": {"whole": [tokens, thinking]}}
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
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    if "error" in x and x["error"] is not None:
        refused_reply(x, FINISH_BACK)
        if (form or EMPTY).get("body") is not None:
            return write_host_error(x, own or {})
        y = {"type": "error", "error": _error_back(in_words(x["error"], FAILURES, FORMAT, "type"))}
        if own is not None:
            lay(y, own)
        return y
    reply_id, model, usage = x.get("id"), x.get("model"), x.get("usage")
    if reply_id is None:
        reply_id = ""
    elif type(reply_id) is not str:
        raise expected("a string", x, "id")
    if model is None:
        model = ""
    elif type(model) is not str:
        raise expected("a string", x, "model")
    blocks = x["message"]["content"]
    if type(blocks) is not list:
        raise expected("a list", x["message"], "content")
    blocks = shown(x, FORMAT, {"signature": ""})["message"]["content"]
    reason = FINISH_BACK[x["finishReason"]]
    if form is not None and "finishReason" in form:
        spelled = form["finishReason"]["as"]
        again = FINISH.get(spelled, "other")
        if again == "stop" and any(block["kind"] == "toolCall" for block in blocks):
            again = "tool_calls"
        if again == x["finishReason"]:
            reason = spelled
    w: dict[str, Any] = {
        "type": "message",
        "role": "assistant",
        "stop_sequence": None,
        "id": reply_id,
        "model": model,
        "content": write_blocks(blocks),
        "stop_reason": reason,
    }
    if usage is not None:
        w["usage"] = _usage_back(usage)
    elif not excused(own, "usage"):
        w["usage"] = {"input_tokens": 0, "output_tokens": 0}
    if own is not None:
        lay(w, own, GIVEN_RESPONSE, USUAL_REPLY)
    return w


def _error_back(x: dict[str, Any]) -> dict[str, Any]:
    if type(x["message"]) is not str:
        raise expected("a string", x, "message")
    texts(x, "type", "code")
    kind = x.get("type")
    w = {"message": x["message"], "type": "api_error" if kind is None else kind}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    tokens_in, tokens_out = x["inputTokens"], x["outputTokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise expected("integers", x, None)
    w: dict[str, Any] = {"input_tokens": tokens_in, "output_tokens": tokens_out}
    if "toolUseTokens" in x:
        w["input_tokens"] += count(x, "toolUseTokens")
    if "cacheReadTokens" in x and x["cacheReadTokens"] is not None:
        w["cache_read_input_tokens"] = count(x, "cacheReadTokens")
    if "cacheWriteTokens" in x and x["cacheWriteTokens"] is not None:
        w["cache_creation_input_tokens"] = count(x, "cacheWriteTokens")
    if "reasoningTokens" in x and x["reasoningTokens"] is not None:
        thinking = count(x, "reasoningTokens")
        w["output_tokens_details"] = {"thinking_tokens": thinking}
        entry = None if own is None else own.get("$", EMPTY).get("outputTokens")
        if entry is None or entry["whole"] != [tokens_out, thinking]:
            w["output_tokens"] = tokens_out + thinking
    if own is not None:
        lay(w, own, NOTHING, USUAL_USAGE)
    return w
