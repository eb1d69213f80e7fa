"""What stands where in a turn: calls at its end, and media outside of a result that failed."""

from __future__ import annotations

import copy
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
    assert [(path, code) for path, code, _ in told] == [("/messages/2/toolResult/value/1", "moved")]
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


@pytest.mark.parametrize("name", [*CLAUDE, "openai_chat", "openai_responses"])
def test_a_strict_tool_without_a_schema_takes_nothing_and_says_so(name: str) -> None:
    tool = {"name": "f", "strict": True}
    value = {**request(user()), "model": MODEL, "tools": [tool]}
    wire = import_module(f"toolwire.{name}")
    sent_tool = decode(name, wire.encode_request(value, on_loss="error"))["tools"][0]
    assert sent_tool["parameters"]["additionalProperties"] is False
    assert [one.code for one in wire.losses_request(value)] == ["added"]
    assert tool == {"name": "f", "strict": True}
    told = wire.losses_request({**value, "tools": [{"name": "f"}]})
    assert "added" not in [one.code for one in told]


@pytest.mark.parametrize("name", CLAUDE)
def test_a_reply_that_is_held_to_a_schema_does_not_go_on_from_words(name: str) -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    value = asked(assistant(text("{")))
    assert [message["role"] for message in sent(name, value)[0]] == ["user", "assistant"]
    value["responseSchema"] = {"schema": schema}
    messages, told = sent(name, value)
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert [path for path, _, _ in told] == ["/messages/1"]


@pytest.mark.parametrize(
    ("name", "model", "most"),
    [
        ("anthropic_messages", "claude-3-haiku-20240307", 4096),
        ("anthropic_messages", "claude-opus-4-1", 32000),
        ("anthropic_messages", "claude-sonnet-4-5", 64000),
        ("anthropic_messages", "claude-opus-4-8", 128000),
        ("gemini", "gemini-2.0-flash", 8192),
        ("gemini", "gemini-3-pro-preview", 65536),
        ("gemini", "some-model", 2**31 - 1),
    ],
)
def test_no_more_tokens_are_asked_for_than_a_model_may_write(
    name: str, model: str, most: int
) -> None:
    wire = import_module(f"toolwire.{name}")
    value = {**request(user()), "model": model, "maxTokens": 2**40}
    assert decode(name, wire.encode_request(value, on_loss="ignore"))["maxTokens"] == most
    assert [one.path for one in wire.losses_request(value) if one.path == "/maxTokens"]


def test_thinking_that_adapts_stays_with_models_that_have_it() -> None:
    own = {"anthropic_messages": {"thinking": {"type": "adaptive"}}}
    wire = import_module("toolwire.anthropic_messages")
    value = {**request(user()), "metadata": own}
    older = wire.encode_request({**value, "model": "claude-sonnet-4-5"}, on_loss="ignore")
    later = wire.encode_request({**value, "model": "claude-opus-4-8"}, on_loss="ignore")
    assert ("thinking" in older, "thinking" in later) == (False, True)


def test_gemini_has_a_level_of_thinking_or_a_budget_for_it() -> None:
    own = {"gemini": {"generationConfig": {"thinkingConfig": {"thinkingBudget": 100}}}}
    value = {**request(user()), "metadata": own, "reasoningEffort": "low"}
    wire = import_module("toolwire.gemini")
    body = wire.encode_request({**value, "model": "gemini-3-pro-preview"}, on_loss="ignore")
    assert body["generationConfig"]["thinkingConfig"] == {"thinkingBudget": 100}


LOOKED_UP = asked(assistant(call("c"), call("d")), fine("c"), fine("d"))
UNSIGNED = "it gets the placeholder that is documented for that"


@pytest.mark.parametrize(
    ("own", "model", "placed"),
    [
        ({"id": "c"}, "gemini-3-pro-preview", True),  # as an older model left it
        ({"thoughtSignature": "c2ln"}, "gemini-3-pro-preview", False),
        ({"thought_signature": "c2ln"}, "gemini-3-pro-preview", False),
        ({"id": "c"}, "gemini-2.5-flash", False),
        ({"id": "c"}, None, False),  # who knows
    ],
)
def test_a_call_that_an_older_gemini_made_has_what_a_later_one_demands(
    own: Json, model: str | None, placed: bool
) -> None:
    value = copy.deepcopy(LOOKED_UP)
    value["messages"][1]["content"][0]["toolCall"]["metadata"] = {"gemini": own}
    del value["model"]
    value |= {"model": model} if model else {}
    _, told = sent("gemini", value)
    assert [path for path, _, reason in told if reason == UNSIGNED] == (
        ["/messages/1/content/0/toolCall"] if placed else []
    )


