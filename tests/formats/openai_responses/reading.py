"""What a Responses body says, read by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from driving.host_errors import host_error
from driving.neutral import (
    ANY_JSON,
    EFFORTS,
    Leftover,
    arguments,
    counted_apart,
    file_at,
    filled,
    media_at,
    message,
    other,
    part,
    plain_text,
    without,
)

Json = Any
AUDIO = {"wav": "audio/wav", "mp3": "audio/mp3"}
FINISHES = {
    ("completed", None): "stop",
    ("incomplete", "max_output_tokens"): "length",
    ("incomplete", "content_filter"): "content_filter",
    ("failed", None): "error",
}
SERVED = (
    "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
    "computer_call", "mcp_call", "mcp_list_tools", "mcp_approval_request", "tool_search_call",
    "tool_search_output", "program", "program_output", "shell_call", "local_shell_call",
    "apply_patch_call", "compaction",
)  # fmt: skip
"""What the provider's own tools did: part of the model's turn."""


def request(body: Json) -> Json:
    left = Leftover(body)
    instructions = left.take("instructions")
    first = [] if instructions is None else [message("system", paragraphs(instructions))]
    return filled(
        model=left.take("model"),
        maxTokens=left.take("max_output_tokens"),
        temperature=left.take("temperature"),
        topP=left.take("top_p"),
        **left.each(
            stream=("stream",),
            user=("user",),
        ),
        effort=left.word(EFFORTS, "reasoning", "effort"),
        parallel=left.take("parallel_tool_calls"),
        toolChoice=_choice(left.take("tool_choice")),
        responseSchema=_response_schema(left),
        tools=[_tool(item) for item in left.take("tools") or []],
        messages=[*first, *_messages([] if body.get("input") is None else left.take("input"))],
        rest=left.rest,
    )


NAMED = ("function", "custom")
"""The types of tools that a choice names."""


def _choice(choice: Json) -> Json:
    if choice is None or type(choice) is str:
        return choice
    if choice.get("type") in NAMED:
        return {"name": choice["name"]}
    tools = choice.get("tools", [{}]) if choice.get("type") == "allowed_tools" else [{}]
    if all(item.get("type") in NAMED for item in tools):
        return {"allowed": [item["name"] for item in tools], "mode": choice["mode"]}
    return other(choice)


def _response_schema(left: Leftover) -> Json:
    wanted = (left.peek("text") or {}).get("format")
    if wanted == {"type": "json_object"}:
        left.take("text", "format")
        return ANY_JSON
    if not wanted or wanted.get("type") != "json_schema":
        return None
    inner = Leftover(left.take("text", "format"))
    inner.take("type")
    fields = {key: inner.take(key) for key in ("name", "description", "strict", "schema")}
    return filled(**fields) | {"rest": inner.rest}


def _tool(tool: Json) -> Json:
    left = Leftover(tool)
    kind = left.take("type")
    if kind == "custom":
        fields = {key: left.take(key) for key in ("name", "description")}
        given = left.take("format") or {"type": "text"}
        return filled(inputFormat=given, **fields) | {"rest": left.rest}
    if kind != "function":
        return other(tool)
    fields = {key: left.take(key) for key in ("name", "description", "parameters", "strict")}
    return filled(**fields) | {"rest": left.rest}


def _messages(items: Json) -> Iterator[Json]:
    if type(items) is str:
        yield message("user", _parts(items))
        return
    turn: list[Json] = []
    for item in items:
        if _of_the_model(item):
            turn.append(item)
            continue
        yield from _turn(turn)
        turn = []
        yield _message(item)
    yield from _turn(turn)


def _of_the_model(item: Json) -> bool:
    if item.get("role") == "assistant" and item.get("type") in (None, "message"):
        return True
    kinds = ("reasoning", "function_call", "custom_tool_call", *SERVED)
    return item.get("type") in kinds


def _turn(items: list[Json]) -> Iterator[Json]:
    """A run of the model's items is one turn; what the provider did alone is none."""
    if items and all(item.get("type") in SERVED for item in items):
        yield from ({"role": "other", "value": item} for item in items)
    elif items:
        yield message("assistant", [_item(item) for item in items])


def _message(item: Json) -> Json:
    left = Leftover(item)
    role, kind = left.take("role"), item.get("type")
    if role in ("user", "system", "developer") and kind in (None, "message"):
        if role == "user":
            return message("user", _parts(left.take("content")), left.rest)
        parts = _parts(left.take("content"), "input_text")
        return message("system", [one for item in parts for one in apart(item)], left.rest)
    if kind in ("function_call_output", "custom_tool_call_output"):
        left.take("type")
        parts = _parts(left.take("output"))
        text = "" if parts == [] else plain_text(parts)
        result = {"parts": parts} if text is None else {"text": text}
        result |= filled(id=left.take("call_id") or None)
        return {"role": "tool", "result": result, "rest": left.rest}
    return {"role": "other", "value": item}


def paragraphs(text: str) -> list[Json]:
    """Instructions as their paragraphs: several messages are one text on this wire."""
    return [part("text", text=one) for one in text.split("\n\n")]


def apart(item: Json) -> list[Json]:
    """A part of instructions as such paragraphs, if it says no more."""
    return paragraphs(item["text"]) if item["kind"] == "text" and not item["rest"] else [item]


