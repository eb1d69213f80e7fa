"""OpenAI Responses by hand: the parts of what is said to the model, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected
from toolwire._runtime.values import data_url_from

from .common import Json, bare_data, flag, join, lay, sealed, text_at, texts, unknown
from .openai_responses_tables import AUDIO, AUDIO_BACK, FORMAT


def is_plain(w: Json) -> bool:
    """A part that is a text and nothing else."""
    return len(w) == 2 and w.get("type") == "input_text" and type(w.get("text")) is str


def text_of(parts: Json, kind: str) -> str:
    """The text that parts of a kind hold; a bare text is one too."""
    if type(parts) is str:
        return parts
    if type(parts) is not list:
        raise ValueError("not a text")
    return join(
        [
            text
            for part in parts
            if type(part) is dict
            and part.get("type") == kind
            and type(text := part.get("text")) is str
        ]
    )


REFUSAL = "refusal"


def refusal_of(parts: Json) -> str | None:
    """The text of all parts, if one of them is a refusal."""
    if type(parts) is not list:
        return None
    kinds = [part.get("type") if type(part) is dict else None for part in parts]
    if REFUSAL not in kinds:
        return None
    keys = {"output_text": "text", REFUSAL: REFUSAL}
    texts = [part.get(keys[k]) for part, k in zip(parts, kinds, strict=True) if k in keys]
    return join([text for text in texts if type(text) is str])


def refused(x: dict[str, Any], own: Json, usual: Json) -> Json:
    """The parts of a text that may be a refusal: as they came, as long as they say the same."""
    if not flag(x, REFUSAL):
        return usual
    spelled = ((own or {}).get("$") or {}).get("text", {}).get("as")
    same = refusal_of(spelled) == x["text"]
    return spelled if same else [{"type": REFUSAL, REFUSAL: x["text"]}]


def read_parts(parts: list[Any], media: bool) -> list[Json]:
    """Parts as blocks; where there is no place for ``media``, only text is known."""
    blocks: list[Json] = []
    for w in parts:
        kind = w.get("type")
        x: Json = None
        if kind == "input_text":
            x = {"kind": "text", "text": text_at(w, "text")}
            if len(w) != 2:
                rest = w.copy()
                del rest["type"], rest["text"]
                x["metadata"] = {FORMAT: sealed(rest, None)}
        elif media and kind in ("input_image", "input_file", "input_audio"):
            x = _media(w, kind)
        blocks.append(unknown(w, FORMAT) if x is None else x)
    return blocks


def _media(w: dict[str, Any], kind: str) -> Json:
    rest, form = w.copy(), None
    del rest["type"]
    if kind == "input_audio":
        x, form = _audio(rest)
    elif kind == "input_image":
        x = _file(rest, "image", "image_url", "image_url")
    else:
        x, form = _document(rest)
        if x is not None and type(rest.get("filename")) is str:
            x["name"] = rest.pop("filename")
    if x is not None and (rest or form):
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _document(rest: dict[str, Any]) -> tuple[Json, Json]:
    """A file, and how it was spelled, if otherwise than we do."""
    raw = rest.get("file_data")
    if type(raw) is not str or data_url_from(raw) is not None:
        return _file(rest, "document", "file_data", "file_url"), None
    if (data := bare_data(raw)) is not None:
        del rest["file_data"]
        form = {"data": {"as": raw}} if data != raw else None
        return {"kind": "document", "data": data}, form
    if type(rest.get("file_url")) is str:
        return {"kind": "document", "url": rest.pop("file_url")}, None
    return {"kind": "document", "url": rest.pop("file_data")}, {"url": {"at": "file_data"}}


def _file(rest: dict[str, Any], kind: str, data_key: str, url_key: str) -> Json:
    """What a file is and where, which is taken out of ``rest``."""
    parsed = data_url_from(rest.get(data_key))
    if parsed is not None:
        del rest[data_key]
        return {"kind": kind, "data": parsed[0], "mimeType": parsed[1]}
    if type(rest.get(url_key)) is str:
        return {"kind": kind, "url": rest.pop(url_key)}
    if type(rest.get("file_id")) is str:
        return {"kind": kind, "fileId": rest.pop("file_id")}
    return None


def _audio(rest: dict[str, Any]) -> tuple[Json, Json]:
    inner = rest["input_audio"]
    if type(inner) is not dict:
        raise ValueError("input_audio")
    data, word = inner.get("data"), inner.get("format")
    if type(data) is not str or type(word) is not str or word not in AUDIO:
        return None, None
    left = inner.copy()
    del left["data"], left["format"]
    if left:
        rest["input_audio"] = left
    else:
        del rest["input_audio"]
    bare = bare_data(data, True)
    if bare is None:
        return {"kind": "audio", "url": data, "mimeType": AUDIO[word]}, None
    form = {"data": {"as": data}} if bare != data else None
    return {"kind": "audio", "data": bare, "mimeType": AUDIO[word]}, form


def write_parts(blocks: list[Any], media: bool) -> list[Any]:
    """Blocks as parts; what has no place is left out."""
    parts: list[Any] = []
    for x in blocks:
        kind = x.get("kind")
        w: Json = None
        if kind == "text":
            text = x["text"]
            if type(text) is not str:
                raise expected("a string", x, "text")
            w = {"type": "input_text", "text": text}
        elif kind == "opaque":
            if x["format"] == FORMAT:
                parts.append(x["value"])
            continue
        elif media:
            w = _media_back(x, kind)
        if w is not None:
            if "metadata" in x and (metadata := x["metadata"]):
                own = metadata.get(FORMAT)
                if own is not None:
                    lay(w, own)
            parts.append(w)
    return parts


def _media_back(x: dict[str, Any], kind: str) -> Json:
    if kind == "image":
        texts(x, "name")
        return _held_back(x, "input_image", "image_url", "image_url")
    if kind == "audio":
        texts(x, "data", "mimeType", "url", "fileId", "name")
        if x.get("mimeType") not in AUDIO_BACK:
            return None
        raw = _data_back(x, True)
        raw = x.get("url") if raw is None else raw
        if raw is None:
            return None
        inner = {"data": raw, "format": AUDIO_BACK[x["mimeType"]]}
        return {"type": "input_audio", "input_audio": inner}
    if kind == "document":
        texts(x, "text", "source")
        w = _document_back(x)
        if w is not None and x.get("name") is not None:
            w["filename"] = text_at(x, "name")
        return w
    return None


def _document_back(x: dict[str, Any]) -> Json:
    """A file in the place that it had, if it is no more than its data or its address."""
    if x.get("mimeType") is None and (raw := _data_back(x)) is not None:
        return {"type": "input_file", "file_data": raw}
    own = (x.get("metadata") or {}).get(FORMAT) or {}
    at = ((own.get("$") or {}).get("url") or {}).get("at") or "file_url"
    return _held_back(x, "input_file", "file_data", at)


def _data_back(x: dict[str, Any], typed: bool = False) -> str | None:
    """The data as it came, if it is the same; None of what would not read back as data."""
    data = x.get("data")
    if data is None or bare_data(data) != data:
        return None
    own = (x.get("metadata") or {}).get(FORMAT) or {}
    spelled: str | None = ((own.get("$") or {}).get("data") or {}).get("as")
    return spelled if spelled is not None and bare_data(spelled, typed) == data else data


def _held_back(x: dict[str, Any], type_: str, data_key: str, url_key: str) -> Json:
    """A part that says what a file is and where."""
    if x.get("data") is not None and x.get("mimeType") is not None:
        texts(x, "data", "mimeType")
        return {"type": type_, data_key: f"data:{x['mimeType']};base64,{x['data']}"}
    if x.get("url") is not None:
        return {"type": type_, url_key: text_at(x, "url")}
    if x.get("fileId") is not None:
        return {"type": type_, "file_id": text_at(x, "fileId")}
    texts(x, "data", "mimeType")
    return None
