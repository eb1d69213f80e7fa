"""A block that stands as an object where others have a list: it is the only element."""

from __future__ import annotations

from typing import Any

from .assembly import Slot, held
from .places import Places


def single(slot: Slot, w: dict[str, Any], name: str) -> Slot:
    """The element under a key of an object, made where it is missing."""
    slots = slot.lists.setdefault(name, Places())
    if 0 not in slots:
        slots.put(0, Slot(held(w, name, {})))
    found: Slot = slots[0]
    return found
