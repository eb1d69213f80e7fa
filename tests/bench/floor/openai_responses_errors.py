"""OpenAI Responses by hand: bodies that are an error and nothing else, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import mark

from .common import Json, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, code_back, in_words, read_error, take_code, write_error
from .openai_bodies import PLACES, odd_body, read_odd, write_odd
from .openai_failures import RESPONSES
from .openai_responses_tables import FINISH_BACK, FORMAT

EVENT = "ErrorEvent"
"""The event that holds the error's text itself."""
WORDS = {"message": ""}
"""What an error may leave out."""


def read_reply_error(w: Json) -> dict[str, Any]:
    """What went wrong."""
    if type(w) is not dict:
        raise ValueError("error")
    return read_error(w, RESPONSES, FORMAT, WORDS)


def write_reply_error(x: Json) -> dict[str, Any]:
    """The inverse."""
    return write_error(x, RESPONSES, FORMAT, WORDS)


def read_error_body(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error: an object that holds one, or an event of a stream."""
    rest, form = w.copy(), {}
    if w.get("type") == "error":
        body: str | None = "NestedErrorEvent" if "error" in w else EVENT
        del rest["type"]
    else:
        body = odd_body(w)
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    if body == EVENT:
        x["error"] = error = {"message": text_at(w, "message")}
        del rest["message"]
        form = take_code(rest, error) or {}
        add_kind(error, RESPONSES, FORMAT, "code")
    elif body is not None and body in PLACES:
        x["error"], form = read_odd(rest, body, RESPONSES, FORMAT)
    elif type(w["error"]) is dict:
        x["error"] = read_error(rest.pop("error"), RESPONSES, FORMAT, WORDS)
    else:
        raise ValueError("error")
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    if body is not None:
        mark(x, FORMAT, "body", body)
    return x


def write_error_body(x: dict[str, Any], body: Json, own: Json) -> dict[str, Any]:
    """The inverse; ``body`` is the kind that it was read from, if any."""
    refused_reply(x, FINISH_BACK)
    w: dict[str, Any] = {}
    form = (own or {}).get("$") or {}
    if body in PLACES:
        w = write_odd(x["error"], body, form, RESPONSES, FORMAT)
    elif body == EVENT:
        error = in_words(x["error"], RESPONSES, FORMAT, "code")
        texts(error, "code")
        w["message"] = text_at(error, "message")
        if error.get("code") is not None:
            w["code"] = code_back(error, form)
    else:
        w["error"] = write_error(x["error"], RESPONSES, FORMAT, WORDS)
    if body == EVENT or body == "NestedErrorEvent":
        w["type"] = "error"
    if own is not None:
        lay(w, own)
    return w
