"""OpenAI Chat Completions by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.calls import Calls, named
from toolwire._runtime.errors import expected

from .apart import keep_apart, rejoined
from .common import (
    EMPTY,
    complete,
    count,
    lay,
    object_at,
    sealed,
    without_thoughts,
)
from .openai_chat_errors import read_bare_body, read_error_body, write_error_body
from .openai_chat_messages import read_assistant
from .openai_chat_tables import (
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_RESPONSE,
    GIVEN_USAGE,
    RETURNED,
    USUAL_BODY,
    USUAL_CHOICE,
    USUAL_REPLY,
    USUAL_USAGE,
)
from .openai_chat_writing import write_assistant


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w and w["error"] is not None:
        return read_error_body(w)
    if "choices" not in w and (w.get("message") is not None or w.get("detail") is not None):
        return read_bare_body(w)
    form: dict[str, Any] | None = None
    if w.get("id") is None or w.get("model") is None:
        w, form = complete(w, form, USUAL_REPLY)
    choices = w["choices"]
    first = choices[0]
    if first.get("message") is None or "finish_reason" not in first:
        first, form = complete(first, form, USUAL_CHOICE, "choices.0.")
    if first["message"]["role"] != "assistant":
        raise ValueError("role")
    calls = Calls()
    message = read_assistant(first["message"], calls, True)
    raw = first["finish_reason"]
    reason = FINISH.get(raw, "other")
    if reason == "stop":
        for block in message["content"]:
            if block["kind"] == "toolCall":
                reason = "tool_calls"
                break
    if FINISH_BACK[reason] != raw:
        form = {**(form or EMPTY), "finishReason": {"as": raw}}
    x: dict[str, Any] = {"message": message, "finishReason": reason}
    rest = w.copy()
    del rest["choices"]
    reply_id, model = w["id"], w["model"]
    if type(reply_id) is not str or type(model) is not str:
        raise ValueError("id or model")
    if reply_id:
        x["id"] = reply_id
    del rest["id"]
    if model:
        x["model"] = model
    del rest["model"]
    counts, at = _counts(w, first, rest)
    if counts is not None:
        x["usage"] = _usage(counts)
    if at:
        form = {**(form or EMPTY), "usage": {"at": at}}
    left_out = []
    if "object" not in w:
        left_out.append("object")
    elif w["object"] == "chat.completion":
        del rest["object"]
    if "created" not in w:
        left_out.append("created")
    elif w["created"] == 0 and type(w["created"]) is int:
        del rest["created"]
    left = first.copy()
    del left["message"], left["finish_reason"]
    if at == IN_CHOICE:
        del left["usage"]
    if "index" not in first:
        left_out.append("choices.0.index")
    elif first["index"] == 0 and type(first["index"]) is int:
        del left["index"]
    if left or len(choices) > 1:
        rest["choices"] = [left, *choices[1:]]
    for path in left_out:
        form = absent(form, path)
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls.made:
        x = named(x, calls, True)
    return keep_apart(x, FORMAT, RETURNED, True)


IN_CHOICE, OF_GROQ = "choices.0.usage", "x_groq.usage"
"""Where services have the counts instead."""


def _counts(w: dict[str, Any], choice: dict[str, Any], rest: dict[str, Any]) -> tuple[Any, str]:
    """The counts, and where they stand if not in the usual place; they are taken out."""
    if type(w.get("usage")) is dict:
        return rest.pop("usage"), ""
    if type(choice.get("usage")) is dict:
        return choice["usage"], IN_CHOICE
    groq = w.get("x_groq")
    if type(groq) is not dict or type(groq.get("usage")) is not dict:
        return None, ""
    left = {key: value for key, value in groq.items() if key != "usage"}
    if left:
        rest["x_groq"] = left
    else:
        del rest["x_groq"]
    return groq["usage"], OF_GROQ


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    x: dict[str, Any] = {}
    form: dict[str, Any] | None = None
    if w.get("prompt_tokens") is None or w.get("completion_tokens") is None:
        w, form = complete(w, form, USUAL_USAGE)
    rest = w.copy()
    tokens_in, tokens_out = w["prompt_tokens"], w["completion_tokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise ValueError("usage")
    cached = written = reasoning = 0
    details = object_at(w, "prompt_tokens_details")
    if details:
        left = details.copy()
        if type(left.get("cached_tokens")) is int:
            x["cacheReadTokens"] = cached = left.pop("cached_tokens")
        if type(left.get("cache_write_tokens")) is int:
            x["cacheWriteTokens"] = written = left.pop("cache_write_tokens")
        if cached + written <= tokens_in:
            tokens_in -= cached + written
        else:
            counts: dict[str, Any] = {"whole": [tokens_in, cached, written, 0]}
            form = {**(form or EMPTY), "inputTokens": counts}
        if left:
            rest["prompt_tokens_details"] = left
        else:
            del rest["prompt_tokens_details"]
    details = object_at(w, "completion_tokens_details")
    if details:
        left = details.copy()
        if type(left.get("reasoning_tokens")) is int:
            x["reasoningTokens"] = reasoning = left.pop("reasoning_tokens")
            taken, told = tokens_in + cached + written, w.get("total_tokens")
            form, tokens_out = without_thoughts(form, tokens_out, reasoning, told, taken)
        if left:
            rest["completion_tokens_details"] = left
        else:
            del rest["completion_tokens_details"]
    total = tokens_in + cached + written + tokens_out + reasoning
    x["inputTokens"], x["outputTokens"] = tokens_in, tokens_out
    del rest["prompt_tokens"], rest["completion_tokens"]
    if "total_tokens" not in w:
        form = absent(form, "total_tokens")
    elif w["total_tokens"] == total and type(w["total_tokens"]) is int:
        del rest["total_tokens"]
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
        return write_error_body(x, own)
    reply_id, model = x.get("id"), x.get("model")
    if reply_id is None:
        reply_id = ""
    elif type(reply_id) is not str:
        raise expected("a string", x, "id")
    if model is None:
        model = ""
    elif type(model) is not str:
        raise expected("a string", x, "model")
    reason = FINISH_BACK[x["finishReason"]]
    if form is not None and "finishReason" in form:
        kept = form["finishReason"]["as"]
        again = FINISH.get(kept, "other")
        if again == "stop" and any(b["kind"] == "toolCall" for b in x["message"]["content"]):
            again = "tool_calls"
        if again == x["finishReason"]:
            reason = kept
    message = x["message"]
    if form is not None and "blocks" in form:
        message = rejoined(message, form["blocks"], FORMAT)
    message = write_assistant(message, set(), True)
    w: dict[str, Any] = {
        "object": "chat.completion",
        "created": 0,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "id": reply_id,
        "model": model,
    }
    if "usage" in x and (usage := x["usage"]) is not None:
        at = (form or EMPTY).get("usage", EMPTY).get("at")
        holder: dict[str, Any] = w
        if at == IN_CHOICE:
            holder = w["choices"][0]
        elif at == OF_GROQ:
            w["x_groq"] = holder = {}
        holder["usage"] = _usage_back(usage)
    if own is not None:
        lay(w, own, GIVEN_RESPONSE, USUAL_BODY)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    tokens_in, tokens_out = x["inputTokens"], x["outputTokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise expected("integers", x, None)
    cached, written = count(x, "cacheReadTokens"), count(x, "cacheWriteTokens")
    reasoning = count(x, "reasoningTokens")
    tools = count(x, "toolUseTokens") if "toolUseTokens" in x else 0
    whole_in = tokens_in + cached + written + tools
    whole_out = tokens_out + reasoning
    w: dict[str, Any] = {"total_tokens": whole_in + whole_out}
    w["prompt_tokens"] = whole_in
    w["completion_tokens"] = whole_out
    if form is not None:
        counts = [tokens_in, cached, written, tools]
        if "inputTokens" in form and form["inputTokens"]["whole"] == counts:
            w["prompt_tokens"] = tokens_in
        if "outputTokens" in form and form["outputTokens"]["whole"] == [tokens_out, reasoning]:
            entry = form["outputTokens"]
            if "as" not in entry:
                w["completion_tokens"] = tokens_out
            elif entry.get("beside") == whole_in:
                w["completion_tokens"] = entry["as"]
    if cached or x.get("cacheReadTokens") is not None:
        w["prompt_tokens_details"] = details = {"cached_tokens": cached}
        if written or x.get("cacheWriteTokens") is not None:
            details["cache_write_tokens"] = written
    elif written or x.get("cacheWriteTokens") is not None:
        w["prompt_tokens_details"] = {"cache_write_tokens": written}
    if reasoning or x.get("reasoningTokens") is not None:
        w["completion_tokens_details"] = {"reasoning_tokens": reasoning}
    if own is not None:
        lay(w, own, GIVEN_USAGE, USUAL_USAGE)
    return w
