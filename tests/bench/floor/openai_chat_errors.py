"""OpenAI Chat Completions by hand: bodies that are an error, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import mark

from .common import Json, lay, refused_reply, sealed
from .failures import read_error, write_error
from .openai_bodies import PLACES, odd_body, read_odd, write_odd
from .openai_chat_counts import read_usage, write_usage
from .openai_chat_tables import FINISH_BACK, FORMAT
from .openai_failures import CHAT

WORDS = {"message": ""}
"""What an error may leave out."""


def read_error_body(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error."""
    rest, body = w.copy(), odd_body(w)
    form: dict[str, Any] = {}
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    if body is not None:
        x["error"], form = read_odd(rest, body, CHAT, FORMAT)
    else:
        x["error"] = read_error(rest.pop("error"), CHAT, FORMAT, WORDS)
        x |= {key: rest.pop(key) for key in ("id", "model") if type(rest.get(key)) is str}
        if type(rest.get("usage")) is dict:
            x["usage"] = read_usage(rest.pop("usage"))
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    if body is not None:
        mark(x, FORMAT, "body", body)
    return x


def write_error_body(x: dict[str, Any], own: Json) -> dict[str, Any]:
    """The inverse; ``own`` says which body it was read from."""
    refused_reply(x, FINISH_BACK)
    form = (own or {}).get("$") or {}
    if form.get("body") in PLACES:
        w = write_odd(x["error"], form["body"], form, CHAT, FORMAT)
    else:
        w = {"error": write_error(x["error"], CHAT, FORMAT, WORDS)}
        w |= {key: x[key] for key in ("id", "model") if x.get(key) is not None}
        if x.get("usage") is not None:
            w["usage"] = write_usage(x["usage"])
    if own is not None:
        lay(w, own)
    return w
