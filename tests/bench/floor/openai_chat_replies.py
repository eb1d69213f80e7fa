"""OpenAI Chat Completions by hand: replies, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.arguments import cut_short
from toolwire._runtime.calls import Calls, named
from toolwire._runtime.errors import expected

from .apart import keep_apart, rejoined
from .common import (
    EMPTY,
    complete,
    lay,
    sealed,
)
from .failures import read_error, write_error
from .openai_chat_counts import read_usage, write_usage
from .openai_chat_errors import WORDS, read_error_body, write_error_body
from .openai_chat_messages import read_assistant
from .openai_chat_tables import (
    FINISH,
    FINISH_BACK,
    FORMAT,
    GIVEN_RESPONSE,
    RETURNED,
    USUAL_BODY,
    USUAL_CHOICE,
    USUAL_REPLY,
)
from .openai_chat_writing import write_assistant
from .openai_failures import CHAT


def decode_response(w: dict[str, Any]) -> dict[str, Any]:
    """Read a response body."""
    if "error" in w and w["error"] is not None:
        return read_error_body(w)
    if "choices" not in w and (w.get("message") is not None or w.get("detail") is not None):
        return read_error_body(w)
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
    elif reason in ("length", "content_filter", "error", "other"):
        cut_short(message["content"], FORMAT, True)
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
        x["usage"] = read_usage(counts)
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
    if type(first.get("error")) is dict:
        x["error"] = read_error(left.pop("error"), CHAT, FORMAT, WORDS)
        form = {**(form or EMPTY), "body": "ChatResponse"}
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


def encode_response(x: dict[str, Any]) -> dict[str, Any]:
    """Write a response body."""
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    failed = "error" in x and x["error"] is not None
    if failed and (form or EMPTY).get("body") != "ChatResponse":
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
        spelled = form["finishReason"]["as"]
        again = FINISH.get(spelled, "other")
        if again == "stop" and any(b["kind"] == "toolCall" for b in x["message"]["content"]):
            again = "tool_calls"
        if again == x["finishReason"]:
            reason = spelled
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
    if failed:
        w["choices"][0]["error"] = write_error(x["error"], CHAT, FORMAT, WORDS)
    if "usage" in x and (usage := x["usage"]) is not None:
        at = (form or EMPTY).get("usage", EMPTY).get("at")
        holder: dict[str, Any] = w
        if at == IN_CHOICE:
            holder = w["choices"][0]
        elif at == OF_GROQ:
            w["x_groq"] = holder = {}
        holder["usage"] = write_usage(usage)
    if own is not None:
        lay(w, own, GIVEN_RESPONSE, USUAL_BODY)
    return w
