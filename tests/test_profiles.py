"""Profiles: services that speak a wire with other limits, as data over that wire."""

from __future__ import annotations

import asyncio
import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import toolwire
from formats import FORMATS, part, profiles
from toolwire import ToolwireError
from toolwire._runtime.accepting import Accepts
from toolwire._runtime.convert import format_module
from toolwire._runtime.service import served
from toolwire.tools import arun

Json = Any
PROFILED = [
    (name, profile) for name in FORMATS for profile in getattr(format_module(name), "PROFILES", ())
]
each_profile = pytest.mark.parametrize(("name", "profile"), PROFILED)
MESSAGE = {"role": "assistant", "content": "Done."}
REPLY = {
    "id": "r", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "message": MESSAGE, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
}  # fmt: skip


def asking(**more: Json) -> Json:
    return {"model": "m", "messages": [{"role": "user", "content": "Well?"}], **more}


def codes(name: str, request: Json, profile: str | None) -> list[tuple[str, str]]:
    losses = format_module(name).losses_request(request, profile=profile)
    return [(loss.path, loss.code) for loss in losses]


def test_a_field_stands_under_the_key_that_the_service_knows() -> None:
    request = asking(maxTokens=5)
    wire = format_module("openai_chat")
    assert "max_completion_tokens" in wire.encode_request(request)
    body = wire.encode_request(request, profile="deepseek")
    assert body["max_tokens"] == 5 and "max_completion_tokens" not in body
    assert codes("openai_chat", request, "deepseek") == []
    assert wire.encode_request(request, profile="deepseek", rules="check") == body


def test_a_field_stands_under_a_key_of_the_service_that_its_wire_does_not_have() -> None:
    request = asking(topK=40)
    assert codes("openai_chat", request, None) == [("/topK", "field")]
    assert codes("openai_chat", request, "openrouter") == []
    body = format_module("openai_chat").encode_request(request, profile="openrouter")
    assert body["top_k"] == 40


def test_what_a_service_does_not_have_is_left_out_and_reported() -> None:
    request = asking(seed=1)
    wire = format_module("openai_chat")
    assert "seed" not in wire.encode_request(request, profile="deepseek")
    assert codes("openai_chat", request, "deepseek") == [("/seed", "dropped")]
    with pytest.raises(ToolwireError, match="/seed"):
        wire.encode_request(request, profile="deepseek", rules="check")
    assert wire.encode_request(request, profile="deepseek", rules="off")["seed"] == 1


@pytest.mark.parametrize("asked", [None, False, True])
def test_a_service_that_is_held_to_no_schema_is_asked_for_json(asked: bool | None) -> None:
    wire, breaches = format_module("openai_chat"), part("openai_chat", "profiles.deepseek").breaches
    schema = {"name": "a", "schema": {"type": "object", "properties": {"b": {}}}}
    request = asking(responseSchema=schema, **({} if asked is None else {"jsonOutput": asked}))
    assert breaches(wire.encode_request(request, profile="deepseek", rules="off"))
    body = wire.encode_request(request, profile="deepseek", on_loss="ignore")
    assert body["response_format"] == {"type": "json_object"} and breaches(body) == []
    assert "JSON" in body["messages"][0]["content"]
    more = [] if asked else [("/jsonOutput", "added")]
    assert codes("openai_chat", request, "deepseek") == [
        ("/responseSchema", "dropped"), *more, ("/jsonOutput", "added"),
    ]  # fmt: skip
    with pytest.raises(ToolwireError, match="/responseSchema"):
        wire.encode_request(request, profile="deepseek", rules="check")
    plain = asking()
    assert wire.encode_request(plain, profile="deepseek") == wire.encode_request(plain)


def test_a_level_that_a_service_has_no_word_for_becomes_the_nearest() -> None:
    request = asking(reasoningEffort="minimal", model="openai/gpt-oss-120b")
    body = format_module("openai_chat").encode_request(request, profile="groq")
    assert body["reasoning_effort"] == "low"
    assert codes("openai_chat", request, "groq") == [("/reasoningEffort", "repaired")]


def test_a_level_that_a_service_has_nothing_like_is_left_out() -> None:
    data = {"words": {"reasoningEffort": {"high": None, "low": "some"}}}
    request, (loss,), _ = served({"reasoningEffort": "high"}, data, "openai_chat", strict=False)
    assert request == {"reasoningEffort": None}
    assert loss[:2] == ("/reasoningEffort", "dropped") and "no 'high'" in loss[2]
    request, (loss,), _ = served({"reasoningEffort": "low"}, data, "openai_chat", strict=False)
    assert request == {"reasoningEffort": "some"} and loss[1] == "repaired"


