"""Which result goes out as the answer to which call, rule by rule."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

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
    text,
    user,
)
from payloads import ANTHROPIC, GEMINI, OPENAI, google
from samples import FORMATS, exactly
from stream_samples import MODULES
from toolwire import StreamFold, normal

Json = Any
each_wire = pytest.mark.parametrize("name", FORMATS)


def answers(name: str, value: Json) -> list[tuple[str, str, str]]:
    """(id, name, value) of each result, as the body says it."""
    found = []
    for message in decode(name, encode(name, value))["messages"]:
        if message["role"] == "tool":
            one = message["toolResult"]
            found.append((one["toolCallId"], one["name"], one["value"]))
    return found


def unnamed(call_id: str, name: str = "f") -> Json:
    """A call that a Gemini reply had without an id."""
    return call(call_id, name, metadata={GEMINI: {"$": {"id": {"for": call_id}}}})


def gemini_reply(*names: str, **fields: Json) -> Json:
    parts = [{"functionCall": {"name": name, "args": {}}} for name in names]
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}],
            **fields}  # fmt: skip


# -- order


@each_wire
def test_results_go_out_in_the_order_of_their_calls(name: str) -> None:
    value = request(
        user(), assistant(call("a"), call("b"), call("c")),
        result("c", "text", "3"), result("a", "text", "1"), result("b", "text", "2"),
    )  # fmt: skip
    assert [value for _, _, value in answers(name, value)] == ["1", "2", "3"]


@each_wire
def test_a_late_result_goes_behind_the_turn_that_asked_for_it(name: str) -> None:
    value = request(
        user(), assistant(call("a"), call("b")), result("a", "text", "1"),
        assistant(text("wait")), user("and"), result("b", "text", "2"),
    )  # fmt: skip
    roles = [m["role"] for m in decode(name, encode(name, value))["messages"]]
    assert roles == ["user", "assistant", "tool", "tool", "assistant", "user"]


@each_wire
def test_what_a_result_has_of_its_wire_stays_beside_what_its_message_has(name: str) -> None:
    one = result("a", "text", "1")
    one["toolResult"]["metadata"] = {name: {"x_new": 1}}
    one["metadata"] = {name: {"x_new": None, "x_other": 2}}
    value = request(user(), assistant(call("a")), one)
    back = decode(name, encode(name, value))
    found = results_of(back)[0]["metadata"][name]
    assert [found[key] for key in ("x_new", "x_other")] == [1, 2]
    losses = MODULES[name].losses_request(value)
    assert [loss.path for loss in losses if "x_" in loss.path] == [
        f"/messages/2/metadata/{name}/x_new"
    ]


@each_wire
def test_a_result_without_a_call_stays_where_it_is(name: str) -> None:
    value = request(user(), result("x", "text", "0", "g"), assistant(call("a")), user("so?"))
    roles = [m["role"] for m in decode(name, encode(name, value))["messages"]]
    assert roles == ["user", "tool", "assistant", "user"]


def test_an_order_of_a_wires_own_comes_back_and_new_results_join_their_turn() -> None:
    calls = [{"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}}
             for i in ("a", "b", "c")]  # fmt: skip
    body = {"model": "m", "messages": [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "b", "content": "2"},
        {"role": "tool", "tool_call_id": "a", "content": "1"},
    ]}  # fmt: skip
    value = assert_exact(OPENAI, body)
    value["messages"] += [user("well?"), result("c", "text", "3")]
    written = encode(OPENAI, value)["messages"]
    assert [m.get("tool_call_id") for m in written[2:]] == ["b", "a", "c", None]
    elsewhere = encode(ANTHROPIC, value)["messages"][2]["content"]
    assert [block["tool_use_id"] for block in elsewhere[:3]] == ["a", "b", "c"]


# -- ids that calls share


@each_wire
def test_of_two_calls_with_one_id_the_later_is_renamed_with_its_result(name: str) -> None:
    value = request(
        user(), assistant(call("x")), result("x", "text", "1"),
        assistant(call("x")), result("x", "text", "2"),
    )  # fmt: skip
    found = answers(name, value)
    assert [one for _, _, one in found] == ["1", "2"]
    assert len({one for one, _, _ in found}) == 2
    again = {**value, "messages": [*value["messages"], assistant(call("x"))]}
    before = encode(name, value)
    (key,) = (key for key, sent in before.items() if type(sent) is list)
    grown, before = encode(name, again)[key], before[key]
    assert grown[: len(before)] == before, "what was sent once stays as it is"


@each_wire
def test_of_calls_of_one_turn_with_one_id_a_result_answers_the_one_of_its_name(name: str) -> None:
    value = request(
        user(), assistant(call("x", "f"), call("x", "g")),
        result("x", "text", "of g", "g"), result("x", "text", "of f", "f"),
    )  # fmt: skip
    assert [(tool, one) for _, tool, one in answers(name, value)] == [("f", "of f"), ("g", "of g")]


@pytest.mark.parametrize("name", [OPENAI, ANTHROPIC])
def test_a_result_that_came_without_an_id_follows_its_call_under_another(name: str) -> None:
    def noted(field: str, **entry: str) -> Json:
        return {name: {"$": {field: {"for": "x", **entry}}}}

    value = request(
        user(), assistant(call("x", "f"), call("x", "g", metadata=noted("id", **{"as": "old"}))),
        result("x", "text", "of g", "g", metadata=noted("toolCallId")),
    )  # fmt: skip
    again = decode(name, encode(name, value))
    _, asked = calls_of(again)
    found = again["messages"][-1]["toolResult"]
    assert asked["name"] == "g" and found["toolCallId"] == asked["id"] != "x"


@each_wire
def test_of_calls_that_nothing_tells_apart_the_first_is_answered_first(name: str) -> None:
    value = request(
        user(), assistant(call("x"), call("x")),
        result("x", "text", "1"), result("x", "text", "2"), result("x", "text", "3"),
    )  # fmt: skip
    ids = [one for one, _, _ in answers(name, value)]
    assert ids[0] != ids[1] == ids[2]


@each_wire
def test_a_new_id_is_not_that_of_a_result_without_a_call(name: str) -> None:
    value = request(
        user(), result("x_2", "text", "0", "g"), assistant(call("x")), result("x", "text", "1"),
        assistant(call("x")), result("x", "text", "2"),
    )  # fmt: skip
    ids = [one for one, _, _ in answers(name, value)]
    assert len(set(ids)) == 3


@each_wire
def test_the_normal_form_has_results_in_order_and_ids_apart(name: str) -> None:
    value = request(
        user(), assistant(call("x"), call("y")), result("y", "text", "2"), result("x", "text", "1"),
        assistant(call("x")), user(), result("x", "text", "3"),
    )  # fmt: skip
    settled = normal(value)
    assert [one["id"] for one in calls_of(settled)] == ["x", "y", "x_2"]
    assert encode(name, settled) == encode(name, value)
    assert normal(settled) is settled


# -- calls that a wire has no ids for


def test_calls_without_ids_go_back_so_with_their_results_in_order() -> None:
    value = request(
        user(), assistant(unnamed("p"), unnamed("q")),
        result("q", "text", "2"), result("p", "text", "1"),
    )  # fmt: skip
    calls, results = encode(GEMINI, value)["contents"][1:]
    assert all("id" not in part["functionCall"] for part in calls["parts"])
    responses = [part["functionResponse"] for part in results["parts"]]
    assert all("id" not in one for one in responses)
    assert [one["response"] for one in responses] == [{"output": "1"}, {"output": "2"}]


def test_an_answer_to_the_second_of_two_such_calls_needs_an_id() -> None:
    value = request(user(), assistant(unnamed("p"), unnamed("q")), result("q", "text", "2"))
    calls, results = encode(GEMINI, value)["contents"][1:]
    assert results["parts"][0]["functionResponse"]["id"] == "q"
    assert [part["functionCall"].get("id") for part in calls["parts"]] in (["p", "q"], [None, "q"])


def test_a_call_that_stays_open_makes_later_ones_of_its_name_need_ids() -> None:
    value = request(
        user(), assistant(unnamed("p")), user("never mind"), assistant(unnamed("q")),
        result("q", "text", "2"),
    )  # fmt: skip
    contents = encode(GEMINI, value)["contents"]
    assert contents[-1]["parts"][0]["functionResponse"]["id"] == "q"
    assert contents[-2]["parts"][0]["functionCall"]["id"] == "q"


def test_a_turn_of_calls_with_and_without_ids_is_told_apart() -> None:
    value = request(
        user(), assistant(unnamed("p"), call("k"), unnamed("q")),
        result("q", "text", "3"), result("k", "text", "2"), result("p", "text", "1"),
    )  # fmt: skip
    assert [one for _, _, one in answers(GEMINI, value)] == ["1", "2", "3"]
    again = decode(GEMINI, encode(GEMINI, value))
    asked, found = calls_of(again), again["messages"][2:]
    assert [one["id"] for one in asked] == [m["toolResult"]["toolCallId"] for m in found]


def test_an_open_call_of_an_earlier_turn_is_not_the_one_that_is_answered() -> None:
    """A result without an id answers a call of the turn right before it, if there is one."""
    part = {"functionCall": {"name": "f", "args": {}}}
    answer = {"functionResponse": {"name": "f", "response": {"output": "2"}}}
    body = {"contents": [
        {"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": [part]},
        {"role": "user", "parts": [{"text": "again"}]}, {"role": "model", "parts": [part]},
        {"role": "user", "parts": [answer]},
    ]}  # fmt: skip
    value = assert_exact(GEMINI, body)
    assert value["messages"][4]["toolResult"]["toolCallId"] == calls_of(value)[1]["id"]


@pytest.mark.parametrize("asking", ["p", None])
def test_messages_of_the_model_behind_one_another_are_one_turn(asking: str | None) -> None:
    """So a client keeps a turn that came in pieces; its results stand behind all of it."""
    turn = {"role": "model", "parts": [{"text": "And the other."}]}
    for between in ([], [turn]):
        contents = [asked(asking), *between, asked(None), answered(2)]
        begun = {"role": "user", "parts": [{"text": "go"}]}
        value = assert_exact(GEMINI, {"contents": [begun, *contents]})
        first, second = (one["id"] for one in calls_of(value))
        expected = [second, first] if asking else [first, second]
        assert [one["toolCallId"] for one in results_of(value)] == expected


def asked(*ids: str | None) -> Json:
    """A turn of a model's calls of one tool; None: without an id."""
    own = [{} if call_id is None else {"id": call_id} for call_id in ids]
    parts = [{"functionCall": {**one, "name": "f", "args": {}}} for one in own]
    return {"role": "model", "parts": parts}


