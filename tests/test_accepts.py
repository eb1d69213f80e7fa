"""Requests that an API would refuse, or read otherwise: repaired, reported, or refused by rule.

Each test is about something that was found going wrong; the bodies are read as the provider does.
"""

from __future__ import annotations

import copy
import json
import warnings
from contextlib import nullcontext
from typing import Any

import pytest

import toolwire
from formats import part
from samples import FORMATS, exactly
from toolwire import Loss, ToolwireError
from toolwire._runtime.convert import format_module

Json = Any


def tool(name: str = "look") -> Json:
    return {"name": name, "parameters": {"type": "object", "properties": {}}}


def called(id_: str, name: str = "look", **more: Json) -> Json:
    return {"kind": "toolCall", "toolCall": {"id": id_, "name": name, "arguments": {}, **more}}


def turn(*content: Json) -> Json:
    return {"role": "assistant", "content": [*content]}


def result(id_: str, value: Json = "fine", kind: str = "text", name: str = "look") -> Json:
    found = {"kind": kind, "toolCallId": id_, "name": name, "value": value}
    return {"role": "tool", "toolResult": found}


def user(content: Json = "Look!") -> Json:
    return {"role": "user", "content": content}


def text(words: str) -> Json:
    return {"kind": "text", "text": words}


def asking(*messages: Json, **more: Json) -> Json:
    return {"model": "m", "messages": [*messages], **more}


def written(name: str, request: Json, refused: bool = False) -> tuple[Json, list[Loss]]:
    """A body, and what was reported; the request is the same after it.

    ``refused``: the API would refuse it, though what is left out says nothing.
    """
    wire, before = format_module(name), copy.deepcopy(request)
    body, losses = wire.encode_request(request), wire.losses_request(request)
    assert exactly(request, before)
    with pytest.raises(ToolwireError) if refused or _changes(losses) else nullcontext():
        wire.encode_request(request, rules="check")
    return body, losses


def _changes(losses: list[Loss]) -> list[Loss]:
    codes = ("added", "dropped", "moved", "renamed", "repaired")
    return [one for one in losses if one.code in codes and not is_said(one)]


def is_said(loss: Loss) -> bool:
    """Whether it is what an API would take for the opposite, but not refuse, without a word."""
    return loss.code == "added" and loss.path.endswith("/strict")


def paths(losses: list[Loss]) -> list[str]:
    return [one.path for one in _changes(losses)]


@pytest.mark.parametrize("name", FORMATS)
def test_what_breaks_no_rule_is_the_same_with_rules_and_without(name: str) -> None:
    wire = format_module(name)
    plain = asking(
        user(), turn(text("I do."), called("abcdefghi")), result("abcdefghi"), turn(text("So.")),
        user("Well."), tools=[tool()], temperature=0.5,
    )  # fmt: skip
    assert wire.encode_request(plain, rules="check") == wire.encode_request(plain, rules="off")
    assert _changes(wire.losses_request(plain)) == []


def test_no_switch_stands_beside_a_choice_of_none() -> None:
    request = asking(user(), tools=[tool()], toolChoice="none", parallelToolCalls=False)
    body, losses = written("anthropic_messages", request)
    assert body["tool_choice"] == {"type": "none"}
    assert paths(losses) == ["/parallelToolCalls"]


@pytest.mark.parametrize(
    "choice", ["required", {"name": "look"}, {"allowed": ["look"], "mode": "auto"}]
)
@pytest.mark.parametrize("tools", [None, [], [{"kind": "opaque", "format": "other", "value": 1}]])
@pytest.mark.parametrize(
    "name", ["openai_chat", "openai_responses", "anthropic_messages", "gemini"]
)
def test_no_choice_stays_where_no_tool_is_left(name: str, tools: Json, choice: Json) -> None:
    more = {} if tools is None else {"tools": tools}
    body, losses = written(name, asking(user(), toolChoice=choice, parallelToolCalls=True, **more))
    keys = {"tool_choice", "toolConfig", "parallel_tool_calls"} & body.keys()
    assert keys <= ({"parallel_tool_calls"} if name == "openai_responses" else set())
    assert "/toolChoice" in paths(losses)


