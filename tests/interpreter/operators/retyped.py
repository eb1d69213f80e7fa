"""A tool schema whose type names go through a table, at every depth: `retyped(table)`."""

from __future__ import annotations

import json
import re
from typing import Any

from toolwire_codegen.load.transform import Table

from ..codec import Codec
from ..notes import Notes
from ..operator import Operator
from ..use import Use

Json = Any
SCHEMA = ("items", "additionalProperties", "additional_properties", "not")
LISTS = ("anyOf", "any_of", "oneOf", "allOf", "prefixItems")
NAMED = ("properties", "$defs", "defs", "definitions", "patternProperties")
"""Keys of a schema that hold a schema, a list of schemas, or schemas by name."""


class Retyped(Operator):
    """The same schema in the words of the wire."""

    name = "retyped"

    def codec(self, use: Use) -> Codec:
        return RetypedCodec(use.spec.transform.tables[self.args[0]])


class RetypedCodec(Codec):
    """Type names that we would spell in another way make the form keep the whole schema."""

    partial = spelled = True

    def __init__(self, table: Table) -> None:
        self.table = table

    def read(self, raw: Json, notes: Notes) -> Json:
        if type(raw) is not dict:
            return None
        try:
            return numbered(through(raw, self.table.decoding))
        except RecursionError:
            return raw

    def write(self, value: Json, notes: Notes) -> Json:
        if type(value) is not dict:
            raise TypeError("a schema is an object")
        return through(value, self.table.encoding)

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        try:
            typed = through(raw, self.table.decoding)
            if json.dumps(numbered(typed)) != json.dumps(typed):
                return True
            return any(self._is_odd(name) for name in type_names(raw))
        except RecursionError:
            return True

    def _is_odd(self, name: Json) -> bool:
        if type(name) is not str and type(name) is not int:
            return False
        return bool(self.table.encoding.get(self.table.decoding.get(name)) != name)


def _inner(key: str, value: Json) -> list[Json]:
    """The schemas under a key of a schema."""
    if key in SCHEMA and type(value) is dict:
        return [value]
    if key in LISTS and type(value) is list:
        return [one for one in value if type(one) is dict]
    if key in NAMED and type(value) is dict:
        return [one for one in value.values() if type(one) is dict]
    return []


def type_names(schema: Json) -> list[Json]:
    """All type names in a schema."""
    found: list[Json] = []
    for key, value in schema.items():
        if key == "type":
            found += value if type(value) is list else [value]
        for inner in _inner(key, value):
            found += type_names(inner)
    return found


def through(schema: Json, table: dict[Any, Any]) -> Json:
    """A schema with its type names put through a table."""
    result = {}
    for key, value in schema.items():
        if key == "type":
            several = type(value) is list
            value = [_word(one, table) for one in value] if several else _word(value, table)
        elif key in LISTS and type(value) is list:
            value = [through(one, table) if type(one) is dict else one for one in value]
        elif key in NAMED and type(value) is dict:
            value = {k: through(v, table) if type(v) is dict else v for k, v in value.items()}
        elif key in SCHEMA and type(value) is dict:
            value = through(value, table)
        result[key] = value
    return result


LIMITS = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")


def numbered(schema: Json) -> Json:
    """A schema in which texts that stand for numbers are numbers."""
    result = {}
    for key, value in schema.items():
        if key in LIMITS and type(number := _number(value)) is int:
            value = number
        elif key == "enum" and schema.get("type") in ("integer", "number") and type(value) is list:
            numbers = [_number(one) for one in value]
            value = value if None in numbers else numbers
        elif key in LISTS and type(value) is list:
            value = [numbered(one) if type(one) is dict else one for one in value]
        elif key in NAMED and type(value) is dict:
            value = {k: numbered(v) if type(v) is dict else v for k, v in value.items()}
        elif key in SCHEMA and type(value) is dict:
            value = numbered(value)
        result[key] = value
    return result


def _number(text: Json) -> int | float | None:
    fits = type(text) is str and re.fullmatch(r"-?(0|[1-9]\d{0,30})(\.\d{1,30})?", text, re.A)
    return json.loads(text) if fits else None


def _word(name: Json, table: dict[Any, Any]) -> Json:
    """A type name; one that no table knows stays what it is."""
    word = table.get(name) if type(name) is str or type(name) is int else None
    return name if word is None else word