def _parts(content: Json, *kinds: str) -> list[Json]:
    """The parts of what is said; ``kinds``: which of them the place takes."""
    if type(content) is str:
        return [part("text", text=content)]
    return [other(item) if kinds and item.get("type") not in kinds else _part(item)
            for item in content]  # fmt: skip


def _part(item: Json) -> Json:
    left = Leftover(item)
    kind = left.take("type")
    if kind == "input_text":
        return part("text", text=left.take("text"), rest=left.rest)
    if kind == "input_image" and (item.get("image_url") or item.get("file_id")):
        url = left.take("image_url")
        fields = media_at(url) if url is not None else {"fileId": left.take("file_id")}
        return part("image", **fields, rest=left.rest)
    if kind == "input_audio" and item["input_audio"]["format"] in AUDIO:
        mime_type = AUDIO[left.take("input_audio", "format")]
        fields = file_at(left.take("input_audio", "data")) | {"mimeType": mime_type}
        return part("audio", **fields, rest=left.rest)
    if kind == "input_file":
        name, data = left.take("filename"), left.take("file_data")
        fields = file_at(data) if data is not None else filled(
            url=left.take("file_url"), fileId=left.take("file_id"))  # fmt: skip
        return part("document", name=name, **fields, rest=left.rest) if fields else other(item)
    return other(item)


def _item(item: Json) -> Json:
    """A block of the model's turn."""
    left = Leftover(item)
    if item.get("role") == "assistant":
        left.take("role")
        content = left.take("content")
        refused = type(content) is list and any(one.get("type") == "refusal" for one in content)
        return part("text", text=_text(content), refusal=refused or None, rest=left.rest)
    kind = left.take("type")
    if kind == "reasoning":
        summary, thoughts = _text(left.take("summary")), _text(item.get("content") or [])
        if thoughts:
            left.take("content")
        return part("reasoning", text=thoughts or summary, rest=left.rest)
    if kind == "function_call":
        made = arguments(left.take("arguments"))
    elif kind == "custom_tool_call":
        made = {"arguments": {}, "input": left.take("input")}
    else:
        return other(item)
    call_id, name = left.take("call_id") or None, left.take("name")
    return part("call", id=call_id, name=name, **made, rest=left.rest)


def numbered(id_: Json) -> bool:
    """Whether an id is what a message, or a thought, without one of its own has."""
    return re.fullmatch("(msg|rs)_toolwire_[0-9]+", str(id_)) is not None


def _block(item: Json) -> Json:
    """A block of a reply, without what every message there says of itself: its number, too."""
    if item.get("type") not in ("message", "reasoning"):
        return _item(item)
    message = item["type"] == "message"
    always = [("type", "message"), ("status", "completed")] if message else []
    always += [("id", item["id"])] if numbered(item.get("id")) else []
    return _item({key: value for key, value in item.items() if (key, value) not in always})


def _text(parts: Json) -> str:
    if type(parts) is str:
        return parts
    texts = [item.get("refusal" if item.get("type") == "refusal" else "text") for item in parts]
    return "".join(text for text in texts if type(text) is str)


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(body)
    if "output" not in body:
        return _error(left)
    parts = [_block(item) for item in left.take("output")]
    status, reason = left.take("status"), left.take("incomplete_details", "reason")
    for key, usual in (("object", "response"), ("created_at", 0), ("parallel_tool_calls", True),
                       ("tool_choice", "auto"), ("tools", [])):  # fmt: skip
        left.without(key, usual)
    if body.get("error"):
        for key in ("id", "model", "usage"):
            left.take(key)
        return {"finish": "error", "error": filled(**_details(left)), "rest": left.rest}
    asks = any(item["kind"] == "call" for item in parts)
    finish = FINISHES.get((status, reason), "stop" if status == "completed" else "other")
    usage = left.take("usage")
    return filled(
        id=left.take("id") or "",
        model=left.take("model") or "",
        messages=[message("assistant", parts)],
        finish="tool_calls" if finish == "stop" and asks else finish,
        word=", ".join(filter(None, [status, reason])),
        usage=None if usage is None else _usage(usage),
        rest=left.rest,
    )


def _details(left: Leftover) -> Json:
    fields = {key: left.take("error", key) for key in ("message", "type")}
    if type((left.peek("error") or {}).get("code")) in (str, int):
        fields["code"] = str(left.take("error", "code"))
    return fields


def _error(left: Leftover) -> Json:
    event = left.take("type") if left.peek("type") == "error" else None
    error = host_error(left)
    rest = left.rest | ({} if event is None else {"type": event})
    return {"finish": "error", "error": error, "rest": rest}


def _usage(usage: Json) -> Json:
    left = Leftover(usage)
    read = left.take("input_tokens_details", "cached_tokens") or 0
    written = left.take("input_tokens_details", "cache_write_tokens") or 0
    thought = left.take("output_tokens_details", "reasoning_tokens") or 0
    taken, given = left.take("input_tokens") or 0, left.take("output_tokens") or 0
    total = left.take("total_tokens")
    return filled(
        inputTokens=without(taken, read, written),
        outputTokens=counted_apart(given, thought, total, taken),
        cacheReadTokens=read,
        cacheWriteTokens=written,
        reasoningTokens=thought,
        total=total,
        rest=left.rest,
    )
