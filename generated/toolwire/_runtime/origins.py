# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Where in the app's own schema stands what a lowering tells of.

A schema that is said elsewhere, or together with others, is the same object still, and found by
that. What is made of several is told at the first of them, or at the nearest schema there is.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from .misfit import unescaped
from .references import Spot, below
from .respelling import RESPELLINGS, SPECIAL
from .schema_queries import SchemaQueries

Json = Any
NOWHERE = object()
ARM = re.compile(r"/(?:allOf|anyOf|oneOf)/\d+$")
SAID_BY: dict[str, list[str]] = {"anyOf": ["type"], "dependentSchemas": ["dependencies"]}
"""The keywords that another may have come of."""
for _old, _new in RESPELLINGS:
    SAID_BY.setdefault(_new, []).insert(0, SPECIAL[_old][0] if _old in SPECIAL else _old)


class Origins:
    """The places of one schema, as JSON Pointers."""

    def __init__(self, root: dict[str, Json]) -> None:
        self.root = root
        self.queries = SchemaQueries(root)
        self.parts: dict[str, dict[str, None]] = {}

    @cached_property
    def pointers(self) -> dict[int, str]:
        """The places of all schemas in here, the first of each: most lowerings ask for none."""
        found: dict[int, str] = {}
        todo = [Spot(self.root, "")]
        for spot in todo:
            if id(spot.schema) not in found:
                found[id(spot.schema)] = spot.pointer
                todo += below(spot.schema, spot.pointer)
        return found

    def of(self, schema: Json, path: str) -> str:
        """The place of a schema; ``path``: where the lowering has it, of several the one it is."""
        there = self._at(path)
        if there is schema or not path:
            return path
        if id(schema) in self.pointers:
            return self.pointers[id(schema)]
        parts = self._parts(schema)
        place = path if there is not NOWHERE else parts[0] if parts else self._nearest(path)
        self.joined(place, parts)
        return place

    def joined(self, place: str, parts: list[str]) -> None:
        """Take note that what is told at a place is said at these, too."""
        if parts:
            self.parts.setdefault(place, {}).update(dict.fromkeys(parts))

    def place_of(self, path: str) -> str:
        """The place of what a schema says, by the keyword that says it there.

        What no schema says is told at the one that it is about.
        """
        if self._at(path) is not NOWHERE:
            return path
        near = self._nearest(path)
        key, *rest = path[len(near) + 1 :].split("/")
        holders = [near]
        while arm := ARM.search(holders[-1]):  # what stands beside alternatives is said of each
            holders.append(holders[-1][: arm.start()])
        holders += self.parts.get(near, ())
        together = [one for at in holders for one in self.queries.all(self._at(at), sure=True)]
        places = (
            "/".join([self.pointers[id(one)], word, *rest])
            for word in (key, *SAID_BY.get(key, ()))
            for one in together
            if word in one and id(one) in self.pointers
        )
        return next((place for place in places if self._at(place) is not NOWHERE), near)

    def _parts(self, schema: Json) -> list[str]:
        """The places of the schemas that one is made of."""
        if type(schema) is not dict:
            return []
        if id(schema) in self.pointers:
            return [self.pointers[id(schema)]]
        made_of = schema.get("allOf") or schema.get("anyOf")
        return [at for one in made_of for at in self._parts(one)] if type(made_of) is list else []

    def _nearest(self, path: str) -> str:
        """The place of the schema that a path leads to last."""
        while id(self._at(path)) not in self.pointers:
            path = path.rpartition("/")[0]
        return path

    def _at(self, path: str) -> Json:
        here: Json = self.root
        for part in path.split("/")[1:]:
            name = unescaped(part)
            if type(here) is dict and name in here:
                here = here[name]
            elif type(here) is list and name.isdecimal() and int(name) < len(here):
                here = here[int(name)]
            else:
                return NOWHERE
        return here
