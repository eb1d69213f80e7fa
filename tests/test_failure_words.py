"""Words of failures as providers send them, across wires, and the status that goes with each."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from samples import FORMATS, adapter

Json = Any
RETURNED = "The model returned the following errors: prompt is too long: 9 tokens > 8 maximum"
SAID: list[tuple[str, str, Json]] = [
    ("bedrock_converse", "context_length", {
        "Error": {"Message": RETURNED, "Code": "ValidationException"}}),
    ("anthropic_messages", "context_length", {"type": "error", "error": {
        "type": "invalid_request_error",
        "message": "input length and `max_tokens` exceed context limit: 7 + 2 > 8"}}),
    ("anthropic_messages", "context_length", {"message": "Input is too long for requested model."}),
    ("ollama_chat", "invalid_request", {"error": "library/gemma3 does not support tools"}),
    ("ollama_chat", "rate_limit", {"error": "you've reached your hourly usage limit"}),
    ("openai_chat", "rate_limit", {"error": {"message": "Insufficient credits.", "code": 402}}),
]  # fmt: skip
each_wire = pytest.mark.parametrize("target", FORMATS)


@each_wire
@pytest.mark.parametrize(("name", "kind", "body"), SAID)
def test_it_is_of_its_kind_here_and_on_other_wires(
    name: str, kind: str, body: Json, target: str
) -> None:
    reply = adapter(name, "response").decode(body)
    assert reply["error"]["kind"] == kind
    wire = adapter(target, "response")
    assert wire.decode(wire.encode(reply))["error"]["kind"] == kind


@pytest.mark.parametrize("target", ["cohere_chat", "ollama_chat"])
@pytest.mark.parametrize(
    "words", ["Invalid request: not found", "rate limit", "internal server error", "no api key"]
)
def test_words_in_front_say_the_kind_whatever_follows_them(target: str, words: str) -> None:
    """A wire whose errors are words alone has its own in front of those of others."""
    for kind in ("context_length", "not_found", "invalid_request"):
        error = {"message": words, "kind": kind}
        reply = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
        wire = adapter(target, "response")
        assert wire.decode(wire.encode({**reply, "error": error}))["error"]["kind"] == kind


def test_there_is_nothing_behind_them_where_nobody_said_anything() -> None:
    reply = {"message": {"role": "assistant", "content": []}, "finishReason": "error"}
    silent = {**reply, "error": {"message": "", "kind": "context_length"}}
    body = toolwire.ollama_chat.encode_response(silent)
    assert body == {"error": "the prompt exceeds the context length"}


def test_a_number_that_says_another_kind_stays_on_the_wire_that_it_came_on() -> None:
    """Gemini answers 400 to a key that is not valid; clients of others tell by the number."""
    message = "API key not valid. Please pass a valid API key."
    body = {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}
    reply = toolwire.gemini.decode_response(body)
    assert reply["error"]["kind"] == "authentication"
    assert toolwire.status(reply, "gemini") == toolwire.status(reply) == 400
    assert toolwire.status(reply, "openai_chat") == toolwire.status(reply, "cohere_chat") == 401
    assert toolwire.status(reply, "bedrock_converse") == 403
    other = {**reply["error"], "code": "422", "kind": "invalid_request"}
    assert toolwire.status({**reply, "error": other}, "openai_chat") == 422
    unkind = {"message": "No.", "code": "404"}
    assert toolwire.status({**reply, "error": unkind}, "openai_chat") == 404
