"""What the hand-written conversions share of errors: their kind, by each wire's own words."""

from __future__ import annotations

from typing import Any, NamedTuple

from toolwire._runtime.errors import expected

from .common import EMPTY, Json, complete, lay, sealed, text_at, texts

KINDS = frozenset({
    "rate_limit", "overloaded", "authentication", "permission",
    "invalid_request", "not_found", "context_length", "server",
})  # fmt: skip
STATUSES = {
    "429": "rate_limit",
    "503": "overloaded",
    "401": "authentication",
    "403": "permission",
    "400": "invalid_request",
    "404": "not_found",
    "500": "server",
}
"""The codes that are HTTP statuses; of the wires with codes, each has these."""


class Words(NamedTuple):
    """How one wire speaks of failures. Codes count before messages, and these before types."""

    codes: dict[str, str]
    messages: dict[str, str]
    """Parts of messages, in lower case; the first that is found counts."""
    types: dict[str, str]
    says: dict[str, dict[str, str]]


def kind_of(error: dict[str, Any], words: Words) -> str | None:
    """What kind of failure an error's words say, if any."""
    code, message, type_ = error.get("code"), error.get("message"), error.get("type")
    if type(code) is str and code in words.codes:
        return words.codes[code]
    if type(message) is str:
        text = message.casefold()
        for kind, said in words.says.items():
            if "message" in said and text.startswith(f"{said['message'].casefold()}: "):
                return kind
        for part, kind in words.messages.items():
            if part in text:
                return kind
    if type(type_) is str and (bare := type_.rpartition("#")[2]) in words.types:
        return words.types[bare]
    return STATUSES.get(code) if type(code) is str else None


def take_code(rest: dict[str, Any], error: dict[str, Any]) -> dict[str, Any] | None:
    """Move the code of a failure, which may be a number, to it; how it was spelled, if it was."""
    raw = rest.get("code")
    if type(raw) is not str and type(raw) is not int:
        return None
    error["code"] = str(rest.pop("code"))
    return {"code": {"as": raw}} if type(raw) is int else None


def code_back(error: dict[str, Any], form: dict[str, Any] | None) -> Json:
    """The code as a wire had it: a number, if it is the same."""
    raw = ((form or {}).get("code") or {}).get("as")
    return raw if type(raw) is int and str(raw) == error["code"] else error["code"]


def add_kind(error: dict[str, Any], words: Words, format_: str, *places: str) -> None:
    """Note the kind of an error that was just read, and words that others do not get here."""
    kind = kind_of(error, words)
    if kind is None:
        return
    error["kind"] = kind
    made = _worded(error, kind, words, places)
    if any(made.get(key) != error.get(key) for key in ("message", *places)):
        metadata = error.setdefault("metadata", {})
        own = metadata.setdefault(format_, {})
        own["$"] = {**own.get("$", {}), "kind": {"as": kind}}


def _worded(
    error: dict[str, Any], kind: str, words: Words, places: tuple[str, ...]
) -> dict[str, Any]:
    """An error in words that this wire has for its kind."""
    says = words.says.get(kind, {})
    made = {key: value for key, value in error.items() if key != "type" and key != "code"}
    for place in places:
        word, table = error.get(place), words.types if place == "type" else words.codes
        if type(word) is str and (
            word == says.get(place) or table.get(word.rpartition("#")[2]) == kind
        ):
            made[place] = word
        elif place in says:
            made[place] = says[place]
    message = error.get("message")
    if "message" in says and type(message) is str and kind_of(made, words) != kind:
        made["message"] = f"{says['message']}: {message}" if message else says["message"]
    return made


def in_words(error: Json, words: Words, format_: str, *places: str) -> Json:
    """An error that says its kind on this wire, which has these ``places`` beside the message."""
    if type(error) is not dict or (kind := error.get("kind")) is None:
        return error
    if type(kind) is not str or kind not in KINDS:
        raise expected("a kind of failure", error, "kind")
    for key in ("type", "code"):
        if error.get(key) is not None and type(error[key]) is not str:
            raise expected("a string", error, key)
    own = (error.get("metadata") or {}).get(format_) or {}
    if ((own.get("$") or {}).get("kind") or {}).get("as") == kind:
        return error
    return _worded(error, kind, words, places)


def read_error(
    w: Json, words: Words, format_: str, usual: dict[str, Json] = EMPTY
) -> dict[str, Any]:  # fmt: skip
    """What went wrong: an object with a text, a type and a code. What is ``usual`` may lack."""
    w, form = complete(w, None, usual)
    rest = w.copy()
    x: dict[str, Any] = {"message": text_at(w, "message")}
    del rest["message"]
    if type(w.get("type")) is str:
        x["type"] = rest.pop("type")
    form = {**(form or {}), **(take_code(rest, x) or {})}
    if rest or form:
        x["metadata"] = {format_: sealed(rest, form or None)}
    add_kind(x, words, format_, "type", "code")
    return x


def write_error(
    x: Json, words: Words, format_: str, usual: dict[str, Json] = EMPTY
) -> dict[str, Any]:  # fmt: skip
    """The inverse."""
    x = in_words(x, words, format_, "type", "code")
    if type(x["message"]) is not str:
        raise expected("a string", x, "message")
    texts(x, "type", "code")
    w = {"message": x["message"]}
    own = (x.get("metadata") or {}).get(format_)
    if x.get("type") is not None:
        w["type"] = x["type"]
    if x.get("code") is not None:
        w["code"] = code_back(x, (own or {}).get("$"))
    if own is not None:
        lay(w, own, usual=usual)
    return w
