"""Chat Completions and Responses by hand: errors in the words of hosts, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.overlay import also, lay_also
from toolwire._runtime.values import parts_of_text, text_of_parts, undigits

from .common import EMPTY, Json, text_at, texts
from .failures import Words, add_kind, code_back, in_words, take_code

WRAPPED, PLAIN, FLAT = "WrappedErrorBody", "PlainErrorBody", "FlatErrorBody"
DETAIL, DETAILS = "DetailBody", "DetailListBody"
KEYS = {PLAIN: "error", FLAT: "message", DETAIL: "detail", DETAILS: "detail"}
"""The bodies that hold the error's text themselves, and where."""
PLACES = {
    WRAPPED: ("type", "code"), PLAIN: ("code",), FLAT: ("type", "code"), DETAIL: ("code",),
    DETAILS: (),
}  # fmt: skip


def odd_body(w: dict[str, Any]) -> str | None:
    """Which of these a body is; None for an object that is the error."""
    error = w.get("error")
    if type(error) is dict:
        inner = error.get("error")
        return WRAPPED if type(inner) is dict and "message" in inner else None
    if error is not None:
        return PLAIN
    if w.get("message") is not None:
        return FLAT
    return DETAIL if type(w.get("detail")) is str else DETAILS


def read_odd(
    rest: dict[str, Any], body: str, words: Words, format_: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What went wrong, and how it was spelled; it is taken out of ``rest``."""
    if body == WRAPPED:
        error, form = _unwrapped(rest)
    elif body == DETAILS:
        detail = rest.pop("detail")
        text = text_of_parts(detail, EMPTY, ["msg"])
        if text is None:
            raise ValueError("detail")
        error, same = {"message": text}, parts_of_text(text, EMPTY, ["msg"]) == detail
        form = {} if same else {"message": {"as": detail}}
    else:
        error, form = {"message": text_at(rest, KEYS[body])}, {}
        del rest[KEYS[body]]
        if body == FLAT and type(rest.get("type")) is str:
            error["type"] = rest.pop("type")
        if body == DETAIL:
            if type(rest.get("status")) is int:
                error["code"] = str(rest.pop("status"))
        else:
            form = _code(rest, error)
    add_kind(error, words, format_, *PLACES[body])
    return error, form


def _code(rest: dict[str, Any], error: dict[str, Any]) -> dict[str, Any]:
    """The code, or in place of one the HTTP status; how it was spelled."""
    for key in ("code", "statusCode", "status"):
        if rest.get(key) is None:
            continue
        if key == "code":
            return take_code(rest, error) or {}
        if type(rest[key]) is int:
            error["code"] = str(rest.pop(key))
            return {"code": {"at": key}}
        break
    return {}


def _unwrapped(rest: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An error inside of another one, which says what that does not."""
    outer = rest["error"] = rest["error"].copy()
    inner = outer["error"] = outer["error"].copy()
    came: dict[str, Any] = {key: (inner.get(key), outer.get(key)) for key in ("type", "code")}
    both = [key for key in came if key in inner and key in outer]
    error: dict[str, Any] = {"message": text_at(inner, "message")}
    del inner["message"]
    form: dict[str, Any] = {}
    if type(inner.get("type")) is str:
        error["type"] = inner.pop("type")
    elif type(outer.get("type")) is str:
        error["type"], form["type"] = outer.pop("type"), {"at": "error.type"}
    if inner.get("code") is not None:
        form |= take_code(inner, error) or {}
    elif outer.get("code") is not None:
        spelled = take_code(outer, error) or {}
        if "code" in error:
            form["code"] = {**spelled.get("code", {}), "at": "error.code"}
    for key in both:
        if key in error:
            form = also(form or None, key, came[key][1], f"error.error.{key}", inner) or {}
            form = also(form or None, key, came[key][0], f"error.{key}", outer) or {}
    if not inner:
        del outer["error"]
    if not outer:
        del rest["error"]
    return error, form


def write_odd(
    error: dict[str, Any], body: str, form: dict[str, Any], words: Words, format_: str
) -> dict[str, Any]:
    """The inverse, without what rides along."""
    error = in_words(error, words, format_, *PLACES[body])
    texts(error, "type", "code")
    text = text_at(error, "message")
    if body == WRAPPED:
        return _wrapped(error, text, form)
    if body == DETAILS:
        entry = form.get("message", EMPTY)
        same = "as" in entry and text_of_parts(entry["as"], EMPTY, ["msg"]) == text
        return {"detail": entry["as"] if same else parts_of_text(text, EMPTY, ["msg"])}
    w: dict[str, Any] = {KEYS[body]: text}
    if body == FLAT and error.get("type") is not None:
        w["type"] = error["type"]
    if error.get("code") is None:
        return w
    at = "status" if body == DETAIL else form.get("code", EMPTY).get("at", "code")
    code: Json = code_back(error, form) if at == "code" else undigits(error["code"])
    return w if code is None else {**w, at: code}


def _wrapped(error: dict[str, Any], text: str, form: dict[str, Any]) -> dict[str, Any]:
    inner: dict[str, Any] = {"message": text}
    outer: dict[str, Any] = {"error": inner}
    for key in ("type", "code"):
        if error.get(key) is not None:
            there = outer if form.get(key, EMPTY).get("at") == f"error.{key}" else inner
            there[key] = code_back(error, form) if key == "code" else error[key]
    w = {"error": outer}
    for key in ("type", "code"):
        lay_also(w, form.get(key, EMPTY), f"error.error.{key}")
    return w
