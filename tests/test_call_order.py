"""Calls and results that share an id, lack one, or stand apart: which belongs to which."""

from __future__ import annotations

import re
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
    request,
    result,
    results_of,
    user,
)
from payloads import ANTHROPIC, GEMINI, OPENAI, chat, google
from stream_samples import MODULES

Json = Any


def ids_sent(body: Json) -> tuple[list[Json], list[Json]]:
    """The ids of the calls and of the results of a Chat Completions body."""
    messages = body["messages"]
    calls = [made["id"] for one in messages for made in one.get("tool_calls", ())]
    return calls, [one["tool_call_id"] for one in messages if one["role"] == "tool"]


def asked(*names: str, **given: str) -> Json:
    """A model's turn of Gemini: calls of these names without ids, or with those given."""
    parts = [{"functionCall": {"name": name, "args": {}}} for name in names]
    parts += [{"functionCall": {"name": n, "args": {}, "id": id_}} for n, id_ in given.items()]
    return {"role": "model", "parts": parts}


def replied(name: str, **more: str) -> Json:
    response = {"name": name, "response": {"output": "x"}, **more}
    return {"role": "user", "parts": [{"functionResponse": response}]}


def user_turn(text: str = "go on") -> Json:
    return {"role": "user", "parts": [{"text": text}]}


# -- calls under one id


def test_calls_under_one_id_are_numbered_from_the_second() -> None:
    turns = [m for n in "123" for m in (assistant(call("c")), result("c", "text", n))]
    calls, results = ids_sent(encode(OPENAI, request(user(), *turns)))
    assert calls == results == ["c", "c_2", "c_3"]


def test_a_new_id_is_none_that_a_result_without_a_call_has() -> None:
    turns = [m for n in "12" for m in (assistant(call("c")), result("c", "text", n))]
    body = encode(OPENAI, request(user(), *turns, result("c_2", "text", "of nobody")))
    calls, results = ids_sent(body)
    assert calls == ["c", "c_3"]
    assert sorted(results) == ["c", "c_2", "c_3"]


def test_of_calls_under_one_id_a_result_answers_that_of_its_name() -> None:
    results = [result("c", "text", "of g", "g"), result("c", "text", "of f", "f")]
    body = encode(OPENAI, request(user(), assistant(call("c", "f"), call("c", "g")), *results))
    answers = {one["tool_call_id"]: one["content"] for one in body["messages"] if "content" in one
               and one["role"] == "tool"}  # fmt: skip
    assert ids_sent(body)[0] == ["c", "c_2"]
    assert answers == {"c": "of f", "c_2": "of g"}


def test_a_result_too_many_answers_the_last_call_of_its_id() -> None:
    results = [result("c", "text", n) for n in "123"]
    body = encode(OPENAI, request(user(), assistant(call("c"), call("c")), *results))
    assert ids_sent(body) == (["c", "c_2"], ["c", "c_2", "c_2"])


# -- overlays on the message of a result


@pytest.mark.parametrize("ahead", [[], [assistant(call("open")), user()]], ids=["near", "late"])
@pytest.mark.parametrize("own", [{}, {"x_own": 1}], ids=["alone", "beside"])
def test_an_overlay_on_a_tool_message_is_laid_on_its_result(ahead: Json, own: Json) -> None:
    answer = result("c", "text", "x", metadata={ANTHROPIC: own})
    answer["metadata"] = {ANTHROPIC: {"cache_control": {"type": "ephemeral"}}}
    body = encode(ANTHROPIC, request(user(), *ahead, assistant(call("c")), answer))
    block = body["messages"][-1]["content"][0]
    assert block["tool_use_id"] == "c"
    assert block["cache_control"] == {"type": "ephemeral"}
    assert {key: block.get(key) for key in own} == own


# -- calls without ids on the wire


def test_an_apps_result_is_told_by_id_where_another_call_of_its_name_is_open() -> None:
    value = decode(GEMINI, google(user_turn(), asked("f"), user_turn(), asked("f")))
    last = calls_of(value)[-1]
    value["messages"].append(result(last["id"], "text", "x"))
    contents = encode(GEMINI, value)["contents"]
    sent = contents[3]["parts"][0]["functionCall"]["id"]
    assert sent and contents[4]["parts"][0]["functionResponse"]["id"] == sent


@pytest.mark.parametrize(
    "contents",
    [
        # As it came, so it goes back: whatever is open.
        [user_turn(), asked("f"), user_turn(), asked("f"), replied("f")],
        [user_turn(), asked("f"), user_turn(), asked("f"), replied("f"), replied("f")],
        [user_turn(), asked("f", "g"), replied("g"), replied("f")],
        [user_turn(), asked("f", g="b"), replied("g", id="b"), replied("f")],
        [user_turn(), asked("f", f="b"), replied("f"), replied("f", id="b")],
        [user_turn(), asked("f"), replied("f", id="unnamed_call_1")],
        [user_turn(), asked(f="unnamed_call_1"), asked("f"), replied("f")],
        [user_turn(), asked("f"), replied("f"), replied("f")],
        [user_turn(), asked("f"), user_turn(), replied("f"), asked("f"), replied("f")],
    ],
)
def test_traffic_without_ids_comes_back_exactly(contents: list[Json]) -> None:
    assert_exact(GEMINI, google(*contents))


