"""Gemini generateContent by hand: writing contents and their parts."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.arguments import object_from_arguments
from toolwire._runtime.calls import restore_id
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT, landed
from toolwire._runtime.values import outcome_from, worded_from

from .common import NOTHING, Json, flag, lay, same, texts
from .gemini_tables import FORMAT, INVALID, LANDING, USUAL_CALL
from .gemini_values import write_data

GIVEN_ROLE = frozenset({"role"})
MEDIA = ("image/", "audio/", "video/")


def write_answer(m: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """What a model said."""
    own = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None and (len(own) > 1 or "$" not in own):
            m = landed(m, FORMAT, LANDING["assistant"])
            own = m["metadata"][FORMAT]
    content = m["content"]
    if type(content) is not list:
        raise expected("a list", m, "content")
    w: dict[str, Any] = {"role": "model"}
    if content:
        parts = _answer_parts(content, hidden)
        if parts:
            w["parts"] = parts
    if own is not None:
        lay(w, own, GIVEN_ROLE)
    return w


def write_user(m: dict[str, Any]) -> dict[str, Any]:
    """A user message whatever its content."""
    own = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None and (len(own) > 1 or "$" not in own):
            m = landed(m, FORMAT, LANDING["user"])
            own = m["metadata"][FORMAT]
    w = {"role": "user"}
    _put_parts(w, m, True)
    if own is not None:
        lay(w, own, GIVEN_ROLE)
    return w


def write_system(m: dict[str, Any]) -> dict[str, Any]:
    """The system instruction."""
    own = None
    if "metadata" in m and (metadata := m["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None and (len(own) > 1 or "$" not in own):
            m = landed(m, FORMAT, LANDING["system"])
            own = m["metadata"][FORMAT]
    w: dict[str, Any] = {}
    _put_parts(w, m, False)
    if own is not None:
        lay(w, own)
    return w


def _put_parts(w: dict[str, Any], m: dict[str, Any], media: bool) -> None:
    content = m["content"]
    if type(content) is str:
        w["parts"] = [{"text": content}]
    elif type(content) is not list:
        raise expected("a string or a list", m, "content")
    elif content:
        w["parts"] = _parts(content, media)


def _answer_parts(blocks: list[Any], hidden: set[str]) -> list[Any]:
    """What a model gave, in its order."""
    parts: list[Any] = []
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
                parts.append({"functionCall": {"id": call_id, "name": name, "args": value}})
            else:
                parts.append(_call_back(call, hidden))
        elif kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str:
                parts.append({"text": text})
            else:
                parts.append(_text_back(block))
        elif kind == "reasoning":
            own = None
            if "metadata" in block and (metadata := block["metadata"]):
                own = metadata.get(FORMAT)
            if own is None:
                continue
            if type(block["text"]) is not str:
                raise expected("a string", block, "text")
            if "redacted" in block:
                flag(block, "redacted")
            w = {"thought": True, "text": block["text"]}
            lay(w, own)
            parts.append(w)
        elif kind == "opaque":
            if block["format"] == FORMAT:
                parts.append(block["value"])
        else:
            medium = _media_back(block, kind)
            if medium is not None:
                parts.append(medium)
    return parts


def _parts(blocks: list[Any], media: bool) -> list[Any]:
    """Parts of a place that takes no calls and no thoughts; perhaps text alone."""
    parts: list[Any] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str:
                parts.append({"text": text})
            else:
                parts.append(_text_back(block))
        elif kind == "opaque":
            if block["format"] == FORMAT:
                parts.append(block["value"])
        elif media:
            medium = _media_back(block, kind)
            if medium is not None:
                parts.append(medium)
    return parts


def _text_back(x: dict[str, Any]) -> dict[str, Any]:
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    w: dict[str, Any] = {"text": text}
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _media_back(x: dict[str, Any], kind: str) -> Json:
    """Inline bytes or a file, if the mime type says this kind."""
    if kind == "document":
        texts(x, "text", "source")
    elif kind != "image" and kind != "audio" and kind != "video":
        return None
    texts(x, "data", "mimeType", "url", "fileId", "name")
    data, url, mime = x.get("data"), x.get("url"), x.get("mimeType")
    fits = mime is not None and (
        not mime.startswith(MEDIA) if kind == "document" else mime.startswith(kind + "/")
    )
    if fits and data is not None:
        inner = {"data": data, "mimeType": mime}
        w: dict[str, Any] = {"inlineData": inner}
    elif url is not None and (fits or kind == "document"):
        inner = {"fileUri": url, "mimeType": mime} if fits else {"fileUri": url}
        w = {"fileData": inner}
    else:
        return None
    if x.get("name") is not None:
        inner["displayName"] = x["name"]
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            lay(w, own)
    return w


def _call_back(call: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """A call with a signature, without an id, or in any other spelling."""
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
    inner = {"id": call_id, "name": name, "args": value}
    w: dict[str, Any] = {"functionCall": inner}
    if form is not None:
        if "id" in form and restore_id(inner, "id", form["id"], call_id):
            hidden.add(call_id)
        if "arguments" in form:
            inner["args"] = object_from_arguments(call, form, INVALID)
            if inner["args"] is ABSENT:
                del inner["args"]
    if "invalidArguments" in call and call["invalidArguments"] is not None:
        inner["args"] = object_from_arguments(call, form, INVALID)
    if own is not None:
        lay(w, own, NOTHING, USUAL_CALL)
    return w


def write_result(x: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """A result of any kind."""
    kind, value, name, call_id = x["kind"], x["value"], x["name"], x["toolCallId"]
    own = form = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    if type(call_id) is not str or type(name) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    if not name and (form is None or "name" not in form):
        raise expected("a text that is not empty", x, "name")
    entry = None if form is None else form.get("value")
    inner: dict[str, Any] = {"id": call_id, "name": name}
    if kind == "data":
        failed = flag(x, "isError") if "isError" in x else None
        if entry is not None and same(
            outcome_from(entry["as"], "output", "error"), [value, failed]
        ):
            inner["response"] = entry["as"]
        else:
            inner["response"] = write_data(value, failed)
    elif kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        inner["response"] = {"output" if kind == "text" else "error": value}
    elif kind == "multimodal" and type(value) is list:
        flag(x, "isError")
        pieces = [block["text"] for block in value if block.get("kind") == "text"]
        text = "\n".join(pieces)
        inner["response"] = {"output": text} if pieces else {}
        if entry is not None and worded_from(entry["as"], "output") == text:
            inner["response"] = entry["as"]
        parts = _parts([block for block in value if block.get("kind") != "text"], True)
        if parts:
            inner["parts"] = parts
    else:
        raise expected("a result", x, "kind")
    if form is not None and "toolCallId" in form:
        restore_id(inner, "id", form["toolCallId"], call_id)
    elif hidden and call_id in hidden:
        del inner["id"]
    w = {"functionResponse": inner}
    if own is not None:
        lay(w, own)
    return w
