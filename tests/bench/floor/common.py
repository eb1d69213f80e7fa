"""What the hand-written conversions share: JSON text, made-up ids, overlays.

The floor is what an engineer writes who knows one wire format, wants speed and may lose nothing.
It gives the same intermediate values as the generated adapters and shares no code with them.
"""

from __future__ import annotations

import json
import json.encoder
import re
from typing import Any

Json = Any
EMPTY: dict[str, Any] = {}
NUMBERS = (int, float)
SURROGATE = re.compile("[\ud800-\udfff]")
MISSING = object()


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse)
# typeshed does not know the attribute.
scan: Any = _decoder.scan_once  # type: ignore[attr-defined]


def _encoder(item: str, key: str, ascii_only: bool) -> Any:
    plain = json.JSONEncoder(
        separators=(item, key), ensure_ascii=ascii_only, allow_nan=False, check_circular=False
    )
    make = getattr(json.encoder, "c_make_encoder", None)
    escape = json.encoder.encode_basestring_ascii if ascii_only else json.encoder.encode_basestring
    if make is None:
        return lambda value, _indent: (plain.encode(value),)
    return make(None, plain.default, escape, None, key, item, False, False, False)


compact = _encoder(",", ":", False)
spaced = _encoder(", ", ": ", False)
ENCODERS = {
    "spaced": spaced,
    "ascii": _encoder(",", ":", True),
    "spaced ascii": _encoder(", ", ": ", True),
}
join = "".join


def items_of(value: Json) -> list[Any]:
    """A list: a string or an object where one belongs must not pass for a list of parts."""
    if type(value) is not list:
        raise ValueError("not a list")
    return value


def dumps(value: Json) -> str:
    """Compact JSON; lone surrogates are escaped."""
    text = join(compact(value, 0))
    if not text.isascii() and SURROGATE.search(text):
        text = join(ENCODERS["ascii"](value, 0))
    return text


def same(left: Json, right: Json) -> bool:
    """Equal as JSON texts: key order counts, and 1 is not true."""
    return left is right or join(compact(left, 0)) == join(compact(right, 0))


def arguments_of_text(raw: Json) -> tuple[dict[str, Any], str | None, dict[str, Any] | None]:
    """(arguments, invalid text, spelling) of any arguments where JSON text is due."""
    if raw is None:
        return {}, None, {"style": "null"}
    if raw == "":
        return {}, None, {"style": "empty"}
    if type(raw) is dict:
        return raw, None, {"style": "value"}
    if type(raw) is not str:
        return {}, dumps(raw), {"style": "value"}
    try:
        value = _decoder.decode(raw)
        if type(value) is not dict:
            return {}, raw, None
        if dumps(value) == raw:
            return value, None, None
        for style, encode in ENCODERS.items():
            if join(encode(value, 0)) == raw:
                return value, None, {"style": style}
    except (ValueError, RecursionError):
        return {}, raw, None
    return value, None, {"text": raw}


def text_of_arguments(call: dict[str, Any], entry: dict[str, Any]) -> Json:
    """Arguments as the text, or whatever stood for it, that ``entry`` describes."""
    style = entry.get("style")
    if "invalidArguments" in call:
        text = call["invalidArguments"]
        return _decoder.decode(text) if style == "value" else text
    value = call["arguments"]
    if style in ENCODERS:
        return join(ENCODERS[style](value, 0))
    if "text" in entry:
        # The app may have changed the arguments: the old text stands for the old value alone.
        kept = _decoder.decode(entry["text"])
        return entry["text"] if same(kept, value) else dumps(value)
    if style == "value":
        return value
    return dumps(value) if value else nothing(style, "{}")


def nothing(style: str | None, otherwise: Json) -> Json:
    """What stood for no arguments at all; MISSING where the key was not there."""
    found: dict[Any, Any] = {"null": None, "absent": MISSING, "empty": ""}
    return found.get(style, otherwise)


# -- ids where the wire has none


