"""The real `google-genai` client: what our bodies become in it, and its replies in us.

The client reads a signature as bytes and writes bytes as URL-safe base64, in its own requests
too. Sending a body as ``extra_body`` and reading the raw reply leaves every character alone.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from google import genai

from examples.tool_loop import ask
from samples import Fixture, difference
from sdk.scenario import TOOLS, WEATHER, decode_quietly, fixtures, plain, request
from sdk.server import Provider
from toolwire import gemini

Json = Any
Send = Callable[[Json], Json]


def reply(parts: list[Json]) -> Json:
    return {
        "candidates": [
            {"content": {"parts": parts, "role": "model"}, "finishReason": "STOP", "index": 0}
        ],
        "usageMetadata": {
            "promptTokenCount": 9,
            "candidatesTokenCount": 4,
            "totalTokenCount": 13,
        },
        "modelVersion": "gemini-test-2026",
        "responseId": "reply-1",
    }


def call(call_id: str, name: str, arguments: Json) -> Json:
    return {"functionCall": {"id": call_id, "name": name, "args": arguments}}


def signature(*octets: int) -> str:
    return base64.b64encode(bytes(octets)).decode()


FIRST, SECOND, LAST = signature(251, 255, 190, 3), signature(255, 254), signature(250, 1, 7)
PARALLEL = [
    {"text": "Three tools.", "thought": True},
    {**call("call_weather", "get_weather", {"city": "Oslo"}), "thoughtSignature": FIRST},
    call("call_divide", "divide", {"b": 0, "a": 1}),
    call("call_motto", "motto", {}),
]
AGAIN = [{**call("call_again", "get_weather", {"city": "Bergen"}), "thoughtSignature": SECOND}]
FINAL = [{"text": "21 degrees."}, {"text": "", "thoughtSignature": LAST}]
REPLIES = [reply(PARALLEL), reply(AGAIN), reply(FINAL)]
URL_SAFE = str.maketrans("+/", "-_")


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: Provider) -> genai.Client:
    return genai.Client(api_key="test", http_options={"base_url": provider.url})


def by_arguments(client: genai.Client) -> Send:
    """Through the client's own types, both ways."""
    places = ("systemInstruction", "tools", "toolConfig", "safetySettings", "cachedContent")

    def send(body: Json) -> Json:
        config: Json = {key: body[key] for key in places if key in body}
        config.update(body.get("generationConfig", {}))
        return client.models.generate_content(
            model="gemini-test", contents=body["contents"], config=config
        )

    return send


def by_extra_body(client: genai.Client) -> Send:
    """The body as it is; the reply through the client's own types."""

    def send(body: Json) -> Json:
        config: Json = {"http_options": {"extra_body": body}}
        return client.models.generate_content(
            model="gemini-test", contents=body["contents"], config=config
        )

    return send


def raw(client: genai.Client) -> Send:
    """The body and the reply as they are."""

    def send(body: Json) -> Json:
        config: Json = {"http_options": {"extra_body": body}, "should_return_http_response": True}
        answer = client.models.generate_content(model="gemini-test", contents="-", config=config)
        assert answer.sdk_http_response is not None
        return json.loads(answer.sdk_http_response.body or "")

    return send


SENDERS = (by_arguments, by_extra_body, raw)


def converse(provider: Provider, send: Send) -> tuple[str, Json]:
    """The answer of the loop, and the conversation it leaves."""
    conversation = request("gemini-test")
    provider.expect(*REPLIES)
    return ask(gemini, send, conversation, TOOLS), conversation


