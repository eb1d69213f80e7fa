"""Mistral Chat by hand: writing messages, calls and results."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.arguments import text_from_arguments
from toolwire._runtime.calls import restore_id
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT, landed, lone_text

from .common import (
    EMPTY,
    NOTHING,
    SURROGATE,
    Json,
    ascii_only,
    compact,
    dumps,
    flag,
    join,
    lay,
    spaced,
    texts,
)
from .mistral_chat_parts import text_back, thought_back, write_parts
from .mistral_chat_tables import FORMAT, GIVEN_TYPE, LANDING, SPACED, TEXT, USUAL_CALL, USUAL_SAID


def write_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """What the system or a user says, whatever its content."""
    own = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
    content = m["content"]
    if type(content) is str:
        if own is not None and "content" in own.get("$", ()):
            content = [{"type": "text", "text": content}]
    elif type(content) is not list:
        raise expected("a string or a list", m, "content")
    elif len(content) == 1 and (only := content[0]).get("kind") == "text" and (
        len(only) == 2 or not only.get("metadata")
    ) and type(only.get("text")) is str:  # fmt: skip
        content = only["text"]
    elif content:
        content = write_parts(content, role == "user") or ""
    w = {"role": role, "content": content}
    if own is not None:
        lay(w, own, NOTHING, USUAL_SAID)
    return w


def write_assistant(m: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    own = form = None
    if "metadata" in m:
        m = landed(m, FORMAT, LANDING)
        own = (m["metadata"] or EMPTY).get(FORMAT)
        if own is not None:
            form = own.get("$")
    content: list[Json] = []
    calls: list[Json] = []
    for block in m["content"]:
        kind = block.get("kind")
        if kind == "text":
            plain = len(block) == 2 and type(block["text"]) is str
            content.append(block["text"] if plain else text_back(block))
        elif kind == "toolCall":
            call = block["toolCall"]
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
                f = {"name": name, "arguments": text}
                calls.append({"type": "function", "id": call_id, "function": f})
            else:
                calls.append(_call_back(call, hidden))
        elif kind == "opaque":
            if block["format"] == FORMAT:
                (calls if block.get("at") == "tool_calls" else content).append(block["value"])
        elif kind == "reasoning" and (part := thought_back(block)) is not None:
            content.append(part)
    w: dict[str, Any] = {"role": "assistant"}
    if content:
        listed = form is not None and "content" in form
        if len(content) == 1 and type(content[0]) is str and not listed:
            w["content"] = content[0]
        else:
            parts = [{"type": "text", "text": t} if type(t) is str else t for t in content]
            lone = None if listed else lone_text(parts, 2, TEXT)
            w["content"] = parts if lone is None else lone
    if calls:
        w["tool_calls"] = calls
    if own is not None:
        lay(w, own)
    return w


def _arguments_back(call: dict[str, Any], form: dict[str, Any] | None) -> Json:
    """Arguments as they were spelled."""
    value = call["arguments"]
    if type(value) is dict and call.get("invalidArguments") is None:
        if form is None or "arguments" not in form:
            return dumps(value)
        if form["arguments"].get("style") == "spaced":
            return join(spaced(value, 0))
    return text_from_arguments(call, form)


def _call_back(call: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """A call in any spelling."""
    own = form = None
    if "metadata" in call and (metadata := call["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    call_id, name = call["id"], call["name"]
    if type(call_id) is not str or type(name) is not str:
        raise expected("a string", call, "name" if type(call_id) is str else "id")
    if "input" in call:
        texts(call, "input")
    f = {"name": name, "arguments": _arguments_back(call, form)}
    w = {"type": "function", "id": call_id, "function": f}
    if form is not None and "id" in form and restore_id(w, "id", form["id"], call_id):
        hidden.add(call_id)
    if f["arguments"] is ABSENT:
        del f["arguments"]
    if own is not None:
        lay(w, own, GIVEN_TYPE, USUAL_CALL)
    return w


def write_result(x: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """A result of any kind."""
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    kind, value, call_id = x["kind"], x["value"], x["toolCallId"]
    if type(call_id) is not str or type(x["name"]) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    if "outputRef" in x:
        texts(x, "outputRef")
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        if kind == "error":
            flag(x, "rejected")
            value = dumps({"error": value})
        elif form is not None and "value" in form:
            value = [{"type": "text", "text": value}]
    else:
        flag(x, "isError")
        if kind == "data":
            value = dumps(value)
        elif kind == "multimodal" and type(value) is list:
            value = write_parts(value, True)
        else:
            raise expected("a result", x, "kind")
    w = {"role": "tool", "tool_call_id": call_id, "content": value}
    if form is not None and "toolCallId" in form:
        restore_id(w, "tool_call_id", form["toolCallId"], call_id)
    elif hidden and call_id in hidden:
        del w["tool_call_id"]
    if own is not None:
        lay(w, own, NOTHING, USUAL_SAID)
    return w
