# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a schema says of a value's parts, with all that it says of them in other places.

A schema speaks by its own words and by others: what ``allOf`` and references lead to holds as well,
of alternatives one does. What it says of a part is one schema again, put together the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from operator import is_
from typing import Any

from .keywords import REFERENCES, kind_of, type_names
from .merging import alike, of_types
from .references import References

Json = Any
Pick = Callable[[dict[str, Json]], list[Json]]
"""The schemas that a schema's own words have for a part."""
Asks = Callable[[dict[str, Json]], bool | None]
"""What a schema's own words answer; None: what else is said decides."""


class SchemaQueries:
    """Questions to the schemas below ``root``, and to those that are put together of them."""

    def __init__(self, root: Json) -> None:
        self.references = References(root)

    def all(self, schema: Json, *, sure: bool = False) -> list[dict[str, Json]]:
        """A schema, and all that say something of the same values, in any case or in some.

        ``sure``: in any case alone.
        """
        found: dict[int, dict[str, Json]] = {}
        todo = [schema]
        for one in todo:
            if type(one) is dict and id(one) not in found:
                found[id(one)] = one
                clauses = self._clauses(one)
                todo += [arm for arms in clauses if not sure or len(arms) == 1 for arm in arms]
        return [*found.values()]

    def names(self, schema: Json) -> list[str]:
        """How members are called, wherever a schema calls them by name."""
        found: list[str] = []
        for one in self.all(schema):
            found += [name for key in NAMING for name in _texts(one.get(key))]
            found += [
                name for key in NEEDS for names in _values(one, key) for name in _texts(names)
            ]
            for naming in self.all(one.get("propertyNames")):
                found += _texts([naming.get("const"), *_list(naming.get("enum"))])
        return found

    def member(self, schema: Json, name: str) -> Json:
        """What is said of a member; where no schema names it, of members that none names."""
        named = self._part(schema, lambda one: _named(one, name))
        return self._part(schema, _unnamed) if named is True else named

    def item(self, schema: Json, at: int) -> Json:
        """What is said of an item; where no schema has its place, of items that none has."""
        placed = self._part(schema, lambda one: _placed(one, at))
        return self._part(schema, _unplaced) if placed is True else placed

    def takes_null(self, schema: Json) -> bool:
        """Whether null fits."""
        return self._holds(schema, _lets_null, {})

    def optional(self, schema: Json, name: str) -> bool:
        """Whether an object may lack a member."""
        return self._holds(
            schema, lambda one: False if name in _texts(one.get("required")) else None, {}
        )

    def left(self, schema: Json, value: dict[str, Json], memo: dict[int, Json]) -> Json:
        """A schema without the alternatives that what an object has shuts out, or the schema.

        Where none is left it is as it was: then it is something else that does not fit.
        """
        if type(schema) is not dict:
            return schema
        if id(schema) in memo:
            return memo[id(schema)]
        memo[id(schema)] = schema  # as far as it is inside of itself
        changed: dict[str, Json] = {}
        for key in ("anyOf", "oneOf"):
            arms = _list(schema.get(key))
            fitting = [arm for arm in arms if not self._shuts_out(arm, value)] or arms
            fitting = [arm for arm in fitting if self._has_all(arm, value)] or fitting
            fitting = [self.left(arm, value, memo) for arm in fitting]
            if not _same(fitting, arms):
                changed[key] = fitting
        spots = [self.references.spot(schema, schema[key]) for key in REFERENCES if key in schema]
        every = [*_list(schema.get("allOf")), *(spot.schema for spot in spots if spot is not None)]
        fitting = [self.left(one, value, memo) for one in every]
        if not _same(fitting, every):
            changed["allOf"] = fitting
        if changed:
            leading = REFERENCES if "allOf" in changed else ()
            rest = {key: schema[key] for key in schema if key not in leading}
            memo[id(schema)] = rest | changed
        return memo[id(schema)]

    def _shuts_out(self, schema: Json, value: dict[str, Json]) -> bool:
        """Whether an object has a value that is none there."""
        for one in self.all(schema, sure=True):
            named = one.get("properties")
            for name, inner in named.items() if type(named) is dict else ():
                item = value.get(name)
                if item is not None and any(_unlike(item, x) for x in self.all(inner, sure=True)):
                    return True
        return False

    def _has_all(self, schema: Json, value: dict[str, Json]) -> bool:
        """Whether an object has what a schema demands; null is nothing where it says no more."""
        names = [n for one in self.all(schema, sure=True) for n in _texts(one.get("required"))]
        members = [self.member(schema, n) if value.get(n) is None else {} for n in names]
        pairs = zip(names, members, strict=True)
        return all(n in value and one is not True and self.takes_null(one) for n, one in pairs)

    def _holds(self, schema: Json, asks: Asks, memo: dict[int, bool]) -> bool:
        """Whether it is so by all that holds in any case, and by some of what are alternatives."""
        if type(schema) is not dict:
            return schema is not False
        if id(schema) not in memo:
            memo[id(schema)] = True  # as far as it is inside of itself
            own = asks(schema)
            memo[id(schema)] = own if own is not None else all(
                any(self._holds(arm, asks, memo) for arm in arms)
                for arms in self._clauses(schema)
            )  # fmt: skip
        return memo[id(schema)]

    def _part(self, schema: Json, pick: Pick, memo: dict[int, Json] | None = None) -> Json:
        """What is said of a part; true where nothing is."""
        if type(schema) is not dict:
            return True
        memo = {} if memo is None else memo
        if id(schema) not in memo:
            memo[id(schema)] = True  # as far as it is inside of itself
            every = pick(schema)
            for arms in self._clauses(schema):
                parts = [part for arm in arms if (part := self._part(arm, pick, memo)) is not True]
                every += [parts[0] if len(parts) == 1 else {"anyOf": parts}] if parts else []
            every = [part for part in every if part is not True]
            memo[id(schema)] = {"allOf": every} if len(every) > 1 else every[0] if every else True
        return memo[id(schema)]

    def _clauses(self, schema: dict[str, Json]) -> list[list[Json]]:
        """The other schemas of the same values, in lists: of each list one holds at least.

        What holds now and then stands beside one that says nothing.
        """
        spots = [self.references.spot(schema, schema[key]) for key in REFERENCES if key in schema]
        found = [[spot.schema] for spot in spots if spot is not None]
        found += [[one] for one in _list(schema.get("allOf"))]
        found += [arms for key in ("anyOf", "oneOf") if (arms := _list(schema.get(key)))]
        if "if" in schema:
            found += [[schema["if"], True], [schema.get("then", True), schema.get("else", True)]]
        found += [[one, True] for key in IF_THERE for one in _values(schema, key)]
        return found


