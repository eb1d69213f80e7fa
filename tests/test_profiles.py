"""Profiles: services that speak a wire with other limits, as data over that wire."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import toolwire
from formats import FORMATS
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module
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


def told(name: str, request: Json, profile: str | None) -> list[tuple[str, str]]:
    losses = format_module(name).losses_request(request, profile=profile)
    return [(loss.path, loss.code) for loss in losses]


def test_a_field_stands_under_the_key_that_the_service_knows() -> None:
    request = asking(maxTokens=5)
    wire = format_module("openai_chat")
    assert "max_completion_tokens" in wire.encode_request(request)
    body = wire.encode_request(request, profile="deepseek")
    assert body["max_tokens"] == 5 and "max_completion_tokens" not in body
    assert told("openai_chat", request, "deepseek") == []
    assert wire.encode_request(request, profile="deepseek", rules="check") == body


def test_a_field_stands_under_a_key_of_the_service_that_its_wire_does_not_have() -> None:
    request = asking(topK=40)
    assert told("openai_chat", request, None) == [("/topK", "field")]
    assert told("openai_chat", request, "openrouter") == []
    body = format_module("openai_chat").encode_request(request, profile="openrouter")
    assert body["top_k"] == 40


def test_what_a_service_does_not_have_is_left_out_and_reported() -> None:
    request = asking(seed=1)
    wire = format_module("openai_chat")
    assert "seed" not in wire.encode_request(request, profile="deepseek")
    assert told("openai_chat", request, "deepseek") == [("/seed", "dropped")]
    with pytest.raises(ToolwireError, match="/seed"):
        wire.encode_request(request, profile="deepseek", rules="check")
    assert wire.encode_request(request, profile="deepseek", rules="off")["seed"] == 1


def test_a_level_that_a_service_has_no_word_for_becomes_the_nearest() -> None:
    request = asking(reasoningEffort="minimal", model="openai/gpt-oss-120b")
    body = format_module("openai_chat").encode_request(request, profile="groq")
    assert body["reasoning_effort"] == "low"
    assert told("openai_chat", request, "groq") == [("/reasoningEffort", "repaired")]


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
    assert told("openai_chat", request, "deepseek") == [(signature, "foreign")]
    assert (place, "unsupported") in told("openai_chat", request, None)
    assert "reasoning_content" not in wire.encode_request(request)["messages"][1]


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
    known = "it has azure_openai, deepseek" if name == "openai_chat" else "it has none"
    with pytest.raises(ValueError, match=f"{name} has no profile 'nobody'; {known}"):
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
