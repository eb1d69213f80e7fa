"""Whole replies taken apart into chunks, in any way the wire allows."""

from __future__ import annotations

import copy
from typing import Any

from dice import Dice

Json = Any


def _plain(part: Json) -> bool:
    """A text, or a thought, with nothing else to it."""
    return type(part.get("text")) is str and all(
        key == "text" or value is True for key, value in part.items()
    )


def streamable(body: Json) -> Json:
    """Neighbouring plain texts cannot be told from one that was cut: they are joined first.

    Nor can a stream tell what is empty, or which of two spellings a key had.
    """
    body = copy.deepcopy(body)
    candidates = body.get("candidates")
    ended = candidates and candidates[0].get("finishReason")
    if "error" in body or not (ended or body.get("promptFeedback")) or candidates == []:
        return None
    for record in (body, body.get("usageMetadata", {}), *(candidates or [])):
        if any("_" in key and not key.startswith("x_") for key in record):
            return None
    for place, candidate in enumerate(candidates or []):
        if "index" in candidate or len(candidates or []) > 1:
            candidate["index"] = place
        parts: list[Json] = []
        content = candidate.get("content", {})
        for part in content.get("parts", []):
            last = parts[-1] if parts else {}
            for piecewise in ("partialArgs", "willContinue"):
                # What only a call that comes in pieces has.
                part.get("functionCall", {}).pop(piecewise, None)
            if _plain(part) and _plain(last) and {*part} == {*last}:
                last["text"] += part["text"]
            else:
                parts.append(part)
        if parts:
            content["parts"] = parts
        elif "parts" in content:
            del content["parts"]
    return body


def _paths(value: Json, path: str) -> list[tuple[str, Json]] | None:
    """The leaves of arguments with their paths; None if a path cannot say it."""
    if type(value) is dict:
        if not value or not all(key.isidentifier() for key in value):
            return None
        inner = [_paths(item, f"{path}.{key}") for key, item in value.items()]
    elif type(value) is list:
        if not value:
            return None
        inner = [_paths(item, f"{path}[{at}]") for at, item in enumerate(value)]
    else:
        return [(path, value)]
    return None if None in inner else [leaf for leaves in inner for leaf in leaves or []]


def _leaf(path: str, value: Json, dice: Dice) -> list[Json]:
    """One argument; a text comes in pieces that say whether more follow."""
    if type(value) is str:
        pieces = [{"jsonPath": path, "stringValue": text, "willContinue": True}
                  for text in dice.pieces(value)]  # fmt: skip
        del pieces[-1]["willContinue"]
        return pieces
    if value is None:
        return [{"jsonPath": path, "nullValue": "NULL_VALUE"}]
    return [{"jsonPath": path, "boolValue" if type(value) is bool else "numberValue": value}]


def _part(part: Json, dice: Dice) -> list[Json]:
    """A part as it comes: a plain text in pieces, a call's arguments value by value, or whole."""
    if _plain(part):
        return [{**part, "text": text} for text in dice.pieces(part["text"])]
    call = part.get("functionCall")
    leaves = _paths(call.get("args"), "$") if type(call) is dict else None
    if type(call) is dict and leaves and call.get("args") and dice.chance(2):
        values = [piece for leaf in leaves for piece in _leaf(*leaf, dice)]
        begin = {key: value for key, value in call.items() if key != "args"}
        groups = dice.groups(values)
        return [
            {**part, "functionCall": {**begin, "willContinue": True}},
            *({"functionCall": {"partialArgs": g, "willContinue": True}} for g in groups),
            {"functionCall": {}},
        ]
    return [part]


def _candidate(candidate: Json, dice: Dice) -> list[Json]:
    """What comes of one candidate, chunk by chunk."""
    content = candidate.get("content")
    where = {"index": candidate["index"]} if "index" in candidate else {}
    chunks: list[Json] = []
    if type(content) is dict:
        parts = [piece for part in content.get("parts", []) for piece in _part(part, dice)]
        groups = dice.groups(parts)
        rest = {key: value for key, value in content.items() if key != "parts"}
        chunks = [{**where, "content": {"parts": group}} for group in groups]
        chunks = chunks or [{**where, "content": {}}]
        for chunk in chunks[: 1 if dice.chance(3) else None]:
            chunk["content"] |= rest
    if not chunks or dice.chance(2):
        chunks.append({**where})
    for key, value in candidate.items():
        if key not in ("content", "index", "finishReason"):
            dice.choice(chunks)[key] = value
    if "finishReason" in candidate:
        chunks[-1]["finishReason"] = candidate["finishReason"]
    return chunks


def split(body: Json, dice: Dice) -> list[Json]:
    queues = [_candidate(candidate, dice) for candidate in body.get("candidates", [])]
    turns = dice.turns(queues)
    groups = [[turn] for turn in turns] if len(queues) == 1 else dice.groups(turns)
    chunks: list[Json] = [{"candidates": group} for group in groups] or [{}]
    usage = body.get("usageMetadata")
    if "usageMetadata" in body:
        for chunk in chunks if type(usage) is dict and dice.chance(2) else ():
            counts = {key: value for key, value in usage.items() if dice.chance(2)}
            chunk["usageMetadata"] = {k: 0 if type(v) is int else v for k, v in counts.items()}
        chunks[-1]["usageMetadata"] = usage
    for key, value in body.items():
        if key not in ("candidates", "usageMetadata"):
            often = type(value) is str and (dice.orderly or dice.chance(2))
            there = chunks if often else [dice.choice(chunks)]
            for chunk in there:
                chunk[key] = value
    return chunks

def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    if "error" in body:
        return body
    if not body.get("candidates"):
        blocked = {"blockReason": "OTHER", **body.get("promptFeedback", {})}
        body = {**body, "promptFeedback": blocked}
        body.pop("candidates", None)
        return body
    first, *rest = body["candidates"]
    return {**body, "candidates": [{"finishReason": "STOP", **first}, *rest]}
