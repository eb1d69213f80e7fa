"""Random schemas, and random values for them: small names and numbers, so that things meet.

A schema is drawn with a hypothesis strategy. A value is thrown with dice, along what the schema
says, so that most of them fit.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

Json = Any
NAMES = ("a", "b", "c", "type", "$ref", "x/y~z")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
REFS = ("#", "#/$defs/A", "#/$defs/B", "#/$defs/C", "#/properties/a", "#/properties/x~1y~0z")
LOST = ("#/$defs/nowhere", "https://example.com/schema", "other.json#/a", "#anchor", "#/$defs/%41")
WORDS = ("string", "object", 0, 1, 1.5, True, None, "a", "bb", ["a"], {"a": 1})

small = st.integers(min_value=0, max_value=3)
numbers = st.one_of(small, st.sampled_from((0.5, 1.0, 2.5, -1)))
values = st.sampled_from(WORDS)
names = st.sampled_from(NAMES)
name_lists = st.lists(names, max_size=3, unique=True)


def _keywords(inner: st.SearchStrategy[Json]) -> dict[str, st.SearchStrategy[Json]]:
    """The keywords of draft 2020-12 and their values."""
    some = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(names, inner, max_size=3)
    return {
        "type": st.one_of(
            st.sampled_from(TYPES), st.lists(st.sampled_from(TYPES), min_size=1, unique=True)
        ),
        "const": values,
        "enum": st.lists(values, min_size=1, max_size=4),
        "properties": named,
        "required": name_lists,
        "additionalProperties": st.one_of(st.booleans(), inner),
        "patternProperties": st.dictionaries(st.sampled_from(("^a", "b", "^.*$")), inner),
        "propertyNames": inner,
        "minProperties": small,
        "maxProperties": small,
        "dependentRequired": st.dictionaries(names, name_lists, max_size=2),
        "dependentSchemas": st.dictionaries(names, inner, max_size=2),
        "items": inner,
        "prefixItems": some,
        "contains": inner,
        "minContains": small,
        "maxContains": small,
        "minItems": small,
        "maxItems": small,
        "uniqueItems": st.booleans(),
        "unevaluatedItems": inner,
        "unevaluatedProperties": st.one_of(st.booleans(), inner),
        "allOf": some,
        "anyOf": some,
        "oneOf": some,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "minimum": numbers,
        "maximum": numbers,
        "exclusiveMinimum": numbers,
        "exclusiveMaximum": numbers,
        "multipleOf": st.sampled_from((1, 2, 0.5)),
        "minLength": small,
        "maxLength": small,
        "pattern": st.sampled_from(("^a", "b$", ".")),
        "format": st.sampled_from(("date-time", "uri", "float", "odd")),
        "title": st.just("T"),
        "description": st.sampled_from(("", "Words.")),
        "default": values,
        "examples": st.lists(values, max_size=2),
        "deprecated": st.booleans(),
        "contentEncoding": st.just("base64"),
        "$comment": st.just("…"),
        "x-odd": values,
        "$ref": st.sampled_from(REFS),
    }


def _older(inner: st.SearchStrategy[Json]) -> dict[str, st.SearchStrategy[Json]]:
    """What older drafts and OpenAPI say, and what is wrong."""
    return {
        "nullable": st.booleans(),
        "example": values,
        "items": st.lists(inner, max_size=2),
        "additionalItems": inner,
        "exclusiveMinimum": st.booleans(),
        "exclusiveMaximum": st.booleans(),
        "dependencies": st.dictionaries(names, st.one_of(name_lists, inner), max_size=2),
        "definitions": st.dictionaries(st.sampled_from(("A", "D")), inner, max_size=2),
        "$defs": st.dictionaries(st.sampled_from(("A", "D")), inner, max_size=2),
        "$dynamicRef": st.sampled_from((*REFS, *LOST)),
        "$ref": st.sampled_from((*REFS, *LOST, "#/definitions/A")),
        "$id": st.sampled_from(("https://example.com/schema", "#own", "")),
        "$anchor": st.just("anchor"),
        "enum": st.just([]),
        "anyOf": st.just([]),
        "required": st.sampled_from((True, ["a", "a"], [1])),
        "type": st.sampled_from(("any", "STRING", "object,null", ["date"], [], 1, None)),
        "properties": st.just([]),
        "minimum": st.just("1"),
        "title": st.just(1),
        "description": st.just(None),
        "minLength": st.just(-1),
        "allOf": st.just({}),
        "$schema": st.just("https://json-schema.org/draft/2020-12/schema"),
    }


def _objects(keywords: dict[str, st.SearchStrategy[Json]]) -> st.SearchStrategy[Json]:
    """Schemas of a few of these keywords."""
    pairs = st.sampled_from(sorted(keywords)).flatmap(
        lambda key: st.tuples(st.just(key), keywords[key])
    )
    return st.lists(pairs, max_size=4).map(dict)


def _schemas(older: bool) -> st.SearchStrategy[Json]:
    leaf = st.one_of(
        st.sampled_from(({}, {"type": "string"}, {"type": "integer"}, {"type": "null"})),
        st.sampled_from(({"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"type": "object"})),
        st.booleans(),
    )

    def deeper(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
        plain = _objects(_keywords(inner))
        if not older:
            return plain
        odd = _objects({**_keywords(inner), **_older(inner)})
        return st.one_of(plain, odd, st.sampled_from(("string", None, [])))

    return st.recursive(leaf, deeper, max_leaves=12)


@st.composite
def tool_schemas(draw: st.DrawFn, older: bool = False) -> Json:
    """The schema of a tool's arguments, with definitions that it may refer to."""
    part = _schemas(older)
    schema: Json = {"type": "object", "properties": draw(st.dictionaries(names, part, max_size=3))}
    more = draw(part)
    if isinstance(more, dict):
        schema |= more if older else {k: v for k, v in more.items() if k not in ("type", "$ref")}
    defs = {name: draw(part) for name in ("A", "B", "C")}
    schema["$defs"] = {**defs, **(schema.get("$defs") or {})}
    return schema


