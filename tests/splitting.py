"""A whole reply taken apart into the events of its wire's stream, in any way the wire allows.

These are the tests' own idea of each wire, written from the providers' descriptions; the compiled
tables have no part in it. ``streamable`` says which replies a stream can tell at all.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import splitting_openai
from dice import Dice

Json = Any


# -- Anthropic Messages


def _anthropic_streamable(body: Json) -> Json:
    if "content" not in body or not body.get("stop_reason"):
        return None
    return body


UNHEARD_OF = ("compaction", "brand_new", "container_upload")
"""Kinds of blocks that no row knows."""


def _anthropic_block(block: Json, index: int, dice: Dice) -> list[Json]:
    """The events of one block; what begins empty grows by deltas."""
    start = dict(block)
    deltas: list[Json] = []
    kind = block.get("type")
    if kind == "text":
        if type(block.get("citations")) is list:
            deltas += [{"type": "citations_delta", "citation": one} for one in block["citations"]]
            start["citations"] = []
            if deltas and dice.chance(2):
                del start["citations"]
        first, *rest = dice.pieces(block["text"])
        start["text"] = "" if (before := dice.chance(2)) else first
        texts = [first, *rest] if before else rest
        deltas = dice.turns([deltas, [{"type": "text_delta", "text": text} for text in texts]])
    elif kind == "thinking":
        start["thinking"] = ""
        texts = dice.pieces(block["thinking"])
        deltas = [{"type": "thinking_delta", "thinking": text} for text in texts]
        if type(block.get("signature")) is str and not dice.chance(4):
            start["signature"] = ""
            signed = dice.pieces(block["signature"]) if dice.chance(4) else [block["signature"]]
            deltas += [{"type": "signature_delta", "signature": text} for text in signed]
    elif kind in ("tool_use", "server_tool_use") and type(block.get("input")) is dict:
        value = block["input"]
        if not dice.chance(6):
            start["input"] = {}
            text = dice.spelled(value) if value or dice.chance(2) else ""
            if [*value] == ["__invalid_arguments__"]:
                # What the model wrote was no object, and a reply sent whole can only say it so.
                text = value["__invalid_arguments__"]
            parts = dice.pieces(text)
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
    elif kind in UNHEARD_OF and dice.chance(2):
        # Who knows nothing of a block knows nothing of its deltas: they bring more of its keys.
        sort = "compaction_delta" if kind == "compaction" else f"{kind}_delta"
        for key, value in block.items():
            if type(value) is str and value and key not in ("type", "id", "name"):
                start[key] = dice.choice(["", None])
                deltas += [{"type": sort, key: piece} for piece in dice.pieces(value)]
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def _anthropic_usage(usage: Json, dice: Dice) -> tuple[Json, Json]:
    """The tokens as they are told first, and at the end."""
    if not isinstance(usage, dict) or dice.chance(4):
        return usage, {}
    begin: dict[str, Json] = {}
    end: dict[str, Json] = {}
    for key, value in usage.items():
        if type(value) is int:
            begin[key] = value if dice.chance(2) else 0
            end[key] = value
        elif dice.chance(2):
            begin[key] = value
        else:
            begin[key] = None
            end[key] = value
    return begin, end


NAMED_PIECES = {"text", "thinking", "signature", "citation", "partial_json"}
NAMED_BY_EVENTS = {*("type", "index", "delta", "usage", "message", "content_block"), *NAMED_PIECES}


def _anthropic_split(body: Json, dice: Dice) -> list[Json]:
    message = {**body, "content": []}
    begin, end = _anthropic_usage(body.get("usage"), dice)
    message["usage"] = begin
    if "usage" not in body:
        del message["usage"]
    stop: dict[str, Json] = {"stop_reason": body["stop_reason"]}
    message["stop_reason"] = None
    if "stop_sequence" in body:
        stop["stop_sequence"] = body["stop_sequence"]
        message["stop_sequence"] = None
    beside: dict[str, Json] = {}
    for key in ("stop_details", "container"):
        if key in body and dice.chance(2):
            stop[key] = body[key]
            message[key] = None
    known = {"id", "type", "role", "model", "content", "usage", *stop, "stop_sequence"}
    for key in body:
        if key not in known and dice.chance(2):
            beside[key] = message.pop(key)
    blocks = [_anthropic_block(block, at, dice) for at, block in enumerate(body["content"])]
    kinds = [block.get("type") for block in body["content"]]
    # Two texts at once have no order until the reply is whole.
    alone = kinds.count("text") < 2 and kinds.count("thinking") < 2
    mixed = alone and not dice.orderly and dice.chance(2)
    delta: dict[str, Json] = {"type": "message_delta", "delta": stop}
    if end or ("usage" in body and dice.chance(2)):
        delta["usage"] = end
    events = [
        {"type": "message_start", "message": message},
        *dice.turns(blocks, one_by_one=not mixed),
        delta,
        {"type": "message_stop"},
    ]
    for key, value in beside.items():
        holder = delta if dice.chance(2) else dice.choice(events)
        # A delta that nobody knows brings keys of its block.
        known = holder["type"] == "content_block_delta" and {*holder["delta"]} & NAMED_PIECES
        if known and dice.chance(2):
            holder = holder["delta"]
        (delta if key in NAMED_BY_EVENTS or key in holder else holder)[key] = value
    for other in ({"type": "ping"}, {"type": "ping"}, {"type": "brand_new", "index": 0}):
        if dice.chance(2):
            events.insert(dice.randint(1, len(events)), other)
    return events


# -- Gemini


def _plain(part: Json) -> bool:
    """A text, or a thought, with nothing else to it."""
    return type(part.get("text")) is str and all(
        key == "text" or value is True for key, value in part.items()
    )


def _gemini_streamable(body: Json) -> Json:
    """Neighbouring plain texts cannot be told from one that was cut: they are joined first.

    Nor can a stream tell what is empty, or which of two spellings a key had.
    """
    body = copy.deepcopy(body)
    candidates = body.get("candidates")
    ended = candidates and candidates[0].get("finishReason")
    if "error" in body or not (ended or body.get("promptFeedback")) or candidates == []:
        return None
    for told in (body, body.get("usageMetadata", {}), *(candidates or [])):
        if any("_" in key and not key.startswith("x_") for key in told):
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


def _gemini_paths(value: Json, path: str) -> list[tuple[str, Json]] | None:
    """The leaves of arguments with their paths; None if a path cannot say it."""
    if type(value) is dict:
        if not value or not all(key.isidentifier() for key in value):
            return None
        inner = [_gemini_paths(item, f"{path}.{key}") for key, item in value.items()]
    elif type(value) is list:
        if not value:
            return None
        inner = [_gemini_paths(item, f"{path}[{at}]") for at, item in enumerate(value)]
    else:
        return [(path, value)]
    return None if None in inner else [leaf for leaves in inner for leaf in leaves or []]


def _gemini_leaf(path: str, value: Json, dice: Dice) -> list[Json]:
    """One argument; a text comes in pieces that say whether more follow."""
    if type(value) is str:
        pieces = [{"jsonPath": path, "stringValue": text, "willContinue": True}
                  for text in dice.pieces(value)]  # fmt: skip
        del pieces[-1]["willContinue"]
        return pieces
    if value is None:
        return [{"jsonPath": path, "nullValue": "NULL_VALUE"}]
    return [{"jsonPath": path, "boolValue" if type(value) is bool else "numberValue": value}]


def _gemini_part(part: Json, dice: Dice) -> list[Json]:
    """A part as it comes: a plain text in pieces, a call's arguments value by value, or whole."""
    if _plain(part):
        return [{**part, "text": text} for text in dice.pieces(part["text"])]
    call = part.get("functionCall")
    leaves = _gemini_paths(call.get("args"), "$") if type(call) is dict else None
    if type(call) is dict and leaves and call.get("args") and dice.chance(2):
        values = [piece for leaf in leaves for piece in _gemini_leaf(*leaf, dice)]
        begin = {key: value for key, value in call.items() if key != "args"}
        groups = dice.groups(values)
        return [
            {**part, "functionCall": {**begin, "willContinue": True}},
            *({"functionCall": {"partialArgs": g, "willContinue": True}} for g in groups),
            {"functionCall": {}},
        ]
    return [part]


