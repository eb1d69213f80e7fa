# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Which element of a list a piece belongs to, in events that have the shape of the reply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .assembly import Slot, opened_object, opening
from .errors import expected
from .jsontext import arguments_in
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
    at: int = 0,
    items: Sequence[Json] = (),
) -> Slot:
    """The element of a list that a piece belongs to: by ``key``, and by ``renew`` if given.

    Another value of ``renew`` at a known place begins a new element. Without a key, that value
    tells the element; a piece with neither goes on with the one that its place ``at`` the event's
    ``items`` tells, or that was begun last, unless what stands at the paths of ``again`` says that
    it is another.
    """
    if type(e) is not dict:
        raise expected("an object", e, None)
    slots = slot.lists.setdefault(name, Places())
    place = e.get(key)
    renewal = e.get(renew) if renew else None
    if place is None and renewal:
        place = ("", renewal)
    found = slots.get(place)
    if at == 0:
        slots.before, slots.row = slots.row, []
    if found is not None and again and place is None:
        found = _goes_on(slots, at, len(items), e, key, renew, again)
    if found is not None and again and not renewal and _begins(found, slots.row, e, *again):
        found = opening(slot, w, name, place, {})
        _found_at(slots, found)
    elif found is None or (renewal and (found.w.get(renew) or renewal) != renewal):
        # At a known place another id may be that of an earlier element.
        found = slots.get(("", renewal)) if renewal and found is not None else None
        if found is None:
            found = opening(slot, w, name, place, {})
            found.later = found.place > 0 or (type(place) is int and place > 0)
            if type(place) is not int:
                _found_at(slots, found)
        slots.put(place, found)
    if renewal:
        slots[("", renewal)] = found
    slots[None] = found
    if found not in slots.row:
        slots.row.append(found)
    return found


def _goes_on(
    slots: Places, at: int, size: int, e: Json, key: str, renew: str, again: Sequence[Sequence[str]]
) -> Slot:
    """The element that an item goes on with which says of none.

    It is the one ``at`` its place in the items of the event before, in all that there are or in
    those that are not whole, if they are as many as the event's. Else it is what the item before
    it is about, or the only one that is not whole of those that were last told together.
    """
    name, text = again
    every = sorted({id(one): one for one in slots.values()}.values(), key=lambda one: one.place)
    found: Slot = slots[None]
    new_name: Json = inside(e, *name)
    row, before = slots.row, slots.before
    if len(before) == size and row == before[:at]:
        found = before[at]
    elif len(every) == size and row == every[:at]:
        found = every[at]
    else:
        growing = [one for one in before if one in row or not _whole(one.w, text)]
        if len(growing) == size and row == growing[:at]:
            found = growing[at]
        elif not row and len(growing) == 1:
            [found] = growing
        elif not row and growing and not new_name and inside(e, *text):
            # In one of them it would be wrong, and the others would look whole.
            raise expected("the number of what it goes on with, as several may", e, key)
    if new_name and inside(found.w, *name) != new_name:
        # One that began with an id is no other than that.
        same = [one for one in every if one.w.get(renew) and inside(one.w, *name) == new_name]
        same = [one for one in same if not _whole(one.w, text)]
        return same[0] if len(same) == 1 else found
    return found


def _found_at(slots: Places, slot: Slot) -> None:
    """An element without a number is found by its position, unless another is.

    Pieces of it that come later may be numbered.
    """
    if slot.place not in slots:
        slots.put(slot.place, slot)


def _begins(
    slot: Slot, row: Sequence[Slot], e: Json, name: Sequence[str], text: Sequence[str]
) -> bool:  # fmt: skip
    """Whether a piece that has a name begins an element: another name, or all of it has come.

    So it does if an item ahead of it in the same event is of that element.
    """
    old_name: Json = inside(slot.w, *name)
    new_name: Json = inside(e, *name)
    if not old_name or not new_name:
        return False
    return bool(new_name != old_name) or slot in row or _whole(slot.w, text)


def _whole(w: Json, text: Sequence[str]) -> bool:
    """Whether all of an element has come: its text is an object."""
    so_far = inside(w, *text) or ""
    return type(so_far) is dict or arguments_in("".join(so_far)) is not None


def single(slot: Slot, w: dict[str, Any], name: str) -> Slot:
    """The only element: an object that stands in the place of a list, made if it is missing."""
    slots = slot.lists.setdefault(name, Places())
    if 0 not in slots:
        slots.put(0, Slot(opened_object(w, name, {})))
    found: Slot = slots[0]
    return found
