"""Messages bodies that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

from payloads import claude, claude_block

Json = Any
REFUSES: dict[str, Json] = {}
"""What its encoder may refuse in a valid conversation: the end of a pointer, and what is there."""


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    return [
        claude(metadata=deep),
        claude_block({"type": "tool_use", "id": "1", "name": "f", "input": deep}),
        claude_block({"type": "new", "extra": deep}),
        claude_block({"type": "tool_result", "tool_use_id": "1", "content": [deep]}, "user"),
        claude(tools=[{"name": "f", "input_schema": deep}]),
        claude(output_config={"format": {"type": "json_schema", "schema": deep}}),
        claude(system=[deep]),
    ]


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return claude({"role": "user", "content": 5}, metadata=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    call = {"type": "tool_use", "id": "1", "name": "f", "input": deep}
    return {"type": "message", "role": "assistant", "content": [call], "stop_reason": "tool_use"}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return claude({"role": "user", "content": "x", key: value})


BLOCK = "/messages/0/content/0"
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    (None, "", "type", "an object"),
    ({"max_tokens": 1}, "/messages", "missing", "messages"),
    (claude(None), "/messages/0", "type", "an object"),
    (claude(tools="x"), "/tools", "type", "a list"),
    (claude(tools=[{"input_schema": {}}]), "/tools/0/name", "missing", "name"),
    (claude_block({"type": "tool_use", "name": "f", "input": {}}), f"{BLOCK}/id", "missing", "id"),
    (
        claude_block({"type": "tool_use", "id": "1", "name": ["f"], "input": {}}),
        f"{BLOCK}/name",
        "type",
        "a string",
    ),
    (claude_block("f()"), BLOCK, "type", "an object"),
    (
        claude({"role": "assistant", "content": 5}),
        "/messages/0/content",
        "type",
        "a string or a list",
    ),
    (
        claude_block({"type": "tool_result", "content": "x"}, "user"),
        f"{BLOCK}/tool_use_id",
        "missing",
        "tool_use_id",
    ),
    (
        claude_block({"type": "tool_result", "tool_use_id": "1", "content": {"a": 1}}, "user"),
        f"{BLOCK}/content",
        "type",
        "",
    ),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ({"type": "message", "content": "x"}, "/content", "type"),
    ("overloaded", "", "type"),
]
