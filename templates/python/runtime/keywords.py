"""What the keywords of JSON Schema hold: other schemas, and which words only people read.

The names are those of draft 2020-12, and of the older drafts and OpenAPI that real schemas mix in.
"""

from __future__ import annotations

import math
import re
from typing import Any

Json = Any

SCHEMA = frozenset({
    "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "contains",
    "unevaluatedItems", "additionalItems", "not", "if", "then", "else", "contentSchema",
})  # fmt: skip
"""Keywords that hold one schema."""
SCHEMAS = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
"""Keywords that hold a list of schemas."""
NAMED = frozenset({
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions",
})  # fmt: skip
"""Keywords that hold schemas by names."""

DEFINITIONS = ("$defs", "definitions")
"""Where schemas stand that are only referred to."""
RESOURCES = ("$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor")
"""What references may be relative to, or lead to by a name."""
REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")

SILENT = frozenset({
    "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary",
    "$comment", "$defs", "definitions", "title", "description", "default", "deprecated",
    "readOnly", "writeOnly", "examples", "example", "contentEncoding", "contentMediaType",
    "contentSchema", "discriminator", "xml", "externalDocs", "propertyOrdering",
})  # fmt: skip
"""Keywords that no value is held to."""

TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
TYPED = frozenset({"type", "anyOf", "oneOf", "allOf", "$ref"})
"""Keywords of which one says of what types a value is."""
OF_TYPE: dict[str, str] = {
    **dict.fromkeys(("minLength", "maxLength", "pattern"), "string"),
    **dict.fromkeys(("contentEncoding", "contentMediaType", "contentSchema"), "string"),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), "number"),
    "multipleOf": "number",
    **dict.fromkeys(("items", "prefixItems", "contains", "minContains", "maxContains"), "array"),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems", "unevaluatedItems"), "array"),
    **dict.fromkeys(("properties", "patternProperties", "additionalProperties"), "object"),
    **dict.fromkeys(("propertyNames", "minProperties", "maxProperties", "required"), "object"),
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "unevaluatedProperties"), "object"),
}
"""The type whose values a keyword speaks of; values of others it lets pass."""


def kind_of(value: Json) -> str:
    """The JSON type of a value."""
    if value is None or value is True or value is False:
        return "null" if value is None else "boolean"
    if type(value) is str:
        return "string"
    if type(value) is int or (type(value) is float and value.is_integer()):
        return "integer"
    return {float: "number", list: "array", dict: "object"}.get(type(value), "")


def type_names(schema: Json) -> list[str] | None:
    """The types that ``type`` lists, as far as they are types; None where it says nothing.

    Some write them in upper case, as protocol buffers name what they list.
    """
    if type(schema) is not dict or "type" not in schema:
        return None
    names = schema["type"]
    listed = names if type(names) is list else [names]
    return [name.lower() for name in listed if type(name) is str and name.lower() in TYPES]


def kinds_of(schema: Json) -> set[str]:
    """The types that a schema's own words speak of; empty where they speak of any."""
    names = type_names(schema)
    if names is not None:
        return set(names)
    if "const" in schema:
        return {kind_of(schema["const"])}
    if type(schema.get("enum")) is list:
        return {kind_of(value) for value in schema["enum"]}
    return {OF_TYPE[key] for key in schema if key in OF_TYPE}


TEXT, NUMBER, COUNT, FLAG, NAMES, LIST, ONE, MANY, MAP, TYPE, NAME, ANY = range(12)
"""What the value of a keyword is: the last can be anything."""
VALUES: dict[str, int] = {
    **dict.fromkeys(("$schema", "$ref", "$dynamicRef", "$recursiveRef"), TEXT),
    **dict.fromkeys(("$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"), NAME),
    **dict.fromkeys(("$comment", "title", "description", "format", "pattern"), TEXT),
    **dict.fromkeys(("contentEncoding", "contentMediaType"), TEXT),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), NUMBER),
    "multipleOf": NUMBER,
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minContains"), COUNT),
    **dict.fromkeys(("maxContains", "minProperties", "maxProperties"), COUNT),
    **dict.fromkeys(("uniqueItems", "deprecated", "readOnly", "writeOnly", "nullable"), FLAG),
    "required": NAMES,
    **dict.fromkeys(("enum", "examples"), LIST),
    **dict.fromkeys(SCHEMA, ONE),
    **dict.fromkeys(SCHEMAS, MANY),
    **dict.fromkeys(NAMED, MAP),
    "type": TYPE,
}


ADDRESS, ANCHOR = re.compile(r"[^#]*#?"), re.compile(r"[A-Za-z_][-A-Za-z0-9._]*")


def well_formed(key: str, value: Json) -> bool:
    """Whether a keyword has a value that its draft gives it; of types, any text will do."""
    kind = VALUES.get(key, ANY)
    if kind in (NUMBER, COUNT):
        real = type(value) is float and math.isfinite(value)
        right = type(value) is int or (real and (kind == NUMBER or value % 1 == 0))
        floor = kind == NUMBER and key != "multipleOf"
        return right and (floor or value > 0 or (kind == COUNT and value == 0))
    if kind == NAMES:
        return type(value) is list and all(type(name) is str for name in value)
    if kind == NAME:
        pattern = ADDRESS if key == "$id" else ANCHOR
        return type(value) is str and pattern.fullmatch(value) is not None
    if kind == MANY:
        return type(value) is list and bool(value)
    if kind == ONE:
        return type(value) is dict or type(value) is bool
    if kind == TYPE:
        return type(value) is str or type(value) is list
    if kind == ANY:
        return key != "dependentRequired" or _name_lists(value)
    return type(value) is {TEXT: str, FLAG: bool, LIST: list, MAP: dict}[kind]


def _name_lists(value: Json) -> bool:
    if type(value) is not dict:
        return False
    return all(well_formed("required", names) for names in value.values())
