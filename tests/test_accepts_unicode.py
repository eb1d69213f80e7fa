"""Halves of surrogate pairs: clients cannot send them, and Claude's API takes no JSON with them."""

from __future__ import annotations

import copy
import json
from importlib import import_module
from typing import Any

import pytest

from conversation import assistant, call, decode, request, result, text, user

Json = Any
WIRES = ["anthropic_messages", "openai_chat", "openai_responses", "mistral_chat", "cohere_chat",
         "ollama_chat"]  # fmt: skip
HALVES = dict(zip(["\ud800", "\udfff"], [1, 2], strict=True))
CUT = "a \ud83d"
VALUE = {
    **request(
        {"role": "system", "content": CUT},
        user([text(CUT)]),
        assistant(text(CUT), call("c", arguments={"x": [CUT], **HALVES})),
        result("c", "text", "b \udc80"),
        user("\U0001f600 fine"),
    ),
    "tools": [{"name": "f", "parameters": {"type": "object"}}],
}


@pytest.mark.parametrize("name", WIRES)
def test_half_of_a_pair_goes_out_as_a_character_that_can_be_sent(name: str) -> None:
    given = copy.deepcopy(VALUE)
    wire = import_module(f"toolwire.{name}")
    body = wire.encode_request(VALUE, on_loss="ignore")
    assert "a \ufffd" in json.dumps(body, ensure_ascii=False).encode().decode()
    messages = decode(name, body)["messages"]
    assert messages[3]["toolResult"]["value"] == "b \ufffd"
    assert messages[-1]["content"] == "\U0001f600 fine"
    assert given == VALUE
    told = [one for one in wire.losses_request(VALUE) if "\ufffd" in one.reason]
    assert {(one.path, one.code) for one in told} >= {
        ("/messages/0/content", "repaired"),
        ("/messages/1/content/0/text", "repaired"),
        ("/messages/2/content/0/text", "repaired"),
        ("/messages/3/toolResult/value", "repaired"),
    }


@pytest.mark.parametrize("name", WIRES)
def test_an_id_of_a_call_can_be_sent_and_so_can_a_name(name: str) -> None:
    ids = ["c\ud800", "c\udfff", "\ud83d"]
    calls = [call(id_, name=f"f{id_}") for id_ in ids]
    value = {
        **request(user(), assistant(*calls), *(result(id_, "text", "ok") for id_ in ids)),
        "tools": [{"name": f"f{id_}"} for id_ in ids],
    }
    wire = import_module(f"toolwire.{name}")
    body = wire.encode_request(value, on_loss="ignore")
    assert json.dumps(body, ensure_ascii=False).encode()
    sent = [block["toolCall"]["id"] for block in decode(name, body)["messages"][1]["content"]]
    assert len({*sent}) == 3


def test_arguments_of_calls_can_be_sent_and_keep_their_members() -> None:
    wire = import_module("toolwire.anthropic_messages")
    body = wire.encode_request(VALUE, on_loss="ignore")
    sent = decode("anthropic_messages", body)["messages"][2]["content"][1]["toolCall"]
    assert sent["arguments"] == {"x": ["a \ufffd"], "\ufffd": 1, "\ufffd2": 2}
    inside = request(user(), assistant(call("c", arguments={"x": {"y": CUT}})))
    body = wire.encode_request(inside, on_loss="ignore")
    sent = decode("anthropic_messages", body)["messages"][1]["content"][0]["toolCall"]
    assert sent["arguments"] == {"x": {"y": "a \ufffd"}}


@pytest.mark.parametrize("name", WIRES)
def test_what_is_unicode_is_not_touched_in_any_script(name: str) -> None:
    value = request(user("\u4f60\u597d \U0001f600"), assistant(text("\xe9")), user("\ufffd"))
    wire = import_module(f"toolwire.{name}")
    assert not any("\ufffd" in one.reason for one in wire.losses_request(value))
    sent = decode(name, wire.encode_request(value, on_loss="ignore"))
    assert sent["messages"][0]["content"] == "\u4f60\u597d \U0001f600"


def test_the_free_text_of_a_call_can_be_sent_and_so_can_what_is_no_object() -> None:
    wire = import_module("toolwire.openai_chat")
    free = call("c", input=CUT), call("d", invalidArguments=f"{{{CUT}")
    turns = [user(), assistant(*free), result("c", "text", "x"), result("d", "text", "x")]
    body = wire.encode_request(request(*turns), on_loss="ignore")
    calls = body["messages"][1]["tool_calls"]
    assert calls[0]["custom"]["input"] == "a \ufffd"
    assert calls[1]["function"]["arguments"] == "{a \ufffd"
    places = [one.path for one in wire.losses_request(request(*turns)) if "\ufffd" in one.reason]
    place = "/messages/1/content"
    assert places == [f"{place}/0/toolCall/input", f"{place}/1/toolCall/invalidArguments"]


def test_arguments_in_any_script_stay_beside_a_text_that_was_cut() -> None:
    turn = assistant(text(CUT), call("c", arguments={"\xf6": "\u4f60"}))
    losses = import_module("toolwire.anthropic_messages").losses_request(request(user(), turn))
    assert [one.path for one in losses if "\ufffd" in one.reason] == ["/messages/1/content/0/text"]
