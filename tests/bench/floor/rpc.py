"""What the hand-written conversions share of JSON-RPC: versions, methods, ids that are numbers."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.values import digits_or_text, undigits_or_text

from .common import Json

VERSION = "2.0"


def check_request(w: dict[str, Any], method: str) -> None:
    """Refuse what asks for something else."""
    if w.get("jsonrpc") != VERSION:
        raise ValueError("jsonrpc")
    if w.get("method") != method:
        raise ValueError("method")


def inner(w: dict[str, Any], key: str) -> dict[str, Any]:
    """An object that must be there."""
    value = w[key]
    if type(value) is not dict:
        raise ValueError(key)
    return value


def text_of_id(w: dict[str, Any]) -> tuple[str, bool]:
    """A message's id as text, and whether that text would go out as another one."""
    raw = w["id"]
    if type(raw) is str:
        return raw, undigits_or_text(raw) is not raw
    if type(raw) is not int:
        raise ValueError("id")
    return str(raw), not -(10**18) < raw < 10**18


def id_of_text(x: dict[str, Any], field: str, own: dict[str, Any] | None) -> Json:
    """A text as the id that it was read from."""
    text = x[field]
    if type(text) is not str:
        raise expected("a string", x, field)
    if own is not None and "$" in own and field in own["$"]:
        noted = own["$"][field]
        if "as" in noted and digits_or_text(noted["as"]) == text:
            return noted["as"]
    return undigits_or_text(text)


def own_of(x: dict[str, Any], format_: str) -> dict[str, Any] | None:
    """What a value holds for this wire alone."""
    if "metadata" in x and (metadata := x["metadata"]):
        own: dict[str, Any] | None = metadata.get(format_)
        return own
    return None
