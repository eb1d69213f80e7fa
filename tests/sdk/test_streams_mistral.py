"""The real `mistralai` client: the events it streams tell the reply that its JSON tells.

Its types want the name of a call in each event that brings some of it, and what builds on it takes
each for a call: so they go out whole, as Mistral sends them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from formats.mistral_chat.sdk import sender
from samples import difference
from sdk.scenario import plain
from sdk.stream_scenario import SHOWN, events_and_fold, relayed, script, streams
from sdk.streaming import StreamingProvider
from test_stream_accumulators import Recorded
from toolwire import mistral_chat, tool_calls

Json = Any
FORMAT = "mistral_chat"
ASKED: Json = {"model": "m", "messages": []}


UNREADABLE = {(FORMAT, "unknown_event")}
"""Its own, with an event that this client has no type for."""


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


def asked(provider: StreamingProvider) -> list[Any]:
    """All chunks that the client gives."""
    return list(sender(provider.url, asynchronous=False, stream=True)(ASKED))


def test_the_asynchronous_client_tells_the_reply(provider: StreamingProvider) -> None:
    stream = streams(FORMAT, "text")[0]
    provider.expect(script(FORMAT, stream.events))
    events = sender(provider.url, asynchronous=True, stream=True)(ASKED)
    _, response = asyncio.run(events_and_fold(mistral_chat, events))
    assert difference(plain(response), plain(mistral_chat.decode_response(stream.whole))) is None


@pytest.mark.parametrize(
    "source", [one for one in SHOWN if (one.format, one.name) not in UNREADABLE], ids=str
)
def test_the_client_reads_any_stream_shown_as_its_own(
    source: Recorded, provider: StreamingProvider
) -> None:
    """Each call comes once, with its name, and all of its arguments."""
    provider.expect(relayed(source, FORMAT))
    chunks = asked(provider)
    calls = [call for chunk in chunks for call in chunk.choices[0].delta.tool_calls or ()]
    reply = source.decoded()[-1]["response"]
    assert [call.function.name for call in calls] == [call["name"] for call in tool_calls(reply)]
    assert [*mistral_chat.decode_stream(chunks)][-1]["kind"] == "completed"


def test_the_text_of_arguments_is_as_it_came() -> None:
    said = {"id": "abcdefghi", "name": "f"}
    pieces = (said, {"argumentsDelta": '{"n":'}, {"argumentsDelta": "  1}"})
    events: list[Json] = [{"kind": "toolCallDelta", "index": 0, **piece} for piece in pieces]
    events.append({"kind": "blockEnd", "block": "toolCall", "index": 0})
    assert '{"n":  1}' in [
        call["function"]["arguments"]
        for chunk in mistral_chat.encode_stream(events)
        for choice in chunk.get("choices", ())
        for call in choice["delta"].get("tool_calls", ())
    ]
