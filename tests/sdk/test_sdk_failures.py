"""Each provider's own client raises its right exception for each kind of failure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from botocore.exceptions import ClientError, EventStreamError

import toolwire
from formats import having, part
from samples import SCHEMAS, difference
from sdk.server import Provider
from sdk.stream_scenario import script
from sdk.streaming import StreamingProvider

Json = Any
KINDS = SCHEMAS["intermediate"]["$defs"]["FailureKind"]["enum"]
ASKED: Json = {"model": "m", "maxTokens": 100, "messages": [{"role": "user", "content": "Hi."}]}
WORDS = "It did not work."
each_wire = pytest.mark.parametrize("format", having("sdk"))


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@pytest.fixture(scope="module")
def streaming() -> Iterator[StreamingProvider]:
    with StreamingProvider() as server:
        yield server


def failure(kind: str) -> Json:
    error = {"message": WORDS, "kind": kind}
    message = {"role": "assistant", "content": []}
    return {"message": message, "finishReason": "error", "error": error}


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@each_wire
def test_a_client_raises_its_own_exception(format: str, stream: bool, provider: Provider) -> None:
    adapter, own = import_module(f"toolwire.{format}"), part(format, "sdk")
    send = own.sender(provider.url, False, stream)
    body = adapter.encode_request(ASKED)
    assert list(own.RAISED) == KINDS
    for kind in KINDS:
        reply = failure(kind)
        sent = adapter.encode_response(reply, on_loss="error")
        provider.expect(sent, status=toolwire.status(reply, format))
        with pytest.raises(Exception) as raised:
            deque(send(body), 0)
        words, answered = own.words_and_body(raised.value)
        assert words == own.RAISED[kind], kind
        # What was caught says the kind again, in the words of this wire.
        assert difference(sent, answered) is None, kind
        assert adapter.decode_response(answered)["error"]["kind"] == kind
        assert WORDS in str(answered)


@pytest.mark.parametrize("key", ["message", "Message"])
def test_what_botocore_makes_of_a_failure_is_read(key: str, provider: Provider) -> None:
    bedrock: Any = toolwire.bedrock_converse
    send = part("bedrock_converse", "sdk").sender(provider.url, False, False)
    provider.expect({"__type": "AccessDeniedException", key: WORDS}, status=403)
    with pytest.raises(ClientError) as raised:
        deque(send(bedrock.encode_request(ASKED)), 0)
    response: Json = raised.value.response
    decoded = bedrock.decode_response(response)
    assert (decoded["error"]["message"], decoded["error"]["kind"]) == (WORDS, "permission")
    assert bedrock.encode_response(decoded) == response


@pytest.mark.parametrize("format", ["anthropic_messages", "mistral_chat", "openai_chat"])
def test_the_text_of_a_body_that_is_none_of_the_wires_is_refused(format: str) -> None:
    """What ``error.body`` of clients is where a proxy answered; Mistral's is a text in any case."""
    for text in ("<html>Bad gateway</html>", '{"message": "No."}'):
        with pytest.raises(toolwire.ToolwireError):
            import_module(f"toolwire.{format}").decode_response(text)


def test_bedrock_names_what_failed_in_a_stream(streaming: StreamingProvider) -> None:
    """The name of the event says it, and is all that its client keeps of it."""
    bedrock: Any = toolwire.bedrock_converse
    send = part("bedrock_converse", "sdk").sender(streaming.url, False, True)
    names = {
        "rate_limit": "throttlingException",
        "overloaded": "serviceUnavailableException",
        "server": "internalServerException",
        "invalid_request": "validationException",
        "context_length": "validationException",
    }
    delta = {"kind": "textDelta", "text": "Half of"}
    for kind in KINDS:
        failed = {"kind": "error", "error": failure(kind)["error"]}
        events = [*bedrock.encode_stream([delta, failed])]
        name = names.get(kind, "validationException")
        assert [*events[-1]] == [name] and [*events[-1][name]] == ["message"]
        error = [*bedrock.decode_stream(events)][-1]["error"]
        assert error["type"] == name
        assert error["kind"] == (kind if kind in names else "invalid_request")
        assert [*bedrock.encode_stream([{"kind": "error", "error": error}])] == events[-1:]
        streaming.expect(script("bedrock_converse", events))
        with pytest.raises(EventStreamError) as raised:
            deque(send(bedrock.encode_request(ASKED)), 0)
        response: Json = raised.value.response
        assert response["Error"]["Code"] == name and WORDS in response["Error"]["Message"]


def test_bedrock_says_its_own_failures_again() -> None:
    bedrock = toolwire.bedrock_converse
    event = {"modelStreamErrorException": {"message": "The model stopped."}}
    (shown,) = [one for one in bedrock.decode_stream([event]) if one["kind"] == "error"]
    assert shown["error"]["kind"] == "server"
    assert [*bedrock.encode_stream([shown])] == [event]
    body = {"__type": "com.example.service#ThrottlingException", "message": "Slow down."}
    reply = bedrock.decode_response(body)
    assert reply["error"]["kind"] == "rate_limit"
    assert bedrock.encode_response(reply) == body
    unknown = {"kind": "error", "error": {"message": "Nobody knows."}}
    assert [*bedrock.encode_stream([unknown])] == [
        {"internalServerException": {"message": "Nobody knows."}}
    ]
