"""Whole replies of Cohere taken apart into the events of a stream, in any way the wire allows."""

from __future__ import annotations

import copy
from typing import Any

from dice import Dice

Json = Any
TOLD = ("content", "tool_plan", "tool_calls", "citations")
"""What of a message has events of its own."""
NAMED = ("type", "id", "index", "delta", "message")


def streamable(body: Json) -> Json:
    """Events do not say of what they bring that it is empty."""
    message = body.get("message")
    if not isinstance(message, dict) or not body.get("finish_reason"):
        return None
    if isinstance(message.get("content"), str):
        return None
    body = copy.deepcopy(body)
    for key in TOLD:
        if not body["message"].get(key):
            body["message"].pop(key, None)
    for number, call in enumerate(body["message"].get("tool_calls", [])):
        # Two calls of one reply never share an id.
        if call.get("id"):
            call["id"] += f"_{number}"
    return body


def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    if not isinstance(body.get("message"), dict):
        return body
    return {**body, "finish_reason": body.get("finish_reason") or "COMPLETE"}


def _about(kind: str, index: int, key: str, value: Json) -> Json:
    """An event about one element."""
    return {"type": kind, "index": index, "delta": {"message": {key: value}}}


def _part(part: Json, index: int, dice: Dice) -> list[Json]:
    """The events of a part; its text comes in pieces, some of them with its beginning."""
    key = {"text": "text", "thinking": "thinking"}.get(part.get("type"), "")
    begun, pieces = dict(part), []
    if type(part.get(key)) is str:
        first, *pieces = dice.pieces(part[key])
        if dice.chance(2):
            first, pieces = "", [first, *pieces]
        begun[key] = first
    return [
        _about("content-start", index, "content", begun),
        *(_about("content-delta", index, "content", {key: piece}) for piece in pieces),
        {"type": "content-end", "index": index},
    ]


def _call(call: Json, index: int, dice: Dice) -> list[Json]:
    """The events of a call, whose arguments are a text."""
    begun, pieces = copy.deepcopy(call), []
    text = call["function"].get("arguments")
    if type(text) is str:
        first, *pieces = dice.pieces(text)
        if dice.chance(2):
            first, pieces = "", [first, *pieces]
        begun["function"]["arguments"] = first
    return [
        _about("tool-call-start", index, "tool_calls", begun),
        *(_about("tool-call-delta", index, "tool_calls", {"function": {"arguments": piece}})
          for piece in pieces),
        {"type": "tool-call-end", "index": index},
    ]  # fmt: skip


def _citation(citation: Json, index: int) -> list[Json]:
    return [
        _about("citation-start", index, "citations", citation),
        {"type": "citation-end", "index": index},
    ]


def split(body: Json, dice: Dice) -> list[Json]:
    message = body["message"]
    beside = {key: value for key, value in message.items() if key not in TOLD}
    begun = {key: value for key, value in beside.items() if value or type(value) in (int, float)}
    left = {key: value for key, value in beside.items() if key not in begun}
    if dice.chance(2):
        begun |= {"content": [], "tool_plan": "", "tool_calls": [], "citations": []}
    start = {"type": "message-start", "delta": {"message": begun}}
    if "id" in body:
        start["id"] = body["id"]
    parts = [_part(part, at, dice) for at, part in enumerate(message.get("content", []))]
    cited = [_citation(one, at) for at, one in enumerate(message.get("citations", []))]
    calls = [_call(call, at, dice) for at, call in enumerate(message.get("tool_calls", []))]
    plan = [
        {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": piece}}}
        for piece in (dice.pieces(message["tool_plan"]) if "tool_plan" in message else ())
    ]
    texts = [event for part in parts for event in part]
    citing = [event for one in cited for event in one]
    rest = {key: value for key, value in body.items() if key not in ("id", "message")}
    end: Json = {"type": "message-end", "delta": {**rest, **({"message": left} if left else {})}}
    for key in [*rest]:
        if key not in (*NAMED, "finish_reason", "usage", "logprobs") and dice.chance(2):
            end[key] = end["delta"].pop(key)
    if "id" in body and dice.chance(3):
        end["id"] = body["id"]
    events = [start, *dice.turns([texts, citing]), *plan, *(e for call in calls for e in call), end]
    for other in ({"type": "debug", "prompt": "?"}, {"type": "brand-new", "index": 0}):
        if dice.chance(3):
            events.insert(dice.randint(1, len(events)), other)
    return events
