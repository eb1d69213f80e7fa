"""Conversations driven as apps drive them: every result answers its own call, on every wire."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from conversation import user
from dice import Dice
from driving import CONVERSED, pairing
from driving.calls import Asked, answer, ask, asked_by
from driving.conversations import drive
from driving.odd_requests import odd
from driving.replies import reply, stored
from driving.talk import talk
from examples.tool_loop import ask as tool_loop
from samples import ROOT, invalid
from stream_samples import MODULES
from toolwire import StreamFold, convert_request, convert_response, gemini, tool_calls

Json = Any
SEEDS = 300
each_wire = pytest.mark.parametrize("name", CONVERSED)


@pytest.mark.parametrize("first", range(0, SEEDS, 50))
def test_in_driven_conversations_every_result_answers_its_own_call(first: int) -> None:
    found = {seed: drive(seed) for seed in range(first, first + 50)}
    assert {seed: faults for seed, faults in found.items() if faults} == {}


@each_wire
def test_what_the_driver_feeds_is_valid_by_the_wires_schema(name: str) -> None:
    dice = Dice(f"fed {name}")
    for number in range(100):
        calls = [Asked(marker, "find") for marker in range(number % 4)]
        assert invalid(name, "response", reply(name, calls, dice)) is None
        assert invalid(name, "request", odd(name, dice).body) is None


# -- the cases of the issue, one by one


def google_reply(*markers: int, response_id: str | None = None) -> Json:
    """A Gemini reply whose calls have no ids; without calls, a text."""
    calls = [{"name": "find", "args": {"question": ask(marker)}} for marker in markers]
    parts: list[Json] = [{"functionCall": call} for call in calls]
    content = {"role": "model", "parts": parts or [{"text": "Done."}]}
    body: Json = {"candidates": [{"content": content, "finishReason": "STOP"}]}
    return body if response_id is None else {"responseId": response_id, **body}


def chat_reply(*calls: tuple[str | None, int]) -> Json:
    """A Chat Completions reply; None leaves a call without an id."""
    wished = []
    for id_, marker in calls:
        function = {"name": "find", "arguments": f'{{"question":"{ask(marker)}"}}'}
        call = {"type": "function", "function": function}
        wished.append(call if id_ is None else {"id": id_, **call})
    message = {"role": "assistant", "content": None, "tool_calls": wished}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def result(call: Json, marker: int, more: str = "") -> Json:
    """The message of an app that answers one call by its id and name."""
    head = {"kind": "text", "toolCallId": call["id"], "name": call["name"]}
    return {"role": "tool", "toolResult": {**head, "value": answer(marker) + more}}


def turn(wire: str, body: Json, *order: int) -> list[Json]:
    """A reply and the results of its calls in this order of their markers."""
    response = MODULES[wire].decode_response(body)
    calls = {asked_by(call): call for call in tool_calls(response)}
    return [response["message"], *(result(calls[marker], marker) for marker in order)]


def bodies(*messages: Json) -> dict[str, Json]:
    """A conversation on every wire."""
    request = {"model": "m", "messages": [user("How warm is it?"), *messages]}
    return {wire: MODULES[wire].encode_request(request) for wire in CONVERSED}


def assert_right(written: dict[str, Json], *asked: int) -> None:
    """On every wire each call stands there, with its own result."""
    found = {wire: pairing.faults(wire, body, asked) for wire, body in written.items()}
    assert found == {wire: [] for wire in CONVERSED}


def ids(response: Json) -> list[str]:
    return [call["id"] for call in tool_calls(response)]


def test_gemini_calls_without_ids_answered_in_reverse_go_back_in_their_order() -> None:
    written = bodies(*turn("gemini", google_reply(1, 2), 2, 1))
    assert_right(written, 1, 2)
    assert pairing.answers("gemini", written["gemini"]) == [(1, 1), (2, 2)]


@each_wire
def test_results_go_out_in_the_order_of_their_calls(name: str) -> None:
    calls = [Asked(marker, f"tool_{marker}") for marker in (1, 2, 3)]
    assert_right(bodies(*turn(name, reply(name, calls, Dice(4)), 3, 1, 2)), 1, 2, 3)


def test_results_that_come_late_go_to_the_turn_they_answer() -> None:
    message, first, second = turn("gemini", google_reply(1, 2), 1, 2)
    assert_right(bodies(message, second, user("Please be quick."), first), 1, 2)
    (final,) = turn("gemini", google_reply(response_id="r"))
    assert_right(bodies(message, first, user("Well?"), final, second), 1, 2)


def test_the_readmes_loop_over_two_turns_without_ids_gives_unique_ids() -> None:
    replies = iter([google_reply(1, 2), google_reply(3), google_reply()])
    request: Json = {"messages": [user("How warm is it?")]}
    answers = iter([answer(1), answer(2), answer(3)])
    tool_loop(gemini, lambda body: next(replies), request, {"find": lambda question: next(answers)})
    assert_right(bodies(*request["messages"][1:]), 1, 2, 3)


@pytest.mark.parametrize("response_id", [None, "r-1"])
def test_made_up_ids_are_the_same_each_time_and_never_those_of_another_reply(
    response_id: str | None,
) -> None:
    once = ids(gemini.decode_response(google_reply(1, 2, response_id=response_id)))
    assert ids(gemini.decode_response(google_reply(1, 2, response_id=response_id))) == once
    other = google_reply(3, 4, response_id=response_id and "r-2")
    assert len({*once, *ids(gemini.decode_response(other))}) == 4


def test_ids_made_from_a_response_id_tell_equal_replies_apart() -> None:
    replies = [gemini.decode_response(google_reply(1, response_id=id_)) for id_ in ("r-1", "r-2")]
    assert ids(replies[0]) != ids(replies[1])


@pytest.mark.parametrize("response_id", [None, "r-1"])
def test_made_up_ids_are_the_same_in_a_stream(response_id: str | None) -> None:
    body = google_reply(1, 2, response_id=response_id)
    (candidate,) = body["candidates"]
    first, second = candidate["content"]["parts"]
    chunks = [
        {**body, "candidates": [{"content": {"role": "model", "parts": [first]}}]},
        {**body, "candidates": [{"content": {"parts": [second]}, "finishReason": "STOP"}]},
    ]
    fold = StreamFold()
    assert [*fold.over(gemini.decode_stream(chunks))][-1]["kind"] == "completed"
    assert ids(fold.response) == ids(gemini.decode_response(body))


def test_an_id_that_is_made_up_late_says_nothing_else_of_its_call_again() -> None:
    body = google_reply(1, response_id=None)
    (part,) = body["candidates"][0]["content"]["parts"]
    part["thoughtSignature"] = "c2ln"
    chunks = [
        {**body, "candidates": [{"content": {"role": "model", "parts": [part]}}]},
        {**body, "candidates": [{"content": {"parts": []}, "finishReason": "STOP"}]},
    ]
    fold, decoded, first_told = StreamFold(), [], []
    for event in gemini.decode_stream(chunks):
        if event["kind"] == "completed":
            # As if the stream broke just before its end.
            folded = fold.blocks[0]["toolCall"]
            assert folded["metadata"]["gemini"]["thoughtSignature"] == "c2ln"
            assert folded["metadata"]["gemini"]["$"]["id"] == {"for": folded["id"]}
        fold.add(event)
        decoded.append(event)
        first_told.append(copy.deepcopy(event))
    assert decoded == first_told
    again = [*gemini.decode_stream(gemini.encode_stream(decoded))]
    assert again[-1] == decoded[-1]
    written = json.dumps([*gemini.encode_stream(decoded)])
    assert ids(fold.response)[0] not in written and written.count("c2ln") == 1


def test_made_up_ids_are_the_same_in_another_process() -> None:
    code = (
        "import sys, json; from toolwire import gemini, tool_calls;"
        "reply = gemini.decode_response(json.load(sys.stdin));"
        "print(json.dumps([call['id'] for call in tool_calls(reply)]))"
    )
    body = google_reply(1, 2)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generated"), "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", code]
    ran = subprocess.run(
        command, input=json.dumps(body), env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == ids(gemini.decode_response(body))


def test_equal_replies_without_an_id_of_their_own_are_kept_apart() -> None:
    first, second = (turn("gemini", google_reply(1)) for _ in range(2))
    (call,) = tool_calls(first[0])
    (again,) = tool_calls(second[0])
    written = bodies(*first, result(call, 1, "Warm."), *second, result(again, 1, "Cold."))
    for wire, body in written.items():
        assert pairing.faults(wire, body, [1, 1]) == []
        text = json.dumps(body)
        assert text.index("Warm.") < text.index("Cold.")


def test_the_later_of_two_calls_with_one_id_is_renamed_with_its_result() -> None:
    first = turn("openai_chat", chat_reply(("call_1", 1)), 1)
    second = turn("openai_chat", chat_reply(("call_1", 2), ("call_2", 3)), 3, 2)
    written = bodies(*first, *second)
    assert_right(written, 1, 2, 3)
    for wire, body in written.items():
        assert pairing.ids(wire, body)[1] == "call_1"
        assert pairing.ids(wire, bodies(*first)[wire]) == {1: "call_1"}


def test_a_new_id_is_not_one_that_another_call_has() -> None:
    turns = [
        turn("openai_chat", chat_reply((id_, marker)), marker)
        for marker, id_ in enumerate(["call_1", "call_1_2", "call_1", "call_1", "call_1_1"])
    ]
    assert_right(bodies(*(message for one in turns for message in one)), 0, 1, 2, 3, 4)


def test_two_calls_of_one_reply_with_one_id_each_get_their_result() -> None:
    assert_right(bodies(*turn("openai_chat", chat_reply(("x", 1), ("x", 2)), 1, 2)), 1, 2)


@pytest.mark.parametrize("missing", [None, ""])
def test_chat_calls_without_ids_get_some(missing: str | None) -> None:
    first = turn("openai_chat", chat_reply((missing, 1), (missing, 2)), 2, 1)
    second = turn("openai_chat", chat_reply((missing, 3)), 3)
    assert_right(bodies(*first, *second), 1, 2, 3)


def test_a_stored_conversation_goes_on_as_if_it_had_not_been_stored() -> None:
    first = turn("gemini", google_reply(1, 2), 2, 1)
    second = turn("gemini", google_reply(3, 4), 4, 3)
    assert_right(bodies(*stored(first), *second), 1, 2, 3, 4)
    assert bodies(*stored(first), *second) == bodies(*first, *second)


@each_wire
def test_a_conversation_read_from_a_body_goes_on_with_ids_of_its_own(name: str) -> None:
    body = bodies(*turn("gemini", google_reply(1, 2), 2, 1))[name]
    read = MODULES[name].decode_request(body)["messages"]
    written = bodies(*read[1:], *turn("gemini", google_reply(3, 4), 4, 3))
    assert_right(written, 1, 2, 3, 4)
    key = talk(name).LIST
    assert written[name][key][: len(body[key])] == body[key]


def test_a_gateways_client_answers_by_ids_that_gemini_did_not_send() -> None:
    messages = [user("How warm is it?")]
    for markers in ((1, 2), (3, 4)):
        body = google_reply(*markers)
        shown = convert_response(
            body, source="gemini", target="anthropic_messages", on_loss="ignore"
        )
        results = [
            {
                "type": "tool_result",
                "tool_use_id": call["id"],
                "content": answer(asked_by(call)),
            }
            for call in reversed(shown["content"])
        ]
        messages.append({"role": "assistant", "content": shown["content"]})
        messages.append({"role": "user", "content": results})
    sent = {"model": "m", "max_tokens": 99, "messages": messages}
    assert len(pairing.answers("anthropic_messages", sent)) == 4
    assert all(call == result for call, result in pairing.answers("anthropic_messages", sent))
    assert len({*pairing.ids("anthropic_messages", sent).values()}) == 4
    for target in ("gemini", "openai_chat"):
        moved = convert_request(sent, source="anthropic_messages", target=target, on_loss="ignore")
        assert pairing.faults(target, moved, [1, 2, 3, 4]) == []