@pytest.mark.parametrize(
    ("profile", "field", "usual", "asked"),
    [
        ("deepseek", "parallelToolCalls", True, False),
        ("together", "parallelToolCalls", True, False),
        ("ollama_openai", "parallelToolCalls", True, False),
        ("ollama_openai", "toolChoice", "auto", "required"),
    ],
)
def test_what_says_no_more_than_nothing_is_no_loss_to_a_service(
    profile: Any, field: str, usual: Json, asked: Json
) -> None:
    wire, tools = format_module("openai_chat"), [{**LONG, "name": "look"}]
    for value, lost in ((usual, []), (asked, [(f"/{field}", "dropped")])):
        request = {**asking(tools=tools), field: value}
        found = codes("openai_chat", request, profile)
        assert [one for one in found if one[0] == f"/{field}"] == lost
        body = wire.encode_request(request, profile=profile, on_loss="ignore")
        assert "parallel_tool_calls" not in body and "tool_choice" not in body


def test_another_key_for_the_same_is_no_loss() -> None:
    wire = format_module("openai_chat")
    for model, profile in (("o3", None), ("openai-gpt-5", "snowflake")):
        given = {"model": model, "messages": [{"role": "user", "content": "Hi."}], "max_tokens": 9}
        request = wire.decode_request(given)
        assert ("/maxTokens", "renamed") in codes("openai_chat", request, profile)
        body = wire.encode_request(request, profile=profile, on_loss="error")
        assert "max_tokens" not in body and body["max_completion_tokens"] == 9


def test_thoughts_go_back_where_the_service_wants_them() -> None:
    metadata = {"anthropic_messages": {"signature": "x"}}
    thought = {"kind": "reasoning", "text": "Hm.", "metadata": metadata}
    call = {"id": "c1", "name": "look", "arguments": {}}
    turn = {"role": "assistant", "content": [thought, {"kind": "toolCall", "toolCall": call}]}
    result = {"kind": "text", "toolCallId": "c1", "name": "look", "value": "fine"}
    request = asking(tools=[{"name": "look", "parameters": {"type": "object", "properties": {}}}])
    request["messages"] += [turn, {"role": "tool", "toolResult": result}]
    wire = format_module("openai_chat")
    body = wire.encode_request(request, profile="deepseek")
    assert body["messages"][1]["reasoning_content"] == "Hm."
    place = "/messages/1/content/0"
    signature = f"{place}/metadata/anthropic_messages/signature"
    assert codes("openai_chat", request, "deepseek") == [(signature, "foreign")]
    assert (place, "unsupported") in codes("openai_chat", request, None)
    assert "reasoning_content" not in wire.encode_request(request)["messages"][1]


def thinking(*blocks: Json) -> Json:
    request = asking()
    text = {"kind": "text", "text": "So."}
    turn = {"role": "assistant", "content": [*blocks, text]}
    request["messages"] += [turn, *asking()["messages"]]
    return request


def test_what_a_service_told_of_thoughts_goes_back_to_it_as_it_came() -> None:
    details = [{"type": "reasoning.text", "text": "Hm.", "signature": "s", "index": 0}]
    hidden = [{"type": "reasoning.encrypted", "data": "eA==", "index": 1}]
    wire = format_module("openai_chat")
    request = thinking(
        {"kind": "reasoning", "text": "Hm.",
         "metadata": {"openai_chat": {"reasoning_details": details, "$": {"at": "reasoning"}}}},
        {"kind": "reasoning", "text": "", "redacted": True,
         "metadata": {"openai_chat": {"reasoning_details": hidden}}},
    )  # fmt: skip
    sent = wire.encode_request(request, profile="openrouter")["messages"][1]
    assert sent == {"role": "assistant", "content": "So.", "reasoning_details": [*details, *hidden]}
    assert codes("openai_chat", request, "openrouter") == []
    sent = wire.encode_request(request, profile="deepseek")["messages"][1]
    assert sent == {"role": "assistant", "content": "So.", "reasoning_content": "Hm."}
    found = codes("openai_chat", request, "deepseek")
    assert ("/messages/1/content/1", "unsupported") in found
    # The text goes there, and the signature of another service does not.
    assert ("/messages/1/content/0/metadata/openai_chat/reasoning_details", "foreign") in found


def test_a_turn_of_thoughts_alone_stays_where_a_service_takes_them_back() -> None:
    wire = format_module("openai_chat")
    details = [{"type": "reasoning.text", "text": "Hm.", "signature": "s", "index": 0}]
    own = {"openai_chat": {"reasoning_details": details}}
    turn = {"role": "assistant", "content": [{"kind": "reasoning", "text": "Hm.", "metadata": own}]}
    request = {"model": "m", "messages": [*asking()["messages"], turn, *asking()["messages"]]}
    body = wire.encode_request(request, profile="openrouter", on_loss="error")
    said = {"role": "assistant", "content": None}
    assert body["messages"][1] == {**said, "reasoning_details": details}
    for message in (body["messages"][1], {"role": "assistant", "reasoning": "Hm."}):
        body["messages"][1] = message
        again = wire.decode_request(body, profile="openrouter")
        assert wire.encode_request(again, profile="openrouter", rules="check") == body


