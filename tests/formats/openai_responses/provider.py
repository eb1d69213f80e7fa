"""Responses, as OpenAI and its client have it."""

from __future__ import annotations

import copy
from typing import Any

import openai.types.responses
from openai.types.responses import ResponseStreamEvent
from openai.types.responses.response_create_params import (
    ResponseCreateParamsNonStreaming,
    ResponseCreateParamsStreaming,
)

from provider_types import adapter_of, model, streamed_or_not

Json = Any
DEMANDED: Json = {"model": "some-model"}
"""What a request must say, or its encoder refuses or makes it up."""


def _request(body: Json) -> None:
    """The client's types want keys of tools and pictures that the API can do without."""
    body = copy.deepcopy(body)
    for tool in body.get("tools") or ():
        if tool.get("type") == "function":
            tool.update({"parameters": None, "strict": None} | tool)
    for item in body["input"] if type(body.get("input")) is list else ():
        if item.get("role") == "assistant" and type(item.get("content")) is list:
            # The API names what stands in such a list, and wants no id of a new message.
            item.update({"type": "message", "id": "msg_1", "status": "completed"} | item)
        for key in ("content", "output"):
            if type(item.get(key)) is list:
                # They have a type for sounds, and no place for it.
                item[key] = [part for part in item[key] if part.get("type") != "input_audio"]
            for part in item[key] if type(item.get(key)) is list else ():
                if part.get("type") == "input_image":
                    part.setdefault("detail", "auto")
    streamed_or_not(ResponseCreateParamsNonStreaming, ResponseCreateParamsStreaming)(body)


def _counted(body: Json) -> Json:
    """They want counts, too, that most services have never sent."""
    body = copy.deepcopy(body)
    for key, counts in DETAILS.items() if body.get("usage") else ():
        details = body["usage"].get(key)
        body["usage"][key] = counts | (details if type(details) is dict else {})
    return body


def _response(body: Json) -> None:
    model(openai.types.responses.Response)(_counted(body))


def _event(event: Json) -> None:
    whole = {"response": _counted(event["response"])} if "response" in event else {}
    adapter_of(ResponseStreamEvent).validate_python(event | whole)


DETAILS = {
    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}
CHECKS = {"request": _request, "response": _response, "event": _event}

WORDS = {
    "stop": "completed",
    "length": "incomplete, max_output_tokens",
    "tool_calls": "completed",
    "content_filter": "incomplete, content_filter",
    "pause": "completed",
    "error": "failed",
    "other": "incomplete",
}
"""The wire's words for each reason that a reply ended."""
WORDLESS = {"pause"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's words for why a reply ended: its status, and the reason beside it."""
    reason = (body.get("incomplete_details") or {}).get("reason")
    return ", ".join(filter(None, [body["status"], reason]))
