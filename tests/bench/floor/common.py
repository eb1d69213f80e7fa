"""What the hand-written conversions share: JSON text, overlays, and what is refused.

The floor is what an engineer writes who knows one wire format, wants speed and may lose nothing.
It gives the same intermediate values and the same bodies as the generated adapters and refuses
what they refuse. The usual path is its own; for what is rare it calls the runtime's small helpers,
and what concerns a whole conversation (who answers whom, under which id) is one code for both.
"""

from __future__ import annotations

import json
import json.encoder
import re
from typing import Any

from toolwire._runtime import absence, overlay, values
from toolwire._runtime.errors import expected

Json = Any
EMPTY: dict[str, Any] = {}
NUMBERS = (int, float)
NOTHING: frozenset[str] = frozenset()
SURROGATE = re.compile("[\ud800-\udfff]")
SPELLINGS = frozenset({"absent", "null", "snake", "twice", "$"})
STRING = frozenset({str})
EFFORTS = frozenset({"none", "minimal", "low", "medium", "high", "xhigh", "max"})


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refuse)
# typeshed does not know the attribute.
scan: Any = _decoder.scan_once  # type: ignore[attr-defined]


def _encoder(item: str, key: str, escaped: bool) -> Any:
    plain = json.JSONEncoder(
        separators=(item, key), ensure_ascii=escaped, allow_nan=False, check_circular=False
    )
    make = getattr(json.encoder, "c_make_encoder", None)
    escape = json.encoder.encode_basestring_ascii if escaped else json.encoder.encode_basestring
    if make is None:
        return lambda value, _indent: (plain.encode(value),)
    return make(None, plain.default, escape, None, key, item, False, False, False)


compact = _encoder(",", ":", False)
spaced = _encoder(", ", ": ", False)
ascii_only = _encoder(",", ":", True)
join = "".join


def items_of(value: Json) -> list[Any]:
    """A list: a string or an object where one belongs must not pass for a list of parts."""
    if type(value) is not list:
        raise ValueError("not a list")
    return value


def texts_of(value: Json) -> list[Any]:
    """A list of texts."""
    if type(value) is not list or not STRING.issuperset(map(type, value)):
        raise ValueError("not a list of texts")
    return value


def text_at(w: dict[str, Any], key: str) -> str:
    """A text that must be there."""
    value = w[key]
    if type(value) is not str:
        raise ValueError(key)
    return value


def object_at(w: dict[str, Any], key: str) -> dict[str, Any]:
    """An optional object; an empty one where there is none."""
    value = w.get(key)
    if value is None:
        return EMPTY
    if type(value) is not dict:
        raise ValueError(key)
    return value


def unknown(value: Json, format_: str) -> dict[str, Any]:
    """What only its own wire understands: an object of whatever kind."""
    if type(value) is not dict:
        raise ValueError("not an object")
    return {"kind": "opaque", "format": format_, "value": value}


def dumps(value: Json) -> str:
    """Compact JSON; lone surrogates are escaped."""
    text = join(compact(value, 0))
    if not text.isascii() and SURROGATE.search(text):
        text = join(ascii_only(value, 0))
    return text


def same(left: Json, right: Json) -> bool:
    """Equal as JSON texts: key order counts, and 1 is not true."""
    return left is right or join(compact(left, 0)) == join(compact(right, 0))


# -- what is refused


def texts(x: dict[str, Any], *fields: str) -> None:
    """Refuse an optional text that is none; None is absent."""
    for field in fields:
        if field in x and x[field] is not None and type(x[field]) is not str:
            raise expected("a string", x, field)


def refused(x: dict[str, Any], field: str, type_: Any, wanted: str) -> None:
    """Refuse an optional field of another type where the wire has no place for it."""
    if field in x and x[field] is not None:
        types = type_ if type(type_) is tuple else (type_,)
        if type(x[field]) not in types:
            raise expected(wanted, x, field)


def effort(x: dict[str, Any]) -> str | None:
    """How much the model is to think; None is absent."""
    word: Any = x["reasoningEffort"]
    if word is not None and (type(word) is not str or word not in EFFORTS):
        raise expected("how much to think", x, "reasoningEffort")
    return word


