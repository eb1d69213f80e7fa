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
    body_of,
    check_cut_relays,
    check_dead_lines,
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
from test_stream_accumulators import Recorded
from toolwire import StreamFold, openai_chat

Json = Any
FORMAT = "openai_chat"
ASKED: Json = {"model": "m", "messages": []}
OURS = streams(FORMAT)
HARD = streams(FORMAT, "text", "unicode_in_arguments")
each_stream = pytest.mark.parametrize("stream", OURS, ids=str)
# The client expects indexes from 0 on, and a type and a name in the first piece of a call alone.
UNREADABLE: dict[str, type[Exception]] = {
    "calls_without_ids": IndexError,
    "names_repeated_and_empty": AssertionError,
}
# It makes one call of two at one index, and one object of a vendor's objects at one index.
GLUED: dict[str, Json] = {
    "new_id_at_known_index": {"id": "call_1call_2"},
    "reasoning_details": {"format": "vendor-v1vendor-v1vendor-v1"},
    "channels": {"channel": "analysisanalysisfinalfinal"},
}
# It knows texts alone, the counts of the API's own place, and no error of a choice.
UNKNOWN = {"parts", "usage_in_choice", "usage_of_groq", "choice_that_failed"}
AGREED = [stream for stream in OURS if stream.name not in {*UNREADABLE, *GLUED, *UNKNOWN}]
# What Azure adds to later chunks: the client keeps such keys as the first chunk has them.
AZURE = {"prompt_filter_results", "content_filter_results", "latency_checkpoint"}


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


def shown(message: Json) -> Json:
    """The text and the calls of a message, in the words of `asked_for`."""
    return {
        "text": (message.get("content") or "") + (message.get("refusal") or ""),
        "calls": [_called(call) for call in message.get("tool_calls") or []],
    }


def _called(call: Json) -> Json:
    """A call; one with free text has no arguments."""
    made = call.get("function") or {**call["custom"], "arguments": "{}"}
    return {"id": call.get("id"), "name": made["name"], "arguments": value_of(made["arguments"])}


def without_nulls(value: Json) -> Json:
    """A body without what says nothing: nulls, which the client adds, and indexes of calls."""
    if isinstance(value, list):
        return [without_nulls(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    ours = "function" in value or "custom" in value
    return {
        key: without_nulls(inner)
        for key, inner in value.items()
        if inner is not None and key not in AZURE and not (ours and key == "index")
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
    assert difference(shown(message), asked_for(response, str)) is None
    refusals = [block["text"] for block in response["message"]["content"] if "refusal" in block]
    assert (message.get("refusal") or "") == "".join(refusals)
    finish = choice["finish_reason"]
    assert response["finishReason"] == {"function_call": "tool_calls"}.get(finish, finish)
    if "usage" in response:
        usage, counted = response["usage"], completion["usage"]
        inputs, outputs = ("inputTokens", "cacheReadTokens"), ("outputTokens", "reasoningTokens")
        assert sum(usage.get(key, 0) for key in inputs) == counted["prompt_tokens"]
        assert sum(usage.get(key, 0) for key in outputs) == counted["completion_tokens"]
    body = without_nulls(openai_chat.encode_response(response))
    assert difference(body, without_nulls(completion)) is None


def check_read(stream: Recorded, client: openai.OpenAI) -> None:
    decoded = decode_quietly(openai_chat, client.chat.completions.create(**ASKED, stream=True))
    expected = openai_chat.decode_response(stream.whole)
    assert difference(decoded[-1]["response"], expected) is None


@pytest.mark.parametrize("name", UNREADABLE)
def test_we_read_what_the_client_refuses(
    name: str, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    (stream,) = streams(FORMAT, name)
    provider.expect(*[script(FORMAT, stream.events)] * 2)
    with pytest.raises(UNREADABLE[name]):
        accumulated(client)
    check_read(stream, client)


@pytest.mark.parametrize("name", GLUED)
def test_we_tell_apart_what_the_client_glues(
    name: str, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    (stream,) = streams(FORMAT, name)
    provider.expect(*[script(FORMAT, stream.events)] * 2)
    message = accumulated(client)["choices"][0]["message"]
    (glued,) = message.get("tool_calls") or message.get("reasoning_details") or [message]
    assert glued.items() >= GLUED[name].items()
    check_read(stream, client)


@each_stream
def test_event_objects_decode_like_their_json(
    stream: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(*[script(FORMAT, stream.events)] * 2)
    decoded = decode_quietly(openai_chat, client.chat.completions.create(**ASKED, stream=True))
    assert difference(decoded, stream.decoded()) is None
    # The client's helper leaves Azure's verdict on the prompt out, and needs sound calls.
    if stream.name not in {"azure_filter_results", *UNREADABLE}:
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
    body = body_of(FORMAT, stream.events[:5])
    provider.expect(Script([body[: body.rindex(b'"arguments":')]], dies=True))
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
    text, call = fold.blocks
    assert text == {"kind": "text", "text": "Looking up."}
    assert call["toolCall"]["invalidArguments"] == ""
    assert fold.response["error"]["type"] == "incomplete_stream"


@each_reply
def test_a_gateway_shows_every_stream(
    source: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(relayed(source, FORMAT))
    if (source.format, source.name) == (FORMAT, "parts"):
        with pytest.raises(RuntimeError):  # to the client a content is a text
            accumulated(client)
        return
    message = joined(accumulated(client))["choices"][0]["message"]
    expected = asked_for(source.decoded()[-1]["response"], str)
    for call in expected["calls"]:
        # What had no id on this wire has none again.
        if source.format == FORMAT and call["id"].startswith("call_chatcmpl-"):
            call["id"] = None
    assert difference(shown(message), expected) is None


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
    assert raised.value.message.endswith(source.error["message"])
    assert fold.response["message"]["content"][0] == {"kind": "text", "text": "Half of"}


def test_a_gateway_shows_that_a_stream_broke_off(
    provider: StreamingProvider, client: openai.OpenAI
) -> None:
    def opened() -> Iterable[object]:
        return client.chat.completions.create(**ASKED, stream=True)

    check_cut_relays(FORMAT, provider, opened, openai.APIError)
    provider.expect(cut_short(FORMAT))
    with pytest.raises(openai.APIError):
        accumulated(client)


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
