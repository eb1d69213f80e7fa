"""Small conversations, in few words, and what tests ask of them."""

from __future__ import annotations

from typing import Any

from samples import adapter, difference

Json = Any


def decode(name: str, payload: Json, entry: str = "request") -> Json:
    return adapter(name, entry).decode(payload)


def encode(name: str, value: Json, entry: str = "request") -> Json:
    return adapter(name, entry).encode(value)


def losses(name: str, value: Json, entry: str = "request") -> list[str]:
    return [loss.path for loss in adapter(name, entry).losses(value)]


def assert_exact(name: str, payload: Json, entry: str = "request") -> Json:
    """The payload's value; fails unless it comes back as it was."""
    value = decode(name, payload, entry)
    assert difference(payload, encode(name, value, entry)) is None
    return value


def request(*messages: Json, **fields: Json) -> Json:
    return {"model": "some-model", "maxTokens": 100, "messages": list(messages), **fields}


def user(content: Json = "go") -> Json:
    return {"role": "user", "content": content}


def assistant(*blocks: Json) -> Json:
    return {"role": "assistant", "content": list(blocks)}


def text(value: str) -> Json:
    return {"kind": "text", "text": value}


def call(call_id: str, name: str = "f", **fields: Json) -> Json:
    made = {"id": call_id, "name": name, "arguments": {}, **fields}
    return {"kind": "toolCall", "toolCall": made}


def result(call_id: str, kind: str, value: Json, name: str = "f", **fields: Json) -> Json:
    made = {"kind": kind, "toolCallId": call_id, "name": name, "value": value, **fields}
    return {"role": "tool", "toolResult": made}


def calls_of(value: Json) -> list[Json]:
    """All tool calls of a request or a response."""
    messages = value["messages"] if "messages" in value else [value["message"]]
    blocks = [b for m in messages if m.get("role") == "assistant" for b in m["content"]]
    return [block["toolCall"] for block in blocks if block["kind"] == "toolCall"]


def results_of(value: Json) -> list[Json]:
    return [m["toolResult"] for m in value["messages"] if m.get("role") == "tool"]
