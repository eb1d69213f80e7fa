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
