"""What generateContent answers with 400, by its documents and its words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import inf
from typing import Any

from acceptance import every, fetched, nodes, pictures, spelled, twice, within

Json = Any
PICTURES = ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")
FILES = ("application/pdf", "application/rtf", "application/x-javascript", "application/x-python")
NAME = "[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}"


MODELS = (
    "gemini-1.0-pro", "gemini-1.5-pro", "gemini-1.5-flash", "gemini-2.0-flash",
    "gemini-2.0-flash-thinking-exp", "gemini-2.5-pro", "gemini-2.5-flash",
    "gemini-3-pro-preview", "gemini-3-flash-preview", "gemini-3.1-pro-preview",
    "gemini-3.5-flash", "gemini-3.7-pro", "gemini-3.8-flash", "gemini-3.8-pro",
    "gemma-3-27b-it",
)  # fmt: skip


OWN: dict[str, Json] = {
    "a budget for thinking": {"generationConfig": {"thinkingConfig": {"thinkingBudget": 100}}},
    "what is cached": {"cachedContent": "cachedContents/abc"},
}


ASKED: Json = {"role": "user", "parts": [{"text": "How warm is it?"}]}
TOOLS: Json = [{"functionDeclarations": [{"name": "f"}, {"name": "g"}]}]


def _chosen(**config: Json) -> Json:
    return {"tools": TOOLS, "toolConfig": {"functionCallingConfig": config}}


def _answered(response: Json, *parts: Json, **keys: Json) -> Json:
    """A conversation in which a call was answered with this."""
    call = {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"}
    answer = {"functionResponse": {"name": "f", "response": response, **keys}}
    turns = [{"role": "model", "parts": [call]}, {"role": "user", "parts": [answer, *parts]}]
    return {"contents": [ASKED, *turns], "tools": TOOLS}


def snaked(value: Json) -> Json:
    """The same with its keys in the other spelling, which the API reads, too."""
    if isinstance(value, dict):
        return {re.sub("(?=[A-Z])", "_", key).lower(): snaked(one) for key, one in value.items()}
    return [snaked(one) for one in value] if isinstance(value, list) else value


CACHED: Json = {"cachedContent": "cachedContents/abc"}
ANY: Json = {"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}}
SIGNED: Json = {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"}
ANSWERED: Json = {"functionResponse": {"name": "f", "response": {"output": "Warm."}}}
SPELLED: dict[str, Json] = {
    "results of a cached call": {"contents": [{"role": "user", "parts": [ANSWERED]}], **CACHED},
    "a reply behind what is cached": {
        "contents": [{"role": "model", "parts": [{"text": "Well."}]}, ASKED], **CACHED,
    },
    "tools beside what is cached": {"tools": TOOLS, **CACHED},
    "a choice beside what is cached": {**ANY, **CACHED},
    "the system beside what is cached": {"systemInstruction": {"parts": [{"text": "Be."}]},
                                         **CACHED},
    "a choice of servers": {"tools": [{"mcpServers": [{"name": "s"}]}], **ANY},
    "a choice of a computer": {
        "tools": [{"computerUse": {"environment": "ENVIRONMENT_BROWSER"}}], **ANY,
    },
    "a signed call": {"contents": [
        ASKED, {"role": "model", "parts": [SIGNED]}, {"role": "user", "parts": [ANSWERED]},
    ], "tools": TOOLS},
    "names beside none": _chosen(mode="NONE", allowedFunctionNames=["f"]),
    "names beside any": _chosen(mode="ANY", allowedFunctionNames=["f"]),
    "names beside validated": _chosen(mode="VALIDATED", allowedFunctionNames=["f"]),
    "no names beside none": _chosen(mode="NONE"),
    "a language beside what is cached": {
        "toolConfig": {"retrievalConfig": {"languageCode": "en"}}, **CACHED,
    },
}  # fmt: skip


HISTORIES: dict[str, Json] = {
    **SPELLED,
    **{f"{name}, spelled otherwise": snaked(one) for name, one in SPELLED.items()},
    **{f"names beside {mode}": _chosen(mode=mode, allowedFunctionNames=["f"])
       for mode in ("AUTO", "ANY", "NONE", "VALIDATED", "any", "none", "validated", 2, 3)},
    "a name that is not there": _chosen(mode="ANY", allowedFunctionNames=["h"]),
    "a choice among nothing": {"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}},
    "arguments that are a text": {
        "contents": [
            ASKED,
            {"role": "model", "parts": [{"functionCall": {"name": "f", "args": "{}"},
                                         "thoughtSignature": "c2ln"}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]},
        ],
    },
    "a search": {"tools": [{"googleSearch": {}}]},
    "a choice beside a search": {
        "tools": [{"googleSearch": {}}], "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
    },
    "a reply that is kept": {"store": True},
    "answers on elections": {"generationConfig": {"enableEnhancedCivicAnswers": True}},
    "calls of the API's own tools": {
        "tools": TOOLS, "toolConfig": {"includeServerSideToolInvocations": True},
    },
    **{f"a {key} of the API": {"contents": [
        ASKED, {"role": "model", "parts": [{key: one}, {"text": "Warm."}]}, ASKED,
    ]} for key, one in {
        "toolCall": {"id": "s1", "toolType": "GOOGLE_SEARCH_WEB", "args": {}},
        "toolResponse": {"id": "s1", "toolType": "GOOGLE_SEARCH_WEB", "response": {}},
    }.items()},
    "a part with metadata": {"contents": [
        {"role": "user", "parts": [{"text": "Hm.", "partMetadata": {"a": 1}}]},
    ]},
    "data that names a part": _answered({"a": {"$ref": "x"}}),
    "data that names a part that is there": _answered(
        {"a": {"$ref": "x.png"}},
        parts=[{"inlineData": {"mimeType": "image/png", "data": "iVBO", "displayName": "x.png"}}],
    ),
    "what goes on": _answered({"a": 1}, willContinue=True),
    "ids": {
        "contents": [
            ASKED,
            {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "f", "args": {}},
                                         "thoughtSignature": "c2ln"}]},
            {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "f",
                                                             "response": {"output": "Warm."}}}]},
        ],
        "tools": TOOLS,
    },
    "an empty part that is signed": {"contents": [
        ASKED, {"role": "model", "parts": [{"text": "", "thoughtSignature": "c2ln"}]}, ASKED,
    ]},
    "nothing said": {"contents": [ASKED, {"role": "model", "parts": []}, ASKED]},
}  # fmt: skip


FORMATS: dict[str, tuple[str, ...]] = {
    "STRING": ("enum", "date-time"),
    "INTEGER": ("int32", "int64"),
    "NUMBER": ("float", "double"),
}
"""By the API reference, and in its own words: only these are supported for that type."""


def _passed(messages: list[Json] | None = None, **keys: Json) -> Json:
    own = {"metadata": {"gemini": keys}} if keys else {}
    return {**own, **({"messages": messages} if messages else {})}


ANSWER: Json = {"role": "tool", "toolResult": {"kind": "text", "toolCallId": "c1", "name": "f",
                                               "value": "Warm."}}  # fmt: skip
WARM: Json = {"role": "user", "content": "How warm is it?"}
PASSED: dict[str, Json] = {
    "results of a call that is cached": _passed([ANSWER], cached_content="cachedContents/abc"),
    "a reply behind what is cached": _passed(
        [{"role": "assistant", "content": [{"kind": "text", "text": "Well."}]}, WARM],
        cached_content="cachedContents/abc",
    ),
    "tools beside what is cached": {
        **_passed(cached_content="cachedContents/abc"), "tools": [{"name": "f"}],
    },
    "a choice beside what is cached": _passed(
        cached_content="cachedContents/abc", tool_config=ANY["toolConfig"],
    ),
    "a call that is signed": {"tools": [{"name": "f"}], **_passed([
        WARM,
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": {
            "id": "c1", "name": "f", "arguments": {},
            "metadata": {"gemini": {"thought_signature": "c2ln"}},
        }}]},
        ANSWER,
    ])},
    "an empty text that is signed": _passed([
        WARM,
        {"role": "assistant", "content": [
            {"kind": "text", "text": "", "metadata": {"gemini": {"thought_signature": "c2ln"}}},
        ]},
        WARM,
    ]),
}  # fmt: skip
"""What an app says in the wire's own words, in the spelling that is not the usual one."""


