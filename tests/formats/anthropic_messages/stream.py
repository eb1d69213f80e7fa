"""Whole messages taken apart into the events of a stream, in any way the wire allows."""

from __future__ import annotations

from typing import Any

from dice import Dice

Json = Any


def streamable(body: Json) -> Json:
    if "content" not in body or not body.get("stop_reason"):
        return None
    return body


UNHEARD_OF = ("compaction", "brand_new", "container_upload")
"""Kinds of blocks that no row knows."""


def _block(block: Json, index: int, dice: Dice) -> list[Json]:
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


def _usage(usage: Json, dice: Dice) -> tuple[Json, Json]:
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


def split(body: Json, dice: Dice) -> list[Json]:
    message = {**body, "content": []}
    begin, end = _usage(body.get("usage"), dice)
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
    named = {"id", "type", "role", "model", "content", "usage", *stop, "stop_sequence"}
    for key in body:
        if key not in named and dice.chance(2):
            beside[key] = message.pop(key)
    blocks = [_block(block, at, dice) for at, block in enumerate(body["content"])]
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
        in_delta = holder["type"] == "content_block_delta" and {*holder["delta"]} & NAMED_PIECES
        if in_delta and dice.chance(2):
            holder = holder["delta"]
        (delta if key in NAMED_BY_EVENTS or key in holder else holder)[key] = value
    for other in ({"type": "ping"}, {"type": "ping"}, {"type": "brand_new", "index": 0}):
        if dice.chance(2):
            events.insert(dice.randint(1, len(events)), other)
    return events

def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    if "content" not in body:
        return body
    return {**body, "stop_reason": body.get("stop_reason") or "end_turn"}