def mint(names: dict[str, str], made: list[str]) -> str:
    """An id for a call that came without one."""
    number = int(made[-1].rpartition("_")[2]) if made else 0
    while True:
        number += 1
        call_id = f"unnamed_call_{number}"
        if call_id not in names:
            made.append(call_id)
            return call_id


def answered(names: dict[str, str], made: list[str], done: set[str], name: Json) -> str:
    """The open call that a result without an id answers; minted ids come first."""
    for candidates in (made, names):
        for call_id in candidates:
            if call_id not in done and (name is None or names.get(call_id) == name):
                done.add(call_id)
                return call_id
    call_id = mint(names, made)
    done.add(call_id)
    return call_id


def lacking(w: dict[str, Any], key: str, made: str) -> dict[str, Any]:
    """The form of an id that ``made`` stands for."""
    return {"for": made, "as": w[key]} if key in w else {"for": made}


def unmade(
    w: dict[str, Any], key: str, entry: dict[str, Any], call_id: str, hidden: set[str]
) -> None:
    """Take a made-up id out again, or put back what stood there."""
    if entry.get("for") == call_id:
        hidden.add(call_id)
        if "as" in entry:
            w[key] = entry["as"]
        else:
            del w[key]


# -- overlays


def sealed(rest: dict[str, Any], form: dict[str, Any] | None) -> dict[str, Any]:
    """Leftovers and form as one overlay."""
    if "$" in rest:
        form = {**(form or {}), "$": rest["$"]}
    if form is not None:
        rest["$"] = form
    return rest


def lay(w: dict[str, Any], own: dict[str, Any], given: tuple[str, ...] = ()) -> None:
    """Put an overlay back where the encoder wrote nothing; ``given`` paths yield to it."""
    form = None
    for key, value in own.items():
        if key == "$":
            form = value
        elif key not in w or key in given:
            w[key] = value
        else:
            _merge(w, key, value, given, key)
    if form is not None:
        if "absent" in form:
            for path in form["absent"]:
                if path in given:
                    _discard(w, path.split("."))
        if "snake" in form:
            respell(w, form["snake"])
        if "$" in form:
            w["$"] = form["$"]


def _merge(w: dict[str, Any], key: str, value: Json, given: tuple[str, ...], path: str) -> None:
    """Put what ``value`` has besides into what was written under the same key."""
    written = w[key]
    if type(written) is dict and type(value) is dict:
        w[key] = written = written.copy()
    elif type(written) is list and type(value) is list and written and value:
        w[key] = written = [written[0].copy(), *written[1:], *value[len(written) :]]
        written, value, path = written[0], value[0], path + ".0"
    else:
        return
    for inner, item in value.items():
        if inner not in written or f"{path}.{inner}" in given:
            written[inner] = item
        else:
            _merge(written, inner, item, given, f"{path}.{inner}")


def _discard(w: Json, path: list[str]) -> None:
    for key in path[:-1]:
        w = w[0] if key == "0" else w[key]
    w.pop(path[-1], None)


def respell(w: dict[str, Any], paths: list[str]) -> None:
    """Spell the keys at these paths in snake_case again; the innermost come last in the list."""
    for path in reversed(paths):
        *parents, snake = path.split(".")
        place: Json = w
        for parent in parents:
            inner = place.get(parent) if type(place) is dict else place[0] if place else None
            if type(inner) is dict or type(inner) is list:
                # It may be the overlay's own object, which stays as it is.
                inner = inner.copy()
                if type(place) is dict:
                    place[parent] = inner
                else:
                    place[0] = inner
            place = inner
        camel = _CAMEL.sub(lambda match: match[1].upper(), snake)
        if type(place) is dict and camel in place and snake not in place:
            place[snake] = place.pop(camel)


_CAMEL = re.compile("_([a-z0-9])")


def count(x: dict[str, Any], *fields: str) -> int:
    """The sum of the counts that are there."""
    total = 0
    for field in fields:
        if field in x:
            total += x[field]
    return total