def test_results_without_ids_have_the_names_and_ids_of_their_calls() -> None:
    value = decode(GEMINI, google(user_turn(), asked("f", "g"), replied("g"), replied("f")))
    ids = {made["name"]: made["id"] for made in calls_of(value)}
    assert [(one["name"], one["toolCallId"]) for one in results_of(value)] == [
        ("g", ids["g"]),
        ("f", ids["f"]),
    ]


def test_results_without_ids_answer_the_calls_that_are_still_open() -> None:
    value = decode(GEMINI, google(user_turn(), asked("f", "f", "f"), *[replied("f")] * 3))
    ids = [made["id"] for made in calls_of(value)]
    assert len({*ids}) == 3
    assert [one["toolCallId"] for one in results_of(value)] == ids
    named = [asked(f="a"), asked(f="b"), replied("f", id="a"), replied("f")]
    value = decode(GEMINI, google(user_turn(), *named))
    assert [one["toolCallId"] for one in results_of(value)] == ["a", "b"]
    both = [asked("f", f="a"), replied("f"), replied("f")]
    value = decode(GEMINI, google(user_turn(), *both))
    ids = [made["id"] for made in calls_of(value)]
    assert ids[1] == "a" and [one["toolCallId"] for one in results_of(value)] == ids
    value = decode(GEMINI, google(user_turn(), asked("g", f="a"), replied("f"), replied("g")))
    other, first = (made["id"] for made in calls_of(value))
    assert [one["toolCallId"] for one in results_of(value)] == [first, other]


def test_a_result_that_came_late_stays_where_it_is() -> None:
    asking = {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}  # fmt: skip
    late = {"role": "tool", "tool_call_id": "c", "content": "x"}
    value = assert_exact(OPENAI, chat(asking, {"role": "user", "content": "well?"}, late))
    roles = [message["role"] for message in toolwire.normal(value)["messages"]]
    assert roles == ["assistant", "user", "tool"]


# -- ids of replies that have none


def reply(*calls: Json, **fields: Json) -> Json:
    content = {"role": "model", "parts": [{"functionCall": one} for one in calls]}
    return {"candidates": [{"content": content, "finishReason": "STOP"}], **fields}


def ids_of(body: Json) -> list[str]:
    return [made["id"] for made in calls_of(decode(GEMINI, body, "response"))]


def test_an_id_is_made_of_the_replys_own_and_the_calls_place() -> None:
    assert ids_of(reply({"name": "f"}, {"name": "f"}, responseId="r-1")) == [
        "call_r-1_1",
        "call_r-1_2",
    ]


def test_an_id_is_legal_on_every_wire_whatever_the_replys_own_is() -> None:
    for reply_id in ("a b/c:d", "é", "x" * 300):
        (made,) = ids_of(reply({"name": "f"}, responseId=reply_id))
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", made)
        assert ids_of(reply({"name": "f"}, responseId=f"{reply_id}2")) != [made]


def test_an_id_made_of_all_that_a_reply_says_does_not_depend_on_the_order_of_keys() -> None:
    one = reply({"name": "f", "args": {"a": 1, "b": 2}})
    other = reply({"args": {"b": 2, "a": 1}, "name": "f"})
    assert ids_of(one) == ids_of(other)
    assert ids_of(one) != ids_of(reply({"name": "f", "args": {"a": 1, "b": 3}}))


def test_an_id_that_is_made_is_none_that_the_reply_has() -> None:
    taken = reply({"name": "f"}, {"name": "f", "id": "call_r_1"}, responseId="r")
    assert ids_of(taken) == ["call_r_1_", "call_r_1"]
    looks_made = reply({"name": "f", "id": "unnamed_call_1"}, {"name": "f"}, responseId="r")
    assert ids_of(looks_made) == ["unnamed_call_1", "call_r_2"]
    behind = reply({"name": "f"}, {"name": "f", "id": "unnamed_call_1"}, responseId="r")
    assert ids_of(behind) == ["call_r_1", "unnamed_call_1"]
    for body in (taken, looks_made, behind):
        assert_exact(GEMINI, body, "response")
        *_, completed = MODULES[GEMINI].decode_stream([body])
        assert [call["id"] for call in calls_of(completed["response"])] == ids_of(body)


def test_where_a_wire_demands_ids_a_made_one_is_sent_with_its_result() -> None:
    made = {"type": "function", "function": {"name": "f", "arguments": "{}"}}
    body = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [
        {"index": 0, "finish_reason": "tool_calls", "message":
            {"role": "assistant", "content": None, "tool_calls": [made]}}]}  # fmt: skip
    response = assert_exact(OPENAI, body, "response")
    (only,) = calls_of(response)
    answer = result(only["id"], "text", "x")
    sent = encode(OPENAI, request(user(), response["message"], answer))
    assert ids_sent(sent) == ([only["id"]], [only["id"]])
