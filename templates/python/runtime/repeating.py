"""What events say that is known without them: it is filled in where they go out."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .assembly import Slot
from .framing import Repeats, Way
from .outgoing import Part
from .pieces import NESTED, built, inside, owned

Json = Any


class Repeating:
    """Fills in what the events of one stream repeat, of a body as they tell it."""

    def __init__(self, repeats: Repeats, body: Slot) -> None:
        self.repeats, self.body = repeats, body
        #: how many events have had each of these keys
        self.counts = dict.fromkeys(repeats.counts, 0)

    def count(self, event: dict[str, Any]) -> dict[str, Json]:
        """Say the number of an event among those that say one; what is said."""
        e: Json = self._about(event)
        numbers = {key: self._numbered(key, n) for key, n in self.counts.items() if key in e}
        e.update(numbers)
        for key in numbers:
            self.counts[key] += 1
        return numbers

    def fill(self, event: dict[str, Any]) -> dict[str, Json]:
        """Fill in an event that is about to go out; what it says, None where nobody knows."""
        e, repeats = self._about(event), self.repeats
        filled = {key: self._first(e, ways) for key, ways in repeats.places.items() if key in e}
        for key, way in repeats.numbers.items():
            if key in e:
                items = self._at(e, way)
                filled[key] = len(items) - 1 if items else None
        for key, value in filled.items():
            if value is not None:
                e[key] = value
            elif e[key] is None:
                del e[key]  # else it is news of the reply
        return self.count(event) | filled

    def fill_piece(self, event: dict[str, Any], part: Part) -> None:
        """The same of the next piece of a text: but for its number, it says what others do."""
        repeated = part.repeated
        if repeated is None:
            filled = self.fill(event)
            if self._lasts(filled):
                part.repeated = filled
            return
        for key, number in self.counts.items():
            if key in repeated:
                repeated[key] = self._numbered(key, number)
                self.counts[key] = number + 1
        event.update(repeated)

    def _lasts(self, filled: dict[str, Json]) -> bool:
        """Whether other events of the same element say the same, and share nothing by that."""
        if self.repeats.keyed or not self.repeats.numbers.keys().isdisjoint(filled):
            return False
        return all(value is not None and type(value) not in NESTED for value in filled.values())

    def _numbered(self, key: str, number: int) -> Json:
        """The number of an event, or the text that has it."""
        stem = self.repeats.stems.get(key)
        return number if stem is None else f"{stem}{number}"

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
        return owned(built(inside(slot.w, *path)))
