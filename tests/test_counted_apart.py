"""Tokens of reasoning that a service counts beside the output, though most count them in it."""

from __future__ import annotations

from typing import Any

import pytest

from samples import as_it_is, difference

Json = Any
WIRES = [
    ("openai_chat", "prompt_tokens", "completion_tokens"),
    ("openai_responses", "input_tokens", "output_tokens"),
]


def body_of(name: str, took: int, gave: int, thought: int, total: Json) -> Json:
    _, in_, out = next(one for one in WIRES if one[0] == name)
    usage = {in_: took, out: gave, f"{out}_details": {"reasoning_tokens": thought}}
    usage |= {} if total is None else {"total_tokens": total}
    if name == "openai_chat":
        message = {"role": "assistant", "content": "a"}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        head = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
        return {**head, "choices": [choice], "usage": usage}
    head = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
    fixed = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return {**head, **fixed, "output": [], "usage": usage}


CASES = [
    (12, 300, 198, 312, 102),  # in it, as OpenAI counts
    (12, 300, 198, 510, 300),  # beside it, as xAI does
    (43, 10, 11, 53, 0),  # in it, and one more than all of it
    (43, 10, 11, 64, 10),
    (43, 10, 90, 53, 10),  # more than can be in it
    (43, 10, 11, 99, 10),  # a sum that says nothing
    (43, 10, 11, None, 10),
    (12, 300, 198, 999, 102),
    (12, 300, 198, "510", 102),
    (12, 300, 0, 312, 300),
]


@pytest.mark.parametrize("name", [name for name, _, _ in WIRES])
@pytest.mark.parametrize(("took", "gave", "thought", "total", "left"), CASES)
def test_the_sum_tells_whether_the_output_has_them(
    name: str, took: int, gave: int, thought: int, total: Json, left: int
) -> None:
    wire, body = as_it_is(name), body_of(name, took, gave, thought, total)
    response = wire.decode_response(body)
    usage = response["usage"]
    assert (usage["outputTokens"], usage["reasoningTokens"]) == (left, thought)
    assert difference(body, wire.encode_response(response)) is None
    there = as_it_is("anthropic_messages").encode_response(response)
    assert there["usage"]["output_tokens"] == left + thought


@pytest.mark.parametrize("name", [name for name, _, _ in WIRES])
def test_counts_that_were_edited_are_written_as_the_wire_counts(name: str) -> None:
    wire = as_it_is(name)
    out = next(one[2] for one in WIRES if one[0] == name)
    for total, left in ((510, 300), (312, 102)):
        response = wire.decode_response(body_of(name, 12, 300, 198, total))
        assert response["usage"]["outputTokens"] == left
        response["usage"]["reasoningTokens"] = 100
        assert wire.encode_response(response)["usage"][out] == left + 100


def test_a_count_that_had_less_than_what_is_in_it_does_so_by_the_sum_alone() -> None:
    wire = as_it_is("openai_chat")
    response = wire.decode_response(body_of("openai_chat", 43, 10, 11, 53))
    response["usage"]["inputTokens"] = 44
    usage = wire.encode_response(response)["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (44, 11)
