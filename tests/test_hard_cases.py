"""What converters commonly get wrong about calls: one behaviour a test."""

from __future__ import annotations

import json
from typing import Any

import pytest

import toolwire
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
    text,
    user,
)
from payloads import ANTHROPIC, GEMINI, OPENAI
from samples import FORMATS, exactly, fixture, is_error_body
from toolwire._runtime.convert import format_module

Json = Any
each_format = pytest.mark.parametrize("name", FORMATS)


# -- reasoning and signatures


def test_reasoning_stays_in_place_with_its_signature() -> None:
    payload = fixture(ANTHROPIC, "requests", "interleaved_thinking")
    value = assert_exact(ANTHROPIC, payload)
    kinds = [block["kind"] for block in value["messages"][1]["content"]]
    assert kinds == ["reasoning", "text", "toolCall"]
    reasoning = value["messages"][1]["content"][0]
    assert reasoning["metadata"][ANTHROPIC]["signature"] == "c2ln"


def test_redacted_reasoning_stays_redacted_and_in_order() -> None:
    payload = fixture(ANTHROPIC, "replies", "thinking_and_call")
    value = assert_exact(ANTHROPIC, payload, "response")
    kinds = [(b["kind"], b.get("redacted")) for b in value["message"]["content"]]
    assert kinds == [("reasoning", None), ("reasoning", True), ("toolCall", None)]


@pytest.mark.parametrize("target", [OPENAI, GEMINI])
def test_reasoning_never_reaches_another_provider_and_the_loss_is_reported(target: str) -> None:
    value = {**decode(ANTHROPIC, fixture(ANTHROPIC, "requests", "thinking")), "model": "m"}
    sent = json.dumps(encode(target, value))
    for secret in ("c2lnbmVk", "ZW5j", "Two and two"):
        assert secret not in sent
    assert {"/messages/1/content/0", "/messages/1/content/1"} <= set(losses(target, value))


def test_a_reply_with_reasoning_replays_in_the_next_request() -> None:
    reply = fixture(ANTHROPIC, "replies", "thinking_and_call")
    message = decode(ANTHROPIC, reply, "response")["message"]
    sent = encode(ANTHROPIC, request(user(), message, result("t", "text", "ok")))
    assert exactly(sent["messages"][1], {"role": "assistant", "content": reply["content"]})


def test_a_thought_signature_rides_on_the_very_part_it_came_on() -> None:
    payload = fixture(GEMINI, "requests", "thoughts_and_signatures")
    value = assert_exact(GEMINI, payload)
    blocks = [b for m in value["messages"] if m["role"] == "assistant" for b in m["content"]]
    signatures = [
        (b.get("toolCall", b).get("metadata", {}).get(GEMINI, {})).get("thoughtSignature")
        for b in blocks
    ]
    assert signatures == [None, "c2lnMQ==", "c2lnMg==", None, "c2lnMw=="]
    assert blocks[-1]["text"] == ""
    assert [made["id"] for made in calls_of(value)] == ["c1", "c2"]


def test_a_signature_on_an_image_comes_back_on_the_image() -> None:
    value = assert_exact(GEMINI, fixture(GEMINI, "replies", "signature_on_image"), "response")
    image = value["message"]["content"][0]
    assert image["kind"] == "image" and image["metadata"][GEMINI]["thoughtSignature"] == "c2ln"


def test_a_changed_call_keeps_its_signature() -> None:
    value = decode(GEMINI, fixture(GEMINI, "replies", "call"), "response")
    made = calls_of(value)[0]
    changed = {**made, "arguments": {"city": "Oslo"}}
    message = assistant({"kind": "toolCall", "toolCall": changed})
    part = encode(GEMINI, request(user(), message))["contents"][1]["parts"][0]
    assert part["thoughtSignature"] == "c2ln" and part["functionCall"]["args"] == {"city": "Oslo"}


# -- parallel calls and their results

