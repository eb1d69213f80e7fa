"""What one service was found to refuse of its models, or to take, beside what its wire says."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from formats import part
from test_accepts import asking, called, paths, result, text, tool, turn, user, written
from test_accepts_found import mended
from test_profiles import codes
from toolwire._runtime.acceptance import Acceptance
from toolwire._runtime.convert import format_module
from toolwire._runtime.repairing import repaired

Json = Any
BEDROCK = "bedrock_converse"


def thought(**own: Json) -> Json:
    key = "reasoningContent.reasoningText.signature"
    overlay: Json = {"reasoningContent": {"reasoningText": own or {"signature": ""}}}
    form: Json = {} if own else {"$": {"absent": [key]}}
    return {"kind": "reasoning", "text": "Hm.", "metadata": {BEDROCK: {**overlay, **form}}}


HIDDEN: Json = {
    "kind": "reasoning", "text": "", "redacted": True,
    "metadata": {BEDROCK: {"reasoningContent": {"redactedContent": "AAAA"}}},
}  # fmt: skip


# -- thoughts that a model has and does not take back


@pytest.mark.parametrize("model", ["us.deepseek.r1-v1:0", "deepseek.r1-v1:0"])
@pytest.mark.parametrize("own", [thought(), thought(signature="s"), HIDDEN])
def test_a_model_that_takes_no_thought_back_gets_none(model: str, own: Json) -> None:
    request = asking(user(), turn(text("Yes?"), own), user(), model=model)
    body, where = mended(BEDROCK, request)
    assert body["messages"][1]["content"] == [{"text": "Yes?"}]
    assert where == ["/messages/1/content/1"]
    alone = asking(user(), turn(own), user(), model=model)
    body, where = mended(BEDROCK, alone)
    assert [one["role"] for one in body["messages"]] == ["user"]
    assert where[0] == "/messages/1/content/0"


def test_a_thought_that_came_in_a_reply_stays_out_of_the_next_request() -> None:
    wire = format_module(BEDROCK)
    reply = wire.decode_response({
        "metrics": {"latencyMs": 1}, "stopReason": "end_turn",
        "output": {"message": {"role": "assistant", "content": [
            {"text": "Look left."}, {"reasoningContent": {"reasoningText": {"text": "Hm."}}},
        ]}},
        "usage": {"inputTokens": 1, "outputTokens": 2, "totalTokens": 3},
    })  # fmt: skip
    body, where = mended(
        BEDROCK, asking(user(), reply["message"], user(), model="us.deepseek.r1-v1:0")
    )
    assert "reasoningContent" not in str(body) and where == ["/messages/1/content/1"]
    for model in ("moonshot.kimi-k2-thinking", "openai.gpt-oss-120b-1:0", "qwen.qwen3-32b-v1:0"):
        stays, losses = written(BEDROCK, asking(user(), reply["message"], user(), model=model))
        assert "reasoningContent" in str(stays) and paths(losses) == []


def test_a_signature_stays_out_where_a_model_has_none() -> None:
    request = asking(
        user(), turn(thought(signature="s"), text("Yes?")), user(), model="openai.gpt-oss-120b-1:0"
    )
    body, _ = mended(BEDROCK, request)
    assert body["messages"][1]["content"] == [{"text": "Yes?"}]


# -- sampling


@pytest.mark.parametrize("model", ["us.openai.gpt-5.6-sol", "openai.gpt-5.5"])
def test_a_model_that_reasons_takes_no_sampling_of_ones_own(model: str) -> None:
    for more in ({"temperature": 0.2}, {"topP": 1}):
        body, where = mended(BEDROCK, asking(user(), model=model, maxTokens=64, **more))
        assert body["inferenceConfig"] == {"maxTokens": 64} and where == [f"/{next(iter(more))}"]
    plain = asking(user(), model="openai.gpt-oss-120b-1:0", temperature=0.2, topP=0.5)
    assert paths(written(BEDROCK, plain)[1]) == []


# -- who begins


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("anthropic_messages", "claude-sonnet-4-5"), ("anthropic_messages", "claude-3-haiku"),
        (BEDROCK, "us.anthropic.claude-sonnet-4-5"), (BEDROCK, "qwen.qwen3-vl"),
    ],
)  # fmt: skip
def test_the_model_may_begin_where_that_is_taken(name: str, model: str) -> None:
    begun = asking(turn(text("Hello!")), user(), model=model)
    body, losses = written(name, begun)
    assert [one["role"] for one in body["messages"]] == ["assistant", "user"]
    assert paths(losses) == []
    called_first = asking(turn(called("a")), result("a"), model=model, tools=[tool()])
    assert paths(written(name, called_first)[1]) == []
    body, where = mended(name, asking(turn(text("Hello!")), model=model))
    assert body["messages"][0]["role"] == "user" and where == ["/messages/0"]


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("anthropic_messages", "glm-5"), (BEDROCK, "amazon.nova-micro-v1:0"),
        (BEDROCK, "anthropic.claude-3-haiku-20240307-v1:0"),
    ],
)  # fmt: skip
def test_the_user_begins_elsewhere(name: str, model: str) -> None:
    body, where = mended(name, asking(turn(text("Hello!")), user(), model=model))
    assert body["messages"][0]["role"] == "user" and where == ["/messages/0"]


# -- texts that say nothing


def test_an_empty_text_stays_with_models_that_take_it() -> None:
    wire, api = format_module("gemini"), part("gemini", "accepts")
    body = {
        "contents": [
            {"role": "user", "parts": [{"text": ""}]}, {"role": "model", "parts": [{"text": ""}]},
            {"role": "user", "parts": [{"text": "Well?"}, {"text": ""}]},
        ],
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
    }  # fmt: skip
    for model in ("gemini-2.5-flash", "gemini-3-pro-preview", "gemini-3.7-flash"):
        request = {**wire.decode_request(body), "model": model}
        assert wire.encode_request(request) == body and wire.losses_request(request) == []
    for model in ("gemini-2.0-flash", ""):
        request = {**wire.decode_request(body), "model": model}
        found = wire.encode_request(request, on_loss="ignore")
        assert {"text": ""} not in [one for turn in found["contents"] for one in turn["parts"]]
        assert api.breaches(found) == []
    request = {**wire.decode_request(body), "model": "gemini-2.5-flash"}
    found, where = mended("gemini", request, "vertex")
    assert {"text": ""} not in [one for turn in found["contents"] for one in turn["parts"]]
    assert "/messages/1" in where


def test_words_of_the_system_say_something() -> None:
    request = asking({"role": "system", "content": ""}, user(""), model="gemini-2.5-flash")
    body, where = mended("gemini", request)
    assert body == {"contents": [{"role": "user", "parts": [{"text": ""}]}]}
    assert where == ["/messages/0"]


# -- a list of no texts


@pytest.mark.parametrize("name", ["anthropic_messages", BEDROCK])
def test_a_system_that_is_an_empty_list_says_nothing_and_stays(name: str) -> None:
    wire = format_module(name)
    content = "Hm." if name == "anthropic_messages" else [{"text": "Hm."}]
    more = {"model": "m", "max_tokens": 9} if name == "anthropic_messages" else {}
    body = {"messages": [{"role": "user", "content": content}], **more, "system": []}
    request = wire.decode_request(body)
    assert wire.encode_request(request, on_loss="error") == body
    assert wire.encode_request(request, rules="check") == body
    assert wire.losses_request(request) == []
    assert part(name, "accepts").breaches(body) == []


@pytest.mark.parametrize("target", ["openai_chat", "openai_responses", "gemini"])
def test_a_list_without_texts_is_no_loss_elsewhere(target: str) -> None:
    request = asking({"role": "system", "content": []}, user())
    wire = format_module(target)
    body = wire.encode_request(request)
    assert body == wire.encode_request(asking(user()))
    assert wire.losses_request(request) == []
    with pytest.raises(toolwire.ToolwireError):
        wire.encode_request(request, rules="check")
    spelled: Json = {"name": None, "odd": [], "$": {"role": {"as": "developer"}}}
    quiet = {"role": "system", "content": [], "metadata": {"openai_chat": spelled}}
    assert wire.losses_request(asking(quiet, user())) == []
    for name in ("openai_chat", "mistral_chat"):
        noted = {"role": "system", "content": [], "metadata": {name: {"name": "critic", "odd": []}}}
        losses = wire.losses_request(asking(noted, user()))
        there = [] if name == target else [f"/messages/0/metadata/{name}/name"]
        assert {"/messages/0", *there} <= {one.path for one in losses}
    asked = asking({"role": "system", "content": [text("")]}, user())
    lost = paths(wire.losses_request(asked))
    assert lost == (["/messages/0/content/0", "/messages/0"] if target == "gemini" else [])


# -- Mistral


@pytest.mark.parametrize("temperature", [0, 0.0, -1])
def test_where_the_likeliest_token_is_taken_there_is_no_share(temperature: float) -> None:
    mistral = format_module("mistral_chat")
    asked = asking(user(), model="mistral-large-latest", temperature=temperature)
    body, where = mended("mistral_chat", {**asked, "topP": 0.5})
    assert "/topP" in where and body["temperature"] == 0 and "top_p" not in body
    for fine in ({"topP": 1}, {"topP": 1.0}):
        assert "/topP" not in paths(mistral.losses_request({**asked, **fine}))
    assert codes("mistral_chat", {**asked, "temperature": 0.1, "topP": 0.5}, None) == []


# -- Moonshot AI


@pytest.mark.parametrize("model", ["kimi-k2.7-code", "kimi-k2.7-code-highspeed", "kimi-k3"])
def test_models_that_always_think_have_sampling_of_their_own(model: str) -> None:
    asked = asking(user(), model=model)
    for more in ({"temperature": 0.3}, {"topP": 0.5}, {"presencePenalty": 1}):
        body, where = mended("openai_chat", {**asked, **more}, "moonshot")
        assert where == [f"/{next(iter(more))}"] and set(body) == {"model", "messages"}
    for fine in ({"temperature": 1}, {"presencePenalty": 0, "frequencyPenalty": 0}):
        assert codes("openai_chat", {**asked, **fine}, "moonshot") == []


@pytest.mark.parametrize(
    ("model", "required", "named"),
    [
        ("kimi-k2.6", "auto", "auto"), ("kimi-k2.7-code", "auto", "auto"),
        ("kimi-k3", "required", "required"),
    ],
)  # fmt: skip
def test_a_model_that_thinks_is_asked_for_a_call_as_it_takes_it(
    model: str, required: str, named: str
) -> None:
    wire, says = format_module("openai_chat"), part("openai_chat", "profiles.moonshot").breaches
    asked = asking(user(), model=model, tools=[tool("f"), tool("g")])
    for choice, word, count in (("required", required, 2), ({"name": "f"}, named, 1)):
        request = {**asked, "toolChoice": choice}
        body = wire.encode_request(request, profile="moonshot", on_loss="ignore")
        assert body["tool_choice"] == word and len(body["tools"]) == count
        assert says(body) == []
        stays = choice == "required" and word == choice
        assert codes("openai_chat", request, "moonshot") == (
            [] if stays else [("/toolChoice", "repaired")]
        )


def test_a_type_stands_in_what_may_be_any_of_some_and_items_are_no_list() -> None:
    schema: Json = {"type": "object", "properties": {
        "a": {"type": "object", "description": "A.", "anyOf": [
            {"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"required": ["c"]},
        ]},
        "t": {"type": "array", "items": [{"type": "number"}, {"type": "string"}]},
    }}  # fmt: skip
    request = asking(user(), model="kimi-k3", tools=[{"name": "f", "parameters": schema}])
    wire, says = format_module("openai_chat"), part("openai_chat", "profiles.moonshot").breaches
    raw = wire.encode_request(request, profile="moonshot", rules="off", on_loss="ignore")
    assert len(says(raw)) == 2
    body = wire.encode_request(request, profile="moonshot", on_loss="ignore")
    assert says(body) == []
    found = body["tools"][0]["function"]["parameters"]["properties"]
    assert [one["type"] for one in found["a"]["anyOf"]] == ["object", "object"]
    assert found["a"]["description"] == "A."
    assert [one["type"] for one in found["t"]["prefixItems"]] == ["number", "string"]


# -- rules of a service beside those of its wire


@pytest.mark.parametrize("profile", ["groq", "xai"])
def test_an_effort_that_a_service_does_not_take_is_not_added(profile: str) -> None:
    request = asking(user(), model="gpt-5.5", tools=[tool()])
    wire = format_module("openai_chat")
    assert wire.encode_request(request)["reasoning_effort"] == "none"
    assert codes("openai_chat", request, profile) == []
    body = wire.encode_request(request, profile=profile, rules="check")
    assert "reasoning_effort" not in body


@pytest.mark.parametrize("profile", ["groq", "xai"])
def test_a_rule_asks_of_an_effort_that_is_left_out_by_then(profile: str) -> None:
    request = asking(user(), model="gpt-5.5", reasoningEffort="none", temperature=0.5)
    body, where = mended("openai_chat", request, profile)
    assert not {"reasoning_effort", "temperature"} & body.keys()
    assert where == ["/reasoningEffort", "/temperature"]


THINKS: Json = {"think": {"on": True, "most": 9}}
LESS: Json = {
    "kind": "less", "what": "less", "key": "think.most", "with": {"on": True}, "than": "maxTokens",
    "usual": 5,
}  # fmt: skip


@pytest.mark.parametrize(
    ("other", "stays"),
    [
        ({"kind": "refused", "fields": ["maxTokens"]}, False),
        ({"kind": "refused", "fields": ["maxTokens"], "unless": {"maxTokens": 14}}, True),
        ({"kind": "refused", "fields": ["maxTokens"], "when": {"seed": [1]}}, False),
        ({"kind": "refused", "fields": ["maxTokens"], "when": {"seed": [2]}}, True),
        ({"kind": "refused", "fields": ["topP"]}, True),
        ({"kind": "apart", "fields": ["maxTokens"], "beside": ["seed"]}, False),
        ({"kind": "apart", "fields": ["maxTokens"], "beside": ["topP"]}, True),
        ({"kind": "apart", "fields": ["maxTokens"], "lacking": ["topP"]}, False),
        ({"kind": "apart", "fields": ["maxTokens"], "lacking": ["seed"]}, True),
    ],
)
def test_no_rule_says_what_another_leaves_out(other: Json, stays: bool) -> None:
    acceptance = Acceptance("w", {"rules": {"less": LESS, "other": {"what": "none", **other}}})
    request = {"messages": [user()], "seed": 1, "metadata": {"w": THINKS}}
    once, changes = repaired(request, acceptance, False)
    assert once.get("maxTokens") == (14 if stays else None)
    assert once["metadata"]["w"]["think"]["most"] == (9 if stays else 4)
    assert [one.code for one in changes] == (["added"] if stays else ["repaired"])
    assert repaired(once, acceptance, False) == (once, [])


# -- thoughts that a model wants back, and nobody has


CALLED: Json = [user(), turn(text("I look."), called("a")), result("a"), turn(text("So.")), user()]


@pytest.mark.parametrize(
    ("profile", "model", "where"),
    [
        ("deepseek", "deepseek-v4-flash", ["/messages/1", "/messages/3"]),
        ("deepseek", "deepseek-reasoner", ["/messages/1", "/messages/3"]),
        ("moonshot", "kimi-k2.6", ["/messages/1"]),
        ("moonshot", "kimi-k3", ["/messages/1"]),
    ],
)
def test_a_turn_of_another_model_has_something_in_place_of_its_thoughts(
    profile: str, model: str, where: list[str]
) -> None:
    request = asking(*CALLED, tools=[tool()], model=model)
    body, changed = mended("openai_chat", request, profile)
    said = [at for at, one in enumerate(body["messages"]) if one.get("reasoning_content") == " "]
    assert [f"/messages/{at}" for at in said] == where == changed
    assert {code for _, code in codes("openai_chat", request, profile)} == {"added"}
    plain = {**request, "model": {"deepseek": "deepseek-chat"}.get(profile, "moonshot-v1-8k")}
    assert codes("openai_chat", plain, profile) == []


def test_a_turn_whose_thoughts_are_known_says_these() -> None:
    wire = format_module("openai_chat")
    thoughts = {"kind": "reasoning", "text": "Hm."}
    request = asking(user(), turn(thoughts, called("a")), result("a"), model="kimi-k2.6")
    body = wire.encode_request({**request, "tools": [tool()]}, profile="moonshot")
    assert body["messages"][1]["reasoning_content"] == "Hm."
    came: Json = {"openai_chat": {"reasoning_content": "Hm."}}
    kept = asking(user(), {**turn(called("a")), "metadata": came}, result("a"), model="kimi-k2.6")
    body = wire.encode_request({**kept, "tools": [tool()]}, profile="moonshot")
    assert body["messages"][1]["reasoning_content"] == "Hm."
    hidden = {"kind": "reasoning", "text": "", "redacted": True}
    request = asking(user(), turn(hidden, called("a")), result("a"), model="kimi-k2.6")
    body = wire.encode_request({**request, "tools": [tool()]}, profile="moonshot", on_loss="ignore")
    assert body["messages"][1]["reasoning_content"] == " "


# -- words in which a model declines


@pytest.mark.parametrize(
    "profile", ["deepseek", "groq", "moonshot", "ollama_openai", "together", "xai"]
)
def test_words_in_which_a_model_declines_are_a_text_where_there_is_no_key_for_them(
    profile: str,
) -> None:
    request = asking(user(), turn({**text("I cannot."), "refusal": True}), user())
    body, where = mended("openai_chat", request, profile)
    assert body["messages"][1] == {"role": "assistant", "content": "I cannot."}
    assert where == ["/messages/1/content/0/refusal"]
    wire = format_module("openai_chat")
    for other in (None, "azure_openai", "openrouter", "snowflake"):
        stays = wire.encode_request(request, profile=other)["messages"][1]
        assert stays == {"role": "assistant", "content": None, "refusal": "I cannot."}


# -- tools


def test_a_member_of_any_kind_is_an_empty_schema_for_the_server_of_ollama() -> None:
    parameters: Json = {
        "type": "object",
        "properties": {"a": True, "b": {"type": "object", "properties": {"c": True}}},
    }
    request = asking(user(), tools=[{"name": "f", "parameters": parameters}])
    body = format_module("openai_chat").encode_request(request, profile="ollama_openai")
    assert part("openai_chat", "profiles.ollama_openai").breaches(body) == []
    assert body["tools"][0]["function"]["parameters"]["properties"]["a"] == {}


def test_a_schema_for_moonshot_is_of_its_own_flavor() -> None:
    """By https://github.com/MoonshotAI/walle, which its interface holds schemas against."""
    members: Json = {"a": True, "b": {"$ref": "#/definitions/T"}, "c": {"$ref": "#/properties/b"}}
    parameters = {
        "type": "object",
        "properties": members,
        "definitions": {"T": {"type": "string"}},
    }
    request = asking(user(), tools=[{"name": "f", "parameters": parameters}], model="kimi-k2.6")
    wire, api = format_module("openai_chat"), part("openai_chat", "profiles.moonshot")
    raw = wire.encode_request(request, profile="moonshot", rules="off", on_loss="ignore")
    assert len(api.breaches(raw)) > 1
    body = wire.encode_request(request, profile="moonshot", on_loss="error")
    assert api.breaches(body) == []
    lowered = body["tools"][0]["function"]["parameters"]
    assert lowered["$defs"]["T"] == {"type": "string"} and lowered["properties"]["a"] == {}


