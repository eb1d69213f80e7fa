"""What goes back to the wire that it came from: not as it came, where its API would refuse that."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from formats import part
from samples import FORMATS
from test_accepts_crossing import BY_FORMAT, read
from toolwire import Loss, ToolwireError
from toolwire._runtime.accepting import accepted
from toolwire._runtime.convert import format_module

Json = Any
KNOWN_THERE_ALONE = {
    "anthropic_messages": {"unknown_role"},
    "bedrock_converse": {"unknown_roles", "result_json_that_is_no_object"},
    "cohere_chat": {"tools_unknown", "unknown_parts_not_in_sdk"},
    "gemini": {
        *("choice_names_alone", "odd_contents"),
        *("results_under_other_roles", "text_with_two_kinds"),
    },
    "mistral_chat": {"choice_unknown_not_in_sdk"},
    "openai_chat": {
        *("calls_with_content_spellings", "files_by_address", "media_in_results"),
        *("picture_at_a_bare_address", "server_and_custom_tools"),
        "unknown_roles",
    },
    "openai_responses": {
        *("empty_contents", "files_by_address", "server_items_of_the_app", "string_input_empty"),
    },
}
"""Fixtures that hold what only their wire knows, where nothing is changed: it is what was given."""


@pytest.mark.parametrize("name", FORMATS)
def test_no_body_that_stays_on_its_wire_is_refused(name: str) -> None:
    wire, breaches = format_module(name), part(name, "accepts").breaches
    found: dict[str, list[str]] = {}
    for fixture in BY_FORMAT[name]:
        if fixture.name not in KNOWN_THERE_ALONE.get(name, ()):
            faults = breaches(wire.encode_request(read(fixture), on_loss="ignore"))
            found |= {fixture.name: faults} if faults else {}
    assert found == {}


def sent(name: str, body: Json) -> tuple[Json, list[Loss]]:
    """A body that was read and written again, and what was changed of it."""
    wire = format_module(name)
    value = wire.decode_request(body)
    assert wire.encode_request(value, rules="off") == body
    return wire.encode_request(value, on_loss="ignore"), wire.losses_request(value)


def chat(*messages: Json) -> Json:
    parameters = {"type": "object", "properties": {}}
    tools = [{"type": "function", "function": {"name": "f", "parameters": parameters}}]
    asked = {"role": "user", "content": "go"}
    return {"model": "m", "messages": [asked, *messages], "tools": tools}


def called(*ids: Json) -> Json:
    function = {"name": "f", "arguments": "{}"}
    calls = [{"type": "function", **({"id": one} if one != "" else {})} for one in ids]
    return {"role": "assistant", "tool_calls": [{**one, "function": function} for one in calls]}


def answered(id_: Json, text: str) -> Json:
    return {"role": "tool", **({"tool_call_id": id_} if id_ != "" else {}), "content": text}


def test_calls_that_a_service_gave_one_id_go_back_under_ids_of_their_own() -> None:
    turns = [called("call_0"), answered("call_0", "1"), called("call_0"), answered("call_0", "2")]
    body, losses = sent("openai_chat", chat(*turns))
    assert body["messages"][1:] == [
        called("call_0"), answered("call_0", "1"), called("call_0_2"), answered("call_0_2", "2"),
    ]  # fmt: skip
    why = "another call has this id: it goes as 'call_0_2'"
    assert losses == [("/messages/3/content/0/toolCall/id", "renamed", why)]


def test_so_it_is_within_a_turn_and_next_to_an_id_that_looks_so() -> None:
    turns = [called("a", "a", "a_2"), *(answered(id_, "x") for id_ in ("a", "a", "a_2"))]
    body, losses = sent("openai_chat", chat(*turns))
    ids = [call["id"] for call in body["messages"][1]["tool_calls"]]
    assert ids == [one["tool_call_id"] for one in body["messages"][2:]]
    assert len({*ids}) == 3 and ids[0] == "a" and "a_2" in ids
    assert {one.code for one in losses} <= {"renamed", "repaired"}


def test_a_call_without_an_id_gets_one_where_the_api_needs_it() -> None:
    body, losses = sent("openai_chat", chat(called(""), answered("", "1")))
    (call,) = body["messages"][1]["tool_calls"]
    assert call["id"] and call["id"] == body["messages"][2]["tool_call_id"]
    assert [one.reason for one in losses] == [f"it has no id: it goes as {call['id']!r}"]


def test_so_does_one_whose_id_an_app_made_as_the_api_would_have_it() -> None:
    """Nothing is wrong with the id, but that it does not go out."""
    wire = format_module("mistral_chat")
    call, answer = called("c"), answered("c", "1")
    del call["tool_calls"][0]["id"], answer["tool_call_id"]
    value = wire.decode_request(chat(call, answer), make_id=lambda: "abcdefghi")
    body = wire.encode_request(value, rules="repair")
    assert body["messages"][1]["tool_calls"][0]["id"] == "abcdefghi"
    assert body["messages"][2]["tool_call_id"] == "abcdefghi"


def test_a_call_whose_id_is_too_long_for_the_api_goes_under_its_own() -> None:
    """So it is where two calls of an id that is too long have come."""
    long = "x" * 50
    turns = [called(long), answered(long, "1"), called(long), answered(long, "2")]
    body, _ = sent("openai_chat", chat(*turns))
    ids = [one["tool_calls"][0]["id"] for one in body["messages"] if "tool_calls" in one]
    assert len({*ids}) == 2 and all(len(one) <= 40 for one in ids)


@pytest.mark.parametrize("name", ["gemini", "ollama_chat"])
def test_calls_without_ids_stay_so_where_the_api_needs_none(name: str) -> None:
    call: Json = {"function": {"name": "f", "arguments": {}}}
    body: Json = {"model": "m", "messages": [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_name": "f", "content": "x"},
    ]}  # fmt: skip
    if name == "gemini":
        body = {"contents": [
            {"role": "user", "parts": [{"text": "go"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
            {"role": "user", "parts": [
                {"functionResponse": {"name": "f", "response": {"output": "x"}}},
            ]},
        ]}  # fmt: skip
    assert sent(name, body) == (body, [])


def respelled(*forms: Json) -> Json:
    """A conversation of calls that the wire had under other ids, as their forms say."""
    messages: list[Json] = [{"role": "user", "content": "go"}]
    for at, form in enumerate(forms):
        id_ = f"c{at}"
        entry = {"for": id_, **form}
        notes = [{"openai_chat": {"$": {key: entry}}} for key in ("id", "toolCallId")]
        call = {"id": id_, "name": "f", "arguments": {}, "metadata": notes[0]}
        messages.append({"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]})
        result = {"kind": "text", "toolCallId": id_, "name": "f", "value": "x"}
        messages.append({"role": "tool", "toolResult": {**result, "metadata": notes[1]}})
    return {"model": "m", "messages": messages, "tools": [{"name": "f", "parameters": {}}]}


@pytest.mark.parametrize(
    ("forms", "ids"),
    [
        ([{"as": "z"}], ["z"]),
        ([{"as": "z"}, {"as": "z"}], ["z", "c1"]),  # the app has left out the call called so
        ([{"as": "c1"}, {"as": "z"}], ["c0", "z"]),
        ([{"as": "x" * 50}], ["c0"]),
        ([{"as": None}], ["c0"]),
    ],
)
def test_an_id_of_the_wire_stays_if_it_may_and_no_other_call_has_it(
    forms: list[Json], ids: list[str]
) -> None:
    body = format_module("openai_chat").encode_request(respelled(*forms), on_loss="ignore")
    calls = [one["tool_calls"][0]["id"] for one in body["messages"] if "tool_calls" in one]
    results = [one["tool_call_id"] for one in body["messages"] if one["role"] == "tool"]
    assert calls == results == ids


def test_a_call_that_came_without_an_id_and_was_answered_by_the_app_has_that_of_its_result() -> (
    None
):
    value = respelled({})
    del value["messages"][2]["toolResult"]["metadata"]
    body = format_module("openai_chat").encode_request(value, on_loss="ignore")
    assert body["messages"][1]["tool_calls"][0]["id"] == "c0" == body["messages"][2]["tool_call_id"]


def test_results_may_stand_in_any_order_behind_their_turn() -> None:
    turns = [called("a", "b", "c"), *(answered(id_, id_) for id_ in ("c", "a", "b"))]
    given = chat(*turns)
    body, losses = sent("openai_chat", given)
    assert (body["messages"], losses) == (given["messages"], [])
    value = format_module("openai_chat").decode_request(body)
    assert format_module("openai_chat").encode_request(value, rules="check") == body


def test_a_result_behind_another_turn_goes_behind_its_own() -> None:
    turns = [called("a", "b"), answered("b", "b"), {"role": "user", "content": "So?"}]
    body, losses = sent("openai_chat", chat(*turns, answered("a", "a")))
    assert body["messages"][1:] == [*turns[:1], answered("a", "a"), *turns[1:]]
    assert {one.code for one in losses} == {"repaired"}


def google(*turns: Json) -> Json:
    tools = [{"functionDeclarations": [{"name": "f"}]}]
    return {"contents": [{"role": "user", "parts": [{"text": "go"}]}, *turns], "tools": tools}


def asked_for(**more: Json) -> Json:
    call = {"functionCall": {"name": "f", "args": {}, **more}, "thoughtSignature": "c2ln"}
    return {"role": "model", "parts": [call]}


def responded(**more: Json) -> Json:
    response = {"name": "f", "response": {"output": "x"}, **more}
    return {"role": "user", "parts": [{"functionResponse": response}]}


def test_a_call_without_an_id_gets_none_beside_a_repair() -> None:
    body, losses = sent("gemini", google(asked_for(), responded(), asked_for()))
    assert body["contents"][1:4] == [asked_for(), responded(), asked_for()]
    assert [one.code for one in losses] == ["repaired"]  # the last one is answered


def test_calls_of_one_id_are_told_apart_where_ids_may_be_missing() -> None:
    turns = [asked_for(id="c"), responded(id="c"), asked_for(id="c"), responded(id="c")]
    body, _ = sent("gemini", google(*turns))
    assert body["contents"][1:3] == turns[:2]
    assert body["contents"][3:] == [asked_for(id="c_2"), responded(id="c_2")]


def test_results_stand_in_the_order_of_their_calls_where_no_id_pairs_them() -> None:
    ids = ("a", "b")
    calls: list[Json] = [{"functionCall": {"id": id_, "name": "f", "args": {}}} for id_ in ids]
    results: list[Json] = [
        {"functionResponse": {"id": id_, "name": "f", "response": {"output": id_}}}
        for id_ in reversed(ids)
    ]
    turns = [{"role": "model", "parts": calls}, {"role": "user", "parts": results}]
    wire = format_module("gemini")
    value = wire.decode_request(google(*turns))
    body = wire.encode_request(value, profile="vertex", on_loss="ignore")
    outputs = [part["functionResponse"]["response"] for part in body["contents"][2]["parts"]]
    assert outputs == [{"output": "a"}, {"output": "b"}]
    assert wire.encode_request(value)["contents"][2]["parts"] == results


def converse(*messages: Json) -> Json:
    tools = [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]
    return {"messages": [*messages], "toolConfig": {"tools": tools}}


def user(*blocks: Json) -> Json:
    return {"role": "user", "content": [*blocks]}


def test_results_and_what_the_user_says_behind_them_go_out_in_one_turn_where_turns_alternate() -> (
    None
):
    ids = ("a", "b")
    calls: list[Json] = [{"toolUse": {"toolUseId": id_, "name": "f", "input": {}}} for id_ in ids]
    results = [{"toolResult": {"toolUseId": id_, "content": [{"text": "x"}]}} for id_ in ids]
    asked = [user({"text": "go"}), {"role": "assistant", "content": calls}]
    apart = [*map(user, results), user({"text": "So?"})]
    body, losses = sent("bedrock_converse", converse(*asked, *apart))
    assert body["messages"] == [*asked, user(*results, {"text": "So?"})]
    assert [(one.path, one.code) for one in losses] == [
        ("/messages/3", "moved"), ("/messages/4", "moved"),
    ]  # fmt: skip

    one = [*asked, user(*results), user({"text": "So?"})]
    body, losses = sent("bedrock_converse", converse(*one))
    assert body["messages"] == [*asked, user(*results, {"text": "So?"})]
    assert [(one.path, one.code) for one in losses] == [("/messages/4", "moved")]


APART: Json = {"bedrock_converse": {"$": {"turn": "apart"}}}
MODEL: Json = {"role": "assistant", "content": [{"kind": "text", "text": "Yes?"}]}


def test_what_is_lost_of_a_turn_that_was_apart_is_told_where_it_stood() -> None:
    call = {"kind": "toolCall", "toolCall": {"id": "c", "name": "f", "arguments": {}}}
    result = {"kind": "text", "toolCallId": "c", "name": "f", "value": "x"}
    blocks = [{"kind": "text", "text": one} for one in ("", "So?")]
    said = [blocks[0], {**blocks[1], "metadata": {"x": {"y": 1}}}]
    messages = [
        {"role": "user", "content": "go"}, {"role": "assistant", "content": [call]},
        {"role": "tool", "toolResult": result},
        {"role": "user", "content": said, "metadata": APART},
    ]  # fmt: skip
    tools = [{"name": "f", "parameters": {"type": "object", "properties": {}}}]
    request = {"messages": messages, "tools": tools}
    losses = format_module("bedrock_converse").losses_request(request)
    assert [(one.path, one.code) for one in losses] == [
        ("/messages/3/content/0", "dropped"), ("/messages/3", "moved"),
        ("/messages/3/content/1/metadata/x/y", "foreign"),
    ]  # fmt: skip


def test_what_was_apart_from_no_result_stays_so() -> None:
    said = {"role": "user", "content": "So?"}
    turns = [{"role": "user", "content": "go"}, MODEL, {**said, "metadata": APART}, said]
    losses = format_module("bedrock_converse").losses_request({"messages": turns})
    assert [(one.path, one.code) for one in losses] == [("/messages/3", "repaired")]


def test_what_the_user_says_stays_apart_where_turns_of_the_user_may_follow_each_other() -> None:
    value = format_module("gemini").decode_request(google(asked_for(), responded()))
    said = {"role": "user", "content": "So?", "metadata": {"gemini": {"$": {"turn": "apart"}}}}
    value["messages"] += [said, MODEL, MODEL]
    found, _ = accepted(value, format_module("gemini").ACCEPTS, "repair")
    assert found["messages"][3] == said and len(found["messages"]) == 5


def test_results_of_one_turn_go_out_together_in_a_turn_of_their_own() -> None:
    ids = ("a", "b")
    calls: list[Json] = [{"functionCall": {"id": id_, "name": "f", "args": {}}} for id_ in ids]
    results: list[Json] = [
        {"functionResponse": {"id": id_, "name": "f", "response": {"output": "x"}}} for id_ in ids
    ]
    asked = [{"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": calls}]
    said = {"role": "user", "parts": [{"text": "So?"}]}
    apart = [{"role": "user", "parts": [one]} for one in results]
    body, losses = sent("gemini", {"contents": [*asked, *apart, said]})
    assert body["contents"] == [*asked, {"role": "user", "parts": results}, said]
    assert [(one.path, one.code) for one in losses] == [("/messages/3", "moved")]


def test_messages_of_the_system_that_lead_go_where_a_model_takes_them() -> None:
    said = [{"role": "system", "content": "First."}, {"role": "user", "content": "go"}]
    body, losses = sent("anthropic_messages", {"model": "m", "max_tokens": 9, "messages": said})
    assert (body["system"], body["messages"]) == ("First.", said[1:])
    assert [(one.path, one.code) for one in losses] == [("/messages/0", "moved")]
    given = {"model": "claude-opus-5", "max_tokens": 9, "messages": [*said[1:], *said[:1]]}
    assert sent("anthropic_messages", given) == (given, [])  # this one takes them there


def test_what_would_be_refused_at_home_is_a_breach_where_rules_are_checked() -> None:
    turns = [called("c"), answered("c", "1"), called("c"), answered("c", "2")]
    value = format_module("openai_chat").decode_request(chat(*turns))
    with pytest.raises(ToolwireError, match="/messages/3/content/0/toolCall/id: rule"):
        accepted(value, format_module("openai_chat").ACCEPTS, "check")


def replied(wire: str, reply: Json, *answers: int) -> Json:
    """A conversation of replies that say the same, of whose calls the first few are answered."""
    adapter = format_module(wire)
    messages: list[Json] = [{"role": "user", "content": "go"}]
    for some in answers:
        message = adapter.decode_response(copy.deepcopy(reply))["message"]
        calls = [one["toolCall"] for one in message["content"] if one["kind"] == "toolCall"]
        results = [{"toolCallId": call["id"], "name": call["name"]} for call in calls[:some]]
        results = [{**one, "kind": "text", "value": str(at)} for at, one in enumerate(results)]
        messages += [message, *({"role": "tool", "toolResult": one} for one in results)]
    return {"model": "m", "messages": messages, "tools": [{"name": "f", "parameters": {}}]}


def test_calls_that_nobody_answered_are_answered_under_the_ids_that_they_go_out_with() -> None:
    """Replies that say the same come with the same ids here: in a request they are told apart."""
    calls: list[Json] = [{"function": {"name": "f", "arguments": {}}}] * 2
    reply = {"message": {"role": "assistant", "content": "", "tool_calls": calls}, "done": True}
    value = replied("ollama_chat", reply, 2, 2, 0)
    body = format_module("ollama_chat").encode_request(value, on_loss="ignore")
    ids = [call.get("id") for one in body["messages"] for call in one.get("tool_calls", ())]
    assert [one.get("tool_call_id") for one in body["messages"] if one["role"] == "tool"] == ids
    assert len({*ids}) == 5  # those of the first reply have none


def test_calls_of_replies_that_say_the_same_have_no_ids_where_a_service_takes_none() -> None:
    call = {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2ln"}
    reply = {"candidates": [{"content": {"role": "model", "parts": [call]}}]}
    value = replied("gemini", reply, 1, 1, 0)
    body = format_module("gemini").encode_request(value, profile="vertex", on_loss="ignore")
    parts = [part for content in body["contents"] for part in content["parts"]]
    inner = [one.get("functionCall") or one.get("functionResponse") for one in parts[1:]]
    assert len(inner) == 6 and not any("id" in one for one in inner)


def test_a_result_has_the_name_of_its_call_where_no_id_tells_whose_it_is() -> None:
    value = format_module("gemini").decode_request(google(asked_for(id="c"), responded(id="c")))
    value["messages"][2]["toolResult"]["name"] = "other"
    value["model"] = "m"
    body = format_module("gemini").encode_request(value, profile="vertex", on_loss="ignore")
    assert body["contents"][2] == responded()
    losses = format_module("gemini").losses_request(value, profile="vertex")
    why = "it goes as 'f', as its call does"
    assert ("/messages/2/toolResult/name", "repaired", why) in losses


def test_a_result_without_an_id_gets_that_of_its_call_where_the_api_needs_it() -> None:
    body, losses = sent("openai_chat", chat(called("c"), answered("", "1")))
    assert body["messages"][1:] == [called("c"), answered("c", "1")]
    why = "it has no id: it goes as 'c'"
    assert losses == [("/messages/2/toolResult/toolCallId", "renamed", why)]


def test_so_does_one_whose_call_the_wire_had_under_another_id() -> None:
    value = respelled({"as": "z"})
    form = value["messages"][2]["toolResult"]["metadata"]["openai_chat"]["$"]
    form["toolCallId"] = {"for": "c0"}
    body = format_module("openai_chat").encode_request(value, on_loss="ignore")
    assert [one.get("tool_call_id") for one in body["messages"]][2:] == ["z"]
    twice = respelled({"as": "z"}, {"as": "y"})
    again = twice["messages"][3]["content"][0]["toolCall"], twice["messages"][4]["toolResult"]
    again[0].update(id="c0", metadata={"openai_chat": {"$": {"id": {"for": "c0", "as": "y"}}}})
    again[1].update(toolCallId="c0", metadata={"openai_chat": {"$": {"toolCallId": {"for": "c0"}}}})
    body = format_module("openai_chat").encode_request(twice, on_loss="ignore")
    ids = [one["tool_calls"][0]["id"] for one in body["messages"] if "tool_calls" in one]
    assert ids == [one["tool_call_id"] for one in body["messages"] if one["role"] == "tool"]
    assert len({*ids}) == 2


def test_messages_of_the_system_lead_for_good_where_a_model_takes_them_nowhere_else() -> None:
    said = [{"role": "system", "content": "Now."}, {"role": "user", "content": "go"}]
    given = {"model": "claude-3-opus", "max_tokens": 9, "messages": said}
    value = format_module("anthropic_messages").decode_request(given)
    value["messages"].insert(0, {"role": "user", "content": "Hello"})
    body = format_module("anthropic_messages").encode_request(value, on_loss="ignore")
    hello = {"role": "user", "content": "Hello"}
    assert (body["system"], body["messages"]) == ("Now.", [hello, said[1]])


def test_there_is_a_message_beside_a_stored_conversation_too() -> None:
    body, losses = sent("gemini", {"contents": [], "cachedContent": "cachedContents/1"})
    assert [one["role"] for one in body["contents"]] == ["user"]
    assert [(one.path, one.code) for one in losses] == [("/messages", "repaired")]
    given = {**google(asked_for(), responded()), "cachedContent": "cachedContents/1"}
    given.pop("tools", None)  # they are cached, too
    given["contents"] = given["contents"][2:]  # what the results answer is stored
    assert sent("gemini", given) == (given, [])


def calling(config: Json) -> Json:
    return {**google(), "toolConfig": {"functionCallingConfig": config}}


@pytest.mark.parametrize("key", ["allowedFunctionNames", "allowed_function_names"])
def test_names_go_out_beside_no_word_of_a_choice_that_takes_none(key: str) -> None:
    body, losses = sent("gemini", calling({"mode": "NONE", key: ["f"]}))
    assert body == calling({"mode": "NONE"})
    assert losses == [("/toolChoice", "repaired", "it goes out without names")]
    same = calling({"mode": "NONE", "streamFunctionCallArguments": True})
    assert sent("gemini", same) == (same, [])


@pytest.mark.parametrize(("mode", "choice"), [("NONE", "auto"), ("AUTO", "none")])
def test_of_another_choice_than_the_wire_had_its_words_say_nothing(mode: str, choice: str) -> None:
    given = calling({"mode": mode, "allowedFunctionNames": ["f"]})
    value = {**format_module("gemini").decode_request(given), "toolChoice": choice}
    assert format_module("gemini").encode_request(value) == calling({"mode": choice.upper()})
    assert format_module("gemini").losses_request(value) == []


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("openai_chat", {"type": "web_search"}), ("openai_responses", {"type": "web_search"}),
        ("gemini", {"streamFunctionCallArguments": True}),
    ],
)  # fmt: skip
def test_a_choice_that_only_its_wire_knows_goes_nowhere_without_tools(
    name: str, choice: Json
) -> None:
    choice = {"kind": "opaque", "format": name, "value": choice}
    value = {"model": "m", "messages": [{"role": "user", "content": "go"}], "toolChoice": choice}
    wire = format_module(name)
    assert wire.encode_request(value, on_loss="ignore") == wire.encode_request(
        {key: one for key, one in value.items() if key != "toolChoice"}
    )
    assert [one.path for one in wire.losses_request(value)] == ["/toolChoice"]
    tool = {"name": "f", "parameters": {"type": "object", "properties": {}}, "strict": False}
    assert all(one.path != "/toolChoice" for one in wire.losses_request({**value, "tools": [tool]}))


@pytest.mark.parametrize("more", [{}, {"arguments": None}, {"arguments": {"a": 1}}])
def test_calls_of_a_service_go_out_as_the_api_demands_them(more: Json) -> None:
    call = {"id": "c", "function": {"name": "f", **more}}
    turn = {"role": "assistant", "tool_calls": [call]}
    body, losses = sent("openai_chat", chat(turn, answered("c", "1")))
    arguments = '{"a":1}' if more.get("arguments") else "{}"
    (found,) = body["messages"][1]["tool_calls"]
    assert found == {
        "id": "c", "type": "function", "function": {"name": "f", "arguments": arguments},
    }  # fmt: skip
    place = "/messages/1/content/0/toolCall"
    assert losses == [
        (f"{place}/arguments", "renamed", "it goes out as arguments that are a text"),
        (place, "added", "it goes out as a call that says its type"),
    ]


def test_a_call_that_lacks_its_type_alone_keeps_how_its_arguments_are_spelled() -> None:
    call = {"id": "c", "function": {"name": "f", "arguments": '{"a": 1}'}}
    turn = {"role": "assistant", "tool_calls": [call]}
    body, losses = sent("openai_chat", chat(turn, answered("c", "1")))
    assert body["messages"][1]["tool_calls"] == [{**call, "type": "function"}]
    assert [one.code for one in losses] == ["added"]


def test_a_call_that_lacks_its_arguments_alone_gets_them() -> None:
    turn = called("c")
    turn["tool_calls"][0]["function"] = {"name": "f"}
    body, losses = sent("openai_chat", chat(turn, answered("c", "1")))
    assert body["messages"][1] == called("c")
    assert [one.code for one in losses] == ["renamed"]


@pytest.mark.parametrize("more", [{}, {"input": None}, {"input": ""}, {"input": [1]}])
@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_arguments_go_out_as_an_object_where_the_api_takes_no_other(name: str, more: Json) -> None:
    use: Json
    if name == "bedrock_converse":
        use = {"toolUse": {"toolUseId": "c", "name": "f", **more}}
        body = converse(user({"text": "go"}), {"role": "assistant", "content": [use]})
    else:
        use = {"type": "tool_use", "id": "c", "name": "f", **more}
        tools = [{"name": "f", "input_schema": {"type": "object"}}]
        turns = [{"role": "user", "content": "go"}, {"role": "assistant", "content": [use]}]
        body = {"model": "m", "max_tokens": 9, "messages": turns, "tools": tools}
    found, _ = sent(name, body)
    use = found["messages"][1]["content"][0]
    assert type(use.get("toolUse", use)["input"]) is dict


def test_what_is_written_as_it_is_demanded_is_no_breach_any_more() -> None:
    turn = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f"}}]}
    value = format_module("openai_chat").decode_request(chat(turn, answered("c", "1")))
    accepts = format_module("openai_chat").ACCEPTS
    with pytest.raises(ToolwireError, match="/messages/1/content/0/toolCall"):
        accepted(value, accepts, "check")
    once, _ = accepted(value, accepts, "repair")
    assert accepted(once, accepts, "check") == (once, [])


@pytest.mark.parametrize("more", [{}, {"name": None}])
def test_a_schema_has_a_name_where_the_api_needs_it(more: Json) -> None:
    schema = {"type": "object", "properties": {}}
    form = {"type": "json_schema", "json_schema": {"schema": schema, **more}}
    body, losses = sent("openai_chat", {**chat(), "response_format": form})
    assert body["response_format"]["json_schema"] == {"name": "response", "schema": schema}
    assert losses == [("/responseSchema", "added", "it goes out as a schema with a name")]


def test_an_empty_list_of_parts_goes_out_beside_no_call() -> None:
    body, losses = sent("openai_chat", chat({**called("c"), "content": []}, answered("c", "1")))
    assert body["messages"][1:] == [{**called("c"), "content": None}, answered("c", "1")]
    assert losses == []


def test_a_text_of_the_model_may_be_empty() -> None:
    given = chat({"role": "assistant", "content": ""}, {"role": "user", "content": "So?"})
    del given["tools"]
    assert sent("openai_chat", given) == (given, [])
    value = format_module("openai_chat").decode_request(given)
    body = format_module("openai_chat").encode_request(value, profile="moonshot", on_loss="ignore")
    assert [one["role"] for one in body["messages"]] == ["user", "user"]


def test_arguments_that_are_an_empty_text_are_an_object_where_a_service_reads_them() -> None:
    turn = called("c")
    turn["tool_calls"][0]["function"] = {"name": "f", "arguments": ""}
    value = format_module("openai_chat").decode_request(chat(turn, answered("c", "1")))
    sent_there = [
        format_module("openai_chat").encode_request(value, profile=profile)["messages"][1]
        for profile in (None, "ollama_openai")
    ]
    assert [one["tool_calls"][0]["function"]["arguments"] for one in sent_there] == ["", "{}"]
