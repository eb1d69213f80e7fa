"""What becomes of single keywords, which dialect is taken, what of the arguments comes back."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
import yaml
from hypothesis import given
from jsonschema import Draft202012Validator

import toolwire
from drawn_schemas import tool_schemas
from formats import FORMATS, ROOT, having, part
from test_dialects import FEW, HARD, drafts, fixtures
from toolwire import Loss, ToolwireError
from toolwire._runtime import keywords, respelling
from toolwire._runtime.dialect import lower
from toolwire._runtime.lowered import dialects_of, lowered_request
from toolwire._runtime.merging import intersected
from toolwire_codegen.load import vocabulary

Json = Any


def of(**properties: Json) -> Json:
    """A tool's schema with these members, all of them demanded."""
    return {"type": "object", "properties": properties, "required": [*properties]}


def member(schema: Json, target: str, **options: Any) -> tuple[Json, list[Loss]]:
    """What becomes of a member's schema."""
    lowered, losses = toolwire.lower_schema(of(x=schema), target=target, **options)
    return lowered["properties"]["x"], losses


STRICT: Json = {"target": "openai_chat", "strict": True}
CLAUDE: Json = {"target": "anthropic_messages", "strict": True}


def opened(schema: Json) -> tuple[Json, list[Loss]]:
    """The schema as the OpenAPI subset has it."""
    dialect = next(one for one in dialects_of("gemini") if one.name == "openApi")
    lowered, losses = lower(of(x=schema), dialect)
    return lowered["properties"]["x"], losses


def codes(losses: list[Loss]) -> list[tuple[str, str]]:
    return [(loss.path, loss.code) for loss in losses]


# -- single keywords


def test_limits_that_a_strict_wire_lacks_are_said_in_the_description() -> None:
    schema = {"type": "string", "minLength": 2, "description": "A name."}
    found, losses = member(schema, **STRICT)
    assert found == {"type": "string", "description": "A name.\n\n(minLength: 2)"}
    assert codes(losses) == [("/properties/x/minLength", "described")]


def test_a_limit_that_excludes_itself_is_the_next_whole_number() -> None:
    found, losses = opened({"type": "integer", "exclusiveMinimum": 0})
    assert (found, losses) == ({"type": "integer", "minimum": 1}, [])
    found, losses = opened({"type": "number", "exclusiveMinimum": 0})
    assert found == {"type": "number", "minimum": 0}
    assert codes(losses) == [("/properties/x/exclusiveMinimum", "widened")]


def test_alternatives_that_exclude_each_other_may_be_any_of() -> None:
    apart = {"oneOf": [{"type": "string"}, {"type": "integer"}]}
    assert member(apart, **STRICT) == ({"anyOf": apart["oneOf"]}, [])
    together = {"oneOf": [{"type": "number"}, {"type": "integer"}]}
    assert codes(member(together, **STRICT)[1]) == [("/properties/x/oneOf", "overlap")]
    tagged = [of(kind={"const": word, "type": "string"}) for word in "ab"]
    assert not member({"oneOf": tagged}, target="anthropic_messages", strict=True)[1]


def test_null_is_said_as_the_wire_says_it() -> None:
    expected: Json = ({"type": "string", "nullable": True}, [])
    for schema in (
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"type": "string", "nullable": True},
    ):
        assert opened(schema) == expected
    assert member({"type": "string", "nullable": True}, **STRICT) == (
        {"type": ["string", "null"]}, []
    )  # fmt: skip


def test_several_types_are_alternatives_with_what_is_said_of_each() -> None:
    schema = {"type": ["string", "array"], "minLength": 1, "items": {"type": "null"}, "maxItems": 2}
    found, losses = opened(schema)
    assert losses == []
    assert found["anyOf"] == [
        {"type": "string", "minLength": 1},
        {"type": "array", "items": {"type": "null"}, "maxItems": 2},
    ]


def test_numbers_in_a_list_of_values_are_text_where_only_text_is_listed() -> None:
    found, losses = opened({"type": "integer", "enum": [1, 2]})
    assert found == {"type": "string", "enum": ["1", "2"]}
    assert codes(losses) == [("/properties/x/enum", "retyped")]
    assert opened({"enum": ["a", None]})[0] == {"type": "string", "enum": ["a"], "nullable": True}