@pytest.mark.parametrize(
    "name", ["openai_chat", "anthropic_messages", "gemini", "bedrock_converse"]
)
def test_a_choice_of_a_tool_that_is_gone_is_left_out(name: str) -> None:
    body, losses = written(name, asking(user(), tools=[tool()], toolChoice={"name": "gone"}))
    assert "gone" not in str(body)
    assert paths(losses) == ["/toolChoice"]


@pytest.mark.parametrize(
    "name", ["openai_chat", "anthropic_messages", "gemini", "bedrock_converse", "mistral_chat"]
)
def test_an_empty_list_of_tools_is_left_out(name: str) -> None:
    body, losses = written(name, asking(user(), tools=[]), refused=True)
    assert not {"tools", "toolConfig"} & body.keys()
    assert paths(losses) == []


def test_a_choice_among_some_trims_the_tools_where_no_word_says_so() -> None:
    choice = {"allowed": ["look", "gone"], "mode": "required"}
    request = asking(user(), tools=[tool(), tool("other")], toolChoice=choice)
    body, losses = written("anthropic_messages", request)
    assert [one["name"] for one in body["tools"]] == ["look"]
    assert body["tool_choice"] == {"type": "any"}
    assert paths(losses) == ["/toolChoice"]
    body, losses = written("cohere_chat", {**request, "toolChoice": {"name": "other"}})
    assert [one["function"]["name"] for one in body["tools"]] == ["other"]
    assert body["tool_choice"] == "REQUIRED"
    body, losses = written(
        "gemini", {**request, "toolChoice": {"allowed": ["look"], "mode": "auto"}}
    )
    config = body["toolConfig"]["functionCallingConfig"]
    assert config == {"mode": "VALIDATED", "allowedFunctionNames": ["look"]} and paths(losses) == []


@pytest.mark.parametrize("left", [{}, {"tools": []}, {"tools": None}, {"toolChoice": "none"}])
def test_what_stands_beside_tools_does_not_go_out_without_any(left: Json) -> None:
    own = {"metadata": {"bedrock_converse": {"toolConfig": {"parallel": False}}}}
    request = asking(user(), tools=[tool("add")], **own)
    body, losses = written("bedrock_converse", request)
    assert body["toolConfig"]["parallel"] is False
    if "toolChoice" not in left:
        del request["tools"]
    body, losses = written("bedrock_converse", {**request, **left})
    assert "toolConfig" not in body
    assert "/metadata/bedrock_converse/toolConfig" in paths(losses)
    foreign = {"kind": "opaque", "format": "other", "value": {}}
    body, losses = written("bedrock_converse", {**request, "tools": [foreign]})
    assert "toolConfig" not in body
    assert "/metadata/bedrock_converse/toolConfig" in paths(losses)
    assert part("bedrock_converse", "accepts").breaches(body) == []



@pytest.mark.parametrize("name", ["bedrock_converse", "ollama_chat"])
def test_without_a_word_for_none_the_tools_are_left_out(name: str) -> None:
    body, losses = written(name, asking(user(), tools=[tool()], toolChoice="none"))
    assert not {"tools", "toolConfig"} & body.keys()
    assert paths(losses) == ["/toolChoice"]


