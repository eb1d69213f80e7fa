"""Chat Completions bodies that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

from payloads import chat, chat_call

Json = Any
REFUSES: dict[str, Json] = {"/responseSchema/schema/type": "string"}
"""What its encoder may refuse in a valid conversation: the end of a pointer, and what is there."""


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    function = {"name": "f", "parameters": deep}
    schema = {"name": "r", "schema": deep}
    return [
        chat(extra=deep),
        chat({"role": "user", "content": "x", "extra": deep}),
        chat({"role": "user", "content": [deep]}),
        chat({"role": "user", "content": [[deep]]}),
        chat({"role": "new", "extra": deep}),
        chat(tools=[{"type": "new", "extra": deep}]),
        chat(tools=[{"type": "function", "function": function}]),
        chat(tool_choice=deep),
        chat(response_format=deep),
        chat(response_format={"type": "json_schema", "json_schema": schema}),
        chat(model=deep),
    ]


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return chat({"role": "user", "content": 5}, extra=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    message = {"role": "assistant", "content": "x"}
    return {"choices": [{"index": 0, "message": message}], "extra": deep}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return chat({"role": "user", "content": "x", key: value})


FUNCTION = {"name": "f", "arguments": "{}"}
CALL = "/messages/0/tool_calls/0"
BLOCK = "/messages/0/content/0"
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    ([], "", "type", "an object"),
    ("text", "", "type", "an object"),
    ({"model": "m"}, "/messages", "missing", "messages"),
    ({"model": "m", "messages": {}}, "/messages", "type", "a list"),
    (chat("hello"), "/messages/0", "type", "an object"),
    (chat(tools={}), "/tools", "type", "a list"),
    (chat(tools=[[]]), "/tools/0", "type", "an object"),
    (chat(tools=[{"type": "function"}]), "/tools/0/function", "missing", "function"),
    (
        chat(tools=[{"type": "function", "function": {}}]),
        "/tools/0/function/name",
        "missing",
        "name",
    ),
    (chat({"role": "assistant", "tool_calls": "f()"}), "/messages/0/tool_calls", "type", "a list"),
    (chat_call("f()"), CALL, "type", "an object"),
    (chat_call({"id": "1", "type": "function"}), f"{CALL}/function", "missing", ""),
    (
        chat_call({"id": "1", "type": "function", "function": []}),
        f"{CALL}/function",
        "type",
        "an object",
    ),
    (
        chat_call({"id": "1", "type": "function", "function": {**FUNCTION, "name": 5}}),
        f"{CALL}/function/name",
        "type",
        "a string",
    ),
    (chat({"role": "tool", "tool_call_id": "1"}), "/messages/0/content", "missing", ""),
    (
        chat({"role": "tool", "tool_call_id": "1", "content": {"a": 1}}),
        "/messages/0/content",
        "type",
        "",
    ),
    (
        chat({"role": "user", "content": [{"type": "text", "text": 5}]}, **{"a/b~c": 1}),
        f"{BLOCK}/text",
        "type",
        "a string",
    ),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ([], "", "type"),
    ({"choices": {}}, "/choices", "type"),
]