@pytest.mark.parametrize(
    ("profile", "fields", "sent"),
    [
        ("deepseek", {"reasoning_content": "Hm."}, {"reasoning_content": "Hm."}),
        ("groq", {"reasoning": "Hm."}, {"reasoning": "Hm."}),
        ("openrouter", {"reasoning": "Hm."}, {"reasoning": "Hm."}),
        (
            "openrouter",
            {"reasoning": "Hm.", "reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]},
            {"reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]},
        ),
        ("moonshot", {"reasoning": "Hm."}, {"reasoning_content": "Hm."}),
        ("xai", {"reasoning_content": "Hm."}, {}),
    ],
)
def test_what_a_model_thought_goes_back_with_its_reply(
    profile: str, fields: Json, sent: Json
) -> None:
    body = calling(LONG["name"])
    body["choices"][0]["message"].update(fields)
    wire, request = format_module("openai_chat"), asking(tools=[LONG])
    response = wire.decode_response(body, request=request, profile=profile)
    assert toolwire.tool_calls(response) and wire.encode_response(response) == body
    result = {"kind": "text", "toolCallId": "c1", "name": LONG["name"], "value": "clear"}
    request["messages"] += [response["message"], {"role": "tool", "toolResult": result}]
    back = wire.encode_request(request, profile=profile, on_loss="ignore")["messages"][1]
    thoughts = {key: value for key, value in back.items() if key.startswith("reasoning")}
    assert thoughts == sent


def test_several_thoughts_are_one_text_and_what_the_message_had_already_stays() -> None:
    thoughts = [{"kind": "reasoning", "text": "Hm."}, {"kind": "reasoning", "text": "Yes."}]
    wire = format_module("openai_chat")
    request = thinking(*thoughts)
    sent = wire.encode_request(request, profile="groq")["messages"][1]
    assert sent["reasoning"] == "Hm.\nYes."
    request["messages"][1]["metadata"] = {"openai_chat": {"reasoning": "As it came."}}
    sent = wire.encode_request(request, profile="groq")["messages"][1]
    assert sent["reasoning"] == "As it came."


def test_thoughts_under_a_key_of_another_service_do_not_go_out() -> None:
    message = {"role": "assistant", "content": "So.", "reasoning_content": "Hm.", "refusal": None}
    body = {"model": "m", "messages": [*asking()["messages"], message, *asking()["messages"]]}
    request = format_module("openai_chat").decode_request(body)
    wire = format_module("openai_chat")
    for profile in ("groq", "xai", "azure_openai", "ollama_openai", "openrouter", "snowflake"):
        sent = wire.encode_request(request, profile=profile)["messages"][1]
        assert (sent["role"], sent["content"]) == ("assistant", "So.")
        assert "reasoning_content" not in sent
        place = "/messages/1/metadata/openai_chat/reasoning_content"
        assert codes("openai_chat", request, profile) == [(place, "dropped")]
    sent = wire.encode_request(request, profile="deepseek")["messages"][1]
    assert sent["reasoning_content"] == "Hm."


@pytest.mark.parametrize(
    "call",
    [
        lambda wire: wire.encode_request(asking(), profile="nobody"),
        lambda wire: wire.encode_request(asking(), profile="nobody", rules="off"),
        lambda wire: wire.losses_request(asking(), profile="nobody"),
        lambda wire: wire.renamed(asking(), profile="nobody"),
        lambda wire: wire.decode_response(REPLY, profile="nobody"),
        lambda wire: list(wire.decode_stream([], profile="nobody")),
        lambda wire: wire.adecode_stream([], profile="nobody"),
    ],
)
@pytest.mark.parametrize("name", ["openai_chat", "mistral_chat"])
def test_an_unknown_profile_is_refused_with_the_names_there_are(name: str, call: Json) -> None:
    names = "it has azure_openai, deepseek" if name == "openai_chat" else "it has none"
    with pytest.raises(ValueError, match=f"{name} has no profile 'nobody'; {names}"):
        call(format_module(name))


def test_an_unknown_profile_is_refused_wherever_it_is_named() -> None:
    with pytest.raises(ValueError, match="'nobody'"):
        options: Json = {"source": "gemini", "target": "openai_chat"}
        toolwire.convert_request({"contents": []}, **options, profile="nobody")
    with pytest.raises(ValueError, match="'nobody'"):
        toolwire.lower_schema({"type": "object"}, target="openai_chat", profile="nobody")
    with pytest.raises(ValueError, match="mcp has no profile 'nobody'"):
        toolwire.lower_schema({"type": "object"}, target="mcp", profile="nobody")
    with pytest.raises(ValueError, match="'nobody'"):
        asyncio.run(arun(dict, asking(), [], format="openai_chat", profile="nobody"))


@each_profile
def test_every_profile_is_named_in_the_types_and_writes_an_ordinary_request(
    name: str, profile: str
) -> None:
    wire = format_module(name)
    source = Path(wire.__file__ or "").read_text(encoding="utf-8")
    assert f'"{profile}"' in source.partition("Profile = Literal[")[2].partition("]")[0]
    body = wire.encode_request(asking(temperature=0.5), profile=profile)
    assert wire.decode_request(body)["messages"] == asking()["messages"]
    assert wire.encode_request(asking(), profile=profile) == wire.encode_request(asking())


def test_a_profile_is_read_when_it_is_first_named() -> None:
    code = (
        "import sys, toolwire; toolwire.openai_chat.encode_request("
        "{'model': 'm', 'messages': [{'role': 'user', 'content': '.'}]});"
        "print([name for name in sys.modules if '_profiles' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_conversion_to_a_service_is_repaired_even_from_its_own_wire() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "."}], "seed": 1}
    options: Json = {"source": "openai_chat", "target": "openai_chat", "on_loss": "ignore"}
    assert toolwire.convert_request(body, **options) == body
    assert "seed" not in toolwire.convert_request(body, **options, profile="deepseek")


def test_a_loop_speaks_to_a_service() -> None:
    bodies: list[Json] = []

    def send(body: Json) -> Json:
        bodies.append(body)
        return REPLY

    run = arun(send, asking(maxTokens=9), [], format="openai_chat", profile="deepseek")
    assert asyncio.run(run).text == "Done."
    assert bodies[0]["max_tokens"] == 9


@pytest.fixture
def short() -> Any:
    """A service of Chat Completions whose tools have names of 12 letters at most."""
    accepts = format_module("openai_chat").ACCEPTS
    limits = {**accepts.data["limits"], "toolName": {"letters": "a-z_", "longest": 12}}
    accepts._of["short"] = Accepts("openai_chat", {**accepts.data, "limits": limits}, profile="x")
    yield format_module("openai_chat")
    del accepts._of["short"]


LONG: Json = {"name": "look_at_the_sky", "parameters": {"type": "object", "properties": {}}}


def calling(name: str) -> Json:
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return {**REPLY, "choices": [choice]}


def test_a_reply_of_a_service_has_the_names_that_the_app_had(short: Any) -> None:
    request = asking(tools=[LONG])
    assert short.renamed(request).names == {}
    (name,) = short.renamed(request, profile="short").names.values()
    body = short.encode_request(request, profile="short")
    assert body["tools"][0]["function"]["name"] == name
    reply = short.decode_response(calling(name), request=request, profile="short")
    assert toolwire.tool_calls(reply)[0]["name"] == LONG["name"]
    delta = {"role": "assistant", "tool_calls": [
        {"index": 0, "id": "c1", "type": "function", "function": {"name": name, "arguments": "{}"}}
    ]}  # fmt: skip
    chunk = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    choices = [{"index": 0, "delta": delta, "finish_reason": None}]
    ended = [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]
    chunks = [{**chunk, "choices": choices}, {**chunk, "choices": ended}]
    *_, last = short.decode_stream(chunks, request=request, profile="short")
    assert toolwire.tool_calls(last["response"])[0]["name"] == LONG["name"]


def test_a_gateway_gives_the_names_back_that_its_client_had(short: Any) -> None:
    asked = format_module("gemini").encode_request(asking(tools=[LONG]))
    options: Json = {"source": "gemini", "target": "openai_chat", "model": "m", "profile": "short"}
    body = toolwire.convert_request(asked, **options, on_loss="ignore")
    reply = calling(body["tools"][0]["function"]["name"])
    options = {"source": "openai_chat", "target": "gemini", "profile": "short", "request": asked}
    answer = toolwire.convert_response(reply, **options, on_loss="ignore")
    (part,) = answer["candidates"][0]["content"]["parts"]
    assert part["functionCall"]["name"] == LONG["name"]


def test_ids_do_not_go_to_a_service_that_pairs_by_order() -> None:
    def call(id_: str) -> Json:
        return {"kind": "toolCall", "toolCall": {"id": id_, "name": LONG["name"], "arguments": {}}}

    def result(id_: str, value: str) -> Json:
        tool_result = {"kind": "text", "toolCallId": id_, "name": LONG["name"], "value": value}
        return {"role": "tool", "toolResult": tool_result}

    request = asking(tools=[LONG], model="gemini-2.5-pro")
    turn = {"role": "assistant", "content": [call("a"), call("b")]}
    request["messages"] += [turn, result("b", "second"), result("a", "first")]
    wire = format_module("gemini")
    body = wire.encode_request(request, profile="vertex")
    calls, results = (content["parts"] for content in body["contents"][1:])
    assert not any("id" in part["functionCall"] for part in calls)
    assert [part["functionResponse"]["response"] for part in results] == [
        {"output": "first"}, {"output": "second"}
    ]  # fmt: skip
    assert all(set(part["functionResponse"]) == {"name", "response"} for part in results)
    assert codes("gemini", request, "vertex") == []
    assert wire.encode_request(request, profile="vertex", rules="check") == body


def test_what_only_the_developer_api_runs_does_not_go_to_vertex() -> None:
    value = {"toolCall": {"toolType": "GOOGLE_SEARCH_WEB", "args": {}}}
    own = {"kind": "opaque", "format": "gemini", "value": value}
    text = {"kind": "text", "text": "So."}
    request = asking()
    request["messages"] += [{"role": "assistant", "content": [own, text]}, *asking()["messages"]]
    body = format_module("gemini").encode_request(request, profile="vertex")
    assert body["contents"][1]["parts"] == [{"text": "So."}]
    assert codes("gemini", request, "vertex") == [("/messages/1/content/0", "dropped")]
    assert len(format_module("gemini").encode_request(request)["contents"][1]["parts"]) == 2


def test_pictures_and_sounds_that_a_service_cannot_take_are_left_out() -> None:
    linked = {"kind": "image", "url": "https://x.example/a.png"}
    sent = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    sound = {"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}
    text = {"kind": "text", "text": "What is it?"}
    request = asking()
    request["messages"] = [{"role": "user", "content": [text, linked, sent, sound]}]
    kinds = {
        profile: [
            part["type"] for part in format_module("openai_chat")
            .encode_request(request, profile=profile)["messages"][0]["content"]
        ]
        for profile in ("moonshot", "groq", "openrouter")
    }  # fmt: skip
    assert kinds["moonshot"] == ["text", "image_url"]
    assert kinds["groq"] == ["text", "image_url", "image_url"]
    assert kinds["openrouter"] == ["text", "image_url", "image_url", "input_audio"]
    assert codes("openai_chat", request, "moonshot") == [
        ("/messages/0/content/1", "dropped"), ("/messages/0/content/3", "dropped")
    ]  # fmt: skip


@each_profile
def test_what_a_place_holds_is_said_once_in_the_words_of_the_service(
    name: str, profile: str
) -> None:
    rules = format_module(name).ACCEPTS.of(profile).data["rules"].values()
    places = [place for row in rules if row["kind"] == "held" for place in row["in"]]
    assert len(places) == len({*places})


def test_tools_of_free_text_and_their_calls_take_arguments_where_there_is_no_free_text() -> None:
    free = {"name": "shell", "inputFormat": {"type": "text"}}
    call = {"id": "c1", "name": "shell", "arguments": {}, "input": "ls"}
    result = {"kind": "text", "toolCallId": "c1", "name": "shell", "value": "a b"}
    request = asking(tools=[free, LONG])
    request["messages"] += [
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]},
        {"role": "tool", "toolResult": result},
    ]
    body = format_module("openai_chat").encode_request(request, profile="groq")
    (sent,) = body["messages"][1]["tool_calls"]
    assert sent["function"] == {"name": "shell", "arguments": '{"input":"ls"}'}
    assert [tool["type"] for tool in body["tools"]] == ["function"]
    assert codes("openai_chat", request, "groq") == [
        ("/tools/0", "dropped"), ("/messages/1/content/0/toolCall/input", "repaired")
    ]  # fmt: skip


SERVED: Json = {
    "openrouter": {"type": "openrouter:web_search"},
    "groq": {"type": "browser_search"},
    "moonshot": {"type": "builtin_function", "function": {"name": "$web_search"}},
    "xai": {"type": "live_search", "sources": [{"type": "web"}]},
}
"""A tool that each of some services runs itself."""


def test_a_tool_that_a_service_runs_goes_to_no_other() -> None:
    wire = format_module("openai_chat")
    body = wire.encode_request(asking(tools=[LONG]))
    body["tools"] = [*SERVED.values(), *body["tools"]]
    request = wire.decode_request(body)
    assert wire.encode_request(request)["tools"] == body["tools"]  # whose API it is, nobody said
    for profile in profiles("openai_chat"):
        own = [SERVED[profile]] if profile in SERVED else []
        sent = wire.encode_request(request, profile=profile, on_loss="ignore")
        assert [tool for tool in sent["tools"] if tool["type"] != "function"] == own, profile
        assert len(sent["tools"]) == len(own) + 1
        places = [f"/tools/{at}" for at, name in enumerate(SERVED) if name != profile]
        assert codes("openai_chat", request, profile) == [(place, "dropped") for place in places]
        with pytest.raises(ToolwireError) as raised:
            wire.encode_request(request, profile=profile, rules="check")
        assert raised.value.pointer == places[0]


def test_a_choice_goes_with_the_last_tool_that_it_was_among() -> None:
    wire = format_module("openai_chat")
    body = {**wire.encode_request(asking()), "tools": [SERVED["groq"]], "tool_choice": "required"}
    request = wire.decode_request(body)
    sent = wire.encode_request(request, profile="deepseek", on_loss="ignore")
    assert not {"tools", "tool_choice"} & sent.keys()
    assert wire.encode_request(request, profile="groq") == body


def test_arguments_that_are_no_json_object_do_not_go_to_a_service_that_refuses_them() -> None:
    call = {"id": "c1", "name": LONG["name"], "arguments": {}, "invalidArguments": '{"a":'}
    result = {"kind": "error", "toolCallId": "c1", "name": LONG["name"], "value": "no JSON"}
    request = asking(tools=[LONG])
    request["messages"] += [
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]},
        {"role": "tool", "toolResult": result},
    ]
    wire = format_module("openai_chat")
    (sent,) = wire.encode_request(request, profile="ollama_openai")["messages"][1]["tool_calls"]
    assert sent["function"]["arguments"] == "{}"
    (sent,) = wire.encode_request(request)["messages"][1]["tool_calls"]
    assert sent["function"]["arguments"] == '{"a":'


