"""Keys of a reply's message, in the next request: each service gets those alone that it knows."""

from __future__ import annotations

from typing import Any

import pytest

from formats import part
from test_accepts import asking, called, result, text, tool, turn, user
from test_profiles import codes
from toolwire import ToolwireError
from toolwire._runtime.acceptance import Acceptance
from toolwire._runtime.convert import format_module
from toolwire._runtime.look import touched
from toolwire._runtime.repairing import repaired

Json = Any
CHAT = "openai_chat"
KEYLESS = ("deepseek", "groq", "moonshot", "ollama_openai", "together", "xai")
"""Services without a key for words in which a model declines."""
KEYED = (None, "azure_openai", "openrouter", "snowflake")
SIGNED: Json = {"google": {"thought_signature": "c2ln"}}


def replied(**keys: Json) -> Json:
    """A conversation that goes on behind a reply whose message has these keys."""
    message = {"role": "assistant", "content": "So.", **keys}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    reply = format_module(CHAT).decode_response(body)
    return asking(user(), reply["message"], user())


def sent(request: Json, profile: str | None) -> Json:
    body = format_module(CHAT).encode_request(request, profile=profile, on_loss="ignore")
    if profile is not None:
        assert part(CHAT, f"profiles.{profile}").breaches(body) == []
    return body["messages"]


@pytest.mark.parametrize("profile", KEYLESS)
def test_a_key_with_nothing_in_it_does_not_go_where_nobody_knows_it(profile: str) -> None:
    """Groq: property 'refusal' is unsupported, whatever stands there. Nothing is lost by it."""
    request = replied(refusal=None)
    assert sent(request, profile)[1] == {"role": "assistant", "content": "So."}
    assert codes(CHAT, request, profile) == []
    with pytest.raises(ToolwireError, match="/messages/1/metadata/openai_chat/refusal"):
        format_module(CHAT).encode_request(request, profile=profile, rules="check")


@pytest.mark.parametrize("profile", KEYED)
def test_it_goes_back_where_it_is_known(profile: str | None) -> None:
    assert sent(replied(refusal=None), profile)[1]["refusal"] is None


@pytest.mark.parametrize("key", ["name", "reasoning_content", "reasoning_details"])
def test_a_key_that_a_service_refuses_is_left_out_with_null_as_well(key: str) -> None:
    message = {"role": "assistant", "content": "So.", key: None}
    body = {"model": "m", "messages": [{"role": "user", "content": "Well?"}, message]}
    request = format_module(CHAT).decode_request(body)
    assert key not in sent(request, "groq")[1] and codes(CHAT, request, "groq") == []
    assert sent(request, None)[1] == message


def test_the_value_that_a_service_takes_all_the_same_stays() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Well?"}], "n": 1}
    request = format_module(CHAT).decode_request(body)
    assert format_module(CHAT).encode_request(request, profile="groq", rules="check") == body


@pytest.mark.parametrize("profile", [*KEYLESS, *KEYED[1:]])
def test_a_signature_on_a_call_goes_to_no_other_service(profile: str) -> None:
    """It is what Gemini's compatible endpoint issues; Cerebras and Groq refuse its key."""
    call = {"id": "a", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    request = replied(content=None, tool_calls=[{**call, "extra_content": SIGNED}])
    request["messages"][2:] = [result("a")]
    request["tools"] = [tool()]
    assert sent(request, None)[1]["tool_calls"] == [{**call, "extra_content": SIGNED}]
    assert sent(request, profile)[1]["tool_calls"] == [call]
    place = "/messages/1/content/0/toolCall/metadata/openai_chat/extra_content"
    assert (place, "dropped") in codes(CHAT, request, profile)


@pytest.mark.parametrize("profile", [*KEYLESS, "snowflake"])
def test_the_id_of_a_sound_goes_to_no_other_service(profile: str) -> None:
    request = replied(audio={"id": "audio_1", "data": "", "expires_at": 1, "transcript": "So."})
    assert sent(request, None)[1]["audio"] == {"id": "audio_1"}
    assert sent(request, "azure_openai")[1]["audio"] == {"id": "audio_1"}
    assert sent(request, profile)[1] == {"role": "assistant", "content": "So."}
    place = "/messages/1/metadata/openai_chat/audio"
    assert codes(CHAT, request, profile) == [(place, "dropped")]


def test_a_message_is_looked_at_for_the_key_of_that_rule_alone() -> None:
    row = {"kind": "declined", "key": "refusal", "what": "a message without the key"}
    acceptance = Acceptance(CHAT, {"rules": {"declined": row}})
    request, other = replied(refusal=None), replied(function_call=None)
    about = touched(request, acceptance.plain)
    once, _ = repaired(request, acceptance, False, about)
    assert once["messages"][1]["metadata"] == {CHAT: {}}
    assert touched(once, acceptance.plain) == touched(other, acceptance.plain) == 0


@pytest.mark.parametrize("model", ["llama-3.3-70b-versatile", "moonshotai/kimi-k2-instruct-0905"])
def test_thoughts_do_not_go_to_a_model_of_groq_that_has_none(model: str) -> None:
    """property 'reasoning' is unsupported: https://console.groq.com/docs/changelog"""
    thinking = {**replied(reasoning="Hm."), "model": model}
    assert sent(thinking, "groq")[1] == {"role": "assistant", "content": "So."}
    assert codes(CHAT, thinking, "groq") == [("/messages/1/content/0", "dropped")]
    assert sent({**thinking, "model": "openai/gpt-oss-120b"}, "groq")[1]["reasoning"] == "Hm."
    message = {"role": "assistant", "content": "So.", "reasoning": "Hm."}
    body = {"model": model, "messages": [{"role": "user", "content": "Well?"}, message]}
    others = asking(user(), turn({"kind": "reasoning", "text": "Hm."}, text("So.")), user())
    assert sent({**others, "model": model}, "groq")[1] == {"role": "assistant", "content": "So."}
    assert codes(CHAT, {**others, "model": model}, "groq") == [("/messages/1/content/0", "dropped")]
    assert "reasoning" not in sent(format_module(CHAT).decode_request(body), "groq")[1]


def test_blocks_calls_and_results_are_looked_at_for_such_keys() -> None:
    row = {"kind": "refused", "parts": ["mark.own"], "what": "no mark"}
    plain = Acceptance(CHAT, {"rules": {"strange": row}}).plain
    own: Json = {"metadata": {CHAT: {"mark": {}}}}
    other: Json = {"metadata": {CHAT: {"other": 1}}}

    def looked(*messages: Json) -> bool:
        return bool(touched({"messages": [user(), *messages]}, plain))

    for keys, found in ((own, True), (other, False), ({}, False)):
        assert looked(turn({**text("So."), **keys})) is found
        marked = called("a")
        marked["toolCall"] = {**marked["toolCall"], **keys}
        answer = result("a")
        assert looked(turn(marked), answer) is found
        assert (
            looked(turn(called("a")), {**answer, "toolResult": {**answer["toolResult"], **keys}})
            is found
        )
        media = {**answer["toolResult"], "kind": "multimodal", "value": [{**text("So."), **keys}]}
        assert looked(turn(called("a")), {**answer, "toolResult": media}) is found