def breaches(
    body: Json, model: str = "", formats: dict[str, tuple[str, ...]] = FORMATS
) -> list[str]:
    """Why the API would refuse a request; the model is named in the URL."""
    found = [*_turns(body), *_tools(body), *_settings(body), *_by_model(body, model)]
    return [*found, *_formats(body, formats)]


def _formats(body: Json, formats: dict[str, tuple[str, ...]]) -> Iterator[str]:
    tools = body.get("tools") or []
    listed = [tools] if isinstance(tools, dict) else tools
    declared = [one for tool in listed for one in get(tool, "functionDeclarations") or ()]
    schemas = [get(one, "parameters") for one in declared]
    for schema in [*schemas, get(get(body, "generationConfig"), "responseSchema")]:
        for one, _ in nodes(schema):
            kind, word = str(one.get("type")).upper(), one.get("format")
            if kind in formats and word is not None and word not in formats[kind]:
                yield f"only {formats[kind]} are supported for {kind} type: {word}"


def get(value: Json, key: str) -> Json:
    """What stands under a key, in either spelling."""
    snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in key)
    return value.get(key, value.get(snake)) if isinstance(value, dict) else None


def _generation(model: str) -> float:
    """The number of a model, 0 where it has none."""
    found = re.search(r"gemini-(\d(?:\.\d)?)", model)
    return float(found[1]) if found else 0