def wants_json(x: dict[str, Any]) -> bool:
    """Whether JSON of any shape is asked for; a schema says as much by itself."""
    return flag(x, "jsonOutput") is True and x.get("responseSchema") is None


def flag(x: dict[str, Any], field: str) -> bool | None:
    """An optional true or false; None is absent."""
    value = x.get(field)
    if value is not None and type(value) is not bool:
        raise expected("true or false", x, field)
    return value


def without_thoughts(
    form: dict[str, Any] | None, out: int, reasoning: int, total: Json, taken: int
) -> tuple[dict[str, Any] | None, int]:
    """The output without what was thought, which the sum may say that it does not include."""
    left = out - reasoning
    if not reasoning or (left >= 0 and total != taken + out + reasoning):
        return form, left
    if left == -1 and type(total) is int and total == taken + out:
        entry = {"whole": [0, reasoning], "as": out, "beside": taken}
        return {**(form or EMPTY), "outputTokens": entry}, 0
    return {**(form or EMPTY), "outputTokens": {"whole": [out, reasoning]}}, out


SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
UNTYPED = ("data:;base64,", "data:base64,")


def bare_data(text: str, typed: bool = False) -> str | None:
    """Data by itself, or what a data URL has that says no type, or with ``typed`` any."""
    if not SCHEME.match(text):
        return text
    for head in UNTYPED:
        if text.startswith(head):
            return text[len(head) :]
    parsed = values.data_url_from(text) if typed else None
    return parsed[0] if parsed else None


def count(x: dict[str, Any], field: str) -> int:
    """A number of tokens; 0 where there is none."""
    value = x.get(field)
    if value is None:
        return 0
    if type(value) is not int:
        raise expected("an integer", x, field)
    return value


def refused_reply(x: dict[str, Any], reasons: dict[str, str]) -> None:
    """Refuse what is wrong in a failed reply, of which its error alone is written."""
    message, usage = x["message"], x.get("usage")
    if message["role"] != "assistant" or type(message["content"]) is not list:
        raise expected("what the model said", x, "message")
    if usage is not None and type(usage) is not dict:
        raise expected("an object", x, "usage")
    if x["finishReason"] not in reasons:
        raise expected("a known reason", x, "finishReason")
    texts(x, "id", "model")


# -- overlays


def sealed(rest: dict[str, Any], form: dict[str, Any] | None) -> dict[str, Any]:
    """Leftovers and form as one overlay."""
    if "$" in rest:
        form = {**(form or {}), "$": rest["$"]}
    if form is not None:
        rest["$"] = form
    return rest


def complete(
    w: dict[str, Any], form: dict[str, Any] | None, usual: dict[str, Json], at: str = ""
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A body with what its service left out, and the form that says so."""
    for key, value in usual.items():
        if w.get(key) is None and not (value is None and key in w):
            form, w = absence.filled_in(form, w, key, value, at + key)
    return w, form


def lay(
    w: dict[str, Any],
    own: dict[str, Any],
    given: frozenset[str] = NOTHING,
    usual: dict[str, Json] = EMPTY,
) -> None:
    """Put an overlay back where the encoder wrote nothing; ``given`` paths yield to it.

    What is ``usual`` is left out again where the service left it out.
    """
    form = None
    for key, value in own.items():
        if key == "$":
            form = value
        elif key not in w or key in given:
            w[key] = value
        else:
            _merge(w, key, value, given, key)
    if form is not None and not SPELLINGS.isdisjoint(form):
        overlay.lay(w, {"$": form}, given, usual)


def _merge(w: dict[str, Any], key: str, value: Json, given: frozenset[str], path: str) -> None:
    """Put what ``value`` has besides into what was written under the same key."""
    written = w[key]
    if type(written) is dict and type(value) is dict:
        w[key] = written = written.copy()
    elif (
        type(written) is list
        and type(value) is list
        and written
        and value
        and type(written[0]) is dict
        and type(value[0]) is dict
    ):
        w[key] = written = [written[0].copy(), *written[1:], *value[len(written) :]]
        written, value, path = written[0], value[0], path + ".0"
    else:
        return
    for inner, item in value.items():
        if inner not in written or f"{path}.{inner}" in given:
            written[inner] = item
        else:
            _merge(written, inner, item, given, f"{path}.{inner}")