def test_a_choice_that_a_service_has_no_word_for_is_the_nearest() -> None:
    wire = format_module("openai_chat")
    request = asking(tools=[LONG], toolChoice="required")
    assert wire.encode_request(request, profile="moonshot")["tool_choice"] == "auto"
    assert codes("openai_chat", request, "moonshot") == [("/toolChoice", "repaired")]
    among = asking(tools=[LONG], toolChoice={"allowed": [LONG["name"]], "mode": "required"})
    assert wire.encode_request(among, profile="groq")["tool_choice"] == "required"


def test_a_message_of_the_developer_is_one_of_the_system_where_there_is_no_other() -> None:
    user = {"role": "user", "content": ".", "name": "Ann"}
    body = {"model": "m", "messages": [{"role": "developer", "content": "."}, user]}
    request = format_module("openai_chat").decode_request(body)
    wire = format_module("openai_chat")
    sent = wire.encode_request(request, profile="deepseek")["messages"]
    assert [message["role"] for message in sent] == ["system", "user"]
    sent = wire.encode_request(request, profile="groq")["messages"]
    assert sent == [{"role": "developer", "content": "."}, {"role": "user", "content": "."}]
    place = "/messages/1/metadata/openai_chat/name"
    assert codes("openai_chat", request, "groq") == [(place, "dropped")]


