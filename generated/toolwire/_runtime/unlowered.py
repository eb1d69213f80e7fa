# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Arguments as a tool's own schema has them, of a call that a lowered schema led to.

What a dialect had to say otherwise comes back: nulls where a member had to be there, numbers that
had to be listed as text, and members that had to be called otherwise.
"""

from __future__ import annotations

import json
from typing import Any

from .keywords import kind_of, type_names
from .schema_queries import SchemaQueries
from .spelling import HASH, hashed

Json = Any


def unlowered(value: Json, schema: Json) -> Json:
    """The value itself, where nothing of it has to come back."""
    return _unlowered(value, schema, SchemaQueries(schema))


def _unlowered(value: Json, schema: Json, queries: SchemaQueries) -> Json:
    if type(value) is str:
        return _number(value, queries.all(schema))
    if type(value) is list:
        items = [
            _unlowered(item, queries.item(schema, at), queries) for at, item in enumerate(value)
        ]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    if type(value) is not dict:
        return value
    names = queries.names(schema)
    called = {given: _called(names, given) for given in value}
    schema = queries.left(schema, {called[given]: item for given, item in value.items()}, {})
    found = {}
    for given, item in value.items():
        name = called[given]
        inner = queries.member(schema, name)
        if item is not None or queries.takes_null(inner) or not queries.optional(schema, name):
            found[name] = _unlowered(item, inner, queries)
    same = found.keys() == value.keys() and all(found[name] is value[name] for name in found)
    return value if same else found


def _called(names: list[str], name: str) -> str:
    """A member's own name, of the one that a wire has for it, which ends with its hash."""
    ending = name.rpartition("_")[2]
    if len(ending) != HASH or name in names:
        return name
    return next((own for own in names if hashed(own) == ending), name)


def _number(text: str, schemas: list[dict[str, Json]]) -> Json:
    """The number that a schema lists, of the text that a wire has for it."""
    listed: list[Json] = []
    if any("string" in (type_names(one) or []) and "enum" not in one for one in schemas):
        return text
    for one in schemas:
        values = [one["const"]] if "const" in one else one.get("enum")
        listed += values if type(values) is list else []
    if text in [value for value in listed if type(value) is str]:
        return text
    numbers = [value for value in listed if kind_of(value) in ("integer", "number")]
    return next((value for value in numbers if json.dumps(value) == text), text)
