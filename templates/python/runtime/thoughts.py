"""Replies that show what a model thought, whoever signed it: for people to read.

A wire takes thoughts back in a request from its own model alone. In a reply those of others may
stand where its own would: they get here the overlay that this wire reads where it has no proof of
its own.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .pieces import inside

Json = Any
OWN: dict[str, Json] = {"$": {"own": True}}
"""The overlay of a thought that has nothing beside its text."""


def shown(x: dict[str, Json], format_: str, overlay: dict[str, Json] = OWN) -> dict[str, Json]:
    """A reply whose thoughts are all this wire's; the very same one if they are."""
    blocks = x["message"]["content"]
    for block in blocks:
        if block.get("kind") == "reasoning" and _foreign(block, format_):
            break
    else:
        return x
    content = [
        shown_here(block, format_, overlay) if _foreign(block, format_) else block
        for block in blocks
    ]
    return {**x, "message": {**x["message"], "content": content}}


def proves(block: dict[str, Json], own: Json, by: list[str], made: str) -> bool:
    """Whether a thought has what proves that it is its wire's own, or does not look like one.

    ``by``: the keys of its overlay any of which does, or none if nothing does, whoever had it;
    ``made``: how one begins that proves nothing.
    """
    if by and (not own or block.get("redacted")):
        return True
    for path in by:
        proof = inside(own, *path.split("."))
        if proof and not (made and type(proof) is str and proof.startswith(made)):
            return True
    return False


def is_alien(block: dict[str, Json], format_: str) -> bool:
    """Whether a thought carries what other wires alone understand, beside how it was spelled."""
    metadata = block.get("metadata") or EMPTY
    return format_ not in metadata and any(
        overlay.keys() - {"$"} for overlay in metadata.values() if type(overlay) is dict
    )


def _foreign(block: dict[str, Json], format_: str) -> bool:
    """Whether a block is a thought that may be read and that another wire's model had."""
    if block.get("kind") != "reasoning" or block.get("redacted"):
        return False
    return (block.get("metadata") or EMPTY).get(format_) is None


def shown_here(part: dict[str, Json], format_: str, overlay: dict[str, Json]) -> dict[str, Json]:
    """A thought, or a piece of one, that is of this wire; as it is if it was, or is empty."""
    metadata = part.get("metadata") or EMPTY
    if not part["text"] or metadata.get(format_) is not None:
        return part
    return {**part, "metadata": {**metadata, format_: overlay}}
