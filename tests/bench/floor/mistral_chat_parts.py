"""Mistral Chat by hand: the parts that content is made of, both ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import spelled_at
from toolwire._runtime.values import (
    base64_as,
    base64_from,
    data_url_from,
    parts_of_text,
    text_of_parts,
)

from .common import EMPTY, Json, flag, lay, sealed, text_at, texts, unknown
from .mistral_chat_tables import FORMAT, TEXT

MEDIA_FIELDS = ("data", "mimeType", "url", "fileId", "name")


# -- reading


def read_parts(parts: list[Any], readers: dict[str, Callable[[Any], Json]]) -> list[Json]:
    """Texts, what ``readers`` say of other types, and opaque blocks of all the rest."""
    blocks: list[Json] = []
    for part in parts:
        kind = part.get("type")
        if kind == "text":
            text = text_at(part, "text")
            block: Json = {"kind": "text", "text": text}
            if len(part) != 2:
                _left(block, part, "text")
        else:
            read = readers.get(kind) if type(kind) is str else None
            block = (None if read is None else read(part)) or unknown(part, FORMAT)
        blocks.append(block)
    return blocks


def _left(
    block: dict[str, Any], part: dict[str, Any], key: str, form: dict[str, Any] | None = None
) -> None:
    """Put what is left of a part beside ``key`` on its block."""
    rest = part.copy()
    del rest["type"], rest[key]
    if rest or form is not None:
        block["metadata"] = {FORMAT: sealed(rest, form)}


def _located(kind: str, at: Json) -> Json:
    """A block with its data, or with the place where it is."""
    if type(at) is not str:
        return None
    found = data_url_from(at)
    if found is None:
        return {"kind": kind, "url": at}
    return {"kind": kind, "data": found[0], "mimeType": found[1]}


def _image(part: dict[str, Any]) -> Json:
    """A picture, whose URL stands alone or in an object."""
    image = part.get("image_url")
    if type(image) is not dict:
        block = _located("image", image)
        if block is not None and len(part) != 2:
            _left(block, part, "image_url")
        return block
    block = _located("image", image.get("url"))
    if block is None:
        return None
    field = "url" if "url" in block else "data"
    rest, inner = part.copy(), image.copy()
    del rest["type"], inner["url"]
    if inner:
        rest["image_url"] = inner
    else:
        del rest["image_url"]
    block["metadata"] = {FORMAT: sealed(rest, {field: {"at": "image_url.url"}})}
    return block


def _document(part: dict[str, Any]) -> Json:
    block = _located("document", part.get("document_url"))
    if block is None or len(part) == 2:
        return block
    if type(part.get("document_name")) is str:
        part = part.copy()
        block["name"] = part.pop("document_name")
    _left(block, part, "document_url")
    return block


def _audio(part: dict[str, Any]) -> Json:
    at = part.get("input_audio")
    block = _located("audio", at)
    if block is not None and "url" in block and (data := base64_from(at)) is not None:
        block = {"kind": "audio", "data": data}
        if data != at:
            block["metadata"] = {FORMAT: {"$": {"data": {"as": at}}}}
    if block is not None and len(part) != 2:
        _left(block, part, "input_audio")
    return block


def _file(part: dict[str, Any]) -> Json:
    if type(part.get("file_id")) is not str:
        return None
    block = {"kind": "document", "fileId": part["file_id"]}
    if len(part) != 2:
        _left(block, part, "file_id")
    return block


def _thought(part: dict[str, Any]) -> Json:
    raw = part["thinking"]
    text = text_of_parts(raw, TEXT, ["text"])
    if text is None:
        raise ValueError("thinking")
    block: dict[str, Any] = {"kind": "reasoning", "text": text}
    form = None if parts_of_text(text, TEXT, ["text"]) == raw else {"text": {"as": raw}}
    if len(part) == 2 and form is None:
        # Thoughts without a trace of where they come from would not go back there.
        block["metadata"] = {FORMAT: {"$": {"own": True}}}
    else:
        _left(block, part, "thinking", form)
    return block


TEXTUAL: dict[str, Callable[[Any], Json]] = {}
USER: dict[str, Callable[[Any], Json]] = {
    "image_url": _image,
    "document_url": _document,
    "input_audio": _audio,
    "file": _file,
}
ANSWER: dict[str, Callable[[Any], Json]] = {"thinking": _thought}
"""What may stand in instructions, in what users say, and in what models say, besides text."""


# -- writing


def own_of(x: dict[str, Any]) -> Json:
    """What a value's overlay holds, if it has one."""
    return metadata.get(FORMAT) if "metadata" in x and (metadata := x["metadata"]) else None


def write_parts(blocks: list[Any], user: bool) -> list[Json]:
    """Content parts; only what users say may be more than text."""
    parts: list[Json] = []
    for block in blocks:
        kind = block.get("kind")
        if kind == "text":
            if len(block) == 2 and type(text := block["text"]) is str:
                parts.append({"type": "text", "text": text})
            else:
                parts.append(text_back(block))
        elif kind == "opaque":
            if block["format"] == FORMAT:
                parts.append(block["value"])
        elif user and (part := _media_back(block, kind)) is not None:
            parts.append(part)
    return parts


def text_back(x: dict[str, Any]) -> dict[str, Any]:
    """A text as a part."""
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    w: dict[str, Any] = {"type": "text", "text": text}
    if len(x) != 2 and (own := own_of(x)) is not None:
        lay(w, own)
    return w


def thought_back(x: dict[str, Any]) -> Json:
    """Thoughts, if this wire's own model had them."""
    own = own_of(x)
    if own is None:
        return None
    text = x["text"]
    if type(text) is not str:
        raise expected("a string", x, "text")
    flag(x, "redacted")
    raw: Json = parts_of_text(text, TEXT, ["text"])
    entry = own.get("$", EMPTY).get("text", EMPTY)
    if "as" in entry and text_of_parts(entry["as"], TEXT, ["text"]) == text:
        raw = entry["as"]
    w = {"type": "thinking", "thinking": raw}
    lay(w, own)
    return w


def _media_back(x: dict[str, Any], kind: str) -> Json:
    if kind != "image" and kind != "audio" and kind != "document":
        return None
    texts(x, *MEDIA_FIELDS)
    data, url = None, x.get("url")
    if x.get("data") is not None and x.get("mimeType") is not None:
        data = f"data:{x['mimeType']};base64,{x['data']}"
    at = url if data is None else data
    own = own_of(x)
    w: dict[str, Any]
    if kind == "document":
        texts(x, "text", "source")
        if x.get("fileId") is not None:
            w = {"type": "file", "file_id": x["fileId"]}
        elif at is None:
            return None
        else:
            w = {"type": "document_url", "document_url": at}
            if x.get("name") is not None:
                w["document_name"] = x["name"]
    elif kind == "audio" and data is None and base64_as(x.get("data")) is not None:
        w = {"type": "input_audio", "input_audio": x["data"]}
        came = ((own or {}).get("$") or {}).get("data")
        if came is not None and base64_from(came["as"]) == x["data"]:
            w["input_audio"] = came["as"]
    elif at is None:
        return None
    elif kind == "audio":
        w = {"type": "input_audio", "input_audio": at}
    else:
        w = {"type": "image_url", "image_url": at}
        form = None if own is None else own.get("$")
        if form is not None:
            if data is not None and spelled_at(form, "data", "image_url.url"):
                w["image_url"] = {"url": data}
            elif url is not None and spelled_at(form, "url", "image_url.url"):
                w["image_url"] = {"url": url}
    if own is not None:
        lay(w, own)
    return w
