"""The real `openai` client: what it streams becomes what it makes of the stream itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from typing import Any

import openai
import pytest

from samples import difference
from sdk.scenario import request
from sdk.stream_scenario import (
    ask,
    asked_for,
    check_dead_lines,
    decode_quietly,
    each_cut,
    each_failure,
    each_reply,
    events_and_fold,
    relayed,
    script,
    streams,
)
from sdk.streaming import Script, StreamingProvider
from test_stream_accumulators import Recorded, told
from toolwire import StreamFold, openai_chat

Json = Any
FORMAT = "openai_chat"
ASKED: Json = {"model": "m", "messages": []}
OURS = streams(FORMAT)
HARD = streams(FORMAT, "text", "unicode_in_arguments")
each_stream = pytest.mark.parametrize("stream", OURS, ids=str)
# What the client cannot put together: it expects an index, and a function, in every piece, and
# an object to be told once.
UNREADABLE: dict[str, type[Exception]] = {
    "calls_without_ids": IndexError,
    "custom_call": AttributeError,
    "names_repeated_and_empty": AssertionError,
}
# What it glues together: pieces of two calls at one index, equal keys of a vendor's objects.
GLUED = {"new_id_at_known_index", "reasoning_details"}
AGREED = [stream for stream in OURS if stream.name not in {*UNREADABLE, *GLUED}]


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: StreamingProvider) -> openai.OpenAI:
    return openai.OpenAI(api_key="test", base_url=f"{provider.url}/v1", max_retries=0)


def accumulated(client: openai.OpenAI) -> Json:
    """The completion as the client has put it together."""
    with client.chat.completions.stream(**ASKED) as stream:
        for _ in stream:
            pass
        # `get_final_completion` refuses a reply that stopped by length.
        completion = stream.current_completion_snapshot
    return completion.model_dump(mode="python", by_alias=True, exclude_unset=True)


def value_of(text: str) -> Json:
    """Arguments as an app reads them; the text, if it is no object."""
    try:
        return json.loads(text or "{}")
    except ValueError:
        return text


def joined(value: Json) -> Json:
    """The client adds halves of a surrogate pair to one another, which makes no character yet."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    if isinstance(value, dict):
        return {key: joined(inner) for key, inner in value.items()}
    return [joined(inner) for inner in value] if isinstance(value, list) else value


