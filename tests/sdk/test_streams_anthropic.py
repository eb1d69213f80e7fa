"""The real `anthropic` client: what it streams becomes what it makes of the stream itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from typing import Any

import anthropic
import httpx2
import jiter
import pytest

from samples import difference
from sdk.scenario import request
from sdk.stream_scenario import (
    ask,
    asked_for,
    check_cut_relays,
    check_dead_lines,
    cut_short,
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
from test_stream_accumulators import Recorded
from toolwire import StreamFold, anthropic_messages

Json = Any
FORMAT = "anthropic_messages"
ASKED: Json = {"model": "m", "max_tokens": 9, "messages": []}
OURS = streams(FORMAT)
HARD = streams(FORMAT, "text", "unicode_in_arguments")
# Half a surrogate pair, escaped: the client's parser refuses it, whoever sends it.
UNREADABLE = {"openai_chat-unicode_in_arguments"}
each_stream = pytest.mark.parametrize("stream", OURS, ids=str)
FINISH = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "pause_turn": "pause",
    "refusal": "content_filter",
}


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: StreamingProvider) -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key="test", base_url=provider.url, max_retries=0)


def accumulated(client: anthropic.Anthropic) -> Json:
    """The message as the client has put it together."""
    with client.messages.stream(**ASKED) as stream:
        message = stream.get_final_message()
    # A block of a kind that the client does not know makes pydantic complain.
    return message.model_dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)


def as_the_client_parses(text: str) -> Json:
    """The client reads as much of broken JSON as it can."""
    return jiter.from_json(text.encode(), partial_mode=True)


def fields(response: Json) -> Json:
    """A response in the words of `accumulated_fields`."""
    blocks: list[Json] = []
    for block in response["message"]["content"]:
        own = block.get("metadata", {}).get(FORMAT, {})
        if block["kind"] == "text":
            blocks.append(("text", block["text"], own.get("citations")))
        elif block["kind"] == "reasoning" and "redacted" not in block:
            blocks.append(("thinking", block["text"], own["signature"]))
        elif block["kind"] == "toolCall":
            call = block["toolCall"]
            text = call.get("invalidArguments")
            value = call["arguments"] if text is None else as_the_client_parses(text)
            blocks.append(("tool_use", call["id"], call["name"], value))
        elif block["kind"] == "reasoning":
            blocks.append(("redacted_thinking", own["data"]))
        else:
            blocks.append(block["value"])
    usage = response["usage"]
    return {
        "id": response["id"],
        "model": response["model"],
        "blocks": blocks,
        "finish": response["finishReason"],
        "input": usage["inputTokens"],
        "output": usage["outputTokens"] + usage.get("reasoningTokens", 0),
        "read": usage.get("cacheReadTokens", 0),
        "written": usage.get("cacheWriteTokens", 0),
    }


def accumulated_fields(message: Json) -> Json:
    """What the client says of a message, field by field."""
    rows: dict[str, tuple[str, ...]] = {
        "thinking": ("thinking", "signature"),
        "tool_use": ("id", "name", "input"),
        "redacted_thinking": ("data",),
    }
    blocks: list[Json] = []
    for block in message["content"]:
        kind = block["type"]
        if kind == "text":
            blocks.append((kind, block["text"], block.get("citations")))
        elif kind in rows:
            blocks.append((kind, *(block[key] for key in rows[kind])))
        else:
            blocks.append(block)
    usage = message["usage"]
    return {
        "id": message["id"],
        "model": message["model"],
        "blocks": blocks,
        "finish": FINISH[message["stop_reason"]],
        "input": usage["input_tokens"],
        "output": usage["output_tokens"],
        "read": usage.get("cache_read_input_tokens") or 0,
        "written": usage.get("cache_creation_input_tokens") or 0,
    }


@each_stream
def test_our_fold_agrees_with_the_client(
    stream: Recorded, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    provider.expect(script(FORMAT, stream.events))
    message = accumulated(client)
    response = stream.decoded()[-1]["response"]
    # Tuples tell the fields of a block apart from the blocks the wire alone knows.
    assert fields(response) == accumulated_fields(message)
    body = anthropic_messages.encode_response(response)
    for block in body["content"]:
        if [*block.get("input", ())] == ["__invalid_arguments__"]:
            block["input"] = as_the_client_parses(block["input"]["__invalid_arguments__"])
    assert difference(body, message) is None


@each_stream
def test_event_objects_decode_like_their_json(
    stream: Recorded, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    provider.expect(script(FORMAT, stream.events))
    decoded = decode_quietly(anthropic_messages, client.messages.create(**ASKED, stream=True))
    assert difference(decoded, stream.decoded()) is None


@each_stream
def test_the_events_that_the_client_adds_change_nothing(
    stream: Recorded, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    """`messages.stream` tells of text and arguments once more in events of its own."""
    provider.expect(script(FORMAT, stream.events))
    with client.messages.stream(**ASKED) as opened:
        decoded = decode_quietly(anthropic_messages, opened)
    without_opaque = [event for event in decoded if event["kind"] != "opaque"]
    expected = [event for event in stream.decoded() if event["kind"] != "opaque"]
    assert difference(without_opaque, expected) is None


@each_cut
def test_cuts_at_awkward_places(
    cut: str, end: str, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    provider.expect(*(script(FORMAT, stream.events, cut, end) for stream in HARD))
    for stream in HARD:
        decoded = list(
            anthropic_messages.decode_stream(client.messages.create(**ASKED, stream=True))
        )
        assert difference(decoded, stream.decoded()) is None


@each_cut
def test_cuts_reach_the_client(
    cut: str, end: str, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    """What goes out in pieces is not put together on the way."""
    sent = script(FORMAT, HARD[0].events, cut, end)
    provider.expect(sent)
    raw = client.messages.with_streaming_response
    with raw.create(**ASKED, stream=True) as answer:
        assert list(answer.iter_bytes()) == sent.pieces


def test_asynchronous_streams(provider: StreamingProvider) -> None:
    async def run() -> None:
        async with anthropic.AsyncAnthropic(
            api_key="test", base_url=provider.url, max_retries=0
        ) as client:
            for stream in OURS:
                provider.expect(*(script(FORMAT, stream.events, "inside lines"),) * 2)
                opened = await client.messages.create(**ASKED, stream=True)
                events, response = await events_and_fold(anthropic_messages, opened)
                assert difference(events, stream.decoded()) is None
                assert difference(response, events[-1]["response"]) is None
                async with client.messages.stream(**ASKED) as helped:
                    _, response = await events_and_fold(anthropic_messages, helped)
                assert difference(response, events[-1]["response"]) is None

    asyncio.run(run())


def test_a_line_that_dies(provider: StreamingProvider, client: anthropic.Anthropic) -> None:
    (stream,) = streams(FORMAT, "one_call")
    found = check_dead_lines(
        stream,
        provider,
        lambda: client.messages.create(**ASKED, stream=True),
        httpx2.RemoteProtocolError,
    )
    contents = [response["message"]["content"] for response in found]
    assert [] in contents
    assert [{"kind": "text", "text": "Let me"}] in contents
    call = {"id": "toolu_1", "name": "get_weather", "arguments": {}, "invalidArguments": '{"ci'}
    text = {"kind": "text", "text": "Let me look."}
    assert [text, {"kind": "toolCall", "toolCall": call}] in contents


def test_a_line_that_dies_asynchronously(provider: StreamingProvider) -> None:
    (stream,) = streams(FORMAT, "one_call")
    sent = script(FORMAT, stream.events[:9], "inside lines")
    provider.expect(Script(sent.pieces[:-1], dies=True))
    fold = StreamFold()

    async def run() -> None:
        async with anthropic.AsyncAnthropic(
            api_key="test", base_url=provider.url, max_retries=0
        ) as client:
            opened = await client.messages.create(**ASKED, stream=True)
            with pytest.raises(httpx2.RemoteProtocolError):
                async for _ in fold.aover(anthropic_messages.adecode_stream(opened)):
                    pass

    asyncio.run(run())
    assert not fold.complete
    text, call = fold.blocks
    assert text == {"kind": "text", "text": "Let me look."}
    assert call["toolCall"]["invalidArguments"] == '{"ci'
    assert fold.response["error"]["type"] == "incomplete_stream"


@each_reply
def test_a_gateway_shows_every_stream(
    source: Recorded, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    provider.expect(relayed(source, FORMAT))
    if str(source) in UNREADABLE:
        with pytest.raises(ValueError, match="Unable to parse tool parameter JSON"):
            accumulated(client)
        return
    message = accumulated(client)
    arrived = {
        "text": "".join(b["text"] for b in message["content"] if b["type"] == "text"),
        "calls": [
            {"id": block["id"], "name": block["name"], "arguments": block["input"]}
            for block in message["content"]
            if block["type"] == "tool_use"
        ],
    }
    expected = asked_for(source.decoded()[-1]["response"], as_the_client_parses)
    assert difference(arrived, expected) is None


@each_failure
def test_a_gateway_shows_every_error(
    source: Recorded, provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    provider.expect(relayed(source, FORMAT))
    fold = StreamFold()
    with pytest.raises(anthropic.APIStatusError) as raised:
        for _ in fold.over(
            anthropic_messages.decode_stream(client.messages.create(**ASKED, stream=True))
        ):
            pass
    assert isinstance(raised.value.body, dict)
    assert raised.value.body["error"]["message"] == source.error["message"]
    assert fold.response["message"]["content"][0] == {"kind": "text", "text": "Half of"}


def test_a_gateway_shows_that_a_stream_broke_off(
    provider: StreamingProvider, client: anthropic.Anthropic
) -> None:
    def opened() -> Iterable[object]:
        return client.messages.create(**ASKED, stream=True)

    check_cut_relays(FORMAT, provider, opened, anthropic.APIStatusError)
    provider.expect(cut_short(FORMAT))
    with pytest.raises(anthropic.APIStatusError):
        accumulated(client)


def test_tool_loop(provider: StreamingProvider, client: anthropic.Anthropic) -> None:
    """Signed thinking that was streamed goes back as it came."""
    turns = [streams(FORMAT, name)[0] for name in ("thinking", "parallel_calls", "text")]
    provider.expect(*(script(FORMAT, turn.events, "inside lines") for turn in turns))

    def send(body: Json) -> Iterable[object]:
        return client.messages.create(**body, stream=True)

    tools = {
        "check": lambda sum: {"even": sum % 2 == 0},
        "get_weather": lambda city: {"city": city, "celsius": 21.0},
        "divide": lambda a, b, c: [a / b, c],
    }
    answer = ask(anthropic_messages, send, request("claude-test"), tools)
    assert answer == "Good morning, Åse — 日本 😀."
    first, second, third = provider.bodies
    assert first["stream"] is True
    assert second["messages"][1] == {"role": "assistant", "content": turns[0].whole["content"]}
    assert third["messages"][:3] == second["messages"]
    assistant, results = third["messages"][3:]
    assert difference(assistant["content"], turns[1].whole["content"]) is None
    assert [
        (block["tool_use_id"], json.loads(block["content"])) for block in results["content"]
    ] == [
        ("toolu_1", {"city": "Bergen", "celsius": 21.0}),
        ("toolu_2", [0.5, 12345678901234567890]),
    ]