def test_tools_stay_where_calls_were_made_whatever_the_choice_is() -> None:
    messages = [user(), turn(called("a")), result("a")]
    body, losses = written("bedrock_converse", asking(*messages, tools=[tool()], toolChoice="none"))
    assert body["toolConfig"] == {
        "tools": [{"toolSpec": {"name": "look", "inputSchema": {"json": tool()["parameters"]}}}]
    }
    assert paths(losses) == ["/toolChoice"]


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_tools_that_were_called_are_offered_where_none_are(name: str) -> None:
    body, losses = written(name, asking(user(), turn(called("a")), result("a")))
    tools = body["tools"] if name == "anthropic_messages" else body["toolConfig"]["tools"]
    assert "look" in str(tools) and len(tools) == 1
    assert paths(losses) == ["/tools"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_turn_of_foreign_thoughts_alone_leaves_no_empty_message(name: str) -> None:
    thought = {"kind": "reasoning", "text": "Hm.", "metadata": {"other": {"signature": "x"}}}
    body, _ = written(name, asking(user(), turn(thought), user("And now?")))
    messages = body.get("messages") or body.get("contents") or body["input"]
    if name != "ollama_chat":  # which takes an empty one
        assert all(message.get("content") or message.get("parts") for message in messages)
    for cut in (turn(), turn(text(""))):
        assert written(name, asking(user(), cut, user("And now?")))[0]


THOUGHTS: list[tuple[str, Json]] = [
    ("anthropic_messages", {"signature": "c2ln"}),
    ("bedrock_converse", {"reasoningContent": {"reasoningText": {"signature": "c2ln"}}}),
    ("openai_responses", {"id": "rs_1", "encrypted_content": "c2ln"}),
]


DETAILS = [{"type": "reasoning.text", "text": "Hm.", "signature": "c2ln"}]


@pytest.mark.parametrize(
    "fields",
    [
        {"reasoning": "Hm."}, {"reasoning_content": "Hm."}, {"reasoning_details": DETAILS},
        {"reasoning": "Hm.", "reasoning_details": DETAILS},
    ],
)  # fmt: skip
def test_a_reply_that_thought_and_no_more_leaves_no_empty_message(fields: Json) -> None:
    wire = format_module("openai_chat")
    message = {"role": "assistant", "content": None, **fields}
    choice = {"index": 0, "message": message, "finish_reason": "length"}
    answer: Json = wire.decode_response({"id": "c", "model": "m", "choices": [choice]})
    request = asking(user(), answer["message"], user("And now?"))
    assert len(written("openai_chat", request)[0]["messages"]) == 2
    for profile in (None, "deepseek", "azure_openai"):
        body = wire.encode_request(request, profile=profile, on_loss="ignore")
        assert [one["role"] for one in body["messages"]] == ["user", "user"]
        losses = wire.losses_request(request, profile=profile)
        assert any(loss.path.startswith("/messages/1") for loss in losses)
    body = wire.encode_request(request, profile="openrouter", on_loss="ignore")
    # There a thought goes back with what proves it.
    left = [one.get("reasoning_details") for one in body["messages"]]
    assert left == ([None, DETAILS, None] if "reasoning_details" in fields else [None, None])


@pytest.mark.parametrize("fields", [{"reasoning": "Hm."}, {"reasoning_details": DETAILS}])
def test_openrouter_is_sent_what_its_model_thought_and_no_more(fields: Json) -> None:
    wire = format_module("openai_chat")
    asked = {"role": "user", "content": "Why?"}
    body = {
        "model": "m", "messages": [asked, {"role": "assistant", "content": None, **fields}, asked]
    }  # fmt: skip
    request = wire.decode_request(body, profile="openrouter")
    assert wire.encode_request(request, profile="openrouter") == body


@pytest.mark.parametrize(("name", "own"), THOUGHTS)
def test_a_turn_that_was_cut_while_thinking_does_not_end_in_a_thought(name: str, own: Json) -> None:
    thought = {"kind": "reasoning", "text": "Hm.", "metadata": {name: own}}
    another = {**thought, "metadata": {name: {**own, **({"id": "rs_2"} if "id" in own else {})}}}
    elsewhere = {"kind": "opaque", "format": "other", "value": {}}
    asked = {"model": "anthropic.claude-sonnet-4-5"}
    for cut, gone in (
        ([thought], ["0"]), ([thought, another], ["0", "1"]), ([text("A"), thought], ["1"]),
        ([thought, text("A"), another, elsewhere], ["2"]), ([thought, text("A")], []),
    ):  # fmt: skip
        _, losses = written(name, asking(user(), turn(*cut), user("And now?"), **asked))
        dropped = [loss.path for loss in losses if "it led to" in loss.reason]
        assert dropped == [f"/messages/1/content/{at}" for at in gone]
    request = asking(user(), turn(thought, called("a")), result("a"), tools=[tool()], **asked)
    assert not any("it led to" in loss.reason for loss in written(name, request)[1])


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse", "gemini"])
def test_empty_texts_are_left_out_where_the_api_refuses_them(name: str) -> None:
    request = asking({"role": "system", "content": ""}, user([text(""), text("Look!")]), user(""))
    body, losses = written(name, request)
    assert {"/messages/0", "/messages/1/content/0", "/messages/2"} <= {*paths(losses)}
    assert not {"system", "systemInstruction"} & body.keys()
    assert '""' not in json.dumps(body)


def test_an_empty_text_that_carries_a_signature_stays() -> None:
    signed = {**text(""), "metadata": {"gemini": {"thoughtSignature": "c2ln"}}}
    body, losses = written("gemini", asking(user(), turn(text("Hi."), signed), user()))
    assert body["contents"][1]["parts"][1] == {"text": "", "thoughtSignature": "c2ln"}
    assert paths(losses) == []


@pytest.mark.parametrize("name", ["anthropic_messages", "gemini", "bedrock_converse"])
def test_a_history_that_starts_with_a_call_gets_a_turn_of_the_user_ahead(name: str) -> None:
    reply = turn(called("a", metadata={"gemini": {"thoughtSignature": "c2ln"}}))
    body, losses = written(name, asking(reply, result("a"), tools=[tool()]))
    first = (body.get("messages") or body.get("contents"))[0]
    assert first["role"] == "user" and "said before" in str(first)
    assert "/messages/0" in paths(losses)


@pytest.mark.parametrize("name", FORMATS)
def test_orphans_and_open_calls_are_mended_and_named(name: str) -> None:
    request = asking(
        user(), result("zero"), turn(called("one"), called("two")), result("two"), user("Go on."),
        tools=[tool()],
    )  # fmt: skip
    body, losses = written(name, request)
    assert {"/messages/1/toolResult", "/messages/2/content/0/toolCall"} <= {*paths(losses)}
    again = format_module(name).decode_request(body)["messages"]
    calls = [call["id"] for one in again for call in toolwire.tool_calls(one)]
    answers = [one["toolResult"]["toolCallId"] for one in again if one["role"] == "tool"]
    assert calls == answers and len(calls) == 2
    with pytest.raises(ToolwireError) as raised:
        format_module(name).encode_request(request, rules="check")
    assert (raised.value.pointer, raised.value.code) == ("/messages/1/toolResult", "rule")


def test_calls_that_share_an_id_are_told_apart_with_their_results() -> None:
    request = asking(user(), turn(called("a", "one"), called("a", "two")),
                     result("a", name="two"), result("a", name="one"),
                     tools=[tool("one"), tool("two")])  # fmt: skip
    body, losses = written("anthropic_messages", request)
    calls = [block["id"] for block in body["messages"][1]["content"]]
    assert len({*calls}) == 2
    assert [block["tool_use_id"] for block in body["messages"][2]["content"]] == calls
    assert paths(losses) == ["/messages/1/content/1/toolCall/id"]


def test_an_id_of_an_earlier_turn_is_not_used_again() -> None:
    messages = [user(), turn(called("abcdefghi")), result("abcdefghi")]
    request = asking(*messages, *messages[1:], tools=[tool()])
    for name in ("anthropic_messages", "mistral_chat"):
        body, losses = written(name, request)
        assert part(name, "accepts").breaches(body) == []
        assert paths(losses)[0] == "/messages/3/content/0/toolCall/id"


def test_a_second_result_of_a_call_is_left_out_and_named() -> None:
    request = asking(user(), turn(called("a")), result("a"), result("a", "again"), tools=[tool()])
    body, losses = written("openai_chat", request)
    assert [one["role"] for one in body["messages"]] == ["user", "assistant", "tool"]
    assert paths(losses) == ["/messages/3/toolResult"]


def test_a_result_whose_call_may_stand_in_an_item_of_the_wire_stays() -> None:
    item = {"kind": "opaque", "format": "openai_responses", "value": {"type": "item_reference"}}
    body, losses = written("openai_responses", asking(user(), item, result("a"), tools=[tool()]))
    assert body["input"][-1]["call_id"] == "a"
    assert paths(losses) == []


def test_results_that_answer_what_a_stored_conversation_asked_stay() -> None:
    request = asking(result("call_1"), tools=[tool()],
                     metadata={"openai_responses": {"previous_response_id": "resp_1"}})  # fmt: skip
    body, losses = written("openai_responses", request)
    assert body["input"][0]["call_id"] == "call_1"
    assert paths(losses) == []


def test_turns_of_one_side_become_one_where_they_must_alternate() -> None:
    body, losses = written(
        "bedrock_converse", asking(user("a"), user("b"), turn(text("c")), turn(text("d")))
    )
    assert [one["role"] for one in body["messages"]] == ["user", "assistant"]
    assert body["messages"][0]["content"] == [{"text": "a"}, {"text": "b"}]
    assert paths(losses) == ["/messages/1", "/messages/3"]


def test_the_model_has_a_turn_behind_results_where_it_must() -> None:
    request = asking(user(), turn(called("abcdefghi")), result("abcdefghi"), user("Thanks."),
                     turn(text("You are")), tools=[tool()])  # fmt: skip
    body, losses = written("mistral_chat", request)
    roles = [one["role"] for one in body["messages"]]
    assert roles == ["user", "assistant", "tool", "assistant", "user", "assistant"]
    assert body["messages"][-1]["prefix"] is True
    assert paths(losses) == ["/messages/3", "/messages/4"]


def test_numbers_and_lists_that_are_too_large_are_cut_down() -> None:
    more = {"temperature": 1.7, "stopSequences": ["a", " ", *"bcdef"], "maxTokens": 0}
    body, losses = written("anthropic_messages", asking(user(), **more))
    assert (body["temperature"], body["max_tokens"]) == (1, 1)
    assert body["stop_sequences"] == ["a", "b", "c", "d", "e", "f"]
    assert {*paths(losses)} == {"/temperature", "/maxTokens", "/stopSequences/1"}
    body, losses = written("openai_chat", asking(user(), **more))
    assert body["stop"] == ["a", " ", "b", "c"]


def test_calls_of_other_providers_get_the_documented_placeholder() -> None:
    messages = [user(), turn(called("a"), called("b")), result("a"), result("b")]
    body, losses = written("gemini", asking(*messages, tools=[tool()], model="gemini-3.8-flash"))
    first, second = body["contents"][1]["parts"]
    assert first["thoughtSignature"] == "skip_thought_signature_validator"
    assert "thoughtSignature" not in second
    assert paths(losses) == ["/messages/1/content/0/toolCall"]
    for request in (
        asking(*messages, tools=[tool()], model="gemini-2.5-pro"),
        asking(*messages, turn(text("So.")), user("Next."), tools=[tool()]),
    ):
        assert "thoughtSignature" not in json.dumps(written("gemini", request)[0])


HINT = "Answer in JSON."


@pytest.mark.parametrize(
    ("name", "place"),
    [("openai_chat", ("messages", 0)), ("openai_responses", ("input", 0))],
)
def test_who_asks_for_json_says_so_where_the_api_demands_the_word(
    name: str, place: tuple[str, int]
) -> None:
    """Instructions do not count where they stand beside the input."""
    plain = asking(user(), jsonOutput=True)
    body, losses = written(name, plain)
    assert HINT in json.dumps(body[place[0]][place[1]])
    assert [(loss.path, loss.code) for loss in losses] == [("/jsonOutput", "added")]
    instructed = asking({"role": "system", "content": "In json!"}, user(), jsonOutput=True)
    assert (HINT in json.dumps(written(name, instructed)[0])) == (name == "openai_responses")
    for right in (
        asking(user("As JSON, please."), jsonOutput=True),
        asking(user([text("a"), text("As Json.")]), jsonOutput=True),
        asking(user(), turn(called("c")), result("c", "no json"), tools=[tool()], jsonOutput=True),
        asking(user(), jsonOutput=False),
    ):
        body, losses = written(name, right)
        assert HINT not in json.dumps(body)
        assert not [loss for loss in losses if loss.path == "/jsonOutput"]
    shaped = asking(user(), jsonOutput=True, responseSchema={"schema": {"type": "object"}})
    assert HINT not in json.dumps(format_module(name).encode_request(shaped))
    body, _ = written(name, asking({"role": "system", "content": "a"}, jsonOutput=True))
    assert part(name, "accepts").breaches(body) == []


def test_rules_is_one_of_three_words() -> None:
    for function in (toolwire.openai_chat.encode_request, toolwire.openai_chat.losses_request):
        with pytest.raises(ValueError, match="repair"):
            function(asking(user()), rules="always")


def test_on_one_wire_nothing_is_repaired_unless_it_is_asked_for() -> None:
    body = toolwire.openai_chat.encode_request(asking(user(), tools=[]), rules="off")
    options: Json = {"source": "openai_chat", "target": "openai_chat", "on_loss": "ignore"}
    assert toolwire.convert_request(body, **options) == body
    assert "tools" not in toolwire.convert_request(body, **options, rules="repair")


@pytest.mark.parametrize("name", ["mistral_chat", "bedrock_converse", "openai_chat"])
def test_what_is_renamed_or_moved_is_no_error(name: str) -> None:
    picture = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    request = asking(user(), turn(called("an id: 1")), result("an id: 1", [picture], "multimodal"),
                     tools=[tool()])  # fmt: skip
    if name == "bedrock_converse":
        del request["model"]
    wire = format_module(name)
    codes = {one.code for one in wire.losses_request(request)}
    assert codes == ({"moved"} if name == "openai_chat" else {"renamed"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sent = wire.encode_request(request)
    assert wire.encode_request(request, on_loss="error") == sent


def test_schemas_go_out_in_the_dialect_of_the_wire_and_stay_as_they_are_with_rules_off() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    tool = {"name": "find", "strict": True, "parameters": schema}
    messages = [{"role": "user", "content": "Find it."}]
    request = {"model": "m", "messages": messages, "tools": [tool]}
    module = format_module("openai_chat")
    strict = module.encode_request(request)["tools"][0]["function"]["parameters"]
    assert strict["additionalProperties"] is False and strict["required"] == ["a"]
    assert [loss.path for loss in module.losses_request(request) if "tools" in loss.path] == [
        "/tools/0/parameters/properties/a"
    ]
    off = module.encode_request(request, rules="off")["tools"][0]["function"]["parameters"]
    assert off == schema
    with pytest.raises(ToolwireError, match=r"/tools/0/parameters.*rule"):
        module.encode_request(request, rules="check")


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"a": {"const": 1}}, "/properties/a"),
        ({"a.b": {"type": "array", "items": {"anyOf": [{"type": "null"}, {"const": 1}]}}},
         "/properties/a.b/items/anyOf/1"),
        ({}, ""),
    ],
)  # fmt: skip
def test_a_schema_that_loses_nothing_is_named_too_where_it_breaks_a_rule(
    more: Json, place: str
) -> None:
    """Objects are to say that they are closed, and constants of what type they are."""
    module = format_module("anthropic_messages")
    schema = {"type": "object", "properties": {"c": {"type": "string"}, **more}}
    closed = {**schema, "properties": {}, "additionalProperties": False}
    tools = [tool(), {"name": "find", "strict": True, "parameters": schema}]
    asked = asking(user(), tools=[{**tools[1], "name": "ok", "parameters": closed}, *tools])
    request = {**asked, "responseSchema": {"schema": closed}}
    losses = module.losses_request(request)
    told = [one for one in losses if "schema" not in one.path and one.code != "filled"]
    assert [(one.path, one.code) for one in told] == [(f"/tools/2/parameters{place}", "renamed")]
    assert all(one.is_harmless for one in told)
    with pytest.raises(ToolwireError) as raised:
        module.encode_request(request, rules="check")
    assert (raised.value.pointer, raised.value.code) == (f"/tools/2/parameters{place}", "rule")
    del request["tools"]
    request["responseSchema"] = {"schema": schema}
    with pytest.raises(ToolwireError) as raised:
        module.encode_request(request, rules="check")
    assert raised.value.pointer == f"/responseSchema/schema{place}"


