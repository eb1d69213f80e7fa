"""JSON text in the spelling that encoders write, and telling other spellings from it."""

from __future__ import annotations

import json
from typing import Any

Json = Any
COMPACT, SPACED = (",", ":"), (", ", ": ")
STYLES: dict[str, tuple[tuple[str, str], bool]] = {
    "spaced": (SPACED, False),
    "ascii": (COMPACT, True),
    "spaced ascii": (SPACED, True),
}
"""What a form calls the other usual spellings: their separators, and whether they are ASCII."""


def _text(value: Json, separators: tuple[str, str], ascii_only: bool) -> str:
    return json.dumps(value, separators=separators, ensure_ascii=ascii_only, allow_nan=False)


def dumps(value: Json) -> str:
    """Compact JSON; what UTF-8 cannot hold is escaped."""
    text = _text(value, COMPACT, False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _text(value, COMPACT, True)
    return text


def in_style(value: Json, style: str) -> str:
    """The text of a value in one of the usual styles."""
    return _text(value, *STYLES[style])


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")


def loads(text: str) -> Json:
    """What a text says; ValueError or RecursionError if it is no JSON."""
    return json.loads(text, parse_constant=_refuse)


def object_in(text: str) -> dict[str, Any] | None:
    """The object that a text says, if it says one."""
    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return None
    return value if type(value) is dict else None


def arguments_in(text: str) -> dict[str, Any] | None:
    """The object that the text of a call says; null says that it has no arguments."""
    return {} if text.strip(" \t\r\n") == "null" else object_in(text)


def same_text(left: Json, right: Json) -> bool:
    """Whether two values have the same text: the order of keys counts, and 5 is not 5.0."""
    try:
        return _text(left, COMPACT, False) == _text(right, COMPACT, False)
    except (ValueError, TypeError, RecursionError):
        return False


def style_of(text: str, value: Json) -> dict[str, str] | None:
    """How a text spells its value; None for our own spelling."""
    if text == dumps(value):
        return None
    for style in STYLES:
        if text == in_style(value, style):
            return {"style": style}
    return {"text": text}


def same_json(left: Json, right: Json) -> bool:
    """Equal as JSON says it, in any order of keys: 5 is not 5.0, 1 is not true."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    if isinstance(left, list):
        pairs = zip(left, right, strict=False)
        return len(left) == len(right) and all(same_json(a, b) for a, b in pairs)
    return repr(left) == repr(right)


def is_constant(value: Json, constant: Json) -> bool:
    """Equal as JSON says it: 1 is not true, and neither is it in a list."""
    if isinstance(constant, (dict, list)):
        return same_text(value, constant)
    return type(value) is type(constant) and bool(value == constant)


def literal(text: str) -> Json:
    """An operator's argument: JSON, or the bare word."""
    try:
        return json.loads(text)
    except ValueError:
        return text
