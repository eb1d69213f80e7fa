# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""JSON text, exactly: the one spelling our encoders write, and telling it from others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, zip_longest
from json import JSONDecodeError
from json.encoder import encode_basestring
from typing import Any

Json = Any
LONG = 16_384
"""Characters from which on a text is looked at in slices, for the sake of memory."""


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    """A number as it is read; one too large for a float would be infinite, which is not JSON."""
    value = float(text)
    if value in _INFINITE:
        raise ValueError(f"{text if len(text) <= 40 else text[:40] + '…'} is too large a number")
    return value


_INFINITE = (float("inf"), float("-inf"))
_decoder = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
_COMPACT = (",", ":")
_SPACED = (", ", ": ")


def _parts(separators: tuple[str, str], ascii_only: bool = False) -> Any:
    """``value, 0 -> parts of its text``; CPython's own where it is there, else the library's."""
    escape = json.encoder.encode_basestring_ascii if ascii_only else encode_basestring
    encode = _c_encoder(separators, escape)
    if encode is None:
        plain = json.JSONEncoder(
            separators=separators, ensure_ascii=ascii_only, allow_nan=False, check_circular=False
        )
        return lambda value, _: (plain.encode(value),)
    return encode


def _encoder(separators: tuple[str, str], ascii_only: bool = False) -> Any:
    """``value -> text``."""
    encode = _parts(separators, ascii_only)
    return lambda value: _join(encode(value, 0))


def _c_encoder(separators: tuple[str, str], escape: Any) -> Any:
    """CPython's encoder, ``value, 0 -> parts of its text``; None where its signature is another."""
    make: Any = getattr(json.encoder, "c_make_encoder", None)
    try:
        item, key = separators
        default = json.JSONEncoder().default
        encode = make(None, default, escape, None, key, item, False, False, False)
        return None if encode([1, "é"], 0) is None else encode
    except TypeError:
        return None


_join = "".join
_compact_parts = _parts(_COMPACT)
_compact, _spaced = _encoder(_COMPACT), _encoder(_SPACED)
_compact_ascii, _spaced_ascii = _encoder(_COMPACT, True), _encoder(_SPACED, True)
STYLES = {"spaced": _spaced, "ascii": _compact_ascii, "spaced ascii": _spaced_ascii}


def dumps(value: Json) -> str:
    """Compact JSON; lone surrogates, which no UTF-8 text can hold, are escaped."""
    text: str = _join(_compact_parts(value, 0))
    if not text.isascii() and not encodes(text):
        text = _compact_ascii(value)
    return text


class _Piece(str):
    """A piece of a text, no value."""

    __slots__ = ()


def spelled_out(value: Json) -> str:
    """A text for a value of any depth; it is no JSON where there is none, as for infinity."""
    out: list[str] = []
    waiting: list[Json] = [value]
    while waiting:
        one = waiting.pop()
        if type(one) is dict:
            keyed = (
                (_Piece(f"{json.dumps(key)}:"), item, _Piece(",")) for key, item in one.items()
            )
            opens, inner, closes = "{", [*chain.from_iterable(keyed)], "}"
        elif type(one) is list:
            opens, inner, closes = "[", [part for item in one for part in (item, _Piece(","))], "]"
        else:
            out.append(one if type(one) is _Piece else json.dumps(one))
            continue
        waiting += [_Piece(closes), *reversed(inner[:-1]), _Piece(opens)]
    return "".join(out)


def loads(text: str) -> Json:
    """A JSON text's value. Raises ValueError or RecursionError.

    NaN and Infinity are refused, and so are numbers that would be read as infinite.
    """
    return _decoder.decode(text)


ONE_TEXT = frozenset({str, int, bool})
"""Types of which equal values have one text."""


def same_text(left: Json, right: Json) -> bool:
    """Do two JSON values have the same canonical text?"""
    kind = type(left)
    if kind is type(right) and kind in ONE_TEXT:
        return bool(left == right)
    if type(left) is list and type(right) is list and len(left) == len(right):
        for one, other in zip(left, right, strict=True):
            if one is not None and type(one) is not str:
                break
            if one != other:
                return False
        else:
            # Lists of words need no text.
            return True
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


def arguments_in(text: str) -> dict[str, Any] | None:
    """The object that a call's text says: some say null where a call has no arguments."""
    value = object_from(text)
    return {} if value is None and text.strip(" \t\r\n") == "null" else value


# What it reads is compared with its text, so it need not look at each number.
_scan: Any = getattr(json.JSONDecoder(parse_constant=_refuse), "scan_once")  # noqa: B009


def encodes(text: str) -> bool:
    """Whether a text is without lone surrogates."""
    try:
        if len(text) <= LONG:
            text.encode("utf-32")  # the quickest of those that refuse them
        else:
            for start in range(0, len(text), LONG):
                text[start : start + LONG].encode("utf-32")
    except UnicodeEncodeError:
        return False
    return True


def spelled_object(text: str) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
    """The object a text says and its style, for the two usual styles; None for any other text."""
    try:
        value, end = _scan(text, 0)
        if type(value) is not dict or end != len(text):
            return None
        if not text.isascii() and not encodes(text):
            return None
        if len(text) > LONG:
            return _spelled_long(text, value)
        # Spaced text mostly shows by this; a string may hold it too, so both are tried.
        if '": ' in text and _spaced(value) == text:
            return value, {"style": "spaced"} if value else None
        if _compact(value) == text:
            return value, None
    except (StopIteration, ValueError, RecursionError):
        pass
    return None


def _spelled_long(
    text: str, value: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any] | None] | None:
    """The same for a long text: a file in it is not copied once more to be compared."""
    # What follows the first key tells.
    spaced = text.startswith(" ", text.find('":') + 2)
    strings: list[str] = []

    def escape(string: str) -> str:
        if len(string) < LONG:
            return encode_basestring(string)
        strings.append(string)
        return '"\0"'

    few = text.count('"') < len(text) // 64
    encode = _c_encoder(_SPACED if spaced else _COMPACT, escape) if few else None
    if encode is not None:
        same = _follows(text, "".join(encode(value, 0)).split("\0"), strings)
    else:
        same = (_spaced if spaced else _compact)(value) == text
    return (value, {"style": "spaced"} if spaced else None) if same else None


def _follows(text: str, parts: list[str], strings: list[str]) -> bool:
    """Whether an object's text begins with these parts, and the strings between them as JSON.

    Then there is no more to it: no object's text is the beginning of another's.
    """
    raw = "\\" not in text
    at = 0
    for part, string in zip_longest(parts, strings, fillvalue=""):
        for piece in (part, string) if raw else chain((part,), _escaped(string)):
            if not text.startswith(piece, at):
                return False
            at += len(piece)
    return True


def _escaped(string: str) -> Iterator[str]:
    """A string as JSON spells it, in parts, without its quotes."""
    for start in range(0, len(string), LONG):
        yield encode_basestring(string[start : start + LONG])[1:-1]


def style_of(text: str, value: dict[str, Any]) -> dict[str, Any] | None:
    """How ``text`` spells ``value``: None for our own way, a style's name, or the text itself."""
    if dumps(value) == text:
        return None
    for name, encode in STYLES.items():
        if encode(value) == text:
            return {"style": name}
    return {"text": text}
