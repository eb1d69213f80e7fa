"""Gemini generateContent by hand: reading parts."""

from __future__ import annotations

from collections import deque
from typing import Any

from toolwire._runtime.arguments import arguments_from_object
from toolwire._runtime.calls import Calls, answered, mint, missing_id
from toolwire._runtime.overlay import camel

from . import gemini_tables as t
from .common import Json, complete, items_of, sealed, unknown
from .gemini_tables import FORMAT, INVALID


class Asked(Calls):
    """The calls so far; in a request, those without an id wait for their results, by name."""

    waiting: dict[str, deque[str]] | None = None

    def made_up(self, name: str) -> str:
        """The id of a call that came without one."""
        made = self.made
        call_id = f"unnamed_call_{len(made) + 1}"
        if type(made) is list and call_id not in self:
            made.append(call_id)
        else:
            call_id = mint(self)
        if self.waiting is not None:
            if name in self.waiting:
                self.waiting[name].append(call_id)
            else:
                self.waiting[name] = deque((call_id,))
        return call_id

    def answered_by(self, name: str) -> str:
        """The call that a result without an id answers: the first open one of that name."""
        if self.waiting and type(self.answered) is set:
            calls = self.waiting.get(name)
            if calls:
                call_id = calls.popleft()
                self.answered.add(call_id)
                return call_id
        return answered(self, name)


def read_text(part: dict[str, Any]) -> dict[str, Any]:
    text = part["text"]
    if type(text) is not str:
        raise ValueError("text")
    x: dict[str, Any] = {"kind": "text", "text": text}
    if len(part) != 1:
        rest, form = _spelled(part)
        del rest["text"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _spelled(part: dict[str, Any], *inner: str) -> tuple[Json, Json]:
    """A part of our own with its keys in camelCase, and the form that says which were not."""
    if t.SNAKE_KEYS.isdisjoint(part):
        return part.copy(), None
    return camel(part, t.SNAKE_KEYS, "", None, inner)


def read_block(part: dict[str, Any]) -> dict[str, Any]:
    if "text" in part:
        return read_text(part)
    return read_media(part) or unknown(part, FORMAT)


def read_media(part: dict[str, Any]) -> Json:
    """Inline bytes or a file, under either spelling; what it is, is its mime type's word."""
    if "inlineData" in part or "inline_data" in part:
        return _medium(part, "inlineData", "data", "data")
    if "fileData" in part or "file_data" in part:
        return _medium(part, "fileData", "fileUri", "url")
    return None


def _medium(part: dict[str, Any], key: str, at: str, field: str) -> Json:
    rest, form = _spelled(part, key)
    inner = rest.pop(key)
    if t.SNAKE_KEYS.isdisjoint(inner):
        inner = inner.copy()
    else:
        inner, form = camel(inner, t.SNAKE_KEYS, key + ".", form)
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
    if rest or form:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def read_answer(parts: list[Any] | None, names: Asked) -> list[Any]:
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
            blocks.append(read_media(part) or unknown(part, FORMAT))
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
        blocks.append({"kind": "toolCall", "toolCall": _call(part, w, names)})
    return blocks


def _thought(part: dict[str, Any]) -> dict[str, Any]:
    text = part["text"]
    if type(text) is not str:
        raise ValueError("text")
    rest, form = _spelled(part)
    del rest["thought"], rest["text"]
    overlay = sealed(rest, form) if rest or form else {"$": {"own": True}}
    return {"kind": "reasoning", "text": text, "metadata": {FORMAT: overlay}}


def _call(part: dict[str, Any], w: dict[str, Any], names: Asked) -> dict[str, Any]:
    name, value = w.get("name"), w.get("args")
    if name is not None and type(name) is not str:
        raise ValueError("name")
    if (
        type(value) is dict
        and name is not None
        and INVALID not in value
        and "functionCall" in part
        and (len(part) == 1 or (len(part) == 2 and "thoughtSignature" in part))
    ):
        # As nearly all calls come: whole, with an id or without, perhaps signed.
        overlay: dict[str, Any] | None = None
        call_id: Json = None
        if len(w) == 2:
            call_id = names.made_up(name)
            overlay = {"$": {"id": {"for": call_id}}}
        elif len(w) == 3 and "id" in w and not names.made:
            call_id = w["id"]
        if call_id and type(call_id) is str:
            names[call_id] = name
            call: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
            if len(part) == 2:
                overlay = overlay or {}
                overlay["thoughtSignature"] = part["thoughtSignature"]
            if overlay is not None:
                call["metadata"] = {FORMAT: overlay}
            return call
    rest, form = _spelled(part, "functionCall")
    if not t.SNAKE_KEYS.isdisjoint(w):
        w, form = camel(w, t.SNAKE_KEYS, "functionCall.", form)
    w, form = complete(w, form, t.USUAL_FUNCTION, "functionCall.")
    form, name = form or {}, w["name"]
    call_id = w.get("id")
    if not call_id or type(call_id) is not str:
        call_id = names.made_up(name)
        form["id"] = missing_id(w, "id", call_id)
    elif call_id in names.made:
        form["id"] = {"style": "present"}
    names[call_id] = name
    value, invalid, spelling = arguments_from_object(value, INVALID)
    call = {"id": call_id, "name": name, "arguments": value}
    if invalid is not None:
        call["invalidArguments"] = invalid
    if spelling is not None:
        form["arguments"] = spelling if "args" in w else {"style": "absent"}
    del rest["functionCall"]
    inner = {key: item for key, item in w.items() if key not in ("id", "name", "args")}
    if inner:
        rest["functionCall"] = inner
    if rest or form:
        call["metadata"] = {FORMAT: sealed(rest, form or None)}
    return call
