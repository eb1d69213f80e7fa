"""Ollama's own chat by hand: writing messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.arguments import object_from_arguments
from toolwire._runtime.calls import restore_id
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT, landed

from .common import NOTHING, Json, dumps, flag, lay, texts
from .ollama_chat_tables import CARRIER, FORMAT, LANDING, USUAL_CALL, USUAL_SYSTEM


def _own(x: dict[str, Any]) -> Json:
    metadata = x.get("metadata")
    return metadata.get(FORMAT) if metadata else None


def write_system(m: dict[str, Any]) -> dict[str, Any]:
    """Instructions, as one text."""
    content = m["content"]
    if type(content) is list:
        content = "\n\n".join([block["text"] for block in content])
    elif type(content) is not str:
        raise expected("a string or a list", m, "content")
    w = {"role": "system", "content": content}
    own = _own(m)
    if own is not None:
        lay(w, own, NOTHING, USUAL_SYSTEM)
    return w


def write_user(m: dict[str, Any]) -> dict[str, Any]:
    """What a user says, and shows."""
    content = m["content"]
    w: dict[str, Any] = {"role": "user"}
    if type(content) is str:
        w["content"] = content
    else:
        _lay_content(w, content)
    own = _own(m)
    if own is not None:
        lay(w, own)
    return w


def _lay_content(w: dict[str, Any], blocks: list[Any]) -> None:
    """A text and pictures."""
    pieces: list[str] = []
    images: list[str] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            pieces.append(block["text"])
        elif kind == "image":
            _picture(images, block)
    if pieces:
        w["content"] = "\n\n".join(pieces)
    if images:
        w["images"] = images


def _picture(images: list[str], block: dict[str, Any]) -> None:
    data = block.get("data")
    if data is not None:
        if type(data) is not str:
            raise expected("a string", block, "data")
        images.append(data)


def write_assistant(m: dict[str, Any], hidden: set[str], between: str) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    own = None
    if "metadata" in m:
        m = landed(m, FORMAT, LANDING)
        own = _own(m)
    thoughts: list[str] = []
    pieces: list[str] = []
    images: list[str] = []
    calls: list[Json] = []
    for block in m["content"]:
        kind = block.get("kind")
        if kind == "text":
            pieces.append(block["text"])
        elif kind == "toolCall":
            call = block["toolCall"]
            if (
                len(call) == 3
                and type(call_id := call["id"]) is str
                and type(name := call["name"]) is str
                and type(arguments := call["arguments"]) is dict
            ):
                calls.append({"id": call_id, "function": {"name": name, "arguments": arguments}})
            else:
                calls.append(_call_back(call, hidden))
        elif kind == "reasoning":
            thoughts.append(block["text"])
        elif kind == "image":
            _picture(images, block)
        elif block.get("at") == "tool_calls" and kind == "opaque" and block["format"] == FORMAT:
            calls.append(block["value"])
    w: dict[str, Any] = {"role": "assistant"}
    if thoughts:
        w["thinking"] = "".join(thoughts)
    if pieces:
        w["content"] = between.join(pieces)
    if images:
        w["images"] = images
    if calls:
        w["tool_calls"] = calls
    if own is not None:
        lay(w, own)
    return w


def _call_back(call: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """A call in any spelling."""
    own = _own(call)
    form = own.get("$") if own is not None else None
    call_id, name, arguments = call["id"], call["name"], call["arguments"]
    if type(call_id) is not str or type(name) is not str or type(arguments) is not dict:
        raise expected("a call", call, None)
    texts(call, "input")
    if call.get("invalidArguments") is not None or (form is not None and "arguments" in form):
        arguments = object_from_arguments(call, form, CARRIER)
    f: dict[str, Any] = {"name": name}
    if arguments is not ABSENT:
        f["arguments"] = arguments
    w: dict[str, Any] = {"id": call_id, "function": f}
    if form is not None and "id" in form and restore_id(w, "id", form["id"], call_id):
        hidden.add(call_id)
    if own is not None:
        lay(w, own, NOTHING, USUAL_CALL)
    return w


def write_result(x: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """A result of any kind."""
    kind, value, call_id, name = x["kind"], x["value"], x["toolCallId"], x["name"]
    if type(call_id) is not str or type(name) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    w: dict[str, Any] = {"role": "tool", "tool_call_id": call_id, "tool_name": name}
    if len(x) == 4 and kind == "text" and type(value) is str and call_id not in hidden:
        if value:
            w["content"] = value
        return w
    texts(x, "outputRef")
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        if kind == "error":
            flag(x, "rejected")
            w["content"] = dumps({"error": value})
        elif value:
            w["content"] = value
    else:
        flag(x, "isError")
        if kind == "data":
            w["content"] = dumps(value)
        elif kind == "multimodal" and type(value) is list:
            _lay_content(w, value)
        else:
            raise expected("a result", x, "kind")
    own = _own(x)
    form = own.get("$") if own is not None else None
    if form is not None and "toolCallId" in form:
        restore_id(w, "tool_call_id", form["toolCallId"], call_id)
    elif call_id in hidden:
        del w["tool_call_id"]
    if form is not None and "name" in form:
        restore_id(w, "tool_name", form["name"], name)
    if own is not None:
        lay(w, own)
    return w