def answered(count: int) -> Json:
    """As many results of that tool, without ids."""
    answer = {"functionResponse": {"name": "f", "response": {"output": "1"}}}
    return {"role": "user", "parts": [answer] * count}


@pytest.mark.parametrize(
    ("turn", "results", "expected"),
    [
        (asked("x", None), 1, [1]),
        (asked("x", None), 2, [1, 0]),
        (asked(None, None, None), 2, [0, 1]),
        (asked("x", "y", "z"), 2, [0, 1]),
    ],
)
def test_results_without_ids_answer_the_calls_without_ids_first_and_in_order(
    turn: Json, results: int, expected: list[int]
) -> None:
    value = assert_exact(GEMINI, google(turn, answered(results)))
    calls = [one["id"] for one in calls_of(value)]
    assert [calls.index(one["toolCallId"]) for one in results_of(value)] == expected


def test_results_that_answer_no_call_have_ids_of_their_own() -> None:
    value = assert_exact(GEMINI, google(asked("unnamed_call_1"), answered(3)))
    first, *others = [one["toolCallId"] for one in results_of(value)]
    assert first == "unnamed_call_1" and len({first, *others}) == 3


def test_ids_that_chat_replies_lack_are_sent_with_the_next_request() -> None:
    reply = {"id": "r", "model": "m", "choices": [{"index": 0, "finish_reason": "tool_calls",
             "message": {"role": "assistant", "content": None, "tool_calls": [
                 {"id": "", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}}]}
    value = assert_exact(OPENAI, reply, "response")
    made = calls_of(value)[0]["id"]
    written = encode(OPENAI, request(user(), value["message"], result(made, "text", "1")))
    assert written["messages"][1]["tool_calls"][0]["id"] == made
    assert written["messages"][2]["tool_call_id"] == made


# -- the ids that are made up


def test_an_id_is_made_of_the_replys_own_and_the_calls_place() -> None:
    found = calls_of(decode(GEMINI, gemini_reply("f", "g", responseId="r-7"), "response"))
    assert [one["id"] for one in found] == ["call_r-7_1", "call_r-7_2"]


def test_replies_without_an_id_are_told_apart_by_what_they_say() -> None:
    replies = [gemini_reply("f", usageMetadata={"promptTokenCount": n}) for n in (1, 2, 1)]
    first, second, third = (calls_of(decode(GEMINI, one, "response")) for one in replies)
    assert first[0]["id"] == third[0]["id"] != second[0]["id"]


def test_an_odd_id_of_a_reply_makes_ids_that_any_wire_takes() -> None:
    found = calls_of(decode(GEMINI, gemini_reply("f", responseId="a/b c"), "response"))
    assert found[0]["id"].replace("_", "").isalnum()


def test_a_made_id_is_never_one_that_the_reply_has() -> None:
    reply = gemini_reply("f", "f", responseId="r")
    reply["candidates"][0]["content"]["parts"][0]["functionCall"]["id"] = "call_r_2"
    found = calls_of(decode(GEMINI, reply, "response"))
    assert found[0]["id"] == "call_r_2" != found[1]["id"]


def test_nor_is_it_in_a_stream() -> None:
    own = {"functionCall": {"id": "call_r_2", "name": "f", "args": {}}}
    content = {"role": "model", "parts": [own, {"functionCall": {"name": "f", "args": {}}}]}
    chunk = {"responseId": "r", "candidates": [{"content": content, "finishReason": "STOP"}]}
    decoded = [*MODULES[GEMINI].decode_stream([chunk])]
    named = [event["id"] for event in decoded if event["kind"] == "toolCallDelta"]
    assert named == [one["id"] for one in calls_of(decode(GEMINI, chunk, "response"))]
    assert named[0] == "call_r_2" != named[1]


def chunks(name: str, reply_id: str | None) -> list[Json]:
    """Two calls without ids, as a stream of a wire."""
    if name == GEMINI:
        own = {} if reply_id is None else {"responseId": reply_id}
        first, second = gemini_reply("f", **own), gemini_reply("g", **own)
        del first["candidates"][0]["finishReason"]
        return [first, second]
    head: Json = {"object": "chat.completion.chunk", "model": "m", "id": reply_id or ""}
    calls = [{"index": at, "type": "function", "function": {"name": tool, "arguments": "{}"}}
             for at, tool in enumerate(("f", "g"))]  # fmt: skip
    deltas: list[Json] = [({"tool_calls": [one]}, None) for one in calls]
    deltas.append(({}, "tool_calls"))
    return [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
            for delta, reason in deltas]  # fmt: skip


@pytest.mark.parametrize("name", [OPENAI, GEMINI])
@pytest.mark.parametrize("reply_id", ["r-1", None])
def test_a_stream_tells_the_ids_that_its_whole_reply_has(name: str, reply_id: str | None) -> None:
    # What was given out is read at once: it does not change any more.
    decoded = [copy.deepcopy(one) for one in MODULES[name].decode_stream(chunks(name, reply_id))]
    whole = [one["id"] for one in calls_of(decoded[-1]["response"])]
    fold = StreamFold()
    for event in decoded[:-1]:
        fold.add(event)
    assert [one["id"] for one in calls_of(fold.response)] == whole
    named = [event["id"] for event in decoded if event["kind"] == "toolCallDelta" and "id" in event]
    assert named == whole and len(set(whole)) == 2
    ends = [event["index"] for event in decoded if event["kind"] == "blockEnd"]
    assert ends == [0, 1]
    for index in ends:
        of_call = [event for event in decoded if event.get("index") == index]
        assert of_call[-1]["kind"] == "blockEnd", "nothing is told of a call behind its end"
    if reply_id is not None:
        first = next(event for event in decoded if event["kind"] == "toolCallDelta")
        assert first["id"] == whole[0] == "call_r-1_1", "known from the first piece on"


@pytest.mark.parametrize("reply_id", ["r-1", None])
def test_text_beside_calls_does_not_change_which_id_is_whose(reply_id: str | None) -> None:
    before, after = chunks(GEMINI, reply_id)
    for chunk in (before, after):
        chunk["candidates"][0]["content"]["parts"].insert(0, {"text": "a"})
    decoded = [*MODULES[GEMINI].decode_stream([before, after])]
    ids = {e["index"]: e["id"] for e in decoded if e["kind"] == "toolCallDelta" and "id" in e}
    assert [*ids.values()] == [one["id"] for one in calls_of(decoded[-1]["response"])]


@pytest.mark.parametrize("name", [OPENAI, GEMINI])
def test_a_callers_own_ids_are_the_same_in_pieces_and_whole(name: str) -> None:
    numbers = iter(range(100))
    events = MODULES[name].decode_stream(chunks(name, "r"), make_id=lambda: f"mine_{next(numbers)}")
    decoded = [*events]
    named = [event["id"] for event in decoded if event["kind"] == "toolCallDelta" and "id" in event]
    assert named == [one["id"] for one in calls_of(decoded[-1]["response"])] == ["mine_0", "mine_1"]


def test_an_id_that_comes_late_is_the_calls_whatever_was_made_up_before() -> None:
    begun = {"index": 0, "type": "function", "function": {"name": "f", "arguments": ""}}
    later = {"index": 0, "id": "real", "function": {"arguments": "{}"}}
    deltas = [({"tool_calls": [begun]}, None), ({"tool_calls": [later]}, "tool_calls")]
    events = [{"id": "r", "model": "m", "object": "chat.completion.chunk",
               "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
              for delta, reason in deltas]  # fmt: skip
    for options in ({}, {"make_id": lambda: "mine"}):
        decoded = [*MODULES[OPENAI].decode_stream(events, **options)]
        assert [one["id"] for one in calls_of(decoded[-1]["response"])] == ["real"]


@pytest.mark.parametrize("name", [OPENAI, GEMINI])
def test_an_id_that_a_caller_makes_twice_is_used_once(name: str) -> None:
    made = iter(["mine", "mine", "other"])
    decoded = [*MODULES[name].decode_stream(chunks(name, "r"), make_id=lambda: next(made))]
    assert [one["id"] for one in calls_of(decoded[-1]["response"])] == ["mine", "other"]


def test_a_made_id_that_a_later_call_turns_out_to_have_is_given_up() -> None:
    head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    calls = [{"index": at, "type": "function", "function": {"name": "f", "arguments": "{}"},
              **own} for at, own in enumerate(({}, {"id": "call_r_1"}))]  # fmt: skip
    chunks = [
        {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
        for delta, reason in [
            ({"role": "assistant", "tool_calls": calls[:1]}, None),
            ({"tool_calls": calls[1:]}, None),
            ({}, "tool_calls"),
        ]
    ]
    *_, completed = MODULES[OPENAI].decode_stream(chunks)
    assert [one["id"] for one in calls_of(completed["response"])] == ["call_r_1_", "call_r_1"]


@pytest.mark.parametrize("name", [OPENAI, GEMINI])
def test_calls_of_a_stream_that_breaks_have_ids_that_can_be_answered(name: str) -> None:
    def broken() -> Iterator[Json]:
        yield from chunks(name, None)[:-1]
        raise ConnectionError

    fold = StreamFold()
    with pytest.raises(ConnectionError):
        for event in MODULES[name].decode_stream(broken()):
            fold.add(event)
    found = calls_of(fold.response)
    assert found and all(one["id"] for one in found)
    assert exactly(found, calls_of(fold.response)), "the same each time it is asked"
    results = [result(one["id"], "error", "cut", one["name"]) for one in found]
    for target in FORMATS:
        encode(target, request(user(), fold.response["message"], *results))


def test_calls_that_come_out_of_order_keep_the_ids_they_were_told_with() -> None:
    first, second, last = chunks(OPENAI, "r")
    decoded = [*MODULES[OPENAI].decode_stream([second, first, last])]
    events = {e["name"]: e["id"] for e in decoded if e["kind"] == "toolCallDelta" and "id" in e}
    assert {one["name"]: one["id"] for one in calls_of(decoded[-1]["response"])} == events


def test_a_result_that_came_without_an_id_gets_one_if_it_would_be_another_calls() -> None:
    noted = {GEMINI: {"$": {"toolCallId": {"for": "k"}}}}
    turn = [
        assistant(call("k"), unnamed("p")),
        result("k", "text", "1", metadata=noted), result("p", "text", "2"),
    ]  # fmt: skip
    for before in ([], [assistant(call("z", "h")), user("never mind")]):
        again = decode(GEMINI, encode(GEMINI, request(user(), *before, *turn)))
        first, second = (m["toolResult"] for m in again["messages"] if m["role"] == "tool")
        *_, asked, other = calls_of(again)
        assert (first["value"], first["toolCallId"]) == ("1", asked["id"])
        assert (second["value"], second["toolCallId"]) == ("2", other["id"])


def test_a_result_with_an_id_that_looks_made_up_comes_back_with_it() -> None:
    part = {"functionResponse": {"id": "unnamed_call_1", "name": "f", "response": {"output": "1"}}}
    value = assert_exact(GEMINI, {"contents": [
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
        {"role": "user", "parts": [part, {"functionResponse": {"name": "f", "response": {}}}]},
    ]})  # fmt: skip
    assert calls_of(value)[0]["id"] == "unnamed_call_1"


def test_a_result_with_an_id_that_looks_made_up_stays_behind_the_one_without() -> None:
    asked = {"type": "function", "function": {"name": "f", "arguments": "{}"}}
    body = {"messages": [
        {"role": "assistant", "tool_calls": [asked]},
        {"role": "tool", "name": "f", "content": "one"},
        {"role": "tool", "name": "f", "content": "two", "tool_call_id": "unnamed_call_1"},
    ]}  # fmt: skip
    assert exactly(encode(OPENAI, decode(OPENAI, body)), body)


def test_a_caller_may_make_the_ids_of_a_reply() -> None:
    numbers = iter(range(9))
    reply = MODULES[GEMINI].decode_response(
        gemini_reply("f", "g", responseId="r"), make_id=lambda: f"mine_{next(numbers)}"
    )
    assert [one["id"] for one in calls_of(reply)] == ["mine_0", "mine_1"]
    assert MODULES[GEMINI].encode_response(reply) == gemini_reply("f", "g", responseId="r")


@pytest.mark.parametrize("name", [OPENAI, GEMINI])
def test_calls_of_a_stream_that_just_ends_have_ids_too(name: str) -> None:
    decoded = [*MODULES[name].decode_stream(chunks(name, None)[:-1])]
    named = [event["id"] for event in decoded if event["kind"] == "toolCallDelta" and "id" in event]
    begun = {event["index"] for event in decoded if event["kind"] == "toolCallDelta"}
    assert decoded[-1]["kind"] != "completed" and len(set(named)) == len(begun) > 0


@pytest.mark.parametrize("role", ["user", "tool", "function", "USER", "TOOL", "FUNCTION"])
def test_a_result_of_gemini_is_one_whatever_its_turn_is_called(role: str) -> None:
    answer = {"functionResponse": {"name": "f", "response": {"output": "21"}}}
    contents = [
        {"role": "user", "parts": [{"text": "a"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
        {"role": role, "parts": [answer]},
    ]
    body = {"contents": contents, "tools": [{"functionDeclarations": [{"name": "f"}]}]}
    value = decode(GEMINI, body)
    assert encode(GEMINI, value) == body
    (block,) = encode(ANTHROPIC, {**value, "model": "m"})["messages"][2]["content"]
    assert (block["type"], block["content"], "is_error" in block) == ("tool_result", "21", False)
    assert [each[2] for each in answers(OPENAI, {**value, "model": "m"})] == ["21"]
