"""What APIs were found to refuse: each case is refused without rules, and mended and told with."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import toolwire
from formats import part
from test_accepts import asking, called, paths, result, text, tool, turn, user, written
from toolwire import ToolwireError
from toolwire._runtime.accepting import Accepts, accepted
from toolwire._runtime.convert import format_module

Json = Any
LATER, EARLIER = "claude-opus-4-8", "claude-sonnet-4-5"
SCHEMA: Json = {"schema": {"type": "object", "properties": {}, "additionalProperties": False}}


def system(words: str = "Be brief.") -> Json:
    return {"role": "system", "content": words}


def media(kind: str, mime: str, data: str = "AAAA") -> Json:
    return {"kind": kind, "mimeType": mime, "data": data}


def mended(name: str, request: Json, profile: str | None = None) -> tuple[Json, list[str]]:
    """The body of a request that would be refused, and where it was changed."""
    wire = format_module(name)
    api = part(name, f"profiles.{profile}" if profile else "accepts")
    model = [request["model"]] if name == "bedrock_converse" else []
    raw = wire.encode_request(request, profile=profile, rules="off", on_loss="ignore")
    assert api.breaches(raw, *model), raw
    with pytest.raises(ToolwireError, match="rule"):
        wire.encode_request(request, profile=profile, rules="check", on_loss="ignore")
    body = wire.encode_request(request, profile=profile, on_loss="ignore")
    assert api.breaches(body, *model) == []
    return body, paths(wire.losses_request(request, profile=profile))


# -- messages of the system among the others


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_a_message_of_the_system_leads_where_a_model_takes_none_among_others(name: str) -> None:
    request = asking(system("A"), user(), turn(text("Yes?")), system("B"), user(), model=EARLIER)
    body, where = mended(name, request)
    assert [one["text"] for one in body["system"]] == ["A", "B"]
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert where == ["/messages/3"]


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_a_message_of_the_system_stands_between_user_and_model_where_a_model_takes_it(
    name: str,
) -> None:
    stays = asking(user(), system("B"), turn(text("Yes?")), user(), system("C"), model=LATER)
    body, losses = written(name, stays)
    assert [one["role"] for one in body["messages"]] == [
        "user", "system", "assistant", "user", "system"
    ]  # fmt: skip
    assert paths(losses) == []
    for moved, at in (
        (asking(user(), turn(text("Yes?")), system("B"), user(), model=LATER), 2),
        (asking(user(), system("B"), user("And?"), turn(text("A")), user(), model=LATER), 1),
        (asking(user(), system("A"), system("B"), model=LATER), 2),
    ):
        body, where = mended(name, moved)
        assert f"/messages/{at}" in where and "B" in str(body["system"])


def test_the_system_may_follow_results_where_a_model_takes_it() -> None:
    request = asking(
        user(), turn(called("a")), result("a"), system("B"), model=LATER, tools=[tool()]
    )
    body, losses = written("anthropic_messages", request)
    assert body["messages"][-1]["role"] == "system" and paths(losses) == []


def test_mistral_gets_no_system_behind_the_model_or_results() -> None:
    last = asking(user(), turn(text("Yes?")), system("B"), user())
    body, where = mended("mistral_chat", last)
    assert [one["role"] for one in body["messages"]] == ["system", "user", "assistant", "user"]
    assert where == ["/messages/2"]
    request = asking(user(), turn(called("abcdefghi")), result("abcdefghi"), system("B"), user(),
                     tools=[tool()])  # fmt: skip
    body, _ = mended("mistral_chat", request)
    assert body["messages"][0]["role"] == "system"
    fine = asking(system("A"), system("B"), user(), system("C"))
    written_, losses = written("mistral_chat", {**fine, "messages": [*fine["messages"], user()]})
    assert paths(losses) == [] and len(written_["messages"]) == 5


# -- what a last turn must be


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_words_to_go_on_from_do_not_end_in_white_space(name: str) -> None:
    request = asking(user(), turn(text("One:"), text("Two: \n")), model=EARLIER)
    body, where = mended(name, request)
    assert [block["text"] for block in body["messages"][-1]["content"]] == ["One:", "Two:"]
    assert where == ["/messages/1/content/1/text"]
    ahead = asking(user(), turn(text("Two: \n")), user([text("Three: ")]), model=EARLIER)
    assert paths(written(name, ahead)[1]) == []
    begun = asking(turn(text("One")), user([text("Two: ")]), model=EARLIER)
    assert paths(written(name, begun)[1]) == []


def thinking(kind: str = "enabled") -> Json:
    budget = {"budget_tokens": 1024} if kind == "enabled" else {}
    return {"metadata": {"anthropic_messages": {"thinking": {"type": kind, **budget}}}}


def test_a_model_is_not_to_think_where_it_goes_on_from_a_turn_of_anothers() -> None:
    messages = [user(), turn(called("a")), result("a")]
    request = asking(*messages, model=EARLIER, tools=[tool()], maxTokens=1025, **thinking())
    body, where = mended("anthropic_messages", request)
    assert "thinking" not in body and where == ["/metadata/anthropic_messages/thinking"]
    own = {"metadata": {"anthropic_messages": {"signature": "c2ln"}}}
    thought = {"kind": "reasoning", "text": "Hm.", **own}
    elsewhere = {"kind": "opaque", "format": "other", "value": {}}
    for right in (
        {**request, "messages": [user(), turn(thought, called("a")), result("a")]},
        {**request, "messages": [user(), turn(elsewhere, thought, called("a")), result("a")]},
        {**request, "messages": [*messages, turn(text("So.")), user([text("Why?")])]},
        {**request, **thinking("adaptive"), "model": "claude-sonnet-4-6"},
    ):
        body, losses = written("anthropic_messages", right)
        assert "thinking" in body and paths(losses) == []


def test_where_bedrock_is_to_think_is_said_in_another_place() -> None:
    own = {"additionalModelRequestFields": {"thinking": {"type": "enabled"}, "x": 1}}
    request = asking(user(), turn(called("a")), result("a"), model=EARLIER, tools=[tool()],
                     metadata={"bedrock_converse": own})  # fmt: skip
    body, losses = written("bedrock_converse", request)
    assert body["additionalModelRequestFields"] == {"x": 1}
    place = "/metadata/bedrock_converse/additionalModelRequestFields/thinking"
    assert paths(losses) == [place]


def test_a_newer_gemini_does_not_go_on_from_its_own_words() -> None:
    request = asking(user(), turn(text("The answer is")), model="gemini-3.8-flash")
    body, losses = written("gemini", request)
    assert body["contents"][-1]["role"] == "user" and paths(losses) == ["/messages/1"]
    older = {**request, "model": "gemini-2.5-flash"}
    assert paths(written("gemini", older)[1]) == []


# -- items that Responses knows by their ids


def item(id_: str, kind: str = "text") -> Json:
    proof = {"encrypted_content": "e"} if kind == "reasoning" else {}
    metadata: Json = {"openai_responses": {"id": id_, **proof}}
    if kind == "toolCall":
        return called(f"call_{id_}", metadata=metadata)
    return {"kind": kind, "text": "Hm.", "metadata": metadata}


def ids(body: Json) -> list[Json]:
    return [one.get("id") for one in body["input"] if one.get("role") != "user"]


def test_an_item_goes_out_once() -> None:
    reply = turn(item("rs_1", "reasoning"), item("msg_1"))
    web = {"kind": "opaque", "format": "openai_responses",
           "value": {"type": "web_search_call", "id": "ws_1", "status": "completed"}}  # fmt: skip
    request = asking(
        user(), reply, user(), reply, turn(web), user(), turn(web, text("A")), model="m"
    )
    body, where = mended("openai_responses", request)
    assert ids(body) == ["rs_1", "msg_1", None, "ws_1", None]
    assert where == ["/messages/3/content/0", "/messages/3/content/1", "/messages/6/content/0"]


def test_what_a_thought_led_to_has_no_id_without_it() -> None:
    alone = turn(item("fc_1", "toolCall"))
    led = turn(item("rs_1", "reasoning"), item("fc_1", "toolCall"))
    for model, reply, left in (
        ("gpt-5.2", alone, [None]), ("gpt-5.2", led, ["rs_1", "fc_1"]), ("gpt-4.1", alone, ["fc_1"])
    ):  # fmt: skip
        request = asking(user(), reply, result("call_fc_1"), model=model, tools=[tool()])
        body, losses = written_or_checked(request)
        assert [one for one in ids(body) if one] == [one for one in left if one]
        assert paths(losses) == ([] if left[-1] else ["/messages/1/content/0"])
    both = asking(user(), led, result("call_fc_1"), turn(item("fc_2", "toolCall")),
                  result("call_fc_2"), model="gpt-5.2", tools=[tool()])  # fmt: skip
    assert [one for one in ids(written_or_checked(both)[0]) if one] == ["rs_1", "fc_1"]


def test_a_thought_that_is_not_encrypted_goes_back_only_where_it_was_stored() -> None:
    own: Json = {"openai_responses": {"id": "rs_1", "$": {"absent": ["encrypted_content"]}}}
    thought = {"kind": "reasoning", "text": "", "metadata": own}
    said = {**text("Yes?"), "metadata": {"openai_responses": {"id": "msg_1"}}}
    request = asking(user(), turn(thought, said), user(), model="gpt-5")
    assert ids(written("openai_responses", request)[0]) == ["rs_1", "msg_1"]
    unstored = {**request, "metadata": {"openai_responses": {"store": False}}}
    body, where = mended("openai_responses", unstored)
    assert ids(body) == [None] and where[0] == "/messages/1/content/0"
    own["openai_responses"]["encrypted_content"] = "gAAA"
    assert "rs_1" in ids(written("openai_responses", unstored)[0])


def test_responses_hears_no_sound() -> None:
    sound = media("audio", "audio/wav")
    body, where = mended("openai_responses", asking(user([text("What is it?"), sound])))
    assert "audio" not in str(body) and where == ["/messages/0/content/1"]


def written_or_checked(request: Json) -> tuple[Json, list[Any]]:
    """Nobody knows whether there was a thought: to check does not refuse it."""
    wire = format_module("openai_responses")
    wire.encode_request(request, rules="check")
    return wire.encode_request(request), wire.losses_request(request)


# -- who asks, and with which settings


@pytest.mark.parametrize(
    ("name", "user_id"),
    [
        ("openai_chat", "u" * 65), ("openai_responses", "u" * 65),
        ("anthropic_messages", "u" * 257), ("anthropic_messages", "mail: ann@example.org"),
    ],
)  # fmt: skip
def test_a_user_is_an_id_that_is_the_same_for_each_request(name: str, user_id: str) -> None:
    body, where = mended(name, asking(user(), user=user_id))
    sent = body.get("user") or body["metadata"]["user_id"]
    assert len(sent) == 64 and where == ["/user"]
    again = format_module(name).encode_request(asking(user("B"), user=user_id), on_loss="ignore")
    assert sent in json.dumps(again) and "ann@" not in json.dumps(again)
    right = asking(user(), user="ann@work" if name == "anthropic_messages" else "u" * 64)
    assert paths(written(name, right)[1]) == []


def test_a_digest_is_no_longer_than_an_id_may_be() -> None:
    rule = {"kind": "identified", "field": "user", "longest": 9, "what": "a short id"}
    accepts = Accepts("w", {"rules": {"a": rule}})
    found, _ = accepted(asking(user(), user="u" * 10), accepts, "repair")
    assert len(found["user"]) == 9


@pytest.mark.parametrize(
    ("name", "profile", "model", "more", "where"),
    [
        ("openai_chat", None, "gpt-5-mini", {"stopSequences": ["a"]}, "/stopSequences"),
        ("openai_chat", "snowflake", "openai-gpt-5", {"stopSequences": ["a"]}, "/stopSequences"),
        ("openai_chat", None, "gpt-5.6", {"temperature": 0.2}, "/temperature"),
        ("openai_responses", None, "gpt-5.5", {"topP": 0.2}, "/topP"),
        ("openai_chat", None, "gpt-5.2-codex", {"temperature": 0.2}, "/temperature"),
        ("openai_chat", None, "gpt-4o-mini-search-preview", {"temperature": 1}, "/temperature"),
        ("openai_chat", None, "gpt-5.5", {"presencePenalty": 0.2}, "/presencePenalty"),
        ("openai_chat", None, "gpt-5.1", {"frequencyPenalty": 0.2, "reasoningEffort": "low"},
         "/frequencyPenalty"),
        ("openai_responses", None, "gpt-5.4-pro", {"temperature": 0.2}, "/temperature"),
        ("openai_chat", None, "m", {"presencePenalty": 2.5}, "/presencePenalty"),
        ("openai_chat", "together", "m", {"frequencyPenalty": -3}, "/frequencyPenalty"),
        ("openai_chat", None, "m", {"seed": 2**64}, "/seed"),
        ("openai_chat", "deepseek", "deepseek-v4-flash",
         {"toolChoice": "required", "tools": [tool()]}, "/toolChoice"),
        ("openai_chat", "xai", "grok-4.20-0309-non-reasoning", {"presencePenalty": 0.5},
         "/presencePenalty"),
        ("openai_chat", "xai", "grok-latest", {"stopSequences": ["a"]}, "/stopSequences"),
        ("openai_chat", None, "m", {"responseSchema": {**SCHEMA, "name": ""}},
         "/responseSchema/name"),
        ("openai_chat", "moonshot", "m", {"tools": [tool("2nd")]}, "/tools/0/name"),
        ("anthropic_messages", None, "claude-sonnet-4-20250514", {"responseSchema": SCHEMA},
         "/responseSchema"),
        ("openai_chat", None, "gpt-4-turbo", {"responseSchema": SCHEMA}, "/responseSchema"),
        ("openai_responses", None, "gpt-4-turbo", {"responseSchema": SCHEMA}, "/responseSchema"),
        ("openai_chat", None, "gpt-4o-2024-05-13", {"responseSchema": SCHEMA}, "/responseSchema"),
        ("openai_chat", None, "gpt-4o-audio-preview", {"responseSchema": SCHEMA},
         "/responseSchema"),
        ("openai_chat", "azure_openai", "gpt-4", {"responseSchema": SCHEMA}, "/responseSchema"),
        ("openai_chat", None, "gpt-4-0613", {"jsonOutput": True}, "/jsonOutput"),
        ("openai_chat", "groq", "m", {"responseSchema": SCHEMA, "tools": [tool()]},
         "/responseSchema"),
        ("openai_chat", "groq", "m", {"jsonOutput": True, "tools": [tool()]}, "/jsonOutput"),
        ("openai_chat", "groq", "m", {"responseSchema": SCHEMA, "stream": True}, "/responseSchema"),
        ("openai_chat", "groq", "llama-3.3-70b", {"responseSchema": SCHEMA}, "/responseSchema"),
        ("openai_chat", "deepseek", "deepseek-reasoner",
         {"toolChoice": "required", "tools": [tool()]}, "/toolChoice"),
        ("openai_chat", "moonshot", "kimi-k2.6",
         {"toolChoice": {"name": "look"}, "tools": [tool()]}, "/toolChoice"),
        ("cohere_chat", None, "m", {"topK": 501}, "/topK"),
        ("cohere_chat", None, "m", {"presencePenalty": 1.5}, "/presencePenalty"),
        ("cohere_chat", None, "m", {"frequencyPenalty": -1}, "/frequencyPenalty"),
        ("cohere_chat", None, "m", {"seed": -1}, "/seed"),
        ("cohere_chat", None, "m", {"seed": 2**64}, "/seed"),
        ("mistral_chat", None, "m", {"seed": -1}, "/seed"),
        ("mistral_chat", None, "m", {"presencePenalty": 2.5}, "/presencePenalty"),
        ("mistral_chat", None, "m", {"frequencyPenalty": -3}, "/frequencyPenalty"),
        ("gemini", None, "m", {"topK": 0}, "/topK"),
        ("gemini", None, "m", {"seed": 5_000_000_000}, "/seed"),
    ],
)  # fmt: skip
def test_a_setting_that_is_refused_is_mended(
    name: str, profile: str | None, model: str, more: Json, where: str
) -> None:
    if profile == "snowflake":
        # No page lists its codes: what it is refused is known of the model.
        wire = format_module(name)
        body = wire.encode_request(asking(user("json"), model=model, **more), profile=profile)
        assert "stop" not in body
        return
    body, changed = mended(name, asking(user("json"), model=model, **more), profile)
    assert where in changed
    assert "seed" not in body  # the nearest would be another
    if name == "gemini":
        assert where[1:] not in body.get("generationConfig", {})


@pytest.mark.parametrize("name", ["anthropic_messages", "ollama_chat", "openai_chat"])
@pytest.mark.parametrize("model", ["m", "o3"])
def test_a_list_without_stop_sequences_is_left_out_and_says_nothing(name: str, model: str) -> None:
    request = asking(user(), model=model, stopSequences=[])
    wire = format_module(name)
    body = wire.encode_request(request)
    assert body == wire.encode_request(asking(user(), model=model))
    assert paths(wire.losses_request(request)) == []
    with pytest.raises(ToolwireError, match="/stopSequences: rule"):
        wire.encode_request(request, rules="check")


@pytest.mark.parametrize(
    ("name", "profile", "model", "field"),
    [
        ("gemini", None, "gemini-2.5-flash", {"presencePenalty": 0.5}),
        ("bedrock_converse", None, "claude-sonnet-5", {"responseSchema": SCHEMA}),
        ("ollama_chat", None, "llama3.2", {"reasoningEffort": "low"}),
        ("openai_chat", "ollama_openai", "gemma3:4b", {"reasoningEffort": "low"}),
    ],
)
def test_what_a_model_does_not_take_is_left_out(
    name: str, profile: str | None, model: str, field: Json
) -> None:
    wire, request = format_module(name), asking(user(), model=model, **field)
    assert paths(wire.losses_request(request, profile=profile)) == [f"/{next(iter(field))}"]
    other = {**request, "model": "another", "stopSequences": ["a"]}
    assert paths(wire.losses_request(other, profile=profile)) == []


def test_moonshot_gets_no_empty_text_of_the_model() -> None:
    request = asking(user(), turn(text(""), called("a")), result("a"), turn(text("")), user(),
                     tools=[tool()])  # fmt: skip
    body, where = mended("openai_chat", request, "moonshot")
    assert [one["role"] for one in body["messages"]] == ["user", "assistant", "tool", "user"]
    assert body["messages"][1].get("content") is None
    assert where == ["/messages/1/content/0", "/messages/3/content/0", "/messages/3"]


def test_moonshot_gets_no_empty_text_of_the_user() -> None:
    said = user([text(""), text("Look!")])
    body, where = mended("openai_chat", asking(system(""), user(""), said), "moonshot")
    assert body["messages"] == [{"role": "user", "content": "Look!"}]
    assert where == ["/messages/2/content/0", "/messages/0", "/messages/1"]


def test_tools_are_not_strict_with_a_model_that_is_held_to_no_schema() -> None:
    strict = {**tool(), "strict": True}
    strict["parameters"] = SCHEMA["schema"]
    request = asking(user(), model="claude-sonnet-4-20250514", tools=[strict, tool("find")])
    body, where = mended("anthropic_messages", request)
    assert "strict" not in body["tools"][0] and where == ["/tools/0/strict"]


def test_the_latest_models_have_no_effort_beside_tools_in_chat() -> None:
    for model, effort, sent, more in (
        ("gpt-5.4", "high", "none", {}), ("gpt-5.4", None, None, {"maxTokens": 0}),
        ("gpt-5.6", None, "none", {}), ("gpt-5.6", "low", "none", {}),
    ):  # fmt: skip
        asked = {"reasoningEffort": effort} if effort else {}
        request = asking(user(), model=model, tools=[tool()], **asked, **more)
        wire = format_module("openai_chat")
        body = wire.encode_request(request, on_loss="ignore")
        assert body.get("reasoning_effort") == sent
        assert part("openai_chat", "accepts").breaches(body) == []
        bare = wire.encode_request(request, rules="off", on_loss="ignore")
        refused = " ".join(part("openai_chat", "accepts").breaches(bare))
        assert ("effort" in refused) == (sent != effort)
        alone = {key: value for key, value in request.items() if key != "tools"}
        assert wire.encode_request(alone).get("reasoning_effort") == effort


@pytest.mark.parametrize("profile", [None, "azure_openai", "deepseek"])
@pytest.mark.parametrize(("model", "effort"), [("gpt-5.4", "high"), ("gpt-5.6", None)])
def test_tools_none_of_which_goes_out_are_none_beside_an_effort(
    model: str, effort: str | None, profile: str | None
) -> None:
    wire = format_module("openai_chat")
    foreign = {"kind": "opaque", "format": "gemini", "value": {"googleSearch": {}}}
    own = {"kind": "opaque", "format": "openai_chat", "value": {"type": "web_search"}}
    free = {"name": "g", "inputFormat": {"kind": "text"}}
    gone = {None: [foreign], "azure_openai": [foreign, own], "deepseek": [foreign, own, free]}
    asked = {"reasoningEffort": effort} if effort else {}
    request = asking(user(), model=model, tools=gone[profile], **asked)
    body = wire.encode_request(request, profile=profile, on_loss="ignore")
    assert "tools" not in body and body.get("reasoning_effort") == effort
    losses = wire.losses_request(request, profile=profile)
    assert {loss.path for loss in losses} == {f"/tools/{at}" for at in range(len(gone[profile]))}
    some = wire.encode_request({**request, "tools": [foreign, tool()]}, on_loss="ignore")
    assert some["reasoning_effort"] == "none"


# -- media


@pytest.mark.parametrize(
    ("name", "mime"),
    [
        ("openai_chat", "image/heic"), ("openai_responses", "image/bmp"), ("gemini", "image/gif"),
        ("openai_chat", "image/svg+xml"),
    ],
)  # fmt: skip
def test_a_picture_of_a_type_that_is_not_taken_is_left_out(name: str, mime: str) -> None:
    request = asking(user([text("Look!"), media("image", mime)]), model="m")
    _, where = mended(name, request)
    assert where == ["/messages/0/content/1"]


def test_a_type_that_is_only_called_otherwise_goes_out_under_its_name() -> None:
    request = asking(user([text("Look!"), media("image", "image/jpg")]), model="m")
    body, where = mended("gemini", request)
    assert body["contents"][0]["parts"][1]["inlineData"]["mimeType"] == "image/jpeg"
    assert where == ["/messages/0/content/1/mimeType"]
    assert paths(written("anthropic_messages", request)[1]) == []
    beside = {"kind": "image", "data": "iVBORw0KGgo="}
    both = asking(user([media("image", "image/jpg"), beside]), model="m")
    assert paths(written("anthropic_messages", both)[1]) == ["/messages/0/content/1/mimeType"]


def test_a_document_that_is_text_in_truth_goes_as_text() -> None:
    drawing = {"kind": "document", "text": "<svg/>", "mimeType": "image/svg+xml"}
    form = media("document", "application/json", "eyJhIjoxfQ==")
    sent = media("document", "image/svg+xml", "PHN2Zy8+")
    for block, words in ((drawing, "<svg/>"), (form, '{"a":1}'), (sent, "<svg/>")):
        request = asking(user([text("Look!"), block]), model="m")
        body, losses = written("gemini", request)
        assert body["contents"][0]["parts"][1] == {"text": words}
        assert paths(losses) == ["/messages/0/content/1"]
    _, where = mended("gemini", asking(user([text("?"), media("document", "application/zip")])))
    assert where == ["/messages/0/content/1"]


@pytest.mark.parametrize("profile", [None, "vertex"])
def test_an_older_gemini_gets_media_of_results_behind_them(profile: str | None) -> None:
    shown = {"role": "tool", "toolResult": {
        "kind": "multimodal", "toolCallId": "a", "name": "look",
        "value": [media("image", "image/png")]}}  # fmt: skip
    request = asking(user(), turn(called("a")), shown, tools=[tool()], model="gemini-2.5-pro")
    wire = format_module("gemini")
    body = wire.encode_request(request, profile=profile, on_loss="ignore")
    assert "parts" not in body["contents"][2]["parts"][0]["functionResponse"]
    assert "inlineData" in body["contents"][3]["parts"][1]
    later = {**request, "model": "gemini-3.5-flash"}
    body = wire.encode_request(later, profile=profile, on_loss="ignore")
    assert "inlineData" in str(body["contents"][2]["parts"][0]["functionResponse"]["parts"])


def test_bedrock_gets_no_picture_that_the_model_made() -> None:
    made = turn(text("Here."), media("image", "image/png"))
    _, where = mended("bedrock_converse", asking(user(), made, user(), model="amazon.nova-pro"))
    assert where == ["/messages/1/content/1"]


# -- schemas


LOOKING = {"type": "object", "additionalProperties": False, "required": ["a"], "properties": {
    "a": {"type": "string", "pattern": "^(?!x)a"}}}  # fmt: skip


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
def test_a_pattern_that_looks_around_is_said_in_words(name: str) -> None:
    found, losses = toolwire.lower_schema(LOOKING, target=name, strict=True)
    assert "pattern" not in found["properties"]["a"] and "(?!x)" in json.dumps(found)
    assert [(loss.path, loss.code) for loss in losses] == [("/properties/a/pattern", "described")]
    plain = {**LOOKING, "properties": {"a": {"type": "string", "pattern": "^(?:x)a"}}}
    assert toolwire.lower_schema(plain, target=name, strict=True) == (plain, [])


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
def test_a_pattern_that_python_does_not_compile_is_said_in_words(name: str) -> None:
    for strict in (True, False):
        for odd in (r"^[\p{L}]+$", r"^(?<y>\d+)$", "("):
            member = {"type": "string", "pattern": odd}
            schema = {"type": "object", "properties": {"a": member}, "required": ["a"],
                      "additionalProperties": False}  # fmt: skip
            found, losses = toolwire.lower_schema(schema, target=name, strict=strict)
            assert "pattern" not in found["properties"]["a"]
            assert [one.code for one in losses] == ["described"]
    keys = {"type": "object", "properties": {}, "patternProperties": {r"^\p{L}": {}}}
    assert "patternProperties" not in toolwire.lower_schema(keys, target=name)[0]
    right = {**keys, "patternProperties": {r"^\w": {}}}
    assert toolwire.lower_schema(right, target=name) == (right, [])


def test_gemini_gets_no_empty_word_of_an_enumeration_where_it_takes_none() -> None:
    odd = {"type": "string", "enum": ["", "asc"]}
    schema = {"type": "object", "properties": {"s": odd, "q": {"type": "string", "minLength": 1}}}
    wire = format_module("gemini")
    body = wire.encode_request(asking(user(), tools=[{"name": "t", "parameters": schema}]),
                               on_loss="ignore")  # fmt: skip
    (sent,) = body["tools"][0]["functionDeclarations"]
    assert "parameters" not in sent
    assert sent["parametersJsonSchema"]["properties"]["s"]["enum"] == ["", "asc"]


AZURE = {"type": "object", "additionalProperties": False, "required": ["s", "n", "l"],
         "properties": {"s": {"type": "string", "pattern": "^a", "format": "date"},
                        "n": {"type": "integer", "minimum": 1, "multipleOf": 2},
                        "l": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
}  # fmt: skip


def test_azure_gets_no_keyword_that_its_page_lists_as_unsupported() -> None:
    found, losses = toolwire.lower_schema(
        AZURE, target="openai_chat", strict=True, profile="azure_openai"
    )
    assert {key for one in found["properties"].values() for key in one} == {
        "type", "description", "items"
    }  # fmt: skip
    assert {loss.code for loss in losses} == {"described"}
    assert toolwire.lower_schema(AZURE, target="openai_chat", strict=True) == (AZURE, [])


@pytest.mark.parametrize("name", ["mcp", "openai_chat", "anthropic_messages"])
def test_what_is_said_in_words_of_the_latest_draft_does_not_call_itself_older(name: str) -> None:
    old = "http://json-schema.org/draft-07/schema#"
    pair = {"type": "array", "items": [{"type": "number"}] * 2, "additionalItems": False}
    for member, stays in ((pair, False), ({"type": "string"}, True)):
        schema = {"$schema": old, "type": "object", "properties": {"p": member}}
        found, losses = toolwire.lower_schema(schema, target=name)
        assert ("$schema" in found) == stays and losses == []


def test_null_that_openapi_allows_is_allowed_in_the_words_of_the_draft() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "nullable": True}}}
    for name in ("openai_chat", "anthropic_messages", "mistral_chat", "mcp"):
        found, losses = toolwire.lower_schema(schema, target=name)
        assert found["properties"]["a"] == {"type": ["string", "null"]} and losses == []


def test_a_reference_leads_on_through_members_that_are_called_otherwise() -> None:
    schema = {"type": "object", "properties": {
        "$f/x": {"type": "object", "properties": {"op": {"type": "string"}}},
        "b": {"$ref": "#/properties/$f~1x/properties/op"},
        "properties": {"$ref": "#/$defs/$d"}}, "$defs": {"$d": {"type": "string"}}}  # fmt: skip
    found, _ = toolwire.lower_schema(schema, target="anthropic_messages")
    (renamed,) = found["properties"].keys() - {"b", "properties"}
    assert found["properties"]["b"] == {"$ref": f"#/properties/{renamed}/properties/op"}
    assert found["properties"]["properties"] == {"$ref": "#/$defs/$d"}


NAMED = {
    "type": "object", "required": ["$filter"],
    "properties": {
        "$filter": {"type": "string"}, "top": {"type": "integer"},
        "in side": {"type": "object", "properties": {"a b": {"type": "string"}}},
    },
    "dependentRequired": {"$filter": ["in side"]},
    "dependentSchemas": {"in side": {"properties": {"$filter": {"minLength": 1}}}},
}  # fmt: skip


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_members_go_out_under_names_that_are_taken_and_come_back(name: str) -> None:
    request = asking(user(), model=EARLIER, tools=[{"name": "look", "parameters": NAMED}])
    body, where = mended(name, request)
    wire = format_module(name)
    (sent,) = wire.decode_request(body)["tools"]
    lowered = sent["parameters"]
    (filter_,) = lowered["required"]
    assert filter_ in lowered["properties"] and filter_ != "$filter"
    (inside,) = lowered["dependentRequired"][filter_]
    assert [*lowered["dependentSchemas"]] == [inside]
    assert filter_ in lowered["dependentSchemas"][inside]["properties"]
    (deep,) = lowered["properties"][inside]["properties"]
    assert "/tools/0/parameters/properties/$filter" in where
    assert {loss.code for loss in wire.losses_request(request) if "$filter" in loss.path} == {
        "renamed"
    }
    given = {filter_: "x", "top": 3, inside: {deep: "y"}, "other_0c097d4x": 1}
    own = toolwire.restore_arguments(given, NAMED)
    assert own == {"$filter": "x", "top": 3, "in side": {"a b": "y"}, "other_0c097d4x": 1}
    assert toolwire.lower_schema(lowered, target=name) == (lowered, [])


def test_a_reply_calls_with_the_apps_own_members() -> None:
    wire = format_module("anthropic_messages")
    request = asking(user(), model=EARLIER, tools=[{"name": "look", "parameters": NAMED}])
    body = wire.encode_request(request, on_loss="ignore")
    (name,) = body["tools"][0]["input_schema"]["required"]
    reply = {"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None,
             "content": [{"type": "tool_use", "id": "t", "name": "look", "input": {name: "x"}}],
             "stop_reason": "tool_use",
             "usage": {"input_tokens": 1, "output_tokens": 1}}  # fmt: skip
    (call,) = toolwire.tool_calls(wire.decode_response(reply, request=request))
    assert call["arguments"] == {"$filter": "x"}


def test_what_is_not_held_to_its_schema_says_so_where_silence_means_the_opposite() -> None:
    wire = format_module("openai_responses")
    plain = {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}, "name": "r"}
    request = asking(user(), tools=[tool(), {**tool("find"), "strict": False}],
                     responseSchema=plain)  # fmt: skip
    body = wire.encode_request(request, on_loss="ignore")
    assert [one["strict"] for one in body["tools"]] == [False, False]
    assert body["text"]["format"]["strict"] is False
    codes = [(loss.path, loss.code) for loss in wire.losses_request(request)]
    assert codes == [("/tools/0/strict", "added"), ("/responseSchema/strict", "added")]
    wire.encode_request(request, on_loss="error")  # it is no loss
    assert "strict" not in wire.encode_request(request, rules="check")["tools"][0]
    bare = wire.encode_request(request, rules="off")
    assert "strict" not in bare["tools"][0]
    breach = {**request, "tools": [{"name": "f", "parameters": {"anyOf": [{"type": "object"}]}}]}
    with pytest.raises(ToolwireError, match="dialect"):
        wire.encode_request(breach, rules="check")


# -- what is left over, once something else went


@pytest.mark.parametrize("name", ["openai_chat", "gemini", "bedrock_converse"])
def test_a_document_of_text_that_cannot_be_fetched_does_not_become_an_empty_one(name: str) -> None:
    there = {"url": "ftp://x.org/a.txt"} if name == "gemini" else {"url": "https://x.org/a.txt"}
    block = {"kind": "document", "mimeType": "text/plain", **there}
    wire = format_module(name)
    body = wire.encode_request(asking(user([text("Sum up."), block])), on_loss="ignore")
    assert "text/plain" not in json.dumps(body) and "document" not in json.dumps(body)


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse", "openai_responses"])
def test_a_thought_that_a_picture_followed_does_not_end_the_turn(name: str) -> None:
    proof = {
        "anthropic_messages": {"signature": "c2ln"},
        "bedrock_converse": {"reasoningContent": {"reasoningText": {"signature": "c2ln"}}},
        "openai_responses": {"id": "rs_1", "encrypted_content": "e"},
    }[name]
    thought = {"kind": "reasoning", "text": "Hm.", "metadata": {name: proof}}
    reply = turn(thought, media("image", "image/png"))
    request = asking(user(), reply, user("Go on."), model=EARLIER)
    wire = format_module(name)
    body = wire.encode_request(request, on_loss="ignore")
    assert "Hm." not in json.dumps(body) and "rs_1" not in json.dumps(body)
    assert wire.encode_request(wire.decode_request(body), on_loss="ignore") == body


def test_an_empty_text_goes_with_the_signature_of_another_service() -> None:
    empty = {"kind": "text", "text": "", "metadata": {"gemini": {"thoughtSignature": "s"}}}
    request = asking(user(), turn(text("A"), empty), user(), model="gemini-3-pro")
    wire = format_module("gemini")
    body = wire.encode_request(request, profile="vertex", on_loss="ignore")
    assert body["contents"][1]["parts"] == [{"text": "A"}]
    assert len(wire.encode_request(request, on_loss="ignore")["contents"][1]["parts"]) == 2


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses"])
def test_the_word_that_is_asked_for_counts_where_it_goes_out(name: str) -> None:
    thought = {"kind": "reasoning", "text": "As JSON, then."}
    request = asking(user(), turn(thought, text("OK.")), user(), jsonOutput=True)
    body = format_module(name).encode_request(request, on_loss="ignore")
    assert "Answer in JSON." in json.dumps(body)


@pytest.mark.parametrize("key", ["prompt", "previous_response_id", "conversation"])
def test_the_word_that_is_asked_for_may_be_in_what_is_stored(key: str) -> None:
    stored = {"metadata": {"openai_responses": {key: {"id": "p"} if key == "prompt" else "p"}}}
    request = asking(user(), jsonOutput=True, **stored)
    wire = format_module("openai_responses")
    assert "Answer in JSON." not in json.dumps(wire.encode_request(request))
    assert wire.losses_request(request) == []
    assert wire.encode_request(request, rules="check") == wire.encode_request(request, rules="off")


RETURNS: Json = {"output_schema": {"type": "object"}}
DATA_TOOL: Json = {**tool(), "metadata": {"openai_responses": RETURNS}}


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        (result("c", "fine"), '"fine"'),
        (result("c", 'It is "4".'), '"It is \\"4\\"."'),
        (result("c", '{"high":4}'), None),
        (result("c", "4"), None),
        (result("c", {"high": 4}, "data"), None),
        (result("c", "No such place.", "error"), None),
        (result("c", "fine", name="other"), None),
    ],
)
def test_a_text_for_a_tool_that_returns_data_goes_as_json_text(
    given: Json, sent: str | None
) -> None:
    name, wire = "openai_responses", format_module("openai_responses")
    tools = [DATA_TOOL, tool("other")]
    called_ = called("c", given["toolResult"]["name"])
    request = asking(user(), turn(called_), given, tools=tools)
    before = copy.deepcopy(request)
    body, losses = wire.encode_request(request, on_loss="ignore"), wire.losses_request(request)
    output = wire.encode_request(request, rules="off", on_loss="ignore")["input"][-1]["output"]
    assert body["input"][-1]["output"] == (output if sent is None else sent)
    assert part(name, "accepts").breaches(body) == [] and request == before
    place = "/messages/2/toolResult/value"
    repairs = [(one.path, one.code) for one in losses if one.code == "repaired"]
    assert repairs == ([] if sent is None else [(place, "repaired")])
    if sent is not None:
        assert part(name, "accepts").breaches(wire.encode_request(request, rules="off")) != []
        with pytest.raises(ToolwireError):
            wire.encode_request(request, rules="check")
    plain = {**request, "tools": [tool(), tool("other")]}
    assert wire.encode_request(plain, on_loss="ignore")["input"][-1]["output"] == output


ELSEWHERE: Json = {"kind": "opaque", "format": "other", "value": {}}
FOREIGN: Json = {"kind": "reasoning", "text": "Hm."}


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
@pytest.mark.parametrize("behind", [ELSEWHERE, FOREIGN])
def test_the_last_of_a_turn_is_what_goes_out_last(name: str, behind: Json) -> None:
    request = asking(user(), turn(text("Two: "), behind), model=EARLIER)
    assert paths(format_module(name).losses_request(request))[0] == "/messages/1/content/0/text"
    later = {**request, "model": LATER}
    body = format_module(name).encode_request(later, on_loss="ignore")
    assert body["messages"][-1]["role"] == "user"


def test_a_foreign_thought_led_to_no_item_of_responses() -> None:
    request = asking(user(), turn(FOREIGN, item("fc_1", "toolCall")), result("call_fc_1"),
                     model="gpt-5.2", tools=[tool()])  # fmt: skip
    body = format_module("openai_responses").encode_request(request, on_loss="ignore")
    assert [one for one in ids(body) if one] == []


@pytest.mark.parametrize(("kind", "mime"), [("image", "image/bmp"), ("video", "video/avi")])
def test_an_object_in_s3_is_of_a_type_that_bedrock_takes(kind: str, mime: str) -> None:
    there = {"kind": kind, "mimeType": mime, "url": "s3://a/b"}
    wire = format_module("bedrock_converse")
    body = wire.encode_request(asking(user([there])), on_loss="ignore")
    assert body["messages"][0]["content"] == [{"text": "(This cannot be shown here.)"}]
    right = {**there, "mimeType": f"{kind}/{'png' if kind == 'image' else 'mp4'}"}
    assert "s3://a/b" in json.dumps(wire.encode_request(asking(user([text("A"), right]))))


def test_an_address_is_an_id_where_no_page_forbids_it() -> None:
    _, losses = written("openai_chat", asking(user(), user="ann@example.org"))
    assert paths(losses) == []


@pytest.mark.parametrize("name", ["gemini", "cohere_chat", "bedrock_converse"])
def test_white_space_is_a_stop_sequence_where_it_is_taken(name: str) -> None:
    request = asking(user(), stopSequences=["\n", ""], model="amazon.nova-pro-v1:0")
    wire = format_module(name)
    assert '"\\n"' in json.dumps(wire.encode_request(request, on_loss="ignore"))
    assert paths(wire.losses_request(request)) == ["/stopSequences/1"]
    claude = {**request, "model": "claude-sonnet-4-5"}
    if name == "bedrock_converse":
        assert "/stopSequences/0" in paths(wire.losses_request(claude))


def test_there_is_no_sampling_of_ones_own_where_the_model_is_to_think() -> None:
    request = asking(user(), model=EARLIER, maxTokens=1025, temperature=0.5, topK=3, **thinking())
    body, losses = written("anthropic_messages", request)
    assert paths(losses) == ["/temperature", "/topK"] and "thinking" in body
    for right in ({**request, **thinking("disabled")}, {**request, "temperature": 1, "topK": None}):
        assert paths(written("anthropic_messages", right)[1]) == []


def test_a_rule_that_takes_several_values_all_the_same_leaves_any_of_them() -> None:
    row = {"kind": "refused", "what": "none", "fields": ["topK"], "unless": {"topK": [1, 2]}}
    accepts = Accepts("openai_chat", {"rules": {"few": row}, "places": {}}, dialects=())
    for value, left in ((1, True), (2, True), (3, False)):
        given = {"messages": [{"role": "user", "content": "a"}], "topK": value}
        assert ("topK" in accepted(given, accepts, "repair")[0]) is left
