"""The quick validator says what ``jsonschema`` says, of each keyword and of bodies."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dice import Dice
from quick_schema import KEYWORDS, Quick, UnknownKeywordError, validator
from samples import ADAPTERS, ALL, ENTRY_TYPES, SCHEMAS, Adapter

Json = Any
VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, 2, 1.0, 1.5, -0.0, "", "a", "ab", "abc", [], [1], ["a"], [1, 1.0],
    [1, True], [[1], [True]], ["a", 1, "a"], {}, {"a": 1}, {"a": "a"}, {"b": 1}, {"a": 1, "b": "b"},
    {"a": {"a": {"a": 1}}}, {"abc": None}, {"a": [1, {"b": 0}]}, [0, 1, 2], [False], {"a": True},
)  # fmt: skip
INNER: tuple[Json, ...] = (True, False, {"type": "integer"}, {"const": "a"}, {"enum": [1, [1]]})
GIVEN: dict[str, tuple[Json, ...]] = {
    "$ref": ("#/$defs/Chain",),
    "type": ("null", "boolean", "string", "array", "object", "number", "integer", [],
             ["null", "array"]),
    "const": (*VALUES,),
    "enum": ([], [1], [True, "a"], [[1, True]], [{"a": 1.0}], [None, 0]),
    "properties": ({}, *({"a": one, "b": {"type": "string"}} for one in INNER)),
    "patternProperties": ({"^a": {"type": "integer"}}, {"b": False, "^.$": True}),
    "additionalProperties": INNER,
    "propertyNames": ({"pattern": "^a"}, False, {"minLength": 2}),
    "items": INNER,
    "contains": INNER,
    "not": INNER,
    "if": INNER,
    "anyOf": ([{"type": "string"}, {"type": "array"}], [False], [{"const": 1}, {"const": None}]),
    "allOf": ([{"type": "object"}, {"required": ["a"]}], [True, True], [{"const": 1}]),
    "oneOf": ([{"required": ["a"]}, {"required": ["b"]}], [True, True], [{"const": 1}, False]),
    "required": ([], ["a"], ["a", "b"]),
    "minProperties": (0, 1, 2),
    "maxProperties": (0, 1, 2),
    "minItems": (0, 1, 2),
    "maxItems": (0, 1, 2),
    "uniqueItems": (True, False),
    "minLength": (0, 1, 3),
    "maxLength": (0, 1, 2),
    "pattern": ("^a", "b$", ""),
    "minimum": (0, 1, 1.5),
    "maximum": (0, 1, 1.5),
}
BESIDE: dict[str, tuple[Json, ...]] = {
    "additionalProperties": ({"properties": {"a": True}}, {"patternProperties": {"^a": True}}),
    "if": ({"then": False}, {"else": {"type": "string"}}, {"then": {"minItems": 1}, "else": False}),
    "$ref": ({"minProperties": 1},),
}
"""What stands beside a keyword that is read with it."""
CHAIN: Json = {"type": ["object", "integer"], "properties": {"a": {"$ref": "#/$defs/Chain"}}}
ODD: tuple[Json, ...] = (None, True, 5, 1.0, "hot", "", [], ["x"], {}, {"kind": "text"})


def disputed(schema: Json, values: tuple[Json, ...]) -> list[Json]:
    """The values of which the two say different things."""
    quick, slow = Quick(schema), Draft202012Validator(schema)
    return [value for value in values if quick.is_valid(value) is not slow.is_valid(value)]


def test_each_keyword_is_tried() -> None:
    assert {*GIVEN} == {*KEYWORDS}


@pytest.mark.parametrize("keyword", GIVEN)
def test_a_keyword_asks_the_same_of_a_value(keyword: str) -> None:
    for given in GIVEN[keyword]:
        for beside in ({}, *BESIDE.get(keyword, ())):
            schema = {keyword: given, **beside, "$defs": {"Chain": CHAIN}}
            assert disputed(schema, VALUES) == [], schema


@pytest.mark.parametrize("wire", ADAPTERS, ids=str)
def test_they_agree_on_bodies_with_something_odd(wire: Adapter) -> None:
    arms = [{"$ref": f"#/$defs/{title}"} for title in ENTRY_TYPES[wire.format, wire.entry]]
    schema = {"anyOf": arms, "$defs": SCHEMAS[wire.format]["$defs"]}
    mine = [one for one in ALL if (one.format, one.entry) == (wire.format, wire.entry)]
    dice = Dice(str(wire))
    bodies = [one.payload for one in dice.sample(mine, min(3, len(mine)))]
    changed = [otherwise(body, dice) for body in bodies for _ in range(5)]
    assert disputed(schema, (*bodies, *changed)) == []


def otherwise(value: Json, dice: Dice) -> Json:
    """A value with something odd in one of its places."""
    keys = [*value] if type(value) is dict else [*range(len(value))] if type(value) is list else []
    if not keys or dice.chance(8):
        return dice.choice(ODD)
    at = dice.choice(keys)
    inner = otherwise(value[at], dice)
    if type(value) is dict:
        return {**value, at: inner}
    return [*value[:at], inner, *value[at + 1 :]]


def test_what_is_not_known_is_left_to_the_other() -> None:
    with pytest.raises(UnknownKeywordError):
        Quick({"properties": {"a": {"dependentRequired": {"a": ["b"]}}}})
    asked = validator({"dependentRequired": {"a": ["b"]}})
    assert asked({"a": 1, "b": 2}) and not asked({"a": 1})
