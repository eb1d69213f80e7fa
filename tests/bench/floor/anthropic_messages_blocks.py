"""Anthropic Messages by hand: reading messages and their blocks."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.arguments import arguments_from_object
from toolwire._runtime.calls import Calls
from toolwire._runtime.overlay import stayed
from toolwire._runtime.values import text_of_parts

from .anthropic_messages_tables import (
    DOCUMENTS,
    FORMAT,
    IMAGES,
    INVALID,
    LANDING,
    LANDING_ANSWER,
    USUAL_CALL,
    USUAL_SYSTEM,
)
from .common import Json, complete, items_of, sealed, text_at, unknown


def is_plain(block: dict[str, Any]) -> bool:
    return len(block) == 2 and block.get("type") == "text" and type(block.get("text")) is str


def read_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """A user or system message whatever its content."""
    form: dict[str, Any] | None = None
    if role == "system" and m.get("content") is None:
        m, form = complete(m, form, USUAL_SYSTEM)
    content = m["content"]
    if type(content) is list:
        if len(content) == 1 and is_plain(content[0]):
            content = content[0]["text"]
            form = {"content": {"style": "list"}}
        else:
            content = read_blocks(content) if role == "user" else read_texts(content)[0]
    elif type(content) is not str:
        raise ValueError("content")
    x: dict[str, Any] = {"role": role, "content": content}
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING[role]))}
    elif form is not None:
        x["metadata"] = {FORMAT: {"$": form}}
    return x


def read_texts(content: list[Any]) -> tuple[Any, bool]:
    """Blocks of a place that takes text alone; the text and true for one plain block."""
    if len(content) == 1 and is_plain(content[0]):
        return content[0]["text"], True
    return [
        _text(block)
        if block.get("type") == "text"
        else unknown(block, FORMAT)
        for block in content
    ], False


def _text(block: dict[str, Any]) -> dict[str, Any]:
    text = block["text"]
    if type(text) is not str:
        raise ValueError("text")
    x: dict[str, Any] = {"kind": "text", "text": text}
    if len(block) != 2 or not text:
        rest = block.copy()
        del rest["type"], rest["text"]
        x["metadata"] = {FORMAT: sealed(rest, None if text else {"text": {"style": "empty"}})}
    return x


def read_blocks(content: list[Any]) -> list[Any]:
    blocks = []
    for block in content:
        kind = block.get("type")
        if kind == "text":
            blocks.append(_text(block))
            continue
        x = None
        if kind == "image" or kind == "document":
            x = _media(block, kind)
        elif kind == "search_result":
            x = _found(block)
        blocks.append(x or unknown(block, FORMAT))
    return blocks


def _found(block: dict[str, Any]) -> dict[str, Any]:
    """What a search found: its pieces are one text."""
    rest = block.copy()
    del rest["type"]
    pieces = rest.pop("content")
    text = text_of_parts(pieces, {"type": "text"}, ["text"])
    if text is None:
        raise ValueError("content")
    x: dict[str, Any] = {"kind": "document", "text": text}
    x["source"], x["name"] = text_at(rest, "source"), text_at(rest, "title")
    del rest["source"], rest["title"]
    form: dict[str, Any] | None = None
    if pieces != ([{"type": "text", "text": text}] if text else []):
        form = {"text": {"as": pieces}}
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _media(block: dict[str, Any], kind: str) -> Json:
    source = block["source"]
    how, data = source.get("type"), source.get("data")
    x: dict[str, Any] = {"kind": kind}
    types = IMAGES if kind == "image" else DOCUMENTS
    media_type = source.get("media_type")
    if how == "base64" and type(data) is str and type(media_type) is str and media_type in types:
        x["data"], x["mimeType"] = data, source["media_type"]
        used = ["type", "data", "media_type"]
    elif how == "url" and type(source.get("url")) is str:
        x["url"] = source["url"]
        used = ["type", "url"]
    elif how == "file" and type(source.get("file_id")) is str:
        x["fileId"] = source["file_id"]
        used = ["type", "file_id"]
    elif (
        kind == "document"
        and how == "text"
        and source.get("media_type") == "text/plain"
        and type(data) is str
    ):
        x["text"] = data
        used = ["type", "media_type", "data"]
    else:
        return None
    rest = block.copy()
    del rest["type"], rest["source"]
    if kind == "document" and type(rest.get("title")) is str:
        x["name"] = rest.pop("title")
    if len(source) != len(used):
        rest["source"] = {key: item for key, item in source.items() if key not in used}
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def read_assistant(m: dict[str, Any], names: Calls) -> dict[str, Any]:
    content = m["content"]
    form: dict[str, Any] | None = None
    if type(content) is str:
        x: dict[str, Any] = {"role": "assistant", "content": [{"kind": "text", "text": content}]}
        form = {"content": {"style": "string"}}
    else:
        x = {"role": "assistant", "content": read_answer(items_of(content), names)}
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, form, LANDING_ANSWER))}
    elif form is not None:
        x["metadata"] = {FORMAT: {"$": form}}
    return x


def read_answer(content: list[Any], names: Calls) -> list[Any]:
    """What a model gave, in its order."""
    blocks: list[Any] = []
    for block in content:
        kind = block.get("type")
        if kind == "text":
            text = block["text"]
            if len(block) == 2 and text and type(text) is str:
                blocks.append({"kind": "text", "text": text})
            else:
                blocks.append(_text(block))
        elif kind == "tool_use":
            call_id, name, value = block["id"], block.get("name"), block.get("input")
            if type(call_id) is not str or not (name is None or type(name) is str):
                raise ValueError("tool_use")
            names[call_id] = name or ""
            if name is None or type(value) is not dict or (len(value) == 1 and INVALID in value):
                call = _odd_call(block, value)
            else:
                call = {"id": call_id, "name": name, "arguments": value}
                if len(block) != 4:
                    rest = block.copy()
                    del rest["type"], rest["id"], rest["name"], rest["input"]
                    call["metadata"] = {FORMAT: sealed(rest, None)}
            blocks.append({"kind": "toolCall", "toolCall": call})
        elif kind == "thinking":
            form = None
            if "signature" not in block:
                form = {"absent": ["signature"]}
            text = block["thinking"]
            if type(text) is not str:
                raise ValueError("thinking")
            rest = block.copy()
            del rest["type"], rest["thinking"]
            metadata = {FORMAT: sealed(rest, form)}
            blocks.append({"kind": "reasoning", "text": text, "metadata": metadata})
        elif kind == "redacted_thinking":
            if "data" not in block:
                raise ValueError("redacted_thinking")
            rest = block.copy()
            del rest["type"]
            metadata = {FORMAT: sealed(rest, None)}
            blocks.append({"kind": "reasoning", "text": "", "redacted": True, "metadata": metadata})
        else:
            blocks.append(unknown(block, FORMAT))
    return blocks


def _odd_call(block: dict[str, Any], value: Json) -> dict[str, Any]:
    """A call without a name, or whose input is no object or carries text that was none."""
    block, form = complete(block, None, USUAL_CALL)
    value, invalid, spelling = arguments_from_object(value, INVALID)
    call: dict[str, Any] = {"id": block["id"], "name": block["name"], "arguments": value}
    if invalid is not None:
        call["invalidArguments"] = invalid
    if spelling is not None:
        form = form or {}
        form["arguments"] = spelling if "input" in block else {"style": "absent"}
    rest = block.copy()
    del rest["type"], rest["id"], rest["name"]
    rest.pop("input", None)
    if rest or form is not None:
        call["metadata"] = {FORMAT: sealed(rest, form)}
    return call
