"""Bedrock Converse by hand: writing messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import stands_at
from toolwire._runtime.arguments import object_from_arguments
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT
from toolwire._runtime.values import text_of_parts, unwrapped, wrapped

from .bedrock_converse_blocks import ALL_MEDIA, GUARDING, RESULT_MEDIA
from .bedrock_converse_tables import (
    CARRIER,
    FORMAT,
    GUARDED,
    MEDIA,
    MEDIA_BACK,
    USUAL_CALL,
    USUAL_REASONING,
)
from .common import EMPTY, NOTHING, Json, flag, lay, same, texts


def _own(x: dict[str, Any]) -> Json:
    metadata = x.get("metadata")
    return metadata.get(FORMAT) if metadata else None


def write_said(m: dict[str, Any], role: str, media: tuple[str, ...]) -> dict[str, Any]:
    """A user's or a system's message."""
    w = {"role": role, "content": write_content(m, media)}
    if "metadata" in m:
        own = _own(m)
        if own is not None:
            lay(w, own)
    return w


def write_content(m: dict[str, Any], media: tuple[str, ...]) -> list[Any]:
    """The content of a user's or a system's message."""
    content = m["content"]
    if type(content) is str:
        return [{"text": content}]
    if type(content) is not list:
        raise expected("a string or a list", m, "content")
    return _blocks(content, media)


def _blocks(blocks: list[Any], media: tuple[str, ...]) -> list[Any]:
    """Content of a place that takes no calls and no reasoning."""
    items: list[Any] = []
    for block in blocks:
        kind = block.get("kind")
        w = None
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str and text:
                w = {"text": text}
            else:
                guarded = _guarded_back(block) if media in GUARDING else None
                w = guarded or _text_back(block, _own(block))
        elif kind in media:
            w = _medium_back(block, kind)
        elif kind == "opaque" and block["format"] == FORMAT:
            w = block["value"]
        if w is not None:
            items.append(w)
    return items


def write_answer(m: dict[str, Any]) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    blocks = m["content"]
    if type(blocks) is not list:
        raise expected("a list", m, "content")
    items: list[Any] = []
    for block in blocks:
        kind = block.get("kind")
        w: Json = None
        if kind == "toolCall":
            call = block["toolCall"]
            if (
                len(call) == 3
                and type(call_id := call["id"]) is str
                and type(name := call["name"]) is str
                and type(value := call["arguments"]) is dict
            ):
                w = {"toolUse": {"toolUseId": call_id, "name": name, "input": value}}
            else:
                w = _call_back(call)
        elif kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str and text:
                w = {"text": text}
            else:
                w = _cited_back(block)
        elif kind == "reasoning":
            w = _reasoning_back(block)
        elif kind in ALL_MEDIA:
            w = _medium_back(block, kind)
        elif kind == "opaque" and block["format"] == FORMAT:
            w = block["value"]
        if w is not None:
            items.append(w)
    answer: dict[str, Any] = {"role": "assistant", "content": items}
    if "metadata" in m:
        own = _own(m)
        if own is not None:
            lay(answer, own)
    return answer


def _text_back(x: dict[str, Any], own: Json) -> Json:
    """A text block; an empty one goes only where the wire had it."""
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    if not text:
        form = own.get("$", EMPTY) if own is not None else EMPTY
        if form.get("text", EMPTY).get("style") != "empty":
            return None
    w: dict[str, Any] = {"text": text}
    if own is not None:
        lay(w, own)
    return w


def _guarded_back(x: dict[str, Any]) -> Json:
    """A text that came as one for a guardrail; None if it did not."""
    own = _own(x)
    if own is None or not stands_at(own, "guardContent.text.qualifiers"):
        return None
    if type(x["text"]) is not str:
        raise expected("a string", x, "text")
    w: dict[str, Any] = {"guardContent": {"text": {"text": x["text"]}}}
    lay(w, own, NOTHING, GUARDED)
    return w


def _cited_back(x: dict[str, Any]) -> Json:
    """A model's text, with its sources if it came with any."""
    own = _own(x)
    if own is None or not stands_at(own, "citationsContent.citations"):
        return _text_back(x, own)
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    parts: Json = [{"text": text}] if text else []
    form = own.get("$")
    if form is not None and "text" in form and "as" in form["text"]:
        spelled = form["text"]["as"]
        if text_of_parts(spelled, {}, ["text"]) == text:
            parts = spelled
    w = {"citationsContent": {"content": parts}}
    lay(w, own)
    return w


