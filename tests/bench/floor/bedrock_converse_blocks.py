"""Bedrock Converse by hand: reading what messages hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import filled_in
from toolwire._runtime.arguments import arguments_from_object
from toolwire._runtime.calls import Calls
from toolwire._runtime.overlay import noted
from toolwire._runtime.values import text_of_parts, unwrapped

from .bedrock_converse_tables import (
    CARRIER,
    FORMAT,
    GUARDED_AT,
    MEDIA,
    THOUGHT_AT,
    USUAL_GUARDED,
    USUAL_THOUGHT,
)
from .common import Json, complete, items_of, object_at, sealed, text_at, unknown

NO_MEDIA = ()
RESULT_MEDIA = ("image", "video", "document")
ALL_MEDIA = ("image", "audio", "video", "document")
SYSTEM_MEDIA = ("system",)
"""There are none; texts may be looked at by a guardrail."""
GUARDING = (ALL_MEDIA, SYSTEM_MEDIA)


def read_content(content: Json, media: tuple[str, ...]) -> Json:
    """The content of a place that takes no calls; a lone plain text as its string."""
    if (
        len(items_of(content)) == 1
        and len(only := content[0]) == 1
        and type(text := only.get("text")) is str
    ):
        return text
    return read_blocks(content, media)


def read_blocks(content: list[Any], media: tuple[str, ...]) -> list[Any]:
    """Blocks of a place that takes text and these media."""
    blocks: list[Any] = []
    for w in content:
        if "text" in w:
            text = w["text"]
            if len(w) == 1 and text and type(text) is str:
                blocks.append({"kind": "text", "text": text})
            else:
                blocks.append(_text(w))
        else:
            found = _found(w) if "searchResult" in w else _medium(w, media)
            found = found or (_guarded(w) if media in GUARDING else None)
            blocks.append(found or unknown(w, FORMAT))
    return blocks


def read_answer(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    blocks: list[Any] = []
    for w in items_of(m["content"]):
        if "text" in w:
            text = w["text"]
            if len(w) == 1 and text and type(text) is str:
                blocks.append({"kind": "text", "text": text})
            else:
                blocks.append(_text(w))
        elif len(w) == 1 and "toolUse" in w:
            blocks.append(_tool_use(w, calls))
        else:
            blocks.append(_other(w, calls))
    x: dict[str, Any] = {"role": "assistant", "content": blocks}
    if len(m) != 2:
        rest = m.copy()
        del rest["role"], rest["content"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def _text(w: dict[str, Any]) -> dict[str, Any]:
    text = text_at(w, "text")
    x: dict[str, Any] = {"kind": "text", "text": text}
    if len(w) != 1 or not text:
        rest = w.copy()
        del rest["text"]
        x["metadata"] = {FORMAT: sealed(rest, None if text else {"text": {"style": "empty"}})}
    return x


def _other(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A block of a model that is no text, by the key that tells what it is."""
    thought = w.get("reasoningContent")
    if type(thought) is dict and "reasoningText" in thought:
        return _reasoning(w, thought)
    if type(thought) is dict and "redactedContent" in thought:
        metadata = {FORMAT: sealed(w.copy(), None)}
        return {"kind": "reasoning", "text": "", "redacted": True, "metadata": metadata}
    cited = w.get("citationsContent")
    if type(cited) is dict and "content" in cited and "citations" in cited:
        return _cited(w, cited)
    for kind in ALL_MEDIA:
        if kind in w:
            return _medium(w, (kind,)) or unknown(w, FORMAT)
    return _tool_use(w, calls) if "toolUse" in w else unknown(w, FORMAT)


def _reasoning(w: dict[str, Any], thought: dict[str, Any]) -> dict[str, Any]:
    left = thought["reasoningText"]
    form: dict[str, Any] | None = None
    if left.get("signature") is None:
        left, form = complete(left, form, USUAL_THOUGHT, THOUGHT_AT)
    text = text_at(left, "text")
    left = left.copy()
    del left["text"]
    rest = {**w, "reasoningContent": {**thought, "reasoningText": left}}
    return {"kind": "reasoning", "text": text, "metadata": {FORMAT: sealed(rest, form)}}


def _cited(w: dict[str, Any], cited: dict[str, Any]) -> dict[str, Any]:
    """A text with its sources, which may come in parts."""
    left = cited.copy()
    parts = left.pop("content")
    text = text_of_parts(parts, {}, ["text"])
    if text is None:
        raise ValueError("content")
    form = None
    if parts != ([{"text": text}] if text else []):
        form = {"text": {"as": parts}}
    rest = {**w, "citationsContent": left}
    return {"kind": "text", "text": text, "metadata": {FORMAT: sealed(rest, form)}}


def _guarded(w: dict[str, Any]) -> dict[str, Any] | None:
    """A text that a guardrail looks at."""
    guard = w.get("guardContent")
    if type(guard) is not dict or "text" not in guard:
        return None
    inner, form = guard["text"], None
    if inner.get("qualifiers") is None:
        inner, form = complete(inner, form, USUAL_GUARDED, GUARDED_AT)
    text = text_at(inner, "text")
    left = {key: value for key, value in inner.items() if key != "text"}
    rest = {**w, "guardContent": {**guard, "text": left}}
    return {"kind": "text", "text": text, "metadata": {FORMAT: sealed(rest, form)}}


