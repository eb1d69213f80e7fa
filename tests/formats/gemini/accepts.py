"""What generateContent answers with 400, by its documents and its words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import Any

from acceptance import every, fetched, pictures, spelled, twice, within

Json = Any
PICTURES = ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")
FILES = ("application/pdf", "application/rtf", "application/x-javascript", "application/x-python")
NAME = "[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}"


def breaches(body: Json) -> list[str]:
    """Why the API would refuse a request."""
    return [*_turns(body), *_tools(body), *_settings(body)]


def get(value: Json, key: str) -> Json:
    """What stands under a key, in either spelling."""
    snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in key)
    return value.get(key, value.get(snake)) if isinstance(value, dict) else None


def _parts(content: Json) -> list[Json]:
    return content.get("parts") or []


def _turns(body: Json) -> Iterator[str]:
    contents = body.get("contents") or []
    cached = get(body, "cachedContent") is not None
    if not contents:
        yield "no contents"
    before: list[Json] = []
    asked, role = 0, ""
    for content in contents:
        parts = _parts(content)
        yield from _content(parts)
        calls = [part for part in parts if get(part, "functionCall")]
        answers = [part for part in parts if get(part, "functionResponse")]
        if answers and len(answers) != asked and not (cached and not before):
            yield f"{len(answers)} results for {asked} calls"
        if asked and not answers:
            yield f"{asked} calls without results"
        if calls and role != "user" and not cached:
            yield "a call that follows no turn of the user"
        asked, role, before = len(calls), content.get("role") or "user", parts
        if role == "function":
            role = "user"
    if asked:
        yield f"{asked} calls without results"
    instruction = get(body, "systemInstruction")
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
        file = get(part, "fileData")
        if file is not None:
            yield from fetched([get(file, "fileUri")], ["https", "http", "gs"], "a file")
        for key in ("functionCall", "functionResponse"):
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
