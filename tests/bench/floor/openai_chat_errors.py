"""OpenAI Chat Completions by hand: bodies that are an error, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import mark
from toolwire._runtime.values import parts_of_text, text_of_parts

from .common import EMPTY, Json, lay, refused_reply, sealed, text_at, texts
from .failures import add_kind, code_back, in_words, read_error, take_code, write_error
from .openai_chat_counts import read_usage, write_usage
from .openai_chat_tables import FINISH_BACK, FORMAT
from .openai_failures import CHAT

PLAIN = "PlainErrorBody"
"""The body that holds the error's text itself."""
FLAT, DETAIL, DETAILS = "FlatErrorBody", "DetailBody", "DetailListBody"
"""The bodies without a key around what went wrong."""


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
        x |= {key: rest.pop(key) for key in ("id", "model") if type(rest.get(key)) is str}
        if type(rest.get("usage")) is dict:
            x["usage"] = read_usage(rest.pop("usage"))
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    if plain:
        mark(x, FORMAT, "body", PLAIN)
    return x


def read_bare_body(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error without a key around it."""
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    rest, form, body = w.copy(), {}, FLAT
    if w.get("message") is not None:
        error = {"message": text_at(rest, "message")}
        del rest["message"]
        if type(rest.get("type")) is str:
            error["type"] = rest.pop("type")
        form = take_code(rest, error) or {}
        add_kind(error, CHAT, FORMAT, "type", "code")
    else:
        detail = rest.pop("detail")
        body = DETAIL if type(detail) is str else DETAILS
        text = detail if body == DETAIL else text_of_parts(detail, EMPTY, ["msg"])
        if text is None:
            raise ValueError("detail")
        if body == DETAILS and parts_of_text(text, EMPTY, ["msg"]) != detail:
            form = {"message": {"as": detail}}
        error = {"message": text}
        add_kind(error, CHAT, FORMAT)
    x["error"] = error
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    mark(x, FORMAT, "body", body)
    return x


def _bare_body(error: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    """The inverse, without what rides along."""
    if form["body"] == FLAT:
        error = in_words(error, CHAT, FORMAT, "type", "code")
        texts(error, "type", "code")
        w: dict[str, Any] = {"message": text_at(error, "message")}
        if error.get("type") is not None:
            w["type"] = error["type"]
        if error.get("code") is not None:
            w["code"] = code_back(error, form)
        return w
    text = text_at(in_words(error, CHAT, FORMAT), "message")
    if form["body"] == DETAIL:
        return {"detail": text}
    kept = form.get("message", EMPTY)
    same = "as" in kept and text_of_parts(kept["as"], EMPTY, ["msg"]) == text
    return {"detail": kept["as"] if same else parts_of_text(text, EMPTY, ["msg"])}


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
    elif form.get("body") in (FLAT, DETAIL, DETAILS):
        w = _bare_body(x["error"], form)
    else:
        w = {"error": write_error(x["error"], CHAT, FORMAT)}
        w |= {key: x[key] for key in ("id", "model") if x.get(key) is not None}
        if x.get("usage") is not None:
            w["usage"] = write_usage(x["usage"])
    if own is not None:
        lay(w, own)
    return w