def test_a_thought_of_which_nothing_came_is_no_content() -> None:
    own: Json = {"openai_chat": {"reasoning_details": []}}
    empty = {"kind": "reasoning", "text": "", "metadata": own}
    wire = format_module("openai_chat")
    body = wire.encode_request(asking(user(), turn(empty)), profile="openrouter", on_loss="ignore")
    assert [one["role"] for one in body["messages"]] == ["user"]


@pytest.mark.parametrize(
    ("model", "more"), [("llama-3.3-70b-versatile", {}), ("openai/gpt-oss-120b", {"stream": True})]
)
def test_groq_is_asked_for_json_where_it_takes_no_schema(model: str, more: Json) -> None:
    schema = {"name": "r", "schema": {"type": "object"}}
    request = asking(user(), model=model, responseSchema=schema, **more)
    body = format_module("openai_chat").encode_request(request, profile="groq", on_loss="ignore")
    assert body["response_format"] == {"type": "json_object"}
    assert "JSON" in str(body["messages"])


def test_a_call_of_the_older_kind_alone_is_no_message_for_ollama() -> None:
    wire = format_module("openai_chat")
    asked, call = {"role": "user", "content": "Why?"}, {"name": "f", "arguments": "{}"}
    said = {"role": "assistant", "content": None, "function_call": call}
    body = {"model": "m", "messages": [asked, said, asked]}
    request = wire.decode_request(body)
    assert wire.encode_request(request) == body
    left = wire.encode_request(request, profile="ollama_openai", on_loss="ignore")
    assert left["messages"] == [asked, asked]
