"""Why a reply ended: each reason in each wire's own word, and what is lost of it."""

from __future__ import annotations

from typing import Any

import pytest

from conversation import call, text
from samples import FORMATS, adapter

Json = Any
OPENAI, ANTHROPIC, GEMINI = FORMATS
# reason: the word of each wire
WORDS = {
    "stop": ("stop", "end_turn", "STOP"),
    "length": ("length", "max_tokens", "MAX_TOKENS"),
    "tool_calls": ("tool_calls", "tool_use", "STOP"),
    "content_filter": ("content_filter", "refusal", "SAFETY"),
    "pause": ("stop", "pause_turn", "OTHER"),
    "error": ("stop", "end_turn", "MALFORMED_FUNCTION_CALL"),
    "other": ("stop", "end_turn", None),  # the key is left out
}
# The reasons that a wire has no word of its own for.
LOST = {
    OPENAI: {"pause", "other", "error"},
    ANTHROPIC: {"error", "other"},
    GEMINI: {"pause", "error"},
}


def reply(reason: str) -> Json:
    content = [call("c")] if reason == "tool_calls" else [text("hello")]
    return {
        "id": "r",
        "model": "m",
        "message": {"role": "assistant", "content": content},
        "finishReason": reason,
        "usage": {"inputTokens": 1, "outputTokens": 1},
    }


def word_in(name: str, body: Json) -> Json:
    """The wire's word for why a reply ended."""
    if name == OPENAI:
        return body["choices"][0]["finish_reason"]
    if name == ANTHROPIC:
        return body["stop_reason"]
    return body["candidates"][0].get("finishReason")


@pytest.mark.parametrize("reason", WORDS)
@pytest.mark.parametrize("name", FORMATS)
def test_each_reason_goes_out_as_the_wires_word(name: str, reason: str) -> None:
    wire = adapter(name, "response")
    body = wire.encode(reply(reason))
    assert word_in(name, body) == WORDS[reason][FORMATS.index(name)]


@pytest.mark.parametrize("reason", WORDS)
@pytest.mark.parametrize("name", FORMATS)
def test_a_reason_comes_back_or_is_reported(name: str, reason: str) -> None:
    wire = adapter(name, "response")
    back = wire.decode(wire.encode(reply(reason)))["finishReason"]
    reported = [loss for loss in wire.losses(reply(reason)) if loss.path == "/finishReason"]
    assert (back != reason) == (reason in LOST[name]) == bool(reported)


def test_a_paused_reply_is_never_taken_for_one_that_stopped() -> None:
    # An app goes on after a pause: it must not think that the model had said all.
    paused = adapter(GEMINI, "response").encode(reply("pause"))
    assert adapter(GEMINI, "response").decode(paused)["finishReason"] == "other"
