"""Chat Completions, as OpenAI and its client have it."""

from __future__ import annotations

from typing import Any

import openai.types.chat
from openai.types.chat.completion_create_params import (
    CompletionCreateParamsNonStreaming,
    CompletionCreateParamsStreaming,
)

from provider_types import model, streamed_or_not

Json = Any
DEMANDED: Json = {"model": "some-model"}
"""What a request must say, or its encoder refuses or makes it up."""
CHECKS = {
    "request": streamed_or_not(CompletionCreateParamsNonStreaming, CompletionCreateParamsStreaming),
    "response": model(openai.types.chat.ChatCompletion),
}

WORDS = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "content_filter",
    "pause": "stop",
    "error": "stop",
    "other": "stop",
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"pause", "other", "error"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body["choices"][0]["finish_reason"]
