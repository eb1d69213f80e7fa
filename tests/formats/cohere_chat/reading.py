"""What a Cohere body says, read by itself."""

from __future__ import annotations

from typing import Any

from driving.neutral import (
    ANY_JSON,
    Leftover,
    arguments,
    filled,
    media_at,
    message,
    other,
    part,
    plain_text,
    without,
)

Json = Any
CHOICES = {"REQUIRED": "required", "NONE": "none"}
FINISHES = {
    "COMPLETE": "stop",
    "STOP_SEQUENCE": "stop",
    "MAX_TOKENS": "length",
    "TOOL_CALL": "tool_calls",
    "ERROR": "error",
    "TIMEOUT": "error",
}
SYSTEM, USER = ("text",), ("text", "image_url")
ASSISTANT, RESULT = ("text", "thinking"), ("text", "document")


def request(body: Json) -> Json:
    left = Leftover(body)
    choice = left.take("tool_choice")
    return filled(
        model=left.take("model"),
        maxTokens=left.take("max_tokens"),
        temperature=left.take("temperature"),
        topP=left.take("p"),
        **left.each(
            topK=("k",),
            seed=("seed",),
            presencePenalty=("presence_penalty",),
            frequencyPenalty=("frequency_penalty",),
            stream=("stream",),
        ),
        stopSequences=left.take("stop_sequences"),
        toolChoice=None if choice is None else CHOICES[choice],
        responseSchema=_response_schema(left),
        tools=[_tool(item) for item in left.take("tools") or []],
        messages=[_message(item) for item in left.take("messages")],
        rest=left.rest,
    )


def _response_schema(left: Leftover) -> Json:
    if left.peek("response_format") == {"type": "json_object"}:
        left.take("response_format")
        return ANY_JSON
    wanted = left.peek("response_format") or {}
    if wanted.get("type") != "json_object" or type(wanted.get("json_schema")) is not dict:
        return None
    inner = Leftover(left.take("response_format"))
    inner.take("type")
    return {"schema": inner.take("json_schema"), "rest": inner.rest}


def _tool(tool: Json) -> Json:
    if "function" not in tool:
        return other(tool)
    left = Leftover(tool)
    left.without("type", "function")
    fields = {key: left.take("function", key) for key in ("name", "description")}
    parameters = left.take("function", "parameters")
    parameters = {"type": "object"} if parameters is None else parameters
    return filled(parameters=parameters, **fields) | {"rest": left.rest}


def _message(item: Json) -> Json:
    left = Leftover(item)
    role = left.take("role")
    if role == "system":
        return message("system", _parts(left.take("content"), SYSTEM), left.rest)
    if role == "user":
        return message("user", _parts(left.take("content"), USER), left.rest)
    if role == "assistant":
        return _turn(left)
    if role == "tool":
        parts = _parts(left.take("content"), RESULT)
        text = "" if parts == [] else plain_text(parts)
        result = {"parts": parts} if text is None else {"text": text}
        result["id"] = left.take("tool_call_id")
        return {"role": "tool", "result": result, "rest": left.rest}
    return {"role": "other", "value": item}


def _turn(left: Leftover) -> Json:
    parts = _parts(left.take("content") or [], ASSISTANT)
    if plan := left.take("tool_plan"):
        parts.append(part("text", text=plan))
    parts += [_call(item) for item in left.take("tool_calls") or []]
    return message("assistant", parts, left.rest)


def _parts(content: Json, kinds: tuple[str, ...]) -> list[Json]:
    """The parts of a place that takes some kinds of them."""
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
    if kind == "image_url":
        return part("image", **media_at(left.take("image_url", "url")), rest=left.rest)
    data = item["document"].get("data")
    if type(data) is str:
        return part("text", text=left.take("document", "data"), rest=left.rest)
    if type(data) is not dict or type(data.get("text")) is not str:
        return other(item)
    text = left.take("document", "data", "text")
    name = data.get("title")
    if type(name) is str:
        left.take("document", "data", "title")
    return part("document", text=text, name=name if type(name) is str else None, rest=left.rest)


def _call(item: Json) -> Json:
    if "function" not in item:
        return other(item)
    left = Leftover(item)
    left.without("type", "function")
    made = arguments(left.take("function", "arguments"))
    name = left.take("function", "name") or ""
    return part("call", id=left.take("id"), name=name, **made, rest=left.rest)


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(body)
    if type(left.peek("message")) is str:
        error = filled(message=left.take("message"), type=left.take("error_type"))
        return {"finish": "error", "error": error, "rest": _nameless(left)}
    turn = _message(left.take("message"))
    word = left.take("finish_reason")
    usage = left.take("usage")
    return filled(
        id=left.take("id") or "",
        messages=[turn],
        finish=_finish(word, turn["parts"]),
        word=word,
        usage=None if usage is None else _usage(usage),
        rest=left.rest,
    )


def _nameless(left: Leftover) -> Json:
    """What an error says besides, but for whose it is."""
    left.take("id")
    return left.rest


def _finish(word: Json, parts: list[Json]) -> str:
    finish = FINISHES.get(word, "stop")
    asks = any(item["kind"] == "call" for item in parts)
    return "tool_calls" if finish == "stop" and asks else finish


def _count(number: Json) -> Json:
    """A number of tokens; the wire may have it as a float."""
    return int(number) if type(number) is float and number.is_integer() else number


def _usage(usage: Json) -> Json:
    left = Leftover(usage)
    read = _count(left.take("cached_tokens"))
    thought = _count(left.take("tokens", "reasoning_tokens"))
    prompt = _count(left.take("tokens", "input_tokens")) or 0
    answer = _count(left.take("tokens", "output_tokens")) or 0
    return filled(
        inputTokens=without(prompt, read),
        outputTokens=without(answer, thought),
        cacheReadTokens=read,
        reasoningTokens=thought,
        rest=left.rest,
    )
