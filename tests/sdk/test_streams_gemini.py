"""The real `google-genai` client: what it streams becomes what its provider said.

The client has no accumulator. It reads signatures as bytes and numbers of partial arguments as
floats, so what we read from its objects is compared with what it had to read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import httpx2
import pytest
from google import genai
from google.genai import errors, types

from samples import difference
from sdk.scenario import plain, request
from sdk.stream_scenario import (
    ask,
    asked_for,
    body_of,
    check_cut_relays,
    check_dead_lines,
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
from toolwire import StreamFold, gemini

Json = Any
FORMAT = "gemini"
ASKED: Json = {"model": "m", "contents": "Hi"}
OURS = streams(FORMAT)
HARD = streams(FORMAT, "text", "partial_arguments")
each_stream = pytest.mark.parametrize("stream", OURS, ids=str)
URL_SAFE = str.maketrans("+/", "-_")


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: StreamingProvider) -> genai.Client:
    return genai.Client(api_key="test", http_options={"base_url": provider.url})


def as_the_client_reads(value: Json) -> Json:
    """The events with signatures and numbers of pieces in the client's spelling."""
    if isinstance(value, list):
        return [as_the_client_reads(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    read = {key: as_the_client_reads(inner) for key, inner in value.items()}
    if "thoughtSignature" in read:
        read["thoughtSignature"] = read["thoughtSignature"].translate(URL_SAFE)
    if "numberValue" in read:
        read["numberValue"] = float(read["numberValue"])
    return read


def signatures(value: Json) -> list[str]:
    """All signatures, in order."""
    if isinstance(value, list):
        return [found for inner in value for found in signatures(inner)]
    if not isinstance(value, dict):
        return []
    own = [value["thoughtSignature"]] if "thoughtSignature" in value else []
    return own + [found for inner in value.values() for found in signatures(inner)]


def check_decoded(decoded: list[Json], stream: Recorded) -> None:
    """The client drops keys that it does not know: this is about all that is not metadata."""
    expected = list(gemini.decode_stream(as_the_client_reads(stream.events)))
    assert difference(plain(decoded), plain(expected)) is None
    assert signatures(decoded) == signatures(expected)


@each_stream
@pytest.mark.filterwarnings("ignore:.* is not a valid FinishReason")
def test_event_objects_decode_like_their_json(
    stream: Recorded, provider: StreamingProvider, client: genai.Client
) -> None:
    provider.expect(script(FORMAT, stream.events))
    opened = client.models.generate_content_stream(**ASKED)
    check_decoded(decode_quietly(gemini, opened), stream)
    (path,) = provider.paths
    assert path.endswith("/models/m:streamGenerateContent?alt=sse")


@each_cut
def test_cuts_at_awkward_places(
    cut: str, end: str, provider: StreamingProvider, client: genai.Client
) -> None:
    provider.expect(*(script(FORMAT, stream.events, cut, end) for stream in HARD))
    for stream in HARD:
        opened = client.models.generate_content_stream(**ASKED)
        check_decoded(list(gemini.decode_stream(opened)), stream)


def test_asynchronous_streams(provider: StreamingProvider) -> None:
    async def run() -> None:
        async with genai.Client(api_key="test", http_options={"base_url": provider.url}).aio as aio:
            for stream in OURS:
                provider.expect(script(FORMAT, stream.events, "inside lines"))
                opened = await aio.models.generate_content_stream(**ASKED)
                events, response = await events_and_fold(gemini, opened)
                check_decoded(events, stream)
                assert difference(response, events[-1]["response"]) is None

    asyncio.run(run())


def test_a_line_that_dies(provider: StreamingProvider, client: genai.Client) -> None:
    (stream,) = streams(FORMAT, "partial_arguments")
    found = check_dead_lines(
        stream,
        provider,
        lambda: client.models.generate_content_stream(**ASKED),
        httpx2.RemoteProtocolError,
    )
    calls = [block["toolCall"] for response in found for block in response["message"]["content"]]
    assert {(call["id"], call["name"]) for call in calls} == {("call_1", "plan_trip")}
    assert all(call["arguments"] == {} and "invalidArguments" in call for call in calls)


def test_a_line_that_dies_asynchronously(provider: StreamingProvider) -> None:
    (stream,) = streams(FORMAT, "parallel_calls")
    body = body_of(FORMAT, stream.events, "\r\n")
    provider.expect(Script([body[: body.index(b"call_3")]], dies=True))
    fold = StreamFold()

    async def run() -> None:
        async with genai.Client(api_key="test", http_options={"base_url": provider.url}).aio as aio:
            opened = await aio.models.generate_content_stream(**ASKED)
            with pytest.raises(httpx2.RemoteProtocolError):
                async for _ in fold.aover(gemini.adecode_stream(opened)):
                    pass

    asyncio.run(run())
    assert not fold.complete
    assert fold.response["error"]["type"] == "incomplete_stream"
    text, *calls = plain(fold.response["message"]["content"])
    assert text == {"kind": "text", "text": "Looking."}
    assert [call["toolCall"]["arguments"] for call in calls] == [{"city": "Bergen"}]


def shown(chunks: Iterable[types.GenerateContentResponse]) -> Json:
    """The text and the calls of all chunks, as the client reads them."""
    parts = [
        part
        for chunk in chunks
        for candidate in (chunk.candidates or [])[:1]
        if not candidate.index and candidate.content
        for part in candidate.content.parts or []
    ]
    calls = [part.function_call for part in parts if part.function_call]
    return {
        "text": "".join(part.text for part in parts if part.text and not part.thought),
        "calls": [
            {"id": call.id, "name": call.name, "arguments": call.args or {}} for call in calls
        ],
    }


@each_reply
@pytest.mark.filterwarnings("ignore:.* is not a valid FinishReason")
def test_a_gateway_shows_every_stream(
    source: Recorded, provider: StreamingProvider, client: genai.Client
) -> None:
    provider.expect(relayed(source, FORMAT))
    arrived = joined(shown(client.models.generate_content_stream(**ASKED)))
    expected = asked_for(
        source.decoded()[-1]["response"], lambda text: {"__invalid_arguments__": text}
    )
    for call in expected["calls"]:
        # What had no id on this wire has none again.
        if source.format == FORMAT and call["id"].startswith("call_reply-"):
            call["id"] = None
    assert difference(arrived, expected) is None


CODES = {"server": 500, "overloaded": 503, "rate_limit": 429, "invalid_request": 400}
"""What the kinds of errors are to this client."""


@each_failure
def test_a_gateway_shows_every_error(
    source: Recorded, provider: StreamingProvider, client: genai.Client
) -> None:
    provider.expect(relayed(source, FORMAT))
    fold = StreamFold()
    # This client compares a numeric code: one that says what kind of error it was is filled in.
    with pytest.raises(errors.APIError) as raised:
        for _ in fold.over(gemini.decode_stream(client.models.generate_content_stream(**ASKED))):
            pass
    assert raised.value.message == source.error["message"]
    (failed,) = [one["error"] for one in source.decoded() if one["kind"] == "error"]
    code, kind = str(failed.get("code")), failed.get("kind", "server")
    is_status = code.isdigit() and 400 <= int(code) < 600
    assert raised.value.code == (int(code) if is_status else CODES[kind])
    assert fold.response["message"]["content"] == [{"kind": "text", "text": "Half of"}]


def test_a_gateway_shows_that_a_stream_broke_off(
    provider: StreamingProvider, client: genai.Client
) -> None:
    def opened() -> Iterable[object]:
        return client.models.generate_content_stream(**ASKED)

    check_cut_relays(FORMAT, provider, opened, errors.APIError)


def test_tool_loop(provider: StreamingProvider, client: genai.Client) -> None:
    """The signature of a call that was streamed goes back with it."""
    turns = [streams(FORMAT, name)[0] for name in ("parallel_calls", "text")]
    provider.expect(*(script(FORMAT, turn.events, "inside lines", "\r\n") for turn in turns))

    def send(body: Json) -> Iterable[object]:
        config: Json = {"http_options": {"extra_body": body}}
        return client.models.generate_content_stream(
            model="gemini-test", contents=body["contents"], config=config
        )

    tools = {"get_weather": lambda city: {"city": city, "celsius": 21.0}, "motto": lambda: [42]}
    answer = ask(gemini, send, request("gemini-test"), tools)
    assert answer == "Good morning, Åse — 日本 😀."
    first, second = provider.bodies
    assert second["contents"][:1] == first["contents"]
    model, results = second["contents"][1:]
    whole = turns[0].whole["candidates"][0]["content"]
    assert difference(model, as_the_client_reads(whole)) is None
    assert [part["functionResponse"] for part in results["parts"]] == [
        {"id": "call_1", "name": "get_weather", "response": {"city": "Bergen", "celsius": 21.0}},
        {"id": "call_2", "name": "get_weather", "response": {"city": "Oslo", "celsius": 21.0}},
        {"id": "call_3", "name": "motto", "response": {"output": [42]}},
    ]


@each_reply
@pytest.mark.filterwarnings("ignore:.* is not a valid FinishReason")
def test_what_a_gateway_streams_is_the_models_in_each_event(
    source: Recorded, provider: StreamingProvider, client: genai.Client
) -> None:
    """Its chats, and apps by hand, keep the content of each event as a turn of its own."""
    provider.expect(relayed(source, FORMAT))
    for chunk in client.models.generate_content_stream(**ASKED):
        for candidate in chunk.candidates or ():
            content = candidate.content
            assert content is None or not content.parts or content.role == "model"


@each_reply
@pytest.mark.filterwarnings("ignore:.* is not a valid FinishReason")
def test_a_chat_keeps_what_a_gateway_streams(
    source: Recorded, provider: StreamingProvider, client: genai.Client
) -> None:
    """It drops a reply of which an event has content without parts, as the last would have."""
    provider.expect(relayed(source, FORMAT))
    chat = client.chats.create(model="m")
    chunks = list(chat.send_message_stream("Hi"))
    kept = [turn for turn in chat.get_history(curated=True) if turn.role == "model"]
    answers = [chunk.candidates[0] for chunk in chunks if chunk.candidates]
    said = [part for one in answers if one.content for part in one.content.parts or ()]
    assert [part for turn in kept for part in turn.parts or ()] == said
    if said:
        last = answers[-1]
        assert last.finish_reason and last.content and last.content.parts