# -- signatures of the Developer API and of Vertex

SIGNED: Json = {
    "candidates": [{
        "content": {"role": "model", "parts": [
            {"text": "Hm.", "thought": True, "thoughtSignature": "dGhvdWdodA=="},
            {"functionCall": {"name": "look", "args": {}}, "thoughtSignature": "Y2FsbA=="},
        ]},
        "finishReason": "STOP",
    }],
}  # fmt: skip
LATER = {"model": "gemini-3.8-flash", "tools": [{"name": "look", "parameters": {"type": "object"}}]}
SKIPPED = "skip_thought_signature_validator"


def answered(reply: Json) -> Json:
    """The next request: what the model said, and the result of its call."""
    call = reply["message"]["content"][-1]["toolCall"]
    result = {"toolCallId": call["id"], "name": "look", "kind": "text", "value": "Rain."}
    turns = [{"role": "user", "content": "Look!"}, reply["message"],
             {"role": "tool", "toolResult": result}]  # fmt: skip
    return {**LATER, "messages": turns}


def streamed(wire: Any, profile: Any) -> Json:
    parts = SIGNED["candidates"][0]["content"]["parts"]
    contents = [{"role": "model", "parts": [part]} for part in parts]
    events: Json = [{"candidates": [{"content": content}]} for content in contents]
    events[-1]["candidates"][0]["finishReason"] = "STOP"
    *_, last = wire.decode_stream(events, profile=profile)
    return last["response"]


