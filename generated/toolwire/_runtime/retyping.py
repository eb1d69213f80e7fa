# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Tool schemas whose type names go through a table, at every depth."""

from __future__ import annotations

import re
from typing import Any

from .absence import EMPTY, Form
from .jsontext import same_text

Json = Any
_LISTS = ("anyOf", "any_of", "oneOf", "allOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "additional_properties", "not")
_NAMED = ("$defs", "defs", "definitions", "patternProperties")
_DEEPER = frozenset((*_LISTS, *_SINGLE, *_NAMED))
_LIMITS = frozenset(
    ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")
)
_NUMERIC = frozenset(("enum", *_LIMITS))
_RARE = _DEEPER | _NUMERIC
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,30})(\.\d{1,30})?", re.ASCII)
Table = dict[Any, Any]


def retyped_from(schema: Json, table: Table, inverse: Table, odd: list[Json]) -> Json:
    """A tool schema with its type names put through a table, at every depth.

    Numbers that a wire of enumerations of texts spells as such are numbers again. Type names that
    the inverse table would not write go to ``odd``, and so do these.
    """
    if type(schema) is not dict:
        return None
    try:
        return _retyped(schema, table, inverse, odd)
    except RecursionError:
        odd.append(schema)
        return schema


def retyped(
    schema: dict[str, Any], table: Table, reading: Table = EMPTY, form: Form = None, field: str = ""
) -> Json:
    """The inverse: a tool schema with the wire's type names, or as the form says that it came."""
    if form is not None and "as" in (entry := form.get(field, EMPTY)):
        read = retyped_from(entry["as"], reading, EMPTY, [])
        if read is schema or same_text(read, schema):
            return entry["as"]
    return _retyped(schema, table, EMPTY, None)


def _retyped(
    schema: dict[str, Any], table: Table, inverse: Table, odd: list[Json] | None
) -> dict[str, Any]:
    """The schema itself where nothing in it changes: most have their names already.

    Without ``odd`` it is written, not read.
    """
    result = schema
    if "type" in schema:
        names = schema["type"]
        if type(names) is list:
            found: Json = [_type_name(name, table, inverse, odd) for name in names]
        else:
            found = _type_name(names, table, inverse, odd)
        if found != names:
            result = {**schema, "type": found}
    properties = schema.get("properties")
    if type(properties) is dict:
        changed = _named(properties, table, inverse, odd)
        if changed is not properties:
            result = schema.copy() if result is schema else result
            result["properties"] = changed
    if not _RARE.isdisjoint(schema):
        if odd is not None and not _NUMERIC.isdisjoint(schema):
            result = _with_numbers(result, odd)
        for key in _DEEPER.intersection(schema):
            value = schema[key]
            inner = _inner(key, value, table, inverse, odd)
            if inner is not value:
                result = schema.copy() if result is schema else result
                result[key] = inner
    return result


def _named(
    schemas: dict[str, Any], table: Table, inverse: Table, odd: list[Json] | None
) -> dict[str, Any]:
    result = schemas
    for key, schema in schemas.items():
        if type(schema) is not dict:
            continue
        if len(schema) == 1 or (len(schema) == 2 and "description" in schema):
            # As most parameters are: a type, perhaps described.
            name = schema.get("type")
            if type(name) is str:
                found = table.get(name)
                if odd is not None and inverse and inverse.get(found) != name:
                    odd.append(name)
                if found is not None and found != name:
                    if result is schemas:
                        result = schemas.copy()
                    result[key] = leaf = schema.copy()
                    leaf["type"] = found
                continue
        inner = _retyped(schema, table, inverse, odd)
        if inner is not schema:
            result = schemas.copy() if result is schemas else result
            result[key] = inner
    return result


def _inner(key: str, value: Json, table: Table, inverse: Table, odd: list[Json] | None) -> Json:
    """What holds schemas, with theirs; itself where none changes."""
    if key in _SINGLE:
        return _retyped(value, table, inverse, odd) if type(value) is dict else value
    if key in _NAMED:
        return _named(value, table, inverse, odd) if type(value) is dict else value
    if key in _LISTS and type(value) is list:
        schemas = [_retyped(v, table, inverse, odd) if type(v) is dict else v for v in value]
        same_ones = all(one is other for one, other in zip(schemas, value, strict=True))
        return value if same_ones else schemas
    return value


def _type_name(name: Json, table: Table, inverse: Table, odd: list[Json] | None) -> Json:
    if type(name) is not str and type(name) is not int:
        return name
    found = table.get(name)
    if odd is not None and inverse and inverse.get(found) != name:
        odd.append(name)
    return name if found is None else found


def _with_numbers(schema: dict[str, Any], odd: list[Json]) -> dict[str, Any]:
    """The values of a number, and limits, that are texts, as the numbers that they say.

    The schema itself where there are none.
    """
    changed: dict[str, Any] = {}
    values = schema.get("enum")
    if schema.get("type") in ("integer", "number") and type(values) is list:
        numbers = [_number(value) for value in values]
        if numbers and None not in numbers:
            changed["enum"] = numbers
    for key in _LIMITS.intersection(schema):
        if type(limit := _number(schema[key])) is int:
            changed[key] = limit
    odd += changed
    return {**schema, **changed} if changed else schema


def _number(text: Json) -> int | float | None:
    """The number that a text says."""
    if type(text) is not str or not _NUMBER.fullmatch(text):
        return None
    return float(text) if "." in text else int(text)
