"""Facts about some models alone: settings that they refuse, and how a model is told by its id."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from formats import part
from test_accepts import asking, called, paths, result, text, tool, turn, user, written
from toolwire import ToolwireError
from toolwire._runtime.acceptance import Acceptance, Row
from toolwire._runtime.convert import format_module

Json = Any


@pytest.mark.parametrize(
    ("model", "holds"),
    [
        ("gpt-5", True),
        ("gpt-5-mini-2025-08-07", True),
        ("openai/gpt-5", True),
        ("ft:gpt-5:acme", True),
        ("us.openai.gpt-5-v1:0", True),
        ("GPT-5", True),
        ("gpt-5-chat-latest", False),
        ("gpt-4.1", False),
        ("chatgpt-5", False),
        ("openai-gpt-5", False),
        ("", False),
    ],
)
def test_a_model_is_told_by_the_beginning_of_its_id_or_of_what_stands_behind_a_prefix(
    model: str, holds: bool
) -> None:
    params = {"kind": "refused", "what": "nothing", "models": ["gpt-5"], "without": ["gpt-5-chat"]}
    assert Row("a", params).holds_for(model) is holds
    assert Row("a", {"kind": "refused", "what": "nothing"}).holds_for(model)


@pytest.mark.parametrize("model", ["o3-mini", "openai/gpt-5", "gpt-5-nano"])
@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
def test_a_model_that_reasons_gets_no_sampling_of_ones_own(name: str, model: str) -> None:
    body, losses = written(name, asking(user(), model=model, temperature=0.2, topP=0.9))
    assert not {"temperature", "top_p"} & body.keys()
    assert paths(losses) == ["/temperature", "/topP"]
    usual = asking(user(), model=model, temperature=1)
    assert written(name, usual)[0]["temperature"] == 1


def test_a_model_that_may_reason_gets_sampling_as_long_as_it_does_not() -> None:
    request = asking(user(), model="gpt-5.2", temperature=0.2)
    assert "temperature" in written("openai_chat", request)[0]
    assert "temperature" in written("openai_chat", {**request, "reasoningEffort": "none"})[0]
    body, losses = written("openai_chat", {**request, "reasoningEffort": "low"})
    assert "temperature" not in body and paths(losses) == ["/temperature"]


def test_keys_that_a_model_refuses_are_left_out_of_its_own_wire() -> None:
    read = format_module("openai_chat").decode_request
    message = {"role": "user", "content": "Well?"}
    payload = {"model": "o3", "messages": [message], "logprobs": True, "max_tokens": 9, "seed": 1}
    body, losses = written("openai_chat", read(payload))
    assert body == {"model": "o3", "messages": [message], "max_completion_tokens": 9, "seed": 1}
    assert paths(losses) == ["/metadata/openai_chat/logprobs", "/maxTokens"]
    other = {**payload, "model": "gpt-4.1"}
    assert written("openai_chat", read(other))[0] == other


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_a_claude_that_takes_one_of_temperature_and_share_gets_the_temperature(name: str) -> None:
    model = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"
    request = asking(user(), model=model, temperature=0.2, topP=0.9)
    body, losses = written(name, request)
    settings = body if name == "anthropic_messages" else body["inferenceConfig"]
    assert settings["temperature"] == 0.2 and not {"top_p", "topP"} & settings.keys()
    assert paths(losses) == ["/topP"]
    older = {**request, "model": "claude-3-5-haiku-latest"}
    assert paths(written(name, older)[1]) == []
    only = {key: value for key, value in request.items() if key != "temperature"}
    assert paths(written(name, only)[1]) == []


def test_a_newer_claude_gets_no_sampling_of_ones_own() -> None:
    request = asking(user(), model="claude-opus-4-8", temperature=0.2, topP=0.9, topK=9)
    body, losses = written("anthropic_messages", request)
    assert not {"temperature", "top_p", "top_k"} & body.keys()
    assert paths(losses) == ["/temperature", "/topP", "/topK"]


def test_a_newer_claude_does_not_go_on_from_its_own_words() -> None:
    request = asking(user(), turn(text("The answer is")), model="claude-sonnet-4-6")
    body, losses = written("anthropic_messages", request)
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert paths(losses) == ["/messages/1"]
    older = {**request, "model": "claude-3-5-haiku-latest"}
    assert len(written("anthropic_messages", older)[0]["messages"]) == 2


def test_a_turn_that_was_paused_goes_on_as_it_is() -> None:
    block = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
    own = {"kind": "opaque", "format": "anthropic_messages", "value": block}
    request = asking(user(), turn(text("I look."), own), model="claude-sonnet-4-6")
    body, losses = written("anthropic_messages", request)
    assert body["messages"][-1]["role"] == "assistant" and paths(losses) == []


def test_many_models_are_told_apart_however_many_were_asked_before() -> None:
    wire = format_module("openai_chat")
    for number in range(250):
        model = f"o3-{number}" if number % 2 else f"gpt-4-{number}"
        body = wire.encode_request(asking(user(), model=model, temperature=0.2))
        assert ("temperature" in body) is (number % 2 == 0)


def test_what_was_worked_out_for_a_model_is_not_kept_for_ever() -> None:
    def count() -> int:
        gc.collect()
        return sum(type(one) is Acceptance for one in gc.get_objects())

    wire, before = format_module("openai_chat"), count()
    for number in range(150):
        wire.encode_request(asking(user(), model=f"kept-{number}"), rules="check")
    assert count() - before <= 100


def test_what_a_placeholder_stands_for_is_asked_of_some_models_alone() -> None:
    messages = [user(), turn(called("a")), result("a")]
    for model, signed in (("models/gemini-2.5-pro", False), ("gemini-3.8-flash", True)):
        request = asking(*messages, tools=[tool()], model=model)
        assert ("thoughtSignature" in str(written("gemini", request)[0])) is signed


def test_a_breach_of_a_rule_about_a_model_is_an_error_where_rules_are_checked() -> None:
    request = asking(user(), model="o3", temperature=0.2)
    wire = format_module("openai_chat")
    with pytest.raises(ToolwireError, match=r"/temperature.*no sampling"):
        wire.encode_request(request, rules="check")
    assert wire.encode_request({**request, "model": "m"}, rules="check")


EVERY = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
# What goes out for each of these, in a word or "-": nothing.
EFFORTS = {
    "o4-mini": "low low low medium high high high",
    "openai/gpt-5-mini": "minimal minimal low medium high high high",
    "gpt-5-pro": "high high high high high high high",
    "gpt-5.1": "none low low medium high high high",
    "gpt-5.2": "none low low medium high xhigh xhigh",
    "gpt-5-codex": "low low low medium high high high",
    "gpt-5.1-codex-mini": "low low low medium high high high",
    "gpt-5.1-codex-max": "low low low medium high xhigh xhigh",
    "gpt-5.3-codex": "low low low medium high xhigh xhigh",
    "gpt-5.4-pro": "medium medium medium medium high xhigh xhigh",
    "gpt-5.2-chat-latest": "medium medium medium medium medium medium medium",
    "gpt-5.5": "none low low medium high xhigh xhigh",
    "gpt-5.6-sol": "none low low medium high xhigh max",
    "gpt-4.1": "- - - - - - -",
    "gpt-5-chat-latest": "- - - - - - -",
    "another": "none minimal low medium high xhigh max",
}
CLAUDES = {
    "claude-opus-4-5-20251101": "low low low medium high high high",
    "us.anthropic.claude-sonnet-4-6-v1:0": "low low low medium high high max",
    "claude-mythos-preview": "low low low medium high high max",
    "claude-opus-4-8": "low low low medium high xhigh max",
    "claude-sonnet-4-5": "- - - - - - -",
    "claude-sonnet-4-20250514": "- - - - - - -",
}
GROKS = {
    "grok-3-mini-fast": "low low low low high high high",
    "grok-4.3": "none low low medium high high high",
    "grok-4.5": "low low low medium high high high",
    "grok-4.6": "low low low medium high high high",
    "grok-4.7": "low low low medium high xhigh xhigh",
    "grok-4.20-multi-agent-0309": "low low low medium high xhigh xhigh",
    "grok-4.20-0309-reasoning": "- - - - - - -",
}
GEMINIS = {
    "gemini-2.5-flash": "- - - - - - -",
    "gemini-3-pro-preview": "LOW LOW LOW LOW HIGH HIGH HIGH",
    "gemini-3.1-pro-preview": "LOW LOW LOW MEDIUM HIGH HIGH HIGH",
    "gemini-3.5-flash": "MINIMAL MINIMAL LOW MEDIUM HIGH HIGH HIGH",
    "gemini-3.8-flash": "LOW LOW LOW MEDIUM HIGH HIGH HIGH",
    "gemini-3-flash-preview": "MINIMAL MINIMAL LOW MEDIUM HIGH HIGH HIGH",
}
LEVELS = [
    *(("openai_chat", None, *row) for row in EFFORTS.items()),
    *(("openai_responses", None, *row) for row in EFFORTS.items()),
    *(("anthropic_messages", None, *row) for row in CLAUDES.items()),
    *(("bedrock_converse", None, *row) for row in CLAUDES.items()),
    *(("openai_chat", "xai", *row) for row in GROKS.items()),
    ("openai_chat", "snowflake", "openai-gpt-5.1", EFFORTS["gpt-5.1"]),
    ("openai_chat", "snowflake", "openai-o4-mini", EFFORTS["o4-mini"]),
    ("openai_chat", "openrouter", "openai/gpt-5", " ".join(EVERY)),
    *(("gemini", None, *row) for row in GEMINIS.items()),
]


def effort_of(body: Json) -> Json:
    places = (
        ("reasoning_effort",), ("reasoning", "effort"), ("output_config", "effort"),
        ("outputConfig", "effort"), ("generationConfig", "thinkingConfig", "thinkingLevel"),
    )  # fmt: skip
    for place in places:
        found = body
        for key in place:
            found = found.get(key, {})
        if found:
            return found
    return None


@pytest.mark.parametrize(("name", "profile", "model", "words"), LEVELS)
def test_an_effort_is_one_that_the_model_takes(
    name: str, profile: Any, model: str, words: str
) -> None:
    wire = format_module(name)
    for word, expected in zip(EVERY, words.split(), strict=True):
        request = asking(user(), model=model, reasoningEffort=word)
        body = wire.encode_request(request, profile=profile, on_loss="ignore")
        assert (effort_of(body) or "-") == expected, word
        losses = wire.losses_request(request, profile=profile)
        found = [loss.code for loss in losses if loss.path == "/reasoningEffort"]
        assert len(found) == (expected.lower() != word), (word, found)
        if found and name not in ("bedrock_converse", "gemini"):
            said_of = part(name, f"profiles.{profile}" if profile else "accepts")
            assert said_of.breaches(body) == []
            off = wire.encode_request(request, rules="off", on_loss="ignore")
            assert said_of.breaches(off) or effort_of(off) == expected


def test_a_level_that_is_not_written_is_read_and_goes_back_as_it_came() -> None:
    wire = format_module("gemini")
    turn = {"role": "user", "parts": [{"text": "Hm?"}]}
    body = {"contents": [turn], "generationConfig": {"thinkingConfig": {"thinkingLevel": "XHIGH"}}}
    request = wire.decode_request(body)
    assert request["reasoningEffort"] == "xhigh" and wire.encode_request(request) == body
    fresh = asking(user(), model="gemini-4", reasoningEffort="xhigh")
    assert effort_of(wire.encode_request(fresh, on_loss="ignore")) == "HIGH"


def test_an_effort_that_the_model_has_no_word_for_is_named_by_check() -> None:
    wire = format_module("openai_chat")
    request = asking(user(), model="gpt-5", reasoningEffort="max")
    with pytest.raises(ToolwireError, match="/reasoningEffort: rule"):
        wire.encode_request(request, rules="check")
    usual = {**request, "reasoningEffort": "minimal", "topP": 1}
    assert wire.encode_request(usual, rules="check")["reasoning_effort"] == "minimal"


SCHEMA: Json = {"responseSchema": {"schema": {"type": "object"}}}


@pytest.mark.parametrize("wanted", [SCHEMA, {"jsonOutput": True}])
@pytest.mark.parametrize(
    ("name", "model", "beside", "without"),
    [
        ("gemini", "models/gemini-2.5-flash", False, True),
        ("gemini", "gemini-3.8-flash", True, True),
        ("cohere_chat", "command-a-03-2025", False, True),
    ],
)
def test_json_is_asked_for_beside_tools_where_both_are_taken(
    name: str, model: str, beside: bool, without: bool, wanted: Json
) -> None:
    """Their APIs answer 400 to both at once: the tools stay, as the conversation needs them."""
    for tools, expected in (([tool("add")], beside), ([], without), (None, without)):
        request = asking(user(), model=model, **wanted)
        request |= {} if tools is None else {"tools": tools}
        body, losses = written(name, request, refused=tools == [])
        assert ("application/json" in str(body) or "json_object" in str(body)) is expected
        field = next(iter(wanted))
        dropped = [loss.code for loss in losses if loss.path == f"/{field}"]
        assert ("dropped" in dropped) is not expected
        if name == "cohere_chat":
            assert part(name, "accepts").breaches(body) == []
            off = format_module(name).encode_request(request, rules="off", on_loss="ignore")
            assert bool(part(name, "accepts").breaches(off)) is bool(tools)


def test_keys_of_the_wires_own_may_be_what_something_may_not_stand_beside() -> None:
    own = {"metadata": {"cohere_chat": {"documents": ["A tide table."]}}}
    body, _ = written("cohere_chat", asking(user(), jsonOutput=True, **own))
    assert body["documents"] == ["A tide table."]
    assert "response_format" not in body


@pytest.mark.parametrize("model", ["amazon.nova-pro-v1:0", "anthropic.claude-opus-4-1-v1:0"])
def test_what_a_rule_of_some_models_adds_does_not_undo_the_rule_of_all(model: str) -> None:
    request = asking(user(), model=model, stopSequences=[f"stop {n}" for n in range(2501)])
    body, losses = written("bedrock_converse", {**request})
    assert len(body["inferenceConfig"]["stopSequences"]) == 2500
    assert paths(losses) == ["/stopSequences/2500"]
