"""Law 6 where drawn payloads seldom come."""

from __future__ import annotations

from typing import Any

import pytest

from samples import adapter, difference
from test_interpreter import disagreement_on_value
from test_stream_interpreter import generated, interpreted

Json = Any
VIDEO = {"kind": "document", "data": "AAAA", "mimeType": "video/mp4"}
ODD = {"kind": "text", "text": "", "metadata": {"anthropic_messages": {"$": {"odd": {}}}}}


@pytest.mark.parametrize(("name", "block"), [("gemini", VIDEO), ("anthropic_messages", ODD)])
def test_they_agree_on_a_block_that_its_wire_refuses_or_drops(name: str, block: Json) -> None:
    message = {"role": "user", "content": [block]}
    value = {"model": "m", "maxTokens": 9, "messages": [message]}
    assert disagreement_on_value(adapter(name, "request"), value) is None


def part(value: Json) -> Json:
    return {"candidates": [{"index": 0, "content": {"role": "model", "parts": [value]}}]}


def call(value: Json) -> Json:
    return {"id": "r", "choices": [{"index": 0, "delta": {"tool_calls": [value]}}]}


PARTS = [part({"text": "a", "thoughtSignature": "AAAA"}), part({"text": "b", "thought": True})]
CALLS = [
    call({"id": "a", "function": {"name": "f", "arguments": "{"}}),
    call({"id": "b", "function": {"name": "g", "arguments": "["}}),
    call({"id": "a", "function": {"arguments": "}"}}),
    call({"function": {"arguments": "]"}}),
]


@pytest.mark.parametrize(("name", "events"), [("gemini", PARTS), ("openai_chat", CALLS)])
def test_they_agree_on_pieces_that_nothing_numbers(name: str, events: list[Json]) -> None:
    found = generated(name, events)
    assert "refused" not in found
    assert difference(interpreted(name, events), found) is None
