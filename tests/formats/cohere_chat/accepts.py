"""What Cohere's API answers with 400, by its documents and its words."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from acceptance import (
    Spoken,
    encoded,
    every,
    fetched,
    halves,
    nodes,
    pairing,
    pictures,
    spelled,
    twice,
    typed,
    within,
)

Json = Any
NAME = "[a-zA-Z_][a-zA-Z0-9_]*"
PICTURES = ("image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif")


MODELS = (
    "command-a-03-2025", "command-a-vision-07-2025", "command-a-reasoning-08-2025",
    "command-r7b-12-2024",
)  # fmt: skip


OWN: dict[str, Json] = {"documents": {"documents": [{"id": "d1", "data": {"text": "It is warm."}}]}}
CALL: Json = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": {"a": 1}}}
HISTORIES: dict[str, Json] = {
    "arguments that are no text": {
        "messages": [
            {"role": "user", "content": "How warm is it?"},
            {"role": "assistant", "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "Warm."},
        ],
    },
}


def breaches(body: Json) -> list[str]:
    """Why the API would refuse a request."""
    return [*halves(body), *_turns(body["messages"]), *_tools(body), *_settings(body)]


def _turns(messages: list[Json]) -> Iterator[str]:
    if not any(message["role"] != "system" for message in messages):
        yield "no message to answer"
    for message in messages:
        content, role = message.get("content"), message["role"]
        if role != "assistant" and content in (None, []):
            yield f"no content ({role})"
        if role == "user" and content == "":
            yield "an empty question"
        called = message.get("tool_calls") or message.get("tool_plan")
        if role == "assistant" and content in (None, []) and not called:
            yield "a message of the assistant that says nothing"
        if role == "tool" and isinstance(content, list):
            kinds = {part.get("type") for part in content}
            if kinds - {"text", "document"}:
                yield f"a result that holds {sorted(map(str, kinds))}"
    yield from pairing(_spoken(messages))
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    yield from spelled(((call.get("function") or {}).get("name") for call in calls), NAME, "a name")
    yield from spelled((call.get("id") for call in calls), ".+", "an id")
    urls = [one.get("url") for one in every(messages, "image_url")]
    yield from fetched(urls, ["https", "http", "data"], "an image")
    yield from pictures(typed(urls), PICTURES)
    yield from ("a picture of no type" for mime in typed(urls) if not mime)
    arguments = [(call.get("function") or {}).get("arguments", "") for call in calls]
    yield from ("arguments that are no text" for one in arguments if isinstance(one, dict | list))
    yield from encoded(url for url in urls if str(url).startswith("data:"))


def _spoken(messages: list[Json]) -> Iterator[Spoken]:
    for message in messages:
        if message["role"] == "tool":
            yield "results", [message.get("tool_call_id")]
        else:
            yield "calls", [call.get("id") for call in message.get("tool_calls") or ()]


def _tools(body: Json) -> Iterator[str]:
    tools = body.get("tools")
    names = [tool["function"]["name"] for tool in tools or ()]
    yield from spelled(names, NAME, "a tool's name")
    yield from twice(names, "a tool")
    schemas = [tool["function"].get("parameters") for tool in tools or ()]
    fields = sum(len(one.get("properties", ())) for schema in schemas for one, _ in nodes(schema))
    if body.get("strict_tools") and fields > 200:
        yield f"{fields} fields of strict tools"
    if body.get("tool_choice") is not None and not tools:
        yield "a choice and no tools"


def _settings(body: Json) -> Iterator[str]:
    yield from within(body.get("temperature"), 0, inf, "temperature")
    yield from within(body.get("p"), 0.01, 0.99, "p")
    yield from within(body.get("k"), 0, 500, "k")
    yield from within(body.get("max_tokens"), 0, inf, "max_tokens")
    yield from within(body.get("seed"), 0, 2**64 - 1, "seed")
    for key in ("presence_penalty", "frequency_penalty"):
        yield from within(body.get(key), 0, 1, key)
    wanted = (body.get("response_format") or {}).get("type")
    if wanted == "json_object" and (body.get("tools") or body.get("documents")):
        yield "JSON beside tools or documents"
    if len(body.get("stop_sequences") or ()) > 5:
        yield "more than five stop sequences"
