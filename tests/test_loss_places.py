"""What a dialect no longer says is told at a place that the app's own schema has."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolwire
from drawn_schemas import tool_schemas
from test_dialect_edges import CLAUDE
from test_dialect_rules import STRICT, codes, of
from test_dialects import EVERY, FEW, HARD, drafts, fixtures
from toolwire import Loss, ToolwireError
from toolwire._runtime.dialect import lower
from toolwire._runtime.origins import Origins

Json = Any


def there(schema: Json, place: str) -> bool:
    """Whether a schema has a place."""
    for part in place.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        try:
            schema = schema[int(name)] if isinstance(schema, list) else schema[name]
        except (KeyError, IndexError, ValueError, TypeError):
            return False
    return True


def hold(schema: Json, losses: list[Loss]) -> None:
    for loss in losses:
        assert there(schema, loss.path), str(loss)


@FEW
@given(st.one_of(tool_schemas(), tool_schemas(older=True)))
def test_every_loss_has_a_place_in_the_schema(schema: Json) -> None:
    every(schema)


@pytest.mark.parametrize("case", HARD)
def test_so_it_is_with_hard_schemas(case: str) -> None:
    every(HARD[case])


def test_so_it_is_with_known_ones() -> None:
    for schema in [*fixtures(), *drafts()]:
        every(schema)


def every(schema: Json) -> None:
    for _, dialect in EVERY:
        try:
            hold(schema, lower(schema, dialect)[1])
        except ToolwireError as error:
            assert there(schema, error.pointer)


SHORT: Json = {"type": "string", "minLength": 2}


def arm(word: str, **more: Json) -> Json:
    return {**of(kind={"const": word}, **more)}


CASES: dict[str, tuple[Json, Json, str]] = {
    "one of several": (
        of(p={"oneOf": [arm("a"), arm("b", y=SHORT)]}), STRICT,
        "/properties/p/oneOf/1/properties/y/minLength",
    ),
    "one of several at the top": (
        {"type": "object", "oneOf": [arm("a"), arm("b", y=SHORT)]}, STRICT,
        "/oneOf/1/properties/y/minLength",
    ),
    "several types": (
        of(p={"type": ["string", "null"], "minLength": 2}), {**CLAUDE, "strict": True},
        "/properties/p/minLength",
    ),
    "beside alternatives": (
        of(p={"minLength": 2, "anyOf": [{"type": "string"}, {"type": "integer"}]}), STRICT,
        "/properties/p/minLength",
    ),
    "one of all": (
        of(p={"type": "string", "allOf": [{"description": "A text."}, {"minLength": 2}]}), STRICT,
        "/properties/p/allOf/1/minLength",
    ),
    "a member of two": (
        {"allOf": [of(p={"type": "string"}), of(p={"minLength": 2})]}, STRICT,
        "/allOf/1/properties/p/minLength",
    ),
    "beside a reference to what is inside of itself": (
        {**of(p={"$ref": "#/$defs/A", "minProperties": 1}),
         "$defs": {"A": of(k={"$ref": "#/$defs/A"})}},
        STRICT, "/properties/p/minProperties",
    ),
    "a member that is demanded and may not be there": (
        {"type": "object", "properties": {}, "required": ["x"], "additionalProperties": False},
        STRICT, "",
    ),
    "a place in a list": (
        of(p={"type": "array", "prefixItems": [SHORT], "items": False}), STRICT,
        "/properties/p/prefixItems/0/minLength",
    ),
    "a pattern of names": (
        of(p={"type": "object", "patternProperties": {"^x/": SHORT}}),
        {"target": "gemini"}, "/properties/p/patternProperties",
    ),
    "another word of an older draft": (
        of(p={"items": [SHORT], "additionalItems": False, "type": "array"}), STRICT,
        "/properties/p/items/0/minLength",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_said_otherwise_is_told_where_it_stood(case: str) -> None:
    schema, options, place = CASES[case]
    _, losses = toolwire.lower_schema(schema, **options)
    assert place in [loss.path for loss in losses]
    hold(schema, losses)


def test_alternatives_at_the_top_are_told_by_the_word_that_says_them() -> None:
    schema = {"type": "object", "oneOf": [arm("a", x=SHORT), arm("b")]}
    _, losses = toolwire.lower_schema(schema, **STRICT)
    assert {("/oneOf", "flattened"), ("/oneOf/0/properties/x", "optional")} <= {*codes(losses)}


def test_a_schema_that_stands_in_two_places_is_told_in_both() -> None:
    schema = of(a=SHORT, b=SHORT)
    _, losses = toolwire.lower_schema(schema, **STRICT)
    assert codes(losses) == [(f"/properties/{name}/minLength", "described") for name in "ab"]


def test_what_only_an_alternative_says_is_not_said_by_the_schema() -> None:
    origins = Origins({"type": "string", "anyOf": [{"minLength": 1}, {"maxLength": 3}]})
    assert origins.place_of("/minLength") == ""
    assert origins.place_of("/anyOf/0/type") == "/type"