def _found(w: dict[str, Any]) -> dict[str, Any]:
    """What a search found: its pieces are one text."""
    left = w["searchResult"].copy()
    pieces = left.pop("content")
    text = text_of_parts(pieces, {}, ["text"])
    if text is None:
        raise ValueError("content")
    x: dict[str, Any] = {"kind": "document", "text": text}
    x["source"], x["name"] = text_at(left, "source"), text_at(left, "title")
    del left["source"], left["title"]
    rest = {key: item for key, item in w.items() if key != "searchResult"}
    if left:
        rest["searchResult"] = left
    form: dict[str, Any] | None = None
    if pieces != ([{"text": text}] if text else []):
        form = {"text": {"as": pieces}}
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _medium(w: dict[str, Any], kinds: tuple[str, ...]) -> dict[str, Any] | None:
    """A picture, sound, video or document: its data, or where it is stored."""
    for kind in kinds:
        if kind in w:
            break
    else:
        return None
    left = w[kind]
    if type(left) is not dict:
        raise ValueError(kind)
    left = left.copy()
    x: dict[str, Any] = {"kind": kind}
    if kind == "document":
        x["name"] = left.pop("name")
        if type(x["name"]) is not str:
            return None
    source = left["source"]
    if type(source) is not dict:
        raise ValueError("source")
    stored = object_at(source, "s3Location")
    form: dict[str, Any] | None = None
    word = left.get("format")
    mime_type = MEDIA[kind].get(word) if type(word) is str else None
    if mime_type is not None:
        x["mimeType"] = mime_type
        del left["format"]
        if word == "mpg":
            form = {"mimeType": {"as": word}}
    elif kind != "document":
        return None
    source = source.copy()
    if type(source.get("bytes")) is str:
        x["data"] = source.pop("bytes")
    elif type(stored.get("uri")) is str:
        x["url"] = stored["uri"]
        if len(stored) == 1:
            del source["s3Location"]
        else:
            source["s3Location"] = {key: item for key, item in stored.items() if key != "uri"}
    elif kind == "document" and type(source.get("text")) is str:
        x["text"] = source.pop("text")
    else:
        return None
    if source:
        left["source"] = source
    else:
        del left["source"]
    if left or form is not None or len(w) != 1:
        rest = w.copy()
        if left:
            rest[kind] = left
        else:
            del rest[kind]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _tool_use(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A call; one that the service itself answers is not for the app."""
    use = w["toolUse"]
    if use.get("type") == "server_tool_use":
        return unknown(w, FORMAT)
    form: dict[str, Any] | None = None
    if use.get("name") is None:
        form, use = filled_in(form, use, "name", "", "toolUse.name")
    left = use.copy()
    call_id, name = left.pop("toolUseId"), left.pop("name")
    if type(call_id) is not str or type(name) is not str:
        raise ValueError("toolUse")
    arguments = left.pop("input", None)
    x: dict[str, Any] = {"id": call_id, "name": name}
    if type(arguments) is dict and CARRIER not in arguments:
        x["arguments"] = arguments
    else:
        x["arguments"], invalid, spelling = arguments_from_object(arguments, CARRIER)
        if invalid is not None:
            x["invalidArguments"] = invalid
        if spelling is not None:
            spelling = spelling if "input" in use else {"style": "absent"}
            form = noted(form, "arguments", spelling)
    calls[call_id] = name
    if left or form is not None or len(w) != 1:
        rest = w.copy()
        if left:
            rest["toolUse"] = left
        else:
            del rest["toolUse"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return {"kind": "toolCall", "toolCall": x}


def read_result(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A result of any kind."""
    left = w["toolResult"].copy()
    call_id = left.pop("toolUseId")
    if type(call_id) is not str:
        raise ValueError("toolUseId")
    content = items_of(left.pop("content"))
    x: dict[str, Any] = {"toolCallId": call_id, "name": calls.get(call_id, "")}
    failed = left.get("status") == "error"
    form: dict[str, Any] | None = None
    if failed:
        del left["status"]
    only: Json = content[0] if len(content) == 1 else None
    lone = type(only) is dict and len(only) == 1
    if lone and type(only.get("text")) is str:
        x["kind"], x["value"] = "error" if failed else "text", only["text"]
    else:
        if lone and only.get("json") is not None:
            x["kind"], x["value"] = "data", unwrapped(only["json"], "output")
            if type(only["json"]) is not dict:
                form = {"value": {"as": content}}
        else:
            x["kind"], x["value"] = "multimodal", read_blocks(content, RESULT_MEDIA)
        if failed:
            x["isError"] = True
    if left or len(w) != 1 or form is not None:
        rest = w.copy()
        if left:
            rest["toolResult"] = left
        else:
            del rest["toolResult"]
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x
