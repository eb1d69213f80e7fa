"""Which element of a list a piece belongs to, in events that have the shape of the reply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .assembly import Slot, held, opening
from .errors import expected
from .jsontext import object_from
from .pieces import inside
from .places import Places

Json = Any


def keyed(
    slot: Slot,
    w: dict[str, Any],
    name: str,
    e: dict[str, Any],
    key: str,
    renew: str,
    again: Sequence[Sequence[str]] = (),
) -> Slot:
    """The element of a list that a piece belongs to: by ``key``, and by ``renew`` if given.

    Another value of ``renew`` at a known place begins a new element. Without a key, that value
    tells the element; a piece with neither goes on with the one that was begun last, unless what
    stands at the paths of ``again`` says that it is another.
    """
    if type(e) is not dict:
        raise expected("an object", e, None)
    slots = slot.lists.setdefault(name, Places())
    place = e.get(key)
    told = e.get(renew) if renew else None
    if place is None and told:
        place = ("", told)
    found = slots.get(place)
    if found is not None and again and not told and _begins(found.w, e, *again):
        found = opening(slot, w, name, place, {})
        _found_at(slots, found)
    elif found is None or (told and (found.w.get(renew) or told) != told):
        # At a known place another id may be that of an earlier element.
        found = slots.get(("", told)) if told and found is not None else None
        if found is None:
            found = opening(slot, w, name, place, {})
            found.later = found.place > 0 or (type(place) is int and place > 0)
            if place is None:
                _found_at(slots, found)
        slots.put(place, found)
    if told:
        slots[("", told)] = found
    slots[None] = found
    return found


def _found_at(slots: Places, slot: Slot) -> None:
    """An element without a number is found by its position, unless another is."""
    if slot.place not in slots:
        slots.put(slot.place, slot)


def _begins(w: Json, e: Json, name: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a piece that has a name begins an element: another name, or all of it has come."""
    known: Json = inside(w, *name)
    told: Json = inside(e, *name)
    if not known or not told:
        return False
    so_far = inside(w, *text) or ""
    return bool(told != known) or type(so_far) is dict or object_from("".join(so_far)) is not None


def single(slot: Slot, w: dict[str, Any], name: str) -> Slot:
    """The only element: an object that stands in the place of a list, made if it is missing."""
    slots = slot.lists.setdefault(name, Places())
    if 0 not in slots:
        slots.put(0, Slot(held(w, name, {})))
    found: Slot = slots[0]
    return found
