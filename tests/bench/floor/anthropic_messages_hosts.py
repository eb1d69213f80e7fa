"""Anthropic Messages by hand: errors in the words of who hosts it, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import mark

from .anthropic_messages_tables import FAILURES, FORMAT
from .common import lay, sealed, text_at, texts
from .failures import add_kind, code_back, in_words, take_code

HOST = "HostErrorBody"
"""The body that has an object of its own."""
WORDS = {"WordsBody": "message", "CapitalWordsBody": "Message"}
"""Those that have words alone, and where."""


def read_host_error(w: dict[str, Any]) -> dict[str, Any]:
    """A reply that is an error of a host."""
    rest = w.copy()
    if w.get("error") is not None:
        body, error = HOST, _detail(rest.pop("error").copy())
    else:
        body = "WordsBody" if w.get("message") is not None else "CapitalWordsBody"
        error = {"message": text_at(rest, WORDS[body])}
        del rest[WORDS[body]]
        if type(rest.get("__type")) is str:
            error["type"] = rest.pop("__type")
        add_kind(error, FAILURES, FORMAT, "type")
    x: dict[str, Any] = {
        "message": {"role": "assistant", "content": []},
        "finishReason": "error",
        "error": error,
    }
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    mark(x, FORMAT, "body", body)
    return x


def _detail(left: dict[str, Any]) -> dict[str, Any]:
    error: dict[str, Any] = {"message": text_at(left, "message")}
    del left["message"]
    form: dict[str, Any] = {}
    if type(left.get("type")) is str:
        error["type"] = left.pop("type")
    elif type(left.get("status")) is str:
        error["type"], form["type"] = left.pop("status"), {"at": "status"}
    form |= take_code(left, error) or {}
    if left or form:
        error["metadata"] = {FORMAT: sealed(left, form or None)}
    add_kind(error, FAILURES, FORMAT, "type", "code")
    return error


def write_host_error(x: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The inverse; ``own`` says which body it was read from."""
    w: dict[str, Any]
    body = own["$"]["body"]
    if body in WORDS:
        error = in_words(x["error"], FAILURES, FORMAT, "type")
        texts(error, "type", "code")
        w = {WORDS[body]: text_at(error, "message")}
        if error.get("type") is not None:
            w["__type"] = error["type"]
    else:
        w = {"error": _detail_back(in_words(x["error"], FAILURES, FORMAT, "type", "code"))}
    lay(w, own)
    return w


def _detail_back(error: dict[str, Any]) -> dict[str, Any]:
    own = (error.get("metadata") or {}).get(FORMAT)
    form = (own or {}).get("$") or {}
    texts(error, "type", "code")
    w: dict[str, Any] = {"message": text_at(error, "message")}
    if error.get("type") is not None:
        w[(form.get("type") or {}).get("at", "type")] = error["type"]
    if error.get("code") is not None:
        w["code"] = code_back(error, form)
    if own is not None:
        lay(w, own)
    return w