LONGEST = {1.5: 8192, 2.0: 8192, 2.5: 65_536}
"""By the pages of models: since which of them a reply may have so many tokens."""
LEVELS = {
    "gemini-3-pro": "low high",
    "gemini-3.1-pro": "low medium high",
    "gemini-3.8-flash": "low medium high",
}
"""Levels of thinking of the models that do not have all of them, by the page on thinking."""


def _by_model(body: Json, model: str) -> Iterator[str]:
    """What the pages on models, on thinking and on functions say of some of them."""
    number, config = _generation(model), get(body, "generationConfig") or {}
    thinks = get(config, "thinkingConfig") or {}
    level = str(get(thinks, "thinkingLevel") or "").lower()
    if number and number < 3:
        if level:
            yield f"Thinking level is not supported for this model: {model}"
        if body.get("tools") and str(get(config, "responseMimeType")).endswith("json"):
            yield "function calling with a response of JSON is unsupported"
        for content in body.get("contents") or ():
            answers = [get(part, "functionResponse") or {} for part in _parts(content)]
            if any(answer.get("parts") for answer in answers):
                yield f"media in a result with {model}"
    if level and get(thinks, "thinkingBudget") is not None:
        yield "You can only set only one of thinking budget and thinking level."
    if number and number < 2.5 and "thinking" not in model and thinks:
        yield f"{model} does not support thinking"
    if number and number < 2.5:
        for content in body.get("contents") or ():
            yield from unsaid(_parts(content))
    words = next((words for name, words in LEVELS.items() if name in model), level)
    if level and level not in words.split():
        yield f"thinking level {level} is not supported with {model}"
    most = max((at for at in LONGEST if at <= number), default=0)
    longest = LONGEST.get(2.5 if "2.0-flash-thinking" in model else most, inf)
    yield from within(get(config, "maxOutputTokens"), 1, longest, "maxOutputTokens")
    for key in ("presencePenalty", "frequencyPenalty"):
        if get(config, key) and number >= 2.5:
            yield f"Penalty is not enabled for {model}"
        yield from within(get(config, key), -2, 2, key)
    contents = body.get("contents") or [{}]
    if number >= 3.7 and contents[-1].get("role") == "model":
        yield f"a turn to go on from with {model}"
    if model and not (0 < number < 3):
        yield from _unsigned(contents)


def _unsigned(contents: list[Json]) -> Iterator[str]:
    """The first call of each step of the turn since the user spoke last has its signature."""
    spoken = [
        index
        for index, content in enumerate(contents)
        if content.get("role") == "user"
        and any(get(part, "functionResponse") is None for part in _parts(content))
    ]
    for content in contents[(spoken or [-1])[-1] + 1 :]:
        calls = [part for part in _parts(content) if get(part, "functionCall")]
        if calls and not get(calls[0], "thoughtSignature"):
            yield "function call is missing a thought_signature"


def _parts(content: Json) -> list[Json]:
    return content.get("parts") or []


