"""OpenAI Chat Completions by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from .common import EMPTY, count, lay, sealed
from .openai_chat_encode import write_assistant
from .openai_chat_messages import read_assistant
from .openai_chat_tables import FINISH, FINISH_BACK, FORMAT, GIVEN_RESPONSE, GIVEN_USAGE


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w:
        return _error_body(w)
    choices = w["choices"]
    first = choices[0]
    if first["message"]["role"] != "assistant":
        raise ValueError("role")
    message = read_assistant(first["message"], {}, [], True)
    raw = first["finish_reason"]
    reason = FINISH.get(raw, "other")
    if reason == "stop":
        for block in message["content"]:
            if block["kind"] == "toolCall":
                reason = "tool_calls"
                break
    form: dict[str, Any] | None = None
    if FINISH_BACK[reason] != raw:
        form = {"finishReason": {"as": raw}}
    x: dict[str, Any] = {"message": message, "finishReason": reason}
    rest = w.copy()
    del rest["choices"]
    if w["id"] != "":
        x["id"] = w["id"]
    del rest["id"]
    if w["model"] != "":
        x["model"] = w["model"]
    del rest["model"]
    if "usage" in w and w["usage"] is not None:
        x["usage"] = _usage(w["usage"])
        del rest["usage"]
    absent = []
    if "object" not in w:
        absent.append("object")
    elif w["object"] == "chat.completion":
        del rest["object"]
    if "created" not in w:
        absent.append("created")
    elif w["created"] == 0 and type(w["created"]) is int:
        del rest["created"]
    left = first.copy()
    del left["message"], left["finish_reason"]
    if "index" not in first:
        absent.append("choices.0.index")
    elif first["index"] == 0 and type(first["index"]) is int:
        del left["index"]
    if left or len(choices) > 1:
        rest["choices"] = [left, *choices[1:]]
    if absent:
        form = {**(form or EMPTY), "absent": absent}
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    rest = w.copy()
    left = rest.pop("error").copy()
    y = {"message": left.pop("message")}
    for key in ("type", "code"):
        if type(left.get(key)) is str:
            y[key] = left.pop(key)
    if left:
        y["metadata"] = {FORMAT: sealed(left, None)}
    x["error"] = y
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    x: dict[str, Any] = {}
    rest = w.copy()
    form: dict[str, Any] | None = None
    tokens_in, tokens_out = w["prompt_tokens"], w["completion_tokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise ValueError("usage")
    total = tokens_in + tokens_out
    details = w.get("prompt_tokens_details")
    if details:
        left = details.copy()
        cached, written = left.get("cached_tokens"), left.get("cache_write_tokens")
        part = 0
        if type(cached) is int:
            x["cacheReadTokens"] = part = cached
            del left["cached_tokens"]
        if type(written) is int:
            x["cacheWriteTokens"] = written
            part += written
            del left["cache_write_tokens"]
        if part <= tokens_in:
            tokens_in -= part
        else:
            form = {"inputTokens": {"style": "whole"}}
            total += part
        if left:
            rest["prompt_tokens_details"] = left
        else:
            del rest["prompt_tokens_details"]
    details = w.get("completion_tokens_details")
    if details:
        left = details.copy()
        reasoning = left.get("reasoning_tokens")
        if type(reasoning) is int:
            x["reasoningTokens"] = reasoning
            del left["reasoning_tokens"]
            if reasoning <= tokens_out:
                tokens_out -= reasoning
            else:
                form = {**(form or EMPTY), "outputTokens": {"style": "whole"}}
                total += reasoning
        if left:
            rest["completion_tokens_details"] = left
        else:
            del rest["completion_tokens_details"]
    x["inputTokens"], x["outputTokens"] = tokens_in, tokens_out
    del rest["prompt_tokens"], rest["completion_tokens"]
    if "total_tokens" not in w:
        form = {**(form or EMPTY), "absent": ["total_tokens"]}
    elif w["total_tokens"] == total and type(w["total_tokens"]) is int:
        del rest["total_tokens"]
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
        y: dict[str, Any] = {"error": _error_back(x["error"])}
        if own is not None:
            lay(y, own)
        return y
    reason = FINISH_BACK[x["finishReason"]]
    if form is not None and "finishReason" in form:
        kept = form["finishReason"]["as"]
        again = FINISH.get(kept, "other")
        if again == "stop" and any(b["kind"] == "toolCall" for b in x["message"]["content"]):
            again = "tool_calls"
        if again == x["finishReason"]:
            reason = kept
    message = write_assistant(x["message"], set())
    if type(message.get("content")) is list and len(x["message"]["content"]) > 1:
        # A reply has one string. (An overlay's list is laid back where no text was written.)
        texts = [block["text"] for block in x["message"]["content"] if block["kind"] == "text"]
        if texts:
            message["content"] = "".join(texts)
    w = {
        "object": "chat.completion",
        "created": 0,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "id": x.get("id", ""),
        "model": x.get("model", ""),
    }
    if "usage" in x:
        w["usage"] = _usage_back(x["usage"])
    if own is not None:
        lay(w, own, GIVEN_RESPONSE)
    return w


def _error_back(x: dict[str, Any]) -> dict[str, Any]:
    w = {"message": x["message"]}
    for key in ("type", "code"):
        if key in x:
            w[key] = x[key]
    if "metadata" in x and FORMAT in x["metadata"]:
        lay(w, x["metadata"][FORMAT])
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    tokens_in, tokens_out = x["inputTokens"], x["outputTokens"]
    parts_in = count(x, "cacheReadTokens", "cacheWriteTokens")
    parts_out = x.get("reasoningTokens", 0)
    w: dict[str, Any] = {"total_tokens": tokens_in + tokens_out + parts_in + parts_out}
    w["prompt_tokens"] = tokens_in + parts_in
    w["completion_tokens"] = tokens_out + parts_out
    if form is not None:
        if "inputTokens" in form:
            w["prompt_tokens"] = tokens_in
        if "outputTokens" in form:
            w["completion_tokens"] = tokens_out
    if "cacheReadTokens" in x:
        w["prompt_tokens_details"] = details = {"cached_tokens": x["cacheReadTokens"]}
        if "cacheWriteTokens" in x:
            details["cache_write_tokens"] = x["cacheWriteTokens"]
    elif "cacheWriteTokens" in x:
        w["prompt_tokens_details"] = {"cache_write_tokens": x["cacheWriteTokens"]}
    if "reasoningTokens" in x:
        w["completion_tokens_details"] = {"reasoning_tokens": x["reasoningTokens"]}
    if own is not None:
        lay(w, own, GIVEN_USAGE)
    return w
