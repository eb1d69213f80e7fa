"""What the hand-written conversions share of replies: keys that no request's message has."""

from __future__ import annotations

from typing import Any, NamedTuple

from .common import EMPTY, Json

Keys = dict[str, Any]
"""The keys that a request has, too; under some of them those of the object there, else None."""


class Returned(NamedTuple):
    """What of a reply's message goes back: its own keys, and those of each kind of block."""

    keys: Keys
    blocks: dict[str, Keys]


def keep_apart(
    x: dict[str, Any], format_: str, returned: Returned, in_choices: bool = False
) -> dict[str, Any]:
    """A reply just read, in whose own overlay is what its message has beyond a request's."""
    message = x["message"]
    if "metadata" in message:
        left = _taken(message, format_, returned.keys)
        if left:
            own = x.setdefault("metadata", {}).setdefault(format_, {})
            if in_choices:
                first, *others = own.get("choices") or [EMPTY]
                own["choices"] = [{**first, "message": left}, *others]
            else:
                own["message"] = left
    at: dict[str, Any] = {}
    for place, block in enumerate(message["content"]):
        kind = block["kind"]
        holder = block["toolCall"] if kind == "toolCall" else block
        if "metadata" in holder and kind in returned.blocks:
            left = _taken(holder, format_, returned.blocks[kind])
            if left:
                at[str(place)] = left
    if at:
        own = x.setdefault("metadata", {}).setdefault(format_, {})
        stayed = {"of": len(message["content"]), "at": at}
        own["$"] = {**own.get("$", EMPTY), "blocks": stayed}
    return x


def _taken(x: dict[str, Any], format_: str, keys: Keys) -> dict[str, Any]:
    """What of an overlay stays behind; it is taken out."""
    own = x["metadata"][format_]
    left = _beyond(own, keys)
    if left:
        goes = _without(own, left, keys)
        if goes:
            x["metadata"] = {format_: goes}
        else:
            del x["metadata"]
    return left


def _beyond(own: dict[str, Any], keys: Keys) -> dict[str, Any]:
    left = {}
    for key, value in own.items():
        if key not in keys:
            if key != "$":
                left[key] = value
        elif keys[key] and type(value) is dict and (inner := _beyond(value, keys[key])):
            left[key] = inner
    return left


def _without(own: dict[str, Any], left: dict[str, Any], keys: Keys) -> dict[str, Any]:
    goes = {key: value for key, value in own.items() if key not in left}
    for key in left:
        if key in keys and (inner := _without(own[key], left[key], keys[key])):
            goes[key] = inner
    return goes


def rejoined(message: dict[str, Any], stayed: dict[str, Any], format_: str) -> dict[str, Any]:
    """A message whose blocks, if they are as many as they were, have again what stayed behind."""
    blocks = [*message["content"]]
    if len(blocks) != stayed["of"]:
        return message
    for place, left in stayed["at"].items():
        block = blocks[int(place)]
        if "toolCall" in block:
            block = {**block, "toolCall": _with(block["toolCall"], format_, left)}
        else:
            block = _with(block, format_, left)
        blocks[int(place)] = block
    return {**message, "content": blocks}


def _with(x: dict[str, Any], format_: str, left: dict[str, Any]) -> dict[str, Any]:
    metadata = x.get("metadata") or EMPTY
    return {**x, "metadata": {**metadata, format_: _over(metadata.get(format_) or EMPTY, left)}}


def _over(own: Json, left: Json) -> Json:
    """What stayed behind under an overlay, which wins."""
    if type(own) is not dict or type(left) is not dict:
        return own
    shared = {key: _over(own[key], left[key]) for key in left if key in own}
    return {**left, **own, **shared}
