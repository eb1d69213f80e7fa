"""Payloads that are odd, deep, enormous or look like code: a clear error or an exact result."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import toolwire
from formats import having, part, unsaid
from grouped import each
from payloads import chat, chat_call, claude_block, google_part
from samples import ADAPTERS, FORMATS, adapter, as_it_is, difference
from toolwire import (
    StreamFold,
    ToolwireError,
    has_tool_calls,
    is_tool_result,
    text,
    tool_calls,
)
from toolwire._runtime.normal import normal

Json = Any
anthropic_messages, gemini = as_it_is("anthropic_messages"), as_it_is("gemini")
openai_chat = as_it_is("openai_chat")

FUNCTION = {"name": "f", "arguments": "{}"}


# -- arguments that are not a JSON object

TEXTS = [
    "[1, 2]", "nil", "42", '"text"', "null,", "{", '{"a": 1', "{'a': 1}", "{} {}", "NaN",
    '{"a": NaN}', "true", "get_weather(city='Oslo')",
    "__import__('os').system('true')", "\ud800", "{\x00}",
    '{"a": 1}\n```', "[" * 100_000, '{"a":' * 100_000,
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: repr(text[:24]))
def test_arguments_text_that_is_no_object(text: str) -> None:
    payload = chat_call(
        {"id": "1", "type": "function", "function": {**FUNCTION, "arguments": text}}
    )
    value: Json = openai_chat.decode_request(payload)
    call = value["messages"][0]["content"][0]["toolCall"]
    assert call["arguments"] == {}
    assert call["invalidArguments"] == text
    assert openai_chat.encode_request(value) == payload
    for wire in (anthropic_messages, gemini):
        there: Json = wire.decode_request(wire.encode_request(value))
        moved = there["messages"][0]["content"][0]["toolCall"]
        assert (moved["arguments"], moved["invalidArguments"]) == ({}, text)
    back = openai_chat.encode_request({**there, "model": "m"})
    assert back["messages"][0]["tool_calls"] == payload["messages"][0]["tool_calls"]


@pytest.mark.parametrize("nothing", ["", None, "{}", "{ }"])
def test_empty_arguments_mean_no_arguments(nothing: Json) -> None:
    function = {"name": "f", "arguments": nothing}
    payload = chat_call({"id": "1", "type": "function", "function": function})
    value: Json = openai_chat.decode_request(payload)
    call = value["messages"][0]["content"][0]["toolCall"]
    assert call["arguments"] == {}
    assert "invalidArguments" not in call
    assert openai_chat.encode_request(value) == payload


@pytest.mark.parametrize("arguments", [[], [1], "text", 5, True])
def test_argument_objects_that_are_none(arguments: Json) -> None:
    """On the wires whose arguments are an object, another value is invalid too, and comes back."""
    for wire, payload in (
        (
            anthropic_messages,
            claude_block({"type": "tool_use", "id": "1", "name": "f", "input": arguments}),
        ),
        (gemini, google_part({"functionCall": {"id": "1", "name": "f", "args": arguments}})),
    ):
        value = wire.decode_request(payload)
        call = value["messages"][0]["content"][0]["toolCall"]
        assert call["arguments"] == {}
        assert json.loads(call["invalidArguments"]) == arguments
        assert difference(wire.encode_request(value), payload) is None


# -- depth

DEPTH = 10_000
HOSTILE = having("hostile")


def nested(depth: int = DEPTH) -> Json:
    value: Json = 1
    for level in range(depth):
        value = {"a": value} if level % 2 else [value]
    return {"deep": value}


def depth_of(value: Json) -> int:
    """How deep a value goes, without recursion."""
    deepest, todo = 0, [(value, 0)]
    while todo:
        inner, depth = todo.pop()
        deepest = max(deepest, depth)
        if isinstance(inner, (dict, list)):
            items = inner.values() if isinstance(inner, dict) else inner
            todo.extend((item, depth + 1) for item in items)
    return deepest


DEEP_REQUESTS = [
    (name, number)
    for name in HOSTILE
    for number in range(len(part(name, "hostile").deep_requests(None)))
]


@pytest.mark.parametrize(("format_", "number"), DEEP_REQUESTS)
def test_deep_request(format_: str, number: int) -> None:
    """Carried along untouched, or refused in words: never a RecursionError, nor a crash."""
    payload = part(format_, "hostile").deep_requests(nested())[number]
    wire = adapter(format_, "request")
    try:
        value = wire.decode(payload)
        back = wire.encode(value)
    except ToolwireError as error:
        assert "deeply nested" in error.expected
        return
    assert depth_of(back) == depth_of(payload)
    for other in FORMATS:
        try:
            adapter(other, "request").encode({"model": "m", **value})
        except ToolwireError as error:
            assert "deeply nested" in error.expected


@pytest.mark.parametrize("format_", HOSTILE)
def test_deep_and_broken(format_: str) -> None:
    """The search for the pointer walks the payload; depth must not break it."""
    with pytest.raises(ToolwireError):
        adapter(format_, "request").decode(part(format_, "hostile").deep_and_broken(nested()))


@pytest.mark.parametrize("format_", HOSTILE)
def test_deep_response(format_: str) -> None:
    wire, body = adapter(format_, "response"), part(format_, "hostile").deep_reply(nested())
    try:
        back = wire.encode(wire.decode(body))
    except ToolwireError as error:
        assert "deeply nested" in error.expected
    else:
        assert depth_of(back) == depth_of(body)


def test_arguments_text_of_great_depth() -> None:
    text = '{"a":' * DEPTH + "1" + "}" * DEPTH
    payload = chat_call(
        {"id": "1", "type": "function", "function": {**FUNCTION, "arguments": text}}
    )
    value: Json = openai_chat.decode_request(payload)
    assert openai_chat.encode_request(value) == payload
    for wire in (anthropic_messages, gemini):
        try:
            body = wire.encode_request(value)
        except ToolwireError as error:
            assert "deeply nested" in error.expected
        else:
            assert wire.decode_request(body)["messages"][0]["role"] == "assistant"


def test_the_recursion_limit_is_left_alone() -> None:
    limit = sys.getrecursionlimit()
    adapter("openai_chat", "request").decode(chat(extra=nested()))
    assert sys.getrecursionlimit() == limit


# -- what is no data: cycles, objects that cannot tell theirs, keys that are no text


def cyclic(kind: type) -> Json:
    value: Json = kind()
    if kind is dict:
        value["content"] = value["message"] = value["a"] = value
    else:
        value.append(value)
    return value


class NoDump:
    model_dump = 5


class FailingDump:
    def model_dump(self, **options: object) -> Json:
        raise RuntimeError(options)


class FailingAttribute:
    @property
    def model_dump(self) -> Json:
        raise RuntimeError("no dump")


def lists(depth: int = DEPTH) -> Json:
    value: Json = []
    for _ in range(depth):
        value = [value]
    return value


def says(*blocks: Json) -> Json:
    return {"role": "assistant", "content": list(blocks)}


def calls(arguments: Json) -> Json:
    call = {"id": "1", "name": "f", "arguments": arguments}
    return {"message": says({"kind": "toolCall", "toolCall": call}), "finishReason": "tool_calls"}


VALUES: dict[str, Callable[[], Json]] = {
    "deep list": lists,
    "deep object": nested,
    "deep reply": lambda: calls(nested()),
    "deep result": lambda: {"role": "tool", "toolResult": {"kind": "data", "value": nested()}},
    "cyclic list": lambda: cyclic(list),
    "cyclic object": lambda: cyclic(dict),
    "cyclic arguments": lambda: calls(cyclic(dict)),
    "no dump": NoDump,
    "failing dump": FailingDump,
    "failing attribute": FailingAttribute,
    "class": lambda: FailingDump,
    "objects within": lambda: {"messages": [NoDump()], "contents": [FailingDump()]},
    "reply of objects": lambda: {"message": says(NoDump()), "choices": [FailingDump()]},
    "keys": lambda: {1: {None: 2}, "messages": [{"role": "user", "content": [{3: {4: set()}}]}]},
    "no text": lambda: says({"kind": "text", "text": 5}),
    "text missing": lambda: says({"kind": "text"}),
    "text of another type": lambda: says({"kind": "text", "text": NoDump()}),
    "call missing": lambda: says({"kind": "toolCall"}),
    "no call": lambda: says({"kind": "toolCall", "toolCall": 5}),
    "role of another type": lambda: {"role": [], "content": [[]]},
}


def streamed(convert: Callable[[list[Json]], Iterable[Json]]) -> Callable[[Json], Json]:
    return lambda event: list(convert([event]))


@pytest.mark.parametrize("name", VALUES)
def test_hostile_values_give_results_or_toolwire_errors(name: str) -> None:
    value = VALUES[name]()
    functions: list[Callable[[Json], Json]] = [tool_calls, has_tool_calls, text, StreamFold().add]
    for one in ADAPTERS:
        functions += [one.decode, one.encode, one.losses]
    for format_ in FORMATS:
        wire = getattr(toolwire, format_)
        functions += [streamed(wire.decode_stream), streamed(wire.encode_stream)]
    for function in functions:
        try:
            function(value)
        except ToolwireError as error:
            assert error.expected
            assert error.pointer == "" or error.pointer.startswith("/")
    assert is_tool_result(value) is (name == "deep result")
    assert normal(value) is not None


@pytest.mark.parametrize("depth", [600, 5000])
def test_replies_are_read_however_deep_their_arguments_nest(depth: int) -> None:
    """A model may send such arguments: the app that looks for its calls must not fall over."""
    reply = calls(nested(depth))
    reply["message"]["content"].append({"kind": "text", "text": "x"})
    for value in (reply, reply["message"]):
        (call,) = tool_calls(value)
        assert call is reply["message"]["content"][0]["toolCall"]
        assert has_tool_calls(value)
        assert text(value) == "x"
        assert not is_tool_result(value)


def test_normal_leaves_what_nests_deeper_than_any_value() -> None:
    for value in (lists(), cyclic(list), cyclic(dict)):
        assert normal(value) is value


def test_the_pointer_to_a_key_that_is_no_text_can_be_read() -> None:
    value = {"model": "m", "messages": [], 7: {"model": 1}, "tools": [{"name": "f", "strict": 1}]}
    with pytest.raises(ToolwireError) as caught:
        openai_chat.encode_request(value)
    assert caught.value.pointer.startswith("/tools/0/")


# -- size

SIZE = 50_000_000


def test_fifty_megabytes_of_arguments() -> None:
    """One long text, and many short ones: exact on every wire."""
    long = {"text": "x" * (SIZE // 2)}
    many = {f"key {number}": [number, "y" * 90] for number in range(SIZE // 2 // 110)}
    for arguments in (long, many):
        text = json.dumps(arguments, separators=(",", ":"))
        payload = chat_call(
            {"id": "1", "type": "function", "function": {**FUNCTION, "arguments": text}}
        )
        value: Json = openai_chat.decode_request(payload)
        assert value["messages"][0]["content"][0]["toolCall"]["arguments"] == arguments
        for wire in (anthropic_messages, gemini):
            moved = wire.decode_request(wire.encode_request(value))
            back = openai_chat.encode_request({**moved, "model": "m"})
            assert back["messages"][0]["tool_calls"][0]["function"]["arguments"] == text


def test_fifty_megabytes_of_invalid_arguments() -> None:
    text = '{"text": "' + "x" * SIZE
    payload = chat_call(
        {"id": "1", "type": "function", "function": {**FUNCTION, "arguments": text}}
    )
    value: Json = openai_chat.decode_request(payload)
    assert value["messages"][0]["content"][0]["toolCall"]["invalidArguments"] == text
    assert openai_chat.encode_request(value) == payload


@pytest.mark.parametrize("format_", FORMATS)
def test_work_grows_with_the_conversation_and_no_faster(format_: str) -> None:
    """Twice the turns, twice the calls of Python functions: nothing is searched again and again."""

    def work(turns: int) -> int:
        payload = conversation(format_, turns)
        wire = adapter(format_, "request")
        count = 0

        def count_calls(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(count_calls)
        try:
            value = wire.decode(payload)
            back = wire.encode(value)
        finally:
            sys.setprofile(None)
        assert back == payload
        return count

    work(1)
    small, large = work(50), work(400)
    assert large < 8.5 * small


def conversation(format_: str, turns: int) -> Json:
    """Many turns, each with two calls and their results."""
    value: Json = {"model": "m", "maxTokens": 9, "messages": []}
    for turn in range(turns):
        ids = [f"call_{turn}_{number}" for number in range(2)]
        value["messages"].append({"role": "user", "content": f"question {turn}"})
        value["messages"].append(
            {
                "role": "assistant",
                "content": [
                    {"kind": "toolCall", "toolCall": {"id": i, "name": "f", "arguments": {"n": 1}}}
                    for i in ids
                ],
            }
        )
        value["messages"] += [
            {
                "role": "tool",
                "toolResult": {"toolCallId": i, "name": "f", "kind": "text", "value": "x"},
            }
            for i in ids
        ]
    return adapter(format_, "request").encode(value)


# -- names that look like code

NAMES = [
    "__class__", "__init__", "self", "w", "rest", "import os", "'; DROP TABLE tools; --",
    '"""', "'''\nraise SystemExit\n'''", "{{ 7 * 7 }}", "{% raise %}", "${jndi:ldap://x}",
    "\\", "\n", "\x00", "%s%n", "$", "*", "/", "~0~1", "é", "\u202e", "kind", "role", "metadata",
]  # fmt: skip


@each((format_, ascii(name), (format_, name)) for format_ in FORMATS for name in NAMES)
def test_names_that_look_like_code_are_names(format_: str, name: str) -> None:
    wire = adapter(format_, "request")
    value: Json = {
        "model": name,
        "maxTokens": 9,
        "messages": [
            {"role": "user", "content": name},
            {
                "role": "assistant",
                "content": [
                    {
                        "kind": "toolCall",
                        "toolCall": {"id": name, "name": name, "arguments": {name: name}},
                    }
                ],
            },
            {
                "role": "tool",
                "toolResult": {"toolCallId": name, "name": name, "kind": "text", "value": name},
            },
        ],
        "tools": [
            {
                "name": name,
                "description": name,
                "parameters": {"type": "object", "properties": {name: {"const": name}}},
            }
        ],
    }
    back = wire.decode(wire.encode(value))
    lost = {loss.path[1:] for loss in wire.losses(value)}
    for field in lost | (unsaid(wire.format, "Request", value) & value.keys()):
        assert value.pop(field, None), field
    assert difference(back, value) is None


@each((format_, ascii(name), (format_, name)) for format_ in HOSTILE for name in NAMES)
def test_unknown_keys_that_look_like_code_come_back(format_: str, name: str) -> None:
    wire = adapter(format_, "request")
    inside = part(format_, "hostile").with_key(f"x{name}", {name: name})
    payload = {**inside, f"x{name}": {name: [name]}}
    assert difference(wire.encode(wire.decode(payload)), payload) is None
