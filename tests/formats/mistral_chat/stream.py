"""Whole replies of Mistral taken apart into chunks, in any way the wire allows."""

from __future__ import annotations

import copy
from typing import Any

from dice import Dice

Json = Any


TEXTS = {"text": "text", "thinking": "thinking"}
"""Where a part of each kind has a text that goes on in the next part of its kind."""


def _agree(last: Json, part: Json, key: str) -> bool:
    """Whether two say nothing different beside their texts."""
    others = [name for name in part if name != key]
    return all(None in (part[n], last.get(n)) or part[n] == last.get(n) for n in others)


def _joined(parts: list[Json], kinds: dict[str, str]) -> list[Json]:
    """Parts as they come out of pieces: neighbours of one kind cannot be told apart."""
    found: list[Json] = []
    for part in parts:
        last, key = found[-1] if found else {}, kinds.get(str(part.get("type")), "")
        if key == "thinking":
            part = {**part, key: _joined(part[key], {"text": "text"})}
        if not key or part.get("type") != last.get("type") or not _agree(last, part, key):
            found.append(part)
            continue
        last |= {name: part[name] for name in part if last.get(name) is None}
        last[key] = last[key] + part[key]
        if key == "thinking":
            last[key] = _joined(last[key], {"text": "text"})
    return found


def _content(content: Json) -> Json:
    """Nor do they say whether what is nothing but a text is a list."""
    if not isinstance(content, list):
        return content
    parts = _joined(content, TEXTS)
    alone = len(parts) == 1 and parts[0].keys() == {"type", "text"}
    return parts[0]["text"] if alone else parts or ""


def streamable(body: Json) -> Json:
    """Chunks do not say calls that are empty, nor replies that have not ended."""
    choices = body.get("choices")
    if not choices or not choices[0].get("finish_reason"):
        return None
    body = {**copy.deepcopy(body), "object": "chat.completion"}
    for place, choice in enumerate(body["choices"]):
        message = choice.get("message")
        if not isinstance(message, dict):
            return None
        choice["index"] = place
        if "content" in message:
            message["content"] = _content(message["content"])
        if message.get("tool_calls") == []:
            del message["tool_calls"]
        for number, call in enumerate(message.get("tool_calls") or []):
            call["index"] = number
            if not isinstance(call["function"].get("arguments"), str):
                return None
            # Two calls of one reply never share an id.
            if call.get("id"):
                call["id"] += f"_{number}"
    return body


def _call(call: Json, place: int, dice: Dice) -> list[Json]:
    """A call as it comes: whole, as a rule, or with its arguments in pieces."""
    if dice.chance(2):
        return [call]
    first, *rest = dice.pieces(call["function"]["arguments"])
    begun = {**call, "function": {**call["function"], "arguments": first}}
    again = {"id": call["id"]} if call.get("id") and dice.chance(2) else {}
    return [begun, *({**again, "index": place, "function": {"arguments": p}} for p in rest)]


def _thoughts(part: Json, after: Json, dice: Dice) -> list[Json]:
    """Thoughts as they come: each a piece of a text, what else they say in some of them.

    After another thought, the first piece says what tells the two apart.
    """
    beside = {key: value for key, value in part.items() if key not in ("type", "thinking")}
    records: list[Json] = []
    for record in part["thinking"]:
        if record.get("type") == "text" and isinstance(record.get("text"), str):
            records += [{**record, "text": piece} for piece in dice.pieces(record["text"]) or [""]]
        else:
            records.append(record)
    pieces = [{"type": "thinking", "thinking": [record]} for record in records]
    pieces = pieces or [{"type": "thinking", "thinking": []}]
    last = pieces[:1] if after == "thinking" else pieces[-1:]
    for piece in dice.choice([pieces[:1], last, pieces]):
        piece |= beside
    return pieces


def _parts(parts: list[Json], dice: Dice) -> list[Json]:
    """What comes of a list of parts: lists of some, and texts that go on with the last one."""
    found: list[Json] = []
    kind = None
    for part in parts:
        before, kind = kind, part.get("type")
        if kind == "thinking":
            pieces = _thoughts(part, before, dice)
        elif kind == "text":
            first, *rest = dice.pieces(part["text"]) or [""]
            pieces = [{**part, "text": first}]
            pieces += [text if dice.chance(2) else {"type": "text", "text": text} for text in rest]
        else:
            pieces = [part]
        for piece in pieces:
            if isinstance(piece, str):
                found.append(piece)
            elif found and isinstance(found[-1], list) and dice.chance(3):
                found[-1].append(piece)
            else:
                found.append([piece])
    return found


def _deltas(message: Json, dice: Dice) -> list[Json]:
    """A message as deltas: its text, and then its calls."""
    piece_keys = ("role", "content", "tool_calls")
    begin: dict[str, Json] = {k: v for k, v in message.items() if k not in piece_keys}
    deltas: list[Json] = []
    content, calls = message.get("content"), message.get("tool_calls") or []
    if "content" in message:
        begin["content"] = None if content is None else ""
        pieces = _parts(content, dice) if isinstance(content, list) else dice.pieces(content or "")
        deltas = [{"content": piece} for piece in pieces] if content else []
    if "tool_calls" in message and not calls:
        begin["tool_calls"] = None
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
