"""Gemini generateContent by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, excused
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import named
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import camel, stayed, unlike
from toolwire._runtime.thoughts import shown
from toolwire._runtime.values import digits, undigits

from . import gemini_tables as t
from .common import EMPTY, count, items_of, lay, object_at, refused_reply, sealed, text_at, texts
from .failures import add_kind, in_words
from .gemini_parts import Asked, read_answer
from .gemini_tables import FINISH, FINISH_BACK, FORMAT, LANDING
from .gemini_writing import write_answer

WORDS = (str, int)
GIVEN_USAGE = frozenset({"totalTokenCount"})
SILENT: dict[str, Any] = {"role": "assistant", "content": []}


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w and w["error"] is not None:
        return _error_body(w)
    form: dict[str, Any] | None = None
    if not t.SNAKE_KEYS.isdisjoint(w):
        w, form = camel(w, t.SNAKE_KEYS, "", None, ("candidates", "promptFeedback"))
    names = Asked()
    rest = w.copy()
    message: dict[str, Any] | None = None
    reason = "other"
    candidates = w.get("candidates")
    left: dict[str, Any] = {}
    if candidates is not None and items_of(candidates):
        first = candidates[0]
        if type(first) is not dict:
            raise ValueError("candidates")
        if t.SNAKE_KEYS.isdisjoint(first):
            left = first.copy()
        else:
            first, form = camel(first, t.SNAKE_KEYS, "candidates.0.", form)
            left = first.copy()
        if "content" in first and first["content"] is not None:
            message = _content(object_at(first, "content"), names)
            if message["content"] or "metadata" in message:
                del left["content"]
    feedback = object_at(w, "promptFeedback")
    if feedback and not t.SNAKE_KEYS.isdisjoint(feedback):
        feedback, form = camel(feedback, t.SNAKE_KEYS, "promptFeedback.", form)
        rest["promptFeedback"] = feedback
    raw, block = left.get("finishReason"), feedback.get("blockReason")
    if raw is not None or block is not None:
        reason = FINISH.get(raw, "other") if type(raw) in WORDS else "other"
        reason = "content_filter" if raw is None else reason
        if reason == "stop" and message is not None:
            for item in message["content"]:
                if item["kind"] == "toolCall":
                    reason = "tool_calls"
                    break
        elif reason in ("length", "content_filter", "error") and message is not None:
            cut_short(message["content"], FORMAT, False)
        if reason != "other":
            if block is not None or FINISH_BACK[reason] != raw:
                form = {**(form or EMPTY), "finishReason": {"as": [raw, block]}}
            if raw is not None:
                del left["finishReason"]
            if block is not None:
                rest["promptFeedback"] = feedback = feedback.copy()
                del feedback["blockReason"]
                if not feedback:
                    del rest["promptFeedback"]
    if candidates:
        if left or len(candidates) > 1 or not candidates[0]:
            rest["candidates"] = [left, *candidates[1:]]
        else:
            del rest["candidates"]
    if message is None:
        message = {"role": "assistant", "content": []}
    x: dict[str, Any] = {"message": message, "finishReason": reason}
    if "responseId" in w and type(w["responseId"]) is str:
        x["id"] = w["responseId"]
        del rest["responseId"]
    if "modelVersion" in w and type(w["modelVersion"]) is str:
        x["model"] = w["modelVersion"]
        del rest["modelVersion"]
    if "usageMetadata" in w and w["usageMetadata"] is not None:
        x["usage"] = _usage(object_at(w, "usageMetadata"))
        del rest["usageMetadata"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return named(x, names, False) if names.made else x


def _content(w: dict[str, Any], names: Asked) -> dict[str, Any]:
    parts = w.get("parts")
    x: dict[str, Any] = {"role": "assistant", "content": read_answer(parts, names)}
    left = len(w) - 1 if parts else len(w)
    form = None
    if "role" not in w:
        form = {"absent": ["role"]}
    elif w["role"] == "model":
        left -= 1
    if left or form is not None:
        rest = w.copy()
        if parts:
            del rest["parts"]
        if form is None and rest["role"] == "model":
            del rest["role"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING["assistant"]))}
    return x


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    if not t.SNAKE_KEYS.isdisjoint(w):
        w, form = camel(w, t.SNAKE_KEYS, "", None)
    x: dict[str, Any] = {"inputTokens": 0, "outputTokens": 0}
    rest = w.copy()
    tokens_out = w.get("candidatesTokenCount")
    if type(tokens_out) is int and tokens_out:
        x["outputTokens"] = tokens_out
        del rest["candidatesTokenCount"]
    else:
        tokens_out = 0
    cached = thought = 0
    if "cachedContentTokenCount" in w and type(w["cachedContentTokenCount"]) is int:
        x["cacheReadTokens"] = cached = rest.pop("cachedContentTokenCount")
    if "thoughtsTokenCount" in w and type(w["thoughtsTokenCount"]) is int:
        x["reasoningTokens"] = thought = rest.pop("thoughtsTokenCount")
    tools = 0
    if "toolUsePromptTokenCount" in rest and type(rest["toolUsePromptTokenCount"]) is int:
        x["toolUseTokens"] = tools = rest.pop("toolUsePromptTokenCount")
    tokens_in = w.get("promptTokenCount")
    if type(tokens_in) is int and tokens_in:
        del rest["promptTokenCount"]
    else:
        tokens_in = 0
    if cached > tokens_in:
        form = {**(form or EMPTY), "inputTokens": {"whole": [tokens_in, cached, 0]}}
        x["inputTokens"] = tokens_in
    else:
        x["inputTokens"] = tokens_in - cached
    if "totalTokenCount" not in w:
        form = absent(form, "totalTokenCount")
    elif (
        type(w["totalTokenCount"]) is int
        and w["totalTokenCount"] == x["inputTokens"] + tools + cached + tokens_out + thought
    ):
        del rest["totalTokenCount"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    rest = w.copy()
    left = rest.pop("error").copy()
    error: dict[str, Any] = {"message": text_at(left, "message")}
    del left["message"]
    if type(left.get("status")) is str:
        error["type"] = left.pop("status")
    form: dict[str, Any] | None = None
    if type(left.get("code")) is int:
        code = left.pop("code")
        error["code"] = str(code)
        if code < 0 or code > 999_999_999_999_999_999:
            form = {"code": {"as": code}}
    elif "code" not in left:
        form = {"absent": ["code"]}
    if left or form is not None:
        error["metadata"] = {FORMAT: sealed(left, form)}
    add_kind(error, t.FAILURES, FORMAT, "type", "code")
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": []},
        "finishReason": "error",
        "error": error,
    }
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    w: dict[str, Any] = {}
    if "error" in x and x["error"] is not None:
        refused_reply(x, FINISH_BACK)
        w["error"] = _error_back(in_words(x["error"], t.FAILURES, FORMAT, "type", "code"))
        if own is not None:
            lay(w, own)
        return w
    if "id" in x and (reply_id := x["id"]) is not None:
        if type(reply_id) is not str:
            raise expected("a string", x, "id")
        w["responseId"] = reply_id
    if "model" in x and (model := x["model"]) is not None:
        if type(model) is not str:
            raise expected("a string", x, "model")
        w["modelVersion"] = model
    first: dict[str, Any] = {}
    message, reason = shown(x, FORMAT)["message"], x["finishReason"]
    if message["content"] or unlike(message, SILENT):
        first["content"] = write_answer(message, set())
    raw = FINISH_BACK[reason]
    if reason != "other":
        block = None
        if form is not None and "finishReason" in form:
            spelled, blocked = form["finishReason"]["as"]
            again = FINISH.get(spelled, "other") if spelled is not None else "content_filter"
            if again == "stop" and any(b["kind"] == "toolCall" for b in message["content"]):
                again = "tool_calls"
            if again == reason:
                raw, block = spelled, blocked
        if raw is not None:
            first["finishReason"] = raw
        if block is not None:
            w["promptFeedback"] = {"blockReason": block}
    if first:
        w["candidates"] = [first]
    if "usage" in x and (usage := x["usage"]) is not None:
        w["usageMetadata"] = _usage_back(usage)
    if own is not None:
        lay(w, own)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    w: dict[str, Any] = {}
    tokens_in, tokens_out = x["inputTokens"], x["outputTokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise expected("integers", x, None)
    cached = stored = thought = 0
    if "cacheReadTokens" in x and x["cacheReadTokens"] is not None:
        w["cachedContentTokenCount"] = cached = count(x, "cacheReadTokens")
    if "cacheWriteTokens" in x:
        stored = count(x, "cacheWriteTokens") or 0
    if "reasoningTokens" in x and x["reasoningTokens"] is not None:
        w["thoughtsTokenCount"] = thought = count(x, "reasoningTokens")
    w["totalTokenCount"] = tokens_in + cached + stored + tokens_out + thought
    if "toolUseTokens" in x and x["toolUseTokens"] is not None:
        w["toolUsePromptTokenCount"] = tools = count(x, "toolUseTokens")
        w["totalTokenCount"] += tools
    entry = None if form is None else form.get("inputTokens")
    if entry is None or entry["whole"] != [tokens_in, cached, stored]:
        tokens_in += cached + stored
    if tokens_in:
        w["promptTokenCount"] = tokens_in
    if tokens_out:
        w["candidatesTokenCount"] = tokens_out
    if own is not None:
        lay(w, own, GIVEN_USAGE)
    return w


def _error_back(x: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    if type(x["message"]) is not str:
        raise expected("a string", x, "message")
    texts(x, "type", "code")
    w: dict[str, Any] = {"message": x["message"]}
    if x.get("type") is not None:
        w["status"] = x["type"]
    code = x.get("code")
    if code is not None:
        number = undigits(code)
        w["code"] = 500 if number is None else number
        if form is not None and "code" in form and digits(form["code"]["as"]) == code:
            w["code"] = form["code"]["as"]
    elif not excused(own, "code"):
        w["code"] = 500
    if own is not None:
        lay(w, own)
    return w
