"""Whatever a provider's package has a type for is read, and comes back as it was."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import anthropic.types
import anthropic.types.beta
import pytest
from anthropic.types import message_create_params
from anthropic.types.beta import message_create_params as beta_params
from google.genai import types as genai
from openai.types.chat import ChatCompletion, ChatCompletionChunk, completion_create_params
from openai.types.responses import Response, ResponseStreamEvent, response_create_params

from samples import Adapter, adapter, copied, difference
from sdk.variants import variants
from toolwire import ToolwireError

Json = Any
REQUESTS = {
    "chat": ("openai_chat", completion_create_params.CompletionCreateParamsNonStreaming),
    "responses": ("openai_responses", response_create_params.ResponseCreateParamsNonStreaming),
    "messages": ("anthropic_messages", message_create_params.MessageCreateParamsNonStreaming),
    "beta": ("anthropic_messages", beta_params.MessageCreateParamsNonStreaming),
}
REPLIES = {
    "chat": ("openai_chat", ChatCompletion),
    "responses": ("openai_responses", Response),
    "messages": ("anthropic_messages", anthropic.types.Message),
    "beta": ("anthropic_messages", anthropic.types.beta.BetaMessage),
    "gemini": ("gemini", genai.GenerateContentResponse),
}
EVENTS = {
    "chat": ("openai_chat", ChatCompletionChunk),
    "responses": ("openai_responses", ResponseStreamEvent),
    "messages": ("anthropic_messages", anthropic.types.RawMessageStreamEvent),
    "beta": ("anthropic_messages", anthropic.types.beta.BetaRawMessageStreamEvent),
    "gemini": ("gemini", genai.GenerateContentResponse),
}


def bodies(type_: Any) -> Iterator[Json]:
    """JSON of a type; a model has null for what it lacks, which no API sends."""
    return (body for body in variants(type_) if not _has_null_part(body))


def _has_null_part(body: Json) -> bool:
    """Gemini's parts are told by their keys: null is none."""
    contents = [one.get("content") for one in body.get("candidates") or ()]
    parts = [part for one in contents if one for part in one.get("parts") or ()]
    return any(None in part.values() for part in parts)


def came_back(wire: Adapter, type_: Any) -> int:
    """Every form of a type comes back as it was; how many there are."""
    count = 0
    for body in bodies(type_):
        if body.get("choices") == []:
            continue  # a reply without one says nothing
        again = wire.encode(wire.decode(copied(body)), on_loss="ignore")
        assert difference(again, body) is None, body
        count += 1
    return count


@pytest.mark.parametrize("package", REQUESTS)
def test_every_form_of_a_request_comes_back(package: str) -> None:
    name, type_ = REQUESTS[package]
    assert came_back(adapter(name, "request"), type_) > 400


@pytest.mark.parametrize("package", REPLIES)
def test_every_form_of_a_reply_comes_back(package: str) -> None:
    name, type_ = REPLIES[package]
    assert came_back(adapter(name, "response"), type_) > 180


@pytest.mark.parametrize("package", EVENTS)
def test_every_event_is_read_or_refused(package: str) -> None:
    name, type_ = EVENTS[package]
    wire, count = importlib.import_module(f"toolwire.{name}"), 0
    for event in bodies(type_):
        try:
            count += len([*wire.decode_stream([copied(event)])])
        except ToolwireError:
            continue  # such as a piece of what nothing has begun
    assert count > 100
