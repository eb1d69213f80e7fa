"""What an Anthropic Messages body says, read by itself."""

from __future__ import annotations

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
    without,
)

Json = Any
SHARED = {word: word for word in EFFORTS if word not in ("none", "minimal")}
"""The words for how much to think that are ours too."""
CHOICES = {"auto": "auto", "any": "required", "none": "none"}
FINISHES = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
    "refusal": "content_filter",
    "pause_turn": "pause",
    "compaction": "pause",
}
CONTENT = ("text", "image", "document", "search_result")
USER = (*CONTENT, "tool_result")
ASSISTANT = ("text", "thinking", "redacted_thinking", "tool_use")
IMAGES = ("image/jpeg", "image/png", "image/gif", "image/webp")


def request(body: Json) -> Json:
    left = Leftover(body)
    disabled = left.take("tool_choice", "disable_parallel_tool_use")
    return filled(
        model=left.take("model"),
        maxTokens=left.take("max_tokens"),
        temperature=left.take("temperature"),
        topP=left.take("top_p"),
        **left.each(
            topK=("top_k",),
            stream=("stream",),
            user=("metadata", "user_id"),
        ),
        effort=left.word(SHARED, "output_config", "effort"),
        stopSequences=left.take("stop_sequences"),
        parallel=None if disabled is None else not disabled,
        toolChoice=_choice(left.take("tool_choice")),
        responseSchema=_response_schema(left),
        tools=[_tool(item) for item in left.take("tools") or []],
        messages=[*_system(left.take("system")), *_messages(left.take("messages"))],
        rest=left.rest,
    )


def _choice(choice: Json) -> Json:
    if not choice:
        return None
    kind = choice.get("type")
    return {"name": choice["name"]} if kind == "tool" else CHOICES.get(kind, other(choice))


def _response_schema(left: Leftover) -> Json:
    formats = [(left.peek("output_config") or {}).get("format"), left.peek("output_format")]
    if not any(item and item.get("type") == "json_schema" for item in formats):
        return None
    found = left.spelled(("output_config", "format"), ("output_format",))
    if "type" not in found:
        return found
    format_ = Leftover(found)
    format_.take("type")
    return {"schema": format_.take("schema"), "rest": format_.rest}


def _tool(tool: Json) -> Json:
    if tool.get("type") not in (None, "custom"):
        return other(tool)
    left = Leftover(tool)
    fields = {key: left.take(key) for key in ("name", "description", "strict")}
    return filled(parameters=left.take("input_schema"), **fields) | {"rest": left.rest}


def _system(system: Json) -> list[Json]:
    return [] if system is None else [message("system", _parts(system, "text"))]


def _messages(items: Json) -> Iterator[Json]:
    for item in items:
        left = Leftover(item)
        role = left.take("role")
        if role == "user":
            yield from user_turn(_parts(left.take("content"), *USER), left.rest)
        elif role == "assistant":
            yield message(role, _parts(left.take("content"), *ASSISTANT), left.rest)
        elif role == "system":
            # Settings may stand here alone (beta).
            content = left.take("content") if "content" in item else ""
            yield message(role, _parts(content, "text"), left.rest)
        else:
            yield {"role": "other", "value": item}


def _parts(content: Json, *kinds: str) -> list[Json]:
    """The parts of a place that takes blocks of some kinds."""
    if type(content) is str:
        return [part("text", text=content)]
    return [_part(item) if item.get("type") in kinds else other(item) for item in content]


def _part(item: Json) -> Json:
    left = Leftover(item)
    kind = left.take("type")
    if kind == "text":
        return part("text", text=left.take("text"), rest=left.rest)
    if kind == "thinking":
        return part("reasoning", text=left.take("thinking"), rest=left.rest)
    if kind == "redacted_thinking":
        return part("reasoning", text="", rest=left.rest)
    if kind in ("image", "document"):
        return _media(kind, item)
    if kind == "search_result":
        found = "".join(piece["text"] for piece in left.take("content"))
        name, source = left.take("title"), left.take("source")
        return part("document", name=name, source=source, text=found, rest=left.rest)
    if kind == "tool_use":
        made = object_arguments(left.take("input"))
        return part("call", id=left.take("id"), name=left.take("name"), **made, rest=left.rest)
    if kind == "tool_result":
        parts = _parts(left.take("content") or [], *CONTENT)
        text = "" if parts == [] else plain_text(parts)
        result = {"parts": parts} if text is None else {"text": text}
        result |= {"id": left.take("tool_use_id"), "error": bool(left.take("is_error"))}
        return part("result", result=result, rest=left.rest)
    return other(item)


def _media(kind: str, item: Json) -> Json:
    left = Leftover(item)
    left.take("type")
    source, form = item["source"], left.take("source", "type")
    name = left.take("title") if kind == "document" else None
    if form == "base64" and source.get("media_type") in (*IMAGES, "application/pdf"):
        mime_type = left.take("source", "media_type")
        fields = {"data": left.take("source", "data"), "mimeType": mime_type}
    elif form == "url":
        fields = {"url": left.take("source", "url")}
    elif form == "file":
        fields = {"fileId": left.take("source", "file_id")}
    elif form == "text" and kind == "document":
        left.take("source", "media_type")
        fields = {"text": left.take("source", "data")}
    else:
        return other(item)
    return part(kind, name=name, **fields, rest=left.rest)


# -- replies


def _host_error(left: Leftover) -> Json:
    """An error in the words of who hosts the model."""
    if type(left.peek("error")) is not dict:
        key = "message" if left.peek("message") is not None else "Message"
        fields = {"message": left.take(key), "type": left.take("__type")}
        return {"finish": "error", "error": filled(**fields), "rest": left.rest}
    fields = {"message": left.take("error", "message")}
    fields["type"] = left.take("error", "type") or left.take("error", "status")
    if type(left.peek("error").get("code")) in (str, int):
        fields["code"] = str(left.take("error", "code"))
    return {"finish": "error", "error": filled(**fields), "rest": left.rest}


def reply(body: Json) -> Json:
    left = Leftover(body)
    if body.get("type") == "error":
        left.take("type")
        fields = {key: left.take("error", key) for key in ("message", "type")}
        return {"finish": "error", "error": filled(**fields), "rest": left.rest}
    if "type" not in body and "content" not in body:
        return _host_error(left)
    parts = _parts(left.take("content") or [], *ASSISTANT)
    word = left.take("stop_reason")
    for key in ("type", "role"):
        left.take(key)
    return filled(
        id=left.take("id") or "",
        model=left.take("model") or "",
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
    thought = left.take("output_tokens_details", "thinking_tokens")
    return filled(
        inputTokens=left.take("input_tokens") or 0,
        outputTokens=without(left.take("output_tokens") or 0, thought),
        cacheReadTokens=left.take("cache_read_input_tokens"),
        cacheWriteTokens=left.take("cache_creation_input_tokens"),
        reasoningTokens=thought,
        rest=left.rest,
    )
