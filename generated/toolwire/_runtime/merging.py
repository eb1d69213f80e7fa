# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""One schema that says what two say together: what ``allOf`` means, in one place."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .keywords import SILENT, TYPES, kind_of, type_names, well_formed

Json = Any
Merge = Callable[[Json, Json], Json]

UNMERGED = object()
"""What no single word says."""
NEVER = object()
"""What no value is."""

OF_OBJECTS = frozenset({"properties", "patternProperties", "additionalProperties"})
"""Keywords that mean something together, and are merged together."""
UNITS = (
    ("if", "then", "else"),
    ("contains", "minContains", "maxContains"),
    ("prefixItems", "items"),
    ("unevaluatedItems",),
    ("unevaluatedProperties",),
)
"""Keywords that mean something together: those of two schemas cannot be mixed."""
MOST_ARMS = 16

AS_ONE = ("items", "propertyNames", "contentSchema")
"""Keywords of one schema: two of them hold together."""


def intersected(one: Json, other: Json) -> tuple[Json, list[str]]:
    """A schema for what both say, and the keywords of the second that have no place in it.

    False where no value is both. Schemas that stand in one place of both are joined by ``allOf``.
    """
    if one is False or other is False:
        return False, []
    if one is True or other is True:
        return (one, []) if other is True else (other, [])
    if not one:
        return other, []
    result = dict(one)
    lost: list[str] = []
    _objects(result, one, other, lost)
    apart = [key for unit in UNITS for key in _apart(unit, one, other)]
    lost += [key for key in apart if key in other]
    for key, value in other.items():
        if key in OF_OBJECTS or key in apart:
            continue
        if key not in one:
            result[key] = value
            continue
        found = _both(key, one[key], value)
        if found is NEVER:
            return False, []
        if found is UNMERGED:
            lost.append(key)
        else:
            result[key] = found
    return (False, []) if _contradicts(result) else (result, lost)


def _apart(unit: tuple[str, ...], one: Json, other: Json) -> tuple[str, ...]:
    """The keywords of a unit, if what the second says with them cannot be said with the first's."""
    mine, theirs = ([schema.get(key, UNMERGED) for key in unit] for schema in (one, other))
    if all(value is UNMERGED for value in theirs):
        return ()
    if unit[0].startswith("unevaluated"):  # it speaks of what its own schema says of members
        return unit
    if unit == ("prefixItems", "items") and mine[0] is theirs[0] is UNMERGED:
        return ()
    free = all(value is UNMERGED for value in mine)
    equal = all(a is b or alike(a, b) for a, b in zip(mine, theirs, strict=True))
    return () if free or equal else unit


def _both(key: str, one: Json, other: Json) -> Json:
    if alike(one, other) or key in SILENT:
        return one
    if key in AS_ONE:
        return both_of(one, other)
    rule = RULES.get(key)
    if rule is None:
        return UNMERGED
    try:
        return rule(one, other)
    except (TypeError, ValueError):  # a value that is none of the keyword's
        return UNMERGED


def alike(one: Json, other: Json) -> bool:
    """Equal as JSON: true and 1 are two values."""
    if kind_of(one) != kind_of(other):
        return False
    if type(one) is dict and type(other) is dict:
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if type(one) is list and type(other) is list:
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


def both_of(one: Json, other: Json) -> Json:
    """Both schemas, to be merged when that place is come to."""
    if one is True or alike(one, other):
        return other
    return one if other is True else {"allOf": [one, other]}


def _types(one: Json, other: Json) -> Json:
    left, right = type_names({"type": one}) or [], type_names({"type": other}) or []
    found = [name for name in left if name in right or (name == "integer" and "number" in right)]
    found += [name for name in right if name == "integer" and "number" in left]
    names = [name for name in TYPES if name in found]
    return NEVER if not names else names[0] if len(names) == 1 else names


def _enums(one: Json, other: Json) -> Json:
    found = [value for value in one if any(alike(value, theirs) for theirs in other)]
    return found or NEVER


def _consts(one: Json, other: Json) -> Json:
    return NEVER


def _names(one: Json, other: Json) -> Json:
    return [*one, *(name for name in other if name not in one)]


def _multiples(one: Json, other: Json) -> Json:
    whole = type(one) is int and type(other) is int and one > 0 and other > 0
    return math.lcm(one, other) if whole else UNMERGED


def _dependent(one: Json, other: Json) -> Json:
    return {**one, **{k: _names(one[k], v) if k in one else v for k, v in other.items()}}


def _alternatives(one: Json, other: Json) -> Json:
    few = len(one) * len(other) <= MOST_ARMS
    return [both_of(mine, theirs) for mine in one for theirs in other] if few else UNMERGED


def _either(one: Json, other: Json) -> Json:
    return one or other


RULES: dict[str, Merge] = {
    "type": _types,
    "enum": _enums,
    "const": _consts,
    "required": _names,
    "multipleOf": _multiples,
    "dependentRequired": _dependent,
    "uniqueItems": _either,
    "anyOf": _alternatives,
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems"), max),
    **dict.fromkeys(("minProperties",), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems"), min),
    **dict.fromkeys(("maxProperties",), min),
}


def _contradicts(schema: Json) -> bool:
    """Whether a schema's type leaves none of the values that it lists."""
    names = type_names(schema)
    if names is None:
        return False
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    return type(values) is list and bool(values) and not any(of_types(v, names) for v in values)


def of_types(value: Json, names: list[str]) -> bool:
    """Whether a value is of one of these types."""
    kind = kind_of(value)
    return kind in names or (kind == "integer" and "number" in names)


def _objects(result: Json, one: Json, other: Json, lost: list[str]) -> None:
    """What both say of an object's members; each may be silent on what the other names."""
    if OF_OBJECTS.isdisjoint(other):
        return
    odd = {k for s in (one, other) for k in OF_OBJECTS & s.keys() if not well_formed(k, s[k])}
    lost += [key for key in other if key in odd]
    one, other = ({key: s[key] for key in s if key not in odd} for s in (one, other))
    patterns = [s.get("patternProperties") for s in (one, other)]
    closed = [s.get("additionalProperties", True) is not True for s in (one, other)]
    # What is additional to one may be named by a pattern of the other: no single word says that.
    if any(patterns) and any(closed) and not alike(*patterns):
        lost += [word for word in other if word in OF_OBJECTS]
        return
    left, right = _members(one), _members(other)
    found: dict[str, Json] = {}
    for name in [*left, *(name for name in right if name not in left)]:
        found[name] = both_of(
            left.get(name, one.get("additionalProperties", True)),
            right.get(name, other.get("additionalProperties", True)),
        )
    if "properties" in one or "properties" in other:
        result["properties"] = found
    if any(patterns):
        mine, theirs = (pattern or {} for pattern in patterns)
        result["patternProperties"] = {
            **mine, **{k: both_of(mine[k], v) if k in mine else v for k, v in theirs.items()}
        }  # fmt: skip
    if "additionalProperties" in other:
        both = (one.get("additionalProperties", True), other["additionalProperties"])
        result["additionalProperties"] = False if False in both else both_of(*both)


def _members(schema: Json) -> dict[str, Json]:
    properties = schema.get("properties")
    return properties if type(properties) is dict else {}
