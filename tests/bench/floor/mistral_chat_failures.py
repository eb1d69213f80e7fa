"""Mistral Chat by hand: the four bodies that say what failed, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.values import parts_of_text, text_of_parts

from .common import EMPTY, Json, lay, refused_reply, sealed, texts
from .failures import add_kind, code_back, in_words, take_code
from .mistral_chat_parts import own_of
from .mistral_chat_tables import FAILURES, FINISH_BACK, FORMAT

BARE = ("DetailBody", "DetailListBody")
"""The bodies that have words alone."""


def read_failure(w: dict[str, Any]) -> dict[str, Any]:
    """A body with a ``message``, or with a ``detail``; either is a text or has a list."""
    x: dict[str, Any] = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    rest = w.copy()
    form: dict[str, Any] = {}
    error: dict[str, Any] = {}
    body: str | None = None
    if type(w.get("message")) is str:
        error["message"] = rest.pop("message")
        _named(error, rest, form)
    elif w.get("message") is not None:
        left = rest.pop("message").copy()
        _detailed(error, left, form)
        if left:
            rest["message"] = left
        _named(error, rest, form)
        body = "DetailedErrorBody"
    elif type(w["detail"]) is str:
        error["message"] = rest.pop("detail")
        body = "DetailBody"
    else:
        _detailed(error, rest, form)
        body = "DetailListBody"
    if error:
        add_kind(error, FAILURES, FORMAT, *(() if body in BARE else ("type", "code")))
        x["error"] = error
        if body is not None:
            form["body"] = body
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form or None)}
    return x


def _detailed(error: dict[str, Any], w: dict[str, Any], form: dict[str, Any]) -> None:
    """The words of a list of what is wrong, which leaves ``w``."""
    raw = w["detail"]
    text = None if raw is None else text_of_parts(raw, EMPTY, ["msg"])
    if text is None:
        raise ValueError("detail")
    error["message"] = text
    if parts_of_text(text, EMPTY, ["msg"]) != raw:
        form["message"] = {"as": raw}
    del w["detail"]


def _named(error: dict[str, Any], rest: dict[str, Any], form: dict[str, Any]) -> None:
    if type(rest.get("type")) is str:
        error["type"] = rest.pop("type")
    form |= take_code(rest, error) or {}


def write_failure(x: dict[str, Any]) -> dict[str, Any]:
    """A failed reply in the body that it came in."""
    refused_reply(x, FINISH_BACK)
    own = own_of(x)
    form = own.get("$", EMPTY) if own is not None else EMPTY
    body = form.get("body")
    places = () if body in BARE else ("type", "code")
    error = in_words(x["error"], FAILURES, FORMAT, *places)
    text = error["message"]
    if type(text) is not str:
        raise expected("a string", error, "message")
    w: dict[str, Any]
    if body == "DetailedErrorBody":
        w = {"message": {"detail": _detail_back(text, form)}}
    elif body == "DetailBody":
        w = {"detail": text}
    elif body == "DetailListBody":
        w = {"detail": _detail_back(text, form)}
    else:
        w = {"message": text}
    if "message" in w:
        texts(error, "type", "code")
        if error.get("type") is not None:
            w["type"] = error["type"]
        if error.get("code") is not None:
            w["code"] = code_back(error, form)
    if own is not None:
        lay(w, own)
    return w


def _detail_back(text: str, form: dict[str, Any]) -> Json:
    entry = form.get("message", EMPTY)
    if "as" in entry and text_of_parts(entry["as"], EMPTY, ["msg"]) == text:
        return entry["as"]
    return parts_of_text(text, EMPTY, ["msg"])
