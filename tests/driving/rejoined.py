"""A reply whose message has again what stayed behind with the reply."""

from __future__ import annotations

import copy
from typing import Any

Json = Any


def rejoined(value: Json, wire: str) -> Json:
    """The reply with all that its wire said of the message, and of its blocks, where they are."""
    value = copy.deepcopy(value)
    overlay = (value.get("metadata") or {}).get(wire) or {}
    holder = overlay
    if isinstance(overlay.get("choices"), list):
        holder = overlay["choices"][0]
    left = holder.pop("message", {})
    _lay(value["message"], wire, left)
    blocks, stayed = value["message"]["content"], overlay.get("$", {}).pop("blocks", {})
    for at, rest in stayed.get("at", {}).items() if stayed.get("of") == len(blocks) else ():
        block = blocks[int(at)]
        _lay(block.get("toolCall", block), wire, rest)
    return value


def _lay(value: Json, wire: str, left: Json) -> None:
    """Lay what stayed behind under what is there."""
    if left:
        metadata = value.get("metadata") or {}
        value["metadata"] = {**metadata, wire: _over(left, metadata.get(wire) or {})}


def _over(below: Json, above: Json) -> Json:
    both = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict) and isinstance(above[key], dict):
            both[key] = _over(below[key], above[key])
    return both
