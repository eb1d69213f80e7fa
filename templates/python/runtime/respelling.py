"""Keywords said by others: those of older drafts by today's, and what a wire lacks by what it has.

Where the other keyword says less, that is a loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .keywords import SILENT, kinds_of, type_names, well_formed
from .merging import alike

Json = Any
Lose = Callable[[str, str, str], None]
"""Takes the keyword, the code and the reason of a loss."""

SPECIAL = {
    "items[list]": ("items", list),
    "exclusiveMinimum[boolean]": ("exclusiveMinimum", bool),
    "exclusiveMaximum[boolean]": ("exclusiveMaximum", bool),
}
"""Keywords that an older draft has with values of another kind."""
FORMS: dict[str, list[tuple[str, type]]] = {}
for _name, (_key, _kind) in SPECIAL.items():
    FORMS.setdefault(_key, []).append((_name, _kind))
ANY_NAME = ("", ".*", "^.*$", "^(.*)$", "^.+$", ".+")
IN_PLACE = ("$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas")


def respelled(schema: dict[str, Any], words: dict[str, str], lose: Lose) -> Json:
    """A schema with some keywords said by others; ``words``: which, by which.

    The schema itself where it has none of them; False where no value fits it any more.
    """
    result = schema
    for key in _order(schema, words):
        result = dict(result) if result is schema else result
        keyword = SPECIAL[key][0] if key in SPECIAL else key
        if keyword not in result:
            continue
        value = result.pop(keyword)
        if key not in SPECIAL and not well_formed(key, value):
            lose(key, "malformed", f"this is no value of {key}")
        elif RESPELLINGS[key, words[key]](result, value, lose):
            return False
    return result


def _order(schema: dict[str, Any], words: dict[str, str]) -> list[str]:
    """The keywords to respell, those of older drafts first: others may come of them."""
    found = [key for key in words if key in schema]
    for key in FORMS.keys() & schema.keys():
        found += [name for name, kind in FORMS[key] if name in words and type(schema[key]) is kind]
    return sorted(found, key=[key for key, _ in RESPELLINGS].index) if len(found) > 1 else found


def _as_tuple(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    schema["prefixItems"] = value
    if "additionalItems" in schema:
        schema["items"] = schema.pop("additionalItems")


def _nothing(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    """It has a meaning beside another keyword alone, which is read with it."""


def _as_limit(key: str, plain: str) -> Callable[..., None]:
    def limit(schema: dict[str, Any], value: Json, lose: Lose) -> None:
        if value and plain in schema:
            schema[key] = schema.pop(plain)

    return limit


def _as_dependent(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    if type(value) is not dict:  # it is of no draft of today, and may hold what is no schema
        lose("dependencies", "malformed", "this is no value of dependencies")
        return
    for name, needs in value.items():
        key = "dependentRequired" if type(needs) is list else "dependentSchemas"
        schema[key] = {**_current(schema, key, {}, lose), name: needs}


def _current(schema: dict[str, Any], key: str, otherwise: Json, lose: Lose) -> Json:
    """What a keyword has already that is to say one thing more."""
    if key not in schema or well_formed(key, schema[key]):
        return schema.get(key, otherwise)
    lose(key, "malformed", f"this is no value of {key}")
    return otherwise


def _as_null(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    if value is not True:
        return
    names = type_names(schema)
    if names is None:
        says = {key: item for key, item in schema.items() if key not in SILENT}
        for key in says:
            del schema[key]
        if says:  # what says nothing takes null as it is
            schema["anyOf"] = [says, {"type": "null"}]
    elif "null" not in names:
        schema["type"] = [*names, "null"]
        if type(schema.get("enum")) is list and None not in schema["enum"]:
            schema["enum"] = [*schema["enum"], None]


def _as_examples(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    schema.setdefault("examples", [value])


def _as_id(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    schema.setdefault("$id", value)


def _as_reference(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    if "$ref" in schema:
        schema["allOf"] = [*schema.get("allOf", []), {"$ref": value}]
    else:
        schema["$ref"] = value


def _as_enum(schema: dict[str, Any], value: Json, lose: Lose) -> bool | None:
    listed = schema.get("enum")
    if type(listed) is list and not any(alike(value, one) for one in listed):
        return True
    schema["enum"] = [value]
    return None


def _as_any_of(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    if not exclusive(value):
        lose("oneOf", "overlap", "a value may fit several of these here, and not just one")
    if "anyOf" in schema:
        schema["allOf"] = [*schema.get("allOf", []), {"anyOf": value}]
    else:
        schema["anyOf"] = value


def exclusive(arms: list[Json]) -> bool:
    """Whether it is plain to see that no value fits two of these schemas."""
    return all(_apart(one, other) for at, one in enumerate(arms) for other in arms[:at])


def _apart(one: Json, other: Json) -> bool:
    if type(one) is not dict or type(other) is not dict:
        return one is False or other is False
    mine, theirs = (_sure_kinds(arm) for arm in (one, other))
    if mine and theirs and not mine & theirs:
        return not ({"integer", "number"} <= mine | theirs)
    values = [_sure_values(arm) for arm in (one, other)]
    if all(values) and not any(alike(a, b) for a in values[0] for b in values[1]):
        return True
    if not mine == theirs == {"object"}:
        return False
    needed = [set(arm["required"]) if _named_list(arm) else set() for arm in (one, other)]
    both: list[dict[str, Json]] = [
        arm["properties"] if type(arm.get("properties")) is dict else {} for arm in (one, other)
    ]
    return any(
        name in both[0] and name in both[1] and _apart(both[0][name], both[1][name])
        for name in needed[0] & needed[1]
    )


def _named_list(arm: dict[str, Any]) -> bool:
    required = arm.get("required")
    return type(required) is list and all(type(name) is str for name in required)


def _sure_kinds(schema: dict[str, Any]) -> set[str]:
    """The only types that a schema lets through; empty where that is not plain."""
    sure = any(key in schema for key in ("type", "const", "enum"))
    return kinds_of(schema) if sure else set()


def _sure_values(schema: dict[str, Any]) -> list[Json]:
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    return listed if type(listed) is list else []


def _as_bound(key: str, plain: str, step: int) -> Callable[..., None]:
    def bound(schema: dict[str, Any], value: Json, lose: Lose) -> None:
        if type_names(schema) == ["integer"]:
            value = math.floor(value) + 1 if step > 0 else math.ceil(value) - 1
        else:
            lose(key, "widened", f"{plain} takes the limit itself, too")
        current = _current(schema, plain, value, lose)
        schema[plain] = max(current, value) if step > 0 else min(current, value)

    return bound


def _as_items(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    arms = [*value]
    rest, most = schema.pop("items", True), schema.get("maxItems")
    if type(most) is int and most <= len(arms):
        rest = False
    if rest is False:
        schema["maxItems"] = min(most, len(arms)) if type(most) is int else len(arms)
    elif rest is not True:
        arms = [*arms, rest]
    if not arms or not all(alike(arm, arms[0]) for arm in arms) or rest is True:
        lose("prefixItems", "widened", "no place in a list has a schema of its own here")
    if arms and rest is not True:
        schema["items"] = {"anyOf": arms} if len(arms) > 1 else arms[0]


def _as_additional(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    rest = schema.get("additionalProperties", True)
    names = [*value]
    arms = [*value.values()] + ([rest] if type(rest) is dict else [])
    if names and names[0] in ANY_NAME and len(arms) == 1 and "properties" not in schema:
        schema["additionalProperties"] = arms[0]
        return
    applies = arms and ("additionalProperties" in schema or "properties" not in schema)
    code = "narrowed" if applies and rest is True else "widened"
    lose("patternProperties", code, "no name is held to a pattern here")
    if applies:
        schema["additionalProperties"] = {"anyOf": arms} if len(arms) > 1 else arms[0]


def _as_closed(schema: dict[str, Any], value: Json, lose: Lose) -> None:
    if "additionalProperties" in schema:  # then nothing is left unevaluated
        return
    if any(key in schema for key in IN_PLACE):
        lose("unevaluatedProperties", "widened", "members that no schema names may be there")
    else:
        schema["additionalProperties"] = value


RESPELLINGS: dict[tuple[str, str], Callable[..., bool | None]] = {
    ("items[list]", "prefixItems"): _as_tuple,
    ("additionalItems", "items"): _nothing,
    ("exclusiveMinimum[boolean]", "exclusiveMinimum"): _as_limit("exclusiveMinimum", "minimum"),
    ("exclusiveMaximum[boolean]", "exclusiveMaximum"): _as_limit("exclusiveMaximum", "maximum"),
    ("dependencies", "dependentRequired"): _as_dependent,
    ("example", "examples"): _as_examples,
    ("id", "$id"): _as_id,
    ("$recursiveRef", "$ref"): _as_reference,
    ("$dynamicRef", "$ref"): _as_reference,
    ("const", "enum"): _as_enum,
    ("nullable", "type"): _as_null,
    ("oneOf", "anyOf"): _as_any_of,
    ("exclusiveMinimum", "minimum"): _as_bound("exclusiveMinimum", "minimum", 1),
    ("exclusiveMaximum", "maximum"): _as_bound("exclusiveMaximum", "maximum", -1),
    ("patternProperties", "additionalProperties"): _as_additional,
    ("prefixItems", "items"): _as_items,
    ("unevaluatedProperties", "additionalProperties"): _as_closed,
}
"""Which keyword may be said by which; in the order in which one schema's are."""