def signatures(body: Json) -> list[Json]:
    return [part.get("thoughtSignature") for part in body["contents"][1]["parts"]]


@pytest.mark.parametrize("read", ["whole", "streamed"])
@pytest.mark.parametrize("issuer", [None, "vertex"])
def test_a_signature_goes_back_to_the_service_that_issued_it_alone(
    issuer: Any, read: str
) -> None:
    wire, before = format_module("gemini"), copy.deepcopy(SIGNED)
    reply = (wire.decode_response(SIGNED, profile=issuer) if read == "whole"
             else streamed(wire, issuer))  # fmt: skip
    assert before == SIGNED
    request = answered(reply)
    back = wire.encode_request(request, profile=issuer, on_loss="error")
    assert signatures(back) == ["dGhvdWdodA==", "Y2FsbA=="]
    assert wire.encode_request(request, profile=issuer, rules="check") == back
    other = None if issuer else "vertex"
    there = wire.encode_request(request, profile=other, on_loss="ignore")
    assert signatures(there)[-1] == SKIPPED and "dGhvdWdodA==" not in str(there)
    lost = [loss.path for loss in wire.losses_request(request, profile=other)]
    name = "gemini.vertex" if issuer else "gemini"
    assert f"/messages/1/content/1/toolCall/metadata/{name}/thoughtSignature" in lost


