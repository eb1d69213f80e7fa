"""What Mistral's API answers with 400 or 422, by its documents and its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Any

from acceptance import (
    Spoken,
    encoded,
    every,
    fetched,
    halves,
    pairing,
    pictures,
    spelled,
    typed,
    within,
)

Json = Any
NAME = "[a-zA-Z0-9_-]{1,64}"
PICTURES = ("image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif")


MODELS = (
    "mistral-large-latest", "magistral-medium-latest", "pixtral-large-latest",
    "ministral-8b-latest",
)  # fmt: skip


ASKED: Json = {"role": "user", "content": "How warm is it?"}


def _called(call: Json) -> Json:
    """A conversation in which the model made this call."""
    name = call["function"]["name"]
    turn = {"role": "assistant", "tool_calls": [call]}
    result = {"role": "tool", "tool_call_id": call.get("id"), "name": name, "content": "Warm."}
    function = {"name": name, "parameters": {"type": "object", "properties": {}}}
    tools = [{"type": "function", "function": function}]
    return {"messages": [ASKED, turn, result], "tools": tools}


CALL: Json = {"id": "abcdefghi", "type": "function", "function": {"name": "f", "arguments": "{}"}}
HISTORIES: dict[str, Json] = {
    "no arguments": _called({**CALL, "function": {"name": "f"}}),
    **{
        f"arguments {value!r}": _called({**CALL, "function": {"name": "f", "arguments": value}})
        for value in (None, "", "null", "[1]", {"a": 1})
    },
    "a call of no type": _called({key: CALL[key] for key in ("id", "function")}),
    "a call of no id": _called({key: CALL[key] for key in ("type", "function")}),
    "a prefix": {"messages": [ASKED, {"role": "assistant", "content": "The", "prefix": True}]},
}
UNNAMED: Json = {"id": "SQ6tTiJVP", "name": "f", "arguments": {}}
PASSED: dict[str, Json] = {
    "a call of no id under one that would fit": {"messages": [
        ASKED,
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": {
            **UNNAMED, "metadata": {"mistral_chat": {"$": {"id": {"for": UNNAMED["id"]}}}},
        }}]},
        {"role": "tool", "toolResult": {
            "kind": "text", "toolCallId": UNNAMED["id"], "name": "f", "value": "Warm.",
        }},
    ], "tools": [{"name": "f"}]},
}  # fmt: skip
"""What was read of a call that had no id, by an app that makes ids of its own."""


def breaches(body: Json) -> list[str]:
    """Why the API would refuse a request."""
    return [*halves(body), *_turns(body["messages"]), *_tools(body), *_settings(body)]


def _turns(messages: list[Json]) -> Iterator[str]:
    if not messages:
        yield "no message"
        return
    last = messages[-1]
    if last["role"] not in ("user", "tool") and not last.get("prefix"):
        yield f"the last message is one of {last['role']}"
    for one, other in pairwise(messages):
        after_tool = one["role"] == "tool" and other["role"] in ("user", "system")
        if after_tool or (one["role"], other["role"]) == ("assistant", "system"):
            yield f"role {other['role']} behind role {one['role']}"
    for message in messages:
        answer = message.get("content"), message.get("tool_calls")
        if message["role"] == "assistant" and answer[0] in (None, "", []) and not answer[1]:
            yield "a message of the assistant with neither content nor calls"
        if message["role"] != "assistant" and message.get("content") == []:
            yield f"no content ({message['role']})"
    yield from pairing(_spoken(messages))
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    yield from spelled((call.get("id") for call in calls), "[a-zA-Z0-9]{9}", "an id")
    if any(call.get("id") in (None, "null") for call in calls):
        yield "Tool call id has to be defined"  # as its own tokenizer says, in serving mode
    yield from spelled(((call.get("function") or {}).get("name") for call in calls), NAME, "a name")
    urls = [one["url"] if isinstance(one, dict) else one for one in every(messages, "image_url")]
    yield from fetched(urls, ["https", "data"], "an image")
    yield from pictures(typed(urls), PICTURES)
    yield from encoded(url for url in urls if str(url).startswith("data:"))
    sounds = [one for one in every(messages, "input_audio") if isinstance(one, str)]
    yield from fetched([one for one in sounds if ":" in one], ["https", "http", "data"], "a sound")
    yield from fetched(every(messages, "document_url"), ["https", "http", "data"], "a document")
    for file in every(messages, "file_id"):
        if not re.match("[0-9a-f]{8}-", str(file)):
            yield f"a file of another provider: {file!r}"


def _spoken(messages: list[Json]) -> Iterator[Spoken]:
    for message in messages:
        if message["role"] == "tool":
            yield "results", [message.get("tool_call_id")]
        else:
            yield "calls", [call.get("id") for call in message.get("tool_calls") or ()]


def _tools(body: Json) -> Iterator[str]:
    tools, choice = body.get("tools"), body.get("tool_choice")
    names = [tool["function"]["name"] for tool in tools or () if "function" in tool]
    yield from spelled(names, NAME, "a tool's name")
    if isinstance(choice, dict) and names and choice["function"]["name"] not in names:
        yield f"a choice of no tool: {choice['function']['name']!r}"


def _settings(body: Json) -> Iterator[str]:
    yield from within(body.get("temperature"), 0, 1.5, "temperature")
    yield from within(body.get("top_p"), 0, 1, "top_p")
    if body.get("temperature") == 0 and body.get("top_p") not in (None, 1):
        yield "top_p must be 1 when using greedy sampling."
    yield from within(body.get("max_tokens"), 0, inf, "max_tokens")
    yield from within(body.get("random_seed"), 0, inf, "random_seed")
    for key in ("presence_penalty", "frequency_penalty"):
        yield from within(body.get(key), -2, 2, key)
