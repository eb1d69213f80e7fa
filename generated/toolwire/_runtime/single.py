# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""A block that stands as an object where others have a list: it is the only element."""

from __future__ import annotations

from typing import Any

from .assembly import Slot, held
from .places import Places

Json = Any


def single(slot: Slot, w: dict[str, Any], name: str) -> Slot:
    """The element under a key of an object, made where it is missing."""
    slots = slot.lists.setdefault(name, Places())
    if 0 not in slots:
        slots.put(0, Slot(held(w, name, {})))
    found: Slot = slots[0]
    return found


def several(blocks: list[Json], kind: str, key: str) -> str | None:
    """Why a list is refused that has more than one block for a key."""
    found = [block for block in blocks if kind == block.get("kind") or key == block.get("at")]
    return f"`{key}` is one block alone: this is refused" if len(found) > 1 else None
