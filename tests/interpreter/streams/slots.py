"""The objects of a reply under construction that later events come back to."""

from __future__ import annotations

import copy
import json
from typing import Any

from ..spec import demand
from .pieces import Growing, after, items

Json = Any


class Slot:
    """``w`` is its wire object, ``index`` its place in its list."""

    def __init__(self, w: dict[str, Json], index: int = 0) -> None:
        self.w, self.index = w, index
        #: elements of its lists, by what events call them
        self.lists: dict[str, dict[Json, Slot]] = {}
        #: for each list the elements of the event's items so far, and those of the event before
        self.rows: dict[str, tuple[list[Slot], list[Slot]]] = {}
        #: keys that no row names and that are told for good
        self.settled_keys: set[str] = set()

    def keep_others(self, w: dict[str, Json], e: dict[str, Json], named: set[str]) -> None:
        """Keep what no row names: the first value that says anything stays, objects add up."""
        for key, value in e.items():
            if key in named or key in self.settled_keys:
                continue
            before = w.get(key)
            objects = type(before) is dict and type(value) is dict
            if objects or key not in w or (value and not before):
                w[key] = after(before, value)
            if value and type(value) is not dict:
                self.settled_keys.add(key)


def opened(slot: Slot, w: dict[str, Json], place: str, key: Json, value: Json) -> Slot:
    """A new element of a list at a place of a slot's object, which is in ``w``.

    Elements with numbers stand in the order of their numbers.
    """
    demand(type(value) is dict, "an object")
    slots = slot.lists.setdefault(place, {})
    found = items(w, place.split(".")[-1])
    behind = {id(other): other for number, other in slots.items()
              if type(number) is int and type(key) is int and number > key}  # fmt: skip
    index = min((other.index for other in behind.values()), default=len(found))
    for other in behind.values():
        other.index += 1
    made = slots[key] = Slot(copy.deepcopy(value), index)
    found.insert(index, made.w)
    return made


def keyed(
    slot: Slot, w: dict[str, Json], name: str, e: Json, key: str, renew: str, again: list[str],
    at: int, size: int,
) -> Slot:  # fmt: skip
    """The element that a piece belongs to: by ``key``, else by ``renew``, else by its place.

    Another value of ``renew`` at a known place begins a new element, or goes on with an older one;
    and so does, where nothing is told, a name that an element can not go on with.
    """
    slots = slot.lists.setdefault(name, {})
    id_ = e.get(renew) if renew else None
    place = e.get(key)
    if again and place in slots and place is not None and renew not in e and not _at(e, again[0]):
        return slots[place]  # its number says it all, and nothing of others
    if at == 0:
        slot.rows[name] = [], slot.rows.get(name, ([], []))[0]
    row, before = slot.rows.setdefault(name, ([], []))
    if place is None and id_:
        place = ("", id_)
    found = slots.get(place)
    if found is not None and again and place is None:
        found = _told_by_place(slots, row, before, e, renew, again, at, size)
    if found is not None and id_ and (found.w.get(renew) or id_) != id_:
        found = slots.get(("", id_))
    if found is not None and not id_ and again:
        old_name, new_name = (_at(one, again[0]) for one in (found.w, e))
        another = found in row or _whole(_at(found.w, again[1]))
        if old_name and new_name and (old_name != new_name or another):
            found = opened(slot, w, name, place, {})
            slots.setdefault(found.index, found)
    if found is None:
        found = opened(slot, w, name, place, {})
        if type(place) is not int:
            slots.setdefault(found.index, found)
    if found not in row:
        row.append(found)
    slots[place] = slots[None] = found
    if id_:
        slots["", id_] = found
    return found


def _told_by_place(
    slots: dict[Json, Slot], row: list[Slot], before: list[Slot], e: Json, renew: str,
    again: list[str], at: int, size: int,
) -> Slot:  # fmt: skip
    """Which element an item goes on with that says nothing of it: as many stand in some row.

    They may be those of the event before, all, or those that can go on. Else it is the last one,
    unless several of the event before can go on, and nothing says which of them does. A name says
    so, if the elements have what ``renew`` finds them by.
    """
    name, text = again
    every = sorted({id(one): one for one in slots.values()}.values(), key=lambda one: one.index)
    growing = [one for one in before if one in row or not _whole(_at(one.w, text))]
    own_name = _at(e, name)
    found = None
    for several in (before, every, growing):
        if found is None and len(several) == size and row == several[:at]:
            found = several[at]
    if found is None and not row and len(growing) == 1:
        found = growing[0]
    if found is None:
        sure = row or not growing or own_name or not _at(e, text)
        demand(bool(sure), "the number of what it goes on with")
        found = slots[None]
    if own_name and _at(found.w, name) != own_name:
        same = [one for one in every if one.w.get(renew) and _at(one.w, name) == own_name]
        same = [one for one in same if not _whole(_at(one.w, text))]
        return same[0] if len(same) == 1 else found
    return found


def _whole(text: Json) -> bool:
    """Whether nothing can follow what has come of an object."""
    come = text.whole if isinstance(text, Growing) else text or ""
    try:
        return type(text) is dict or type(json.loads(come)) is dict
    except ValueError:
        return False


def _at(w: Json, path: str) -> Json:
    for key in path.split("."):
        w = w.get(key) if type(w) is dict else None
    return w
