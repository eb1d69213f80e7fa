"""What a Chat Completions body says, read by itself."""

from __future__ import annotations

from typing import Any

from driving.host_errors import host_error, wrapped
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
    pruned,
    without,
)

Json = Any
FINISHES = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "content_filter",
}
THOUGHTS = ("reasoning_content", "reasoning", "reasoning_details")
DETAILS = ("text", "summary")
AUDIO = {"wav": "audio/wav", "mp3": "audio/mp3"}


def request(body: Json) -> Json:
    left = Leftover(body)
    stop = left.take("stop")
    return filled(
        model=left.take("model"),
        maxTokens=left.spelled(("max_completion_tokens",), ("max_tokens",)),
        temperature=left.take("temperature"),
        topP=left.take("top_p"),
        **left.each(
            seed=("seed",),
            presencePenalty=("presence_penalty",),
            frequencyPenalty=("frequency_penalty",),
            stream=("stream",),
            user=("user",),
        ),
        effort=left.word(EFFORTS, "reasoning_effort"),
        stopSequences=[stop] if type(stop) is str else stop,
        parallel=left.take("parallel_tool_calls"),
        toolChoice=_choice(left.take("tool_choice")),
        responseSchema=_response_schema(left),
        tools=[_tool(item) for item in left.take("tools") or []],
        messages=[_message(item) for item in left.take("messages")],
        rest=left.rest,
    )


NAMED = ("function", "custom")
"""The types of tools that a choice names."""


def _choice(choice: Json) -> Json:
    if choice is None or type(choice) is str:
        return choice
    kind = choice.get("type")
    if kind in NAMED and kind in choice:
        return {"name": choice[kind]["name"]}
    if choice.get("type") == "allowed_tools" and "allowed_tools" in choice:
        allowed = choice["allowed_tools"]
        if any(item.get("type") not in NAMED for item in allowed["tools"]):
            return other(choice)
        names = [item[item["type"]]["name"] for item in allowed["tools"]]
        return {"allowed": names, "mode": allowed["mode"]}
    return other(choice)


def _response_schema(left: Leftover) -> Json:
    if left.peek("response_format") == {"type": "json_object"}:
        left.take("response_format")
        return ANY_JSON
    wanted = left.peek("response_format")
    if wanted is None or wanted.get("type") != "json_schema" or "json_schema" not in wanted:
        return None
    inner = Leftover(left.take("response_format"))
    inner.take("type")
    fields = {key: inner.take("json_schema", key) for key in ("name", "description", "strict")}
    fields["name"] = fields["name"] or "response"
    schema = inner.take("json_schema", "schema") or {}
    return filled(schema=schema, **fields) | {"rest": inner.rest}


def _tool(tool: Json) -> Json:
    if tool.get("type") == "custom":
        left = Leftover(tool)
        left.take("type")
        fields = {key: left.take("custom", key) for key in ("name", "description")}
        given = left.take("custom", "format") or {"type": "text"}
        given = {**given, **given.get("grammar", {})}
        given.pop("grammar", None)
        return filled(inputFormat=given, **fields) | {"rest": left.rest}
    if tool.get("type") != "function" or "function" not in tool:
        return other(tool)
    left = Leftover(tool)
    left.take("type")
    fields = {key: left.take("function", key) for key in ("name", "description", "strict")}
    return filled(parameters=left.take("function", "parameters"), **fields) | {"rest": left.rest}


def _message(item: Json) -> Json:
    left = Leftover(item)
    role = left.take("role")
    if role in ("system", "developer"):
        return message("system", _texts(left.take("content")), left.rest)
    if role == "user":
        return message("user", _parts(left.take("content")), left.rest)
    if role == "assistant":
        return _turn(left)
    if role == "tool":
        parts = _parts(left.take("content"))
        text = "" if parts == [] else plain_text(parts)
        result = {"parts": parts} if text is None else {"text": text}
        result |= filled(id=left.take("tool_call_id") or None)
        return {"role": "tool", "result": result, "rest": left.rest}
    return {"role": "other", "value": item}


def _turn(left: Leftover) -> Json:
    parts = _texts(left.take("content") or [], declines=True)
    if type(left.peek("refusal")) is str and left.peek("refusal"):
        parts.append(part("text", text=left.take("refusal"), refusal=True))
    parts += [_call(item) for item in left.take("tool_calls") or []]
    return message("assistant", parts, left.rest)


def _texts(content: Json, declines: bool = False) -> list[Json]:
    """The parts of a place that takes text alone, and of an answer why the model declines."""
    if type(content) is str:
        return _parts(content)
    kinds = ("text", "refusal") if declines else ("text",)
    return [_part(item) if item.get("type") in kinds else other(item) for item in content]


def _parts(content: Json) -> list[Json]:
    if type(content) is str:
        return [part("text", text=content)]
    return [_part(item) for item in content]


def _part(item: Json) -> Json:
    left = Leftover(item)
    kind = left.take("type")
    if kind == "text":
        return part("text", text=left.take("text"), rest=left.rest)
    if kind == "refusal":
        return part("text", text=left.take("refusal"), refusal=True, rest=left.rest)
    if kind == "image_url":
        bare = isinstance(item["image_url"], str)
        at = left.take("image_url") if bare else left.take("image_url", "url")
        return part("image", **media_at(at), rest=left.rest)
    if kind == "input_audio" and item["input_audio"]["format"] in AUDIO:
        mime_type = AUDIO[left.take("input_audio", "format")]
        fields = file_at(left.take("input_audio", "data")) | {"mimeType": mime_type}
        return part("audio", **fields, rest=left.rest)
    if kind == "file" and not {"file_id", "file_data"}.isdisjoint(item["file"]):
        data = left.take("file", "file_data")
        file_id, name = left.take("file", "file_id"), left.take("file", "filename")
        fields = file_at(data) if data is not None else {"fileId": file_id}
        return part("document", name=name, **fields, rest=left.rest)
    return other(item)


