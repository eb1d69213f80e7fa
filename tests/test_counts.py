"""Counts that came as floats: Cohere's client has them so, and its types take both."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from samples import as_it_is, difference, fixture

Json = Any
cohere = as_it_is("cohere_chat")
FLOATS = fixture("cohere_chat", "replies", "counts_as_floats")


def with_tokens(**tokens: Json) -> Json:
    body = copy.deepcopy(FLOATS)
    body["usage"] = {"tokens": tokens}
    return body


def test_they_are_the_integers_that_they_say_and_come_back_exactly() -> None:
    response = cohere.decode_response(FLOATS)
    usage = {key: count for key, count in response["usage"].items() if key != "metadata"}
    assert usage == {
        "cacheReadTokens": 448, "reasoningTokens": 0, "inputTokens": 42, "outputTokens": 7,
    }  # fmt: skip
    assert {type(count) for count in usage.values()} == {int}
    assert difference(FLOATS, cohere.encode_response(response)) is None


@pytest.mark.parametrize(
    ("count", "read"),
    [(12.0, 12), (0.0, 0), (-0.0, 0), (12.5, 0), (1e300, 0), (float(2**53), 2**53), (True, 0)],
)
def test_what_no_count_can_be_stays_what_it_is(count: Json, read: int) -> None:
    body = with_tokens(input_tokens=count)
    response = cohere.decode_response(body)
    assert response["usage"]["inputTokens"] == read
    assert difference(body, cohere.encode_response(response)) is None


def test_a_new_count_is_spelled_as_the_old_one_was() -> None:
    response = cohere.decode_response(with_tokens(input_tokens=12.0, output_tokens=4))
    response["usage"] |= {"inputTokens": 13, "outputTokens": 5}
    tokens = cohere.encode_response(response)["usage"]["tokens"]
    assert difference({"input_tokens": 13.0, "output_tokens": 5}, tokens) is None
    assert response["usage"]["metadata"]["cohere_chat"]["$"] == {
        "float": [["tokens", "input_tokens"]]
    }


def test_a_count_of_another_wire_is_an_integer() -> None:
    response = as_it_is("openai_chat").decode_response(fixture("openai_chat", "replies", "text"))
    tokens = cohere.encode_response(response)["usage"]["tokens"]
    assert {type(count) for count in tokens.values()} == {int}
