# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Arguments as a tool's own schema has them, of a call that a lowered schema led to.

What a dialect had to say otherwise comes back: nulls where a member had to be there, numbers that
had to be listed as text, and members that had to be called otherwise.
"""

from __future__ import annotations

import json
from typing import Any

from .keywords import kind_of, type_names
from .merging import alike
from .references import References
from .spelling import HASH, hashed

Json = Any
IN_PLACE = ("allOf", "anyOf", "oneOf")


def unlowered(value: Json, schema: Json) -> Json:
    """The value itself, where nothing of it has to come back."""
    return _unlowered(value, [schema], References(schema))


def _unlowered(value: Json, schemas: list[Json], references: References) -> Json:
    if type(value) is str:
        return _number(value, schemas, references)
    if type(value) is list:
        items = [
            _unlowered(item, _items(schemas, at, references), references)
            for at, item in enumerate(value)
        ]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    if type(value) is not dict:
        return value
    said = _all(schemas, references)
    found = {}
    for given, item in value.items():
        name = _called(said, given)
        inner = _members(said, name)
        if item is not None or not _filled(said, inner, name, references):
            found[name] = _unlowered(item, inner, references)
    same = found.keys() == value.keys() and all(found[name] is value[name] for name in found)
    return value if same else found


def _called(said: list[dict[str, Json]], name: str) -> str:
    """A member's own name, of the one that a wire has for it, which ends with its hash."""
    ending = name.rpartition("_")[2]
    if len(ending) != HASH or any(name in one.get("properties", ()) for one in said):
        return name
    every = (own for one in said for own in one.get("properties", ()))
    return next((own for own in every if hashed(own) == ending), name)


def _filled(
    said: list[dict[str, Json]], inner: list[Json], name: str, references: References
) -> bool:
    """Whether null stands for nothing: it is no value of this member, which may be absent."""
    if not inner or _demanded(said, name):
        return False
    return not any(_takes(one, None) for one in _all(inner, references))


def _all(schemas: list[Json], references: References) -> list[dict[str, Json]]:
    """These schemas, and what they say in the same place by references and alternatives."""
    found: list[dict[str, Json]] = []
    todo = list(schemas)
    while todo:
        one = todo.pop(0)
        if type(one) is not dict or any(one is other for other in found):
            continue
        found.append(one)
        spot = references.spot(one, one["$ref"]) if "$ref" in one else None
        todo += [spot.schema] if spot is not None else []
        for key in IN_PLACE:
            todo += one[key] if type(one.get(key)) is list else []
        todo += [one[key] for key in ("then", "else") if key in one]
    return found


def _members(said: list[dict[str, Json]], name: str) -> list[Json]:
    """What is said of a member; where no schema names it, of members that none names."""
    named = [
        one["properties"][name]
        for one in said
        if type(one.get("properties")) is dict and name in one["properties"]
    ]
    return named or [o["additionalProperties"] for o in said if "additionalProperties" in o]


def _items(schemas: list[Json], at: int, references: References) -> list[Json]:
    found = []
    for one in _all(schemas, references):
        items = one.get("items")
        first = one.get("prefixItems", items if type(items) is list else None)
        if type(first) is list and at < len(first):
            found.append(first[at])
        elif type(items) is dict:
            found.append(items)
    return found


def _demanded(said: list[dict[str, Json]], name: str) -> bool:
    """Whether a member has to be there by what holds in any case."""
    return any(type(one.get("required")) is list and name in one["required"] for one in said[:1])


def _takes(schema: dict[str, Json], value: Json) -> bool:
    """Whether the schema's own words let a value through."""
    names = type_names(schema)
    if schema.get("nullable") is True and value is None:
        return True
    if names is not None and kind_of(value) not in names:
        return False
    if "const" in schema:
        return alike(schema["const"], value)
    if type(schema.get("enum")) is list:
        return any(alike(value, known) for known in schema["enum"])
    return names is not None or not any(key in schema for key in ("$ref", *IN_PLACE))


def _number(text: str, schemas: list[Json], references: References) -> Json:
    """The number that a schema lists, of the text that a wire has for it."""
    listed: list[Json] = []
    said = _all(schemas, references)
    if any("string" in (type_names(one) or []) and "enum" not in one for one in said):
        return text
    for one in said:
        values = [one["const"]] if "const" in one else one.get("enum")
        listed += values if type(values) is list else []
    if text in [value for value in listed if type(value) is str]:
        return text
    numbers = [value for value in listed if kind_of(value) in ("integer", "number")]
    return next((value for value in numbers if json.dumps(value) == text), text)
