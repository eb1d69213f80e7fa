"""What a body of Ollama's own chat says, read by itself."""

from __future__ import annotations

from typing import Any

from driving.neutral import (
    ANY_JSON,
    Leftover,
    filled,
    message,
    object_arguments,
    other,
    pair,
    part,
)

Json = Any
THOUGHT = {False: "none", "low": "low", "medium": "medium", "high": "high"}
FINISHES = {"stop": "stop", "length": "length"}


def request(body: Json) -> Json:
    left = Leftover(body)
    wanted = left.take("format") if type(left.peek("format")) is dict else None
    wanted = wanted if wanted is None else {"schema": wanted, "rest": {}}
    if left.peek("format") == "json":
        left.take("format")
        wanted = ANY_JSON
    return filled(
        model=left.take("model"),
        maxTokens=left.take("options", "num_predict"),
        temperature=left.take("options", "temperature"),
        topP=left.take("options", "top_p"),
        **left.each(
            topK=("options", "top_k"),
            seed=("options", "seed"),
            presencePenalty=("options", "presence_penalty"),
            frequencyPenalty=("options", "frequency_penalty"),
            stream=("stream",),
        ),
        effort=left.word(THOUGHT, "think"),
        stopSequences=left.take("options", "stop"),
        responseSchema=wanted,
        tools=[_tool(item) for item in left.take("tools") or []],
        messages=_named([_message(item) for item in left.take("messages") or []]),
        rest=left.rest,
    )


def _named(messages: list[Json]) -> list[Json]:
    """Messages whose results all have a name: one that says none is of the tool that was called."""
    calls = [item for entry in messages for item in entry.get("parts", ())]
    names = [item["name"] for item in calls if item["kind"] == "call"]
    found = []
    for entry in pair(messages):
        if entry["role"] == "tool":
            number = entry["result"].pop("answers")
            called = "" if number is None else names[number]
            entry = {**entry, "result": {"name": called, **entry["result"]}}
        found.append(entry)
    return found


def _tool(tool: Json) -> Json:
    if "function" not in tool:
        return other(tool)
    left = Leftover(tool)
    left.without("type", "function")
    fields = {key: left.take("function", key) for key in ("name", "description")}
    return filled(parameters=left.take("function", "parameters"), **fields) | {"rest": left.rest}


def _message(item: Json) -> Json:
    left = Leftover(item)
    role = left.take("role")
    if role == "system":
        return message("system", [part("text", text=left.take("content") or "")], left.rest)
    if role == "user":
        parts = [*_text(left), *_pictures(left)]
        return message("user", parts, left.rest)
    if role == "assistant":
        return _turn(left)
    if role == "tool":
        pictures = _pictures(left)
        if pictures:
            result: Json = {"parts": [*_text(left), *pictures]}
        else:
            result = {"text": left.take("content") or ""}
        called = filled(id=left.take("tool_call_id") or None, name=left.take("tool_name") or None)
        return {"role": "tool", "result": result | called, "rest": left.rest}
    return {"role": "other", "value": item}


def _turn(left: Leftover) -> Json:
    thought = left.take("thinking")
    parts = [] if thought is None else [part("reasoning", text=thought)]
    parts += [*_text(left), *_pictures(left)]
    parts += [_call(item) for item in left.take("tool_calls") or []]
    return message("assistant", parts, left.rest)


def _text(left: Leftover) -> list[Json]:
    text = left.take("content")
    return [] if text is None else [part("text", text=text)]


def _pictures(left: Leftover) -> list[Json]:
    return [part("image", data=data) for data in left.take("images") or []]


def _call(item: Json) -> Json:
    if "function" not in item:
        return other(item)
    left = Leftover(item)
    made = object_arguments(left.take("function", "arguments"))
    name, call_id = left.take("function", "name"), left.take("id") or None
    return part("call", id=call_id, name=name, **made, rest=left.rest)


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(body)
    if left.peek("error") is not None:
        nested = type(left.peek("error")) is dict
        words = (left.take("error", "message") or "") if nested else left.take("error")
        return {"finish": "error", "error": {"message": words}, "rest": left.rest}
    inner = Leftover(left.take("message") or {})
    inner.take("role")
    turn = _turn(inner)
    word = left.take("done_reason")
    left.without("done", True)
    read, written = left.take("prompt_eval_count"), left.take("eval_count")
    counted = read is not None or written is not None
    usage: Json = {"inputTokens": read or 0, "outputTokens": written or 0, "rest": {}}
    asks = any(item["kind"] == "call" for item in turn["parts"])
    finish = FINISHES.get(word, "other")
    return filled(
        model=left.take("model"),
        messages=[turn],
        finish="tool_calls" if finish == "stop" and asks else finish,
        word=word,
        usage=usage if counted else None,
        rest=left.rest,
    )