def strictly(members: int = 1) -> Json:
    names = [f"a{at}" for at in range(members)]
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    return {"parameters": {**schema, "required": names}, "strict": True}


@pytest.mark.parametrize(
    ("tools", "switched"),
    [
        ([strictly()], True),
        ([strictly(100), strictly(100)], True),
        ([strictly(100), strictly(101)], False),
        ([strictly(), {**strictly(), "strict": False}], False),
        ([strictly(), {"parameters": strictly()["parameters"]}], False),
        ([{"parameters": strictly()["parameters"]}], False),
    ],
)
def test_what_all_tools_say_is_said_by_the_switch_of_a_wire_that_has_one(
    tools: list[Json], switched: bool
) -> None:
    module = format_module("cohere_chat")
    named = [{"name": f"look_{at}", **one} for at, one in enumerate(tools)]
    request = asking(user(), tools=named)
    code = "moved" if switched else "field"
    losses = [loss for loss in module.losses_request(request) if loss.path.endswith("/strict")]
    strict = [at for at, one in enumerate(tools) if one.get("strict")]
    assert [(loss.path, loss.code) for loss in losses] == [
        (f"/tools/{at}/strict", code) for at in strict
    ]
    body = module.encode_request(request, on_loss="ignore")
    assert body.get("strict_tools") is (True if switched else None)
    assert part("cohere_chat", "accepts").breaches(body) == []
    back = toolwire.restored(module.decode_request(body))
    assert [one.get("strict") for one in back["tools"]] == [switched or None for _ in named]
    there = toolwire.convert_request(body, source="cohere_chat", target="openai_chat",
                                     on_loss="error" if switched else "ignore")  # fmt: skip
    assert [one["function"].get("strict") for one in there["tools"]] == [switched or None] * len(
        named
    )
    if not switched:
        off = toolwire.restored(module.decode_request({**body, "strict_tools": False}))
        assert off["metadata"] == {"cohere_chat": {"strict_tools": False}}
    if switched:
        assert module.encode_request(request, on_loss="error", rules="check") == body
        assert module.encode_request(module.decode_request(body)) == body
    assert "strict_tools" not in module.encode_request(request, rules="off", on_loss="ignore")
    off = {**request, "metadata": {"cohere_chat": {"strict_tools": False}}}
    assert module.encode_request(off, on_loss="ignore")["strict_tools"] is False


