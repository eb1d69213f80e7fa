"""Schemas that are larger than those a provider holds a model to go out, and are not held to."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from conversation import request, user
from formats import part
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module

Json = Any
STRICT = ("openai_chat", "openai_responses")
TOGETHER: dict[str, tuple[str, ...]] = {
    "anthropic_messages": (),
    "bedrock_converse": ("anthropic.claude-sonnet-4-5",),
}
"""Wires that hold a model to a few schemas at once, and which, where the URL names it."""
TEXT: Json = {"type": "string"}


def having(members: dict[str, Json], **more: Json) -> Json:
    needed = {"required": [*members], "additionalProperties": False}
    return {"type": "object", "properties": members, **needed, **more}


def deep(levels: int) -> Json:
    schema = having({"a": TEXT})
    for at in range(levels - 1):
        schema = having({"a": {"type": "array", "items": schema} if at % 2 else schema})
    return schema


def of(counted: str, size: int) -> Json:
    """A schema of which something is counted to a size."""
    words = [f"{at:x}" for at in range(size)]
    made = {
        "members": lambda: having({"a": having(dict.fromkeys(words[1:], TEXT))}),
        "depth": lambda: deep(size),
        "values": lambda: having({"a": {"type": "string", "enum": words}}),
        "letters": lambda: having({"a": {"type": "string", "enum": ["b" * (size - 1)]}}),
    }
    schema: Json = made[counted]()
    return schema


def asking(name: str, *schemas: Json, **more: Json) -> Json:
    tools = [
        {"name": f"look_{at}", "parameters": schema, "strict": True}
        for at, schema in enumerate(schemas)
    ]
    return request(user(), **({"tools": tools} if tools else {}), **more)


def strict(body: Json) -> list[bool | None]:
    tools = body["tools"] if "tools" in body else body["toolConfig"]["tools"]
    return [tool.get("function", tool.get("toolSpec", tool)).get("strict") for tool in tools]


def codes(name: str, value: Json) -> list[tuple[str, str]]:
    losses = format_module(name).losses_request(value)
    return [(loss.path, loss.code) for loss in losses if "/properties/" not in loss.path]


@pytest.mark.parametrize("name", STRICT)
@pytest.mark.parametrize(
    ("counted", "most"),
    [("members", 5000), ("depth", 10), ("values", 1000), ("letters", 120_000)],
)
def test_a_tool_is_held_to_a_schema_of_some_size(name: str, counted: str, most: int) -> None:
    wire = format_module(name)
    largest, larger = (of(counted, size) for size in (most, most + 1))
    value = asking(name, largest, larger, largest)
    body = wire.encode_request(value, on_loss="ignore")
    assert strict(body) == [True, False, True]
    assert wire.decode_request(body)["tools"][1]["parameters"] == larger
    assert codes(name, value) == [("/tools/1/strict", "dropped")]
    assert part(name, "accepts").breaches(body) == []
    off = wire.encode_request(value, rules="off")
    assert len(part(name, "accepts").breaches(off)) == 1
    with pytest.raises(ToolwireError) as raised:
        wire.encode_request(value, rules="check")
    assert (raised.value.pointer, raised.value.code) == ("/tools/1/strict", "rule")
    with pytest.raises(ToolwireError, match=f"no more than {most} "):
        toolwire.lower_schema(larger, target=name, strict=True)
    assert toolwire.lower_schema(larger, target=name) == (larger, [])


@pytest.mark.parametrize("name", STRICT)
def test_a_reply_is_held_to_a_schema_of_some_size(name: str) -> None:
    wire = format_module(name)
    for size, fits in ((10, True), (11, False)):
        schema = {"schema": deep(size), "name": "a", "strict": True}
        value = asking(name, responseSchema=schema)
        body = wire.encode_request(value, on_loss="ignore")
        assert wire.decode_request(body)["responseSchema"]["strict"] is fits
        assert codes(name, value) == ([] if fits else [("/responseSchema/strict", "dropped")])
        assert part(name, "accepts").breaches(body) == []


OPTIONAL: Json = {**having({f"a{at}": TEXT for at in range(12)}), "required": []}
UNION: Json = having({f"a{at}": {"anyOf": [TEXT, {"type": "null"}]} for at in range(8)})


@pytest.mark.parametrize("name", TOGETHER)
@pytest.mark.parametrize(
    ("schemas", "expected"),
    [
        ([having({"a": TEXT})] * 21, [True] * 20 + [False]),
        ([OPTIONAL, OPTIONAL, {**OPTIONAL, "required": ["a0"]}, UNION], [True, True, False, True]),
        ([UNION, UNION, UNION, having({"a": TEXT})], [True, True, False, True]),
    ],
)
def test_some_tools_of_a_request_are_held_to_their_schemas(
    name: str, schemas: list[Json], expected: list[bool]
) -> None:
    wire, value = format_module(name), asking(name, *schemas)
    for _ in range(2):  # what was found once is remembered
        body = wire.encode_request(value, on_loss="ignore")
        assert strict(body) == expected
        assert part(name, "accepts").breaches(body, *TOGETHER[name]) == []
    assert codes(name, value) == [(f"/tools/{expected.index(False)}/strict", "dropped")]
    off = wire.encode_request(value, rules="off")
    assert len(part(name, "accepts").breaches(off, *TOGETHER[name])) == 1


@pytest.mark.parametrize("name", TOGETHER)
def test_the_schema_of_a_reply_counts_among_those_of_tools(name: str) -> None:
    wire = format_module(name)
    value = asking(name, OPTIONAL, OPTIONAL, responseSchema={"schema": OPTIONAL})
    body = wire.encode_request(value, on_loss="ignore")
    assert strict(body) == [True, False]
    assert wire.decode_request(body)["responseSchema"]["schema"] == OPTIONAL
    assert part(name, "accepts").breaches(body, *TOGETHER[name]) == []
    twenty = asking(name, *[having({"a": TEXT})] * 20, responseSchema={"schema": UNION})
    assert all(strict(wire.encode_request(twenty, on_loss="ignore")))
    many = {**having({f"a{at}": TEXT for at in range(25)}), "required": []}
    with pytest.raises(ToolwireError, match=r"/responseSchema/schema: unsupported.*24 members"):
        wire.encode_request(asking(name, responseSchema={"schema": many}))


def test_a_schema_that_no_one_is_held_to_may_be_of_any_size() -> None:
    for name in (*STRICT, *TOGETHER):
        value = asking(name, *[of("members", 6000)] * 30)
        for tool in value["tools"]:
            tool["strict"] = False
        assert codes(name, value) == []


def test_an_enumeration_of_many_words_may_not_be_too_long() -> None:
    def one(count: int, letters: int) -> Json:
        words = [f"{at:0{letters}}" for at in range(count)]
        return having({"a": {"type": "string", "enum": words}})

    for profile, most in ((None, 15_000), ("azure_openai", 7_500)):
        letters = most // 251
        for schema, right in ((one(251, letters), True), (one(251, letters + 1), False),
                              (one(250, letters + 1), True)):  # fmt: skip
            value = asking("openai_chat", schema)
            body = format_module("openai_chat").encode_request(
                value, profile=profile, on_loss="ignore"
            )
            assert body["tools"][0]["function"]["strict"] is right