# -- values


def thrown(schema: Json, root: Json, dice: Random, depth: int = 0) -> Json:
    """A value that may well fit a schema."""
    if depth > 5 or not isinstance(schema, dict) or dice.random() < 0.1:
        return _any(dice)
    for key in ("$ref", "$dynamicRef"):
        if key in schema and dice.random() < 0.9:
            return thrown(_followed(root, schema[key]), root, dice, depth + 1)
    arms = [arm for key in ("anyOf", "oneOf", "allOf") for arm in schema.get(key) or []]
    if arms and dice.random() < 0.6:
        merged: dict[str, Json] = {**schema}
        merged |= _plain(dice.choice(arms)) | _none(arms)
        return thrown(merged, root, dice, depth + 1)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return dice.choice(schema["enum"])
    kinds = schema.get("type", dice.choice(TYPES))
    kind = dice.choice(kinds) if isinstance(kinds, list) and kinds else kinds
    if kind == "object" or (kind not in TYPES and "properties" in schema):
        return _object(schema, root, dice, depth)
    if kind == "array":
        first = schema.get("prefixItems") or []
        size = dice.randint(0, 3)
        rest = schema.get("items")
        return [
            thrown(first[at] if at < len(first) else rest, root, dice, depth + 1)
            for at in range(size)
        ]
    return _of_kind(kind, dice)


def _plain(arm: Json) -> dict[str, Json]:
    return arm if isinstance(arm, dict) else {}


def _none(arms: list[Json]) -> dict[str, Json]:
    taken = {key for arm in arms if isinstance(arm, dict) for key in arm}
    return {key: [] for key in ("anyOf", "oneOf", "allOf") if key not in taken}


def _object(schema: Json, root: Json, dice: Random, depth: int) -> Json:
    properties = schema.get("properties")
    found = {}
    for name, inner in properties.items() if isinstance(properties, dict) else ():
        if name in (schema.get("required") or []) or dice.random() < 0.6:
            found[name] = thrown(inner, root, dice, depth + 1)
    for name in schema.get("required") or []:
        if name not in found and isinstance(name, str):
            found[name] = thrown(schema.get("additionalProperties"), root, dice, depth + 1)
    if dice.random() < 0.2:
        name = dice.choice(NAMES)
        found.setdefault(name, thrown(schema.get("additionalProperties"), root, dice, depth + 1))
    return found


def _followed(root: Json, ref: str) -> Json:
    here = root
    for part in ref.lstrip("#").split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        here = here.get(name, {}) if isinstance(here, dict) else {}
    return here


def _of_kind(kind: Json, dice: Random) -> Json:
    if kind == "null":
        return None
    if kind == "boolean":
        return dice.choice((True, False))
    if kind == "integer":
        return dice.randint(-1, 4)
    if kind == "number":
        return dice.choice((0, 1, 1.5, 2.5, -1))
    return dice.choice(("", "a", "bb", "ab", "string")) if kind == "string" else _any(dice)


def _any(dice: Random) -> Json:
    return dice.choice((None, True, 1, 1.5, "a", "bb", [], ["a"], {}, {"a": 1}, {"b": None}))