def _call(item: Json) -> Json:
    if item.get("type") == "custom":
        left = Leftover(item)
        left.take("type")
        name, text = left.take("custom", "name"), left.take("custom", "input")
        made = {"arguments": {}, "input": text}
        return part("call", id=left.take("id") or None, name=name, **made, rest=left.rest)
    if item.get("type", "function") != "function" or "function" not in item:
        return other(item)
    left = Leftover(item)
    left.take("type")
    made = arguments(left.take("function", "arguments"))
    name, call_id = left.take("function", "name"), left.take("id") or None
    return part("call", id=call_id, name=name, **made, rest=left.rest)


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(body)
    if body.get("error") is not None or "choices" not in body:
        return _error(left)
    first, *others = left.take("choices") or [{}]
    choice = Leftover(first)
    failed = _detail(choice) if type(choice.peek("error")) is dict else None
    turn = _answer(choice.take("message") or {})
    word = choice.take("finish_reason")
    choice.without("index", 0)
    usage = left.take("usage")
    if usage is None:
        usage = choice.take("usage") or left.take("x_groq", "usage")
    left.without("object", "chat.completion")
    left.without("created", 0)
    choices = pruned([choice.rest, *others])
    return filled(
        id=left.take("id") or "",
        model=left.take("model") or "",
        messages=[turn],
        finish=_finish(word, turn["parts"]),
        word=word,
        usage=None if usage is None else _usage(usage),
        error=failed,
        rest=left.rest | ({"choices": choices} if choices else {}),
    )


def _answer(item: Json) -> Json:
    """The turn of a reply, whose content is one text, or a list with thoughts among the texts."""
    left = Leftover(item)
    left.take("role")
    thoughts = _thoughts(left)
    content = left.take("content") or []
    parts = _parts(content) if type(content) is str else [_reply_part(one) for one in content]
    turn = _turn(left)
    return {**turn, "parts": [*thoughts, *parts, *turn["parts"]]}


def _reply_part(item: Json) -> Json:
    left = Leftover(item)
    kind = left.take("type")
    if kind == "text":
        return part("text", text=left.take("text"), rest=left.rest)
    if kind == "thinking":
        thought = left.take("thinking")
        texts = [thought] if type(thought) is str else [one.get("text", "") for one in thought]
        return part("reasoning", text="".join(texts), rest=left.rest)
    return other(item)


def _thoughts(left: Leftover) -> list[Json]:
    """What a compatible service says that its model thought, under one key or several."""
    raw = {key: left.take(key) for key in THOUGHTS if left.peek(key)}
    if not raw:
        return []
    details = [one.get(key) for one in raw.get("reasoning_details", []) for key in DETAILS]
    said_there = "".join(text for text in details if text)
    text = raw.get("reasoning_content") or raw.get("reasoning") or said_there
    rest = {key: value for key, value in raw.items() if value != text}
    return [part("reasoning", text=text, rest=pruned(rest))]


def _error(left: Leftover) -> Json:
    """A failure, what failed, and what it took."""
    error = left.peek("error")
    if type(error) is not dict or wrapped(error):
        return {"finish": "error", "error": host_error(left), "rest": left.rest}
    error, usage = host_error(left), left.take("usage")
    return filled(
        finish="error",
        error=error,
        id=left.take("id"),
        model=left.take("model"),
        usage=None if usage is None else _usage(usage),
        rest=left.rest,
    )


def _detail(left: Leftover) -> Json:
    fields = {key: left.take("error", key) for key in ("message", "type")}
    if type(left.peek("error").get("code")) in (str, int):
        fields["code"] = str(left.take("error", "code"))
    return filled(**fields)


def _finish(word: Json, parts: list[Json]) -> str:
    finish = FINISHES.get(word, "stop")
    asks = any(item["kind"] == "call" for item in parts)
    return "tool_calls" if finish == "stop" and asks else finish


READ = (("cached_tokens",), ("prompt_cache_hit_tokens",))
WRITTEN = (("cache_creation_input_tokens",),)
THOUGHT = (("reasoning_tokens",),)
"""Where services say counts that the wire has elsewhere."""


def _count(left: Leftover, *places: tuple[str, ...]) -> Json:
    """The first of these places that has a number; the others keep theirs."""
    for place in places:
        count = (left.peek(place[0]) or {}).get(place[1]) if place[1:] else left.peek(place[0])
        if count is not None:
            return left.take(*place)
    return None


def _usage(usage: Json) -> Json:
    left = Leftover(usage)
    read = _count(left, ("prompt_tokens_details", "cached_tokens"), *READ)
    written = _count(left, ("prompt_tokens_details", "cache_write_tokens"), *WRITTEN)
    thought = _count(left, ("completion_tokens_details", "reasoning_tokens"), *THOUGHT)
    prompt, completion = left.take("prompt_tokens") or 0, left.take("completion_tokens") or 0
    total = left.take("total_tokens")
    return filled(
        inputTokens=without(prompt, read, written),
        outputTokens=counted_apart(completion, thought, total, prompt),
        cacheReadTokens=read,
        cacheWriteTokens=written,
        reasoningTokens=thought,
        total=total,
        rest=left.rest,
    )
