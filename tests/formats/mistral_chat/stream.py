"""Whole replies of Mistral taken apart into chunks, in any way the wire allows."""

from __future__ import annotations

import copy
from typing import Any

from dice import Dice

Json = Any


def streamable(body: Json) -> Json:
    """Chunks do not say calls that are null or empty, nor replies that have not ended."""
    choices = body.get("choices")
    if not choices or not choices[0].get("finish_reason"):
        return None
    body = {**copy.deepcopy(body), "object": "chat.completion"}
    for place, choice in enumerate(body["choices"]):
        message = choice.get("message")
        if not isinstance(message, dict) or isinstance(message.get("content"), list):
            return None
        choice["index"] = place
        if "tool_calls" in message and not message["tool_calls"]:
            del message["tool_calls"]
        for number, call in enumerate(message.get("tool_calls", [])):
            call.pop("index", None)  # it numbers the pieces
            if not isinstance(call["function"].get("arguments"), str):
                return None
            # Two calls of one reply never share an id.
            if call.get("id"):
                call["id"] += f"_{number}"
    return body


def _call(call: Json, place: int, dice: Dice) -> list[Json]:
    """A call as it comes: whole, as a rule, or with its arguments in pieces."""
    if dice.chance(2):
        return [{**call, "index": place}]
    first, *rest = dice.pieces(call["function"]["arguments"])
    begun = {**call, "index": place, "function": {**call["function"], "arguments": first}}
    again = {"id": call["id"]} if call.get("id") and dice.chance(2) else {}
    return [begun, *({**again, "index": place, "function": {"arguments": p}} for p in rest)]


def _deltas(message: Json, dice: Dice) -> list[Json]:
    """A message as deltas: its text, and then its calls."""
    told = ("role", "content", "tool_calls")
    begin: dict[str, Json] = {k: v for k, v in message.items() if k not in told}
    deltas: list[Json] = []
    content, calls = message.get("content"), message.get("tool_calls", [])
    if "content" in message:
        begin["content"] = None if content is None else ""
        deltas = [{"content": piece} for piece in dice.pieces(content)] if content else []
    if calls and all(call.get("id") for call in calls) and dice.chance(3):
        # All in one chunk, told by their ids.
        deltas.append({"tool_calls": calls})
        calls = []
    for at, call in enumerate(calls):
        deltas += [{"tool_calls": [piece]} for piece in _call(call, at, dice)]
    first = {"role": message["role"], **begin}
    return [first, *deltas]


def _choice(choice: Json, dice: Dice) -> list[Json]:
    """The pieces of one choice; the last tells why it ended."""
    deltas = _deltas(choice["message"], dice)
    if dice.chance(2):
        deltas.append({"content": ""} if choice["message"].get("content") else {})
    pieces = [{"index": choice["index"], "delta": one, "finish_reason": None} for one in deltas]
    if "finish_reason" in choice:
        pieces[-1]["finish_reason"] = choice["finish_reason"]
    else:
        pieces = [{k: v for k, v in piece.items() if k != "finish_reason"} for piece in pieces]
    for key, value in choice.items():
        if key not in ("index", "message", "finish_reason"):
            dice.choice(pieces)[key] = value
    return pieces


def split(body: Json, dice: Dice) -> list[Json]:
    turns = dice.turns([_choice(choice, dice) for choice in body["choices"]])
    rest = {key: value for key, value in body.items() if key not in ("choices", "object", "usage")}
    everywhere = {key: rest.pop(key) for key in ("id", "created", "model") if key in rest}
    chunks = [
        {"object": "chat.completion.chunk", **everywhere, "choices": [turn]} for turn in turns
    ]
    if "usage" in body:
        chunks[-1]["usage"] = body["usage"]
    for key, value in rest.items():
        dice.choice(chunks)[key] = value
    if dice.chance(3):
        chunks = [{**chunk, "p": "a" * dice.randint(0, 9)} for chunk in chunks]
    return chunks


def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    if "choices" not in body:
        return body
    first, *rest = body["choices"]
    first = {**first, "finish_reason": first.get("finish_reason") or "stop"}
    return {**body, "choices": [first, *rest]}
