"""Cohere's chat by hand: reading messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.arguments import arguments_from_text
from toolwire._runtime.calls import Calls
from toolwire._runtime.overlay import noted
from toolwire._runtime.values import carried_from

from .cohere_chat_tables import DATA_URL, FORMAT, USUAL_NAME
from .common import (
    SURROGATE,
    Json,
    compact,
    complete,
    items_of,
    join,
    scan,
    sealed,
    spaced,
    text_at,
    unknown,
)


def lone_text(parts: list[Any]) -> str | None:
    """The text of a list that is one plain text part."""
    if len(parts) == 1:
        only = parts[0]
        if len(only) == 2 and only.get("type") == "text" and type(text := only.get("text")) is str:
            return text
    return None


def read_parts(parts: list[Any], media: str | None) -> list[Json]:
    """Content blocks; ``media`` is the kind of part that may stand beside texts."""
    blocks: list[Json] = []
    for part in parts:
        kind = part.get("type")
        if kind == "text":
            if len(part) == 2 and type(text := part["text"]) is str:
                blocks.append({"kind": "text", "text": text})
            else:
                blocks.append(_block(part, "text", "text"))
            continue
        block = None
        if kind == media:
            if kind == "thinking":
                block = _block(part, "thinking", "reasoning")
                if len(part) == 2:
                    # Only what is this wire's own is written as a thought again.
                    block["metadata"] = {FORMAT: {"$": {"own": True}}}
            elif kind == "image_url":
                block = _image(part)
            elif kind == "document":
                block = _document(part)
        blocks.append(block or unknown(part, FORMAT))
    return blocks


def _block(part: dict[str, Any], key: str, kind: str) -> dict[str, Any]:
    """A text or a thought."""
    text = part[key]
    if type(text) is not str:
        raise ValueError(key)
    block: dict[str, Any] = {"kind": kind, "text": text}
    if len(part) != 2:
        rest = part.copy()
        del rest["type"], rest[key]
        block["metadata"] = {FORMAT: sealed(rest, None)}
    return block


def _image(part: dict[str, Any]) -> Json:
    inner = part["image_url"]
    if type(inner) is not dict:
        raise ValueError("image_url")
    url = inner.get("url")
    if type(url) is not str:
        return None
    match = DATA_URL.match(url) if url.startswith("data:") else None
    if match is None:
        block: dict[str, Any] = {"kind": "image", "url": url}
    else:
        block = {"kind": "image", "data": url[match.end() :], "mimeType": match[1]}
    if len(part) != 2 or len(inner) != 1:
        left = inner.copy()
        del left["url"]
        _seal_part(block, part, "image_url", left)
    return block


def _document(part: dict[str, Any]) -> Json:
    block: dict[str, Any]
    inner = part["document"]
    if type(inner) is not dict:
        raise ValueError("document")
    data = inner["data"]
    if type(data) is str:
        outer = {"id": None, **inner}
        del outer["data"]
        block = {"kind": "text", "text": data}
        _seal_part(block, part, "document", outer)
        if "id" not in inner:
            block["metadata"][FORMAT]["$"] = absent(None, "document.id")
        return block
    if type(data) is not dict or type(data.get("text")) is not str:
        return None
    block = {"kind": "document", "text": data["text"]}
    left = data.copy()
    del left["text"]
    if type(data.get("title")) is str:
        block["name"] = left.pop("title")
    if left or len(inner) != 1 or len(part) != 2:
        outer = inner.copy()
        del outer["data"]
        if left:
            outer["data"] = left
        _seal_part(block, part, "document", outer)
    return block


def _seal_part(block: dict[str, Any], part: dict[str, Any], key: str, left: dict[str, Any]) -> None:
    """The overlay of a part that holds an object."""
    rest = part.copy()
    del rest["type"], rest[key]
    if left:
        rest[key] = left
    if rest:
        block["metadata"] = {FORMAT: sealed(rest, None)}


def read_assistant(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    blocks: list[Json] = []
    form: dict[str, Any] | None = None
    left = len(m) - 1
    content, plan, made = m.get("content"), m.get("tool_plan"), m.get("tool_calls")
    if content:
        if type(content) is str:
            blocks.append({"kind": "text", "text": content})
            form = {"content": {"style": "string"}}
        else:
            blocks = read_parts(items_of(content), "thinking")
        left -= 1
    elif content is not None and type(content) is not str:
        items_of(content)
    planned = bool(plan) and type(plan) is str
    if planned:
        metadata = {FORMAT: {"$": {"at": "tool_plan"}}}
        blocks.append({"kind": "text", "text": plan, "metadata": metadata})
        left -= 1
    if made is not None and items_of(made):
        for call in made:
            if "id" in call and "function" in call:
                blocks.append({"kind": "toolCall", "toolCall": _call(call, calls)})
            else:
                blocks.append({**unknown(call, FORMAT), "at": "tool_calls"})
        left -= 1
    x: dict[str, Any] = {"role": "assistant", "content": blocks}
    if left or form is not None:
        rest = m.copy()
        del rest["role"]
        if content:
            del rest["content"]
        if planned:
            del rest["tool_plan"]
        if made:
            del rest["tool_calls"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _call(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    call_id, function = w["id"], w["function"]
    if type(call_id) is not str or type(function) is not dict:
        raise ValueError("id" if type(call_id) is not str else "function")
    name, text = function.get("name"), function.get("arguments")
    if (
        len(w) == 3
        and len(function) == 2
        and w.get("type") == "function"
        and type(name) is str
        and text
        and type(text) is str
        and (text.isascii() or not SURROGATE.search(text))
    ):
        try:
            value, end = scan(text, 0)
            if type(value) is dict and end == len(text):
                # A colon and a blank: most likely as json.dumps writes it.
                style = '": ' in text and join(spaced(value, 0)) == text
                if style or join(compact(value, 0)) == text:
                    calls[call_id] = name
                    x: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
                    if style:
                        x["metadata"] = {FORMAT: {"$": {"arguments": {"style": "spaced"}}}}
                    return x
        except (StopIteration, ValueError, RecursionError):
            pass
    return _odd_call(w, function, calls)


def _odd_call(w: dict[str, Any], function: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A call in any spelling."""
    call_id = w["id"]
    function, form = complete(function, None, USUAL_NAME, "function.")
    name = text_at(function, "name")
    value, invalid, spelling = arguments_from_text(function.get("arguments"))
    if spelling is not None:
        spelling = spelling if "arguments" in function else {"style": "absent"}
        form = noted(form, "arguments", spelling)
    x: dict[str, Any] = {"id": call_id, "name": name, "arguments": value}
    if invalid is not None:
        x["invalidArguments"] = invalid
    calls[call_id] = name
    rest, left = w.copy(), function.copy()
    del rest["id"], rest["function"], left["name"]
    left.pop("arguments", None)
    if "type" not in w:
        form = absent(form, "type")
    elif w["type"] == "function":
        del rest["type"]
    if left:
        rest["function"] = left
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def read_result(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A result of any kind."""
    call_id, content = text_at(m, "tool_call_id"), m["content"]
    name = calls.get(call_id, "")
    if len(m) == 3 and type(content) is str and not content.startswith('{"error":"'):
        return {"toolCallId": call_id, "name": name, "kind": "text", "value": content}
    x: dict[str, Any] = {"toolCallId": call_id, "name": name}
    form: dict[str, Any] | None = None
    if type(content) is str:
        if (failure := carried_from(content, "error")) is not None:
            x["kind"], x["value"] = "error", failure
        else:
            x["kind"], x["value"] = "text", content
    elif (text := lone_text(items_of(content))) is not None:
        x["kind"], x["value"] = "text", text
        form = {"value": {"style": "list"}}
    else:
        x["kind"], x["value"] = "multimodal", read_parts(content, "document")
    if len(m) != 3 or form is not None:
        rest = m.copy()
        del rest["role"], rest["tool_call_id"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x
