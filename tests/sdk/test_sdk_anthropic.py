"""The real `anthropic` client: what our bodies become in it, and what its replies become in us."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest

from examples.tool_loop import ask
from samples import Fixture, difference
from sdk.scenario import TOOLS, WEATHER, decode_quietly, fixtures, plain, request
from sdk.server import Provider
from toolwire import anthropic_messages

Json = Any


def reply(content: list[Json], stop_reason: str) -> Json:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test-2026",
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 9, "output_tokens": 4, "service_tier": "standard"},
    }


def call(call_id: str, name: str, arguments: Json) -> Json:
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


THINKING = {"type": "thinking", "thinking": "Three tools.", "signature": "EqQB+/8=="}
PARALLEL = [
    THINKING,
    {"type": "redacted_thinking", "data": "EmwK+/=="},
    {"type": "text", "text": "One moment.", "citations": None},
    call("toolu_weather", "get_weather", {"city": "Oslo"}),
    call("toolu_divide", "divide", {"b": 0, "a": 1}),
    call("toolu_motto", "motto", {}),
]
AGAIN = [
    {"type": "thinking", "thinking": "", "signature": "Eq=="},
    {**call("toolu_again", "get_weather", {"city": "Bergen"}), "caller": {"type": "direct"}},
]
FINAL = [{"type": "text", "text": "21 degrees."}]
REPLIES = [reply(PARALLEL, "tool_use"), reply(AGAIN, "tool_use"), reply(FINAL, "end_turn")]


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: Provider) -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key="test", base_url=provider.url, max_retries=0)


def converse(provider: Provider, client: anthropic.Anthropic) -> tuple[str, Json]:
    """The answer of the loop, and the conversation it leaves."""
    conversation = request("claude-test")
    provider.expect(*REPLIES)
    send = lambda body: client.messages.create(**body)  # noqa: E731
    return ask(anthropic_messages, send, conversation, TOOLS), conversation


def test_tool_loop(provider: Provider, client: anthropic.Anthropic) -> None:
    answer, _ = converse(provider, client)
    first, second, third = provider.bodies
    assert [entry.path for entry in provider.recorded] == ["/v1/messages"] * 3
    assert answer == "21 degrees."
    assert difference(first, anthropic_messages.encode_request(request("claude-test"))) is None
    assert first["system"] == "Use the tools."

    assistant, results = second["messages"][1:]
    assert assistant == {"role": "assistant", "content": PARALLEL}
    assert results["role"] == "user"
    weather, failure, text = results["content"]
    data = json.dumps({"city": "Oslo", **WEATHER}, separators=(",", ":"))
    assert weather == {"type": "tool_result", "tool_use_id": "toolu_weather", "content": data}
    assert failure == {
        "type": "tool_result",
        "tool_use_id": "toolu_divide",
        "content": "division by zero",
        "is_error": True,
    }
    assert text == {"type": "tool_result", "tool_use_id": "toolu_motto", "content": "42"}

    assert third["messages"][:3] == second["messages"]
    assert third["messages"][3] == {"role": "assistant", "content": AGAIN}
    assert [block["tool_use_id"] for block in third["messages"][4]["content"]] == ["toolu_again"]


def test_a_question_beside_results_comes_after_them(
    provider: Provider, client: anthropic.Anthropic
) -> None:
    """The API refuses a user message whose results are not first."""
    conversation = request("claude-test")
    provider.expect(REPLIES[0], REPLIES[2])
    message = client.messages.create(**anthropic_messages.encode_request(conversation))
    response = anthropic_messages.decode_response(message)
    conversation["messages"] += [
        response["message"],
        *(
            {
                "role": "tool",
                "toolResult": {
                    "toolCallId": block["toolCall"]["id"],
                    "name": block["toolCall"]["name"],
                    "kind": "text",
                    "value": "ok",
                },
            }
            for block in response["message"]["content"]
            if block["kind"] == "toolCall"
        ),
        {"role": "user", "content": "Hurry."},
    ]
    client.messages.create(**anthropic_messages.encode_request(conversation))
    last = provider.bodies[1]["messages"][-1]
    kinds = [block["type"] for block in last["content"]]
    assert kinds == ["tool_result", "tool_result", "tool_result", "text"]


def test_what_arrives_decodes_to_what_the_app_holds(
    provider: Provider, client: anthropic.Anthropic
) -> None:
    _, conversation = converse(provider, client)
    arrived = plain(anthropic_messages.decode_request(provider.bodies[-1]))
    expected = plain({**conversation, "messages": conversation["messages"][:-1]})
    for message in expected["messages"]:
        result = message.get("toolResult", {})
        if result.get("kind") == "data":
            result["kind"] = "text"
            result["value"] = json.dumps(result["value"], separators=(",", ":"))
    assert difference(arrived, expected) is None


@pytest.mark.parametrize("fixture", fixtures("anthropic_messages", "replies"), ids=str)
def test_reply_objects_decode_like_their_json(
    fixture: Fixture, provider: Provider, client: anthropic.Anthropic
) -> None:
    """The client keeps every key of a reply, known or not."""
    provider.expect(fixture.payload)
    answer = client.messages.create(model="m", max_tokens=9, messages=[])
    decoded = decode_quietly(anthropic_messages, answer)
    assert difference(decoded, anthropic_messages.decode_response(fixture.payload)) is None


@pytest.mark.parametrize("fixture", fixtures("anthropic_messages", "requests"), ids=str)
def test_bodies_arrive_as_encoded(
    fixture: Fixture, provider: Provider, client: anthropic.Anthropic
) -> None:
    """`extra_body` carries a body as it is, keys included that `create` has no argument for."""
    decoded = anthropic_messages.decode_request(fixture.payload)
    body = {"model": "m", **anthropic_messages.encode_request(decoded)}
    provider.expect(REPLIES[-1])
    client.messages.create(model="m", max_tokens=9, messages=[], extra_body=body)
    assert difference(provider.bodies[0], body) is None
