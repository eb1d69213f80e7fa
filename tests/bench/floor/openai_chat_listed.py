"""OpenAI Chat Completions by hand: replies of services that have a list of parts, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import stood
from toolwire._runtime.errors import expected
from toolwire._runtime.values import parts_of_text, text_of_parts

from .common import EMPTY, Json, flag, join, lay, sealed, unknown
from .openai_chat_tables import FORMAT

TEXT = {"type": "text"}
HERE = "content"


def read_listed(parts: list[Json]) -> list[Json]:
    """The blocks of a list: thoughts say that they stood there."""
    return [_read(part) for part in parts]


def _read(part: Json) -> Json:
    if type(part) is not dict:
        raise ValueError("part")
    kind = part.get("type")
    if kind == "text":
        form: dict[str, Any] | None = None
        block: dict[str, Any] = {"kind": "text", "text": part["text"]}
        if type(block["text"]) is not str:
            raise ValueError("text")
        rest = part.copy()
        del rest["type"], rest["text"]
    elif kind == "thinking":
        raw = part["thinking"]
        text = text_of_parts(raw, TEXT, ["text"])
        if text is None:
            raise ValueError("thinking")
        block = {"kind": "reasoning", "text": text}
        rest, form = part.copy(), {"at": HERE}  # as others of its kind do not
        del rest["type"], rest["thinking"]
        if parts_of_text(text, TEXT, ["text"]) != raw:
            form = {"text": {"as": raw}, **form}
    else:
        return unknown(part, FORMAT)
    if rest or form is not None:
        block["metadata"] = {FORMAT: sealed(rest, form)}
    return block


def is_listed(block: dict[str, Any]) -> bool:
    """Does a thought go back to the list that it stood in?"""
    return stood(block, FORMAT, HERE)


def write_thought(x: dict[str, Any]) -> Json:
    """A thought as a part."""
    own = x["metadata"][FORMAT]
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    flag(x, "redacted")
    raw: Json = parts_of_text(text, TEXT, ["text"])
    entry = own.get("$", EMPTY).get("text", EMPTY)
    if "as" in entry and text_of_parts(entry["as"], TEXT, ["text"]) == text:
        raw = entry["as"]
    w = {"type": "thinking", "thinking": raw}
    lay(w, own)
    return w


def content_of(parts: list[Json], form: dict[str, Any] | None) -> Json:
    """What was said as one text, unless it came as a list, or something in it is more than that."""
    if (form is None or "content" not in form) and all(type(one) is str for one in parts):
        return join(parts)
    return [{"type": "text", "text": one} if type(one) is str else one for one in parts]
