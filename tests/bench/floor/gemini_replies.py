"""Gemini generateContent by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from . import gemini_tables as t
from .common import count, lay, sealed
from .gemini_encode import GIVEN_ROLE, write_answer
from .gemini_parts import read_answer
from .gemini_tables import FINISH, FINISH_BACK, FORMAT, camel


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w:
        return _error_body(w)
    snake: list[str] = []
    form: dict[str, Any] = {}
    if not t.RESPONSE.keys().isdisjoint(w):
        w = camel(w, t.RESPONSE, "", snake)
    rest = w.copy()
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": []},
        "finishReason": "other",
    }
    candidates = w.get("candidates")
    if candidates:
        first = candidates[0]
        if t.CANDIDATE.keys().isdisjoint(first):
            left = first.copy()
        else:
            first = camel(first, t.CANDIDATE, "candidates.0.", snake)
            left = first.copy()
        if "content" in first and first["content"] is not None:
            message = _content(first["content"])
            if message["content"] or "metadata" in message:
                x["message"] = message
                del left["content"]
        if "finishReason" in first and first["finishReason"] is not None:
            raw = first["finishReason"]
            reason = FINISH.get(raw, "other")
            if reason == "stop":
                for block in x["message"]["content"]:
                    if block["kind"] == "toolCall":
                        reason = "tool_calls"
                        break
            if reason != "other":
                x["finishReason"] = reason
                if FINISH_BACK[reason] != raw:
                    form["finishReason"] = {"as": raw}
                del left["finishReason"]
        if left or len(candidates) > 1 or not candidates[0]:
            rest["candidates"] = [left, *candidates[1:]]
        else:
            del rest["candidates"]
    if "responseId" in w and type(w["responseId"]) is str:
        x["id"] = w["responseId"]
        del rest["responseId"]
    if "modelVersion" in w and type(w["modelVersion"]) is str:
        x["model"] = w["modelVersion"]
        del rest["modelVersion"]
    if "usageMetadata" in w and w["usageMetadata"] is not None:
        x["usage"] = _usage(w["usageMetadata"])
        del rest["usageMetadata"]
    if snake:
        form["snake"] = snake
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    return x


def _content(w: dict[str, Any]) -> dict[str, Any]:
    parts = w.get("parts")
    x: dict[str, Any] = {"role": "assistant", "content": read_answer(parts, {}, [])}
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
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    snake: list[str] = []
    if not t.USAGE.keys().isdisjoint(w):
        w = camel(w, t.USAGE, "", snake)
    x: dict[str, Any] = {"inputTokens": 0, "outputTokens": 0}
    form: dict[str, Any] = {}
    rest = w.copy()
    if "candidatesTokenCount" in w:
        tokens = w["candidatesTokenCount"]
        if type(tokens) is int and tokens:
            x["outputTokens"] = tokens
            del rest["candidatesTokenCount"]
    cached = 0
    if "cachedContentTokenCount" in w and type(w["cachedContentTokenCount"]) is int:
        x["cacheReadTokens"] = cached = w["cachedContentTokenCount"]
        del rest["cachedContentTokenCount"]
    if "thoughtsTokenCount" in w and type(w["thoughtsTokenCount"]) is int:
        x["reasoningTokens"] = w["thoughtsTokenCount"]
        del rest["thoughtsTokenCount"]
    tokens = w.get("promptTokenCount")
    if type(tokens) is int and tokens:
        del rest["promptTokenCount"]
    else:
        tokens = 0
    if cached > tokens:
        form["inputTokens"] = {"style": "whole"}
    else:
        tokens -= cached
    x["inputTokens"] = tokens
    if snake:
        form["snake"] = snake
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    return x


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    rest = w.copy()
    left = rest.pop("error").copy()
    error: dict[str, Any] = {"message": left.pop("message")}
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
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    w: dict[str, Any] = {}
    if "error" in x:
        w["error"] = _error_back(x["error"])
        if own is not None:
            lay(w, own)
        return w
    if "id" in x:
        w["responseId"] = x["id"]
    if "model" in x:
        w["modelVersion"] = x["model"]
    first: dict[str, Any] = {}
    message, reason = x["message"], x["finishReason"]
    if message["content"] or "metadata" in message:
        first["content"] = write_answer(message, set(), GIVEN_ROLE)
    if reason != "other":
        first["finishReason"] = FINISH_BACK[reason]
        if form is not None and "finishReason" in form:
            kept = form["finishReason"]["as"]
            again = FINISH.get(kept, "other")
            if again == "stop" and any(b["kind"] == "toolCall" for b in message["content"]):
                again = "tool_calls"
            if again == reason:
                first["finishReason"] = kept
    if first:
        w["candidates"] = [first]
    if "usage" in x:
        w["usageMetadata"] = _usage_back(x["usage"])
    if own is not None:
        lay(w, own)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
        if own is not None:
            form = own.get("$")
    w: dict[str, Any] = {}
    whole = form is not None and "inputTokens" in form
    tokens = x["inputTokens"] if whole else count(x, "inputTokens", "cacheReadTokens")
    if tokens:
        w["promptTokenCount"] = tokens
    if x["outputTokens"]:
        w["candidatesTokenCount"] = x["outputTokens"]
    if "cacheReadTokens" in x:
        w["cachedContentTokenCount"] = x["cacheReadTokens"]
    if "reasoningTokens" in x:
        w["thoughtsTokenCount"] = x["reasoningTokens"]
    if own is not None:
        lay(w, own)
    return w


def _error_back(x: dict[str, Any]) -> dict[str, Any]:
    w: dict[str, Any] = {"message": x["message"]}
    if "type" in x:
        w["status"] = x["type"]
    own = None
    if "metadata" in x:
        own = x["metadata"].get(FORMAT)
    if "code" in x:
        code = x["code"]
        w["code"] = int(code) if code.isascii() and code.isdecimal() and len(code) < 19 else code
        if own is not None and "code" in own.get("$", ()):
            kept = own["$"]["code"]["as"]
            if str(kept) == code:
                w["code"] = kept
    elif own is None or not ("code" in own or "code" in own.get("$", {}).get("absent", ())):
        w["code"] = 500
    if own is not None:
        lay(w, own)
    return w
