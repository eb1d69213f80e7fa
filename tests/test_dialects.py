"""Schemas in every dialect: what comes out is what its wire takes, and says as much as it can."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

import toolwire
from dialects import all_dialects, meta_schema_file, outcome, takes
from drawn_schemas import thrown, tool_schemas
from formats import FORMATS
from toolwire import ToolwireError
from toolwire._runtime.dialect import Dialect, lower, taken

Json = Any
EVERY = all_dialects()
FEW = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
each_dialect = pytest.mark.parametrize(
    ("name", "dialect"), EVERY, ids=[f"{name}-{dialect.name}" for name, dialect in EVERY]
)


def fixtures() -> list[Json]:
    """Every schema of a tool or a reply in the fixtures."""
    found: list[Json] = []
    for path in sorted((Path(__file__).parent / "fixtures").glob("*/requests/*.json")):
        name = path.parent.parent.name
        wire = getattr(toolwire, name)
        try:
            request = wire.decode_request(json.loads(path.read_text(encoding="utf-8")))
        except (ToolwireError, AttributeError):
            continue
        found += [tool["parameters"] for tool in request.get("tools", []) if "parameters" in tool]
        found += [request["responseSchema"]["schema"]] if "responseSchema" in request else []
    return found


def drafts() -> list[Json]:
    """The meta-schemas of draft 2020-12: schemas that use nearly all of it."""
    return [dict(REGISTRY.contents(uri)) for uri in REGISTRY if "2020-12" in uri]


def nested(depth: int) -> Json:
    schema: Json = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def check(name: str, dialect: Dialect, schema: Json) -> str:
    kind, what = outcome(name, dialect, schema)
    assert kind not in ("crashed", "rejected"), (what, schema)
    return kind


@each_dialect
def test_what_comes_out_is_what_the_wire_takes(name: str, dialect: Dialect) -> None:
    schemas = [*fixtures(), *drafts()]
    assert len(drafts()) >= 8
    kinds = {check(name, dialect, schema) for schema in schemas}
    assert kinds - {"refused"}


@FEW
@given(st.one_of(tool_schemas(), tool_schemas(older=True)))
def test_so_it_is_with_any_schema(schema: Json) -> None:
    for name, dialect in EVERY:
        check(name, dialect, schema)


@FEW
@given(tool_schemas(), st.integers(0, 10**6))
def test_what_fits_the_lowered_schema_fits_the_first_where_nothing_is_lost(
    schema: Json, seed: int
) -> None:
    """But for what ``restore_arguments`` undoes."""
    for _, dialect in EVERY:
        try:
            lowered, losses = lower(schema, dialect)
        except ToolwireError:
            continue
        if {loss.code for loss in losses} - {"optional", "retyped"}:
            continue
        read, dice = without_nullable(lowered), Random(seed)
        for value in (thrown(read, read, dice) for _ in range(8)):
            if fits(value, read):
                back = toolwire.restore_arguments(value, schema) if losses else value
                assert fits(back, schema) is not False, (dialect.name, lowered, value)


def fits(value: Json, schema: Json) -> bool | None:
    """Whether a value is valid; None where a schema is inside of itself in one place."""
    try:
        return Draft202012Validator(schema).is_valid(value)
    except RecursionError:
        return None
    except BaseException as error:  # the library's own word for the same
        if type(error).__name__ != "PanicException":
            raise
        return None


def without_nullable(schema: Json) -> Json:
    """A schema of OpenAPI as JSON Schema has it."""
    if isinstance(schema, list):
        return [without_nullable(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Json] = {}
    for key, value in schema.items():
        if key in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            found[key] = {name: without_nullable(inner) for name, inner in value.items()}
        elif key in ("enum", "const", "default", "examples", "required", "dependentRequired"):
            found[key] = value
        else:
            found[key] = without_nullable(value)
    if found.pop("nullable", False) is True:
        return {"anyOf": [found, {"type": "null"}]}
    return found


HARD: dict[str, Json] = {
    "inside of itself": {
        "type": "object",
        "properties": {"child": {"$ref": "#"}, "name": {"type": "string"}},
        "required": ["name"],
    },
    "inside of itself by a definition, with words beside": {
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Tree", "description": "The tree."}},
        "required": ["tree"],
        "$defs": {
            "Tree": {
                "type": "object",
                "properties": {
                    "leaves": {
                        "type": "array",
                        "items": {"$ref": "#/$defs/Tree", "description": "A leaf."},
                    }
                },
                "required": ["leaves"],
            }
        },
    },
    "a root that is a reference": {
        "$ref": "#/$defs/Node",
        "$defs": {
            "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}},
        },
    },
    "two that are inside of each other": {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
    },
    "a circle through allOf": {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {
            "A": {"allOf": [{"$ref": "#/$defs/B"}, {"type": "object"}]},
            "B": {"allOf": [{"$ref": "#/$defs/A"}], "properties": {"b": {"$ref": "#/$defs/B"}}},
        },
    },
    "a reference to a member": {
        "type": "object",
        "properties": {
            "from": {"type": "object", "properties": {"at": {"type": "integer"}}},
            "to": {"$ref": "#/properties/from"},
            "by": {"$ref": "#/properties/from/properties/at"},
        },
    },
    "escaped pointers": {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/x~1y"},
            "b": {"$ref": "#/$defs/x~0y"},
            "c": {"$ref": "#/$defs/x%20y"},
        },
        "$defs": {"x/y": {"type": "string"}, "x~y": {"type": "null"}, "x y": {"type": "boolean"}},
    },
    "references that lead nowhere": {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/nowhere"},
            "b": {"$ref": "https://example.com/schema"},
            "c": {"$ref": "#name"},
            "d": {"$ref": 3},
        },
    },
    "members named like keywords": {
        "type": "object",
        "properties": {
            "$ref": {"type": "string"},
            "type": {"type": "integer"},
            "properties": {"type": "object", "properties": {"items": {"type": "null"}}},
            "enum": {"type": "array", "items": {"type": "string"}},
            "allOf": {"type": "boolean"},
        },
        "required": ["$ref", "type"],
    },
    "lists of values": {
        "type": "object",
        "properties": {
            "with null": {"enum": ["a", None]},
            "null alone": {"enum": [None]},
            "numbers": {"type": "integer", "enum": [1, 2]},
            "mixed": {"enum": [1, "a", True, None, {"a": 1}, [1]]},
            "none": {"enum": []},
            "booleans": {"type": "boolean", "enum": [True, False]},
        },
    },
    "true and false": {
        "type": "object",
        "properties": {"any": True, "none": False, "list": {"type": "array", "items": False}},
        "required": ["any"],
    },
    "older drafts": {
        "type": "object",
        "properties": {
            "pair": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]},
            "above": {"type": "number", "minimum": 3, "exclusiveMinimum": True},
            "maybe": {"type": "string", "nullable": True, "example": "x"},
            "named": {"$ref": "#/definitions/Named"},
        },
        "dependencies": {"pair": ["above"]},
        "definitions": {"Named": {"type": "object", "properties": {"name": {"type": "string"}}}},
    },
    "alternatives at the top": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "anchors": {
        "$id": "https://example.com/tool",
        "type": "object",
        "properties": {"a": {"$dynamicRef": "#here"}, "b": {"$ref": "https://example.com/tool"}},
        "$defs": {"A": {"$dynamicAnchor": "here", "type": "string"}},
    },
    "nothing at all": {},
}


@pytest.mark.parametrize("case", HARD)
def test_hard_schemas_are_lowered(case: str) -> None:
    for name, dialect in EVERY:
        assert check(name, dialect, HARD[case]) != "refused"


@each_dialect
def test_what_is_deep_or_long_is_lowered_or_refused(name: str, dialect: Dialect) -> None:
    check(name, dialect, nested(20))
    deep = nested(1000)
    try:
        lowered, _ = lower(deep, dialect)
    except ToolwireError as error:
        assert error.expected == "a less deeply nested schema"
    else:
        assert lowered is deep
    doubled = {f"D{n}": {"type": "object", "properties": {
        "a": {"$ref": f"#/$defs/D{n + 1}"}, "b": {"$ref": f"#/$defs/D{n + 1}"}
    }} for n in range(40)}  # fmt: skip
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/D0"}},
        "$defs": {**doubled, "D40": {"type": "string"}},
    }
    kind = check(name, dialect, schema)
    assert (kind == "refused") is (dialect.rows["$ref"][0] == "inline")


@each_dialect
def test_a_plain_schema_comes_back_as_the_same_object(name: str, dialect: Dialect) -> None:
    schema: Json = {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Where."}},
        "required": ["city"],
    }
    if dialect.objects and "closed" in dialect.objects:
        schema["additionalProperties"] = False
    before = deepcopy(schema)
    assert taken(schema, dialect)
    lowered, losses = lower(schema, dialect)
    assert lowered is schema
    assert losses == []
    assert schema == before


@pytest.mark.parametrize("name", FORMATS)
def test_every_wire_says_what_it_takes(name: str) -> None:
    assert [dialect for format_, dialect in EVERY if format_ == name]


@each_dialect
def test_what_a_wire_accepts_is_said_apart_from_the_rows(name: str, dialect: Dialect) -> None:
    """A meta-schema refuses what has a keyword that the dialect does not keep."""
    valid = takes(name, dialect.name)
    assert not valid({"type": "object", "properties": {"a": 3}})
    if dialect.rows["*"][0] != "keep":
        assert not valid({"type": "object", "properties": {}, "odd": 1})
    assert meta_schema_file(name, dialect.name).is_file()
