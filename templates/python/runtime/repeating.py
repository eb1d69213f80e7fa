"""What events say that is known without them: it is filled in where they go out."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .assembly import Slot
from .framing import Repeats, Way
from .outgoing import Known, Part
from .pieces import built, inside

Json = Any


class Repeating:
    """Fills in what the events of one stream repeat, of a body as they tell it."""

    def __init__(self, repeats: Repeats, body: Slot) -> None:
        self.repeats, self.body = repeats, body
        self.counts = repeats.counts
        self.number = 0

    def count(self, event: dict[str, Any]) -> dict[str, Json]:
        """Count an event, and say its number where it says one; what is said."""
        e: Json = self._about(event)
        said = dict.fromkeys([key for key in self.counts if key in e], self.number)
        e.update(said)
        self.number += 1
        return said

    def fill(self, event: dict[str, Any]) -> Known:
        """Fill in an event that is about to go out; what it says, and what nobody knows."""
        e, repeats = self._about(event), self.repeats
        found = {key: self._first(e, ways) for key, ways in repeats.places.items() if key in e}
        for key, way in repeats.numbers.items():
            if key in e:
                items = self._at(e, way)
                found[key] = len(items) - 1 if items else None
        known = {key: value for key, value in found.items() if value is not None}
        unknown = tuple(key for key in found if key not in known)
        e.update(known)
        for key in unknown:
            del e[key]
        return self.count(event) | known, unknown

    def fill_piece(self, event: dict[str, Any], part: Part) -> None:
        """The same of the next piece of a text: but for its number, it says what others do."""
        if part.known is None:
            known, unknown = self.fill(event)
            if not self.repeats.keyed and self.repeats.numbers.keys().isdisjoint(known):
                part.known = known, unknown
            return
        known, unknown = part.known
        for key in self.counts:
            if key in known:
                known[key] = self.number
        self.number += 1
        event.update(known)
        for key in unknown:
            del event[key]

    def _about(self, event: dict[str, Any]) -> Json:
        """The object that has the keys."""
        inner = next(iter(event.values()), None) if self.repeats.keyed else None
        return inner if type(inner) is dict else event

    def _first(self, e: dict[str, Any], ways: tuple[Way, ...]) -> Json:
        return next((found for way in ways if (found := self._at(e, way)) is not None), None)

    def _at(self, e: dict[str, Any], way: Way) -> Json:
        """What stands at a place, as far as it is told."""
        slot, path = self.body, list[str]()
        for name, number in way:
            path.append(name)
            if number:
                places: dict[Json, Slot] = slot.lists.get(".".join(path), EMPTY)
                found = places.get(e.get(number))
                if found is None:
                    return None
                slot, path = found, []
        return built(inside(slot.w, *path))
