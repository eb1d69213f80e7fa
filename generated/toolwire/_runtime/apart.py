# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What of a reply's message is the reply's alone.

A message goes into the next request as it is. Keys that a request's message does not have stay in
the overlay of the response: those of the message where they stood, those of its blocks in the form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .absence import EMPTY

Json = Any
BLOCKS = "blocks"
"""The form's key for what stayed behind of blocks: how many there were, and of which it is."""


def keep_apart(
    x: dict[str, Any], format_: str, path: Sequence[str], returned: dict[str, Any]
) -> None:
    """Take out of a reply's message what only the reply has. ``x`` was made by the caller.

    ``path`` is where the reply has its message; ``returned`` are the keys that go back.
    """
    message = x["message"]
    if "metadata" in message:
        left = _taken(message, format_, returned["keys"])
        if left:
            _put(_overlay(x, format_), path, left)
    kinds, blocks = returned["blocks"], {}
    for at, block in enumerate(message["content"]):
        holder = block.get("toolCall", block)
        if "metadata" in holder:  # most have none
            keys = kinds.get(block.get("kind"))
            left = {} if keys is None else _taken(holder, format_, keys)
            if left:
                blocks[str(at)] = left
    if blocks:
        overlay = _overlay(x, format_)
        stayed = {"of": len(message["content"]), "at": blocks}
        overlay["$"] = {**overlay.get("$", EMPTY), BLOCKS: stayed}


def rejoined(x: dict[str, Any], format_: str, stayed: dict[str, Any]) -> dict[str, Any]:
    """A reply whose blocks have what stayed behind of them, as long as they are as many."""
    message = x["message"]
    blocks = [*message["content"]]
    if len(blocks) != stayed["of"]:
        return x
    for at, left in stayed["at"].items():
        block = blocks[int(at)]
        if "toolCall" in block:
            blocks[int(at)] = {**block, "toolCall": _with(block["toolCall"], format_, left)}
        else:
            blocks[int(at)] = _with(block, format_, left)
    return {**x, "message": {**message, "content": blocks}}


def reply_rejoined(x: dict[str, Any], format_: str) -> dict[str, Any]:
    """A reply whose form nobody has looked at, with what stayed behind of its blocks.

    The form says it no more: the blocks may get other places now.
    """
    metadata = x.get("metadata") or EMPTY
    overlay = metadata.get(format_) or EMPTY
    form = overlay.get("$", EMPTY)
    if BLOCKS not in form:
        return x
    left = {key: entry for key, entry in form.items() if key != BLOCKS}
    overlay = {key: value for key, value in overlay.items() if key != "$"}
    overlay |= {"$": left} if left else {}
    return rejoined({**x, "metadata": {**metadata, format_: overlay}}, format_, form[BLOCKS])


def _overlay(x: dict[str, Any], format_: str) -> dict[str, Any]:
    """The overlay of a value that was made here."""
    overlay: dict[str, Any] = x.setdefault("metadata", {}).setdefault(format_, {})
    return overlay


def _taken(x: dict[str, Any], format_: str, keys: dict[str, Any]) -> dict[str, Any]:
    """What of an overlay goes by no key of these; it is taken out."""
    overlay = x["metadata"].get(format_, EMPTY)
    for key, value in overlay.items():
        if key != "$" and (key not in keys or (keys[key] and type(value) is dict)):
            break
    else:
        return EMPTY  # all of it goes, as a rule
    goes, left = _split(overlay, keys, "$")
    if left:
        if goes:
            x["metadata"][format_] = goes
        else:
            del x["metadata"]
    return left


def _split(
    rest: dict[str, Any], keys: dict[str, Any], form: str = ""
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What goes by a key of these, at any depth, and what does not; the ``form`` goes along."""
    goes, left = {}, {}
    for key, value in rest.items():
        inner = keys.get(key)
        if key not in keys and key != form:
            left[key] = value
        elif inner is None or type(value) is not dict:
            goes[key] = value
        else:
            with_it, without = _split(value, inner)
            if with_it or not without:
                goes[key] = with_it
            if without:
                left[key] = without
    return goes, left


def _put(overlay: dict[str, Any], path: Sequence[str], left: dict[str, Any]) -> None:
    """Put what stayed behind where the wire had it; lists on the way have it in their first."""
    holder: Json = overlay
    for key, after in zip(path, [*path[1:], ""], strict=True):
        if key == "0":
            continue
        listed = after == "0"
        found = holder.get(key)
        if listed:
            first, *others = found or [{}]
            holder[key] = [first := {**first}, *others]
            holder = first
        else:
            holder[key] = holder = {**(found or EMPTY)}
    holder.update(left)


def _with(x: dict[str, Any], format_: str, left: dict[str, Any]) -> dict[str, Any]:
    metadata = x.get("metadata") or EMPTY
    return {**x, "metadata": {**metadata, format_: _under(metadata.get(format_) or EMPTY, left)}}


def _under(overlay: dict[str, Any], left: dict[str, Any]) -> dict[str, Any]:
    """An overlay with what stayed behind laid under it."""
    both = {**left, **overlay}
    for key in left.keys() & overlay.keys():
        if type(left[key]) is dict and type(overlay[key]) is dict:
            both[key] = _under(overlay[key], left[key])
    return both