def _turns(body: Json) -> Iterator[str]:
    contents = body.get("contents") or []
    cached = get(body, "cachedContent") is not None
    if not contents:
        yield "no contents"
    asked, role, called = 0, "", False
    for content in contents:
        parts = _parts(content)
        yield from _content(parts)
        calls = [part for part in parts if get(part, "functionCall")]
        answers = [part for part in parts if get(part, "functionResponse")]
        if answers and len(answers) != asked and not (cached and not called):
            yield f"{len(answers)} results for {asked} calls"
        if asked and not answers:
            yield f"{asked} calls without results"
        if calls and role != "user" and not cached:
            yield "a call that follows no turn of the user"
        asked, role, called = len(calls), content.get("role") or "user", called or bool(calls)
        if role == "function":
            role = "user"
    if asked:
        yield f"{asked} calls without results"
    instruction = get(body, "systemInstruction")
    if cached and any(get(body, key) for key in ("systemInstruction", "tools", "toolConfig")):
        yield "tool config, tools and system instruction should not be set with cached content"
    if instruction is not None:
        yield from _content(_parts(instruction))
        yield from unsaid(_parts(instruction))


def unsaid(parts: list[Json]) -> Iterator[str]:
    """Texts that say nothing; of users and models the Developer API is recorded to take them."""
    for part in parts:
        if part.get("text") == "" and len(part) == 1:
            yield "an empty part"


def _content(parts: list[Json]) -> Iterator[str]:
    if not parts:
        yield "a turn without parts"
    for part in parts:
        answer = get(part, "functionResponse") or {}
        for inner in (part, *(answer.get("parts") or ())):
            if (file := get(inner, "fileData")) is not None:
                yield from fetched([get(file, "fileUri")], ["https", "http", "gs"], "a file")
            if (get(inner, "inlineData") or {"data": " "}).get("data") == "":
                yield "data of nothing"
        for key in ("functionCall", "functionResponse"):
            if isinstance((get(part, key) or {}).get("args"), str):
                yield "arguments that are no object"
            if (entry := get(part, key)) is not None:
                yield from spelled([entry.get("name")], NAME, "a name")
        answer = get(part, "functionResponse")
        if answer is not None and not answer.get("parts") and '"$ref":' in json.dumps(answer):
            yield "data that names a part there is not"


def _tools(body: Json) -> Iterator[str]:
    tools = body.get("tools")
    listed = [tools] if isinstance(tools, dict) else tools or []
    declared = [one for tool in listed for one in get(tool, "functionDeclarations") or ()]
    names = [one.get("name") for one in declared]
    yield from spelled(names, NAME, "a declaration's name")
    yield from twice(names, "a declaration")
    if tools == []:
        yield "an empty list of tools"
    config = get(get(body, "toolConfig") or {}, "functionCallingConfig") or {}
    cached = get(body, "cachedContent") is not None
    holding = any(get(tool, key) for tool in listed for key in ("mcpServers", "computerUse"))
    if config and not names and not cached and not holding:
        yield "function calling config is set without function_declarations"
    allowed = get(config, "allowedFunctionNames")
    if allowed:
        if str(config.get("mode")).upper() not in ("ANY", "VALIDATED", "2"):
            yield f"allowed names with mode {config.get('mode')}"
        if {*allowed} - {*names} and not cached:
            yield "a choice among functions that are not there"


def _settings(body: Json) -> Iterator[str]:
    config = get(body, "generationConfig") or {}
    yield from within(config.get("temperature"), 0, 2, "temperature")
    yield from within(get(config, "topP"), 0, 1, "topP")
    yield from within(get(config, "maxOutputTokens"), 1, 2**31 - 1, "maxOutputTokens")
    stops = get(config, "stopSequences") or []
    if len(stops) > 5 or "" in stops:
        yield f"stop sequences: {stops}"
    types = [get(one, "mimeType") for one in every(body, "inlineData")]
    if not all(types):
        yield "data without a mime type"
    yield from pictures(types, PICTURES)
    for mime in types:
        if str(mime).startswith("application/") and mime not in FILES:
            yield f"a file of type {mime}"
    yield from within(get(config, "topK"), 1, inf, "topK")
    yield from within(config.get("seed"), -(2**31), 2**31 - 1, "seed")
