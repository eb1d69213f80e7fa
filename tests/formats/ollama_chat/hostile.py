"""Bodies of Ollama's own chat that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

from payloads import chat, chat_call

Json = Any
REFUSES: dict[str, Json] = {}
"""What its encoder may refuse in a valid conversation: the end of a pointer, and what is there."""


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    function = {"name": "f", "parameters": deep}
    return [
        chat(extra=deep),
        chat({"role": "user", "content": "x", "extra": deep}),
        chat({"role": "user", "content": "x", "images": [deep]}),
        chat({"role": "new", "extra": deep}),
        chat(tools=[{"type": "new", "extra": deep}]),
        chat(tools=[{"type": "function", "function": function}]),
        chat_call({"function": {"name": "f", "arguments": deep}}),
        chat(format=deep),
        chat(options={"extra": deep}),
        chat(model=deep),
    ]


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return chat({"role": "system", "content": 5}, extra=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    return {"message": {"role": "assistant", "content": "x"}, "extra": deep}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return chat({"role": "user", "content": "x", key: value})


CALL = "/messages/0/tool_calls/0"
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    ([], "", "type", "an object"),
    ({"model": "m", "messages": {}}, "/messages", "type", "a list"),
    (chat("hello"), "/messages/0", "type", "an object"),
    (chat({"role": "system", "content": 5}), "/messages/0/content", "type", "a string"),
    (chat(tools={}), "/tools", "type", "a list"),
    (chat(tools=[[]]), "/tools/0", "type", "an object"),
    (chat(tools=[{"function": []}]), "/tools/0/function", "type", "an object"),
    (chat(tools=[{"function": {}}]), "/tools/0/function/name", "missing", "name"),
    (chat(options={"stop": "END"}), "/options/stop", "type", "a list of strings"),
    (chat({"role": "assistant", "tool_calls": "f()"}), "/messages/0/tool_calls", "type", "a list"),
    (chat_call("f()"), CALL, "type", "an object"),
    (chat_call({"function": []}), f"{CALL}/function", "type", "an object"),
    (chat_call({"function": {"name": 5}}), f"{CALL}/function/name", "type", "a string"),
    (chat({"role": "tool", "content": {"a": 1}}), "/messages/0/content", "type", ""),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ([], "", "type"),
    ({"done": True}, "/error", "missing"),
    ({"message": []}, "/message", "type"),
    (
        {"message": {"role": "assistant", "tool_calls": [{"function": {"name": []}}]}},
        "/message/tool_calls/0/function/name",
        "type",
    ),
    ({"message": {"role": "assistant"}, "eval_count": "5"}, "/eval_count", "type"),
]
