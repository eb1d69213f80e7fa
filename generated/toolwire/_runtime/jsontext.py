# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""JSON text, exactly: the one spelling our encoders write, and telling it from others."""

from __future__ import annotations

import json
from json import JSONDecodeError
from typing import Any

Json = Any


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse)
_COMPACT = (",", ":")
_SPACED = (", ", ": ")


def _encoder(separators: tuple[str, str], ascii_only: bool = False) -> Any:
    """``value -> text``; CPython's C encoder made once where it is there, else the library's."""
    plain = json.JSONEncoder(
        separators=separators, ensure_ascii=ascii_only, allow_nan=False, check_circular=False
    )
    make = getattr(json.encoder, "c_make_encoder", None)
    escape = json.encoder.encode_basestring_ascii if ascii_only else json.encoder.encode_basestring
    if make is None:
        return plain.encode
    try:
        item, key = separators
        encode = make(None, plain.default, escape, None, key, item, False, False, False)
        if encode([1, "é"], 0) is None:  # pragma: a changed private signature falls through
            return plain.encode
    except TypeError:
        return plain.encode
    join = "".join
    return lambda value: join(encode(value, 0))


_compact, _spaced = _encoder(_COMPACT), _encoder(_SPACED)
_compact_ascii, _spaced_ascii = _encoder(_COMPACT, True), _encoder(_SPACED, True)
STYLES = {"spaced": _spaced, "ascii": _compact_ascii, "spaced ascii": _spaced_ascii}


def dumps(value: Json) -> str:
    """Compact JSON; lone surrogates, which no UTF-8 text can hold, are escaped."""
    text: str = _compact(value)
    if not text.isascii() and not _encodes(text):
        text = _compact_ascii(value)
    return text


def loads(text: str) -> Json:
    """A JSON text's value. Raises ValueError (NaN and Infinity are refused) or RecursionError."""
    return _decoder.decode(text)


def same_text(left: Json, right: Json) -> bool:
    """Do two JSON values have the same canonical text?"""
    try:
        return bool(_compact(left) == _compact(right))
    except (ValueError, TypeError, RecursionError):
        return False


def object_from(text: str) -> dict[str, Any] | None:
    """The object a JSON text says; None if it is not one that we can hold exactly."""
    try:
        value = _decoder.decode(text)
    except (JSONDecodeError, ValueError, RecursionError):
        return None
    return value if type(value) is dict else None


_scan: Any = getattr(_decoder, "scan_once")  # noqa: B009


def _encodes(text: str) -> bool:
    """Whether a text is without lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def spelled_object(text: str) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
    """The object a text says and its style, for the two usual styles; None for any other text."""
    try:
        value, end = _scan(text, 0)
        if type(value) is not dict or end != len(text):
            return None
        if not text.isascii() and not _encodes(text):
            return None
        # Spaced text mostly shows by this; a string may hold it too, so both are tried.
        if '": ' in text and _spaced(value) == text:
            return value, {"style": "spaced"} if value else None
        if _compact(value) == text:
            return value, None
    except (StopIteration, ValueError, RecursionError):
        pass
    return None


def style_of(text: str, value: dict[str, Any]) -> dict[str, Any] | None:
    """How ``text`` spells ``value``: None for our own way, a style's name, or the text itself."""
    if dumps(value) == text:
        return None
    for name, encode in STYLES.items():
        if encode(value) == text:
            return {"style": name}
    return {"text": text}
