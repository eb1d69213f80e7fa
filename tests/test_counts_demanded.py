"""Counts that a wire's own client takes for granted: what no wire told it of is a zero."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

import toolwire
from samples import as_it_is, difference, fixture

Json = Any
OTHERS = [
    "anthropic_messages", "bedrock_converse", "cohere_chat", "gemini", "mistral_chat",
    "ollama_chat", "openai_chat",
]  # fmt: skip
responses = as_it_is("openai_responses")


def counts_of(**counts: Json) -> Json:
    """A reply with these counts beside the two that every reply has."""
    body = fixture("openai_responses", "replies", "text")
    return {**body, "usage": {"input_tokens": 9, "output_tokens": 4, "total_tokens": 13} | counts}


@pytest.mark.parametrize("source", OTHERS)
def test_a_converted_reply_is_one_that_the_client_of_openai_takes(source: str) -> None:
    reply = fixture(source, "replies", "text")
    body = toolwire.convert_response(
        reply, source=source, target="openai_responses", on_loss="ignore"
    )
    usage = Response.model_validate(body).usage
    if usage is not None:
        assert usage.output_tokens_details.reasoning_tokens >= 0
        assert usage.input_tokens_details.cached_tokens >= 0


def test_so_is_the_end_of_a_converted_stream() -> None:
    ends = {
        "id": "r1",
        "model": "m",
        "finishReason": "stop",
        "usage": {"inputTokens": 7, "outputTokens": 9},
    }
    said = {"role": "assistant", "content": [{"kind": "text", "text": "Mild."}]}
    written = responses.encode_stream(
        [
            {"kind": "textDelta", "text": "Mild."},
            {"kind": "completed", "response": {**ends, "message": said}},
        ],
        on_loss="ignore",
    )
    for event in written:
        TypeAdapter(ResponseStreamEvent).validate_python(event)


@pytest.mark.parametrize(
    "counts",
    [
        {},
        {"input_tokens_details": None, "output_tokens_details": None},
        {"input_tokens_details": {}, "output_tokens_details": {}},
        {"input_tokens_details": {"cached_tokens": 3}, "output_tokens_details": None},
        {"input_tokens_details": {"cached_tokens": None, "text_tokens": 9}},
        {"output_tokens_details": {"reasoning_tokens": None, "audio_tokens": 1}},
    ],
    ids=json.dumps,
)
def test_a_reply_that_lacks_them_comes_back_without(counts: Json) -> None:
    body = counts_of(**counts)
    response = responses.decode_response(body)
    assert response["usage"]["reasoningTokens"] == response["usage"]["cacheWriteTokens"] == 0
    assert difference(body, responses.encode_response(response)) is None


def test_that_a_zero_is_put_in_is_told_and_harmless() -> None:
    reply = as_it_is("openai_chat").decode_response(
        {
            **fixture("openai_chat", "replies", "text"),
            "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13},
        }
    )
    losses = [loss for loss in responses.losses_response(reply) if loss.path.startswith("/usage")]
    assert {loss.path for loss in losses} == {
        "/usage/cacheReadTokens", "/usage/cacheWriteTokens", "/usage/reasoningTokens",
    }  # fmt: skip
    assert all(loss.is_harmless for loss in losses)
