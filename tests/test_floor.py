"""The floor of the benchmark: a comparison is fair only if both sides do the same work."""

from __future__ import annotations

import copy
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from samples import FORMATS, difference

sys.path.insert(0, str(Path(__file__).parent / "bench"))
traffic: Any = importlib.import_module("traffic")

Json = Any
ENTRIES = ("request", "response")


def _cases() -> list[Any]:
    cases = []
    for format_ in FORMATS:
        for entry in ENTRIES:
            for name, payload in traffic.fixtures(format_, entry).items():
                cases.append((format_, entry, name, payload))
        for turns in traffic.TURNS:
            cases.append(
                (format_, "request", f"{turns} turns", traffic.conversation(format_, turns))
            )
        cases.append((format_, "response", "usual reply", traffic.reply(format_)))
    return [pytest.param(f, e, p, id=f"{f}-{e}-{n}") for f, e, n, p in cases]


CONVERSED = "calls are told apart in a conversation, and results kept where they stood"
NAMED = "ids of calls are made of the reply's own"
TWICE = "what a body has twice goes with the field"
WHOLE = "a count that does not add up is kept with its parts"
RESULT = "a result is text only where nothing stands beside it"
BEYOND = {
    "openai_chat-request-requests/duplicate_ids": CONVERSED,
    "openai_chat-request-requests/ids_that_look_made_up": CONVERSED,
    "openai_chat-request-requests/missing_ids": CONVERSED,
    "openai_chat-request-requests/parallel_calls": CONVERSED,
    "openai_chat-request-requests/limits_both_keys": TWICE,
    "openai_chat-request-requests/limits_null": TWICE,
    "openai_chat-response-replies/calls_without_ids": NAMED,
    "openai_chat-response-replies/usage_inconsistent": WHOLE,
    "anthropic_messages-request-requests/output_both": TWICE,
    "anthropic_messages-request-requests/results_mixed_with_blocks": CONVERSED,
    "anthropic_messages-request-requests/stray_and_duplicate_ids": CONVERSED,
    "anthropic_messages-response-replies/usage_more_thinking_than_output": WHOLE,
    "gemini-request-requests/both_spellings_at_once": TWICE,
    "gemini-request-requests/tools_both_schemas": TWICE,
    "gemini-request-requests/calls_without_ids": CONVERSED,
    "gemini-request-requests/ids_that_look_made_up": CONVERSED,
    "gemini-request-requests/more_results_than_calls": CONVERSED,
    "gemini-request-requests/snake_case_calls": CONVERSED,
    "gemini-request-requests/result_media": RESULT,
    "gemini-request-requests/result_shapes": RESULT,
    "gemini-request-requests/results_with_other_parts": RESULT,
    "gemini-response-replies/call_with_integer_finish": NAMED,
    "gemini-response-replies/calls_without_ids_or_args": NAMED,
    "gemini-response-replies/parallel_calls": NAMED,
    "gemini-response-replies/snake_case": NAMED,
    "gemini-response-replies/surrogates": NAMED,
    "gemini-response-usual reply": NAMED,
    "gemini-response-replies/usage_cached_alone": WHOLE,
    "gemini-response-replies/usage_more_cached_than_prompt": WHOLE,
}
"""Where the generated code does more than the floor: it reads another value, and why."""


@pytest.mark.parametrize(("format_", "entry", "payload"), _cases())
def test_floor_and_generated_code_agree(
    format_: str, entry: str, payload: Json, request: pytest.FixtureRequest
) -> None:
    """Both read the same value, write the payload back exactly, and change nothing they got."""
    generated: Any = importlib.import_module(f"toolwire.{format_}")
    floor: Any = importlib.import_module(f"floor_{format_}")
    before = copy.deepcopy(payload)
    value = getattr(floor, f"decode_{entry}")(payload)
    kept = copy.deepcopy(value)
    read = getattr(generated, f"decode_{entry}")(payload)
    other = request.node.callspec.id in BEYOND
    assert (difference(value, read) is not None) is other
    assert difference(getattr(floor, f"encode_{entry}")(value), before) is None
    if other:
        assert difference(getattr(generated, f"encode_{entry}")(read), before) is None
        return
    assert difference(getattr(generated, f"encode_{entry}")(value), before) is None
    assert difference(value, kept) is None
    assert difference(payload, before) is None


@pytest.mark.parametrize("format_", FORMATS)
def test_floor_lets_a_changed_value_win(format_: str) -> None:
    """An overlay holds how things were spelled; it never overrules what the app wrote."""
    floor: Any = importlib.import_module(f"floor_{format_}")
    request = floor.decode_request(traffic.conversation(format_, 1))
    calls = [
        block["toolCall"]
        for message in request["messages"]
        if message["role"] == "assistant"
        for block in message["content"]
        if block["kind"] == "toolCall"
    ]
    calls[0]["arguments"] = {"city": "Bergen"}
    request["maxTokens"] = 7
    again = floor.decode_request(floor.encode_request(request))
    assert difference(again, request) is None


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("turns", traffic.TURNS)
def test_conversations_are_as_long_as_they_say(format_: str, turns: int) -> None:
    """A made-up conversation holds a question, two calls, two results and an answer a turn."""
    floor: Any = importlib.import_module(f"floor_{format_}")
    messages = floor.decode_request(traffic.conversation(format_, turns))["messages"]
    roles = [message["role"] for message in messages]
    assert roles[0] == "system"
    assert roles[1:] == ["user", "assistant", "tool", "tool", "assistant"] * turns
    kinds = {message["toolResult"]["name"] for message in messages if message["role"] == "tool"}
    assert kinds == set(traffic.TOOLS)