def said(value: Json) -> Json:
    """A body without what says nothing: nulls, which the client adds, and the indexes of calls."""
    if isinstance(value, list):
        return [said(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    ours = "function" in value or "custom" in value
    return {
        key: said(inner)
        for key, inner in value.items()
        if inner is not None and not (ours and key == "index")
    }


@pytest.mark.parametrize("stream", AGREED, ids=str)
def test_our_fold_agrees_with_the_client(
    stream: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(script(FORMAT, stream.events))
    completion = joined(accumulated(client))
    choice, response = completion["choices"][0], stream.decoded()[-1]["response"]
    message = choice["message"]
    assert response["id"] == completion["id"]
    assert response["model"] == completion["model"]
    heard = told(response)
    assert heard["text"] == (message.get("content") or "") + (message.get("refusal") or "")
    calls = message.get("tool_calls") or []
    assert difference(
        [
            (call["id"], call["name"], call.get("invalidArguments", call["arguments"]))
            for call in heard["calls"]
        ],
        [
            (call["id"], call["function"]["name"], value_of(call["function"]["arguments"]))
            for call in calls
        ],
    ) is None  # fmt: skip
    if response["finishReason"] != choice["finish_reason"]:
        assert choice["finish_reason"] == "function_call"
    if "usage" in response:
        usage, counted = response["usage"], completion["usage"]
        inputs, outputs = ("inputTokens", "cacheReadTokens"), ("outputTokens", "reasoningTokens")
        assert sum(usage.get(key, 0) for key in inputs) == counted["prompt_tokens"]
        assert sum(usage.get(key, 0) for key in outputs) == counted["completion_tokens"]
    body = said(openai_chat.encode_response(response))
    assert difference(body, said(completion)) is None


@pytest.mark.parametrize("name", UNREADABLE)
def test_we_read_what_the_client_cannot(
    name: str, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    (stream,) = streams(FORMAT, name)
    provider.expect(*[script(FORMAT, stream.events)] * 2)
    with pytest.raises(UNREADABLE[name]):
        accumulated(client)
    decoded = decode_quietly(
        openai_chat, client.chat.completions.create(**ASKED, stream=True)
    )
    expected = openai_chat.decode_response(stream.whole)
    assert difference(decoded[-1]["response"], expected) is None


@each_stream
def test_event_objects_decode_like_their_json(
    stream: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(*[script(FORMAT, stream.events)] * 2)
    decoded = decode_quietly(openai_chat, client.chat.completions.create(**ASKED, stream=True))
    assert difference(decoded, stream.decoded()) is None
    if stream.name not in UNREADABLE:
        with client.chat.completions.stream(**ASKED) as opened:
            chunks = [event.chunk for event in opened if event.type == "chunk"]
        assert difference(decode_quietly(openai_chat, chunks), stream.decoded()) is None


@each_cut
def test_cuts_at_awkward_places(
    cut: str, end: str, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(*(script(FORMAT, stream.events, cut, end) for stream in HARD))
    for stream in HARD:
        opened = client.chat.completions.create(**ASKED, stream=True)
        assert difference(list(openai_chat.decode_stream(opened)), stream.decoded()) is None


@each_cut
def test_cuts_reach_the_client(
    cut: str, end: str, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    """What goes out in pieces is not put together on the way."""
    sent = script(FORMAT, HARD[0].events, cut, end)
    provider.expect(sent)
    with client.chat.completions.with_streaming_response.create(**ASKED, stream=True) as answer:
        assert list(answer.iter_bytes()) == sent.pieces


def test_asynchronous_streams(provider: StreamingProvider) -> None:
    async def run() -> None:
        async with openai.AsyncOpenAI(
            api_key="test", base_url=f"{provider.url}/v1", max_retries=0
        ) as client:
            for stream in OURS:
                provider.expect(script(FORMAT, stream.events, "inside lines"))
                opened = await client.chat.completions.create(**ASKED, stream=True)
                events, response = await events_and_fold(openai_chat, opened)
                assert difference(events, stream.decoded()) is None
                assert difference(response, events[-1]["response"]) is None

    asyncio.run(run())


def test_a_line_that_dies(provider: StreamingProvider, client: openai.OpenAI) -> None:
    (stream,) = streams(FORMAT, "text_and_parallel_calls")
    found = check_dead_lines(
        stream,
        provider,
        lambda: client.chat.completions.create(**ASKED, stream=True),
        openai.APIConnectionError,
    )
    contents = [response["message"]["content"] for response in found]
    text = {"kind": "text", "text": "Looking up."}
    assert [{"kind": "text", "text": "Looking"}] in contents
    call = {"id": "call_1", "name": "get_weather", "arguments": {}}
    cut = {**call, "invalidArguments": '{"city": '}
    assert [text, {"kind": "toolCall", "toolCall": cut}] in contents
    firsts = [content[1]["toolCall"] for content in contents if len(content) == 3]
    assert firsts
    assert all(first["arguments"] == {"city": "Bergen"} for first in firsts)


def test_a_line_that_dies_asynchronously(provider: StreamingProvider) -> None:
    (stream,) = streams(FORMAT, "text_and_parallel_calls")
    sent = script(FORMAT, stream.events[:5], "inside lines")
    # Without the end of the marker and its line, and the line of the last event.
    provider.expect(Script([b"".join(sent.pieces).rpartition(b"data: [DONE]")[0][:-40]], dies=True))
    fold = StreamFold()

    async def run() -> None:
        async with openai.AsyncOpenAI(
            api_key="test", base_url=f"{provider.url}/v1", max_retries=0
        ) as client:
            opened = await client.chat.completions.create(**ASKED, stream=True)
            with pytest.raises(openai.APIConnectionError):
                async for _ in fold.aover(openai_chat.adecode_stream(opened)):
                    pass

    asyncio.run(run())
    assert not fold.complete
    text, call = fold.response["message"]["content"]
    assert text == {"kind": "text", "text": "Looking up."}
    assert call["toolCall"]["invalidArguments"] == ""
    assert fold.response["error"]["type"] == "incomplete_stream"


@each_reply
def test_a_gateway_shows_every_stream(
    source: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(relayed(source, FORMAT))
    chunks = list(client.chat.completions.create(**ASKED, stream=True))
    provider.expect(relayed(source, FORMAT))
    arrived: Json
    if source.format == FORMAT and source.name in UNREADABLE:
        with pytest.raises(UNREADABLE[source.name]):
            accumulated(client)
        arrived = asked_for(list(openai_chat.decode_stream(chunks))[-1]["response"], str)
    else:
        message = joined(accumulated(client))["choices"][0]["message"]
        arrived = {
            "text": (message.get("content") or "") + (message.get("refusal") or ""),
            "calls": [
                {
                    "id": call["id"],
                    "name": call["function"]["name"],
                    "arguments": value_of(call["function"]["arguments"]),
                }
                for call in message.get("tool_calls") or []
            ],
        }
    expected = asked_for(source.decoded()[-1]["response"], str)
    assert difference(arrived, expected) is None


@each_failure
def test_a_gateway_shows_every_error(
    source: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(relayed(source, FORMAT))
    fold = StreamFold()
    with pytest.raises(openai.APIError) as raised:
        for _ in fold.over(
            openai_chat.decode_stream(client.chat.completions.create(**ASKED, stream=True))
        ):
            pass
    assert raised.value.message == source.error["message"]
    assert fold.response["message"]["content"] == [{"kind": "text", "text": "Half of"}]


def test_tool_loop(provider: StreamingProvider, client: openai.OpenAI) -> None:
    turns = [streams(FORMAT, name)[0] for name in ("text_and_parallel_calls", "text")]
    provider.expect(*(script(FORMAT, turn.events, "inside lines") for turn in turns))

    def send(body: Json) -> Iterable[object]:
        return client.chat.completions.create(**body, stream=True)

    tools = {
        "get_weather": lambda city: {"city": city, "celsius": 21.0},
        "divide": lambda a, b: [a / b],
    }
    answer = ask(openai_chat, send, request("gpt-test"), tools)
    assert answer == "Good morning, Åse — 日本 😀."
    first, second = provider.bodies
    assert first["stream"] is True
    assert second["messages"][:2] == first["messages"]
    assistant, *results = second["messages"][2:]
    assert difference(assistant, turns[0].whole["choices"][0]["message"]) is None
    assert [(result["tool_call_id"], json.loads(result["content"])) for result in results] == [
        ("call_1", {"city": "Bergen", "celsius": 21.0}),
        ("call_2", [0.5]),
    ]