@pytest.mark.parametrize("issuer", [None, "vertex"])
def test_so_do_those_of_a_request_that_was_kept_as_a_body(issuer: Any) -> None:
    wire = format_module("gemini")
    body = wire.encode_request(answered(wire.decode_response(SIGNED)), on_loss="ignore")
    before = copy.deepcopy(body)
    request = {**wire.decode_request(body, profile=issuer), "model": LATER["model"]}
    assert body == before
    assert wire.encode_request(request, profile=issuer, on_loss="error") == body
    other = wire.encode_request(request, profile=None if issuer else "vertex", on_loss="ignore")
    assert "dGhvdWdodA==" not in str(other)
    with pytest.raises(ValueError, match="no profile 'nobody'"):
        wire.decode_request(body, profile="nobody")


OPAQUE: Json = [
    {"thoughtSignature": "b25seQ=="},
    {"executableCode": {"code": "1", "language": "PYTHON"}, "thoughtSignature": "Y29kZQ=="},
    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
]
"""Parts that only this wire knows, as they come where a service runs code."""


@pytest.mark.parametrize("read", ["whole", "streamed"])
@pytest.mark.parametrize("issuer", [None, "vertex"])
def test_so_does_one_of_a_part_that_only_the_wire_knows(issuer: Any, read: str) -> None:
    wire = format_module("gemini")
    parts = [*OPAQUE, {"text": "One."}]
    reply = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}
    *_, last = wire.decode_stream([reply], profile=issuer)
    found = wire.decode_response(reply, profile=issuer) if read == "whole" else last["response"]
    begun, goes_on = {"role": "user", "content": "Add."}, {"role": "user", "content": "And?"}
    request = {**LATER, "messages": [begun, found["message"], goes_on]}
    back = wire.encode_request(request, profile=issuer, on_loss="error")
    assert back["contents"][1]["parts"] == parts
    assert wire.encode_request(request, profile=issuer, rules="check") == back
    other = None if issuer else "vertex"
    there = wire.encode_request(request, profile=other, on_loss="ignore")
    # What the Developer API does not know it cannot take without its signature.
    code = [] if issuer else [{"executableCode": OPAQUE[1]["executableCode"]}]
    assert there["contents"][1]["parts"] == [*code, OPAQUE[2], {"text": "One."}]
    lost = [loss.path for loss in wire.losses_request(request, profile=other)]
    assert lost == ["/messages/1/content/0",
                    "/messages/1/content/1" + ("" if issuer else "/value/thoughtSignature")]


@pytest.mark.parametrize("issuer", [None, "vertex"])
def test_a_signature_of_such_a_part_is_one_in_the_other_spelling_as_well(issuer: Any) -> None:
    wire = format_module("gemini")
    code = {"executable_code": {"code": "1", "language": "PYTHON"}, "thought_signature": "Y29kZQ=="}
    parts = [{"thought_signature": "b25seQ=="}, code, {"text": "One."}]
    turns = [{"role": "user", "parts": [{"text": "Add."}]}, {"role": "model", "parts": parts},
             {"role": "user", "parts": [{"text": "And?"}]}]  # fmt: skip
    request = {**wire.decode_request({"contents": turns}, profile=issuer), **LATER}
    back = wire.encode_request(request, profile=issuer, on_loss="error")
    assert back["contents"] == turns
    other = None if issuer else "vertex"
    there = wire.encode_request(request, profile=other, on_loss="ignore")
    assert "_signature" not in str(there)
    lost = [loss.path for loss in wire.losses_request(request, profile=other)]
    assert lost == ["/messages/1/content/0",
                    "/messages/1/content/1" + ("" if issuer else "/value/thought_signature")]


def test_signatures_of_a_service_pass_through_where_both_sides_speak_its_wire() -> None:
    asked: Json = {"source": "gemini", "target": "gemini", "profile": "vertex", "on_loss": "error"}
    assert toolwire.convert_response(SIGNED, **asked) == SIGNED
    content = {"role": "model", "parts": OPAQUE}
    opaque = {"candidates": [{"content": content, "finishReason": "STOP"}]}
    assert toolwire.convert_response(opaque, **asked) == opaque
    assert "b25seQ==" in str([*toolwire.convert_stream([opaque], **asked)])
    turns = [{"role": "user", "parts": [{"text": "Look!"}]}, SIGNED["candidates"][0]["content"],
             {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {}}}]}]
    tools = [{"functionDeclarations": [{"name": "look"}]}]
    body = {"contents": turns, "tools": tools}
    assert toolwire.convert_request(body, **asked) == body
    assert "Y2FsbA==" in str([*toolwire.convert_stream([SIGNED], **asked)])


