"""Responses bodies that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

Json = Any
REFUSES: dict[str, Json] = {"/responseSchema/schema/type": "string"}
"""What its encoder may refuse in a valid conversation: the end of a pointer, and what is there."""


def _body(*items: Json, **more: Json) -> Json:
    return {"model": "m", "input": [*items], **more}


def _user(content: Json) -> Json:
    return {"role": "user", "content": content}


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    schema = {"type": "json_schema", "name": "r", "schema": deep}
    return [
        _body(extra=deep),
        _body({"role": "user", "content": "x", "extra": deep}),
        _body(_user([deep])),
        _body(_user([[deep]])),
        _body({"type": "new", "extra": deep}),
        _body(tools=[{"type": "new", "extra": deep}]),
        _body(tools=[{"type": "function", "name": "f", "parameters": deep}]),
        _body(tool_choice=deep),
        _body(text=deep),
        _body(text={"format": schema}),
        _body(model=deep),
    ]


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return _body(_user(5), extra=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    part = {"type": "output_text", "text": "x"}
    item = {"type": "message", "role": "assistant", "content": [part]}
    return {"object": "response", "output": [item], "extra": deep}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return _body({"role": "user", "content": "x", key: value})


CALL = {"type": "function_call", "call_id": "1", "name": "f", "arguments": "{}"}
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    ([], "", "type", "an object"),
    ("text", "", "type", "an object"),
    ({"model": "m", "input": {}}, "/input", "type", "a string or a list"),
    (_body("hello"), "/input/0", "type", "an object"),
    (_body(_user(5)), "/input/0/content", "type", "a string or a list"),
    (_body(tools={}), "/tools", "type", "a list"),
    (_body(tools=[[]]), "/tools/0", "type", "an object"),
    (_body(tools=[{"type": "function"}]), "/tools/0/name", "missing", "name"),
    (_body({**CALL, "name": 5}), "/input/0/name", "type", "a string"),
    (_body({**CALL, "call_id": 5}), "/input/0/call_id", "type", "a string"),
    (
        _body({"type": "custom_tool_call", "call_id": "1", "name": "f"}),
        "/input/0/input",
        "missing",
        "input",
    ),
    (_body({"type": "function_call_output", "call_id": "1"}), "/input/0/output", "missing", ""),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ([], "", "type"),
    ({"object": "response", "output": {}}, "/output", "type"),
]
