"""Mistral chat, as Mistral and its client have it."""

from __future__ import annotations

from typing import Any

from mistralai.client import models

from provider_types import model

Json = Any
DEMANDED: Json = {"model": "some-model"}
"""What a request must say, or its encoder refuses or makes it up."""


def _reply(payload: Json) -> None:
    """The client has no type for error bodies."""
    if "choices" in payload:
        model(models.ChatCompletionResponse)(payload)


CHECKS = {"request": model(models.ChatCompletionRequest), "response": _reply}

WORDS = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "content_filter": "error",
    "pause": "stop",
    "error": "error",
    "other": "stop",
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"content_filter", "pause", "other"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body["choices"][0]["finish_reason"]
