"""What a body of Mistral's chat completions says, read by itself."""

from __future__ import annotations

from typing import Any

from driving.neutral import (
    ANY_JSON,
    EFFORTS,
    Leftover,
    arguments,
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
    "model_length": "length",
    "tool_calls": "tool_calls",
    "error": "error",
}


def request(body: Json) -> Json:
    left = Leftover(body)
    stop = left.take("stop")
    return filled(
        model=left.take("model"),
        maxTokens=left.take("max_tokens"),
        temperature=left.take("temperature"),
        topP=left.take("top_p"),
        **left.each(
            topK=("top_k",),
            seed=("random_seed",),
            presencePenalty=("presence_penalty",),
            frequencyPenalty=("frequency_penalty",),
            stream=("stream",),
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


def _choice(choice: Json) -> Json:
    if choice in ("any", "required"):
        return "required"
    if choice is None or type(choice) is str:
        return choice
    return {"name": choice["function"]["name"]} if "function" in choice else other(choice)


def _response_schema(left: Leftover) -> Json:
    if left.peek("response_format") == {"type": "json_object"}:
        left.take("response_format")
        return ANY_JSON
    wanted = left.peek("response_format")
    if wanted is None or wanted.get("type") != "json_schema" or "json_schema" not in wanted:
        return None
    inner = Leftover(left.take("response_format"))
    inner.take("type")
    keys = ("name", "description", "strict", "schema")
    return filled(**{key: inner.take("json_schema", key) for key in keys}) | {"rest": inner.rest}


def _tool(tool: Json) -> Json:
    if "function" not in tool:
        return other(tool)
    left = Leftover(tool)
    left.take("type")
    keys = ("name", "description", "strict", "parameters")
    return filled(**{key: left.take("function", key) for key in keys}) | {"rest": left.rest}


def _message(item: Json) -> Json:
    left = Leftover(item)
    role = left.take("role")
    if role == "system":
        return message("system", _parts(left.take("content"), ("text",)), left.rest)
    if role == "user":
        content = left.take("content")
        return message("user", _parts("" if content is None else content, USER), left.rest)
    if role == "assistant":
        return _turn(left)
    if role == "tool":
        content = left.take("content")
        parts = _parts("" if content is None else content, USER)
        text = "" if parts == [] else plain_text(parts)
        result = {"parts": parts} if text is None else {"text": text}
        result |= filled(id=left.take("tool_call_id") or None)
        return {"role": "tool", "result": result, "rest": left.rest}
    return {"role": "other", "value": item}


def _turn(left: Leftover) -> Json:
    parts = _parts(left.take("content") or [], ("text", "thinking"))
    parts += [_call(item) for item in left.take("tool_calls") or []]
    return message("assistant", parts, left.rest)


USER = ("text", "image_url", "document_url", "input_audio", "file")


def _parts(content: Json, types: tuple[str, ...]) -> list[Json]:
    """The parts of a place that takes some kinds of them."""
    if type(content) is str:
        return [part("text", text=content)]
    return [_part(item) if item.get("type") in types else other(item) for item in content]


def _part(item: Json) -> Json:
    left = Leftover(item)
    kind = left.take("type")
    if kind == "text":
        return part("text", text=left.take("text"), rest=left.rest)
    if kind == "thinking":
        thoughts = left.take("thinking")
        text = "".join(one["text"] for one in thoughts if one.get("type") == "text")
        return part("reasoning", text=text, rest=left.rest)
    if kind == "image_url":
        in_object = type(item["image_url"]) is dict
        url = left.take("image_url", "url") if in_object else left.take("image_url")
        return part("image", **media_at(url), rest=left.rest)
    if kind == "document_url":
        fields = media_at(left.take("document_url"))
        return part("document", name=left.take("document_name"), **fields, rest=left.rest)
    if kind == "input_audio":
        return part("audio", **file_at(left.take("input_audio")), rest=left.rest)
    return part("document", fileId=left.take("file_id"), rest=left.rest)


def _call(item: Json) -> Json:
    left = Leftover(item)
    left.take("type")
    made = arguments(left.take("function", "arguments"))
    name, call_id = left.take("function", "name"), left.take("id") or None
    return part("call", id=call_id, name=name, **made, rest=left.rest)


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(body)
    if "choices" not in body:
        return _error(left)
    first, *others = left.take("choices")
    choice = Leftover(first)
    answer = Leftover(choice.take("message") or {})
    answer.take("role")
    turn = _turn(answer)
    word = choice.take("finish_reason")
    choice.without("index", 0)
    left.without("object", "chat.completion")
    left.without("created", 0)
    choices = pruned([choice.rest, *others])
    usage = left.take("usage")
    return filled(
        id=left.take("id") or "",
        model=left.take("model") or "",
        messages=[turn],
        finish=_finish(word, turn["parts"]),
        word=word,
        usage=None if usage is None else _usage(usage),
        rest=left.rest | ({"choices": choices} if choices else {}),
    )


def _error(left: Leftover) -> Json:
    if type(left.peek("detail")) is str:
        return {"finish": "error", "error": {"message": left.take("detail")}, "rest": left.rest}
    fields = {key: left.take(key) for key in ("message", "type")}
    if type(left.peek("code")) in (str, int):
        fields["code"] = str(left.take("code"))
    return {"finish": "error", "error": filled(**fields), "rest": left.rest}


def _finish(word: Json, parts: list[Json]) -> str:
    finish = FINISHES.get(word, "stop" if word is None else "other")
    asks = any(item["kind"] == "call" for item in parts)
    return "tool_calls" if finish == "stop" and asks else finish


def _usage(usage: Json) -> Json:
    left = Leftover(usage)
    read = left.take("prompt_tokens_details", "cached_tokens")
    prompt, completion = left.take("prompt_tokens") or 0, left.take("completion_tokens") or 0
    return filled(
        inputTokens=without(prompt, read),
        outputTokens=completion,
        cacheReadTokens=read,
        total=left.take("total_tokens"),
        rest=left.rest,
    )
