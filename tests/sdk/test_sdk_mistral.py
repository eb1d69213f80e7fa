"""The real `mistralai` client: a conversation with tools, replies, and streams as it has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from examples.tool_loop import ask
from formats.mistral_chat.sdk import sender
from samples import Fixture, difference
from sdk.scenario import TOOLS, fixtures, request
from sdk.server import Provider
from sdk.stream_scenario import script, streams
from sdk.streaming import StreamingProvider
from test_stream_accumulators import Recorded
from toolwire import StreamFold, mistral_chat

Json = Any
FORMAT = "mistral_chat"
WHOLE = [one for one in fixtures(FORMAT, "replies") if not one.name.endswith("_not_in_sdk")]
each_reply = pytest.mark.parametrize("fixture", WHOLE, ids=lambda one: one.name)
# The client refuses events that it does not know.
READ = [stream for stream in streams(FORMAT) if stream.name != "unknown_event"]
each_stream = pytest.mark.parametrize("stream", READ, ids=str)


def reply(message: Json, finish: str) -> Json:
    return {
        "id": "9c1e",
        "object": "chat.completion",
        "created": 1790000000,
        "model": "mistral-test",
        "choices": [
            {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
        ],
        "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13},
    }


def call(number: int, name: str, arguments: str) -> Json:
    function = {"name": name, "arguments": arguments}
    return {"id": f"aB3dE6gH{number}", "type": "function", "function": function, "index": number}


THOUGHTS = [
    {"type": "thinking", "thinking": [{"type": "text", "text": "Three tools."}], "closed": True},
    {"type": "text", "text": "I look."},
]
CALLS = [
    call(0, "get_weather", '{"city": "Oslo"}'),
    call(1, "divide", '{"a":1,"b":0}'),
    call(2, "motto", "{}"),
]


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def streaming() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


def test_tool_loop(provider: Provider) -> None:
    asked = reply({"content": THOUGHTS, "tool_calls": CALLS}, "tool_calls")
    provider.expect(asked, reply({"content": "21 degrees."}, "stop"))
    conversation = request("mistral-test")
    send = sender(provider.url, asynchronous=False, stream=False)
    assert ask(mistral_chat, send, conversation, TOOLS) == "21 degrees."
    first, second = provider.bodies
    assert first["tool_choice"] == "auto" and len(first["tools"]) == 3
    turn, *results = second["messages"][2:]
    # The thoughts go back as they came.
    assert turn["content"] == THOUGHTS
    ids = [one["id"] for one in CALLS]
    assert [one["id"] for one in turn["tool_calls"]] == ids
    assert [one["tool_call_id"] for one in results] == ids


@each_reply
def test_a_reply_of_the_client_is_the_body(fixture: Fixture, provider: Provider) -> None:
    """As far as callers see: the client fills in what a body leaves out."""
    provider.expect(fixture.payload)
    send = sender(provider.url, asynchronous=False, stream=False)
    ours = mistral_chat.decode_response(send({"model": "m", "messages": []}))
    theirs = mistral_chat.decode_response(fixture.payload)
    assert difference(comparable(theirs), comparable(ours)) is None


def comparable(response: Json) -> Json:
    """A reply without what only its wire understands, and without ids that are made up."""
    blocks = [plain(block) for block in response["message"]["content"]]
    return blocks, response["finishReason"]


def plain(block: Json) -> Json:
    if block["kind"] == "toolCall":
        return {key: block["toolCall"].get(key) for key in ("name", "arguments")}
    return {key: value for key, value in block.items() if key in ("kind", "text")}


@each_stream
def test_the_stream_of_the_client_is_the_one_that_was_sent(
    stream: Recorded, streaming: StreamingProvider
) -> None:
    streaming.expect(script(FORMAT, stream.events))
    send = sender(streaming.url, asynchronous=False, stream=True)
    fold = StreamFold()
    for _ in fold.over(mistral_chat.decode_stream(send({"model": "m", "messages": []}))):
        pass
    assert fold.complete
    whole = mistral_chat.decode_response(stream.whole)
    assert difference(comparable(whole), comparable(fold.response)) is None


def test_a_stream_of_another_wire_is_read_by_the_client(streaming: StreamingProvider) -> None:
    intermediate: list[Json] = [
        {"kind": "started", "id": "r", "model": "m"},
        {"kind": "textDelta", "text": "La"},
        {"kind": "toolCallDelta", "index": 0, "id": "c", "name": "add", "argumentsDelta": "{}"},
        {"kind": "toolCallDelta", "index": 1, "id": "d", "name": "add", "argumentsDelta": "{}"},
        *({"kind": "blockEnd", "block": "toolCall", "index": index} for index in (0, 1)),
    ]
    streaming.expect(script(FORMAT, [*mistral_chat.encode_stream(intermediate)][:-1]))
    send = sender(streaming.url, asynchronous=False, stream=True)
    deltas = [chunk.choices[0].delta for chunk in send({"model": "m", "messages": []})]
    assert [delta.content for delta in deltas if delta.content] == ["La"]
    assert [call.index for delta in deltas for call in delta.tool_calls or []] == [0, 1]
