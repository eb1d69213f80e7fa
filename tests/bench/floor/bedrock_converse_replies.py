"""Bedrock Converse by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, excused
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import also, lay_also, mark
from toolwire._runtime.thoughts import shown
from toolwire._runtime.values import finished

from .bedrock_converse_blocks import read_answer
from .bedrock_converse_tables import (
    FAILURES,
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_REPLY,
    GIVEN_USAGE,
    UNSIGNED,
    USUAL_REPLY,
    USUAL_USAGE,
)
from .bedrock_converse_writing import write_answer
from .common import EMPTY, Json, complete, count, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, in_words

CLIENT = "ClientErrorBody"
"""What the provider's client makes of a failure."""


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "message" in w and w["message"] is not None:
        return _error_body(w, "message")
    if "Message" in w and w["Message"] is not None:
        x = _error_body(w, "Message")
        mark(x, FORMAT, "body", "CapitalErrorBody")
        return x
    if "Error" in w and w["Error"] is not None:
        return _client_error(w)
    form: dict[str, Any] | None = None
    if w.get("metrics") is None:
        w, form = complete(w, form, USUAL_REPLY)
    rest = w.copy()
    output = w["output"]
    message = output["message"]
    if message["role"] != "assistant":
        raise ValueError("role")
    answer = read_answer(message, Calls())
    if len(output) == 1:
        del rest["output"]
    else:
        rest["output"] = {key: item for key, item in output.items() if key != "message"}
    word = rest.pop("stopReason")
    reason = FINISH.get(word, "other")
    if reason == "stop":
        for block in answer["content"]:
            if block["kind"] == "toolCall":
                reason = "tool_calls"
                break
    elif reason in ("length", "content_filter", "error"):
        cut_short(answer["content"], FORMAT, False)
    if FINISH_BACK[reason] != word:
        form = {**(form or {}), "finishReason": {"as": word}}
    x = {"message": answer, "finishReason": reason}
    if "usage" not in w:
        form = absent(form, "usage")
    elif w["usage"] is not None:
        x["usage"] = _usage(rest.pop("usage"))
    metrics = w["metrics"]
    if type(metrics) is not dict:
        raise ValueError("metrics")
    if "latencyMs" not in metrics:
        form = absent(form, "metrics.latencyMs")
    elif type(metrics["latencyMs"]) is int and metrics["latencyMs"] == 0:
        if len(metrics) == 1:
            del rest["metrics"]
        else:
            rest["metrics"] = {key: item for key, item in metrics.items() if key != "latencyMs"}
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _error_body(w: dict[str, Any], key: str) -> dict[str, Any]:
    error: dict[str, Any] = {"message": text_at(w, key)}
    left = w.copy()
    del left[key]
    form: dict[str, Any] = {}
    if type(w.get("__type")) is str:
        error["type"] = left.pop("__type")
    if key == "message" and w.get("Error") is not None:
        details = left["Error"] = left["Error"].copy()
        if "type" not in error and type(details.get("Code")) is str:
            error["type"], form["type"] = details.pop("Code"), {"at": "Error.Code"}
        if "__type" in w and "Code" in w["Error"] and "type" in error:
            form = also(form or None, "type", w["Error"]["Code"], "__type", left) or {}
            form = also(form or None, "type", w["__type"], "Error.Code", details) or {}
        if not details and w["Error"]:
            del left["Error"]
    return _failed(error, left, form)


def _client_error(w: dict[str, Any]) -> dict[str, Any]:
    left, details = w.copy(), w["Error"].copy()
    error: dict[str, Any] = {"message": text_at(details, "Message")}
    del details["Message"], left["Error"]
    if type(details.get("Code")) is str:
        error["type"] = details.pop("Code")
    if details:
        left["Error"] = details
    x = _failed(error, left, {})
    mark(x, FORMAT, "body", CLIENT)
    return x


def _failed(
    error: dict[str, Any], left: dict[str, Any], form: dict[str, Any]
) -> dict[str, Any]:  # fmt: skip
    add_kind(error, FAILURES, FORMAT, "type")
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": []},
        "finishReason": "error",
        "error": error,
    }
    if left or form:
        x["metadata"] = {FORMAT: sealed(left, form or None)}
    return x


