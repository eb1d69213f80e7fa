"""Every place of an intermediate value that its schema types, and what is wrong there.

``wrong_types`` puts a value of another type at each of them, ``unknown_keys`` a key that is not
known beside them, ``overlays`` what an app writes for one wire.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from dice import Dice
from quick_schema import Check, Quick
from samples import ENTRY_TYPES, SCHEMAS, copied

Json = Any
DEFS = SCHEMAS["intermediate"]["$defs"]
ANY = "#/$defs/JsonValue"
TAGS = ("kind", "role", "format")
WRONG: dict[str, Json] = {
    "integer": 98765,
    "number": 9876.5,
    "string": "hot-98765",
    "boolean": True,
    "array": ["hot-98765"],
    "object": {"code": 98765},
    "null": None,
}
"""Values that no payload has, by their JSON type."""


class Place(NamedTuple):
    """A field that is there: its pointer, the object that holds it, its key and its schema."""

    pointer: str
    holder: Json
    key: str
    schema: Json
    optional: bool


class Record(NamedTuple):
    """An object whose fields are all known: its pointer, itself, and their names."""

    pointer: str
    holder: Json
    fields: tuple[str, ...]


def resolved(schema: Json) -> Json:
    while "$ref" in schema:
        schema = DEFS[schema["$ref"].rpartition("/")[2]]
    return schema


def arm(value: Json, schema: Json) -> Json:
    """The arm of a union that a value is one of: the first that takes it as it is."""
    schema = resolved(schema)
    if "anyOf" not in schema:
        return schema
    return next((found for item in schema["anyOf"] if fits(value, found := arm(value, item))), {})


def fits(value: Json, schema: Json) -> bool:
    """Is this a value of the schema?"""
    if id(schema) not in _CHECKS:
        _CHECKS[id(schema)] = schema, Quick({**schema, "$defs": DEFS}).is_valid
    return _CHECKS[id(schema)][1](value)


_CHECKS: dict[int, tuple[Json, Check]] = {}
"""By its place in memory each part of the schema that was asked, which stays there, and a check."""


def records(value: Json, schema: Json, pointer: str = "") -> Iterator[tuple[Record, Json]]:
    """The objects of known fields in a value, each with the schema that it follows."""
    schema = arm(value, schema)
    if type(value) is list and "items" in schema:
        for index, item in enumerate(value):
            yield from records(item, schema["items"], f"{pointer}/{index}")
    if type(value) is dict and "properties" in schema and schema.get("title") != "Opaque":
        yield Record(pointer, value, tuple(schema["properties"])), schema
        for key, inner in schema["properties"].items():
            if key in value:
                yield from records(value[key], inner, f"{pointer}/{key}")


def types(schema: Json) -> set[str]:
    """The JSON types of the values that a schema takes; of fixed words none."""
    schema = resolved(schema)
    if "anyOf" in schema:
        return {name for item in schema["anyOf"] for name in types(item)} | {
            type_ for item in schema["anyOf"] if (type_ := resolved(item).get("type"))}  # fmt: skip
    if schema.get("const") is True:
        return {"boolean"}
    if "enum" in schema or "const" in schema:
        return set()
    return {"number", "integer"} if schema["type"] == "number" else {schema["type"]}


def _root(entry: str) -> Json:
    """The schema of an entry's values; of those of another entry than a request's, by its title."""
    (title,) = ENTRY_TYPES["intermediate", entry]
    return DEFS[title]


def typed(value: Json, entry: str) -> Iterator[Place]:
    """The fields of a value that a type is known for, but the tags of unions."""
    for record, schema in records(value, _root(entry)):
        for key, inner in schema["properties"].items():
            tag = key in TAGS or type(inner.get("const")) is str
            if key in record.holder and not tag and inner.get("$ref") != ANY:
                optional = key not in schema["required"]
                place = f"{record.pointer}/{key}"
                yield Place(place, record.holder, key, inner, optional)


def wrong_types(value: Json, entry: str, dice: Dice) -> Iterator[tuple[str, str, Json]]:
    """Where a value of the wrong type stands, which field of which type, and the whole value."""
    for place in list(typed(value, entry)):
        right = place.holder[place.key]
        allowed = types(place.schema) | ({"null"} if place.optional else set())
        others = [name for name in WRONG if name not in allowed]
        place.holder[place.key] = WRONG[dice.choice(others)]
        yield place.pointer, place.key, copied(value)
        place.holder[place.key] = right


def unknown_keys(value: Json, entry: str, dice: Dice) -> Iterator[tuple[str, str, Json]]:
    """Where a key stands that is a known one misspelled, the known one, and the whole value."""
    for record, _ in list(records(value, _root(entry))):
        meant = dice.choice([key for key in record.fields if key not in TAGS])
        key = misspelled(meant, dice)
        record.holder[key] = copied(record.holder.get(meant, "x"))
        yield f"{record.pointer}/{key}", meant, copied(value)
        del record.holder[key]


def misspelled(name: str, dice: Dice) -> str:
    """A name as another library, or a hasty hand, would write it."""
    snake = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)
    at = dice.randint(1, len(name) - 1)
    return dice.choice([snake, name[:at] + name[at - 1] + name[at:]]) if snake != name else (
        name[:at] + name[at - 1] + name[at:]
    )  # fmt: skip


def overlays(value: Json, entry: str, wire: str) -> Iterator[tuple[str, Json]]:
    """Where an app has written a key for a wire that nobody knows, and the whole value."""
    for record, _ in list(records(value, _root(entry))):
        if "metadata" in record.fields:
            with written(record.holder, wire, "x_fresh", 98765):
                yield record.pointer, copied(value)


@contextlib.contextmanager
def written(holder: Json, wire: str, key: str, item: Json) -> Iterator[None]:
    """An object with a key in its overlay, for a while."""
    before = holder.get("metadata")
    own = (before or {}).get(wire, {})
    holder["metadata"] = {**(before or {}), wire: {**own, key: item}}
    try:
        yield
    finally:
        if before is None:
            del holder["metadata"]
        else:
            holder["metadata"] = before