def _gemini_candidate(candidate: Json, dice: Dice) -> list[Json]:
    """What comes of one candidate, chunk by chunk."""
    content = candidate.get("content")
    where = {"index": candidate["index"]} if "index" in candidate else {}
    chunks: list[Json] = []
    if type(content) is dict:
        parts = [piece for part in content.get("parts", []) for piece in _gemini_part(part, dice)]
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


def _gemini_split(body: Json, dice: Dice) -> list[Json]:
    queues = [_gemini_candidate(candidate, dice) for candidate in body.get("candidates", [])]
    turns = dice.turns(queues)
    groups = [[turn] for turn in turns] if len(queues) == 1 else dice.groups(turns)
    chunks: list[Json] = [{"candidates": group} for group in groups] or [{}]
    usage = body.get("usageMetadata")
    if "usageMetadata" in body:
        for chunk in chunks if type(usage) is dict and dice.chance(2) else ():
            known = {key: value for key, value in usage.items() if dice.chance(2)}
            chunk["usageMetadata"] = {k: 0 if type(v) is int else v for k, v in known.items()}
        chunks[-1]["usageMetadata"] = usage
    for key, value in body.items():
        if key not in ("candidates", "usageMetadata"):
            often = type(value) is str and (dice.orderly or dice.chance(2))
            there = chunks if often else [dice.choice(chunks)]
            for chunk in there:
                chunk[key] = value
    return chunks


_WIRES: dict[str, tuple[Callable[[Json], Json], Callable[[Json, Dice], list[Json]]]] = {
    "openai_chat": (splitting_openai.streamable, splitting_openai.split),
    "anthropic_messages": (_anthropic_streamable, _anthropic_split),
    "gemini": (_gemini_streamable, _gemini_split),
}


def streamable(name: str, body: Json) -> Json:
    """The reply as a stream can tell it; None for one that no stream can end with."""
    return _WIRES[name][0](body)


def split(name: str, body: Json, dice: Dice) -> list[Json]:
    """The events of a reply that is ``streamable``; they share nothing with it."""
    return copy.deepcopy(_WIRES[name][1](body, dice))


__all__ = ["Dice", "split", "streamable"]
