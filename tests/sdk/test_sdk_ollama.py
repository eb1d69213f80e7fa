"""The real `ollama` client: what our bodies become in it, and what its replies become in us."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import ollama
import pytest

from examples.tool_loop import ask
from samples import Fixture, difference
from sdk.scenario import TOOLS, WEATHER, decode_quietly, fixtures, plain, request
from sdk.server import Provider
from test_stream_accumulators import summary_of
from toolwire import ollama_chat

Json = Any
# What the client's types do not take, or that they ask the server for nothing.
REPLIES_READ = [
    one for one in fixtures("ollama_chat", "replies") if not one.name.endswith("not_in_sdk")
]


def reply(**message: Json) -> Json:
    return {
        "model": "qwen-test",
        "created_at": "2026-01-02T03:04:05.678901Z",
        "message": {"role": "assistant", "content": "", **message},
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 9,
        "eval_count": 4,
    }


def call(index: int, name: str, **arguments: Json) -> Json:
    function = {"index": index, "name": name, "arguments": arguments}
    return {"id": f"call_{name}", "function": function}


PARALLEL = [call(0, "get_weather", city="Oslo"), call(1, "divide", a=1, b=0), call(2, "motto")]
REPLIES = [reply(tool_calls=PARALLEL, thinking="Three tools."), reply(content="21 degrees.")]


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: Provider) -> ollama.Client:
    return ollama.Client(provider.url)


def test_tool_loop(provider: Provider, client: ollama.Client) -> None:
    conversation = request("qwen-test")
    provider.expect(*REPLIES)
    answer = ask(ollama_chat, lambda body: client.chat(**body), conversation, TOOLS)
    first, second = provider.bodies
    assert answer == "21 degrees."
    assert [entry.path for entry in provider.recorded] == ["/api/chat"] * 2
    assert first["options"] == {"num_predict": 500}
    assert [one["function"]["name"] for one in first["tools"]] == [*TOOLS]

    assistant, *results = second["messages"][2:]
    assert assistant["thinking"] == "Three tools."
    made = [one["function"] for one in assistant["tool_calls"]]
    assert made == [{"name": one["function"]["name"], "arguments": one["function"]["arguments"]}
                    for one in PARALLEL]  # fmt: skip
    # The client has no place for ids: results are told by the names of their tools, in order.
    assert [(one["role"], one["tool_name"]) for one in results] == [("tool", n) for n in TOOLS]
    weather, failure, text = (one["content"] for one in results)
    assert weather == json.dumps({"city": "Oslo", **WEATHER}, separators=(",", ":"))
    assert failure == '{"error":"division by zero"}'
    assert text == "42"


def test_what_arrives_decodes_to_what_the_app_holds(
    provider: Provider, client: ollama.Client
) -> None:
    conversation = request("qwen-test")
    provider.expect(*REPLIES)
    ask(ollama_chat, lambda body: client.chat(**body), conversation, TOOLS)
    arrived = plain(ollama_chat.decode_request(provider.bodies[-1]))
    results = [m["toolResult"] for m in arrived["messages"] if m["role"] == "tool"]
    (asking,) = [m for m in arrived["messages"] if m["role"] == "assistant"]
    calls = [b["toolCall"] for b in asking["content"] if b["kind"] == "toolCall"]
    assert [(one["toolCallId"], one["name"]) for one in results] == [
        (one["id"], one["name"]) for one in calls
    ]


@pytest.mark.parametrize("fixture", REPLIES_READ, ids=str)
def test_reply_objects_say_what_their_json_says(
    fixture: Fixture, provider: Provider, client: ollama.Client
) -> None:
    """The client keeps what its types have, and no ids of calls."""
    provider.expect(fixture.payload)
    decoded = decode_quietly(ollama_chat, client.chat(model="m"))
    expected = ollama_chat.decode_response(fixture.payload)
    assert difference(shown(decoded), shown(expected)) is None


def shown(response: Json) -> Json:
    found = plain({key: item for key, item in response.items() if key != "message"})
    summary = summary_of(response)
    calls = [{key: one[key] for key in ("name", "arguments")} for one in summary["calls"]]
    return {**found, "text": summary["text"], "calls": calls}


def test_pictures_are_the_bytes_that_the_client_wants(
    provider: Provider, client: ollama.Client
) -> None:
    data = base64.b64encode(b"\x89PNG").decode()
    picture = {"kind": "image", "data": data, "mimeType": "image/png"}
    asked = {"model": "m", "messages": [{"role": "user", "content": [picture]}]}
    provider.expect(*[REPLIES[-1]] * 2)
    for binary in (False, True):
        body: Json = ollama_chat.encode_request(asked, on_loss="ignore", binary=binary)
        client.chat(**body)
    assert body["messages"][0]["images"] == [b"\x89PNG"]
    assert [one["messages"][0]["images"] for one in provider.bodies] == [[data]] * 2


def test_a_failed_request_is_an_error_body(provider: Provider) -> None:
    decoded = ollama_chat.decode_response({"error": "model 'm' not found"})
    assert decoded["finishReason"] == "error"
    assert decoded["error"] == {"message": "model 'm' not found", "kind": "not_found"}
