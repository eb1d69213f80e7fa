"""The operators on single values, one by one: what fits is read, and comes back."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire import ToolwireError
from toolwire._runtime import arguments, retyping, values
from toolwire._runtime.jsontext import dumps

Json = Any
CALL = [{"kind": "toolCall"}]
TABLE = {"a": "stop", "b": "length"}


@pytest.mark.parametrize(
    ("function", "raw", "expected"),
    [
        (values.many_from, ["a", "b"], ["a", "b"]),
        (values.many_from, "a", ["a"]),
        (values.many_from, ["a", 5], None),
        (values.many_from, 5, None),
        (values.negated, True, False),
        (values.negated, 1, None),
        (values.sole_from, ["a"], "a"),
        (values.sole_from, ["a", "b"], None),
        (values.sole_from, [5], None),
        (values.digits, 5, "5"),
        (values.digits, True, None),
        (values.undigits, "12", 12),
        (values.undigits, "-12", -12),
        (values.undigits, "--1", None),
        (values.undigits, "x", None),
        (values.undigits, "\u0663", None),
        (values.undigits, "1" * 19, None),
        (values.digits_or_text, 7, "7"),
        (values.digits_or_text, "7", "7"),
        (values.digits_or_text, True, None),
        (values.digits_or_text, 7.0, None),
        (values.undigits_or_text, "7", 7),
        (values.undigits_or_text, "0", 0),
        (values.undigits_or_text, "07", "07"),
        (values.undigits_or_text, "-7", -7),
        (values.undigits_or_text, "-07", "-07"),
        (values.undigits_or_text, "-0", "-0"),
        (values.undigits_or_text, "\u0663", "\u0663"),
        (values.undigits_or_text, "1" * 18, int("1" * 18)),
        (values.undigits_or_text, "1" * 19, "1" * 19),
        (values.undigits_or_text, "", ""),
        (values.undigits_or_text, "None", "None"),
        (values.data_url_from, "data:image/png;base64,aGk=", ("aGk=", "image/png")),
        (values.data_url_from, "data:image/png,aGk=", None),
        (values.data_url_from, 5, None),
    ],
)
def test_what_fits_is_read_and_anything_else_is_not(
    function: Any, raw: Json, expected: Json
) -> None:
    assert function(raw) == expected


def test_a_stop_beside_calls_is_for_them() -> None:
    assert values.finished(TABLE, "a", "other", []) == "stop"
    assert values.finished(TABLE, "a", "other", CALL) == "tool_calls"
    assert values.finished(TABLE, "b", "other", CALL) == "length"
    assert values.finished(TABLE, "c", "other", CALL) == "other"
    assert values.finished(TABLE, [], "other", CALL) is None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (dumps({"error": "no"}), "no"),
        ('{"error": "no"}', None),
        ('{"error":"\\u0061"}', None),
        (dumps({"error": "no", "x": 1}), None),
        (dumps({"error": 5}), None),
        (dumps({"other": "no"}), None),
        ('{"error":"no', None),
    ],
)
def test_a_carried_message_is_read_only_as_it_is_written(raw: str, expected: Json) -> None:
    assert values.carried_from(raw, "error") == expected
    if expected is not None:
        assert values.carried(expected, "error") == raw


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ({"output": [1]}, [[1], None]),
        ({"error": [1]}, [[1], True]),
        ({"error": None}, [{"error": None}, None]),
        ({"x": 1}, [{"x": 1}, None]),
        ({"output": 1, "x": 2}, [{"output": 1, "x": 2}, None]),
        ({"error": 1, "x": 2}, [{"error": 1, "x": 2}, None]),
    ],
)
def test_an_outcome_is_the_only_key_of_its_object(raw: Json, read: Json) -> None:
    assert values.outcome_from(raw, "output", "error") == read


@pytest.mark.parametrize(
    ("value", "failed", "written"),
    [
        ({"x": 1}, None, {"x": 1}),
        ({}, None, {}),
        ({"output": 1}, None, {"output": {"output": 1}}),
        ({"error": 1}, None, {"output": {"error": 1}}),
        ([1], None, {"output": [1]}),
        ("text", None, {"output": '"text"'}),
        ({"x": 1}, True, {"error": {"x": 1}}),
        ("text", True, {"error": '"text"'}),
    ],
)
def test_an_outcome_is_never_read_as_another(value: Json, failed: Json, written: Json) -> None:
    assert values.outcome(value, failed, "output", "error") == written


def test_texts_under_a_key_come_back_and_other_objects_as_their_json() -> None:
    assert values.worded([], "text") == {} and values.worded_from({}, "text") is None
    assert values.worded(["a", "b"], "text") == {"text": "a\nb"}
    assert values.worded_from({"text": "a"}, "text") == "a"
    assert values.worded_from({"text": ""}, "text") == ""
    for raw in ({"text": "a", "x": 1}, {"text": 5}, {"x": 1}):
        assert values.worded_from(raw, "text") == dumps(raw)


# -- the names of types, at every depth

NAMES = {"STRING": "string", "OBJECT": "object", "string": "string"}
BACK = {"string": "STRING", "object": "OBJECT"}
WIRE: Json = {
    "type": "OBJECT",
    "properties": {
        "a": {"type": "STRING"},
        "b": {"type": "STRING", "description": "x", "enum": ["STRING"]},
        "type": {"items": {"type": "STRING"}},
    },
    "anyOf": [{"type": "STRING"}, True],
    "$defs": {"STRING": {"type": "STRING"}, "n": 5},
    "additionalProperties": {"type": ["STRING", "OBJECT"]},
    "default": {"type": "STRING"},
}


def test_type_names_are_exchanged_in_every_schema_inside_and_nowhere_else() -> None:
    odd: list[Json] = []
    ours = retyping.retyped_from(WIRE, NAMES, BACK, odd)
    assert odd == []
    assert ours["properties"]["a"] == {"type": "string"}
    assert ours["properties"]["b"] == {"type": "string", "description": "x", "enum": ["STRING"]}
    assert ours["properties"]["type"] == {"items": {"type": "string"}}
    assert ours["anyOf"] == [{"type": "string"}, True]
    assert ours["$defs"] == {"STRING": {"type": "string"}, "n": 5}
    assert ours["additionalProperties"] == {"type": ["string", "object"]}
    assert ours["default"] == WIRE["default"]
    assert retyping.retyped(ours, BACK) == WIRE


@pytest.mark.parametrize(
    "schema",
    [{"type": "string"}, {"type": "NEW"}, {"type": ["string"]},
     {"properties": {"a": {"type": "string"}}}],
)  # fmt: skip
def test_a_type_name_that_would_not_be_written_so_is_odd(schema: Json) -> None:
    odd: list[Json] = []
    retyping.retyped_from(schema, NAMES, BACK, odd)
    assert len(odd) == 1


def test_a_schema_that_nests_too_deep_is_kept_as_it_is() -> None:
    deep: Json = {}
    for _ in range(5000):
        deep = {"items": deep}
    odd: list[Json] = []
    assert retyping.retyped_from(deep, NAMES, BACK, odd) is deep and odd == [deep]


def test_every_property_gets_its_type_name() -> None:
    wire: Json = {"properties": {"a": {"type": "STRING"}, "b": {"type": "STRING"}}}
    ours = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    assert retyping.retyped_from(wire, NAMES, BACK, []) == ours
    assert wire["properties"]["a"] == {"type": "STRING"}


def test_a_schema_with_our_names_already_is_read_as_itself() -> None:
    schema = {"type": "string", "properties": {"a": {"type": "string"}}, "items": {}}
    assert retyping.retyped_from(schema, NAMES, BACK, []) is schema


def test_a_schema_goes_back_as_it_came_until_it_is_edited() -> None:
    came = {"type": "STRING", "items": {"type": "string"}}
    form = {"shape": {"as": came}}
    ours = {"type": "string", "items": {"type": "string"}}
    assert retyping.retyped(ours, BACK, NAMES, form, "shape") is came
    assert retyping.retyped(ours, BACK, NAMES, form, "other")["items"] == {"type": "STRING"}
    edited = {**ours, "description": "more"}
    upper = {"type": "STRING", "items": {"type": "STRING"}, "description": "more"}
    assert retyping.retyped(edited, BACK, NAMES, form, "shape") == upper


def test_texts_that_stand_for_numbers_in_a_schema_are_numbers() -> None:
    came = {
        "type": "OBJECT", "minProperties": "1",
        "properties": {
            "n": {"type": "INTEGER", "format": "enum", "enum": ["101", "-2"], "description": "x"},
            "f": {"type": "NUMBER", "enum": ["1.5", "2"]},
            "s": {"type": "STRING", "enum": ["1"], "maxLength": "5", "minLength": 1},
            "odd": {"type": "INTEGER", "enum": ["1", "x"], "maxItems": "many"},
            "none": {"type": "INTEGER", "enum": []},
            "enum": {"type": "STRING"},
        },
    }  # fmt: skip
    table = {"OBJECT": "object", "INTEGER": "integer", "NUMBER": "number", "STRING": "string"}
    back = {ours: theirs for theirs, ours in table.items()}
    odd: list[Json] = []
    ours = retyping.retyped_from(came, table, back, odd)
    inner = ours["properties"]
    assert ours["minProperties"] == 1 and inner["n"]["enum"] == [101, -2]
    assert inner["f"]["enum"] == [1.5, 2] and type(inner["f"]["enum"][1]) is int
    assert (inner["s"]["enum"], inner["s"]["maxLength"], inner["s"]["minLength"]) == (["1"], 5, 1)
    assert inner["odd"] == {"type": "integer", "enum": ["1", "x"], "maxItems": "many"}
    assert inner["none"]["enum"] == [] and inner["enum"] == {"type": "string"}
    assert len(odd) == 4
    form = {"shape": {"as": came}}
    assert retyping.retyped(ours, back, table, form, "shape") is came
    edited = {"type": "integer", "enum": [1], "maxLength": "5"}
    assert retyping.retyped(edited, back, table, form, "shape") == {**edited, "type": "INTEGER"}


# -- arguments


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ('{"a":1}', ({"a": 1}, None, None)),
        ('{"a": 1}', ({"a": 1}, None, {"style": "spaced"})),
        ("{}", ({}, None, None)),
        ("", ({}, None, {"style": "empty"})),
        (None, ({}, None, {"style": "null"})),
        ("null", ({}, None, {"text": "null"})),
        (" null\n", ({}, None, {"text": " null\n"})),
        ({"a": 1}, ({"a": 1}, None, {"style": "value"})),
        ([1], ({}, "[1]", {"style": "value"})),
        ("oops", ({}, "oops", None)),
        ("[1]", ({}, "[1]", None)),
    ],
)
def test_arguments_as_text_come_back_as_they_were_spelled(raw: Json, read: Json) -> None:
    found = arguments.arguments_from_text(raw)
    assert found == read
    value, invalid, spelling = found
    form = None if spelling is None else {"arguments": spelling}
    call = {"arguments": value, **({} if invalid is None else {"invalidArguments": invalid})}
    assert arguments.text_from_arguments(call, form) == raw


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ({"a": 1}, ({"a": 1}, None, None)),
        ({"bad": "oops"}, ({}, "oops", None)),
        ({"bad": 5}, ({"bad": 5}, None, None)),
        ({"bad": "oops", "a": 1}, ({"bad": "oops", "a": 1}, None, None)),
        (None, ({}, None, {"style": "null"})),
        ("oops", ({}, '"oops"', {"style": "value"})),
    ],
)
def test_arguments_as_an_object_come_back_as_they_were(raw: Json, read: Json) -> None:
    found = arguments.arguments_from_object(raw, "bad")
    assert found == read
    value, invalid, spelling = found
    form = None if spelling is None else {"arguments": spelling}
    call = {"arguments": value, **({} if invalid is None else {"invalidArguments": invalid})}
    assert arguments.object_from_arguments(call, form, "bad") == raw


def test_a_spelling_holds_only_as_long_as_the_arguments_are_what_they_were() -> None:
    spelling = {"arguments": {"text": '{ "a":1}'}}
    assert arguments.text_from_arguments({"arguments": {"a": 1}}, spelling) == '{ "a":1}'
    assert arguments.text_from_arguments({"arguments": {"a": 2}}, spelling) == '{"a":2}'
    for entry in ({"style": "empty"}, {"style": "null"}, {"text": "null"}):
        form = {"arguments": entry}
        assert arguments.text_from_arguments({"arguments": {"a": 2}}, form) == '{"a":2}'


def test_text_that_was_no_object_is_written_as_it_is_and_is_a_text() -> None:
    invalid: Json = {"arguments": {}, "invalidArguments": "[1]"}
    for form in (None, {"arguments": {"style": "spaced"}}):
        assert arguments.text_from_arguments(invalid, form) == "[1]"
        assert arguments.object_from_arguments(invalid, form, "bad") == {"bad": "[1]"}
    others: list[Json] = [{"arguments": {}, "invalidArguments": 5}, {"arguments": []}]
    for wrong in others:
        with pytest.raises(ToolwireError):
            arguments.text_from_arguments(wrong, None)