def test_formats_that_a_wire_does_not_know_are_described() -> None:
    assert member({"type": "string", "format": "uuid"}, **STRICT)[1] == []
    found, losses = member({"type": "string", "format": "iri"}, **STRICT)
    assert found == {"type": "string", "description": '(format: "iri")'}
    assert codes(losses) == [("/properties/x/format", "described")]


def test_all_of_is_one_schema() -> None:
    schema = {"description": "Both.", "allOf": [
        {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}},
         "required": ["a"], "additionalProperties": False},
        {"properties": {"a": {"type": "number", "minimum": 2}}},
    ]}  # fmt: skip
    found, losses = member(schema, **STRICT)
    assert losses == []
    assert found == {
        "description": "Both.", "type": "object",
        "properties": {"a": {"type": "integer", "minimum": 2}},
        "required": ["a"], "additionalProperties": False,
    }  # fmt: skip


def test_all_of_that_no_single_schema_says_is_reported() -> None:
    schema = {"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "b$"}]}
    found, losses = member(schema, **STRICT)
    assert found == {"type": "string", "pattern": "^a"}
    assert codes(losses) == [("/properties/x/allOf/1/pattern", "unmerged")]


def test_a_schema_inside_of_itself_ends_where_the_wire_has_no_such_thing() -> None:
    schema = HARD["inside of itself"]
    assert toolwire.lower_schema(schema, **CLAUDE)[1][0].code == "recursive"
    lowered, losses = toolwire.lower_schema(schema, **STRICT)
    assert lowered["properties"]["child"] == {"anyOf": [{"$ref": "#"}, {"type": "null"}]}
    assert codes(losses) == [("/properties/child", "optional")]


def test_what_stands_beside_a_reference_is_merged_with_it() -> None:
    schema = {**of(a={"$ref": "#/$defs/A", "description": "This one."}),
              "$defs": {"A": {"type": "string", "description": "Any."}}}  # fmt: skip
    found, losses = toolwire.lower_schema(schema, **STRICT)
    assert found["properties"]["a"] == {"type": "string", "description": "This one."}
    assert losses == []


def test_the_only_alternative_that_something_fits_stands_by_itself() -> None:
    schema = {
        **of(a={"anyOf": [False, {"$ref": "#/properties/b"}]}, b={"type": "string"}),
        "additionalProperties": False,
    }
    found, losses = toolwire.lower_schema(schema, **STRICT)
    assert losses == []
    assert found["properties"]["a"] == {"$ref": "#/$defs/b"}


def test_false_is_a_member_that_cannot_be_there() -> None:
    schema = {**of(a={"type": "string"}), "additionalProperties": False}
    found, losses = toolwire.lower_schema(
        {**schema, "properties": {**schema["properties"], "b": False}}, **CLAUDE
    )
    assert found == schema
    assert losses == []


def test_alternatives_at_the_top_are_one_object_for_wires_that_want_one() -> None:
    schema = HARD["alternatives at the top"]
    found, losses = toolwire.lower_schema(schema, target="anthropic_messages")
    assert found == {"type": "object", "properties": schema["properties"]}
    assert codes(losses) == [("/anyOf", "flattened")]


@pytest.mark.parametrize("name", FORMATS)
def test_parameters_without_a_type_are_an_object(name: str) -> None:
    found, losses = toolwire.lower_schema({"properties": {"a": {"type": "string"}}}, target=name)
    assert found["type"] == "object"
    assert losses == []


@pytest.mark.parametrize("name", FORMATS)
def test_arguments_that_are_no_object_are_refused_with_their_place(name: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        toolwire.lower_schema({"type": "array"}, target=name)
    assert (caught.value.pointer, caught.value.code) == ("/type", "unsupported")


UNSAID: dict[str, tuple[Json, str]] = {
    "two conditions": (
        {"type": "string", "allOf": [
            {"if": {"minLength": 1}, "then": {"pattern": "a"}},
            {"if": {"minLength": 2}, "then": {"pattern": "b"}},
        ]},
        "unmerged",
    ),
    "values that exclude each other": (
        {"type": "string", "allOf": [{"enum": ["a"]}, {"enum": ["b"]}]},
        "impossible",
    ),
    "members that alternatives name": (
        {**of(a={"type": "string"}), "unevaluatedProperties": {"type": "string"},
         "anyOf": [of(b={"type": "string"}), of(c={"type": "string"})]},
        "widened",
    ),
    "an object that says it is open": (
        {**of(a={"type": "string"}), "additionalProperties": True},
        "closed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", UNSAID)
def test_what_no_single_schema_says_is_reported(case: str) -> None:
    schema, code = UNSAID[case]
    assert code in {loss.code for loss in member(schema, **STRICT)[1]}


def test_members_that_a_pattern_of_another_schema_may_name_are_not_merged() -> None:
    closed = {"patternProperties": {"^a": {"type": "string"}}, "additionalProperties": False}
    found, lost = intersected(closed, {"properties": {"b": {"type": "string"}}})
    assert (found, lost) == (closed, ["properties"])


def test_keywords_that_mean_something_together_are_not_mixed_with_those_of_another_schema() -> None:
    one = {"if": {"const": 1}, "else": {"type": "integer"}}
    other = {"if": {"const": 2}, "then": {"type": "number"}}
    assert intersected(one, other) == (one, ["if", "then"])
    assert intersected(one, dict(one)) == (one, [])
    assert intersected({"type": "integer"}, other) == ({"type": "integer", **other}, [])


def test_values_that_the_type_shuts_out_are_left_out() -> None:
    found, losses = member({"type": "string", "enum": ["a", 1]}, **STRICT)
    assert (found, losses) == ({"type": "string", "enum": ["a"]}, [])


def test_members_that_alternatives_name_are_not_shut_out() -> None:
    schema = {
        "type": "object",
        "unevaluatedProperties": False,
        "anyOf": [{"properties": {"a": {"type": "string"}}}, {"required": ["b"]}],
    }
    found, losses = member(schema, target="ollama_chat", use="response")
    assert "additionalProperties" not in found
    assert [loss.code for loss in losses] == ["widened"]


# -- strict, and the way back


def test_strict_demands_every_member_and_nulls_are_taken_out_of_the_arguments() -> None:
    schema = {
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "unit": {"type": "string", "enum": ["C", "F"]},
            "note": {"type": ["string", "null"]},
            "at": {"$ref": "#/$defs/Place"},
        },
        "required": ["city"],
        "$defs": {"Place": {"type": "object", "properties": {"x": {"type": "integer"}}}},
    }
    before = deepcopy(schema)
    lowered, losses = toolwire.lower_schema(schema, **STRICT)
    assert lowered["required"] == ["city", "unit", "note", "at"]
    assert lowered["properties"]["unit"]["enum"] == ["C", "F", None]
    told = {loss.path: loss.code for loss in losses}
    assert told.pop("/properties/note") == "required"  # null is a value of it
    assert {*told.values()} == {"optional"}
    arguments = {"city": "Oslo", "unit": None, "note": None, "at": {"x": None}}
    back = toolwire.restore_arguments(arguments, schema)
    assert back == {"city": "Oslo", "note": None, "at": {}}
    assert schema == before
    assert arguments["unit"] is None


def test_arguments_that_need_nothing_come_back_as_the_same_object() -> None:
    schema = of(a={"type": "array", "items": {"type": "integer"}}, b={"type": "string"})
    arguments = {"a": [1, 2], "b": "1", "c": None}
    assert toolwire.restore_arguments(arguments, schema) is arguments


def test_numbers_that_were_listed_as_text_are_numbers_again() -> None:
    schema = of(a={"enum": [1, 2.5, "3"]}, b={"type": "string"}, c={"items": {"const": 7}})
    arguments = {"a": "2.5", "b": "1", "c": ["7"]}
    expected = {"a": 2.5, "b": "1", "c": [7]}
    assert toolwire.restore_arguments(arguments, schema) == expected
    assert toolwire.restore_arguments({"a": "3"}, schema) == {"a": "3"}
    assert toolwire.restore_arguments({"a": "1"}, of(a={"enum": [1, "1"]})) == {"a": "1"}


def test_no_schema_and_no_arguments_are_too_deep_to_say_so() -> None:
    deep: Json = None
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ToolwireError, match="less deeply nested"):
        toolwire.restore_arguments({"a": deep}, {"items": {}, "properties": {"a": {}}})


# -- which dialect, and whole requests


def test_a_place_that_loses_less_is_taken_and_said_in_the_form() -> None:
    tools = [
        {"name": "first", "parameters": of(a={"type": "string"})},
        {"name": "second", "parameters": of(a={"type": "string", "minLength": 1})},
    ]
    request = {"messages": [{"role": "user", "content": "Hi"}], "tools": tools}
    before = deepcopy(request)
    lowered, losses = lowered_request(request, dialects_of("gemini"), "gemini")
    assert losses == []
    assert request == before
    first, second = toolwire.gemini.encode_request(lowered)["tools"][0]["functionDeclarations"]
    assert set(first) == {"name", "parametersJsonSchema"}
    assert second["parameters"]["properties"]["a"] == {"type": "STRING", "minLength": 1}


def test_of_two_places_that_lose_something_the_one_that_loses_less_is_taken() -> None:
    schema = of(a={"type": "string", "minLength": 1}, b={"type": "integer", "multipleOf": 3})
    request = {"messages": [{"role": "user", "content": "Hi"}],
               "tools": [{"name": "f", "parameters": schema}]}  # fmt: skip
    lowered, losses = lowered_request(request, dialects_of("gemini"), "gemini")
    assert [loss.path for loss in losses] == ["/tools/0/parameters/properties/b/multipleOf"]
    (tool,) = toolwire.gemini.encode_request(lowered)["tools"][0]["functionDeclarations"]
    assert tool["parameters"]["properties"]["a"] == {"type": "STRING", "minLength": 1}


def test_a_schema_stays_in_the_place_it_came_from() -> None:
    body = {
        "contents": [{"role": "user", "parts": [{"text": "Hi"}]}],
        "tools": [{"functionDeclarations": [
            {"name": "f", "parameters": {"type": "OBJECT", "properties": {}}},
            {"name": "g", "parametersJsonSchema": of(a={"type": "string"})},
        ]}],
        "generationConfig": {"responseSchema": {"type": "STRING", "nullable": True}},
    }  # fmt: skip
    request: Json = toolwire.gemini.decode_request(body)
    lowered, losses = lowered_request(request, dialects_of("gemini"), "gemini")
    assert lowered is request
    assert losses == []


def test_a_response_schema_takes_the_place_that_loses_less() -> None:
    schema = {"type": "string", "pattern": "^a"}
    request = {
        "messages": [{"role": "user", "content": "Hi"}],
        "responseSchema": {"schema": schema},
    }
    lowered, losses = lowered_request(request, dialects_of("gemini"), "gemini")
    config = toolwire.gemini.encode_request(lowered)["generationConfig"]
    assert losses == []
    assert config["responseSchema"] == {"type": "STRING", "pattern": "^a"}


def test_a_response_schema_is_known_again_by_value_and_by_how_it_is_asked_for() -> None:
    def lowered(**asked: Json) -> tuple[Json, list[Loss]]:
        schema = of(a={"type": "string", "minLength": 1})
        request = {"messages": [], "responseSchema": {"schema": schema, **asked}}
        return lowered_request(request, dialects_of("openai_chat"), "openai_chat")

    first, losses = deepcopy(lowered(strict=True))
    again, _ = lowered(strict=True)
    again["responseSchema"]["schema"].clear()
    assert lowered(strict=True, name="n")[0]["responseSchema"] == {
        **first["responseSchema"], "name": "n",
    }  # fmt: skip
    assert lowered(strict=True)[1] == losses != []
    assert lowered()[1] == []


@pytest.mark.parametrize("name", FORMATS)
def test_a_request_whose_schemas_are_taken_as_they_are_is_the_same_object(name: str) -> None:
    schema = of(a={"type": "string"})
    tools = [{"name": "f", "parameters": schema, "strict": False}, {"kind": "opaque"}]
    request = {"messages": [], "tools": tools}
    lowered, losses = lowered_request(request, dialects_of(name), name)
    assert lowered is request
    assert losses == []


def test_losses_and_errors_of_a_request_name_their_place_in_it() -> None:
    schema = of(a={"type": "string", "minLength": 1})
    request = {"messages": [], "tools": [{"name": "f", "parameters": schema, "strict": True}]}
    _, losses = lowered_request(request, dialects_of("openai_chat"), "openai_chat")
    assert codes(losses) == [("/tools/0/parameters/properties/a/minLength", "described")]
    request["tools"] = [{"name": "f", "parameters": {"type": "string"}}]
    with pytest.raises(ToolwireError) as caught:
        lowered_request(request, dialects_of("openai_chat"), "openai_chat")
    assert caught.value.pointer == "/tools/0/parameters/type"


def test_unknown_targets_and_uses_are_named() -> None:
    with pytest.raises(ValueError, match="no wire format 'nowhere'"):
        toolwire.lower_schema({}, target="nowhere")
    with pytest.raises(ValueError, match="not 'reply'"):
        toolwire.lower_schema({}, target="gemini", use="reply")


# -- the providers' own packages


@FEW
@given(tool_schemas(older=True))
def test_the_providers_own_packages_take_what_comes_out(schema: Json) -> None:
    held_by_packages(schema)


@pytest.mark.parametrize("case", HARD)
def test_the_providers_own_packages_take_hard_schemas(case: str) -> None:
    held_by_packages(HARD[case])


def test_the_providers_own_packages_take_every_fixture() -> None:
    for schema in fixtures():
        held_by_packages(schema)


def held_by_packages(schema: Json) -> None:
    for name in having("dialect"):
        for dialect in dialects_of(name):
            takes = part(name, "dialect").TAKES.get(dialect.name)
            if takes is None:
                continue
            try:
                lowered, _ = lower(schema, dialect)
            except ToolwireError:
                continue
            takes(lowered)


def test_what_is_said_of_a_dialect_is_said_of_one_there_is() -> None:
    for name in having("dialect"):
        assert part(name, "dialect").TAKES.keys() <= {one.name for one in dialects_of(name)}


# -- the language of dialects


def test_the_compiler_and_the_runtime_know_the_same_keywords() -> None:
    assert {"*", *keywords.SILENT} == vocabulary.SILENT
    assert dict(respelling.RESPELLINGS.keys()) == vocabulary.RESPELLINGS
    of_compiler = {*keywords.VALUES, *keywords.OF_TYPE, *keywords.SILENT, *keywords.REFERENCES}
    assert of_compiler <= {*vocabulary.KEYWORDS}


def test_every_keyword_of_the_draft_is_known() -> None:
    named = {key for schema in drafts() for key in schema.get("properties", {})}
    assert named <= {*vocabulary.KEYWORDS}
    assert {*vocabulary.TODAY} <= named


EDITOR = json.loads((ROOT / "schemas" / "dialect.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FORMATS)
def test_dialects_fit_the_schema_that_editors_use(name: str) -> None:
    text = (ROOT / "schemas" / name / "dialect.yaml").read_text(encoding="utf-8")
    Draft202012Validator.check_schema(EDITOR)
    errors = Draft202012Validator(EDITOR).iter_errors(yaml.safe_load(text))
    assert [error.message for error in errors] == []


def test_the_schema_that_editors_use_knows_every_keyword_and_action() -> None:
    assert EDITOR["$defs"]["Keyword"]["enum"] == [*vocabulary.KEYWORDS]
    rows = EDITOR["$defs"]["Dialect"]["properties"]["keywords"]["properties"]
    assert {*rows} == {*vocabulary.ACTIONS}
    assert rows["as"]["properties"] == {
        key: {"const": other} for key, other in vocabulary.RESPELLINGS.items()
    }
