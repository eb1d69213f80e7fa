"""What stands where in a turn: calls at its end, and media outside of a result that failed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import toolwire
from conversation import assistant, call, decode, request, result, text, user

Json = Any
CLAUDE = ("anthropic_messages", "bedrock_converse")
MODEL = "us.anthropic.claude-haiku-4-5"
TOOLS = [{"name": "f", "parameters": {"type": "object"}}]
PICTURE = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
THOUGHT = {"anthropic_messages": {"signature": "c2ln"}}


def fine(id_: str) -> Json:
    return result(id_, "text", "fine")


def asked(*messages: Json, model: str = MODEL) -> Json:
    return {**request(user(), *messages), "model": model, "tools": TOOLS}


def sent(name: str, value: Json) -> tuple[list[Json], list[tuple[str, str, str]]]:
    """The messages as a wire has them then, and what is told of them."""
    wire = import_module(f"toolwire.{name}")
    told = [
        (one.path, one.code, one.reason)
        for one in wire.losses_request(value)
        if one.path.startswith("/messages")
    ]
    return decode(name, wire.encode_request(value, on_loss="ignore"))["messages"], told


def kinds(message: Json) -> list[str]:
    return [block["kind"] for block in message["content"]]


AHEAD = "it stands ahead of the calls of its turn"


@pytest.mark.parametrize("name", CLAUDE)
def test_what_stands_behind_a_call_goes_ahead_of_the_calls(name: str) -> None:
    said = assistant(text("a"), call("c"), text("b"), call("d"), text("e"))
    messages, told = sent(name, asked(said, fine("c"), fine("d")))
    assert kinds(messages[1]) == ["text", "text", "text", "toolCall", "toolCall"]
    assert [block["text"] for block in messages[1]["content"][:3]] == ["a", "b", "e"]
    assert told == [
        ("/messages/1/content/2", "repaired", AHEAD),
        ("/messages/1/content/4", "repaired", AHEAD),
    ]


@pytest.mark.parametrize("name", CLAUDE)
def test_calls_beside_each_other_stay_where_they_are(name: str) -> None:
    value = asked(assistant(text("a"), call("c"), call("d")), fine("c"), fine("d"))
    messages, told = sent(name, value)
    assert (kinds(messages[1]), told) == (["text", "toolCall", "toolCall"], [])


def test_what_a_provider_found_itself_goes_ahead_of_the_calls_that_wait() -> None:
    search = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}
    own = [
        {"kind": "opaque", "format": "anthropic_messages", "value": one} for one in (search, found)
    ]
    messages, _ = sent("anthropic_messages", asked(assistant(call("c"), *own), fine("c")))
    assert kinds(messages[1]) == ["opaque", "opaque", "toolCall"]


def test_what_goes_nowhere_moves_no_call() -> None:
    empty = assistant(call("c"), {"kind": "reasoning", "text": "Hm."}, text(" "))
    _, told = sent("anthropic_messages", asked(empty, fine("c")))
    assert AHEAD not in [reason for _, _, reason in told]


def test_other_models_of_bedrock_may_speak_behind_a_call() -> None:
    said = asked(assistant(call("c"), text("b")), fine("c"), model="amazon.nova-pro-v1:0")
    messages, told = sent("bedrock_converse", said)
    assert (kinds(messages[1]), told) == (["toolCall", "text"], [])


@pytest.mark.parametrize("name", CLAUDE)
def test_media_of_a_result_that_failed_stand_behind_it_and_move_back(name: str) -> None:
    failed = result("c", "multimodal", [text("a"), PICTURE], isError=True)
    value = asked(assistant(call("c")), failed)
    messages, told = sent(name, value)
    assert [block["kind"] for block in messages[3]["content"]] == ["text", "image"]
    assert [(path, code) for path, code, _ in told] == [
        ("/messages/2/toolResult/value/1", "moved")
    ]
    wire = import_module(f"toolwire.{name}")
    body = wire.encode_request(value, on_loss="error")
    back = toolwire.convert_request(body, source=name, target="gemini", on_loss="ignore")
    there = decode("gemini", back)["messages"][2]["toolResult"]
    assert {"text", "image"} == {block["kind"] for block in there["value"]}


@pytest.mark.parametrize("name", CLAUDE)
def test_media_of_a_result_that_did_not_fail_stay_in_it(name: str) -> None:
    value = asked(assistant(call("c")), result("c", "multimodal", [text("a"), PICTURE]))
    messages, told = sent(name, value)
    assert [block["kind"] for block in messages[2]["toolResult"]["value"]] == ["text", "image"]
    assert told == []


@pytest.mark.parametrize("name", CLAUDE)
def test_a_result_of_media_alone_that_failed_says_where_they_are(name: str) -> None:
    value = asked(assistant(call("c")), result("c", "multimodal", [PICTURE], isError=True))
    messages, _ = sent(name, value)
    failed = messages[2]["toolResult"]
    assert (failed["kind"], failed["value"]) == ("error", "(Its media is in the next message.)")


def test_a_sound_of_a_result_that_failed_moves_as_that_of_any_other() -> None:
    sound = {"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}
    failed = result("c", "multimodal", [sound, PICTURE], isError=True)
    messages, _ = sent("bedrock_converse", asked(assistant(call("c")), failed))
    assert kinds(messages[3]) == ["text", "audio", "image"]


def test_other_models_of_bedrock_see_media_of_a_result_that_failed() -> None:
    failed = result("c", "multimodal", [PICTURE], isError=True)
    value = asked(assistant(call("c")), failed, model="amazon.nova-pro-v1:0")
    messages, told = sent("bedrock_converse", value)
    assert [block["kind"] for block in messages[2]["toolResult"]["value"]] == ["image"]
    assert told == []
