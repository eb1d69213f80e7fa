"""OpenAI Responses by hand: bodies that are an error and nothing else, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import mark

from .common import Json, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, code_back, in_words, read_error, take_code, write_error
from .openai_failures import RESPONSES
from .openai_responses_tables import FINISH_BACK, FORMAT

FLAT = {"ErrorEvent": "message", "PlainErrorBody": "error"}
"""The bodies that hold the error's text themselves, and where."""


def read_reply_error(w: Json) -> dict[str, Any]:
    """What went wrong."""
    if type(w) is not dict:
        raise ValueError("error")
    return read_error(w, RESPONSES, FORMAT)


def write_reply_error(x: Json) -> dict[str, Any]:
    """The inverse."""
    return write_error(x, RESPONSES, FORMAT)


def read_error_body(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error: an object that holds one, or an event of a stream."""
    rest = w.copy()
    body = form = None
    if w.get("type") == "error":
        body = "NestedErrorEvent" if "error" in w else "ErrorEvent"
        del rest["type"]
    elif type(w.get("error")) is str:
        body = "PlainErrorBody"
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    if body in FLAT:
        x["error"] = error = {"message": text_at(w, FLAT[body])}
        del rest[FLAT[body]]
        form = take_code(rest, error)
        add_kind(error, RESPONSES, FORMAT, "code")
    else:
        x["error"] = read_reply_error(w["error"])
        del rest["error"]
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if body is not None:
        mark(x, FORMAT, "body", body)
    return x


def write_error_body(x: dict[str, Any], body: Json, own: Json) -> dict[str, Any]:
    """The inverse; ``body`` is the kind that it was read from, if any."""
    refused_reply(x, FINISH_BACK)
    w: dict[str, Any] = {}
    if body in FLAT:
        error = in_words(x["error"], RESPONSES, FORMAT, "code")
        texts(error, "code")
        w[FLAT[body]] = text_at(error, "message")
        if error.get("code") is not None:
            w["code"] = code_back(error, (own or {}).get("$"))
    else:
        w["error"] = write_reply_error(x["error"])
    if body == "ErrorEvent" or body == "NestedErrorEvent":
        w["type"] = "error"
    if own is not None:
        lay(w, own)
    return w
