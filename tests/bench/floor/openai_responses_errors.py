"""OpenAI Responses by hand: bodies that are an error and nothing else, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import mark

from .common import Json, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, in_words
from .openai_failures import RESPONSES
from .openai_responses_tables import FINISH_BACK, FORMAT

FLAT = {"ErrorEvent": "message", "PlainErrorBody": "error"}
"""The bodies that hold the error's text themselves, and where."""


def read_error(w: Json) -> dict[str, Any]:
    """What went wrong."""
    if type(w) is not dict:
        raise ValueError("error")
    rest = w.copy()
    x: dict[str, Any] = {"message": text_at(w, "message")}
    del rest["message"]
    for key in ("type", "code"):
        if type(w.get(key)) is str:
            x[key] = rest.pop(key)
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    add_kind(x, RESPONSES, FORMAT, "type", "code")
    return x


def write_error(x: Json) -> dict[str, Any]:
    """The inverse."""
    x = in_words(x, RESPONSES, FORMAT, "type", "code")
    if type(x["message"]) is not str:
        raise expected("a string", x, "message")
    texts(x, "type", "code")
    w = {"message": x["message"]}
    for key in ("type", "code"):
        if x.get(key) is not None:
            w[key] = x[key]
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def read_error_body(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error: an object that holds one, or an event of a stream."""
    rest = w.copy()
    body = None
    if w.get("type") == "error":
        body = "NestedErrorEvent" if "error" in w else "ErrorEvent"
        del rest["type"]
    elif type(w.get("error")) is str:
        body = "PlainErrorBody"
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    if body in FLAT:
        x["error"] = error = {"message": text_at(w, FLAT[body])}
        del rest[FLAT[body]]
        if type(w.get("code")) is str:
            error["code"] = rest.pop("code")
        add_kind(error, RESPONSES, FORMAT, "code")
    else:
        x["error"] = read_error(w["error"])
        del rest["error"]
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
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
            w["code"] = error["code"]
    else:
        w["error"] = write_error(x["error"])
    if body == "ErrorEvent" or body == "NestedErrorEvent":
        w["type"] = "error"
    if own is not None:
        lay(w, own)
    return w
