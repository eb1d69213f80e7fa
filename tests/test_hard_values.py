"""What converters commonly get wrong about values: one behaviour a test."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation import (
    assert_exact,
    assistant,
    call,
    calls_of,
    decode,
    encode,
    losses,
    request,
    result,
    results_of,
    user,
)
from payloads import ANTHROPIC, GEMINI, OPENAI, claude, google
from samples import FORMATS, exactly, fixture
from toolwire._runtime.errors import ToolwireError

Json = Any
each_format = pytest.mark.parametrize("name", FORMATS)


PARALLEL = request(
    user(),
    assistant(call("c1", "f"), call("c2", "g")),
    result("c1", "text", "one", "f"),
    result("c2", "text", "two", "g"),
)


# -- usage


def test_no_token_is_counted_twice() -> None:
    expected = {
        OPENAI: {
            "inputTokens": 28, "cacheReadTokens": 64, "cacheWriteTokens": 8,
            "outputTokens": 18, "reasoningTokens": 32,
        },
        ANTHROPIC: {
            "inputTokens": 3, "cacheReadTokens": 2000, "cacheWriteTokens": 100,
            "outputTokens": 30, "reasoningTokens": 20,
        },
        GEMINI: {
            "inputTokens": 40, "cacheReadTokens": 60, "outputTokens": 20, "reasoningTokens": 30,
            "toolUseTokens": 5,
        },
    }  # fmt: skip
    for name, counts in expected.items():
        value = assert_exact(name, fixture(name, "replies", "usage_full"), "response")
        found = {key: count for key, count in value["usage"].items() if key != "metadata"}
        assert found == counts, name


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        (OPENAI, "usage_inconsistent"),
        (ANTHROPIC, "usage_more_thinking_than_output"),
        (GEMINI, "usage_more_cached_than_prompt"),
    ],
)
def test_usage_that_does_not_add_up_is_not_corrected(name: str, stem: str) -> None:
    value = assert_exact(name, fixture(name, "replies", stem), "response")
    counts = [count for count in value["usage"].values() if type(count) is int]
    assert all(count >= 0 for count in counts)


# -- results: shapes, errors, text and data


@pytest.mark.parametrize("data", [42, None, "x", [1], True, 5.0, {"output": 1}, {"error": "e"}])
def test_data_that_is_no_plain_object_is_wrapped_for_a_wire_of_objects(data: Json) -> None:
    value = request(user(), assistant(call("c1")), result("c1", "data", data))
    response = encode(GEMINI, value)["contents"][2]["parts"][0]["functionResponse"]["response"]
    assert type(response) is dict and list(response) == ["output"]


def test_data_that_is_a_plain_object_goes_out_as_it_is() -> None:
    value = request(user(), assistant(call("c1")), result("c1", "data", {"celsius": 21.0}))
    response = encode(GEMINI, value)["contents"][2]["parts"][0]["functionResponse"]["response"]
    assert exactly(response, {"celsius": 21.0})


@each_format
def test_a_failed_tool_stays_a_failure(name: str) -> None:
    value = request(user(), assistant(call("c1")), result("c1", "error", "No such city."))
    again = results_of(decode(name, encode(name, value)))[0]
    assert (again["kind"], again["value"]) == ("error", "No such city.")


def test_each_wire_carries_a_failure_in_its_own_way() -> None:
    value = request(user(), assistant(call("c1")), result("c1", "error", "gone"))
    assert json.loads(encode(OPENAI, value)["messages"][2]["content"]) == {"error": "gone"}
    assert encode(ANTHROPIC, value)["messages"][2]["content"][0]["is_error"] is True
    part = encode(GEMINI, value)["contents"][2]["parts"][0]
    assert part["functionResponse"]["response"] == {"error": "gone"}


@each_format
@pytest.mark.parametrize("words", ["42", "null", "true", '{"a": 1}', '"x"', ""])
def test_a_text_that_looks_like_json_stays_text(name: str, words: str) -> None:
    value = request(user(), assistant(call("c1")), result("c1", "text", words))
    again = results_of(decode(name, encode(name, value)))[0]
    assert (again["kind"], again["value"]) == ("text", words)


def test_text_and_data_that_read_the_same_stay_apart() -> None:
    def sent(name: str, kind: str) -> Json:
        return encode(name, request(user(), assistant(call("c1")), result("c1", kind, "42")))

    assert sent(OPENAI, "text")["messages"][2]["content"] == "42"
    assert sent(OPENAI, "data")["messages"][2]["content"] == '"42"'
    for kind, expected in (("text", "42"), ("data", '"42"')):
        part = sent(GEMINI, kind)["contents"][2]["parts"][0]
        assert part["functionResponse"]["response"] == {"output": expected}


# -- finish reasons


def test_calls_that_finish_with_stop_wait_for_results_and_the_raw_word_comes_back() -> None:
    for name, stem in (
        (OPENAI, "forced_call_says_stop"),
        (ANTHROPIC, "call_says_end_turn"),
        (GEMINI, "call"),
    ):
        value = assert_exact(name, fixture(name, "replies", stem), "response")
        assert value["finishReason"] == "tool_calls", name


def test_unknown_finish_reasons_are_other_and_come_back() -> None:
    for name, stem in (
        (OPENAI, "finish_new"),
        (ANTHROPIC, "unknown_reason"),
        (GEMINI, "finish_new"),
        (GEMINI, "finish_integer_unknown"),
    ):
        value = assert_exact(name, fixture(name, "replies", stem), "response")
        assert value["finishReason"] == "other", name


# -- what only one provider has


def test_server_side_blocks_stay_in_place() -> None:
    payload = fixture(ANTHROPIC, "requests", "server_tool_history")
    value = assert_exact(ANTHROPIC, payload)
    kinds = [block["kind"] for block in value["messages"][1]["content"]]
    assert kinds == ["text", "opaque", "opaque", "text", "opaque", "opaque"]
    paused = assert_exact(ANTHROPIC, fixture(ANTHROPIC, "replies", "pause_turn"), "response")
    assert paused["finishReason"] == "pause"


@pytest.mark.parametrize("target", [OPENAI, GEMINI])
def test_server_side_blocks_are_reported_as_lost_elsewhere(target: str) -> None:
    value = decode(ANTHROPIC, fixture(ANTHROPIC, "requests", "server_tool_history"))
    assert "srvtoolu_1" not in json.dumps(encode(target, value))
    assert "/messages/1/content/1" in losses(target, value)


def test_a_choice_among_tools_in_a_mode_that_nobody_knows_is_kept_as_it_is() -> None:
    named = {"type": "function", "function": {"name": "look"}}
    choice = {"type": "allowed_tools", "allowed_tools": {"mode": "maybe", "tools": [named]}}
    payload = {"model": "m", "messages": [], "tool_choice": choice}
    expected = {"kind": "opaque", "format": OPENAI, "value": choice}
    assert assert_exact(OPENAI, payload)["toolChoice"] == expected


def test_turns_have_the_roles_the_wire_knows() -> None:
    payload = fixture(GEMINI, "requests", "odd_contents")
    value = assert_exact(GEMINI, payload)
    assert value["messages"][4]["kind"] == "opaque"
    roles = {content["role"] for content in encode(GEMINI, PARALLEL)["contents"]}
    assert roles == {"user", "model"}


@pytest.mark.parametrize("target", [OPENAI, GEMINI])
def test_cache_markers_survive_at_home_and_stay_there(target: str) -> None:
    value = assert_exact(ANTHROPIC, fixture(ANTHROPIC, "requests", "cache_control_everywhere"))
    assert "cache_control" not in json.dumps(encode(target, value))
    assert any(path.startswith("/tools/0") for path in losses(target, value))


def test_fields_of_one_wire_are_kept_at_home_and_reported_elsewhere() -> None:
    value = assert_exact(OPENAI, fixture(OPENAI, "requests", "all_settings"))
    for target in (ANTHROPIC, GEMINI):
        sent = json.dumps(encode(target, value))
        assert "logit_bias" not in sent
        assert ("9007199254740993" in sent) is (target == GEMINI)  # it has seeds, exact ones
        assert losses(target, value)


# -- values


@each_format
def test_numbers_are_exact(name: str) -> None:
    arguments = {"i": 5, "f": 5.0, "big": 2**63 + 1, "z": -0.0, "e": 1e22, "t": True, "one": 1}
    value = request(user(), assistant(call("c1", arguments=arguments)))
    again = calls_of(decode(name, encode(name, value)))[0]
    assert exactly(again["arguments"], arguments)


@each_format
def test_key_order_is_kept_in_arguments_and_schemas(name: str) -> None:
    schema = {"type": "object", "properties": {"z": {"type": "string"}, "a": {}}, "required": []}
    arguments = {"z": 1, "a": {"y": 2, "b": 3}}
    value = request(
        user(),
        assistant(call("c1", arguments=arguments)),
        tools=[{"name": "f", "parameters": schema}],
    )
    again = decode(name, encode(name, value))
    assert json.dumps(calls_of(again)[0]["arguments"]) == json.dumps(arguments)
    assert json.dumps(again["tools"][0]["parameters"]) == json.dumps(schema)


@each_format
def test_lone_surrogates_are_kept(name: str) -> None:
    arguments = {"\ud800": "\udfff", "pair": "\U0001f600"}
    value = request(
        user("\ud83d"),
        assistant(call("c1", arguments=arguments)),
        result("c1", "text", "\ude00"),
    )
    again = decode(name, encode(name, value))
    assert again["messages"][0]["content"] == "\ud83d"
    assert exactly(calls_of(again)[0]["arguments"], arguments)
    assert results_of(again)[0]["value"] == "\ude00"


def test_both_spellings_of_a_wire_mean_the_same() -> None:
    camel = {
        "contents": [
            {"role": "model", "parts": [
                {"functionCall": {"id": "c1", "name": "f", "args": {"a_b": 1}}},
            ]},
            {"role": "user", "parts": [
                {"functionResponse": {"id": "c1", "name": "f", "response": {"output": "x"}}},
                {"inlineData": {"mimeType": "image/png", "data": "AAAA"}},
            ]},
        ],
        "generationConfig": {"maxOutputTokens": 5, "topP": 0.5},
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}},
        "tools": [{"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT"}}]}],
    }  # fmt: skip
    snake = {
        "contents": [
            {"role": "model", "parts": [
                {"function_call": {"id": "c1", "name": "f", "args": {"a_b": 1}}},
            ]},
            {"role": "user", "parts": [
                {"function_response": {"id": "c1", "name": "f", "response": {"output": "x"}}},
                {"inline_data": {"mime_type": "image/png", "data": "AAAA"}},
            ]},
        ],
        "generation_config": {"max_output_tokens": 5, "top_p": 0.5},
        "tool_config": {"function_calling_config": {"mode": 2, "allowed_function_names": ["f"]}},
        "tools": [{"function_declarations": [{"name": "f", "parameters": {"type": 6}}]}],
    }  # fmt: skip
    values = [assert_exact(GEMINI, payload) for payload in (camel, snake)]
    assert exactly(*map(meaning, values))


def meaning(value: Json) -> Json:
    """A value without any metadata."""
    if isinstance(value, list):
        return [meaning(item) for item in value]
    if isinstance(value, dict):
        return {key: meaning(item) for key, item in value.items() if key != "metadata"}
    return value


# -- malformed payloads

MALFORMED = [
    (OPENAI, "/messages/0/tool_calls", {"messages": [
        {"role": "assistant", "tool_calls": "x"}]}),
    (OPENAI, "/messages/0/tool_calls/0/function/name", {"messages": [
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": 5}}]}]}),
    (OPENAI, "/messages", {"messages": {}}),
    (OPENAI, "/messages", {}),
    (OPENAI, "/tool_choice", {"messages": [], "tool_choice": 5}),
    (ANTHROPIC, "/max_tokens", {"messages": []}),
    (ANTHROPIC, "/messages/0/content/0/name", {"max_tokens": 1, "messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": []}]}]}),
    (ANTHROPIC, "/messages/0/content", {"max_tokens": 1, "messages": [
        {"role": "user", "content": 5}]}),
    (ANTHROPIC, "/messages/0/content/0/data", {"max_tokens": 1, "messages": [
        {"role": "assistant", "content": [{"type": "redacted_thinking"}]}]}),
    (GEMINI, "/contents", {"contents": "x"}),
    (GEMINI, "/contents/0/parts", {"contents": [{"role": "user", "parts": {}}]}),
    (GEMINI, "/contents/0/parts/0/functionCall/name", {"contents": [
        {"role": "model", "parts": [{"functionCall": {"name": {}}}]}]}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "pointer", "payload"), MALFORMED)
def test_a_malformed_payload_is_refused_with_the_place(
    name: str, pointer: str, payload: Json
) -> None:
    with pytest.raises(ToolwireError) as caught:
        decode(name, payload)
    assert caught.value.pointer == pointer
    assert caught.value.expected and caught.value.code in ("missing", "type", "value")


# -- what an app writes for one wire


def test_a_key_of_blocks_that_stood_on_a_message_comes_back_there() -> None:
    mark = {"type": "ephemeral"}
    for content in ("hi", [{"type": "text", "text": "hi"}]):
        message = {"role": "user", "content": content, "cache_control": mark}
        assert_exact(ANTHROPIC, claude(message))


def test_a_key_of_blocks_that_an_app_writes_on_a_message_goes_to_its_last_block() -> None:
    mark = {"metadata": {ANTHROPIC: {"cache_control": {"type": "ephemeral"}}}}
    value = request({**user("hi"), **mark})
    assert losses(ANTHROPIC, value) == []
    (written,) = encode(ANTHROPIC, value)["messages"]
    block = {"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}
    assert written == {"role": "user", "content": [block]}
    empty = request({**user(""), **mark})
    assert encode(ANTHROPIC, empty)["messages"] == [{"role": "user", "content": ""}]
    assert losses(ANTHROPIC, empty) == [f"/messages/0/metadata/{ANTHROPIC}/cache_control"]


def test_system_messages_that_become_one_keep_their_marks() -> None:
    mark = {"metadata": {ANTHROPIC: {"cache_control": {"type": "ephemeral"}}}}
    system = {"role": "system", "content": "Be brief."}
    body = encode(ANTHROPIC, request({**system, **mark}, system, user()))
    assert [block.get("cache_control") for block in body["system"]] == [{"type": "ephemeral"}, None]


def test_a_switch_inside_a_choice_outlives_another_choice() -> None:
    config = {"mode": "AUTO", "streamFunctionCallArguments": True}
    value = decode(GEMINI, google(toolConfig={"functionCallingConfig": config}))
    value["toolChoice"] = "required"
    written = encode(GEMINI, value)["toolConfig"]["functionCallingConfig"]
    assert written == {"mode": "ANY", "streamFunctionCallArguments": True}



@pytest.mark.parametrize(("name", "kind", "field"), [
    (OPENAI, "image", "fileId"), (OPENAI, "document", "url"), (GEMINI, "document", "fileId"),
])  # fmt: skip
def test_a_wrong_type_is_refused_where_the_wire_has_no_place_for_it(
    name: str, kind: str, field: str
) -> None:
    with pytest.raises(ToolwireError) as caught:
        encode(name, request(user([{"kind": kind, field: 98765}])))
    assert caught.value.pointer == f"/messages/0/content/0/{field}"