def test_a_call_signed_in_the_other_spelling_stays_so_beside_one_that_is_not() -> None:
    calls = [call("c"), call("d")]
    calls[0]["toolCall"]["metadata"] = {"gemini": {"thought_signature": "c2ln"}}
    steps = [assistant(calls[0]), fine("c"), assistant(calls[1]), fine("d")]
    _, told = sent("gemini", asked(*steps, model="gemini-3-pro-preview"))
    assert [path for path, _, reason in told if reason == UNSIGNED] == [
        "/messages/3/content/0/toolCall"
    ]


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("gemini", "gemini-3.8-flash"),
        ("anthropic_messages", "claude-opus-4-6"),
        ("anthropic_messages", "claude-opus-4-8"),
        ("bedrock_converse", "claude-opus-4-6"),
    ],
)
def test_words_of_the_system_are_no_turn_behind_the_models_own(name: str, model: str) -> None:
    behind = {"role": "system", "content": "Be brief."}
    messages, told = sent(name, asked(assistant(text("I think")), behind, model=model))
    assert [one["role"] for one in messages if one["role"] != "system"] == [
        *("user", "assistant", "user"),
    ]
    assert "/messages/1" in [path for path, _, _ in told]


@pytest.mark.parametrize("model", ["gemini-3-pro-preview", None])
def test_a_signature_on_another_call_than_the_first_of_a_step_is_not_enough(model: Any) -> None:
    """An app has put a call ahead of the one that was signed."""
    calls = [call("c"), call("d")]
    calls[1]["toolCall"]["metadata"] = {"gemini": {"thoughtSignature": "c2ln"}}
    value = asked(assistant(*calls), fine("c"), fine("d"), model=model)
    messages, told = sent("gemini", value)
    assert [path for path, _, reason in told if reason == UNSIGNED] == [
        "/messages/1/content/0/toolCall"
    ]
    assert messages[1]["content"][1] == calls[1]


@pytest.mark.parametrize("name", CLAUDE)
def test_media_of_a_result_beside_one_that_failed_stay_in_it(name: str) -> None:
    failed = result("c", "multimodal", [PICTURE], isError=True)
    seen = result("d", "multimodal", [text("a"), PICTURE])
    messages, told = sent(name, asked(assistant(call("c"), call("d")), failed, seen))
    assert [block["kind"] for block in messages[3]["toolResult"]["value"]] == ["text", "image"]
    assert [path for path, _, _ in told] == ["/messages/2/toolResult/value/0"]


def test_a_thought_of_which_a_signature_was_all_does_not_go_to_another_service() -> None:
    part = {"thought": True, "thoughtSignature": "c2ln"}
    signed = {"kind": "opaque", "format": "gemini", "value": part}
    value = asked(assistant(signed, text("a")), user(), model="gemini-3-pro-preview")
    wire = import_module("toolwire.gemini")
    body = wire.encode_request(value, profile="vertex", on_loss="ignore")
    assert body["contents"][1]["parts"] == [{"text": "a"}]
    assert wire.encode_request(value, on_loss="ignore")["contents"][1]["parts"][0] == part


def test_a_model_that_does_not_think_is_told_nothing_of_it() -> None:
    own = {"gemini": {"generationConfig": {"thinkingConfig": {"thinkingBudget": 100}}}}
    value = {**request(user()), "metadata": own}
    wire = import_module("toolwire.gemini")
    older = wire.encode_request({**value, "model": "gemini-2.0-flash"}, on_loss="ignore")
    later = wire.encode_request({**value, "model": "gemini-2.5-flash"}, on_loss="ignore")
    assert "thinkingConfig" not in older["generationConfig"]
    assert later["generationConfig"]["thinkingConfig"] == {"thinkingBudget": 100}
