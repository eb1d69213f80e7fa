"""Converse bodies that are odd, broken or deep."""

from __future__ import annotations

from typing import Any

Json = Any
REFUSES: dict[str, Json] = {}
"""What its encoder may refuse in a valid conversation: the end of a pointer, and what is there."""


def talk(*messages: Json, **others: Json) -> Json:
    return {"messages": list(messages), **others}


def one_block(block: Json, role: str = "assistant") -> Json:
    return talk({"role": role, "content": [block]})


def use(**fields: Json) -> Json:
    return one_block({"toolUse": fields})


def deep_requests(deep: Json) -> list[Json]:
    """Requests with a deep value in every kind of place."""
    result = {"toolUseId": "1", "content": [deep]}
    spec = {"name": "f", "inputSchema": {"json": deep}}
    return [
        talk(additionalModelRequestFields=deep),
        use(toolUseId="1", name="f", input=deep),
        one_block({"new": {"extra": deep}}),
        one_block({"toolResult": result}, "user"),
        one_block({"toolResult": {"toolUseId": "1", "content": [{"json": deep}]}}, "user"),
        talk(toolConfig={"tools": [{"toolSpec": spec}]}),
        talk(system=[deep]),
    ]


def deep_and_broken(deep: Json) -> Json:
    """A request that must be refused, and is deep elsewhere."""
    return talk({"role": "user", "content": 5}, additionalModelRequestFields=deep)


def deep_reply(deep: Json) -> Json:
    """A reply with a deep value in it."""
    call = {"toolUse": {"toolUseId": "1", "name": "f", "input": deep}}
    message = {"role": "assistant", "content": [call]}
    return {"output": {"message": message}, "stopReason": "tool_use"}


def with_key(key: str, value: Json) -> Json:
    """A request that has a key of nobody's inside a message."""
    return talk({"role": "user", "content": [{"text": "x"}], key: value})


BLOCK = "/messages/0/content/0"
# payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[Json, str, str, str]] = [
    (None, "", "type", "an object"),
    (talk(None), "/messages/0", "type", "an object"),
    (talk(toolConfig={"tools": "x"}), "/toolConfig/tools", "type", "a list"),
    (
        talk(toolConfig={"tools": [{"toolSpec": {"inputSchema": {"json": {}}}}]}),
        "/toolConfig/tools/0/toolSpec/name",
        "missing",
        "name",
    ),
    (use(name="f", input={}), f"{BLOCK}/toolUse/toolUseId", "missing", "toolUseId"),
    (use(toolUseId="1", name=["f"], input={}), f"{BLOCK}/toolUse/name", "type", "a string"),
    (one_block("f()"), BLOCK, "type", "an object"),
    (talk({"role": "assistant", "content": 5}), "/messages/0/content", "type", "a list"),
    (
        one_block({"toolResult": {"content": [{"text": "x"}]}}, "user"),
        f"{BLOCK}/toolResult/toolUseId",
        "missing",
        "toolUseId",
    ),
    (
        one_block({"toolResult": {"toolUseId": "1", "content": {"a": 1}}}, "user"),
        f"{BLOCK}/toolResult/content",
        "type",
        "",
    ),
]
# payload, pointer, code
MALFORMED_REPLIES: list[tuple[Json, str, str]] = [
    ({"output": {"message": {"role": "assistant", "content": "x"}}, "stopReason": "end_turn"},
     "/output/message/content", "type"),
    ("overloaded", "", "type"),
]  # fmt: skip
