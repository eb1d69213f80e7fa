"""What a Gemini generateContent body says, read by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from driving.neutral import (
    SEVERAL,
    Leftover,
    filled,
    message,
    object_arguments,
    other,
    part,
    pruned,
    user_turn,
    without,
)

Json = Any
LEVELS = {
    spelled: word
    for word in ("minimal", "low", "medium", "high", "xhigh")
    for spelled in (word, word.upper())
}
MODES = {"auto": "auto", "validated": "auto", "any": "required", "none": "none",
         "1": "auto", "2": "required", "3": "none"}  # fmt: skip
TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
FINISHES = {"STOP": "stop", "1": "stop", "MAX_TOKENS": "length", "2": "length"} | dict.fromkeys(
    ("SAFETY", "3", "RECITATION", "4", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY",
     "MODEL_ARMOR", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION", "ESCALATION",
     "PUP_LIMITED_DISABLED"), "content_filter",
) | dict.fromkeys(
    ("MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL",
     "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"), "error",
) | {"CONTINUATION": "pause"}  # fmt: skip
MEDIA = ("image", "audio", "video", "document")
USER = ("text", *MEDIA, "result")
MODEL = ("text", *MEDIA, "reasoning", "call")
FREE = ("args", "response", "parameters", "parametersJsonSchema", "responseSchema",
        "responseJsonSchema", "labels", "partMetadata", "metadata")  # fmt: skip
"""Keys whose values are not this wire's own objects."""


def camel(value: Json) -> Json:
    """A value with this wire's own keys in camelCase: both spellings say the same."""
    if type(value) is list:
        return [camel(item) for item in value]
    if type(value) is not dict:
        return value
    found: Json = {}
    for key, item in value.items():
        first, *words = key.split("_")
        ours = first + "".join(word[:1].upper() + word[1:] for word in words)
        item = item if ours in FREE and type(item) is dict else camel(item)
        if ours in value and type(item) is dict:
            ours = key  # each of the two is an object of its own
        twice = ours != key and ours in value
        found[ours] = {SEVERAL: [camel(value[ours]), item]} if twice else item
    return found


def request(body: Json) -> Json:
    left = Leftover(camel(body))
    settings = "generationConfig"
    return filled(
        maxTokens=left.take(settings, "maxOutputTokens"),
        temperature=left.take(settings, "temperature"),
        topP=left.take(settings, "topP"),
        **left.each(
            topK=(settings, "topK"),
            seed=(settings, "seed"),
            presencePenalty=(settings, "presencePenalty"),
            frequencyPenalty=(settings, "frequencyPenalty"),
        ),
        effort=left.word(LEVELS, settings, "thinkingConfig", "thinkingLevel"),
        stopSequences=left.take(settings, "stopSequences"),
        toolChoice=_choice(left),
        responseSchema=_response_schema(left),
        mimeType=left.take(settings, "responseMimeType"),
        tools=list(_tools(left.take("tools") or [])),
        messages=[*_system(left.take("systemInstruction")), *_messages(left.take("contents"))],
        rest=left.rest,
    )


def _choice(left: Leftover) -> Json:
    where = ("toolConfig", "functionCallingConfig")
    config = (left.peek("toolConfig") or {}).get("functionCallingConfig")
    if config is None:
        return None
    mode = MODES.get(str(config.get("mode", "")).lower())
    if mode is None:
        return other(left.take(*where))
    left.take(*where, "mode")
    names = left.take(*where, "allowedFunctionNames")
    if names and mode == "required" and len(names) == 1:
        return {"name": names[0]}
    if names and mode in ("required", "auto"):
        return {"allowed": names, "mode": mode}
    return mode


def _response_schema(left: Leftover) -> Json:
    found = _schema(left, "generationConfig", "responseJsonSchema", "responseSchema")
    return None if found is None else {"schema": found, "rest": {}}


def _schema(left: Leftover, holder: str, json_schema: str, retyped: str) -> Json:
    path = (holder,) if holder else ()
    first, second = left.take(*path, json_schema), left.take(*path, retyped)
    if second is not None:
        second = lowered(second)
    both = Leftover(filled(a=first, b=second))
    return both.spelled(("a",), ("b",))


def lowered(schema: Json) -> Json:
    """A schema with the type names of JSON Schema, wherever a schema may stand."""
    if type(schema) is not dict:
        return schema
    found = dict(schema)
    kind = schema.get("type")
    if type(kind) is int and 1 <= kind <= len(TYPES):
        found["type"] = TYPES[kind - 1]
    if type(kind) is str and kind.lower() in TYPES:
        found["type"] = kind.lower()
    if type(kind) is list:
        found["type"] = [word.lower() if type(word) is str else word for word in kind]
    for key in ("properties", "patternProperties", "$defs", "defs", "definitions"):
        if type(schema.get(key)) is dict:
            found[key] = {name: lowered(item) for name, item in schema[key].items()}
    for key in ("items", "additionalProperties", "additional_properties", "not", "contains"):
        if key in schema:
            found[key] = lowered(schema[key])
    for key in ("anyOf", "any_of", "oneOf", "allOf", "prefixItems", "prefix_items"):
        if type(schema.get(key)) is list:
            found[key] = [lowered(item) for item in schema[key]]
    return found


def _tools(tools: Json) -> Iterator[Json]:
    for tool in tools if type(tools) is list else [tools]:
        if not tool.get("functionDeclarations"):
            yield other(tool)
            continue
        for item in tool["functionDeclarations"]:
            left = Leftover(item)
            schema = _schema(left, "", "parametersJsonSchema", "parameters")
            fields = {key: left.take(key) for key in ("name", "description")}
            yield filled(parameters=schema, **fields) | {"rest": left.rest}


