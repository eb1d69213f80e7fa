"""The real `ollama` client: what it streams is read as what its server sent."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import ollama
import pytest

from samples import difference
from sdk.scenario import request
from sdk.stream_scenario import (
    ask,
    check_cut_relays,
    cut_short,
    decode_quietly,
    each_cut,
    each_failure,
    each_reply,
    events_and_fold,
    joined,
    relayed,
    script,
    streams,
)
from sdk.streaming import Script, StreamingProvider
from test_stream_accumulators import Recorded, summary_of
from toolwire import StreamFold, ollama_chat

Json = Any
FORMAT = "ollama_chat"
# The client demands a message of each line that is no error.
OURS = [one for one in streams(FORMAT) if one.name != "unknown_lines"]
HARD = streams(FORMAT, "unicode")
# Nor does it read a reply with pictures, though it has a place for them.
UNREADABLE = {
    (FORMAT, "unknown_lines"), ("gemini", "code_and_images"), ("bedrock_converse", "picture"),
}  # fmt: skip
each_stream = pytest.mark.parametrize("stream", OURS, ids=str)


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: StreamingProvider) -> ollama.Client:
    return ollama.Client(provider.url)


def opened(client: ollama.Client) -> Iterable[object]:
    found: Iterable[object] = client.chat(model="m", stream=True)
    return found


def reply(events: Iterable[object]) -> Json:
    """The reply that events of the client tell."""
    told_by: list[Json] = [*ollama_chat.decode_stream(events)]
    return told_by[-1]["response"]


def shown(response: Json) -> Json:
    """What a reply says; the client drops the ids of calls."""
    summary = summary_of(response)
    calls = [{key: one[key] for key in ("name", "arguments")} for one in summary["calls"]]
    return {"text": summary["text"], "calls": calls, "usage": response.get("usage")}


@each_stream
def test_event_objects_say_what_their_json_says(
    stream: Recorded, provider: StreamingProvider, client: ollama.Client
) -> None:
    provider.expect(script(FORMAT, stream.events))
    decoded = decode_quietly(ollama_chat, opened(client))
    response, expected = decoded[-1]["response"], stream.decoded()[-1]["response"]
    assert difference(shown(response), shown(expected)) is None
    assert response["finishReason"] == expected["finishReason"]


@each_cut
def test_cuts_at_awkward_places(
    cut: str, end: str, provider: StreamingProvider, client: ollama.Client
) -> None:
    provider.expect(*(script(FORMAT, stream.events, cut, end) for stream in HARD))
    for stream in HARD:
        assert (
            difference(shown(reply(opened(client))), shown(stream.decoded()[-1]["response"]))
            is None
        )


def test_asynchronous_streams(provider: StreamingProvider) -> None:
    async def run() -> None:
        async with ollama.AsyncClient(provider.url) as client:
            for stream in OURS:
                provider.expect(script(FORMAT, stream.events, "inside lines"))
                lines = await client.chat(model="m", stream=True)
                events, response = await events_and_fold(ollama_chat, lines)
                assert difference(response, events[-1]["response"]) is None
                whole = stream.decoded()[-1]["response"]
                assert difference(shown(response), shown(whole)) is None

    asyncio.run(run())


def test_a_line_that_dies(provider: StreamingProvider, client: ollama.Client) -> None:
    (stream,) = streams(FORMAT, "text_and_parallel_calls")
    (whole,) = script(FORMAT, stream.events).pieces
    lines = whole.splitlines(keepends=True)
    for count in range(len(lines)):
        sent = b"".join(lines[:count]) + lines[count][:20]
        provider.expect(Script([sent], dies=True))
        fold = StreamFold()
        with pytest.raises((httpx.RemoteProtocolError, ValueError)):
            for _ in fold.over(ollama_chat.decode_stream(opened(client))):
                pass
        assert not fold.complete
        assert fold.response["error"]["type"] == "incomplete_stream"
        expected = StreamFold()
        for event in stream.wire.decode_stream(stream.events[:count]):
            expected.add(event)
        assert difference(shown(fold.response), shown(expected.response)) is None


@each_reply
def test_a_gateway_shows_every_stream(
    source: Recorded, provider: StreamingProvider, client: ollama.Client
) -> None:
    provider.expect(relayed(source, FORMAT))
    if (source.format, source.name) in UNREADABLE:
        with pytest.raises(ValueError):
            [*opened(client)]
        return
    chunks: list[Any] = [*opened(client)]
    # Apps print what each of them says without asking whether it says any.
    assert all(type(chunk["message"]["content"]) is str for chunk in chunks)
    response = joined(reply(chunks))
    found, expected = summary_of(response), summary_of(source.decoded()[-1]["response"])
    assert found["text"] == joined(expected["text"])
    names = [[call["name"] for call in one["calls"]] for one in (found, expected)]
    assert names[0] == names[1]


@each_failure
def test_a_gateway_shows_every_error(
    source: Recorded, provider: StreamingProvider, client: ollama.Client
) -> None:
    provider.expect(relayed(source, FORMAT))
    fold = StreamFold()
    with pytest.raises(ollama.ResponseError) as raised:
        for _ in fold.over(ollama_chat.decode_stream(opened(client))):
            pass
    assert raised.value.error.endswith(source.error["message"])
    assert fold.response["message"]["content"] == [{"kind": "text", "text": "Half of"}]


def test_a_gateway_shows_that_a_stream_broke_off(
    provider: StreamingProvider, client: ollama.Client
) -> None:
    check_cut_relays(FORMAT, provider, lambda: opened(client), ollama.ResponseError)
    provider.expect(cut_short(FORMAT))
    with pytest.raises(ollama.ResponseError):
        [*opened(client)]


def test_tool_loop_of_an_app_that_streams(
    provider: StreamingProvider, client: ollama.Client
) -> None:
    first, last = streams(FORMAT, "text_and_parallel_calls", "text")
    provider.expect(script(FORMAT, first.events), script(FORMAT, last.events))
    names = {call["name"] for call in summary_of(first.decoded()[-1]["response"])["calls"]}
    tools = {name: lambda **arguments: arguments for name in names}
    conversation = request("m")
    send = lambda body: client.chat(**body, stream=True)  # noqa: E731
    assert ask(ollama_chat, send, conversation, tools) == "High water is at noon."
    results = [one for one in provider.bodies[-1]["messages"] if one["role"] == "tool"]
    assert {one["tool_name"] for one in results} == names