NAMING = ("properties", "required", "dependentSchemas", "dependentRequired", "dependencies")
"""Keywords that call members by their names."""
NEEDS = ("dependentRequired", "dependencies")
"""Those that have other names for a name."""
IF_THERE = ("dependentSchemas", "dependencies")
"""Those that have a schema for a name, which holds where that member is there."""


def _named(schema: dict[str, Json], name: str) -> list[Json]:
    properties, patterns = schema.get("properties"), schema.get("patternProperties")
    found = [properties[name]] if type(properties) is dict and name in properties else []
    if type(patterns) is dict:
        found += [inner for pattern, inner in patterns.items() if _matches(pattern, name)]
    return [*map(_spoken, found)]


def _spoken(schema: Json) -> Json:
    """A schema that stands there, which is something even if anything fits it."""
    return {} if schema is True else schema


def _matches(pattern: str, name: str) -> bool:
    """Whether a name has a pattern, as far as Python's expressions tell."""
    try:
        return re.search(pattern, name) is not None
    except (re.error, OverflowError):
        return True


def _unnamed(schema: dict[str, Json]) -> list[Json]:
    keys = ("additionalProperties", "unevaluatedProperties")
    return [schema[key] for key in keys if key in schema]


def _placed(schema: dict[str, Json], at: int) -> list[Json]:
    items = schema.get("items")
    listed = type(items) is list
    first = _list(items if listed else schema.get("prefixItems"))
    key = "additionalItems" if listed else "items"
    rest = _spoken(schema[key]) if key in schema else True
    some = [{"anyOf": [schema["contains"], True]}] if "contains" in schema else []
    return [_spoken(first[at]) if at < len(first) else rest, *some]


def _unplaced(schema: dict[str, Json]) -> list[Json]:
    return [schema.get("unevaluatedItems", True)]


def _lets_null(schema: dict[str, Json]) -> bool | None:
    if schema.get("nullable") is True:
        return True
    names = type_names(schema)
    shut = names is not None and "null" not in names
    shut = shut or schema.get("const") is not None
    shut = shut or (type(schema.get("enum")) is list and None not in schema["enum"])
    return False if shut else None


def _unlike(item: Json, schema: dict[str, Json]) -> bool:
    """Whether a value is none of those that a schema lists: text may stand for a number."""
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    if type(listed) is not list:
        names = type_names(schema)
        return names is not None and type(item) is not str and not of_types(item, names)
    texts = [json.dumps(one) for one in listed if kind_of(one) in ("integer", "number")]
    return item not in texts and not any(alike(item, one) for one in listed)


def _same(some: list[Json], others: list[Json]) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


def _list(value: Json) -> list[Json]:
    return value if type(value) is list else []


def _values(schema: dict[str, Json], key: str) -> list[Json]:
    """What a keyword has by names."""
    named = schema.get(key)
    return [*named.values()] if type(named) is dict else []


def _texts(value: Json) -> list[str]:
    """The texts among a list's items, or an object's names."""
    return [one for one in value if type(one) is str] if type(value) in (list, dict) else []
