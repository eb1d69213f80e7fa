"""Ollama's own chat by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, filled_in
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls, named
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import mark

from .apart import keep_apart, rejoined
from .common import EMPTY, complete, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, in_words
from .ollama_chat_messages import read_assistant
from .ollama_chat_tables import (
    FAILURES,
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_REPLY,
    RETURNED,
    USUAL_COUNTS,
)
from .ollama_chat_writing import write_assistant
from .said import read_turn, write_turn

NESTED = "NestedErrorBody"
"""The body whose error is an object, which may lack its words."""
WORDS = {"message": ""}


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w and w["error"] is not None:
        return _error_body(w)
    form: dict[str, Any] | None = None
    read, written = w.get("prompt_eval_count"), w.get("eval_count")
    if read is None and written is not None:
        form, w = filled_in(form, w, "prompt_eval_count", 0)
    elif written is None and read is not None:
        form, w = filled_in(form, w, "eval_count", 0)
    rest = w.copy()
    answer = rest.pop("message")
    if answer["role"] != "assistant":
        raise ValueError("role")
    calls = Calls()
    message = read_turn(answer, calls, read_assistant, FORMAT, (str,))
    word = w.get("done_reason")
    reason = "other"
    if word is not None:
        reason = FINISH.get(word, "other")
        if reason == "stop":
            for block in message["content"]:
                if block["kind"] == "toolCall":
                    reason = "tool_calls"
                    break
        elif reason in ("length", "content_filter", "error"):
            cut_short(message["content"], FORMAT, False)
        if reason != "other":
            del rest["done_reason"]
    x: dict[str, Any] = {"message": message, "finishReason": reason}
    if type(w.get("model")) is str:
        x["model"] = rest.pop("model")
    if read is not None or written is not None:
        counts = rest.pop("prompt_eval_count"), rest.pop("eval_count")
        if type(counts[0]) is not int or type(counts[1]) is not int:
            raise ValueError("counts")
        x["usage"] = {"inputTokens": counts[0], "outputTokens": counts[1]}
    if "done" not in w:
        form = absent(form, "done")
    elif w["done"] is True:
        del rest["done"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if calls.made:
        x = named(x, calls, False)
    return keep_apart(x, FORMAT, RETURNED)


def _error_body(w: dict[str, Any]) -> dict[str, Any]:
    rest, form, nested = w.copy(), None, type(w["error"]) is dict
    if nested:
        details, form = complete(rest.pop("error"), None, WORDS, "error.")
        error: dict[str, Any] = {"message": text_at(details, "message")}
        if len(details) > 1:
            rest["error"] = {key: value for key, value in details.items() if key != "message"}
    else:
        error = {"message": text_at(rest, "error")}
        del rest["error"]
    add_kind(error, FAILURES, FORMAT)
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    x["error"] = error
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if nested:
        mark(x, FORMAT, "body", NESTED)
    return x


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    if "error" in x and (error := x["error"]) is not None:
        return _error_back(x, error, own)
    reason = x["finishReason"]
    if reason not in FINISH_BACK:
        raise expected("a known reason", x, "finishReason")
    texts(x, "id", "model")
    message = x["message"]
    if form is not None and "blocks" in form:
        message = rejoined(message, form["blocks"], FORMAT)
    said = write_turn(write_assistant(message, set(), ""), message, FORMAT)
    w: dict[str, Any] = {"done": True, "message": said}
    if "model" in x and x["model"] is not None:
        w["model"] = x["model"]
    if reason != "other":
        word = FINISH_BACK[reason]
        if form is not None and "finishReason" in form and "as" in form["finishReason"]:
            spelled = form["finishReason"]["as"]
            again = FINISH.get(spelled, "other")
            if again == "stop" and any(b["kind"] == "toolCall" for b in message["content"]):
                again = "tool_calls"
            word = spelled if again == reason else word
        w["done_reason"] = word
    if "usage" in x and (usage := x["usage"]) is not None:
        read, written = usage["inputTokens"], usage["outputTokens"]
        if type(read) is not int or type(written) is not int:
            raise expected("integers", usage, None)
        for key in ("cacheReadTokens", "cacheWriteTokens", "toolUseTokens"):
            read += usage.get(key) or 0
        written += usage.get("reasoningTokens") or 0
        w["prompt_eval_count"], w["eval_count"] = read, written
    if own is not None:
        lay(w, own, GIVEN_REPLY, USUAL_COUNTS)
    return w


def _error_back(x: dict[str, Any], error: Any, own: Any) -> dict[str, Any]:
    refused_reply(x, FINISH_BACK)
    error = in_words(error, FAILURES, FORMAT)
    if type(error["message"]) is not str:
        raise expected("a string", error, "message")
    nested = ((own or {}).get("$") or {}).get("body") == NESTED
    w: dict[str, Any] = {"error": {"message": error["message"]} if nested else error["message"]}
    if own is not None:
        lay(w, own, usual={"error.message": ""} if nested else EMPTY)
    return w
