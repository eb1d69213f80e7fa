"""What a repaired request loses is told: all of it, once, where it stood in the given one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dice import Dice
from formats import having, profiles
from samples import adapter
from test_repaired_places import conversation, places
from toolwire import Loss
from toolwire._runtime.accepting import accepted
from toolwire._runtime.convert import format_module
from toolwire._runtime.errors import HARMLESS

Json = Any
WRITTEN = [(name, one) for name in having("accepts", "talk") for one in (None, *profiles(name))]
"""The wires, and the services that speak them."""
ODD: Json = {"metadata": {"openai_chat": {"odd": 1}}}
"""What only Chat Completions has a place for."""


def text(words: str = "a", **more: Json) -> Json:
    return {"kind": "text", "text": words, **more}


def user(*blocks: Json, **more: Json) -> Json:
    return {"role": "user", "content": [*blocks], **more}


def model(*blocks: Json, **more: Json) -> Json:
    return {"role": "assistant", "content": [*blocks], **more}


def call(**more: Json) -> Json:
    found = {"id": "i23456789", "name": "f", "arguments": {}, **more}
    return {"kind": "toolCall", "toolCall": found}


def result(kind: str, value: Json, **more: Json) -> Json:
    found = {"kind": kind, "toolCallId": "i23456789", "name": "f", "value": value}
    return {"role": "tool", "toolResult": {**found, **more}}


def lost_of(target: str, *messages: Json, profile: str | None = None) -> list[Loss]:
    """What is lost of a conversation, without what is only changed."""
    given = {"model": "m", "maxTokens": 9, "messages": [*messages]}
    if any(one["role"] == "tool" for one in messages):
        given["tools"] = [{"name": "f", "parameters": {"type": "object"}}]
    wire = adapter(target, "request", "repair")
    return [one for one in wire.losses(given, profile=profile) if one.code not in HARMLESS]


def paths(losses: list[Loss], code: str) -> list[str]:
    return sorted(one.path for one in losses if one.code == code)


IMAGE: Json = {"kind": "image", "url": "https://a.test/b.png"}
AUDIO: Json = {"kind": "audio", "url": "https://a.test/b.mp3"}
THOUGHT: Json = {"kind": "reasoning", "text": "hm"}
ALIEN: Json = {"kind": "opaque", "format": "gemini", "value": {"x": 1}}


def noted(value: Json, by: str, place: str = "") -> Json:
    """A value, everything of which has something that only one wire has a place for."""
    if type(value) is list:
        return [noted(item, by, f"{place}/{at}") for at, item in enumerate(value)]
    if type(value) is not dict or value.get("kind") == "opaque":
        return value
    found = {
        key: item if key in ("arguments", "parameters") else noted(item, by, f"{place}/{key}")
        for key, item in value.items()
    }
    return {**found, "metadata": {by: {"odd": f"<{place}>"}}}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("format_", "profile"), WRITTEN)
@pytest.mark.parametrize("by", ["elsewhere", ""])
def test_what_only_one_wire_has_a_place_for_goes_there_or_is_told_once_where_it_stood(
    by: str, format_: str, profile: str | None, seed: int
) -> None:
    wire, by = adapter(format_, "request", "repair"), by or format_
    request = noted(conversation(Dice(f"{format_} {profile} {seed}")), by)
    paths = [one.path for one in wire.losses(request, profile=profile)]
    body = json.dumps(wire.encode(request, profile=profile, on_loss="ignore"))
    for place, value in places(request).items():
        if type(value) is dict and by in value:
            where = f"{place}/{by}/odd"
            assert paths.count(where) < 2, where
            is_there = by == format_ and value[by]["odd"] in body
            assert is_there or [one for one in paths if one and where.startswith(one)], where


def test_what_is_lost_of_a_repaired_block_is_told_though_it_is_lost_elsewhere_too() -> None:
    found = lost_of("gemini", user(text(**ODD), {**IMAGE, **ODD}))
    assert paths(found, "foreign") == [
        "/messages/0/content/0/metadata/openai_chat/odd",
        "/messages/0/content/1/metadata/openai_chat/odd",
    ]


def test_what_is_lost_behind_a_block_that_is_left_out_is_told_where_it_stood() -> None:
    found = lost_of("anthropic_messages", user(text("")), user(text(" "), text(**ODD)))
    assert paths(found, "foreign") == ["/messages/1/content/1/metadata/openai_chat/odd"]
    assert paths(found, "dropped") == ["/messages/0/content/0", "/messages/1/content/0"]


def test_messages_that_only_another_wire_knows_are_told_beside_a_repair() -> None:
    item = {"role": "assistant", "content": [call()]}
    found = lost_of("mistral_chat", user(text()), item)
    assert not paths(found, "opaque")
    given = {"messages": [ALIEN, user(text()), item], "model": "m"}
    losses = adapter("mistral_chat", "request", "repair").losses(given)
    assert paths(losses, "opaque") == ["/messages/0"]
    assert "/messages/2/content/0/toolCall" in paths(losses, "repaired")


@pytest.mark.parametrize(
    ("target", "messages", "place"),
    [
        ("anthropic_messages", [user(text()), model(ALIEN)], "/messages/1/content/0"),
        ("anthropic_messages", [user(ALIEN, AUDIO)], "/messages/0/content/0"),
        (
            "cohere_chat", [user(text()), model(call()), result("multimodal", [ALIEN])],
            "/messages/2/toolResult/value/0",
        ),
    ],
)  # fmt: skip
def test_what_a_message_held_that_goes_out_empty_or_as_words_is_told(
    target: str, messages: list[Json], place: str
) -> None:
    found = lost_of(target, *messages)
    assert paths(found, "opaque") == [place]
    assert [one for one in found if place.startswith(f"{one.path}/")]  # the message itself


def test_a_document_that_goes_as_a_text_says_what_else_it_had() -> None:
    document = {"kind": "document", "text": "t", "name": "n", **ODD}
    found = lost_of("ollama_chat", user(document))
    assert paths(found, "repaired") == ["/messages/0/content/0"]
    assert paths(found, "foreign") == ["/messages/0/content/0/metadata/openai_chat/odd"]


def test_what_its_own_wire_says_of_a_document_is_told_where_that_goes_as_a_text() -> None:
    own = {"metadata": {"cohere_chat": {"odd": 1, "$": {"x": "y"}}}}
    turn = user({"kind": "document", "text": "t", **own})
    found = lost_of("cohere_chat", turn)
    assert [one.path for one in found] == [
        "/messages/0/content/0", "/messages/0/content/0/metadata/cohere_chat/odd",
    ]  # fmt: skip
    body = adapter("cohere_chat", "request", "repair").encode({"model": "m", "messages": [turn]})
    assert body["messages"] == [{"role": "user", "content": "t"}]


def test_a_document_whose_text_goes_as_data_keeps_what_its_own_wire_says_of_it() -> None:
    own = {"metadata": {"gemini": {"odd": 1}}}
    found = lost_of("gemini", user({"kind": "document", "text": "t", **own}))
    assert [one.path for one in found] == ["/messages/0/content/0"]


def test_turns_that_become_one_keep_what_their_wire_says_of_each() -> None:
    own = [{"metadata": {"bedrock_converse": {key: 1, "$": {"x": "y"}}}} for key in ("a", "b")]
    turns = [user(text("a"), **own[0]), user(text("b"), **own[1])]
    accepts = format_module("bedrock_converse").ACCEPTS
    (one,) = accepted({"model": "m", "messages": turns}, accepts, "repair")[0]["messages"]
    assert one == user(text("a"), text("b"), metadata={"bedrock_converse": {"a": 1, "b": 1}})


def test_turns_that_become_one_tell_what_only_the_second_of_them_can_say() -> None:
    says: list[Json] = [{"metadata": {"bedrock_converse": {"a": a, "b": 1}}} for a in (1, 2)]
    found = lost_of("bedrock_converse", *(user(text(), **one) for one in says))
    assert {(one.path, one.code) for one in found} == {
        ("/messages/1", "repaired"), ("/messages/0/metadata/bedrock_converse/a", "dropped"),
    }  # fmt: skip


def test_turns_that_become_one_tell_what_each_of_them_loses_where_it_stood() -> None:
    turn = user(text("a", **ODD), **ODD)
    found = lost_of("bedrock_converse", turn, turn)
    assert paths(found, "foreign") == [
        f"/messages/{at}{inner}/metadata/openai_chat/odd"
        for at in (0, 1) for inner in ("/content/0", "")
    ]  # fmt: skip
    assert paths(found, "repaired") == ["/messages/1"]


def test_what_stands_behind_thoughts_that_a_service_has_elsewhere_is_told_where_it_stood() -> None:
    other: Json = {"metadata": {"gemini": {"odd": 1}}}
    turns = [user(text()), model(THOUGHT, text(**other)), user(text())]
    found = lost_of("openai_chat", *turns, profile="openrouter")
    assert paths(found, "foreign") == ["/messages/1/content/1/metadata/gemini/odd"]
    found = lost_of("openai_chat", *turns, model(ALIEN), profile="openrouter")
    assert paths(found, "foreign") == ["/messages/1/content/1/metadata/gemini/odd"]
    assert paths(found, "opaque") == ["/messages/3/content/0"]


def test_a_failed_result_of_data_says_that_they_go_as_text() -> None:
    turns = [user(text()), model(call()), result("data", {"x": 1}, isError=True)]
    found = lost_of("cohere_chat", *turns)
    assert paths(found, "repaired") == ["/messages/2/toolResult/isError"]
    assert paths(found, "kind") == ["/messages/2/toolResult"]


def test_what_is_left_out_with_its_message_is_told_once_and_without_an_order() -> None:
    turns = [user(text()), model(text("", **ODD)), user(text()), model(text("")), user(text())]
    assert {(one.path, one.code) for one in lost_of("mistral_chat", *turns)} == {
        ("/messages/1", "repaired"), ("/messages/1/content/0", "dropped"),
        ("/messages/3", "repaired"), ("/messages/3/content/0", "dropped"),
    }  # fmt: skip


def test_a_name_that_only_a_result_has_is_told_where_it_goes_as_another() -> None:
    item = {"kind": "opaque", "format": "openai_chat", "value": {"role": "critic", "content": "x"}}
    turns = [item, user(text()), result("text", "y", name="a name"), result("text", "z", name="")]
    given: Json = {"messages": turns, "tools": [{"name": "a name", "parameters": {}}]}
    losses = adapter("openai_chat", "request", "repair").losses({**given, "tools": []})
    found = {(one.path, one.code): one.reason for one in losses}
    assert found["/messages/2/toolResult/name", "renamed"].startswith("it goes as 'a_name_")
    assert found["/messages/3/toolResult/name", "added"].startswith("it goes as 'unnamed_")
    assert ("/messages/3/toolResult/name", "field") not in found  # it had none
    assert ("/messages/2/toolResult/name", "field") in found  # this one goes nowhere


def test_a_name_is_told_at_its_call_alone() -> None:
    turns = [user(text()), model(call(name="a name")), result("text", "y", name="a name")]
    tools = [{"name": "a name", "parameters": {"type": "object", "properties": {}}}]
    given = {"messages": turns, "tools": tools}
    losses = adapter("openai_chat", "request", "repair").losses(given)
    assert paths(losses, "renamed") == ["/messages/1/content/0/toolCall/name", "/tools/0/name"]


def test_what_goes_out_in_another_order_is_told_where_it_was_given() -> None:
    picture = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    turns = [user(text()), model(call()), user(picture), result("text", "y")]
    found = lost_of("ollama_chat", *turns)
    assert paths(found, "field") == ["/messages/2/content/0/mimeType"]


def test_a_switch_that_is_left_out_needs_no_choice_beside_it() -> None:
    turns = [user(text()), model(ALIEN)]
    given = {"messages": turns, "maxTokens": 9, "parallelToolCalls": False}
    losses = adapter("anthropic_messages", "request", "repair").losses(given)
    assert {(one.path, one.code) for one in losses} == {
        ("/parallelToolCalls", "dropped"),
        ("/messages/1", "repaired"), ("/messages/1/content/0", "opaque"),
    }  # fmt: skip
