"""Anthropic Messages by hand: writing messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import excused
from toolwire._runtime.arguments import object_from_arguments
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT, landed
from toolwire._runtime.values import text_of_parts

from .anthropic_messages_tables import (
    DOCUMENTS_BACK,
    FORMAT,
    IMAGES_BACK,
    INVALID,
    LANDING,
    LANDING_ANSWER,
    USUAL_CALL,
    USUAL_SYSTEM,
)
from .common import EMPTY, NOTHING, Json, dumps, flag, lay, texts


def write_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """A user or system message whatever its content."""
    content, own = write_content(m, role)
    w = {"role": role, "content": content}
    if own is not None:
        lay(w, own, NOTHING, USUAL_SYSTEM if role == "system" else EMPTY)
    return w


def write_content(m: dict[str, Any], role: str) -> tuple[Json, dict[str, Any] | None]:
    """The content of a user or system message, and what is left of its overlay."""
    own = form = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
            if form is None or len(own) > 1:
                m = landed(m, FORMAT, LANDING[role])
                own = m["metadata"][FORMAT]
    content = m["content"]
    if type(content) is str:
        if form is not None and "content" in form:
            content = [{"type": "text", "text": content}]
    elif type(content) is not list:
        raise expected("a string or a list", m, "content")
    elif len(content) == 1 and _is_plain(content[0]):
        content = content[0]["text"]
    elif content:
        content = _parts(content, role == "user") or ""
    return content, own


def _is_plain(block: dict[str, Any]) -> bool:
    """A text block without an overlay."""
    return (
        block.get("kind") == "text"
        and (len(block) == 2 or not block.get("metadata"))
        and type(block.get("text")) is str
    )


def write_answer(m: dict[str, Any]) -> dict[str, Any]:
    """What a model said."""
    content = m["content"]
    if type(content) is not list:
        raise expected("a list", m, "content")
    if len(m) == 2:
        return {"role": "assistant", "content": write_blocks(content)}
    own = form = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
            if form is None or len(own) > 1:
                m = landed(m, FORMAT, LANDING_ANSWER)
                own = m["metadata"][FORMAT]
                content = m["content"]
    if form is not None and "content" in form and len(content) == 1 and _is_plain(content[0]):
        w = {"role": "assistant", "content": content[0]["text"]}
    else:
        w = {"role": "assistant", "content": write_blocks(content)}
    if own is not None:
        lay(w, own)
    return w


def write_blocks(blocks: list[Any]) -> list[Any]:
    """What a model gave, in its order."""
    items: list[Any] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "toolCall":
            call = block["toolCall"]
            if (
                len(call) == 3
                and type(call_id := call["id"]) is str
                and type(name := call["name"]) is str
                and type(value := call["arguments"]) is dict
            ):
                items.append({"type": "tool_use", "id": call_id, "name": name, "input": value})
            else:
                items.append(_call_back(call))
        elif kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str and text:
                items.append({"type": "text", "text": text})
            else:
                w = _text_back(block)
                if w is not None:
                    items.append(w)
        elif kind == "reasoning":
            own = None
            if "metadata" in block and (metadata := block["metadata"]):
                own = metadata.get(FORMAT)
            if own is None:
                continue
            if excused(own, "signature"):
                w = {"type": "thinking", "thinking": block["text"]}
            elif "data" in own:
                w = {"type": "redacted_thinking"}
            else:
                continue
            if type(block["text"]) is not str:
                raise expected("a string", block, "text")
            if "redacted" in block:
                flag(block, "redacted")
            lay(w, own)
            items.append(w)
        elif kind == "opaque" and block["format"] == FORMAT:
            items.append(block["value"])
    return items


def _parts(blocks: list[Any], media: bool) -> list[Any]:
    """Content of a place that takes no calls and no reasoning; perhaps text alone."""
    items: list[Any] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str and text:
                items.append({"type": "text", "text": text})
                continue
            w = _text_back(block)
        elif kind == "opaque":
            w = block["value"] if block["format"] == FORMAT else None
        else:
            w = _media_back(block, kind) if media else None
        if w is not None:
            items.append(w)
    return items


def _text_back(x: dict[str, Any]) -> Json:
    """A text block; an empty one goes only where the wire had it."""
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    if not text and (own is None or "text" not in own.get("$", ())):
        return None
    w: dict[str, Any] = {"type": "text", "text": text}
    if own is not None:
        lay(w, own)
    return w


def _media_back(x: dict[str, Any], kind: str) -> Json:
    if kind == "image":
        types = IMAGES_BACK
    elif kind == "document":
        types = DOCUMENTS_BACK
        texts(x, "text", "source")
        if x.get("source") is not None and x.get("text") is not None:
            return _found_back(x)
    else:
        return None
    texts(x, "data", "mimeType", "url", "fileId", "name")
    w: dict[str, Any] = {"type": kind}
    if x.get("data") is not None and x.get("mimeType") in types:
        w["source"] = {"type": "base64", "data": x["data"], "media_type": types[x["mimeType"]]}
    elif x.get("url") is not None:
        w["source"] = {"type": "url", "url": x["url"]}
    elif x.get("fileId") is not None:
        w["source"] = {"type": "file", "file_id": x["fileId"]}
    elif kind == "document" and x.get("text") is not None:
        w["source"] = {"type": "text", "media_type": "text/plain", "data": x["text"]}
    else:
        return None
    if kind == "document" and x.get("name") is not None:
        w["title"] = x["name"]
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _found_back(x: dict[str, Any]) -> dict[str, Any]:
    """What a search found."""
    texts(x, "data", "mimeType", "url", "fileId", "name")
    text, own = x["text"], None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    pieces: Json = [{"type": "text", "text": text}] if text else []
    entry = None if own is None else own.get("$", EMPTY).get("text")
    if entry is not None and text_of_parts(entry["as"], {"type": "text"}, ["text"]) == text:
        pieces = entry["as"]
    title = "document" if x.get("name") is None else x["name"]
    w = {"type": "search_result", "content": pieces, "source": x["source"], "title": title}
    if own is not None:
        lay(w, own)
    return w


def _call_back(call: dict[str, Any]) -> dict[str, Any]:
    """A call in any spelling."""
    own = form = None
    if "metadata" in call and (metadata := call["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    call_id, name, value = call["id"], call["name"], call["arguments"]
    if type(call_id) is not str or type(name) is not str:
        raise expected("a string", call, "name" if type(call_id) is str else "id")
    if type(value) is not dict:
        raise expected("an object", call, "arguments")
    if call.get("invalidArguments") is not None or (form is not None and "arguments" in form):
        value = object_from_arguments(call, form, INVALID)
    w = {"type": "tool_use", "id": call_id, "name": name, "input": value}
    if value is ABSENT:
        del w["input"]
    if own is not None:
        lay(w, own, NOTHING, USUAL_CALL)
    return w


def write_result(x: dict[str, Any]) -> dict[str, Any]:
    """A result of any kind."""
    own = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
    kind, value, call_id = x["kind"], x["value"], x["toolCallId"]
    if type(call_id) is not str or type(x["name"]) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    w: dict[str, Any] = {"type": "tool_result", "tool_use_id": call_id}
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        if value:
            if own is not None and "value" in own.get("$", ()):
                w["content"] = [{"type": "text", "text": value}]
            else:
                w["content"] = value
        if kind == "error":
            w["is_error"] = True
    else:
        if kind == "data":
            w["content"] = dumps(value)
        elif kind == "multimodal" and type(value) is list:
            w["content"] = _parts(value, True)
        else:
            raise expected("a result", x, "kind")
        if "isError" in x and (failed := flag(x, "isError")) is not None:
            w["is_error"] = failed
    if own is not None:
        lay(w, own)
    return w
