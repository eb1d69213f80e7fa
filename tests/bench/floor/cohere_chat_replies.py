"""Cohere's chat by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls
from toolwire._runtime.counts import as_floats, whole_counts
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import noted, noted_whole
from toolwire._runtime.thoughts import shown

from .apart import keep_apart, rejoined
from .cohere_chat_messages import read_assistant
from .cohere_chat_tables import (
    COUNTS,
    FAILURES,
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_END,
    RETURNED,
    USUAL_REPLY,
)
from .cohere_chat_writing import write_assistant
from .common import NOTHING, Json, complete, count, lay, object_at, refused_reply, sealed, text_at
from .common import texts as refuse_no_text
from .failures import add_kind, in_words


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    answer = w.get("message")
    if type(answer) is str:
        return _error_body(w)
    if w.get("delta") is not None:
        return _failed_end(w)
    form: dict[str, Any] | None = None
    if w.get("id") is None or "finish_reason" not in w:
        w, form = complete(w, form, USUAL_REPLY)
    if type(answer) is not dict or answer.get("role") != "assistant":
        raise ValueError("message")
    message = read_assistant(answer, Calls())
    word = w["finish_reason"]
    reason = _reason(word, message["content"])
    if reason in ("length", "content_filter", "error", "other"):
        cut_short(message["content"], FORMAT, True)
    if FINISH_BACK[reason] != word:
        form = noted(form, "finishReason", {"as": word})
    x: dict[str, Any] = {"message": message, "finishReason": reason}
    left = len(w) - 3
    if reply_id := text_at(w, "id"):
        x["id"] = reply_id
    usage = w.get("usage")
    if usage is not None:
        x["usage"] = _usage(usage)
        left -= 1
    if left or form is not None:
        rest = w.copy()
        del rest["id"], rest["message"], rest["finish_reason"]
        if usage is not None:
            del rest["usage"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return keep_apart(x, FORMAT, RETURNED)


def _reason(word: Json, content: list[Any]) -> str:
    reason = FINISH.get(word, "other")
    if reason == "stop":
        for block in content:
            if block.get("kind") == "toolCall":
                return "tool_calls"
    return reason


def _usage(w: dict[str, Any]) -> dict[str, Any]:
    if type(w) is not dict:
        raise ValueError("usage")
    form: dict[str, Any] | None = None
    x: dict[str, Any] = {}
    form, w = whole_counts(form, w, COUNTS)
    rest = w.copy()
    cached = thought = 0
    if type(w.get("cached_tokens")) is int:
        x["cacheReadTokens"] = cached = rest.pop("cached_tokens")
    tokens = object_at(w, "tokens")
    left = tokens.copy()
    if type(tokens.get("reasoning_tokens")) is int:
        x["reasoningTokens"] = thought = left.pop("reasoning_tokens")
    read, written = tokens.get("input_tokens"), tokens.get("output_tokens")
    if type(read) is int and read:
        del left["input_tokens"]
    else:
        read = 0
    if type(written) is int and written:
        del left["output_tokens"]
    else:
        written = 0
    # A count that does not hold its part stays as it is.
    if cached:
        if read and read >= cached:
            read -= cached
        else:
            form = noted(form, "inputTokens", {"whole": [read, cached, 0, 0]})
    if thought:
        if written and written >= thought:
            written -= thought
        else:
            form = noted_whole(form, "outputTokens", written, x, "reasoningTokens")
    x["inputTokens"], x["outputTokens"] = read, written
    if left:
        rest["tokens"] = left
    elif tokens:
        del rest["tokens"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _failed(rest: dict[str, Any], error: dict[str, Any], *places: str) -> dict[str, Any]:
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    if type(rest.get("id")) is str:
        x["id"] = rest.pop("id")
    add_kind(error, FAILURES, FORMAT, *places)
    x["error"] = error
    return x


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    rest = w.copy()
    error: dict[str, Any] = {"message": rest.pop("message")}
    if type(w.get("error_type")) is str:
        error["type"] = rest.pop("error_type")
    x = _failed(rest, error, "type")
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _failed_end(w: dict[str, Any]) -> dict[str, Any]:
    """The last event of a stream that failed, by itself."""
    if w.get("type") != "message-end" or type(delta := w["delta"]) is not dict:
        raise ValueError("delta")
    rest, left = w.copy(), delta.copy()
    del rest["type"], rest["delta"], left["error"]
    x = _failed(rest, {"message": text_at(delta, "error")})
    form: dict[str, Any] = {}
    if "finish_reason" not in delta:
        form = absent(None, "delta.finish_reason")
    elif delta["finish_reason"] == "ERROR":
        del left["finish_reason"]
    if left:
        rest["delta"] = left
    x["metadata"] = {FORMAT: sealed(rest, {**form, "body": "FailedEnd"})}
    return x


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    if x.get("error") is not None:
        return _error_back(x, own)
    reason, message = x["finishReason"], x["message"]
    if reason not in FINISH_BACK:
        raise expected("a known reason", x, "finishReason")
    refuse_no_text(x, "id", "model")
    word = FINISH_BACK[reason]
    if form is not None and "finishReason" in form:
        spelled = form["finishReason"]["as"]
        if _reason(spelled, message["content"]) == reason:
            word = spelled
    if form is not None and "blocks" in form:
        message = rejoined(message, form["blocks"], FORMAT)
    message = shown(x if message is x["message"] else {"message": message}, FORMAT)["message"]
    w: dict[str, Any] = {
        "id": x.get("id") or "",
        "message": write_assistant(message),
        "finish_reason": word,
    }
    if "usage" in x and (usage := x["usage"]) is not None:
        w["usage"] = _usage_back(usage)
    if own is not None:
        lay(w, own, NOTHING, USUAL_REPLY)
    return w


def _usage_back(x: dict[str, Any]) -> dict[str, Any]:
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    read, written = x["inputTokens"], x["outputTokens"]
    if type(read) is not int or type(written) is not int:
        raise expected("integers", x, None)
    stored = count(x, "cacheWriteTokens") if "cacheWriteTokens" in x else 0
    w: dict[str, Any] = {}
    tokens: dict[str, Any] = {}
    cached = thought = 0
    tools = count(x, "toolUseTokens") if "toolUseTokens" in x else 0
    if "cacheReadTokens" in x and x["cacheReadTokens"] is not None:
        w["cached_tokens"] = cached = count(x, "cacheReadTokens")
    if "reasoningTokens" in x and x["reasoningTokens"] is not None:
        tokens["reasoning_tokens"] = thought = count(x, "reasoningTokens")
    if form is not None:
        # Counts that came without their parts.
        whole = [read, cached, stored, tools]
        if "inputTokens" in form and form["inputTokens"]["whole"] == whole:
            cached = stored = tools = 0
        if "outputTokens" in form and form["outputTokens"]["whole"] == [written, thought]:
            thought = 0
    if total := read + cached + stored + tools:
        tokens["input_tokens"] = total
    if total := written + thought:
        tokens["output_tokens"] = total
    if tokens:
        w["tokens"] = tokens
    if own is not None:
        lay(w, own)
    if form is not None and "float" in form:
        as_floats(w, form["float"])
    return w


def _error_back(x: dict[str, Any], own: Json) -> dict[str, Any]:
    refused_reply(x, FINISH_BACK)
    error = x["error"]
    if type(error) is not dict or type(error["message"]) is not str:
        raise expected("an error", x, "error")
    w: dict[str, Any] = {}
    if x.get("id") is not None:
        w["id"] = x["id"]
    if own is not None and own.get("$", {}).get("body") == "FailedEnd":
        error = in_words(error, FAILURES, FORMAT)
        w["type"] = "message-end"
        w["delta"] = {"finish_reason": "ERROR", "error": error["message"]}
        lay(w, own, GIVEN_END)
        return w
    error = in_words(error, FAILURES, FORMAT, "type")
    w["message"] = error["message"]
    refuse_no_text(error, "type")
    if error.get("type") is not None:
        w["error_type"] = error["type"]
    if own is not None:
        lay(w, own)
    return w