def _system(content: Json) -> list[Json]:
    if content is None:
        return []
    left = Leftover(content)
    return [message("system", _parts(left.take("parts"), "text"), left.rest)]


def _messages(items: Json) -> Iterator[Json]:
    for item in items:
        left = Leftover(item)
        role = left.take("role")
        if role in (None, *USERS):
            answers = any("functionResponse" in one for one in item.get("parts") or ())
            rest = {} if answers or role in (None, "user") else {"role": role}
            yield from user_turn(_parts(left.take("parts"), *USER), {**left.rest, **rest})
        elif role in MODELS:
            rest = {} if role == "model" else {"role": role}
            parts = _parts(left.take("parts"), *MODEL)
            yield message("assistant", parts, {**left.rest, **rest})
        else:
            yield {"role": "other", "value": item}


USERS, MODELS = ("user", "tool", "function", "USER", "TOOL", "FUNCTION"), ("model", "MODEL")


def _parts(parts: Json, *kinds: str) -> list[Json]:
    """The parts of a place that takes some kinds."""
    read = [(item, _part(item)) for item in parts or []]
    return [found if found["kind"] in kinds else other(item) for item, found in read]


def _part(item: Json) -> Json:
    left = Leftover(item)
    if type(item.get("text")) is str:
        kind = "reasoning" if left.take("thought") is True else "text"
        return part(kind, text=left.take("text"), rest=left.rest)
    for key, place in (("inlineData", "data"), ("fileData", "fileUri")):
        if key in item:
            mime_type, name = left.take(key, "mimeType"), left.take(key, "displayName")
            fields = {("data" if place == "data" else "url"): left.take(key, place)}
            return part(_medium(mime_type), mimeType=mime_type, name=name, **fields, rest=left.rest)
    if "functionCall" in item:
        call_id, name = left.take("functionCall", "id"), left.take("functionCall", "name")
        made = object_arguments(left.take("functionCall", "args"))
        return part("call", id=call_id or None, name=name, **made, rest=left.rest)
    if "functionResponse" in item:
        return part("result", result=_result(left), rest=left.rest)
    return other(item)


def _medium(mime_type: str | None) -> str:
    kind = (mime_type or "").partition("/")[0]
    return kind if kind in ("image", "audio", "video") else "document"


def _result(left: Leftover) -> Json:
    where = "functionResponse"
    result = filled(id=left.take(where, "id") or None, name=left.take(where, "name"))
    response, media = left.take(where, "response"), _parts(left.take(where, "parts"), *MEDIA)
    if media:
        # Beside media, an object is read by the model as the text it is.
        plain = type(response) is dict and {*response} <= {"output"}
        text = response.get("output", "") if plain else None
        if type(text) is not str:
            text = json.dumps(response, ensure_ascii=False, separators=(",", ":"))
        return result | {"parts": [*([part("text", text=text)] if text else []), *media]}
    return result | meaning(response)


def meaning(response: Json) -> Json:
    """What the response of a function says: its keys decide, and only if they are alone."""
    key = next(iter(response)) if type(response) is dict and len(response) == 1 else None
    if key not in ("output", "error"):
        return {"json": response, "error": False}
    value = response[key]
    failed = key == "error"
    return {"text": value, "error": failed} if type(value) is str else {
        "json": value, "error": failed}  # fmt: skip


# -- replies


def reply(body: Json) -> Json:
    left = Leftover(camel(body))
    if type(body.get("error")) is dict:
        numbered = type(body["error"].get("code")) is int
        code = str(left.take("error", "code")) if numbered else None
        message_, status = left.take("error", "message"), left.take("error", "status")
        error = filled(message=message_, type=status, code=code)
        return {"finish": "error", "error": error, "rest": left.rest}
    first, *others = left.take("candidates") or [{}]
    candidate = Leftover(first)
    content = Leftover(candidate.take("content") or {})
    content.take("role")
    turn = message("assistant", _parts(content.take("parts"), *MODEL), content.rest)
    word, blocked = candidate.take("finishReason"), left.take("promptFeedback", "blockReason")
    candidates = pruned([candidate.rest, *others])
    usage = left.take("usageMetadata")
    return filled(
        id=left.take("responseId"),
        model=left.take("modelVersion"),
        messages=[turn],
        finish="content_filter" if word is None and blocked else _finish(word, turn["parts"]),
        word=blocked if word is None else word,
        usage=None if usage is None else _usage(usage),
        rest=left.rest | ({"candidates": candidates} if candidates else {}),
    )


def _finish(word: Json, parts: list[Json]) -> str:
    finish = FINISHES.get(str(word), "other")
    asks = any(item["kind"] == "call" for item in parts)
    return "tool_calls" if finish == "stop" and asks else finish


def _usage(usage: Json) -> Json:
    left = Leftover(usage)
    read = left.take("cachedContentTokenCount")
    counts = {
        "inputTokens": without(left.take("promptTokenCount") or 0, read),
        "outputTokens": left.take("candidatesTokenCount") or 0,
        "cacheReadTokens": read,
        "reasoningTokens": left.take("thoughtsTokenCount"),
        "toolUseTokens": left.take("toolUsePromptTokenCount"),
    }
    left.without("totalTokenCount", sum(count or 0 for count in counts.values()))
    return filled(**counts, rest=left.rest)
