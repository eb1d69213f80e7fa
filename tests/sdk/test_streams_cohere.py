"""The real `cohere` client: the events it streams tell the reply that its JSON tells."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, cast

import cohere
import pytest

from formats.cohere_chat.sdk import said_by, sender
from samples import difference
from sdk.scenario import plain
from sdk.stream_scenario import each_cut, each_reply, events_and_fold, relayed, script, streams
from sdk.streaming import StreamingProvider
from test_stream_accumulators import Recorded
from toolwire import cohere_chat

Json = Any
FORMAT = "cohere_chat"
ASKED: Json = {"model": "m", "messages": []}
each_stream = pytest.mark.parametrize("stream", streams(FORMAT), ids=str)


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


def asked(provider: StreamingProvider) -> list[Json]:
    """All events that the client gives."""
    client = cohere.ClientV2(api_key="test", base_url=provider.url)
    return [said_by(event) for event in client.chat_stream(**ASKED)]


@each_stream
def test_events_of_the_client_tell_the_reply(stream: Recorded, provider: StreamingProvider) -> None:
    provider.expect(script(FORMAT, stream.events))
    decoded = list(cohere_chat.decode_stream(asked(provider)))
    wanted = plain(cohere_chat.decode_response(stream.whole))
    assert difference(plain(cast(Any, decoded[-1])["response"]), wanted) is None


@each_cut
def test_events_arrive_however_they_are_cut(
    cut: str, end: str, provider: StreamingProvider
) -> None:
    stream = streams(FORMAT, "unicode_in_arguments")[0]
    provider.expect(script(FORMAT, stream.events, cut, end))
    decoded = list(cohere_chat.decode_stream(asked(provider)))
    wanted = plain(cohere_chat.decode_response(stream.whole))
    assert difference(plain(cast(Any, decoded[-1])["response"]), wanted) is None


def test_the_asynchronous_client_tells_the_same(provider: StreamingProvider) -> None:
    stream = streams(FORMAT, "parallel_calls")[0]
    provider.expect(script(FORMAT, stream.events))
    events = sender(provider.url, asynchronous=True, stream=True)(ASKED)
    _, response = asyncio.run(events_and_fold(cohere_chat, events))
    assert difference(plain(response), plain(cohere_chat.decode_response(stream.whole))) is None


@each_reply
def test_the_client_reads_any_stream_shown_as_its_own(
    source: Recorded, provider: StreamingProvider
) -> None:
    provider.expect(relayed(source, FORMAT))
    decoded = list(cohere_chat.decode_stream(asked(provider)))
    assert decoded[-1]["kind"] == "completed"
