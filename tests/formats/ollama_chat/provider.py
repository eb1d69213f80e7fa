"""Ollama's own chat, as Ollama and its client have it."""

from __future__ import annotations

from typing import Any

from ollama._types import ChatRequest, ChatResponse

Json = Any
DEMANDED: Json = {"model": "some-model"}
"""What a request must say, or its encoder refuses or makes it up."""


def _message(message: Json) -> Json:
    """A message as the client has it, which puts pictures into objects of its own."""
    images = message.get("images")
    return {**message, "images": [{"value": one} for one in images]} if images else message


def _request(payload: Json) -> None:
    messages = [_message(one) for one in payload.get("messages") or []]
    # How the model is called is the app's to see to.
    ChatRequest.model_validate({**payload, "messages": messages, "model": "m"})


def _response(payload: Json) -> None:
    ChatResponse.model_validate({**payload, "message": _message(payload["message"])})


CHECKS = {"request": _request, "response": _response}

WORDS = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "stop",
    "content_filter": "stop",
    "pause": "stop",
    "error": "stop",
    "other": None,  # the key is left out
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"content_filter", "pause", "error"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body.get("done_reason")
