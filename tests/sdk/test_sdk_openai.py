"""The real `openai` client: what our bodies become in it, and what its replies become in us."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import openai
import pytest

from examples.tool_loop import ask
from samples import Fixture, difference
from sdk.scenario import TOOLS, WEATHER, decode_quietly, fixtures, plain, request
from sdk.server import Provider
from toolwire import openai_chat

Json = Any


def reply(message: Json, finish: str) -> Json:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1790000000,
        "model": "gpt-test-2026",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "refusal": None, **message},
                "logprobs": None,
                "finish_reason": finish,
            }
        ],
        "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13},
        "system_fingerprint": None,
    }


def call(call_id: str, name: str, arguments: str) -> Json:
    function = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function}


PARALLEL = {
    "content": None,
    "tool_calls": [
        call("call_weather", "get_weather", '{"city": "Oslo"}'),
        call("call_divide", "divide", '{"a":1,"b":0}'),
        call("call_motto", "motto", ""),
    ],
}
BROKEN = {"content": "Again.", "tool_calls": [call("call_again", "divide", '{"a": 1, "b"')]}
FINAL = {"content": "21 degrees."}
REPLIES = [reply(PARALLEL, "tool_calls"), reply(BROKEN, "tool_calls"), reply(FINAL, "stop")]


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: Provider) -> openai.OpenAI:
    return openai.OpenAI(api_key="test", base_url=f"{provider.url}/v1", max_retries=0)


def converse(provider: Provider, client: openai.OpenAI) -> tuple[str, Json]:
    """The answer of the loop, and the conversation it leaves."""
    conversation = request("gpt-test")
    provider.expect(*REPLIES)
    send = lambda body: client.chat.completions.create(**body)  # noqa: E731
    return ask(openai_chat, send, conversation, TOOLS), conversation


def test_tool_loop(provider: Provider, client: openai.OpenAI) -> None:
    answer, _ = converse(provider, client)
    first, second, third = provider.bodies
    assert [entry.path for entry in provider.recorded] == ["/v1/chat/completions"] * 3
    assert answer == "21 degrees."
    assert difference(first, openai_chat.encode_request(request("gpt-test"))) is None

    assistant, *results = second["messages"][2:]
    assert assistant == REPLIES[0]["choices"][0]["message"]
    assert [result["role"] for result in results] == ["tool"] * 3
    expected_ids = ["call_weather", "call_divide", "call_motto"]
    assert [result["tool_call_id"] for result in results] == expected_ids
    weather, failure, text = (result["content"] for result in results)
    assert weather == json.dumps({"city": "Oslo", **WEATHER}, separators=(",", ":"))
    assert failure == '{"error":"division by zero"}'
    assert text == "42"

    assert third["messages"][:6] == second["messages"]
    assistant, result = third["messages"][6:]
    assert assistant["tool_calls"] == BROKEN["tool_calls"]
    assert json.loads(result["content"]) == {"error": "the arguments are not a JSON object"}


def test_what_arrives_decodes_to_what_the_app_holds(
    provider: Provider, client: openai.OpenAI
) -> None:
    _, conversation = converse(provider, client)
    arrived = plain(openai_chat.decode_request(provider.bodies[-1]))
    expected = plain({**conversation, "messages": conversation["messages"][:-1]})
    weather = expected["messages"][3]["toolResult"]
    weather.update(kind="text", value=json.dumps(weather["value"], separators=(",", ":")))
    assert difference(arrived, expected) is None


@pytest.mark.parametrize("fixture", fixtures("openai_chat", "replies"), ids=str)
def test_reply_objects_decode_like_their_json(
    fixture: Fixture, provider: Provider, client: openai.OpenAI
) -> None:
    """The client keeps every key of a reply, known or not."""
    provider.expect(fixture.payload)
    answer = client.chat.completions.create(model="m", messages=[])
    decoded = decode_quietly(openai_chat, answer)
    assert difference(decoded, openai_chat.decode_response(fixture.payload)) is None


@pytest.mark.parametrize("fixture", fixtures("openai_chat", "requests"), ids=str)
def test_bodies_arrive_as_encoded(
    fixture: Fixture, provider: Provider, client: openai.OpenAI
) -> None:
    """`extra_body` carries a body as it is, keys included that `create` has no argument for."""
    body = {
        "model": "m", **openai_chat.encode_request(openai_chat.decode_request(fixture.payload))
    }  # fmt: skip
    provider.expect(REPLIES[-1])
    client.chat.completions.create(model="m", messages=[], extra_body=body)
    assert difference(provider.bodies[0], body) is None