UNNUMBERED: Json = {"contents": [
    {"role": "user", "parts": [{"text": "Look!"}]},
    {"role": "model", "parts": [
        {"functionCall": {"name": "look", "args": {}}, "thoughtSignature": "Y2FsbA==", "note": 1},
        {"functionCall": {"name": "look", "args": {}}}]},
    {"role": "user", "parts": [
        {"functionResponse": {"name": "look", "response": {"output": "Rain."}}},
        {"functionResponse": {"name": "look", "response": {"output": "Snow."}}}]},
]}  # fmt: skip
"""A body of Vertex, whose calls have no ids."""


@pytest.mark.parametrize("rules", ["repair", "off"])
def test_only_the_signature_of_a_call_is_the_services_own(rules: str) -> None:
    """The rest of its block is the wire's: that it had no id, and neither has its result."""
    wire = format_module("gemini")
    request = wire.decode_request(UNNUMBERED, profile="vertex")
    body = wire.encode_request(request, rules=rules, on_loss="ignore")
    parts = [part for turn in body["contents"] for part in turn["parts"]]
    first, second = (part for part in parts if "functionCall" in part)
    other = UNNUMBERED["contents"][1]["parts"][1]
    unsigned = {"functionCall": {"name": "look", "args": {}}, "note": 1}
    placed = {} if rules == "off" else {"thoughtSignature": SKIPPED}
    assert (first, second) == ({**unsigned, **placed}, other)
    assert [part for part in parts if "functionResponse" in part] == (
        UNNUMBERED["contents"][2]["parts"]
    )


def test_what_stands_beside_a_signature_goes_to_another_service_without_it() -> None:
    wire = format_module("gemini")
    request = wire.decode_request(UNNUMBERED)
    body = wire.encode_request(request, profile="vertex", on_loss="ignore")
    first = body["contents"][1]["parts"][0]
    assert first == {**UNNUMBERED["contents"][1]["parts"][0], "thoughtSignature": SKIPPED}


@pytest.mark.parametrize("parts", [OPAQUE, UNNUMBERED["contents"][1]["parts"]])
def test_without_rules_a_service_gets_its_own_body_back(parts: Json) -> None:
    wire, turns = format_module("gemini"), UNNUMBERED["contents"]
    answers = turns[2:] if "functionCall" in str(parts) else []
    body = {"contents": [turns[0], {"role": "model", "parts": parts}, *answers]}
    request = wire.decode_request(body, profile="vertex")
    before = copy.deepcopy(request)
    assert wire.encode_request(request, profile="vertex", rules="off", on_loss="error") == body
    assert wire.losses_request(request, profile="vertex", rules="off") == []
    assert request == before
    asked: Json = {"source": "gemini", "target": "gemini", "profile": "vertex", "on_loss": "error"}
    assert toolwire.convert_request(body, rules="off", **asked) == body


def test_what_the_developer_api_takes_alone_does_not_go_to_vertex() -> None:
    wire = format_module("gemini")
    own = {"gemini": {"partMetadata": {"a": 1}, "videoMetadata": {"fps": 1}}}
    call = {"id": "c", "name": "look", "arguments": {}, "metadata": own}
    goes_on = {"gemini": {"functionResponse": {"willContinue": True, "scheduling": "SILENT"}}}
    turns: list[Json] = [
        {"role": "user", "content": [{"kind": "text", "text": "Look!", "metadata": own}]},
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]},
        {"role": "tool", "toolResult": {"toolCallId": "c", "name": "look", "kind": "text",
                                        "value": "Rain.", "metadata": goes_on}},
    ]  # fmt: skip
    settings = {"store": True, "safetySettings": [], "toolConfig": {
        "includeServerSideToolInvocations": True}}  # fmt: skip
    request = {**LATER, "messages": turns, "metadata": {"gemini": settings}}
    api = part("gemini", "profiles.vertex")
    body = wire.encode_request(request, profile="vertex", on_loss="ignore")
    assert api.breaches(body) == [] != api.breaches(wire.encode_request(request, rules="off"))
    assert body["contents"][0]["parts"][0]["videoMetadata"] == {"fps": 1}
    assert body["contents"][2]["parts"][0]["functionResponse"]["scheduling"] == "SILENT"
    found = codes("gemini", request, "vertex")
    dropped = {path.partition("/gemini/")[2] for path, code in found if code == "dropped"}
    assert dropped == {"partMetadata", "functionResponse/willContinue", "store",
                       "toolConfig/includeServerSideToolInvocations"}  # fmt: skip
