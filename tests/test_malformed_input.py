"""What does not fit a schema is refused with a pointer, a code and what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from payloads import chat, chat_call, claude, claude_block, google, google_part
from samples import FORMATS, adapter
from toolwire import ToolwireError

Json = Any

FUNCTION = {"name": "f", "arguments": "{}"}
CALL = "/messages/0/tool_calls/0"
BLOCK = "/messages/0/content/0"
PART = "/contents/0/parts/0"

# format, payload, pointer, code, a word of what was expected
MALFORMED_REQUESTS: list[tuple[str, Json, str, str, str]] = [
    # no object, no list
    ("openai_chat", [], "", "type", "an object"),
    ("openai_chat", "text", "", "type", "an object"),
    ("anthropic_messages", None, "", "type", "an object"),
    ("gemini", 5, "", "type", "an object"),
    ("openai_chat", {"model": "m"}, "/messages", "missing", "messages"),
    ("anthropic_messages", {"max_tokens": 1}, "/messages", "missing", "messages"),
    ("openai_chat", {"model": "m", "messages": {}}, "/messages", "type", "a list"),
    ("openai_chat", chat("hello"), "/messages/0", "type", "an object"),
    ("anthropic_messages", claude(None), "/messages/0", "type", "an object"),
    ("gemini", google([]), "/contents/0", "type", "an object"),
    ("gemini", {"contents": "x"}, "/contents", "type", "a list"),
    # tools
    ("openai_chat", chat(tools={}), "/tools", "type", "a list"),
    ("openai_chat", chat(tools=[[]]), "/tools/0", "type", "an object"),
    ("openai_chat", chat(tools=[{"type": "function"}]), "/tools/0/function", "missing", "function"),
    (
        "openai_chat",
        chat(tools=[{"type": "function", "function": {}}]),
        "/tools/0/function/name",
        "missing",
        "name",
    ),
    ("anthropic_messages", claude(tools="x"), "/tools", "type", "a list"),
    (
        "anthropic_messages",
        claude(tools=[{"input_schema": {}}]),
        "/tools/0/name",
        "missing",
        "name",
    ),
    (
        "gemini",
        google(tools=[{"functionDeclarations": [{}]}]),
        "/tools/0/functionDeclarations/0/name",
        "missing",
        "name",
    ),
    # calls
    (
        "openai_chat",
        chat({"role": "assistant", "tool_calls": "f()"}),
        "/messages/0/tool_calls",
        "type",
        "a list",
    ),
    ("openai_chat", chat_call("f()"), CALL, "type", "an object"),
    ("openai_chat", chat_call({"id": "1", "type": "function"}), f"{CALL}/function", "missing", ""),
    (
        "openai_chat",
        chat_call({"id": "1", "type": "function", "function": []}),
        f"{CALL}/function",
        "type",
        "an object",
    ),
    (
        "openai_chat",
        chat_call({"id": "1", "type": "function", "function": {**FUNCTION, "name": 5}}),
        f"{CALL}/function/name",
        "type",
        "a string",
    ),
    (
        "anthropic_messages",
        claude_block({"type": "tool_use", "name": "f", "input": {}}),
        f"{BLOCK}/id",
        "missing",
        "id",
    ),
    (
        "anthropic_messages",
        claude_block({"type": "tool_use", "id": "1", "name": ["f"], "input": {}}),
        f"{BLOCK}/name",
        "type",
        "a string",
    ),
    ("anthropic_messages", claude_block("f()"), BLOCK, "type", "an object"),
    (
        "anthropic_messages",
        claude({"role": "assistant", "content": 5}),
        "/messages/0/content",
        "type",
        "a string or a list",
    ),
    (
        "gemini",
        google_part({"functionCall": {"name": 5}}),
        f"{PART}/functionCall/name",
        "type",
        "a string",
    ),
    ("gemini", google_part({"functionCall": []}), f"{PART}/functionCall", "type", "an object"),
    ("gemini", google_part("f()"), PART, "type", "an object"),
    (
        "gemini",
        google({"role": "model", "parts": "f()"}),
        "/contents/0/parts",
        "type",
        "a list",
    ),
    # keys in another spelling
    (
        "gemini",
        google(tools=[{"function_declarations": [{"parameters": {}}]}]),
        "/tools/0/function_declarations/0/name",
        "missing",
        "name",
    ),
    # results
    (
        "openai_chat",
        chat({"role": "tool", "tool_call_id": "1"}),
        "/messages/0/content",
        "missing",
        "",
    ),
    (
        "openai_chat",
        chat({"role": "tool", "tool_call_id": "1", "content": {"a": 1}}),
        "/messages/0/content",
        "type",
        "",
    ),
    (
        "anthropic_messages",
        claude_block({"type": "tool_result", "content": "x"}, "user"),
        f"{BLOCK}/tool_use_id",
        "missing",
        "tool_use_id",
    ),
    (
        "anthropic_messages",
        claude_block({"type": "tool_result", "tool_use_id": "1", "content": {"a": 1}}, "user"),
        f"{BLOCK}/content",
        "type",
        "",
    ),
    (
        "gemini",
        google_part({"functionResponse": "42"}, "user"),
        f"{PART}/functionResponse",
        "type",
        "an object",
    ),
    (
        "gemini",
        google_part({"functionResponse": {"response": {}}}, "user"),
        f"{PART}/functionResponse/name",
        "missing",
        "name",
    ),
    # keys that a pointer must escape
    (
        "openai_chat",
        chat({"role": "user", "content": [{"type": "text", "text": 5}]}, **{"a/b~c": 1}),
        f"{BLOCK}/text",
        "type",
        "a string",
    ),
]


@pytest.mark.parametrize(("format_", "payload", "pointer", "code", "word"), MALFORMED_REQUESTS)
def test_malformed_request(format_: str, payload: Json, pointer: str, code: str, word: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "request").decode(payload)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)
    assert word in caught.value.expected
    assert str(caught.value).startswith(f"{pointer or '/'}: {code}: expected ")


MALFORMED_RESPONSES: list[tuple[str, Json, str, str]] = [
    ("openai_chat", [], "", "type"),
    ("openai_chat", {"choices": {}}, "/choices", "type"),
    ("anthropic_messages", {"type": "message", "content": "x"}, "/content", "type"),
    ("anthropic_messages", "overloaded", "", "type"),
    ("gemini", {"candidates": "x"}, "/candidates", "type"),
    (
        "gemini",
        {"candidates": [{"content": {"parts": [{"functionCall": {"name": []}}]}}]},
        "/candidates/0/content/parts/0/functionCall/name",
        "type",
    ),
]


@pytest.mark.parametrize(("format_", "payload", "pointer", "code"), MALFORMED_RESPONSES)
def test_malformed_response(format_: str, payload: Json, pointer: str, code: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "response").decode(payload)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)


MALFORMED_VALUES: list[tuple[Json, str, str]] = [
    ("x", "", "type"),
    ({}, "/messages", "missing"),
    ({"messages": {}}, "/messages", "type"),
    ({"messages": [{"role": "assistant"}]}, "/messages/0/content", "missing"),
    (
        {"messages": [{"role": "tool", "toolResult": {"kind": "text", "value": "x"}}]},
        "/messages/0/toolResult/toolCallId",
        "missing",
    ),
    (
        {
            "messages": [
                {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": {"id": "1"}}]}
            ]
        },
        "/messages/0/content/0/toolCall/name",
        "missing",
    ),
]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(("value", "pointer", "code"), MALFORMED_VALUES)
def test_malformed_value(format_: str, value: Json, pointer: str, code: str) -> None:
    if isinstance(value, dict):
        value = {"model": "m", **value}
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "request").encode(value)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)


def called(call: Json) -> Json:
    block = {"kind": "toolCall", "toolCall": {"id": "1", "name": "f", "arguments": {}, **call}}
    return {"model": "m", "messages": [{"role": "assistant", "content": [block]}]}


OVERLAID = f"{BLOCK}/toolCall/metadata"
ODD_FORM = {"openai_chat": {"$": {"arguments": 5}}}
# value, pointer, code, a word of what was expected
ODD_VALUES: list[tuple[Json, str, str, str]] = [
    # no schema knows what a form or an opaque value holds
    (called({"metadata": ODD_FORM}), OVERLAID, "value", "an adapter would give"),
    (called({"metadata": {"openai_chat": 5}}), f"{OVERLAID}/openai_chat", "type", "an object"),
    (
        {"model": "m", "messages": called({"metadata": ODD_FORM})["messages"] * 2},
        "",
        "value",
        "an adapter would give",
    ),
    # no JSON
    (
        called({"arguments": {"a": [1, object()]}}),
        f"{BLOCK}/toolCall/arguments/a/1",
        "type",
        "JSON data",
    ),
    (
        called({"arguments": {"a": {(1, 2): 1}}}),
        f"{BLOCK}/toolCall/arguments/a/(1, 2)",
        "type",
        "a key that is a string",
    ),
    (called({"arguments": {"a": 10**5000}}), f"{BLOCK}/toolCall/arguments/a", "value", "digits"),
]


@pytest.mark.parametrize(("value", "pointer", "code", "word"), ODD_VALUES)
def test_a_value_that_no_schema_refuses(value: Json, pointer: str, code: str, word: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter("openai_chat", "request").encode(value)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)
    assert word in caught.value.expected
