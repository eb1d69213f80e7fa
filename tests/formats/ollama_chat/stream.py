"""Whole replies taken apart into lines, in any way the wire allows."""

from __future__ import annotations

import copy
from typing import Any

from dice import Dice

Json = Any
EVERYWHERE = ("model", "created_at", "remote_model", "remote_host")
"""What each line says again."""


def streamable(body: Json) -> Json:
    """Lines do not say the keys that are null or empty beside what they grow into."""
    if body.get("done") is not True or "error" in body:
        return None
    body = copy.deepcopy(body)
    for holder in (body, body["message"]):
        for key in ("content", "thinking", "tool_calls", "images", "logprobs"):
            if key in holder and (holder[key] is None or holder[key] == []):
                del holder[key]
    return body


def _deltas(message: Json, dice: Dice) -> list[Json]:
    """A message in the order of its lines: thoughts, text, pictures, calls."""
    queues: list[list[Json]] = []
    for key in ("thinking", "content"):
        if key in message:
            queues.append([{key: piece} for piece in dice.pieces(message[key])])
    for key in ("images", "tool_calls"):
        if key in message:
            queues.append([{key: group} for group in dice.groups(message[key])])
    deltas = dice.turns(queues, one_by_one=dice.orderly or dice.chance(2)) or [{}]
    if "content" in message:
        deltas = [{"content": "", **delta} for delta in deltas]
    piece_keys = ("thinking", "content", "images", "tool_calls")
    for key, value in message.items():
        if key not in piece_keys:
            for delta in deltas if key == "role" else [dice.choice(deltas)]:
                delta[key] = value
    return deltas


def split(body: Json, dice: Dice) -> list[Json]:
    deltas = _deltas(body["message"], dice)
    if len(deltas) == 1 or dice.chance(2):
        last = {"role": "assistant", **({"content": ""} if "content" in body["message"] else {})}
        deltas.append(last)
    everywhere = {key: body[key] for key in EVERYWHERE if key in body}
    lines = [{**everywhere, "message": delta, "done": False} for delta in deltas]
    if "logprobs" in body:
        at = 0
        for group in dice.groups(body["logprobs"]):
            at = dice.randint(at, len(lines) - 1)
            lines[at]["logprobs"] = [*lines[at].get("logprobs", []), *group]
    for key, value in body.items():
        if key not in (*EVERYWHERE, "message", "logprobs"):
            lines[-1][key] = value
    return lines


def ended(body: Json) -> Json:
    """A drawn reply that says that it ended, as every stream does at its end."""
    return body if "error" in body else {**body, "done": True}
