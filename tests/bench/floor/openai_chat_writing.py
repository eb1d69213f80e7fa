"""OpenAI Chat Completions by hand: writing messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import stood
from toolwire._runtime.arguments import text_from_arguments
from toolwire._runtime.calls import restore_id
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT, landed, spelled_at

from .common import (
    EMPTY,
    SURROGATE,
    Json,
    ascii_only,
    bare_data,
    compact,
    dumps,
    flag,
    join,
    lay,
    spaced,
    texts,
)
from .openai_chat_custom import write_custom_call
from .openai_chat_listed import content_of, is_listed, write_thought
from .openai_chat_tables import (
    AUDIO_BACK,
    FORMAT,
    GIVEN_CALL,
    LANDING,
    LANDING_ANSWER,
    LANDING_REPLY,
    SPACED,
    USUAL_CALL,
)
from .openai_chat_thoughts import write_thoughts


def write_message(m: dict[str, Any], role: str) -> dict[str, Any]:
    """A user or system message whatever its content."""
    own = form = None
    word = role
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
            if form is None or len(own) > 1:
                m = landed(m, FORMAT, LANDING[role])
                own = m["metadata"][FORMAT]
            if form is not None and "role" in form and role == "system":
                word = form["role"]["as"]
    content = m["content"]
    if type(content) is str:
        if form is not None and "content" in form:
            content = [{"type": "text", "text": content}]
    elif type(content) is not list:
        raise expected("a string or a list", m, "content")
    elif len(content) == 1 and (only := content[0]).get("kind") == "text" and (
        len(only) == 2 or not only.get("metadata")
    ) and type(only.get("text")) is str:  # fmt: skip
        content = only["text"]
    elif content:
        content = _parts(content, role == "user") or ""
    w = {"role": word, "content": content}
    if own is not None:
        lay(w, own)
    return w


def write_assistant(m: dict[str, Any], hidden: set[str], reply: bool = False) -> dict[str, Any]:
    """What a model said. In a reply the text is one string, unless it came as a list."""
    own = form = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
            if form is None or len(own) > 1:
                m = landed(m, FORMAT, LANDING_REPLY if reply else LANDING_ANSWER)
                own = m["metadata"][FORMAT]
    w: dict[str, Any] = {"role": "assistant"}
    parts: list[Json] = []
    calls: list[Json] = []
    thoughts: list[Json] = []
    refusals: list[str] = []
    for block in m["content"]:
        kind = block.get("kind")
        if kind == "text":
            refuses = "refusal" in block and flag(block, "refusal")
            if refuses and (reply or not stood(block, FORMAT, "content")):
                refusals.append(block["text"])
            elif refuses:
                parts.append(_text_back(block, "refusal"))
            elif len(block) == 2 and type(block["text"]) is str:
                parts.append(block["text"])
            else:
                part = _text_back(block)
                parts.append(part if len(part) != 2 else part["text"])
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
            elif call.get("input") is not None:
                calls.append(write_custom_call(call, hidden))
            else:
                calls.append(_call_back(call, hidden))
        elif kind == "opaque":
            if block.get("at") == "tool_calls":
                if block["format"] == FORMAT:
                    calls.append(block["value"])
            elif block["format"] == FORMAT:
                parts.append(block["value"])
        elif kind == "reasoning" and reply and is_listed(block):
            parts.append(write_thought(block))
        elif kind == "reasoning" and reply:
            thoughts.append(block)
    if thoughts:
        write_thoughts(w, thoughts)
    if parts:
        if reply:
            w["content"] = content_of(parts, form)
        elif len(parts) == 1 and type(parts[0]) is str and (form is None or "content" not in form):
            w["content"] = parts[0]
        else:
            w["content"] = [{"type": "text", "text": t} if type(t) is str else t for t in parts]
    elif "content" not in (own or EMPTY) and "content" not in (form or EMPTY).get("absent", ()):
        w["content"] = None
    if refusals:
        w["refusal"] = join(refusals)
    if calls:
        w["tool_calls"] = calls
    if own is not None:
        lay(w, own)
    return w


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
    f = {"name": name, "arguments": text_from_arguments(call, form)}
    w = {"type": "function", "id": call_id, "function": f}
    if form is not None and "id" in form and restore_id(w, "id", form["id"], call_id):
        hidden.add(call_id)
    if f["arguments"] is ABSENT:
        del f["arguments"]
    if own is not None:
        lay(w, own, GIVEN_CALL, USUAL_CALL)
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
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        if kind == "error":
            value = dumps({"error": value})
        elif form is not None and "value" in form:
            value = [{"type": "text", "text": value}]
    else:
        flag(x, "isError")
        if kind == "data":
            value = dumps(value)
        elif kind == "multimodal" and type(value) is list:
            value = _parts(value, True)
        else:
            raise expected("a result", x, "kind")
    w = {"role": "tool", "tool_call_id": call_id, "content": value}
    if form is not None and "toolCallId" in form:
        restore_id(w, "tool_call_id", form["toolCallId"], call_id)
    elif hidden and call_id in hidden:
        del w["tool_call_id"]
    if own is not None:
        lay(w, own)
    return w


def _parts(blocks: list[Any], user: bool) -> list[Any]:
    """Content parts; ``user``: what users say, and results, may be more than text."""
    parts: list[Any] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str:
                parts.append({"type": "text", "text": text})
            else:
                parts.append(_text_back(block))
        elif kind == "opaque":
            if block["format"] == FORMAT:
                parts.append(block["value"])
        elif user:
            w = _media_back(block, kind)
            if w is not None:
                parts.append(w)
    return parts


def _text_back(x: dict[str, Any], kind: str = "text") -> dict[str, Any]:
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    w: dict[str, Any] = {"type": kind, kind: text}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _data_back(x: dict[str, Any], typed: bool = False) -> str | None:
    """The data as it came, if it is the same; None of what would not read back as data."""
    data = x.get("data")
    if data is None or bare_data(data) != data:
        return None
    own = (x.get("metadata") or {}).get(FORMAT) or {}
    spelled: str | None = ((own.get("$") or {}).get("data") or {}).get("as")
    return spelled if spelled is not None and bare_data(spelled, typed) == data else data


def _media_back(x: dict[str, Any], kind: str) -> Json:
    w: dict[str, Any]
    if kind == "image":
        texts(x, "data", "mimeType", "url", "fileId", "name")
        form = ((x.get("metadata") or {}).get(FORMAT) or {}).get("$") or {}
        if x.get("data") is not None and x.get("mimeType") is not None:
            url = f"data:{x['mimeType']};base64,{x['data']}"
            alone = spelled_at(form, "data", "image_url")
        elif x.get("url") is not None:
            url, alone = x["url"], spelled_at(form, "url", "image_url")
        else:
            return None
        w = {"type": "image_url", "image_url": url if alone else {"url": url}}
    elif kind == "audio":
        texts(x, "data", "mimeType", "url", "fileId", "name")
        if x.get("mimeType") not in AUDIO_BACK:
            return None
        raw = _data_back(x, True)
        raw = x.get("url") if raw is None else raw
        if raw is None:
            return None
        inner = {"data": raw, "format": AUDIO_BACK[x["mimeType"]]}
        w = {"type": "input_audio", "input_audio": inner}
    elif kind == "document":
        texts(x, "data", "mimeType", "url", "fileId", "name", "text", "source")
        if x.get("fileId") is not None:
            inner = {"file_id": x["fileId"]}
        elif x.get("data") is not None and x.get("mimeType") is not None:
            inner = {"file_data": f"data:{x['mimeType']};base64,{x['data']}"}
        elif (raw := _data_back(x)) is not None:
            inner = {"file_data": raw}
        elif x.get("url") is not None:
            inner = {"file_data": x["url"]}
        else:
            return None
        if x.get("name") is not None:
            inner["filename"] = x["name"]
        w = {"type": "file", "file": inner}
    else:
        return None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w
