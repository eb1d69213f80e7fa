"""Schemas with something odd in them: malformed words, names, alternatives that become alike."""

from __future__ import annotations

import math
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

import toolwire
from test_dialect_rules import STRICT, codes, member, of
from test_dialects import EVERY, check
from toolwire._runtime.dialect import Dialect, lower

Json = Any
XAI: Json = {"target": "openai_chat", "profile": "xai"}
CLAUDE: Json = {"target": "anthropic_messages"}


# -- words that are none


@pytest.mark.parametrize("limit", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("key", ["minimum", "exclusiveMinimum", "maxLength", "multipleOf"])
def test_a_limit_that_is_no_number_of_json_is_malformed(key: str, limit: float) -> None:
    schema = of(x={"type": "integer", key: limit})
    for name, dialect in EVERY:
        if dialect.row(key)[0] not in ("omit", "drop"):
            assert check(name, dialect, schema) != "as it is"
    _, losses = member({"type": "integer", key: limit}, target="gemini")
    assert [loss.code for loss in losses] == ["malformed"]


@pytest.mark.parametrize(
    ("schema", "target"),
    [
        ({"dependencies": {"a": ["b"]}, "dependentRequired": 5}, "openai_chat"),
        ({"dependencies": 5}, "openai_chat"),
        ({"dependencies": {"a": {}}, "dependentSchemas": [1]}, "openai_chat"),
        ({"type": "integer", "exclusiveMinimum": 1, "minimum": "x"}, "gemini"),
    ],
)
def test_a_word_that_is_none_and_would_say_one_thing_more_is_reported(
    schema: Json, target: str
) -> None:
    _, losses = member(schema, target=target)
    assert "malformed" in [loss.code for loss in losses]


@pytest.mark.parametrize(
    "odd", [{"type": "any"}, {"type": None}, {"type": ["date"]}, {"type": []}, {"anyOf": []}]
)
@pytest.mark.parametrize("values", [{"enum": ["a"]}, {"const": "a"}, {"enum": ["a", 1]}])
def test_values_say_of_what_types_they_are_where_another_word_does_not(
    odd: Json, values: Json
) -> None:
    (key,) = odd
    for name, dialect in EVERY:
        check(name, dialect, of(x={**odd, **values}))
    for options in (CLAUDE, {"target": "openai_chat", "profile": "moonshot"}):
        found, losses = member({**odd, **values}, **options, strict=True)
        assert found == member(values, **options, strict=True)[0]
        assert (f"/properties/x/{key}", "malformed") in codes(losses)


def test_values_say_of_what_types_they_are_beside_alternatives_that_only_words_say() -> None:
    schema = {"enum": ["a", "b"], "anyOf": [{"minLength": 1}, {"title": "Any."}]}
    for name, dialect in EVERY:
        check(name, dialect, of(x=schema))
    found, _ = member(schema, target="cohere_chat", strict=True)
    assert (found["type"], found["enum"]) == ("string", ["a", "b"])


@pytest.mark.parametrize("odd", [True, 3, "x", [1]])
@pytest.mark.parametrize("key", ["properties", "patternProperties", "additionalProperties"])
def test_what_is_said_of_members_and_is_none_goes_with_nothing_that_is(key: str, odd: Json) -> None:
    right = of(a={"type": "string"})
    for schemas in ([right, {key: odd}], [{key: odd}, right]):
        for name, dialect in EVERY:
            check(name, dialect, of(x={"type": ["object", "null"], key: odd, "allOf": schemas}))
        if key != "additionalProperties":
            _, losses = member({"allOf": schemas}, **STRICT)
            assert {loss.code for loss in losses} & {"malformed", "unmerged"}


def test_a_pattern_of_names_that_nothing_else_is_said_of_holds_all_members() -> None:
    numbers = {"type": "object", "patternProperties": {"^x": {"type": "integer"}}}
    found, losses = member(numbers, target="gemini")
    assert found["additionalProperties"] == {"type": "integer"}
    assert codes(losses) == [("/properties/x/patternProperties", "narrowed")]
    _, losses = member({**numbers, "additionalProperties": False}, target="gemini")
    assert codes(losses) == [("/properties/x/patternProperties", "widened")]


@pytest.mark.parametrize("kind", [{"type": "null"}, {}, {"type": "array"}, {"type": "STRING"}])
def test_a_format_is_said_in_words_beside_a_type_that_has_none(kind: Json) -> None:
    schema = of(x={**kind, "format": "date"})
    kinds = {(name, dialect.name): check(name, dialect, schema) for name, dialect in EVERY}
    assert kinds["gemini", "openApi"] == "losses"


# -- names of members


def test_names_that_members_may_have_are_those_that_they_go_out_under() -> None:
    names: Json = {"anyOf": [{"enum": ["$top", "skip"]}, {"const": "@id"}]}
    schema = {**of(**{"$top": {"type": "integer"}}), "propertyNames": names}
    lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
    (name,) = lowered["properties"]
    assert Draft202012Validator(lowered).is_valid({name: 1, "skip": 2})
    assert not Draft202012Validator(lowered).is_valid({name: 1, "other": 2})
    assert codes(losses) == [
        ("/properties/$top", "renamed"),
        ("/propertyNames/anyOf/0/enum/0", "renamed"),
        ("/propertyNames/anyOf/1/const", "renamed"),
    ]
    other = lowered["propertyNames"]["anyOf"][1]["const"]
    back = {"$top": 1, "@id": 2, "skip": 3}
    assert toolwire.restore_arguments({name: 1, other: 2, "skip": 3}, schema) == back
    assert toolwire.lower_schema(lowered, **CLAUDE) == (lowered, [])


# -- alternatives that exclude each other


SHORT_OR_LONG: list[Json] = [{"type": "string", "maxLength": 3}, {"type": "string", "minLength": 4}]
APART: dict[str, Json] = {
    "words that are described": {"oneOf": SHORT_OR_LONG},
    "the same by references": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
    "beside others": {"oneOf": SHORT_OR_LONG, "anyOf": [{"type": "string"}, {"type": "integer"}]},
    "inside of others": {"oneOf": [
        {"type": "array", "items": {"oneOf": SHORT_OR_LONG}, "minItems": 2},
        {"type": "array", "items": {"oneOf": SHORT_OR_LONG}, "maxItems": 1}, {"type": "string"},
    ]},
}  # fmt: skip


@pytest.mark.parametrize("case", APART)
def test_alternatives_that_become_alike_are_any_of_them(case: str) -> None:
    first, second = SHORT_OR_LONG
    schema = {**of(x=APART[case]), "$defs": {"A": first, "B": second}}
    lowered, losses = toolwire.lower_schema(schema, **XAI)
    assert "overlap" in {loss.code for loss in losses}
    assert Draft202012Validator(schema).is_valid({"x": "ab"})
    assert Draft202012Validator(lowered).is_valid({"x": "ab"})
    for name, dialect in EVERY:
        check(name, dialect, schema)


def test_alternatives_that_stay_apart_stay() -> None:
    tagged = [{**of(kind={"const": word}), "$defs": {}, "description": word} for word in ("a", "b")]
    tagged[0]["properties"]["note"] = {"type": "string", "maxLength": 3}
    for arms in (tagged, [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]):
        schema = {**of(x={"oneOf": arms}), "$defs": {"A": tagged[0], "B": tagged[1]}}
        lowered, losses = toolwire.lower_schema(schema, **XAI)
        assert "oneOf" in lowered["properties"]["x"]
        assert {loss.code for loss in losses} == {"described"}


# -- references that are made anew


def test_what_references_lead_to_has_no_name_that_they_would_be_relative_to() -> None:
    schema = {
        "$id": "https://example.com/root.json",
        **of(a={"$ref": "item.json"}),
        "$defs": {"i": {
            "$id": "item.json", "$anchor": "here",
            **of(z={"$ref": "#/$defs/k"}), "$defs": {"k": {"type": "integer"}},
        }},
    }  # fmt: skip
    lowered, losses = toolwire.lower_schema(schema, **XAI)
    assert losses == []
    assert lowered["$id"] == schema["$id"]
    assert not lowered["$defs"]["i"].keys() & {"$id", "$anchor"}
    assert Draft202012Validator(lowered).is_valid({"a": {"z": 1}})
    assert not Draft202012Validator(lowered).is_valid({"a": {"z": "1"}})
    assert toolwire.lower_schema(lowered, **XAI) == (lowered, [])
    _, losses = toolwire.lower_schema({**schema, "$id": 5}, **XAI)
    assert ("/$id", "malformed") in codes(losses)


def test_a_definition_that_nothing_fits_is_said_where_it_is_referred_to() -> None:
    nothing: Json = {"allOf": [{"type": "null"}, {"type": "number"}]}
    schema = {**of(x={"$ref": "#/$defs/C"}), "$defs": {"C": nothing}}
    _, losses = toolwire.lower_schema(schema, **XAI)
    assert codes(losses) == [("/$defs/C", "impossible")]
    dialect = with_rules(booleans=True)
    lowered, _ = lower(schema, dialect)
    assert lowered["properties"] == {"x": False}
    assert lower(lowered, dialect) == (lowered, [])


def test_an_object_of_any_members_says_so_where_nothing_else_is_asked_of_it() -> None:
    dialect = with_rules(fill={})
    schema = {"type": "object", "properties": {"x": {"type": "object"}}}
    lowered, losses = lower(schema, dialect)
    assert lowered["properties"]["x"] == {"type": "object", "additionalProperties": True}
    assert losses == [] and lower(lowered, dialect) == (lowered, [])
    for others in (False, {"type": "string"}):
        said = {"type": "object", "additionalProperties": others}
        lowered, _ = lower(of(x=said, y=schema), dialect)
        assert lowered["properties"]["x"] == said


def with_rules(**rules: Json) -> Dialect:
    """What xAI takes, but for some rules."""
    (dialect,) = (one for name, one in EVERY if (name, one.name) == ("openai_chat/xai", "plain"))
    asked = ("name", "uses", "rows", "booleans", "objects", "fill", "alone", "recursion", "root")
    return Dialect(**{**{key: getattr(dialect, key) for key in asked}, **rules})


# -- members that are there, with null


@pytest.mark.parametrize(
    "media",
    [
        {"type": ["string", "null"]},
        {"anyOf": [{"enum": ["light", "dark"]}, {"type": "null"}]},
        {"type": "string", "nullable": True},
        {"enum": ["light", None]},
    ],
)
def test_a_member_that_may_be_left_out_or_be_null_has_to_be_there_for_strict_wires(
    media: Json,
) -> None:
    """Null puts a setting back, and leaving it out keeps it: no call says the latter any more."""
    schema: Json = {"type": "object", "properties": {"media": media}}
    lowered, losses = toolwire.lower_schema(schema, **STRICT)
    assert lowered["required"] == ["media"]
    assert [(loss.path, loss.code) for loss in losses] == [("/properties/media", "required")]
    demanded = {**schema, "required": ["media"]}
    assert codes(toolwire.lower_schema(demanded, **STRICT)[1]) == []


def test_null_is_the_absence_of_a_member_that_is_null_by_default() -> None:
    media = {"type": ["string", "null"], "default": None}
    schema: Json = {"type": "object", "properties": {"media": media}}
    _, losses = toolwire.lower_schema(schema, **STRICT)
    assert codes(losses) == []


# -- references of older drafts


@pytest.mark.parametrize("draft", ["4", "6", "7"])
@pytest.mark.parametrize("case", [STRICT, CLAUDE, XAI, {"target": "gemini"}])
def test_nothing_counts_beside_a_reference_of_an_older_draft(case: Json, draft: str) -> None:
    """Generators close an object beside the reference that says of what members it is."""
    job = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    of_job = {"$ref": "#/definitions/Job", "additionalProperties": False, "description": "Which."}
    schema: Json = {
        "$schema": f"http://json-schema.org/draft-0{draft}/schema#",
        "type": "object",
        "properties": {"job": of_job},
        "required": ["job"],
        "definitions": {"Job": job},
    }
    lowered, losses = toolwire.lower_schema(schema, **case)
    assert losses == []
    checks = validator_for(lowered, default=Draft202012Validator)(lowered)
    assert checks.is_valid({"job": {"name": "n"}}) and not checks.is_valid({"job": {"name": 1}})
    assert "Which." in str(lowered["properties"]["job"])


@pytest.mark.parametrize("case", [STRICT, CLAUDE, XAI, {"target": "gemini"}])
def test_what_counts_beside_a_reference_is_said_by_all_of(case: Json) -> None:
    """So it was said in older drafts, and so today: beside it, as well."""
    base = {"type": "object", "properties": {"name": {"type": "string"}}}
    beside: Json = {"type": "object", "required": ["name"]}
    for job, draft in (
        ({"allOf": [{"$ref": "#/definitions/Base"}], **beside}, "draft-07/schema#"),
        ({"$ref": "#/definitions/Base", **beside}, "draft/2020-12/schema"),
    ):
        schema: Json = {
            "$schema": f"http://json-schema.org/{draft}",
            "type": "object",
            "properties": {"job": job},
            "definitions": {"Base": base},
        }
        lowered, _ = toolwire.lower_schema(schema, **case)
        checks = validator_for(lowered, default=Draft202012Validator)(lowered)
        assert checks.is_valid({"job": {"name": "n"}}) and not checks.is_valid({"job": {}})


@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages", "mistral_chat"])
def test_a_reference_into_a_list_of_items_leads_where_it_led(target: str) -> None:
    pair: Json = {
        "type": "array",
        "items": [{"type": "number"}, {"$ref": "#/properties/at/items/0"}],
    }
    schema: Json = {"type": "object", "properties": {"at": pair, "to": {"$ref": "#/$shared"}}}
    above = {"type": "number", "minimum": 0, "exclusiveMinimum": True}
    schema["properties"]["or"] = {"oneOf": [above, {"type": ["number", "string"], "maxLength": 3}]}
    schema["properties"]["as"] = {"$ref": "#/properties/or/oneOf/1"}
    schema["$shared"] = {"dependencies": {"a": ["b"]}, "type": "object"}
    lowered, _ = toolwire.lower_schema(schema, target=target)
    checks = Draft202012Validator(lowered)
    assert checks.is_valid({"at": [1, 2]}) and not checks.is_valid({"at": [1, "2"]})
    assert checks.is_valid({"as": "x"}) and not checks.is_valid({"as": "long"})
    assert checks.is_valid({"to": {"a": 1, "b": 2}}) and not checks.is_valid({"to": {"a": 1}})


def test_a_member_called_as_a_keyword_is_led_to_by_its_name() -> None:
    members: Json = {
        "dependencies": {"type": "object"},
        "dev": {"$ref": "#/properties/dependencies"},
        "size": {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
    }
    lowered, losses = toolwire.lower_schema({"type": "object", "properties": members}, **CLAUDE)
    assert losses == []
    assert lowered["properties"]["size"] == {"type": "integer", "exclusiveMinimum": 0}
    assert lowered["properties"]["dev"] == members["dev"] and "$defs" not in lowered
