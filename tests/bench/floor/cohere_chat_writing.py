"""Cohere's chat by hand: writing messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.arguments import text_from_arguments
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT

from .cohere_chat_tables import FORMAT, GIVEN, PLAN, SPACED, USUAL_CALL
from .common import SURROGATE, Json, ascii_only, compact, dumps, flag, join, lay, spaced, texts


def _own(x: dict[str, Any]) -> Json:
    metadata = x.get("metadata")
    return metadata.get(FORMAT) if metadata else None


def write_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """A user or system message whatever its content."""
    own = _own(m)
    form = own.get("$") if own is not None else None
    content = m["content"]
    if type(content) is str:
        if form is not None and "content" in form:
            content = [{"type": "text", "text": content}]
    elif type(content) is not list:
        raise expected("a string or a list", m, "content")
    elif (
        len(content) == 1
        and (only := content[0]).get("kind") == "text"
        and not only.get("metadata")
        and type(only.get("text")) is str
    ):
        content = only["text"]
    elif content:
        content = _parts(content, "image" if role == "user" else None) or ""
    w = {"role": role, "content": content}
    if own is not None:
        lay(w, own)
    return w


def _parts(blocks: list[Any], media: str | None) -> list[Json]:
    """Content parts; ``media`` is the kind of block that may stand beside texts."""
    parts: list[Json] = []
    for block in blocks:
        kind = block.get("kind")
        part = None
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str:
                part = {"type": "text", "text": text}
            else:
                part = _data(block) or _text(block, "text")
        elif kind == "opaque":
            part = block["value"] if block["format"] == FORMAT else None
        elif kind == media:
            part = _image(block) if kind == "image" else _document(block)
        if part is not None:
            parts.append(part)
    return parts


def _text(x: dict[str, Any], kind: str) -> dict[str, Any]:
    """A text or a thought."""
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    w: dict[str, Any] = {"type": kind, kind: text}
    if len(x) != 2:
        own = _own(x)
        if own is not None:
            lay(w, own)
    return w


def _image(x: dict[str, Any]) -> Json:
    texts(x, "data", "mimeType", "url", "fileId", "name")
    if x.get("data") is not None and x.get("mimeType") is not None:
        url = f"data:{x['mimeType']};base64,{x['data']}"
    elif x.get("url") is not None:
        url = x["url"]
    else:
        return None
    w: dict[str, Any] = {"type": "image_url", "image_url": {"url": url}}
    own = _own(x)
    if own is not None:
        lay(w, own)
    return w


def _data(x: dict[str, Any]) -> Json:
    """A text that came as the data of a document."""
    own = _own(x) or {}
    without_id = "document.id" in own.get("$", {}).get("absent", ())
    source = own.get("document")
    if not without_id and not (type(source) is dict and "id" in source):
        return None
    w: dict[str, Any] = {"type": "document", "document": {"data": x["text"]}}
    lay(w, own)
    if without_id and w["document"].get("id", 0) is None:
        del w["document"]["id"]
    return w


def _document(x: dict[str, Any]) -> Json:
    texts(x, "text", "source", "name", "data", "url", "fileId", "mimeType")
    if x.get("text") is None:
        return None
    data = {"text": x["text"]}
    if x.get("name") is not None:
        data["title"] = x["name"]
    w: dict[str, Any] = {"type": "document", "document": {"data": data}}
    own = _own(x)
    if own is not None:
        lay(w, own)
    return w


def write_assistant(m: dict[str, Any]) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    own = _own(m) if "metadata" in m else None
    parts: list[Json] = []
    plan: list[str] = []
    calls: list[Json] = []
    for block in m["content"]:
        kind = block.get("kind")
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str:
                parts.append({"type": "text", "text": text})
            elif _planned(block):
                plan.append(block["text"])
            else:
                parts.append(_text(block, "text"))
        elif kind == "toolCall":
            calls.append(_call(block["toolCall"]))
        elif kind == "opaque":
            if block["format"] == FORMAT:
                (calls if block.get("at") == "tool_calls" else parts).append(block["value"])
        elif kind == "reasoning" and _own(block) is not None:
            flag(block, "redacted")
            parts.append(_text(block, "thinking"))
    w: dict[str, Any] = {"role": "assistant"}
    if parts:
        w["content"] = parts
        if own is not None and len(parts) == 1 and "content" in own.get("$", ()):
            only = parts[0]
            if len(only) == 2 and only.get("type") == "text" and type(only.get("text")) is str:
                w["content"] = only["text"]
    if plan:
        w["tool_plan"] = join(plan)
    if calls:
        w["tool_calls"] = calls
    if own is not None:
        lay(w, own)
    return w


def _planned(block: dict[str, Any]) -> bool:
    """Whether a text was the plan ahead of the calls."""
    if block.get("metadata") == PLAN:
        return True
    own = _own(block)
    return own is not None and (own.get("$") or {}).get("at") == "tool_plan"


def _call(call: dict[str, Any]) -> dict[str, Any]:
    if (
        type(call_id := call["id"]) is str
        and type(name := call["name"]) is str
        and type(arguments := call["arguments"]) is dict
        and ((size := len(call)) == 3 or (size == 4 and call.get("metadata") == SPACED))
    ):
        if size == 3:
            text = join(compact(arguments, 0))
            if not text.isascii() and SURROGATE.search(text):
                text = join(ascii_only(arguments, 0))
        else:
            text = join(spaced(arguments, 0))
        return {"type": "function", "id": call_id, "function": {"name": name, "arguments": text}}
    return _odd_call(call)


def _odd_call(call: dict[str, Any]) -> dict[str, Any]:
    """A call in any spelling."""
    own = _own(call)
    form = own.get("$") if own is not None else None
    call_id, name = call["id"], call["name"]
    if type(call_id) is not str or type(name) is not str:
        raise expected("a string", call, "name" if type(call_id) is str else "id")
    texts(call, "input")
    f = {"name": name, "arguments": text_from_arguments(call, form)}
    if f["arguments"] is ABSENT:
        del f["arguments"]
    w: dict[str, Any] = {"type": "function", "id": call_id, "function": f}
    if own is not None:
        lay(w, own, GIVEN, USUAL_CALL)
    return w


def write_result(x: dict[str, Any]) -> dict[str, Any]:
    """A result of any kind."""
    kind, value, call_id = x["kind"], x["value"], x["toolCallId"]
    if type(call_id) is not str or type(x["name"]) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    if len(x) == 4 and kind == "text" and type(value) is str:
        return {"role": "tool", "tool_call_id": call_id, "content": value}
    own = _own(x)
    texts(x, "outputRef")
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        if kind == "error":
            flag(x, "rejected")
            value = dumps({"error": value})
        elif own is not None and "value" in own.get("$", ()):
            value = [{"type": "text", "text": value}]
    else:
        flag(x, "isError")
        if kind == "data":
            value = dumps(value)
        elif kind == "multimodal" and type(value) is list:
            value = _parts(value, "document")
        else:
            raise expected("a result", x, "kind")
    w = {"role": "tool", "tool_call_id": call_id, "content": value}
    if own is not None:
        lay(w, own)
    return w
