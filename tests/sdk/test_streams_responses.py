"""The real `openai` client of Responses: what it streams becomes what it makes of it itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import openai
import pytest

from samples import difference
from sdk.stream_scenario import (
    asked_for,
    check_cut_relays,
    each_failure,
    each_reply,
    relayed,
    script,
    streams,
)
from sdk.streaming import StreamingProvider
from test_stream_accumulators import Recorded
from toolwire import StreamFold, openai_responses

Json = Any
# The client's models of parsed items are none of those that it declares: it says so of each item.
pytestmark = pytest.mark.filterwarnings("ignore:Pydantic serializer warnings:UserWarning")
FORMAT = "openai_responses"
ASKED: Json = {"model": "m", "input": []}
ENDS = ("response.completed", "response.incomplete", "response.failed")
each_stream = pytest.mark.parametrize("stream", streams(FORMAT), ids=str)


@pytest.fixture(scope="module")
def provider() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


@pytest.fixture(scope="module")
def client(provider: StreamingProvider) -> openai.OpenAI:
    return openai.OpenAI(api_key="test", base_url=f"{provider.url}/v1", max_retries=0)


def accumulated(client: openai.OpenAI) -> Json:
    """The reply as the client has put it together; it gives out one that has ended alone."""
    with client.responses.stream(**ASKED) as stream:
        for event in stream:
            if event.type in ENDS:
                return event.to_dict()["response"]
    raise AssertionError("no end")


def shown(response: Json) -> Json:
    """The text and the calls of a reply, in the words of `asked_for`."""
    value = openai_responses.decode_response(response)
    return asked_for(value, str)


@each_stream
def test_the_clients_objects_are_read_as_its_events_are(
    stream: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(script(FORMAT, stream.events, "inside lines"))
    decoded = [*openai_responses.decode_stream(client.responses.create(**ASKED, stream=True))]
    assert decoded[-1]["kind"] == "completed"
    expected = stream.decoded()[-1]["response"]
    assert difference(asked_for(decoded[-1]["response"], str), asked_for(expected, str)) is None


@each_reply
def test_a_gateway_shows_every_stream(
    source: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(relayed(source, FORMAT))
    expected = asked_for(source.decoded()[-1]["response"], str)
    assert difference(shown(accumulated(client)), expected) is None


@each_failure
def test_a_gateway_shows_every_error(
    source: Recorded, provider: StreamingProvider, client: openai.OpenAI
) -> None:
    provider.expect(relayed(source, FORMAT))
    fold = StreamFold()
    with pytest.raises(openai.APIError) as raised:
        for _ in fold.over(
            openai_responses.decode_stream(client.responses.create(**ASKED, stream=True))
        ):
            pass
    assert raised.value.message.endswith(source.error["message"])
    blocks = fold.response["message"]["content"]
    assert [block["text"] for block in blocks if block["kind"] == "text"] == ["Half of"]


def test_a_gateway_shows_that_a_stream_broke_off(
    provider: StreamingProvider, client: openai.OpenAI
) -> None:
    def opened() -> Iterable[object]:
        return client.responses.create(**ASKED, stream=True)

    check_cut_relays(FORMAT, provider, opened, openai.APIError)


def test_a_call_with_free_text_is_answered(
    provider: StreamingProvider, client: openai.OpenAI
) -> None:
    """The request with its result is what the provider's types take, in the type of the call."""
    (stream,) = streams(FORMAT, "custom_call")
    provider.expect(script(FORMAT, stream.events))
    decoded: Json = [*openai_responses.decode_stream(client.responses.create(**ASKED, stream=True))]
    message = decoded[-1]["response"]["message"]
    (call,) = [block["toolCall"] for block in message["content"] if "toolCall" in block]
    assert call["arguments"] == {} and call["input"] == "ls -l\n"
    result = {"toolCallId": call["id"], "name": call["name"], "kind": "text", "value": "a"}
    body = openai_responses.encode_request({
        "model": "m", "messages": [message, {"role": "tool", "toolResult": result}],
    })  # fmt: skip
    asked, answered = body["input"]
    assert asked == stream.whole["output"][0]
    assert answered == {
        "type": "custom_tool_call_output", "call_id": call["id"], "output": "a",
    }  # fmt: skip
