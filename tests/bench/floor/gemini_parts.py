"""Gemini generateContent by hand: reading parts."""

from __future__ import annotations

from typing import Any

from . import gemini_tables as t
from .common import Json, dumps, items_of, lacking, mint, sealed
from .gemini_tables import FORMAT, INVALID, camel


def read_text(part: dict[str, Any]) -> dict[str, Any]:
    text = part["text"]
    if type(text) is not str:
        raise ValueError("text")
    x: dict[str, Any] = {"kind": "text", "text": text}
    if len(part) != 1:
        snake: list[str] = []
        rest = camel(part, t.TEXT, "", snake)
        del rest["text"]
        x["metadata"] = {FORMAT: sealed(rest, {"snake": snake} if snake else None)}
    return x


def read_block(part: dict[str, Any]) -> dict[str, Any]:
    if "text" in part:
        return read_text(part)
    return read_media(part) or {"kind": "opaque", "format": FORMAT, "value": part}


def read_media(part: dict[str, Any]) -> Json:
    """Inline bytes or a file, under either spelling; what it is, is its mime type's word."""
    x = None
    if "inlineData" in part or "inline_data" in part:
        x = _medium(part, "inlineData", "data", "data", t.INLINE, t.INLINE_INNER)
    if x is None and ("fileData" in part or "file_data" in part):
        x = _medium(part, "fileData", "fileUri", "url", t.FILE, t.FILE_INNER)
    return x


def _medium(
    part: dict[str, Any],
    key: str,
    at: str,
    field: str,
    spellings: dict[str, str],
    inner_spellings: dict[str, str],
) -> Json:
    snake: list[str] = []
    rest = camel(part, spellings, "", snake)
    inner = camel(rest.pop(key), inner_spellings, key + ".", snake)
    if type(inner.get(at)) is not str:
        return None
    x: dict[str, Any] = {"kind": "document", field: inner.pop(at)}
    mime = inner.get("mimeType")
    if type(mime) is str:
        prefix = mime.partition("/")[0]
        if prefix in ("image", "audio", "video") and "/" in mime:
            x["kind"] = prefix
        x["mimeType"] = inner.pop("mimeType")
    elif field == "data":
        return None
    if type(inner.get("displayName")) is str:
        x["name"] = inner.pop("displayName")
    if inner:
        rest[key] = inner
    if rest or snake:
        x["metadata"] = {FORMAT: sealed(rest, {"snake": snake} if snake else None)}
    return x


def read_answer(parts: list[Any] | None, names: dict[str, str], made: list[str]) -> list[Any]:
    """What a model gave, in its order."""
    blocks: list[Any] = []
    for part in () if parts is None else items_of(parts):
        if "functionCall" in part:
            w = part["functionCall"]
        elif "text" in part:
            if len(part) == 1 and type(part["text"]) is str:
                blocks.append({"kind": "text", "text": part["text"]})
            elif part.get("thought") is True:
                blocks.append(_thought(part))
            else:
                blocks.append(read_text(part))
            continue
        elif "function_call" in part:
            w = part["function_call"]
        else:
            blocks.append(read_media(part) or {"kind": "opaque", "format": FORMAT, "value": part})
            continue
        if len(part) > 1 and (len(part) > 2 or "thoughtSignature" not in part):
            # Another arm may come first: a part that also has text, or data.
            if "text" in part:
                blocks.append(_thought(part) if part.get("thought") is True else read_text(part))
                continue
            block = read_media(part)
            if block is not None:
                blocks.append(block)
                continue
        blocks.append({"kind": "toolCall", "toolCall": _call(part, w, names, made)})
    return blocks


def _thought(part: dict[str, Any]) -> dict[str, Any]:
    text = part["text"]
    if type(text) is not str:
        raise ValueError("text")
    snake: list[str] = []
    rest = camel(part, t.THOUGHT, "", snake)
    del rest["thought"], rest["text"]
    form = {"snake": snake} if snake else None
    overlay = sealed(rest, form) if rest or snake else {"$": {"own": True}}
    return {"kind": "reasoning", "text": text, "metadata": {FORMAT: overlay}}


def _call(
    part: dict[str, Any], w: dict[str, Any], names: dict[str, str], made: list[str]
) -> dict[str, Any]:
    name, value = w["name"], w.get("args")
    if type(name) is not str:
        raise ValueError("name")
    if (
        type(value) is dict
        and (len(value) != 1 or INVALID not in value)
        and "functionCall" in part
        and (len(part) == 1 or (len(part) == 2 and "thoughtSignature" in part))
    ):
        # As nearly all calls come: whole, with an id or without, perhaps signed.
        overlay: dict[str, Any] | None = None
        if len(w) == 2:
            call_id = mint(names, made)
            overlay = {"$": {"id": {"for": call_id}}}
        elif len(w) == 3 and "id" in w and not made:
            call_id = w["id"]
        else:
            call_id = None
        if call_id and type(call_id) is str:
            names[call_id] = name
            call: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
            if len(part) == 2:
                overlay = overlay or {}
                overlay["thoughtSignature"] = part["thoughtSignature"]
            if overlay is not None:
                call["metadata"] = {FORMAT: overlay}
            return call
    call_id = w.get("id")
    form: dict[str, Any] = {}
    if not call_id or type(call_id) is not str:
        call_id = mint(names, made)
        form["id"] = lacking(w, "id", call_id)
    elif made and call_id in made:
        form["id"] = {"style": "present"}
    names[call_id] = name
    call = {"id": call_id, "name": name, "arguments": value}
    if type(value) is not dict or (len(value) == 1 and type(value.get(INVALID)) is str):
        call["arguments"] = {}
        if type(value) is dict:
            call["invalidArguments"] = value[INVALID]
        elif value is None:
            form["arguments"] = {"style": "null" if "args" in w else "absent"}
        else:
            call["invalidArguments"] = dumps(value)
            form["arguments"] = {"style": "value"}
    if len(part) != 1 or len(w) != 3 or form or "functionCall" not in part:
        snake: list[str] = []
        rest = part.copy() if t.CALL.keys().isdisjoint(part) else camel(part, t.CALL, "", snake)
        del rest["functionCall"]
        if len(w) > 3 or (form and len(w) != 2) or "args" not in w:
            inner = camel(w, t.CALL_INNER, "functionCall.", snake)
            del inner["name"]
            inner.pop("id", None)
            inner.pop("args", None)
            if inner:
                rest["functionCall"] = inner
        if snake:
            form["snake"] = snake
        if rest or form:
            call["metadata"] = {FORMAT: sealed(rest, form or None)}
    return call
