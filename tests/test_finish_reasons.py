"""Why a reply ended: each reason in each wire's own word, and what is lost of it."""

from __future__ import annotations

from typing import Any

import pytest

from conversation import call, text
from formats import part
from payloads import GEMINI
from samples import FORMATS, adapter

Json = Any
REASONS = ("stop", "length", "tool_calls", "content_filter", "pause", "error", "other")


def reply(reason: str) -> Json:
    content = [call("c")] if reason == "tool_calls" else [text("hello")]
    return {
        "id": "r",
        "model": "m",
        "message": {"role": "assistant", "content": content},
        "finishReason": reason,
        "usage": {"inputTokens": 1, "outputTokens": 1},
    }


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("name", FORMATS)
def test_each_reason_goes_out_as_the_wires_word(name: str, reason: str) -> None:
    wire = adapter(name, "response")
    body = wire.encode(reply(reason))
    provider = part(name, "provider")
    assert provider.word_in(body) == provider.WORDS[reason]


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("name", FORMATS)
def test_a_reason_comes_back_or_is_reported(name: str, reason: str) -> None:
    wire = adapter(name, "response")
    back = wire.decode(wire.encode(reply(reason)))["finishReason"]
    reported = [loss for loss in wire.losses(reply(reason)) if loss.path == "/finishReason"]
    assert (back != reason) == (reason in part(name, "provider").WORDLESS) == bool(reported)


def test_a_paused_reply_is_never_taken_for_one_that_stopped() -> None:
    # An app goes on after a pause: it must not think that the model had said all.
    paused = adapter(GEMINI, "response").encode(reply("pause"))
    assert adapter(GEMINI, "response").decode(paused)["finishReason"] == "other"
