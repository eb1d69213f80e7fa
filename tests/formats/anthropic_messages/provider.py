"""Messages, as Anthropic and its client have it."""

from __future__ import annotations

from typing import Any

import anthropic.types
from anthropic.types.message_create_params import (
    MessageCreateParamsNonStreaming,
    MessageCreateParamsStreaming,
)

from provider_types import adapter_of, model, streamed_or_not

Json = Any
DEMANDED: Json = {"model": "some-model", "maxTokens": 7}
"""What a request must say, or its encoder refuses or makes it up."""
CHECKS = {
    "request": streamed_or_not(MessageCreateParamsNonStreaming, MessageCreateParamsStreaming),
    "response": model(anthropic.types.Message),
    "event": adapter_of(anthropic.types.RawMessageStreamEvent).validate_python,
}

WORDS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "pause": "pause_turn",
    "error": "end_turn",
    "other": "end_turn",
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"error", "other"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body["stop_reason"]