def _error_back(error: Json, own: Json) -> dict[str, Any]:
    form = (own or {}).get("$") or {}
    error = in_words(error, FAILURES, FORMAT, "type")
    if type(error["message"]) is not str:
        raise expected("a string", error, "message")
    texts(error, "type")
    at = form.get("type", EMPTY).get("at")
    if form.get("body") == CLIENT:
        w: dict[str, Any] = {"Error": {"Message": error["message"]}}
        if error.get("type") is not None:
            w["Error"]["Code"] = error["type"]
    else:
        capital = form.get("body") == "CapitalErrorBody"
        w = {"Message" if capital else "message": error["message"]}
        if error.get("type") is not None:
            w |= {"Error": {"Code": error["type"]}} if at else {"__type": error["type"]}
        lay_also(w, form.get("type", EMPTY), "__type")
    if own is not None:
        lay(w, own)
    return w


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    form: dict[str, Any] | None = None
    if w.get("inputTokens") is None or w.get("outputTokens") is None:
        w, form = complete(w, form, USUAL_USAGE)
    rest = w.copy()
    read, written = rest.pop("inputTokens"), rest.pop("outputTokens")
    if type(read) is not int or type(written) is not int:
        raise ValueError("usage")
    x: dict[str, Any] = {"inputTokens": read, "outputTokens": written}
    total = read + written
    if type(rest.get("cacheReadInputTokens")) is int:
        x["cacheReadTokens"] = cached = rest.pop("cacheReadInputTokens")
        total += cached
    if type(rest.get("cacheWriteInputTokens")) is int:
        x["cacheWriteTokens"] = cached = rest.pop("cacheWriteInputTokens")
        total += cached
    if "totalTokens" not in w:
        form = absent(form, "totalTokens")
    elif type(w["totalTokens"]) is int and w["totalTokens"] == total:
        del rest["totalTokens"]
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
    if "error" in x and (error := x["error"]) is not None:
        refused_reply(x, FINISH_BACK)
        return _error_back(error, own)
    reason, message = x["finishReason"], shown(x, FORMAT, UNSIGNED)["message"]
    if reason not in FINISH_BACK:
        raise expected("a known reason", x, "finishReason")
    texts(x, "id", "model")
    word = FINISH_BACK[reason]
    if form is not None and "finishReason" in form:
        spelled = form["finishReason"]["as"]
        if finished(FINISH, spelled, "other", message["content"]) == reason:
            word = spelled
    w = {
        "metrics": {"latencyMs": 0},
        "output": {"message": write_answer(message)},
        "stopReason": word,
    }
    if "usage" in x and (usage := x["usage"]) is not None:
        w["usage"] = _usage_back(usage)
    elif not excused(own, "usage"):
        w["usage"] = {"inputTokens": 0, "outputTokens": 0, "totalTokens": 0}
    if own is not None:
        lay(w, own, GIVEN_REPLY, USUAL_REPLY)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    read, written = x["inputTokens"], x["outputTokens"]
    if type(read) is not int or type(written) is not int:
        raise expected("integers", x, None)
    total = read + written
    w: dict[str, Any] = {"inputTokens": read, "outputTokens": written}
    if "cacheReadTokens" in x and x["cacheReadTokens"] is not None:
        w["cacheReadInputTokens"] = cached = count(x, "cacheReadTokens")
        total += cached
    if "cacheWriteTokens" in x and x["cacheWriteTokens"] is not None:
        w["cacheWriteInputTokens"] = cached = count(x, "cacheWriteTokens")
        total += cached
    if "reasoningTokens" in x:
        thought = count(x, "reasoningTokens")
        w["outputTokens"] += thought
        total += thought
    if "toolUseTokens" in x:
        tools = count(x, "toolUseTokens")
        w["inputTokens"] += tools
        total += tools
    w["totalTokens"] = total
    if own is not None:
        lay(w, own, GIVEN_USAGE, USUAL_USAGE)
    return w
