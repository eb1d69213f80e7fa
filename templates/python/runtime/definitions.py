"""The definitions of a lowered schema: each lowered once, where something first refers to it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from .keywords import DEFINITIONS
from .merging import intersected
from .misfit import escaped, stepping, unescaped
from .references import References, Spot

if TYPE_CHECKING:
    from .lowering import Lowering

Json = Any
Key = tuple[str, str]
"""The pointer of a definition, and as JSON what stood beside references to it."""
ODD = re.compile(r"[^A-Za-z0-9_.-]")


class Definitions:
    """What references in the lowered schema lead to."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.references = References(lowering.root)
        self.names: dict[Key, str] = {("", ""): "#"}
        self.lowered: dict[str, dict[str, Json]] = {}
        self.behind: dict[str, Json] = {}
        self.open: list[Key] = [("", "")]
        rows = lowering.dialect.rows
        self.places = [key for key in DEFINITIONS if rows[key][0] == "keep"]

    def reference(self, spot: Spot, beside: dict[str, Json]) -> str | None:
        """A reference to a place of the original schema; None where it may not lead back there."""
        key = (spot.pointer, json.dumps(beside, sort_keys=True, default=str) if beside else "")
        if key not in self.names:
            self._define(key, spot, beside)
        elif key in self.open and not self._may_return():
            return None
        return self.names[key]

    def opened(self, lowered: Json) -> Json:
        """What a lowered schema refers to, as far as that is lowered; itself if to nothing."""
        reference = lowered.get("$ref") if type(lowered) is dict else None
        return self.behind.get(reference, lowered) if type(reference) is str else lowered

    def _may_return(self) -> bool:
        recursion = self.lowering.dialect.recursion
        return recursion == "kept" or (recursion == "optional" and self.lowering.optional)

    def _define(self, key: Key, spot: Spot, beside: dict[str, Json]) -> None:
        place, name = self._place(key)
        self.names[key] = f"#/{place}/{stepping(name)}"
        self.open.append(key)
        lowering = self.lowering
        before, lowering.optional = lowering.optional, False
        within, lowering.united.within = lowering.united.within, []
        schema, lost = intersected(beside, spot.schema) if beside else (spot.schema, [])
        for word in lost:
            lowering.lose(f"{spot.pointer}/{escaped(word)}", "unmerged", "it stands beside another")
        self.lowered.setdefault(place, {})[name] = None  # its name is taken from now on
        self.lowered[place][name] = lowering.child(schema, spot.pointer)
        self.behind[self.names[key]] = self.lowered[place][name]
        lowering.united.within, lowering.optional = within, before
        self.open.pop()

    def _place(self, key: Key) -> tuple[str, str]:
        """Where a definition goes: it stays, or gets a name made of its own."""
        pointer, beside = key
        start, _, name = pointer[1:].partition("/")
        own = unescaped(name)
        if not beside and start in self.places and own and "/" not in own:
            return start, own
        place = self.places[0]
        taken = {*self.lowered.get(place, {}), *_names(self.lowering.root, place)}
        wanted = ODD.sub("_", own.rpartition("/")[2] or pointer.rpartition("/")[2]) or "Root"
        number = 1
        name = wanted
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        return place, name

    def attach(self, root: dict[str, Json]) -> None:
        """Put the definitions into the lowered schema, in the order they stood in."""
        for place in self.places:
            named = self.lowering.root.get(place) or {}
            for name in _names(self.lowering.root, place):
                spot = Spot(named[name], f"/{place}/{escaped(name)}")
                if (spot.pointer, "") not in self.names:
                    self._define((spot.pointer, ""), spot, {})
            found = self.lowered.get(place, {})
            if found or place in self.lowering.root:
                order = [*_names(self.lowering.root, place)]
                root[place] = {name: found[name] for name in order if name in found} | found


def _names(root: dict[str, Json], place: str) -> list[str]:
    named = root.get(place)
    return [*named] if type(named) is dict else []