def nested(depth: int) -> Json:
    schema: Json = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"],
                  "additionalProperties": False}  # fmt: skip
    return {"parameters": schema, "strict": True}


@pytest.mark.parametrize(
    ("tool", "strict"),
    [(strictly(100), True), (strictly(101), False), (nested(5), True), (nested(6), False)],
)
def test_a_service_holds_a_model_to_smaller_schemas_than_the_wires_own_api(
    tool: Json, strict: bool
) -> None:
    module = format_module("openai_chat")
    request = asking(user(), tools=[{"name": "look", **tool}])
    body = module.encode_request(request, profile="azure_openai", on_loss="ignore")
    assert bool(body["tools"][0]["function"].get("strict")) is strict
    lost = paths(module.losses_request(request, profile="azure_openai"))
    assert ("/tools/0/strict" in lost) is not strict
    breaches = part("openai_chat", "profiles.azure_openai").breaches
    assert breaches(body) == []
    assert module.encode_request(request, on_loss="ignore")["tools"][0]["function"]["strict"]
    as_it_is = module.encode_request(request, profile="azure_openai", rules="off", on_loss="ignore")
    assert bool(breaches(as_it_is)) is not strict


def test_a_schema_that_a_wire_has_no_place_for_is_refused() -> None:
    request = {
        "model": "m",
        "messages": [{"role": "user", "content": "Say."}],
        "responseSchema": {"schema": {"type": "string"}, "name": "say"},
    }
    module = format_module("openai_chat")
    with pytest.raises(ToolwireError, match="/responseSchema/schema/type: unsupported"):
        module.encode_request(request)


