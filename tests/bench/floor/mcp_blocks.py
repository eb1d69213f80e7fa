"""The Model Context Protocol by hand: what the content of a result holds."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.errors import expected

from .common import Json, flag, lay, sealed, text_at, texts, unknown
from .mcp_tools import FORMAT
from .rpc import inner, own_of

ADDRESS = "resource:document"
GIVEN_RESOURCE = frozenset({"resource.uri"})
MEDIA = ("image", "audio")


def read_blocks(items: list[Any]) -> list[Json]:
    """Blocks of any kind."""
    blocks: list[Json] = []
    for w in items:
        kind = w.get("type")
        block: Json = None
        if kind == "text":
            block = _text(w, "text")
        elif kind in MEDIA:
            block = _media(w, kind)
        elif kind == "resource_link":
            if "name" not in w:
                raise ValueError("name")
            block = _text(w, "uri")
        elif kind == "resource":
            block = _resource(w)
        blocks.append(unknown(w, FORMAT) if block is None else block)
    return blocks


def _text(w: dict[str, Any], key: str) -> dict[str, Any]:
    x: dict[str, Any] = {"kind": "text", "text": text_at(w, key)}
    if len(w) > 2:
        rest = w.copy()
        del rest["type"], rest[key]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _media(w: dict[str, Any], kind: str) -> dict[str, Any] | None:
    data, mime_type = w.get("data"), w.get("mimeType")
    if type(data) is not str or type(mime_type) is not str:
        return None
    x: dict[str, Any] = {"kind": kind, "data": data, "mimeType": mime_type}
    if len(w) > 3:
        rest = w.copy()
        del rest["type"], rest["data"], rest["mimeType"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _resource(w: dict[str, Any]) -> dict[str, Any] | None:
    rest, left = w.copy(), inner(w, "resource").copy()
    del rest["type"], rest["resource"]
    theirs, ours = ("text", "text") if "text" in left else ("blob", "data")
    if type(left.get(theirs)) is not str:
        return None
    x: dict[str, Any] = {"kind": "document", ours: left.pop(theirs)}
    if type(left.get("mimeType")) is str:
        x["mimeType"] = left.pop("mimeType")
    form: dict[str, Any] | None = None
    if "uri" not in left:
        form = absent(form, "resource.uri")
    elif left["uri"] == ADDRESS:
        del left["uri"]
    if left:
        rest["resource"] = left
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def write_blocks(blocks: list[Any]) -> list[Json]:
    """Blocks of the kinds that have a place here."""
    written: list[Json] = []
    for x in blocks:
        kind = x.get("kind")
        w: Json = None
        if kind == "text":
            w = _text_back(x)
        elif kind in MEDIA:
            w = _media_back(x, kind)
        elif kind == "document":
            w = _resource_back(x)
        elif kind == "opaque" and x["format"] == FORMAT:
            w = x["value"]
        if w is not None:
            written.append(w)
    return written


def _text_back(x: dict[str, Any]) -> dict[str, Any]:
    if type(text := x["text"]) is not str:
        raise expected("a string", x, "text")
    if "refusal" in x:
        flag(x, "refusal")
    own = own_of(x, FORMAT)
    if own is None:
        return {"type": "text", "text": text}
    w = {"type": "text", "text": text}
    if "name" in own:
        w = {"type": "resource_link", "uri": text}
    lay(w, own)
    return w


def _media_back(x: dict[str, Any], kind: str) -> dict[str, Any] | None:
    texts(x, "url", "fileId", "name", "data", "mimeType")
    data, mime_type = x.get("data"), x.get("mimeType")
    if data is None or mime_type is None:
        return None
    w = {"type": kind, "data": data, "mimeType": mime_type}
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own)
    return w


def _resource_back(x: dict[str, Any]) -> dict[str, Any] | None:
    texts(x, "name", "url", "fileId", "source", "data", "text")
    text, data = x.get("text"), x.get("data")
    resource: dict[str, Any] = {"uri": ADDRESS}
    if data is not None:
        resource["blob"] = data
    elif text is not None:
        resource["text"] = text
    else:
        return None
    texts(x, "mimeType")
    if x.get("mimeType") is not None:
        resource["mimeType"] = x["mimeType"]
    w = {"type": "resource", "resource": resource}
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own, GIVEN_RESOURCE)
    return w
