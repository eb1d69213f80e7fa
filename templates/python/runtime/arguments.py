"""A call's arguments: always an object here, however the wire spells one."""

from __future__ import annotations

from typing import Any

from .absence import Form
from .conversation import style_said
from .errors import Loss, expected
from .jsontext import (
    STYLES,
    arguments_in,
    dumps,
    loads,
    same_text,
    spelled_object,
    style_of,
)
from .overlay import ABSENT
from .pointing import Place, lose, pointer

Json = Any
Read = tuple[dict[str, Any], str | None, dict[str, Any] | None]


def arguments_from_text(raw: Json) -> Read:
    """(arguments, invalid text, spelling) of arguments that are JSON text on the wire.

    Nothing, null and the empty text mean ``{}``; text that is no object is kept as it is.
    """
    if type(raw) is not str:
        if raw is None:
            return {}, None, {"style": "null"}
        return _from_value(raw)
    usual = spelled_object(raw)
    if usual is not None:
        return usual[0], None, usual[1]
    if not raw:
        return {}, None, {"style": "empty"}
    value = arguments_in(raw)
    if value is None:
        return {}, raw, None
    try:
        return value, None, style_of(raw, value)
    except (ValueError, RecursionError):
        return {}, raw, None


def arguments_from_object(raw: Json, key: str) -> Read:
    """(arguments, invalid text, spelling) of arguments that are an object on the wire.

    ``key`` alone in the object carries text that was no object on another wire.
    """
    if type(raw) is dict:
        if len(raw) == 1 and type(raw.get(key)) is str:
            return {}, raw[key], None
        return raw, None, None
    if raw is None:
        return {}, None, {"style": "null"}
    return _from_value(raw)


def _from_value(raw: Json) -> Read:
    if type(raw) is dict:
        return raw, None, {"style": "value"}
    return {}, dumps(raw), {"style": "value"}


def text_from_arguments(x: Json, form: Form) -> Json:
    """Arguments as JSON text, in the style the form names."""
    # As ``_checked`` does: it is asked for every call that is spelled otherwise than usual.
    value, invalid = x["arguments"], x.get("invalidArguments")
    if type(value) is not dict or (invalid is not None and type(invalid) is not str):
        _checked(x)
    entry = None if form is None else form.get("arguments")
    if entry is None:
        return dumps(value) if invalid is None else invalid
    if invalid:
        return _raw_value(entry, invalid)
    style = entry.get("style")
    if invalid is not None:
        return _nothing(style, "")
    if style in STYLES:
        return STYLES[style](value)
    if "text" in entry and same_text(arguments_in(entry["text"]), value):
        return entry["text"]
    if style == "value":
        return value
    return dumps(value) if value else _nothing(style, "{}")


def object_from_arguments(x: Json, form: Form, key: str) -> Json:
    """Arguments as an object; text that is none goes under ``key``, and an empty one nowhere."""
    value, invalid = _checked(x)
    entry = None if form is None else form.get("arguments")
    if invalid:
        return {key: invalid} if entry is None else _raw_value(entry, {key: invalid}, invalid)
    return value if entry is None or value else _nothing(entry.get("style"), value)


def _checked(x: Json) -> tuple[dict[str, Any], str | None]:
    """The arguments of a call, and the text that was none. Raises ToolwireError."""
    value, invalid = x["arguments"], x.get("invalidArguments")
    if type(value) is not dict:
        raise expected("an object", x, "arguments")
    if invalid is not None and type(invalid) is not str:
        raise expected("a string", x, "invalidArguments")
    return value, invalid


NOTHINGS: dict[Json, Json] = {"null": None, "absent": ABSENT, "empty": ""}
"""How wires say that a call has no arguments, by the style that the form has for it."""


def _nothing(style: Json, value: Json) -> Json:
    return NOTHINGS.get(style, value)


def _raw_value(entry: dict[str, Any], otherwise: Json, text: str | None = None) -> Json:
    """The value that stood where an object belongs, if the text still says the same."""
    if entry.get("style") != "value":
        return otherwise
    try:
        return loads(otherwise if text is None else text)
    except (ValueError, RecursionError):
        return otherwise


def is_value(text: str) -> bool:
    """Whether a text is the JSON of a value that is no object: it comes back as that value."""
    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return False
    return type(value) is not dict and dumps(value) == text


# -- calls that were cut


def cut_short(content: list[Any], format_: str, spelled: bool) -> None:
    """Say of the call that a cut reply ends with that it is none to be run, if it may not be whole.

    ``spelled``: arguments are texts on the wire. Of an object nobody can tell whether it has no
    keys because none were meant, or because none had come. A free text is left alone: it may have
    been shown piece by piece when the cut is known.
    """
    call = _last_call(content)
    if call is not None and "invalidArguments" not in call and _may_be_cut(call, format_, spelled):
        call["invalidArguments"] = ""


def cut_again(
    content: list[Any], format_: str, spelled: bool, path: Place, losses: list[Loss]
) -> None:
    """What is lost of the call that a cut reply ends with: read again, it is one that was cut."""
    call = _last_call(content)
    if call is None:
        return
    at = f"{pointer(path)}/message/content/{len(content) - 1}/toolCall"
    invalid = call.get("invalidArguments")
    if invalid == "":
        losses[:] = [one for one in losses if one.path != f"{at}/invalidArguments"]
    elif invalid is None and _may_be_cut(call, format_, spelled):
        why = "nothing tells that it is whole: a reply that was cut ends with it"
        lose(losses, f"{at}/arguments", "value", why)


def _last_call(content: list[Any]) -> dict[str, Any] | None:
    return content[-1].get("toolCall") if content else None


def _may_be_cut(call: dict[str, Any], format_: str, spelled: bool) -> bool:
    if call["arguments"]:
        return False
    return not spelled or style_said(call, format_, "arguments") in NOTHINGS
