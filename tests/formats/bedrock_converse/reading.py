"""What a Converse body says, read by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from driving.neutral import (
    EFFORTS,
    Leftover,
    filled,
    message,
    object_arguments,
    other,
    part,
    plain_text,
    user_turn,
)

Json = Any
SHARED = {word: word for word in EFFORTS if word not in ("none", "minimal")}
"""The words for how much to think that are ours too."""
FINISHES = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
    "guardrail_intervened": "content_filter",
    "content_filtered": "content_filter",
    "malformed_model_output": "error",
    "malformed_tool_use": "error",
}
MEDIA = ("image", "audio", "video", "document")
USER = ("text", "toolResult", "searchResult", "guardContent", *MEDIA)
ASSISTANT = ("text", "reasoningContent", "toolUse", "citationsContent", *MEDIA)
RESULT = ("text", "image", "video", "document", "searchResult")
TYPES = {
    "image": {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"},
    "audio": {
        "mp3": "audio/mpeg", "wav": "audio/wav", "opus": "audio/opus", "aac": "audio/aac",
        "flac": "audio/flac", "mp4": "audio/mp4", "ogg": "audio/ogg", "webm": "audio/webm",
        "mkv": "audio/x-matroska", "x-aac": "audio/x-aac", "m4a": "audio/x-m4a",
    },
    "video": {
        "mp4": "video/mp4", "mov": "video/quicktime", "mkv": "video/x-matroska",
        "webm": "video/webm", "flv": "video/x-flv", "mpeg": "video/mpeg", "mpg": "video/mpeg",
        "wmv": "video/x-ms-wmv", "three_gp": "video/3gpp",
    },
    "document": {
        "pdf": "application/pdf", "csv": "text/csv", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "html": "text/html", "txt": "text/plain", "md": "text/markdown",
    },
}  # fmt: skip
"""Format of a picture, sound, video or document → its media type."""


def request(body: Json) -> Json:
    left = Leftover(body)
    return filled(
        maxTokens=left.take("inferenceConfig", "maxTokens"),
        temperature=left.take("inferenceConfig", "temperature"),
        topP=left.take("inferenceConfig", "topP"),
        effort=left.word(SHARED, "outputConfig", "effort"),
        stopSequences=left.take("inferenceConfig", "stopSequences"),
        toolChoice=_choice(left.take("toolConfig", "toolChoice")),
        responseSchema=_response_schema(left),
        tools=[_tool(item) for item in left.take("toolConfig", "tools") or []],
        messages=[*_system(left.take("system")), *_messages(left.take("messages") or [])],
        rest=left.rest,
    )


def _choice(choice: Json) -> Json:
    if not choice:
        return None
    if "tool" in choice:
        return {"name": choice["tool"]["name"]}
    words = {"auto": "auto", "any": "required"}
    return next((word for key, word in words.items() if key in choice), other(choice))


def _response_schema(left: Leftover) -> Json:
    found = (left.peek("outputConfig") or {}).get("textFormat") or {}
    text = found.get("structure", {}).get("jsonSchema", {}).get("schema")
    try:
        schema = json.loads(text) if found.get("type") == "json_schema" else None
    except ValueError:
        schema = None
    if type(schema) is not dict:
        return None
    format_ = Leftover(left.take("outputConfig", "textFormat"))
    format_.take("type")
    format_.take("structure", "jsonSchema", "schema")
    names = {key: format_.take("structure", "jsonSchema", key) for key in ("name", "description")}
    return filled(schema=schema, **names) | {"rest": format_.rest}


def _tool(tool: Json) -> Json:
    if "toolSpec" not in tool:
        return other(tool)
    left = Leftover(tool)
    fields = {key: left.take("toolSpec", key) for key in ("name", "description", "strict")}
    parameters = left.take("toolSpec", "inputSchema", "json")
    return filled(parameters=parameters, **fields) | {"rest": left.rest}


def _system(system: Json) -> Iterator[Json]:
    if system is not None:
        yield message("system", _parts(system, "text", "guardContent"))


def _messages(items: Json) -> Iterator[Json]:
    for item in items:
        left = Leftover(item)
        role = left.take("role")
        if role == "user":
            yield from user_turn(_parts(left.take("content"), *USER), left.rest)
        elif role in ("assistant", "system"):
            kinds = ASSISTANT if role == "assistant" else ("text",)
            yield message(role, _parts(left.take("content"), *kinds), left.rest)
        else:
            yield {"role": "other", "value": item}


def _parts(content: Json, *kinds: str) -> list[Json]:
    """The parts of a place that takes blocks of some kinds."""
    return [_part(item, next((kind for kind in kinds if kind in item), "")) for item in content]


def _part(item: Json, kind: str) -> Json:
    left = Leftover(item)
    if kind == "text":
        return part("text", text=left.take("text"), rest=left.rest)
    if kind == "reasoningContent":
        return _reasoning(item)
    if kind == "citationsContent" and {"content", "citations"} <= item[kind].keys():
        texts = [piece["text"] for piece in left.take(kind, "content")]
        return part("text", text="".join(texts), rest=left.rest)
    if kind == "guardContent" and "text" in item[kind]:
        return part("text", text=left.take(kind, "text", "text"), rest=left.rest)
    if kind in MEDIA:
        return _media(kind, item)
    if kind == "searchResult":
        text = "".join(piece["text"] for piece in left.take(kind, "content"))
        fields = {"name": left.take(kind, "title"), "source": left.take(kind, "source")}
        return part("document", **fields, text=text, rest=left.rest)
    if kind == "toolUse" and item[kind].get("type") != "server_tool_use":
        made = object_arguments(left.take(kind, "input"))
        names = {"id": left.take(kind, "toolUseId"), "name": left.take(kind, "name")}
        return part("call", **names, **made, rest=left.rest)
    if kind == "toolResult":
        return part("result", result=_result(left), rest=left.rest)
    return other(item)


def _reasoning(item: Json) -> Json:
    left, content = Leftover(item), item["reasoningContent"]
    if "reasoningText" in content:
        text = left.take("reasoningContent", "reasoningText", "text")
        return part("reasoning", text=text, rest=left.rest)
    if "redactedContent" in content:
        return part("reasoning", text="", rest=left.rest)
    return other(item)


def _result(left: Leftover) -> Json:
    content = left.take("toolResult", "content")
    status = left.take("toolResult", "status")
    found = {"id": left.take("toolResult", "toolUseId"), "error": status == "error"}
    if len(content) == 1 and [*content[0]] == ["json"]:
        return found | {"json": content[0]["json"]}
    parts = _parts(content, *RESULT)
    text = "" if parts == [] else plain_text(parts)
    return found | ({"parts": parts} if text is None else {"text": text})


def _media(kind: str, item: Json) -> Json:
    left = Leftover(item)
    source = item[kind]["source"]
    mime_type = TYPES[kind].get(item[kind].get("format"))
    places = {"data": ("bytes",), "url": ("s3Location", "uri"), "text": ("text",)}
    field = next((field for field, path in places.items() if path[0] in source), "")
    if not field or (mime_type is None and (kind != "document" or "format" in item[kind])):
        return other(item)
    left.take(kind, "format")
    name = left.take(kind, "name") if kind == "document" else None
    fields = {field: left.take(kind, "source", *places[field])}
    return part(kind, mimeType=mime_type, name=name, **fields, rest=left.rest)


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(body)
    for key in ("message", "Message"):
        if key in body and "output" not in body:
            error = filled(message=left.take(key), type=left.take("__type"))
            if "type" not in error and key == "message":
                error |= filled(type=left.take("Error", "Code"))
            return {"finish": "error", "error": error, "rest": left.rest}
    if "Error" in body:
        error = filled(message=left.take("Error", "Message"), type=left.take("Error", "Code"))
        return {"finish": "error", "error": error, "rest": left.rest}
    content = left.take("output", "message", "content")
    left.take("output", "message", "role")
    parts = _parts(content, *ASSISTANT)
    word = left.take("stopReason")
    left.without("metrics", {"latencyMs": 0})
    return filled(
        messages=[message("assistant", parts)],
        finish=_finish(word, parts),
        word=word,
        usage=_usage(left.take("usage") or {}),
        rest=left.rest,
    )


def _finish(word: Json, parts: list[Json]) -> str:
    finish = FINISHES.get(word, "stop")
    asks = any(item["kind"] == "call" for item in parts)
    return "tool_calls" if finish == "stop" and asks else finish


def _usage(usage: Json) -> Json:
    left = Leftover(usage)
    counts = {
        "inputTokens": left.take("inputTokens") or 0,
        "outputTokens": left.take("outputTokens") or 0,
        "cacheReadTokens": left.take("cacheReadInputTokens"),
        "cacheWriteTokens": left.take("cacheWriteInputTokens"),
    }
    left.without("totalTokens", sum(count or 0 for count in counts.values()))
    return filled(**counts, rest=left.rest)
