"""The real `cohere` client: what our bodies become in it, and what its replies become in us."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import cohere
import pytest

from examples.tool_loop import ask
from formats.cohere_chat.sdk import said_by
from samples import Fixture, difference
from sdk.scenario import TOOLS, WEATHER, fixtures, plain, request
from sdk.server import Provider
from toolwire import cohere_chat

Json = Any
NOT_TAKEN = ("not_in_sdk", "result_document_data_text", "nulls")
"""Fixtures of shapes that the client has no argument for, or leaves out."""


def reply(message: Json, reason: str) -> Json:
    return {
        "id": "r1",
        "message": {"role": "assistant", **message},
        "finish_reason": reason,
        "usage": {"tokens": {"input_tokens": 9, "output_tokens": 4}},
    }


def call(call_id: str, name: str, arguments: str) -> Json:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


PARALLEL = {
    "tool_plan": "Three tools.",
    "tool_calls": [
        call("call_weather", "get_weather", '{"city":"Oslo"}'),
        call("call_divide", "divide", '{"a":1,"b":0}'),
        call("call_motto", "motto", "{}"),
    ],
}
BROKEN = {"tool_calls": [call("call_again", "get_weather", '{"city":')]}
FINAL = {"content": [{"type": "text", "text": "21 degrees."}]}
REPLIES = [reply(PARALLEL, "TOOL_CALL"), reply(BROKEN, "TOOL_CALL"), reply(FINAL, "COMPLETE")]


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: Provider) -> Any:
    return cohere.ClientV2(api_key="test", base_url=provider.url)


def converse(provider: Provider, client: Any) -> tuple[str, Json]:
    """The answer of the loop, and the conversation it leaves."""
    conversation = request("command-test")
    provider.expect(*REPLIES)
    return ask(cohere_chat, lambda body: client.chat(**body), conversation, TOOLS), conversation


def test_tool_loop(provider: Provider, client: Any) -> None:
    answer, _ = converse(provider, client)
    first, second, third = provider.bodies
    assert [entry.path for entry in provider.recorded] == ["/v2/chat"] * 3
    assert answer == "21 degrees."
    sent = cohere_chat.encode_request(request("command-test"))
    assert difference({**first, "stream": False}, {**sent, "stream": False}) is None

    assistant, *results = second["messages"][2:]
    assert assistant == REPLIES[0]["message"]
    expected_ids = ["call_weather", "call_divide", "call_motto"]
    assert [result["tool_call_id"] for result in results] == expected_ids
    weather, failure, text = (result["content"] for result in results)
    assert weather == json.dumps({"city": "Oslo", **WEATHER}, separators=(",", ":"))
    assert failure == '{"error":"division by zero"}'
    assert text == "42"

    assistant, result = third["messages"][6:]
    assert assistant["tool_calls"] == BROKEN["tool_calls"]
    assert json.loads(result["content"]) == {"error": "the arguments are not a JSON object"}


def test_what_arrives_decodes_to_what_the_app_holds(provider: Provider, client: Any) -> None:
    _, conversation = converse(provider, client)
    arrived = plain(cohere_chat.decode_request(provider.bodies[-1]))
    assert arrived.pop("stream") is False  # the client says so
    expected = plain({**conversation, "messages": conversation["messages"][:-1]})
    del expected["toolChoice"]  # no word says that calls are free
    weather = expected["messages"][3]["toolResult"]
    weather.update(kind="text", value=json.dumps(weather["value"], separators=(",", ":")))
    assert difference(arrived, expected) is None


def taken(kind: str) -> list[Fixture]:
    """The fixtures that the client takes as they are."""
    found = fixtures("cohere_chat", kind)
    return [one for one in found if not any(word in one.name for word in NOT_TAKEN)]


@pytest.mark.parametrize("fixture", taken("replies"), ids=str)
def test_reply_objects_say_what_their_json_says(
    fixture: Fixture, provider: Provider, client: Any
) -> None:
    """But for how counts are spelled, of which the client makes floats."""
    provider.expect(fixture.payload)
    decoded = plain(cohere_chat.decode_response(said_by(client.chat(model="m", messages=[]))))
    expected = plain(cohere_chat.decode_response(fixture.payload))
    for response in (decoded, expected):
        response.get("usage", {}).pop("metadata", None)
    assert difference(decoded, expected) is None


@pytest.mark.parametrize("fixture", taken("requests"), ids=str)
def test_bodies_arrive_as_encoded(fixture: Fixture, provider: Provider, client: Any) -> None:
    body = cohere_chat.encode_request(cohere_chat.decode_request(fixture.payload))
    provider.expect(REPLIES[-1])
    client.chat(**{key: value for key, value in body.items() if key != "stream"})
    sent = {**provider.bodies[0], "stream": body.get("stream", False)}
    assert difference(sent, {**body, "stream": body.get("stream", False)}) is None
