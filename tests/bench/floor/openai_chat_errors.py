"""OpenAI Chat Completions by hand: bodies that are an error, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import mark

from .common import Json, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, code_back, in_words, read_error, take_code, write_error
from .openai_chat_tables import FINISH_BACK, FORMAT
from .openai_failures import CHAT

PLAIN = "PlainErrorBody"
"""The body that holds the error's text itself."""


def read_error_body(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error."""
    rest = w.copy()
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    form, plain = None, type(w["error"]) is str
    if plain:
        x["error"] = error = {"message": rest.pop("error")}
        form = take_code(rest, error)
        add_kind(error, CHAT, FORMAT, "code")
    else:
        x["error"] = read_error(rest.pop("error"), CHAT, FORMAT)
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if plain:
        mark(x, FORMAT, "body", PLAIN)
    return x


def write_error_body(x: dict[str, Any], own: Json) -> dict[str, Any]:
    """The inverse; ``own`` says which body it was read from."""
    refused_reply(x, FINISH_BACK)
    form = (own or {}).get("$") or {}
    if form.get("body") == PLAIN:
        error = in_words(x["error"], CHAT, FORMAT, "code")
        texts(error, "code")
        w: dict[str, Any] = {"error": text_at(error, "message")}
        if error.get("code") is not None:
            w["code"] = code_back(error, form)
    else:
        w = {"error": write_error(x["error"], CHAT, FORMAT)}
    if own is not None:
        lay(w, own)
    return w
