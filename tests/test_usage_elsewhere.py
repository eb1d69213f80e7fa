"""Counts of replies that stand in another place than the usual one, or with others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samples import as_it_is, difference, fixture

Json = Any
FIXTURES = Path(__file__).parent / "fixtures"
chat = as_it_is("openai_chat")


@pytest.mark.parametrize("name", ["usage_in_choice", "usage_of_groq", "usage_null_and_in_choice"])
def test_counts_elsewhere_are_read_and_come_back(name: str) -> None:
    body = fixture("openai_chat", "replies", name)
    response = chat.decode_response(body)
    counts = {key: count for key, count in response["usage"].items() if key != "metadata"}
    assert counts == {"inputTokens": 9, "outputTokens": 4}
    assert difference(body, chat.encode_response(response)) is None


def test_the_usual_place_comes_first() -> None:
    response = chat.decode_response(fixture("openai_chat", "replies", "usage_twice"))
    assert response["usage"]["outputTokens"] == 4


@pytest.mark.parametrize("name", ["usage_in_choice", "usage_of_groq"])
def test_so_they_are_in_the_last_event_of_a_stream(name: str) -> None:
    text = (FIXTURES / "openai_chat" / "streams" / f"{name}.json").read_text(encoding="utf-8")
    decoded = [*chat.decode_stream(json.loads(text)["events"])]
    assert decoded[-1]["response"]["usage"]["outputTokens"] == 4
    again = [*chat.decode_stream([*chat.encode_stream(decoded)])]
    assert again[-1] == decoded[-1]


def test_counts_in_each_of_the_places_come_back() -> None:
    def counts(out: int) -> Json:
        return {"prompt_tokens": 1, "completion_tokens": out, "total_tokens": 1 + out}

    body = fixture("openai_chat", "replies", "usage_in_choice")
    body = {**body, "usage": counts(2), "x_groq": {"usage": counts(3)}}
    response = chat.decode_response(body)
    assert response["usage"]["outputTokens"] == 2
    assert difference(body, chat.encode_response(response)) is None


TOOK = {"prompt_tokens": 96, "completion_tokens": 111, "total_tokens": 207}


@pytest.mark.parametrize(
    ("more", "read"),
    [
        ({"cached_tokens": 64}, {"cacheReadTokens": 64, "inputTokens": 32}),
        ({"prompt_cache_hit_tokens": 64}, {"cacheReadTokens": 64, "inputTokens": 32}),
        ({"cache_creation_input_tokens": 64}, {"cacheWriteTokens": 64, "inputTokens": 32}),
        ({"reasoning_tokens": 91}, {"reasoningTokens": 91, "outputTokens": 20}),
        ({"cached_tokens": 64, "prompt_tokens_details": {"cached_tokens": 60}},
         {"cacheReadTokens": 60, "inputTokens": 36}),
        ({"cached_tokens": None, "reasoning_tokens": None}, {}),
    ],
)  # fmt: skip
def test_services_have_kinds_of_tokens_at_the_top(more: Json, read: Json) -> None:
    body = fixture("openai_chat", "replies", "counts_at_the_top")
    body = body | {"usage": TOOK | more}
    response = chat.decode_response(body)
    counts = {key: count for key, count in response["usage"].items() if key != "metadata"}
    assert counts == {"inputTokens": 96, "outputTokens": 111} | read
    assert difference(body, chat.encode_response(response)) is None


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("openai_chat", ("prompt_tokens",)),
        ("mistral_chat", ("prompt_tokens",)),
        ("cohere_chat", ("tokens", "input_tokens")),
    ],
)
def test_what_was_written_to_a_cache_was_input(name: str, at: tuple[str, ...]) -> None:
    usage = {"inputTokens": 60, "cacheReadTokens": 30, "cacheWriteTokens": 10, "outputTokens": 50}
    message = {"role": "assistant", "content": []}
    value = {"message": message, "finishReason": "stop", "id": "r", "model": "m", "usage": usage}
    found = counts = as_it_is(name).encode_response(value, on_loss="ignore")["usage"]
    for key in at:
        found = found[key]
    assert found == 100
    assert counts.get("total_tokens", 150) == 150
