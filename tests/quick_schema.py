"""Whether a value is valid by a schema, sooner than ``jsonschema`` says it, and nothing more.

A schema becomes functions once, for all values. The laws ask of thousands whether they are valid;
why one is not, ``jsonschema`` tells. `test_quick_schema` holds the two to each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator

Json = Any
Check = Callable[[Json], bool]
Inner = Callable[[Json], Check]
NOTES = {
    "$schema", "$id", "$comment", "$defs", "title", "description", "examples", "default",
    "contentMediaType", "contentEncoding", "then", "else",
}  # fmt: skip
"""Keywords that ask nothing of a value by themselves; others of ours begin with ``x-``."""


class UnknownKeywordError(ValueError):
    """A keyword that is not known here: another validator has to be asked."""


class Quick:
    """A validator of one schema."""

    def __init__(self, schema: Json) -> None:
        self.schema = schema
        self._referred: dict[str, Check] = {}
        self.is_valid = self.check(schema)

    def check(self, schema: Json) -> Check:
        """The function that a schema in it becomes. Raises UnknownKeywordError."""
        if isinstance(schema, bool):
            return lambda value: schema
        unknown = [k for k in schema if k not in {*KEYWORDS, *NOTES} and not k.startswith("x-")]
        if unknown:
            raise UnknownKeywordError(", ".join(unknown))
        checks = [KEYWORDS[key](self, schema, schema[key]) for key in schema if key in KEYWORDS]
        return checks[0] if len(checks) == 1 else lambda value: all(one(value) for one in checks)

    def referred(self, ref: str) -> Check:
        """What a reference leads to, which may lead back to it."""
        if not ref.startswith("#"):
            raise UnknownKeywordError(ref)
        if ref not in self._referred:
            self._referred[ref] = lambda value: self._referred[ref](value)
            found = self.schema
            for name in ref.split("/")[1:]:
                found = found[name]
            self._referred[ref] = self.check(found)
        return lambda value: self._referred[ref](value)


def validator(schema: Json) -> Check:
    """What says whether a value is valid by a schema: quickly, if all its keywords are known."""
    try:
        return Quick(schema).is_valid
    except UnknownKeywordError:
        return Draft202012Validator(schema).is_valid


def same(one: Json, other: Json) -> bool:
    """Equal as JSON Schema says it: 1 is 1.0, and not true."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


TYPES: dict[str, Check] = {
    "null": lambda v: v is None,
    "boolean": lambda v: isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: not isinstance(v, bool)
    and (isinstance(v, int) or (isinstance(v, float) and v.is_integer())),
}


def _twice(values: list[Json]) -> bool:
    return any(same(one, other) for at, one in enumerate(values) for other in values[:at])


def _type(made: Quick, schema: Json, given: Json) -> Check:
    checks = [TYPES[name] for name in ([given] if isinstance(given, str) else given)]
    return checks[0] if len(checks) == 1 else lambda v: any(one(v) for one in checks)


def _enum(made: Quick, schema: Json, given: Json) -> Check:
    return lambda v: any(same(v, one) for one in given)


def _properties(made: Quick, schema: Json, given: Json) -> Check:
    checks = {key: made.check(inner) for key, inner in given.items()}

    def check(value: Json) -> bool:
        if not isinstance(value, dict):
            return True
        return all(checks[key](value[key]) for key in value if key in checks)

    return check


def _additional(made: Quick, schema: Json, given: Json) -> Check:
    properties, check = schema.get("properties", {}), made.check(given)
    patterns = [re.compile(one) for one in schema.get("patternProperties", {})]

    def spoken(key: str) -> bool:
        return key in properties or any(one.search(key) for one in patterns)

    return lambda v: not isinstance(v, dict) or all(check(v[k]) for k in v if not spoken(k))


def _patterned(made: Quick, schema: Json, given: Json) -> Check:
    checks = [(re.compile(pattern), made.check(inner)) for pattern, inner in given.items()]
    return lambda v: not isinstance(v, dict) or all(
        check(v[key]) for pattern, check in checks for key in v if pattern.search(key)
    )


def _if(made: Quick, schema: Json, given: Json) -> Check:
    asked = made.check(given)
    then, otherwise = (made.check(schema.get(key, True)) for key in ("then", "else"))
    return lambda v: then(v) if asked(v) else otherwise(v)


def _arms(several: Callable[[list[Check], Json], bool]) -> Callable[[Quick, Json, Json], Check]:
    def made_of(made: Quick, schema: Json, given: Json) -> Check:
        checks = [made.check(arm) for arm in given]
        return lambda v: several(checks, v)

    return made_of


def _one(kind: type, holds: Callable[[Json, Check], bool]) -> Callable[[Quick, Json, Json], Check]:
    """A keyword with one schema, about values of one type."""

    def made_of(made: Quick, schema: Json, given: Json) -> Check:
        inner = made.check(given)
        return lambda v: not isinstance(v, kind) or holds(v, inner)

    return made_of


def _bound(kind: Any, holds: Callable[[Json, Json], bool]) -> Callable[[Quick, Json, Json], Check]:
    """A keyword with a plain value, about values of one type."""
    return lambda made, schema, given: lambda v: (
        not isinstance(v, kind) or isinstance(v, bool) or holds(v, given)
    )


KEYWORDS: dict[str, Callable[[Quick, Json, Json], Check]] = {
    "$ref": lambda made, schema, given: made.referred(given),
    "type": _type,
    "const": lambda made, schema, given: lambda v: same(v, given),
    "enum": _enum,
    "properties": _properties,
    "patternProperties": _patterned,
    "additionalProperties": _additional,
    "propertyNames": _one(dict, lambda v, inner: all(map(inner, v))),
    "items": _one(list, lambda v, inner: all(map(inner, v))),
    "contains": _one(list, lambda v, inner: any(map(inner, v))),
    "not": _one(object, lambda v, inner: not inner(v)),
    "if": _if,
    "anyOf": _arms(lambda checks, v: any(one(v) for one in checks)),
    "allOf": _arms(lambda checks, v: all(one(v) for one in checks)),
    "oneOf": _arms(lambda checks, v: sum(one(v) for one in checks) == 1),
    "required": _bound(dict, lambda v, given: all(key in v for key in given)),
    "minProperties": _bound(dict, lambda v, given: len(v) >= given),
    "maxProperties": _bound(dict, lambda v, given: len(v) <= given),
    "minItems": _bound(list, lambda v, given: len(v) >= given),
    "maxItems": _bound(list, lambda v, given: len(v) <= given),
    "uniqueItems": _bound(list, lambda v, given: not given or not _twice(v)),
    "minLength": _bound(str, lambda v, given: len(v) >= given),
    "maxLength": _bound(str, lambda v, given: len(v) <= given),
    "pattern": _bound(str, lambda v, given: re.search(given, v) is not None),
    "minimum": _bound((int, float), lambda v, given: bool(v >= given)),
    "maximum": _bound((int, float), lambda v, given: bool(v <= given)),
}