@pytest.mark.parametrize("sender", SENDERS)
def test_tool_loop(
    sender: Callable[[genai.Client], Send], provider: Provider, client: genai.Client
) -> None:
    answer, _ = converse(provider, sender(client))
    _, second, third = provider.bodies
    paths = [entry.path.partition("/models/")[2] for entry in provider.recorded]
    assert paths == ["gemini-test:generateContent"] * 3
    assert answer == "21 degrees."
    assert second["systemInstruction"] == {"parts": [{"text": "Use the tools."}]}

    model, results = second["contents"][1:]
    sent = json.loads(json.dumps(PARALLEL))
    if sender is not raw:
        sent[1]["thoughtSignature"] = FIRST.translate(URL_SAFE)
    assert model == {"role": "model", "parts": sent}
    assert results["role"] == "user"
    assert [part["functionResponse"] for part in results["parts"]] == [
        {
            "id": "call_weather",
            "name": "get_weather",
            "response": {"city": "Oslo", **WEATHER},
        },
        {"id": "call_divide", "name": "divide", "response": {"error": "division by zero"}},
        {"id": "call_motto", "name": "motto", "response": {"output": "42"}},
    ]
    celsius = results["parts"][0]["functionResponse"]["response"]["celsius"]
    assert type(celsius) is float

    assert third["contents"][:3] == second["contents"]
    again = third["contents"][3]["parts"][0]
    assert base64.urlsafe_b64decode(again["thoughtSignature"].translate(URL_SAFE)) == b"\xff\xfe"
    assert third["contents"][4]["parts"][0]["functionResponse"]["id"] == "call_again"


@pytest.mark.parametrize("sender", SENDERS)
def test_what_arrives_decodes_to_what_the_app_holds(
    sender: Callable[[genai.Client], Send], provider: Provider, client: genai.Client
) -> None:
    _, conversation = converse(provider, sender(client))
    arrived = plain(gemini.decode_request(provider.bodies[-1]))
    expected = plain({**conversation, "messages": conversation["messages"][:-1]})
    del expected["model"]
    assert difference(arrived, expected) is None


def test_last_signature_rides_on_its_empty_text(provider: Provider, client: genai.Client) -> None:
    _, conversation = converse(provider, raw(client))
    conversation["messages"].append({"role": "user", "content": "Thanks."})
    body = gemini.encode_request(conversation)
    assert body["contents"][-2] == {"role": "model", "parts": FINAL}


# The client speaks the Developer API's spelling alone: no integer enums, no snake_case.
OBJECTS = [
    item
    for item in fixtures("gemini", "replies")
    if "integer" not in item.name and "snake_case" not in item.name
]


@pytest.mark.parametrize("fixture", OBJECTS, ids=str)
@pytest.mark.filterwarnings("ignore:.* is not a valid FinishReason")
def test_reply_objects_decode_like_their_json(
    fixture: Fixture, provider: Provider, client: genai.Client
) -> None:
    """The client drops keys it does not know, so this is about what is not metadata."""
    provider.expect(fixture.payload)
    decoded = decode_quietly(gemini, by_extra_body(client)({"contents": [{"parts": []}]}))
    expected = gemini.decode_response(fixture.payload)
    assert difference(plain(decoded), plain(expected)) is None


@pytest.mark.parametrize("fixture", fixtures("gemini", "replies"), ids=str)
def test_raw_replies_decode_like_their_json(
    fixture: Fixture, provider: Provider, client: genai.Client
) -> None:
    provider.expect(fixture.payload)
    decoded = gemini.decode_response(raw(client)({"contents": []}))
    assert difference(decoded, gemini.decode_response(fixture.payload)) is None


# The client spells this one key itself, and merges another spelling of it into its own.
BODIES = [
    item for item in fixtures("gemini", "requests") if "generation_config" not in item.payload
]


@pytest.mark.parametrize("fixture", BODIES, ids=str)
def test_bodies_arrive_as_encoded(
    fixture: Fixture, provider: Provider, client: genai.Client
) -> None:
    """`extra_body` carries a body as it is, keys included that the client has no field for."""
    body = gemini.encode_request(gemini.decode_request(fixture.payload))
    provider.expect(REPLIES[-1])
    raw(client)(body)
    assert difference(provider.bodies[0], {"generationConfig": {}, **body}) is None
