"""Where the elements of a list stand that events number."""

from __future__ import annotations

from typing import Any

Json = Any


class Places(dict[Json, Any]):
    """The elements of a list by all that they are found by; ``top`` is the highest number of one.

    Numbers mostly rise, and an element with a higher one than all others goes to the end. ``row``
    are those that the items of an event have brought so far, ``before`` those of the one before it.
    """

    top: int = -1
    row: list[Any]
    before: list[Any]

    def __init__(self) -> None:
        super().__init__()
        self.row, self.before = [], []

    def put(self, key: Json, slot: Json) -> None:
        """An element is found by a key, too."""
        self[key] = slot
        if type(key) is int and key > self.top:
            self.top = key

    def make_room(self, key: Json, size: int) -> int:
        """Where a new element goes: numbered ones stand in the order of their numbers."""
        if type(key) is not int or key > self.top:
            return size
        after = {id(s): s for k, s in self.items() if type(k) is int and k > key}
        for other in after.values():
            other.place += 1
        return min((other.place - 1 for other in after.values()), default=size)


def last_begun(slots: dict[Json, Any]) -> Any:
    """The last element of a list that began, where events name none of them."""
    for key in reversed(slots):
        if key is not None:  # that one is an event by itself
            return slots[key]
    return None


def in_words(number: int) -> str:
    """What an event finds an element by whose wire has texts for that."""
    return str(number)
