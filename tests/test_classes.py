"""Which fields of a class may be left out, and which may be null: two different things."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from toolwire_codegen.render.classes import Class, UnrenderableError, unbounded
from toolwire_codegen.render.classes import read_classes as read

Json = Any
# Every shape of type that a field may have, and what it is called.
TYPES: dict[str, tuple[Json, str]] = {
    "anything": ({}, "Any"),
    "text": ({"type": "string"}, "str"),
    "whole": ({"type": "integer"}, "int"),
    "number": ({"type": "number"}, "int | float"),
    "flag": ({"type": "boolean"}, "bool"),
    "null": ({"type": "null"}, "None"),
    "nullable": ({"type": ["string", "null"]}, "str | None"),
    "either": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "str | None"),
    "word": ({"const": "x"}, "Literal['x']"),
    "words": ({"enum": ["a", None]}, "Literal['a'] | None"),
    "list": ({"type": "array", "items": {"type": "string"}}, "list[str]"),
    "object": ({"type": "object"}, "dict[str, Any]"),
    "other": ({"$ref": "#/$defs/Other"}, "Other"),
}
BOUNDED: dict[str, tuple[Json, str]] = {
    "filled": ({"type": "string", "minLength": 1}, "Annotated[str, Field(min_length=1)]"),
    "positive": ({"type": "integer", "minimum": 1}, "Annotated[int, Field(ge=1)]"),
    "some": (
        {"type": "array", "minItems": 1, "items": {"type": "string"}},
        "Annotated[list[str], Field(min_length=1)]",
    ),
}
OTHER = {"type": "object", "required": [], "properties": {"a": {"type": "string"}}}


def made(required: bool) -> Class:
    """A class with a field of each type."""
    properties = {name: schema for name, (schema, _) in {**TYPES, **BOUNDED}.items()}
    needed = [*properties] if required else []
    record = {"type": "object", "required": needed, "properties": properties}
    return read({"Made": record, "Other": OTHER})[0]


@pytest.mark.parametrize("required", [True, False])
def test_a_field_may_be_left_out_if_its_schema_does_not_require_it(required: bool) -> None:
    fields = made(required).fields
    assert [field.key for field in fields] == [*TYPES, *BOUNDED]
    assert {field.key for field in fields if field.required} == (
        {*TYPES, *BOUNDED} if required else set()
    )


@pytest.mark.parametrize("required", [True, False])
def test_a_fields_type_says_nothing_of_whether_it_may_be_left_out(required: bool) -> None:
    types = {field.key: ast.unparse(field.type) for field in made(required).fields}
    for name, (_, expected) in TYPES.items():
        assert types[name] == expected
    for name, (_, expected) in BOUNDED.items():
        assert types[name] == expected


def test_typed_dicts_know_no_bounds_and_leave_the_models_theirs() -> None:
    bounded = made(required=True)
    bare = unbounded(bounded)
    for name, (_, expected) in BOUNDED.items():
        without = expected.removeprefix("Annotated[").rpartition(", Field")[0]
        types = [one.type for found in (bare, bounded) for one in found.fields if one.key == name]
        assert [ast.unparse(type_) for type_ in types] == [without, expected]


def test_a_class_is_made_of_each_definition_in_their_order() -> None:
    defs: Json = {"Zebra": OTHER, "Made": {"type": "object", "properties": {}}, "Ant": OTHER}
    assert [found.name for found in read(defs)] == [*defs]


def test_a_definition_that_makes_no_class_of_its_name_is_refused() -> None:
    with pytest.raises(UnrenderableError):
        read({"a-b": OTHER})


@pytest.mark.parametrize("other", [{"const": "inf"}, {"enum": ["inf"]}])
def test_a_bounded_arm_of_a_union_stands_in_it(other: Json) -> None:
    limit = {"anyOf": [{"type": "integer", "minimum": 0}, other]}
    listed = {"anyOf": [{"type": "array", "minItems": 1, "items": limit}, other]}
    (one, many) = read({"Limit": limit, "Limits": listed})
    assert one.type is not None and many.type is not None
    number = "Annotated[int, Field(ge=0)] | Literal['inf']"
    assert ast.unparse(one.type) == number
    assert ast.unparse(many.type).startswith(f"Annotated[list[{number}], Field(min_length=1)]")
    assert ast.unparse(unbounded(one).type) == "int | Literal['inf']"  # type: ignore[arg-type]
