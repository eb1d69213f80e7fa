# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Replies that show what a model thought, whoever signed it: for people to read.

A wire takes thoughts back in a request from its own model alone. In a reply those of others may
stand where its own would: they say here that they are of this wire.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY

Json = Any
OWN: dict[str, Json] = {"$": {"own": True}}


def shown(x: dict[str, Json], format_: str) -> dict[str, Json]:
    """A reply whose thoughts are all this wire's; the very same one if they are."""
    blocks = x["message"]["content"]
    for block in blocks:
        if block.get("kind") == "reasoning" and _foreign(block, format_):
            break
    else:
        return x
    content = [
        shown_here(block, format_) if _foreign(block, format_) else block for block in blocks
    ]
    return {**x, "message": {**x["message"], "content": content}}


def _foreign(block: dict[str, Json], format_: str) -> bool:
    """Whether a block is a thought in words that another wire's model had."""
    if block.get("kind") != "reasoning" or not block["text"] or block.get("redacted"):
        return False
    return (block.get("metadata") or EMPTY).get(format_) is None


def shown_here(part: dict[str, Json], format_: str) -> dict[str, Json]:
    """A thought, or a piece of one, that says it is of this wire; as it is if it does."""
    metadata = part.get("metadata") or EMPTY
    if metadata.get(format_) is not None:
        return part
    return {**part, "metadata": {**metadata, format_: OWN}}
