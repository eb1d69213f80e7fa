"""What a lowered schema says is what the schema said, or less is told: one case for each way."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

import toolwire
from test_dialect_rules import STRICT, codes, member, of, opened
from test_dialects import EVERY, check
from toolwire._runtime.dialect import lower
from toolwire._runtime.lowered import dialects_of

Json = Any
CLAUDE: Json = {"target": "anthropic_messages"}
EITHER: Json = {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]}


# -- references to names with signs that a URI spells otherwise


@pytest.mark.parametrize("name", ["50%", "%25", "a%2Fb", "x y", "ü", "a/b", "m~n"])
def test_a_reference_leads_to_a_definition_of_any_name(name: str) -> None:
    step = name.replace("~", "~0").replace("/", "~1").replace("%", "%25")
    schema = {**of(x={"$ref": f"#/$defs/{step}"}), "$defs": {name: {"type": "integer"}}}
    for options in (STRICT, {**CLAUDE, "strict": True}, {"target": "gemini"}):
        lowered, losses = toolwire.lower_schema(schema, **options)
        assert losses == [] or codes(losses) == [("", "closed")]
        assert Draft202012Validator(lowered).is_valid({"x": 1})
        assert not Draft202012Validator(lowered).is_valid({"x": "1"})
        assert toolwire.lower_schema(lowered, **options) == (lowered, [])


@pytest.mark.parametrize("step", ["x%20y", "x y", "%78%20y"])
def test_a_reference_through_a_member_that_is_called_otherwise_may_be_percent_encoded(
    step: str,
) -> None:
    schema = {"type": "object", "properties": {
        "x y": {"type": "integer"}, "b": {"$ref": f"#/properties/{step}"},
    }}  # fmt: skip
    lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
    assert codes(losses) == [("/properties/x y", "renamed")]
    assert Draft202012Validator(lowered).is_valid({"b": 1})
    assert not Draft202012Validator(lowered).is_valid({"b": "1"})


def test_what_nothing_fits_may_stand_beside_a_reference() -> None:
    beside = {"$ref": "#/$defs/A", "type": "array", "anyOf": [{"type": "number"}]}
    for definitions in ({"A": {"type": "array"}}, {}):
        schema = {**of(x=beside), "$defs": definitions}
        lowered, _ = toolwire.lower_schema(schema, target="mistral_chat", strict=True)
        assert not Draft202012Validator(lowered).is_valid({"x": [1]})


@pytest.mark.parametrize("definition", [True, {"type": "string"}])
def test_two_references_to_one_definition_are_no_recursion(definition: Json) -> None:
    both = {"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}]}
    schema = {**of(x=both, y={"$ref": "#/$defs/B"}), "$defs": {"A": definition, "B": both}}
    for options in (STRICT, {**CLAUDE, "strict": True}, {"target": "ollama_chat"}):
        lowered, losses = toolwire.lower_schema(schema, **options)
        assert "recursive" not in [code for _, code in codes(losses)]
        assert Draft202012Validator(lowered).is_valid({"x": "a", "y": "a"})


@pytest.mark.parametrize("name", sorted({name for name, _ in EVERY}))
def test_what_anything_fits_may_be_all_that_is_referred_to(name: str) -> None:
    inner: Json = {"allOf": [{"$ref": "#/$defs/Any"}], "$defs": {"B": {}}}
    schema = {**of(x=inner), "$defs": {"Any": True}}
    for dialect in (dialect for one, dialect in EVERY if one == name):
        assert check(name, dialect, schema) != "refused"


def test_what_is_inside_of_itself_by_way_of_several_ends_all_the_same() -> None:
    both = {"allOf": [{"$ref": "#/$defs/N"}, {"$ref": "#/$defs/D"}]}
    schema = {**of(x=both), "$defs": {
        "N": {"type": "object", "properties": {"next": both}}, "D": {"description": "d"},
    }}  # fmt: skip
    _, losses = toolwire.lower_schema(schema, target="ollama_chat")
    assert "recursive" in [code for _, code in codes(losses)]


# -- null, where others hold in the same place


@pytest.mark.parametrize(
    ("schema", "null"),
    [
        ({**EITHER, "type": "string"}, False),
        ({**EITHER, "allOf": [{"type": "string"}]}, False),
        ({**EITHER, "enum": ["a", "b"]}, False),
        ({**EITHER, "const": "a"}, False),
        (EITHER, True),
        ({**EITHER, "type": ["string", "null"]}, True),
        ({**EITHER, "type": "string", "nullable": True}, True),
        ({**EITHER, "enum": ["a", None]}, True),
        ({**EITHER, "description": "d"}, True),
    ],
)
def test_null_is_a_value_where_all_that_stands_there_takes_it(schema: Json, null: bool) -> None:
    found, _ = opened(schema)
    assert (found.get("nullable") is True) is null


# -- items and members that no keyword has looked at


def test_items_that_are_filled_in_take_what_unevaluated_items_say() -> None:
    for unevaluated in (False, {"type": "integer"}):
        found, losses = member(
            {"type": "array", "unevaluatedItems": unevaluated}, target="openai_chat"
        )
        assert (found["items"], losses) == (unevaluated, [])
        assert not Draft202012Validator(found).is_valid(["a"])


def test_items_that_are_filled_in_where_others_are_looked_at_say_so() -> None:
    schema: Json = {"type": "array", "unevaluatedItems": False, "contains": {"type": "integer"}}
    found, losses = member(schema, target="openai_chat")
    assert found["items"] == {}
    assert codes(losses) == [("/properties/x/unevaluatedItems", "widened")]


def test_members_that_are_not_evaluated_are_additional_ones_where_objects_are_closed() -> None:
    schema = {"type": "object", "required": ["z"], "unevaluatedProperties": {"type": "string"}}
    lowered, losses = toolwire.lower_schema(schema, target="mistral_chat", strict=True)
    assert codes(losses) == [("/unevaluatedProperties", "closed")]
    assert not Draft202012Validator(lowered).is_valid({"z": 1})
    assert Draft202012Validator(lowered).is_valid({"z": "a"})


# -- the top


@pytest.mark.parametrize("target", ["openai_chat", "mistral_chat", "cohere_chat"])
@pytest.mark.parametrize("schema", [{}, {"type": ["object", "null"]}, {"enum": [{}, 1]}])
def test_a_reply_that_may_be_no_object_is_told_to_be_one(target: str, schema: Json) -> None:
    lowered, losses = toolwire.lower_schema(schema, target=target, use="response")
    assert lowered["type"] == "object" and ("", "narrowed") in [
        (path.partition("/type")[0], code) for path, code in codes(losses)
    ]
    _, losses = toolwire.lower_schema(schema, target=target)
    assert "narrowed" not in [code for _, code in codes(losses)]  # arguments are an object


# -- the OpenAPI subset of Gemini


@pytest.mark.parametrize("schema", [
    of(x={"type": "string", "nullable": True}),
    {"type": "object", "required": ["a"]},
    of(x={"anyOf": [{}, {"type": "null"}]}),
    of(x={"enum": ["a", None]}, y={"type": "array", "prefixItems": [{"type": "string"}, {}]}),
])  # fmt: skip
def test_a_lowered_schema_is_taken_as_it_is_in_the_dialect_that_it_is_in(schema: Json) -> None:
    for dialect in dialects_of("gemini"):
        lowered, _ = lower(schema, dialect)
        use = next(iter(dialect.uses))
        assert toolwire.lower_schema(lowered, target="gemini", use=use) == (lowered, [])


def test_what_is_no_object_has_no_members_there() -> None:
    found, _ = opened({"type": "string", "properties": {"a": {}}, "required": ["a"]})
    assert found == {"type": "string"}