@pytest.mark.parametrize("stream", [False, True])
def test_nulls_that_a_strict_wire_demands_are_not_in_the_arguments_that_an_app_gets(
    stream: bool,
) -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": ["integer", "null"]}},
        "required": ["b"],
    }
    messages = [{"role": "user", "content": "Find it."}]
    tools = [{"name": "find", "strict": True, "parameters": schema}]
    request = {"model": "m", "messages": messages, "tools": tools}
    function = {"name": "find", "arguments": '{"a":null,"b":null}'}
    call = {"id": "c1", "type": "function", "function": function}
    module = format_module("openai_chat")
    if stream:
        delta = {"role": "assistant", "tool_calls": [{"index": 0, **call}]}
        chunks = [
            {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m",
             "choices": [{"index": 0, "delta": one, "finish_reason": end}]}
            for one, end in ((delta, None), ({}, "tool_calls"))
        ]  # fmt: skip
        *_, last = module.decode_stream(chunks, request=request)
        response = last["response"]
    else:
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        body = {"id": "r", "object": "chat.completion", "created": 1, "model": "m"}
        response = module.decode_response({**body, "choices": [choice]}, request=request)
    assert toolwire.tool_calls(response)[0]["arguments"] == {"b": None}


def test_a_reply_is_read_whose_request_went_out_with_a_schema_that_is_refused() -> None:
    tools = [{"name": "find", "parameters": {"type": "string"}}]
    request = {"model": "m", "messages": [{"role": "user", "content": "Find it."}], "tools": tools}
    module = format_module("openai_chat")
    with pytest.raises(ToolwireError, match="/tools/0/parameters"):
        module.encode_request(request)
    message = {"role": "assistant", "content": "No."}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    assert toolwire.text(module.decode_response(body, request=request)) == "No."


@pytest.mark.parametrize("name", ["openai_chat", "anthropic_messages", "gemini", "mistral_chat"])
@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"toolChoice": {"mode": "auto"}}, "/toolChoice"),
        ({"toolChoice": {}}, "/toolChoice"),
        ({"messages": [user(), turn({})]}, "/messages/1/content/0"),
    ],
)
def test_a_value_that_is_none_does_not_switch_the_rules_off(
    name: str, more: Json, place: str
) -> None:
    unanswered = asking(user(), turn(called("a b", "look.up")), user("Never mind."), tools=[tool()])
    with pytest.raises(ToolwireError) as raised:
        format_module(name).encode_request({**unanswered, **more})
    assert raised.value.pointer.startswith(place)


def test_a_service_that_wants_names_of_their_own_gets_each_tool_once() -> None:
    request = asking(user(), tools=[tool(), tool("find"), tool()])
    wire = format_module("openai_chat")
    body: Json = wire.encode_request(request, profile="deepseek", on_loss="ignore")
    assert [one["function"]["name"] for one in body["tools"]] == ["look", "find"]
    assert len(wire.encode_request(request)["tools"]) == 3
