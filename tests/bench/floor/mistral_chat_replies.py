"""Mistral Chat by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, excused
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls, named
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import noted
from toolwire._runtime.thoughts import shown

from .apart import keep_apart, rejoined
from .common import EMPTY, Json, complete, count, items_of, lay, object_at, sealed
from .mistral_chat_failures import read_failure, write_failure
from .mistral_chat_messages import read_assistant
from .mistral_chat_tables import (
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_REPLY,
    GIVEN_USAGE,
    RETURNED,
    USUAL_BODY,
    USUAL_CHOICE,
    USUAL_REPLY,
    USUAL_USAGE,
)
from .mistral_chat_writing import write_assistant
from .said import read_turn, write_turn


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if w.get("message") is not None or w.get("detail") is not None:
        return read_failure(w)
    form: dict[str, Any] | None = None
    if w.get("id") is None or w.get("model") is None:
        w, form = complete(w, form, USUAL_REPLY)
    choices = items_of(w["choices"])
    first = choices[0]
    if "finish_reason" not in first:
        first, form = complete(first, form, USUAL_CHOICE, "choices.0.")
    if first["message"]["role"] != "assistant":
        raise ValueError("role")
    calls = Calls()
    message = read_turn(first["message"], calls, read_assistant, FORMAT, (str, list))
    raw = first["finish_reason"]
    reason = _reason(raw, message)
    if reason in ("length", "content_filter", "error", "other"):
        cut_short(message["content"], FORMAT, True)
    if FINISH_BACK[reason] != raw:
        form = noted(form, "finishReason", {"as": raw})
    x: dict[str, Any] = {"message": message, "finishReason": reason}
    rest = w.copy()
    reply_id, model = rest.pop("id"), rest.pop("model")
    if type(reply_id) is not str or type(model) is not str:
        raise ValueError("id or model")
    if reply_id:
        x["id"] = reply_id
    if model:
        x["model"] = model
    if "usage" not in w:
        form = absent(form, "usage")
    elif w["usage"] is not None:
        x["usage"] = _usage(rest.pop("usage"))
    form = _constants(w, rest, form)
    left = first.copy()
    del left["message"], left["finish_reason"]
    if "index" not in first:
        form = absent(form, "choices.0.index")
    elif first["index"] == 0 and type(first["index"]) is int:
        del left["index"]
    if left or len(choices) > 1:
        rest["choices"] = [left, *choices[1:]]
    else:
        del rest["choices"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls.made:
        x = named(x, calls, True)
    return keep_apart(x, FORMAT, RETURNED, True)


def _reason(raw: Json, message: dict[str, Any]) -> str:
    """Why a reply ended; calls say so themselves."""
    reason = FINISH.get(raw, "other")
    if reason == "stop":
        for block in message["content"]:
            if block["kind"] == "toolCall":
                return "tool_calls"
    return reason


def _constants(
    w: dict[str, Any], rest: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """What every body says, which leaves what is left of it."""
    if "object" not in w:
        form = absent(form, "object")
    elif w["object"] == "chat.completion":
        del rest["object"]
    if "created" not in w:
        form = absent(form, "created")
    elif w["created"] == 0 and type(w["created"]) is int:
        del rest["created"]
    return form


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    if type(w) is not dict:
        raise ValueError("usage")
    form: dict[str, Any] | None = None
    if w.get("prompt_tokens") is None or w.get("completion_tokens") is None:
        w, form = complete(w, form, USUAL_USAGE)
    rest = w.copy()
    tokens_in, tokens_out = rest.pop("prompt_tokens"), rest.pop("completion_tokens")
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise ValueError("usage")
    x: dict[str, Any] = {"outputTokens": tokens_out}
    cached = 0
    details = object_at(w, "prompt_tokens_details")
    if details and type(details.get("cached_tokens")) is int:
        left = details.copy()
        x["cacheReadTokens"] = cached = left.pop("cached_tokens")
        if left:
            rest["prompt_tokens_details"] = left
        else:
            del rest["prompt_tokens_details"]
        if cached <= tokens_in:
            tokens_in -= cached
        else:
            form = noted(form, "inputTokens", {"whole": [tokens_in, cached, 0, 0]})
    x["inputTokens"] = tokens_in
    if "total_tokens" not in w:
        form = absent(form, "total_tokens")
    elif w["total_tokens"] == tokens_in + cached + tokens_out and type(w["total_tokens"]) is int:
        del rest["total_tokens"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    if "error" in x and x["error"] is not None:
        return write_failure(x)
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    reply_id, model = x.get("id"), x.get("model")
    if reply_id is None:
        reply_id = ""
    elif type(reply_id) is not str:
        raise expected("a string", x, "id")
    if model is None:
        model = ""
    elif type(model) is not str:
        raise expected("a string", x, "model")
    message, reason = x["message"], x["finishReason"]
    word = FINISH_BACK[reason]
    if form is not None and "finishReason" in form:
        spelled = form["finishReason"]["as"]
        if _reason(spelled, message) == reason:
            word = spelled
    if form is not None and "blocks" in form:
        message = rejoined(message, form["blocks"], FORMAT)
    message = shown(x if message is x["message"] else {"message": message}, FORMAT)["message"]
    turn = write_turn(write_assistant(message, set()), message, FORMAT)
    w: dict[str, Any] = {
        "object": "chat.completion",
        "created": 0,
        "choices": [{"index": 0, "message": turn, "finish_reason": word}],
        "id": reply_id,
        "model": model,
    }
    if "usage" in x and (usage := x["usage"]) is not None:
        w["usage"] = _usage_back(usage)
    elif not excused(own, "usage"):
        w["usage"] = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    if own is not None:
        lay(w, own, GIVEN_REPLY, USUAL_BODY)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    tokens_in, tokens_out = x["inputTokens"], x["outputTokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise expected("integers", x, None)
    cached = count(x, "cacheReadTokens")
    stored = count(x, "cacheWriteTokens") if "cacheWriteTokens" in x else 0
    if "reasoningTokens" in x:
        tokens_out += count(x, "reasoningTokens")
    tools = count(x, "toolUseTokens") if "toolUseTokens" in x else 0
    whole_in = tokens_in + cached + stored + tools
    w: dict[str, Any] = {
        "prompt_tokens": whole_in,
        "completion_tokens": tokens_out,
        "total_tokens": whole_in + tokens_out,
    }
    if cached or x.get("cacheReadTokens") is not None:
        w["prompt_tokens_details"] = {"cached_tokens": cached}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$", EMPTY)
            whole = [tokens_in, cached, stored, tools]
            if "inputTokens" in form and form["inputTokens"]["whole"] == whole:
                w["prompt_tokens"] = tokens_in
            lay(w, own, GIVEN_USAGE, USUAL_USAGE)
    return w
