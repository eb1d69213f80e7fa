"""Fields of intermediate values on their way out: absent, of the right type, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from conversation import assistant, call, decode, encode, losses, request, result, text, user
from payloads import ANTHROPIC, GEMINI, OPENAI
from samples import SCHEMAS, adapter
from stream_samples import each_wire
from toolwire import ToolwireError, normal

Json = Any
TYPES = SCHEMAS["intermediate"]["$defs"]
USAGE = {"inputTokens": 1, "outputTokens": 1}


def reply(**fields: Json) -> Json:
    return {"id": "r", "model": "m", "message": assistant(text("a")), "finishReason": "stop",
            "usage": USAGE, **fields}  # fmt: skip


def with_nothing(value: Json, name: str) -> Json:
    """A value with null in every field of its type that it leaves out."""
    required = TYPES[name].get("required", ())
    optional = [key for key in TYPES[name]["properties"] if key not in required]
    return {**dict.fromkeys(optional), **value}


@each_wire
def test_null_in_an_optional_field_is_as_good_as_no_field(name: str) -> None:
    tool = {"name": "f", "parameters": {"type": "object"}}
    for image in ({"data": "aGk=", "mimeType": "image/png"}, {"url": "https://x/y.png"}):
        picture = {"kind": "image", **image}
        value = request(user([text("a"), picture]), assistant(call("c")), tools=[tool])
        spelled = request(
            with_nothing(user([with_nothing(text("a"), "TextBlock"),
                               with_nothing(picture, "ImageBlock")]), "UserMessage"),
            assistant(call("c", **with_nothing({}, "ToolCall"))),
            tools=[with_nothing(tool, "ToolDefinition")],
        )  # fmt: skip
        assert encode(name, with_nothing(spelled, "Request")) == encode(name, value)
    written = encode(name, with_nothing(reply(), "Response"), "response")
    assert written == encode(name, reply(), "response")


MISFITS: list[tuple[str, Json, str]] = [
    ("stopSequences", ["a", 5], "/stopSequences"),
    ("stopSequences", "a", "/stopSequences"),
    ("maxTokens", "9", "/maxTokens"),
    ("maxTokens", True, "/maxTokens"),
    ("temperature", "hot", "/temperature"),
    ("toolChoice", "always", "/toolChoice"),
    ("toolChoice", 5, "/toolChoice"),
    ("tools", {}, "/tools"),
    ("jsonOutput", "yes", "/jsonOutput"),
]


@each_wire
@pytest.mark.parametrize(("field", "value", "pointer"), MISFITS)
def test_a_request_whose_field_is_of_another_type_is_refused(
    name: str, field: str, value: Json, pointer: str
) -> None:
    with pytest.raises(ToolwireError) as raised:
        encode(name, request(user(), **{field: value}))
    assert (raised.value.pointer, raised.value.code) == (pointer, "type")


@each_wire
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"finishReason": "why"}, "/finishReason"),
        ({"message": {"role": "assistant", "content": "a"}}, "/message/content"),
        ({"message": "a"}, "/message"),
        ({"usage": {"inputTokens": "1", "outputTokens": 1}}, "/usage/inputTokens"),
    ],
)
def test_a_reply_whose_field_is_of_another_type_is_refused(
    name: str, fields: Json, pointer: str
) -> None:
    with pytest.raises(ToolwireError) as raised:
        encode(name, reply(**fields), "response")
    assert raised.value.pointer == pointer


# -- what is lost


def overlaid(name: str, **keys: Json) -> Json:
    return {"metadata": {name: keys}}


@pytest.mark.parametrize(("name", "other"), [(ANTHROPIC, GEMINI), (GEMINI, OPENAI)])
def test_another_formats_keys_are_lost_wherever_they_stand(name: str, other: str) -> None:
    foreign = overlaid(other, x=1)
    value = request(
        {**user([{**text("a"), **foreign}]), **foreign},
        assistant(call("c", **foreign)),
        tools=[{"name": "f", "parameters": {"type": "object"}, **foreign}],
        responseSchema={"schema": {"type": "object"}, **foreign},
        **foreign,
    )
    found = [path for path in losses(name, value) if path.endswith(f"/metadata/{other}/x")]
    places: list[str] = ["", "/messages/0", "/messages/0/content/0", "/tools/0",
                         "/messages/1/content/0/toolCall", "/responseSchema"]  # fmt: skip
    assert sorted(found) == sorted(f"{place}/metadata/{other}/x" for place in places)
    response = reply(message={**assistant({**text("a"), **foreign}), **foreign}, **foreign)
    found = [path for path in losses(name, response, "response") if path.endswith("/x")]
    places = ["", "/message", "/message/content/0"]
    assert sorted(found) == sorted(f"{place}/metadata/{other}/x" for place in places)


@pytest.mark.parametrize("name", [OPENAI, ANTHROPIC])
def test_a_choice_has_no_place_for_keys_of_its_own_format(name: str) -> None:
    value = request(user(), toolChoice={"name": "f", **overlaid(name, x=1)})
    assert f"/toolChoice/metadata/{name}/x" in losses(name, value)


@each_wire
def test_a_key_that_no_field_has_is_lost_wherever_it_stands(name: str) -> None:
    value = request({**user([{**text("a"), "odd": 1}]), "odd": 1},
                    assistant(call("c", odd=1)), odd=1)  # fmt: skip
    found = {path for path in losses(name, value) if path.endswith("/odd")}
    assert found == {"/odd", "/messages/0/odd", "/messages/0/content/0/odd",
                     "/messages/1/content/0/toolCall/odd"}  # fmt: skip


def test_what_a_wire_demands_and_nobody_said_is_reported() -> None:
    value: Json = {"model": "m", "messages": [user()], "tools": [{"name": "f"}]}
    found = adapter(ANTHROPIC, "request").losses(value)
    assert [(loss.path, loss.code) for loss in found] == [
        ("/maxTokens", "filled"), ("/tools/0/parameters", "filled"),
    ]  # fmt: skip
    filled = {**value, "maxTokens": 1, "tools": [{"name": "f", "parameters": {}}]}
    assert adapter(ANTHROPIC, "request").losses(filled) == []


# -- keys of blocks, written on a message


def test_a_key_of_blocks_lands_on_a_block_only_if_the_block_is_kept_whole() -> None:
    thought = {"kind": "reasoning", "text": "hm", **overlaid(ANTHROPIC, signature="c2ln")}
    message = {**assistant(thought, text("a")), **overlaid(ANTHROPIC, signature="x", odd=1)}
    written = encode(ANTHROPIC, request(user(), message))["messages"][1]
    assert written["content"][0]["signature"] == "c2ln"
    assert (written["signature"], written["odd"]) == ("x", 1)


def test_a_message_with_keys_of_its_own_is_not_joined_with_the_results_before_it() -> None:
    message = {**user("a"), **overlaid(ANTHROPIC, odd=1)}
    turn = [user(), assistant(call("c")), result("c", "text", "1")]
    first, last = encode(ANTHROPIC, request(*turn, message))["messages"][2:]
    assert "odd" not in first and last["odd"] == 1
    (only,) = encode(ANTHROPIC, request(*turn, user("a")))["messages"][2:]
    assert len(only["content"]) == 2


def test_a_key_of_blocks_on_a_message_without_such_a_block_is_lost() -> None:
    marked = overlaid(ANTHROPIC, cache_control={"type": "ephemeral"})
    assert losses(ANTHROPIC, request({**user("a"), **marked})) == []
    place = f"/messages/0/metadata/{ANTHROPIC}/cache_control"
    assert losses(ANTHROPIC, request({**user(""), **marked})) == [place]


# -- settings that not every wire has

SETTINGS: dict[str, Json] = {
    "topK": 40,
    "seed": 7,
    "presencePenalty": 0.5,
    "frequencyPenalty": -0.5,
    "stream": True,
    "user": "u-1",
    "reasoningEffort": "high",
    "jsonOutput": True,
}
LOST: dict[str, set[str]] = {
    OPENAI: {"topK"},
    "openai_responses": {"topK", "seed", "presencePenalty", "frequencyPenalty"},
    ANTHROPIC: {"seed", "presencePenalty", "frequencyPenalty", "jsonOutput"},
    GEMINI: {"user"},
    "bedrock_converse": {
        "topK", "seed", "presencePenalty", "frequencyPenalty", "user", "jsonOutput",
    },
    "mistral_chat": {"user"},
    "cohere_chat": {"user", "reasoningEffort"},
    "ollama_chat": {"user"},
}


@each_wire
def test_a_setting_comes_back_or_is_reported(name: str) -> None:
    value = request(user(), **SETTINGS)
    assert set(losses(name, value)) == {f"/{key}" for key in LOST[name]}
    back = decode(name, encode(name, value))
    settings = SETTINGS.keys() - LOST[name]
    if name in (GEMINI, "bedrock_converse"):
        settings = settings - {"stream"}  # which URL is asked says it
    assert {key: back[key] for key in SETTINGS if key in back} == {
        key: SETTINGS[key] for key in settings
    }


@each_wire
def test_no_penalty_is_as_good_as_none(name: str) -> None:
    value = request(user(), presencePenalty=0, frequencyPenalty=0.0)
    assert losses(name, value) == []


@each_wire
def test_an_effort_that_a_wire_has_no_word_for_goes_as_the_nearest(name: str) -> None:
    """Of two that are as near, as the one that thinks."""
    efforts = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
    found = {
        one: decode(name, encode(name, request(user(), reasoningEffort=one))).get("reasoningEffort")
        for one in efforts
    }
    places = [at for at, one in enumerate(efforts) if found[one] == one]
    for at, one in enumerate(efforts if places else ()):
        nearest = min(places, key=lambda place: (abs(place - at), -place))
        assert found[one] == efforts[nearest], one


@pytest.mark.parametrize(
    ("name", "effort", "written"),
    [
        (OPENAI, "none", "none"),
        (OPENAI, "max", "max"),
        (ANTHROPIC, "none", "low"),
        (ANTHROPIC, "xhigh", "xhigh"),
        (GEMINI, "none", "MINIMAL"),
        (GEMINI, "max", "HIGH"),
        ("ollama_chat", "none", False),
        ("ollama_chat", "max", "high"),
    ],
)
def test_how_much_to_think_goes_out_in_the_nearest_word(
    name: str, effort: str, written: Json
) -> None:
    value = request(user(), reasoningEffort=effort)
    body = encode(name, value)
    places: dict[str, list[str]] = {
        OPENAI: ["reasoning_effort"],
        ANTHROPIC: ["output_config", "effort"],
        GEMINI: ["generationConfig", "thinkingConfig", "thinkingLevel"],
        "ollama_chat": ["think"],
    }
    for key in places[name]:
        body = body[key]
    assert body == written and type(body) is type(written)
    back = decode(name, encode(name, value))["reasoningEffort"]
    assert (back == effort) == (losses(name, value) == [])


@each_wire
def test_a_schema_says_that_json_is_wanted(name: str) -> None:
    """Beside one the field says nothing more; false is as good as no field."""
    shaped = request(user(), responseSchema={"schema": {"type": "object"}})
    plain = request(user())
    assert encode(name, {**shaped, "jsonOutput": True}) == encode(name, shaped)
    assert encode(name, {**plain, "jsonOutput": False}) == encode(name, plain)
    assert "jsonOutput" not in decode(name, encode(name, shaped))
    assert normal({**shaped, "jsonOutput": True}) == normal(shaped)
    assert normal({**plain, "jsonOutput": False}) == normal(plain)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        (OPENAI, {"response_format": {"type": "json_object", "odd": 1}}),
        (OPENAI, {"response_format": {"type": "text"}}),
        (OPENAI, {"response_format": None}),
        ("cohere_chat", {"response_format": {"type": "json_object", "json_schema": None}}),
        ("ollama_chat", {"format": "yaml"}),
    ],
)
def test_what_asks_for_json_otherwise_stays_with_its_wire(name: str, body: Json) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "a"}], **body}
    value = decode(name, body)
    assert "jsonOutput" not in value and encode(name, value) == body


def test_an_effort_that_is_none_is_refused() -> None:
    with pytest.raises(ToolwireError) as raised:
        encode(OPENAI, request(user(), reasoningEffort="lots"))
    assert (raised.value.pointer, raised.value.code) == ("/reasoningEffort", "type")


def test_a_budget_stays_with_its_wire() -> None:
    config = {"thinkingConfig": {"thinkingBudget": 100, "thinkingLevel": "low"}}
    body = {"contents": [{"role": "user", "parts": [{"text": "a"}]}], "generationConfig": config}
    value = decode(GEMINI, body)
    assert value["reasoningEffort"] == "low"
    assert encode(GEMINI, value) == body
    assert losses(OPENAI, {**value, "model": "m"}) == ["/metadata/gemini/generationConfig"]


def test_what_goes_to_a_cache_is_part_of_geminis_prompt_and_all_are_added_up() -> None:
    usage = {"inputTokens": 1, "outputTokens": 2, "cacheReadTokens": 4, "cacheWriteTokens": 8,
             "reasoningTokens": 16}  # fmt: skip
    body = encode(GEMINI, reply(usage=usage), "response")["usageMetadata"]
    assert body == {"promptTokenCount": 13, "cachedContentTokenCount": 4,
                    "candidatesTokenCount": 2, "thoughtsTokenCount": 16,
                    "totalTokenCount": 31}  # fmt: skip


@each_wire
def test_what_the_providers_tools_gave_is_input_where_it_is_not_counted_apart(name: str) -> None:
    usage = {"inputTokens": 5, "outputTokens": 2, "toolUseTokens": 8}
    back = decode(name, encode(name, reply(usage=usage), "response"), "response")["usage"]
    apart = name == GEMINI
    is_lost = "/usage/toolUseTokens" in losses(name, reply(usage=usage), "response")
    assert is_lost == (not apart)
    assert back["inputTokens"] == (5 if apart else 13)
    assert back.get("toolUseTokens") == (8 if apart else None)


def test_what_geminis_tools_gave_is_counted_apart_and_comes_back() -> None:
    counts = {"promptTokenCount": 5, "toolUsePromptTokenCount": 8, "candidatesTokenCount": 2,
              "totalTokenCount": 15}  # fmt: skip
    content = {"role": "model", "parts": [{"text": "a"}]}
    body = {"candidates": [{"content": content, "finishReason": "STOP"}], "usageMetadata": counts}
    value = decode(GEMINI, body, "response")
    assert value["usage"] == {"inputTokens": 5, "toolUseTokens": 8, "outputTokens": 2}
    assert encode(GEMINI, value, "response") == body
    assert encode(OPENAI, value, "response")["usage"]["prompt_tokens"] == 13


@pytest.mark.parametrize("key", ["responseMimeType", "response_mime_type"])
def test_what_an_app_asks_for_takes_the_place_of_what_a_body_had(key: str) -> None:
    """A word that is written for a schema yields to another one that came, and for no other."""
    config = {key: "text/plain"}
    body = {"contents": [], "generationConfig": config}
    gemini = adapter("gemini", "request")
    asked = gemini.encode({**gemini.decode(body), "jsonOutput": True}, on_loss="ignore")
    assert asked["generationConfig"] == {key: "application/json"}
    schema = {"responseSchema": {"schema": {"type": "string", "enum": ["a"]}}}
    config[key] = "text/x.enum"
    asked = gemini.encode({**gemini.decode(body), **schema}, on_loss="ignore")
    assert asked["generationConfig"][key] == "text/x.enum"