def _reasoning_back(x: dict[str, Any]) -> Json:
    """Reasoning that this wire's own provider signed or encrypted; other has no place."""
    own = _own(x)
    if own is None or "reasoningContent" not in own:
        return None
    if type(x["text"]) is not str:
        raise expected("a string", x, "text")
    flag(x, "redacted")
    w: dict[str, Any] = {}
    if stands_at(own, "reasoningContent.reasoningText.signature"):
        w["reasoningContent"] = {"reasoningText": {"text": x["text"]}}
    lay(w, own, NOTHING, USUAL_REASONING)
    return w


def _medium_back(x: dict[str, Any], kind: str) -> Json:
    """A picture, sound, video or document that is data, or stored where the service finds it."""
    texts(x, "data", "url", "mimeType")
    if "name" in x or "fileId" in x:
        texts(x, "name", "fileId")
    body: dict[str, Any] = {}
    mime_type: Json = x.get("mimeType")
    word = MEDIA_BACK[kind].get(mime_type)
    if kind == "document":
        texts(x, "text", "source")
        if x.get("source") is not None and x.get("text") is not None:
            return _found_back(x)
        name = x.get("name")
        body["name"] = "document" if name is None else name
    elif word is None:
        return None
    if x.get("data") is not None:
        body["source"] = {"bytes": x["data"]}
    elif x.get("url") is not None:
        body["source"] = {"s3Location": {"uri": x["url"]}}
    elif kind == "document" and x.get("text") is not None:
        body["source"] = {"text": x["text"]}
    else:
        return None
    own = _own(x)
    if word is not None:
        body["format"] = word
        form = own.get("$") if own is not None else None
        if form is not None and "mimeType" in form:
            spelled = form["mimeType"]["as"]
            if MEDIA[kind].get(spelled) == mime_type:
                body["format"] = spelled
    w = {kind: body}
    if own is not None:
        lay(w, own)
    return w


def _found_back(x: dict[str, Any]) -> dict[str, Any]:
    """What a search found."""
    texts(x, "name", "fileId")
    text, own = x["text"], _own(x)
    pieces: Json = [{"text": text}] if text else []
    entry = None if own is None else own.get("$", EMPTY).get("text")
    if entry is not None and text_of_parts(entry["as"], {}, ["text"]) == text:
        pieces = entry["as"]
    title = "document" if x.get("name") is None else x["name"]
    w = {"searchResult": {"content": pieces, "source": x["source"], "title": title}}
    if own is not None:
        lay(w, own)
    return w


def _call_back(call: dict[str, Any]) -> dict[str, Any]:
    """A call in any spelling."""
    own = _own(call)
    form = own.get("$") if own is not None else None
    call_id, name, arguments = call["id"], call["name"], call["arguments"]
    if type(call_id) is not str or type(name) is not str or type(arguments) is not dict:
        raise expected("a call", call, None)
    texts(call, "input")
    if call.get("invalidArguments") is not None or (form is not None and "arguments" in form):
        arguments = object_from_arguments(call, form, CARRIER)
    use: dict[str, Any] = {"toolUseId": call_id, "name": name}
    if arguments is not ABSENT:
        use["input"] = arguments
    w = {"toolUse": use}
    if own is not None:
        lay(w, own, NOTHING, USUAL_CALL)
    return w


def write_result(x: dict[str, Any]) -> dict[str, Any]:
    """A result of any kind."""
    kind, value, call_id = x["kind"], x["value"], x["toolCallId"]
    if type(call_id) is not str or type(x["name"]) is not str:
        raise expected("a string", x, "name" if type(call_id) is str else "toolCallId")
    texts(x, "outputRef")
    own = _own(x)
    form = own.get("$") if own is not None else None
    result: dict[str, Any] = {"toolUseId": call_id}
    if kind == "text" or kind == "error":
        if type(value) is not str:
            raise expected("a string", x, "value")
        result["content"] = [{"text": value}]
        if kind == "error":
            flag(x, "rejected")
            result["status"] = "error"
    else:
        if kind == "data":
            result["content"] = [{"json": wrapped(value, "output")}]
            content = form["value"]["as"] if form is not None and "value" in form else None
            if content is not None and same(unwrapped(content[0]["json"], "output"), value):
                result["content"] = content
        elif kind == "multimodal" and type(value) is list:
            result["content"] = _blocks(value, RESULT_MEDIA)
        else:
            raise expected("a result", x, "kind")
        failed = flag(x, "isError")
        if failed is not None:
            if not failed:
                raise expected("true", x, "isError")
            result["status"] = "error"
    w = {"toolResult": result}
    if own is not None:
        lay(w, own)
    return w
