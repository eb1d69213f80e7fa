"""Cohere bodies that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

Json = Any
REFUSES: dict[str, Json] = {}
"""What its encoder may refuse in a valid conversation: the end of a pointer, and what is there."""


def chat(*messages: Json, **more: Json) -> Json:
    """A request of these messages."""
    return {"model": "m", "messages": [*messages], **more}


def asked(call: Json) -> Json:
    """A request in which the model has made a call."""
    return chat({"role": "assistant", "tool_calls": [call]})


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    return [
        chat(citation_options=deep),
        chat({"role": "assistant", "content": [{"type": "new", "extra": deep}]}),
        chat({"role": "assistant", "citations": [{"sources": [deep]}]}),
        chat({"role": "tool", "tool_call_id": "1", "content": [deep]}),
        chat({"role": "tool", "tool_call_id": "1",
              "content": [{"type": "document", "document": {"data": deep}}]}),
        chat(tools=[{"type": "function", "function": {"name": "f", "parameters": deep}}]),
        chat(response_format={"type": "json_object", "json_schema": deep}),
        chat(documents=[deep]),
    ]  # fmt: skip


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return chat({"role": "user", "content": 5}, citation_options=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    message = {"role": "assistant", "content": [{"type": "new", "extra": deep}]}
    return {"id": "r", "message": message, "finish_reason": "COMPLETE"}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return chat({"role": "user", "content": "x", key: value})


CALL = "/messages/0/tool_calls/0"
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    (None, "", "type", "an object"),
    ({"max_tokens": 1}, "/messages", "missing", "messages"),
    (chat(None), "/messages/0", "type", "an object"),
    (chat(tools="x"), "/tools", "type", "a list"),
    (chat(tools=[{"function": {}}]), "/tools/0/function/name", "missing", "name"),
    (asked("f()"), CALL, "type", "an object"),
    (asked({"id": "1", "function": 5}), f"{CALL}/function", "type", "an object"),
    (
        chat({"role": "assistant", "content": 5}),
        "/messages/0/content",
        "type",
        "a string or a list",
    ),
    (
        chat({"role": "tool", "content": "x"}),
        "/messages/0/tool_call_id",
        "missing",
        "tool_call_id",
    ),
    (
        chat({"role": "tool", "tool_call_id": "1", "content": {"a": 1}}),
        "/messages/0/content",
        "type",
        "",
    ),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ({"id": "r", "message": []}, "/message", "type"),
    ({"id": "r", "message": {"role": "assistant", "content": 5}}, "/message/content", "type"),
    ("overloaded", "", "type"),
]
