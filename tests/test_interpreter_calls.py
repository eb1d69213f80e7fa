"""Law 6 for calls and results: any order, any ids, and both agree on what answers what."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from samples import ADAPTERS, Adapter
from test_interpreter import disagreement_on_value, disagreement_on_wire, generated

Json = Any
CASES = 60
IDS = ("a", "b", "c", "a_2", "unnamed_call_1", "unnamed_call_2", "")
NAMES = ("f", "g")
REQUESTS = [adapter for adapter in ADAPTERS if adapter.entry == "request"]
each_request = pytest.mark.parametrize("wire", REQUESTS, ids=str)


def turn(dice: Random) -> Json:
    """A turn with some calls, each of them perhaps known by its position on a wire alone."""
    calls = [
        marked(dice, "id", {"id": dice.choice(IDS), "name": dice.choice(NAMES), "arguments": {}})
        for _ in range(dice.randrange(4))
    ]
    return {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": c} for c in calls]}


def result(dice: Random) -> Json:
    """A result of some call, or of none."""
    value = {"toolCallId": dice.choice(IDS), "name": dice.choice(NAMES), "kind": "text"}
    message = {"role": "tool", "toolResult": marked(dice, "toolCallId", {**value, "value": "x"})}
    if dice.randrange(4) == 0:
        overlay = dice.choice([{"$": {"order": "kept"}}, {"more": 1}, {}])
        message["metadata"] = {dice.choice(REQUESTS).format: overlay}
    return message


def marked(dice: Random, field: str, value: Json) -> Json:
    """A call or result; its form may say how its id was missing, or that it only looks so."""
    if dice.randrange(2):
        return value
    mine = value[field] if dice.randrange(4) else dice.choice(IDS)
    entry = dice.choice([
        {"for": mine}, {"for": mine, "as": None}, {"for": mine, "as": "b"},
        {"for": mine, "sent": True}, {"style": "present"},
    ])  # fmt: skip
    return {**value, "metadata": {dice.choice(REQUESTS).format: {"$": {field: entry}}}}


def question(dice: Random) -> Json:
    return {"role": "user", "content": dice.choice(["go", "on"])}


def conversation(dice: Random) -> Json:
    """Turns, results and questions in any order."""
    makers = [turn, turn, result, result, result, question]
    messages = [dice.choice(makers)(dice) for _ in range(dice.randint(1, 9))]
    return {"model": "m", "maxTokens": 9, "messages": messages}


@each_request
def test_they_agree_on_conversations_that_go_out(wire: Adapter) -> None:
    for seed in range(CASES):
        value = conversation(Random(seed))
        assert disagreement_on_value(wire, value) is None, value


@each_request
def test_they_agree_on_conversations_that_come_back(wire: Adapter) -> None:
    """As they went out, then with ids and messages that are lost or stand elsewhere."""
    for seed in range(CASES):
        dice = Random(seed)
        body = generated(wire.encode, conversation(dice))
        assert disagreement_on_wire(wire, body) is None, body
        disturb(dice, body)
        assert disagreement_on_wire(wire, body) is None, body


def disturb(dice: Random, value: Json) -> None:
    """Lose ids, or take others; exchange what stands in lists."""
    for key, inner in list(value.items()) if isinstance(value, dict) else enumerate(value):
        if key in ("id", "tool_call_id", "tool_use_id") and dice.randrange(3) == 0:
            value[key] = dice.choice([*IDS, None])
        elif isinstance(inner, dict | list):
            disturb(dice, inner)
    if isinstance(value, list) and len(value) > 1 and dice.randrange(3) == 0:
        value.insert(dice.randrange(len(value)), value.pop(dice.randrange(len(value))))