PARALLEL = request(
    user(),
    assistant(text("Both."), call("c1", "f"), call("c2", "g")),
    result("c1", "text", "one", "f"),
    result("c2", "text", "two", "g"),
    user("And now?"),
)


def test_parallel_results_share_one_message_where_the_wire_wants_it() -> None:
    messages = encode(ANTHROPIC, PARALLEL)["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert [b["type"] for b in messages[2]["content"]] == ["tool_result", "tool_result", "text"]
    assert [b["tool_use_id"] for b in messages[2]["content"][:2]] == ["c1", "c2"]
    contents = encode(GEMINI, PARALLEL)["contents"]
    assert [content["role"] for content in contents] == ["user", "model", "user", "user"]
    parts = contents[2]["parts"]
    assert [(p["functionResponse"]["id"], p["functionResponse"]["name"]) for p in parts] == [
        ("c1", "f"),
        ("c2", "g"),
    ]


def test_parallel_results_are_a_message_each_where_the_wire_wants_that() -> None:
    messages = encode(OPENAI, PARALLEL)["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant", "tool", "tool", "user"]
    assert [m["tool_call_id"] for m in messages[2:4]] == ["c1", "c2"]


@each_format
def test_results_are_paired_with_their_calls_by_id(name: str) -> None:
    swapped = request(*PARALLEL["messages"][:2], *reversed(PARALLEL["messages"][2:4]))
    found = {r["toolCallId"]: (r["name"], r["value"]) for r in results_of(
        decode(name, encode(name, swapped)))}  # fmt: skip
    assert found == {"c1": ("f", "one"), "c2": ("g", "two")}


def test_results_without_ids_answer_the_open_calls_of_their_name_in_order() -> None:
    value = assert_exact(GEMINI, fixture(GEMINI, "requests", "calls_without_ids"))
    calls = {made["id"]: made for made in calls_of(value)}
    assert len(calls) == 4
    answered = [(calls[r["toolCallId"]], r["value"]) for r in results_of(value)]
    pairs = [(made["name"], made["arguments"].get("city"), answer) for made, answer in answered]
    assert pairs == [
        ("get_weather", "Bergen", "rain"),
        ("ping", None, "pong"),
        ("get_weather", "Oslo", "dry"),
        ("ping", None, "pong"),
    ]


def test_results_stand_ahead_of_what_else_the_user_says() -> None:
    for message in (user("text"), user([text("a"), {"kind": "image", "url": "https://e.org/a"}])):
        value = request(user(), assistant(call("c1")), result("c1", "text", "x"), message)
        content = encode(ANTHROPIC, value)["messages"][2]["content"]
        assert content[0]["type"] == "tool_result" and len(content) > 1


# -- ids


@pytest.mark.parametrize("name", [OPENAI, GEMINI])
def test_missing_empty_and_null_ids_become_distinct_ids_and_come_back(name: str) -> None:
    stem = "missing_ids" if name == OPENAI else "ids_empty_and_null"
    value = assert_exact(name, fixture(name, "requests", stem))
    ids = [made["id"] for made in calls_of(value)]
    assert len(set(ids)) == len(ids) and all(type(i) is str and i for i in ids)
    assert [r["toolCallId"] for r in results_of(value)][: len(ids)] != [""] * len(ids)
    assert {r["toolCallId"] for r in results_of(value)} >= set(ids[:2])


def test_ids_made_up_on_receipt_never_reach_the_wire_they_came_from() -> None:
    value = decode(GEMINI, fixture(GEMINI, "requests", "calls_without_ids"))
    assert "unnamed" not in json.dumps(encode(GEMINI, value))


def test_made_up_ids_pair_calls_and_results_on_another_wire() -> None:
    value = {**decode(GEMINI, fixture(GEMINI, "requests", "calls_without_ids")), "model": "m"}
    messages = encode(OPENAI, value)["messages"]
    made = [c["id"] for m in messages for c in m.get("tool_calls", ())]
    answered = [m["tool_call_id"] for m in messages if m["role"] == "tool"]
    assert len(set(made)) == 4 and sorted(made) == sorted(answered)


def test_a_literal_null_is_an_id_like_any_other() -> None:
    value = assert_exact(OPENAI, fixture(OPENAI, "requests", "odd_ids"))
    assert [made["id"] for made in calls_of(value)][-1] == "null"
    assert results_of(value)[-1]["toolCallId"] == "null"


# -- empty texts


def test_empty_texts_are_left_out_where_the_wire_refuses_them() -> None:
    value = request(user([text(""), text("x")]), assistant(text(""), call("c1")))
    messages = encode(ANTHROPIC, value)["messages"]
    assert messages[0]["content"] == [{"type": "text", "text": "x"}]
    assert [block["type"] for block in messages[1]["content"]] == ["tool_use"]


def test_an_empty_text_that_carries_a_signature_is_kept() -> None:
    payload = fixture(GEMINI, "replies", "signature_on_empty_text")
    value = assert_exact(GEMINI, payload, "response")
    assert [block["text"] for block in value["message"]["content"]] == ["Yes.", ""]


# -- arguments

BROKEN = '{"city": "Os'


@each_format
def test_malformed_arguments_are_kept_and_are_never_another_call(name: str) -> None:
    value = request(user(), assistant(call("c1", invalidArguments=BROKEN)))
    again = calls_of(decode(name, encode(name, value)))[0]
    assert again["arguments"] == {} and again["invalidArguments"] == BROKEN


def test_malformed_arguments_are_lowered_alike_and_reported() -> None:
    value = request(user(), assistant(call("c1", invalidArguments=BROKEN)))
    block = encode(ANTHROPIC, value)["messages"][1]["content"][0]
    part = encode(GEMINI, value)["contents"][1]["parts"][0]
    assert block["input"] == part["functionCall"]["args"] != {}
    for name in (ANTHROPIC, GEMINI):
        path = "/messages/1/content/0/toolCall/invalidArguments"
        assert path in losses(name, value)


def test_empty_null_and_absent_arguments_mean_none_and_come_back_as_they_were() -> None:
    function = {"name": "f"}
    spellings = ({}, *({"arguments": raw} for raw in ("", None, "{}", "null", " null ")))
    for spelled in spellings:
        payload = {
            "model": "m",
            "messages": [
                {
                    "role": "assistant",
                    "tool_calls": [{"id": "c", "type": "function", "function": function | spelled}],
                }
            ],
        }
        made = calls_of(assert_exact(OPENAI, payload))[0]
        assert made["arguments"] == {} and "invalidArguments" not in made


@pytest.mark.parametrize("pieces", [["null"], ["nu", "ll"]])
def test_a_null_in_a_stream_means_no_arguments(pieces: list[str]) -> None:
    """Groq says so of calls without arguments, and Cohere."""
    deltas: list[Json] = [
        {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": ""}},
        *({"index": 0, "function": {"arguments": piece}} for piece in pieces),
    ]
    said = [{"tool_calls": [delta]} for delta in deltas]
    ends = {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
    chunks = [*({"choices": [{"index": 0, "delta": one}]} for one in said), ends]
    fold = toolwire.StreamFold()
    events = [*fold.over(toolwire.openai_chat.decode_stream(chunks))]
    made = toolwire.tool_calls(fold.response)[0]
    assert made["arguments"] == {} and "invalidArguments" not in made
    cut = toolwire.StreamFold()
    assert [*cut.over(iter(events[:-1]))] and not cut.complete
    made = toolwire.tool_calls(cut.response)[0]
    assert made["arguments"] == {} and "invalidArguments" not in made
    for name in (ANTHROPIC, GEMINI):
        there = toolwire.convert_stream(chunks, source=OPENAI, target=name, on_loss="ignore")
        *_, last = format_module(name).decode_stream([*there])
        made = toolwire.tool_calls(last["response"])[0]
        assert made["arguments"] == {} and "invalidArguments" not in made


@pytest.mark.parametrize("raw", ["[1,2]", "nil", "42", '"x"', "true"])
def test_arguments_that_are_json_but_no_object_are_invalid(raw: str) -> None:
    function = {"name": "f", "arguments": raw}
    calls = [{"id": "c", "type": "function", "function": function}]
    payload = {"model": "m", "messages": [{"role": "assistant", "tool_calls": calls}]}
    made = calls_of(assert_exact(OPENAI, payload))[0]
    assert made["arguments"] == {} and made["invalidArguments"] == raw


def test_arguments_text_comes_back_letter_by_letter() -> None:
    payload = fixture(OPENAI, "requests", "argument_spellings")
    value = decode(OPENAI, payload)
    before = [c["function"]["arguments"] for c in payload["messages"][1]["tool_calls"]]
    after = encode(OPENAI, value)["messages"][1]["tool_calls"]
    assert [c["function"]["arguments"] for c in after] == before


def test_changed_arguments_win_over_the_old_text() -> None:
    value = decode(OPENAI, fixture(OPENAI, "requests", "argument_spellings"))
    made = calls_of(value)[0]
    changed = {**made, "arguments": {"city": "Rome"}}
    sent = encode(OPENAI, request(user(), assistant({"kind": "toolCall", "toolCall": changed})))
    function = sent["messages"][1]["tool_calls"][0]["function"]
    assert json.loads(function["arguments"]) == {"city": "Rome"}


# -- media in results

MEDIA = request(
    user(),
    assistant(call("c1")),
    result("c1", "multimodal", [
        text("Radar:"), {"kind": "image", "data": "aGVsbG8=", "mimeType": "image/png"},
    ]),
)  # fmt: skip


def test_a_picture_in_a_result_goes_to_the_wires_own_place_for_it() -> None:
    block = encode(ANTHROPIC, MEDIA)["messages"][2]["content"][0]
    assert [part["type"] for part in block["content"]] == ["text", "image"]
    response = encode(GEMINI, MEDIA)["contents"][2]["parts"][0]["functionResponse"]
    assert response["response"] == {"output": "Radar:"}
    assert response["parts"][0]["inlineData"]["data"] == "aGVsbG8="


def test_a_picture_in_a_result_is_never_pasted_into_text() -> None:
    """Nor does it stand in a result that the API refuses: behind the results it is a picture."""
    wire = format_module(OPENAI)
    messages = wire.encode_request(MEDIA, on_loss="ignore")["messages"]
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}}
    assert messages[2]["content"] == [{"type": "text", "text": "Radar:"}]
    assert messages[3]["role"] == "user" and messages[3]["content"][-1] == picture
    assert json.dumps(messages).count("aGVsbG8=") == 1
    moved = [one for one in wire.losses_request(MEDIA) if one.code == "moved"]
    assert [one.path for one in moved] == ["/messages/2/toolResult/value/1"]
    # Without rules it stands where it stood, and is no text there either.
    assert encode(OPENAI, MEDIA)["messages"][2]["content"][-1] == picture


@each_format
def test_what_an_error_body_leaves_out_of_a_cut_reply_is_reported(name: str) -> None:
    message = assistant(text("Half of"), call("c1", invalidArguments='{"to": "bob", "amount": 1'))
    error = {"message": "the stream ended", "type": "incomplete_stream"}
    response = {"message": message, "finishReason": "error", "error": error}
    left_out = is_error_body(name, encode(name, response, "response"))
    assert ("/message/content" in losses(name, response, "response")) is left_out
    assert left_out or name not in (OPENAI, ANTHROPIC, GEMINI)
    bare = {**response, "message": assistant()}
    assert "/message/content" not in losses(name, bare, "response")
