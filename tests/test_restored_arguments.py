"""Arguments that come back as a tool's own schema has them, however that schema says so."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

import toolwire

Json = Any
STRICT: Json = {"target": "openai_chat", "strict": True}


def of(*required: str, defs: Json = None, **properties: Json) -> Json:
    """An object with these members, of which those are required."""
    schema = {"type": "object", "properties": properties, "required": [*required]}
    return schema if defs is None else {**schema, "$defs": defs}


# -- null, of a member that may be absent

TEXT: Json = {"type": "string"}
SHUT_OUT: dict[str, Json] = {
    "a reference in allOf": {"allOf": [{"$ref": "#/$defs/Text"}, {"description": "A text."}]},
    "allOf beside a type": {"type": "string", "allOf": [{"minLength": 1}]},
    "alternatives beside a type": {"type": "string", "anyOf": [{"format": "ipv4"}, {}]},
    "alternatives of what is required": {
        **of(x=TEXT, y=TEXT), "oneOf": [{"required": ["x"]}, {"required": ["y"]}],
    },
    "a condition beside a type": {
        **of(x=TEXT), "if": {"required": ["x"]}, "then": {"minProperties": 1},
    },
    "alternatives, each of a type": {"anyOf": [{"type": "string"}, {"const": 1}, {"enum": [2]}]},
}  # fmt: skip


@pytest.mark.parametrize("case", SHUT_OUT)
def test_null_is_nothing_where_some_of_all_that_holds_shuts_it_out(case: str) -> None:
    schema = of("z", a=SHUT_OUT[case], z=TEXT, defs={"Text": TEXT})
    lowered, _ = toolwire.lower_schema(schema, **STRICT)
    given = {"a": None, "z": "q"}
    assert Draft202012Validator(lowered).is_valid(given)
    assert toolwire.restore_arguments(given, schema) == {"z": "q"}


TAKEN: dict[str, Json] = {
    "an alternative": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "an alternative without a type": {"oneOf": [{"type": "string"}, {"minLength": 2}]},
    "a reference": {"$ref": "#/$defs/Maybe"},
    "all of several": {"allOf": [{"$ref": "#/$defs/Maybe"}, {"description": "A text."}]},
    "nullable beside allOf": {"nullable": True, "allOf": [{"type": "string"}]},
    "a listed null": {"enum": ["x", None]},
    "a constant": {"const": None},
    "nothing that is said of it": True,
}


@pytest.mark.parametrize("case", TAKEN)
def test_null_stays_where_all_that_holds_takes_it(case: str) -> None:
    schema = of("z", a=TAKEN[case], z=TEXT, defs={"Maybe": {"type": ["string", "null"]}})
    given = {"a": None, "z": "q"}
    assert toolwire.restore_arguments(given, schema) is given


def test_whether_a_member_may_be_null_is_asked_of_all_that_name_it() -> None:
    maybe: Json = {"type": ["string", "null"]}
    both = {"type": "object", "allOf": [of(a=maybe), of(a=TEXT)]}
    assert toolwire.restore_arguments({"a": None}, both) == {}
    either = {"type": "object", "anyOf": [of(a=maybe), of(a=TEXT), of(b=TEXT)]}
    assert toolwire.restore_arguments({"a": None, "b": None}, either) == {"a": None}


def test_what_is_named_and_may_be_anything_is_not_what_nothing_names() -> None:
    anything: Json
    for anything in (True, {}):
        shut = {**of(a=anything), "additionalProperties": False}
        assert toolwire.restore_arguments({"a": None, "b": None}, shut) == {"a": None}
        for items in ({"prefixItems": [anything]}, {"items": anything}, {"items": [anything]}):
            listed = of(a={**items, "unevaluatedItems": {"enum": [1]}})
            assert toolwire.restore_arguments({"a": ["1"]}, listed) == {"a": ["1"]}


def test_a_member_that_is_required_in_any_case_keeps_its_null() -> None:
    for schema in (
        of("a", a=TEXT),
        {**of(a=TEXT), "allOf": [{"required": ["a"]}]},
        {**of(a=TEXT), "anyOf": [{"required": ["a"]}, {"required": ["a", "b"]}]},
        {**of(a=TEXT, defs={"A": {"required": ["a"]}}), "$ref": "#/$defs/A"},
    ):
        assert toolwire.restore_arguments({"a": None}, schema) == {"a": None}
    some = {**of(a=TEXT), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    assert toolwire.restore_arguments({"a": None}, some) == {}


def test_dynamic_references_are_followed() -> None:
    schema = {
        "$id": "https://example.com/tree", "$dynamicAnchor": "node",
        **of(kids={"type": "array", "items": {"$dynamicRef": "#node"}}),
    }  # fmt: skip
    given = {"kids": [{"kids": None}]}
    assert toolwire.restore_arguments(given, schema) == {"kids": [{}]}


def test_references_that_lead_to_each_other_come_to_an_end() -> None:
    schema = of(
        a={"$ref": "#/$defs/A"},
        defs={"A": {"allOf": [{"$ref": "#/$defs/B"}, TEXT]}, "B": {"$ref": "#/$defs/A"}},
    )
    assert toolwire.restore_arguments({"a": None}, schema) == {}


def test_references_that_double_are_followed_once() -> None:
    doubled = {
        f"D{n}": {"allOf": [{"$ref": f"#/$defs/D{n + 1}"}, {"$ref": f"#/$defs/D{n + 1}"}]}
        for n in range(60)
    }
    schema = of(a={"$ref": "#/$defs/D0"}, defs={**doubled, "D60": of(x={"enum": [1]})})
    assert toolwire.restore_arguments({"a": {"x": "1"}}, schema) == {"a": {"x": 1}}


# -- names

ODD: Json = of(**{"@id": {"type": "integer"}})
BELOW: dict[str, tuple[Json, Any]] = {
    "patternProperties": ({"patternProperties": {"^x": ODD}}, lambda inner: {"xa": inner}),
    "additionalProperties": ({"additionalProperties": ODD}, lambda inner: {"k": inner}),
    "unevaluatedProperties": ({"unevaluatedProperties": ODD}, lambda inner: {"k": inner}),
    "dependentSchemas": ({"dependentSchemas": {"k": ODD}}, lambda inner: {"k": 1, **inner}),
    "dependencies": ({"dependencies": {"k": ODD}}, lambda inner: {"k": 1, **inner}),
    "if": ({"if": ODD}, lambda inner: inner),
    "else": ({"if": {"required": ["k"]}, "else": ODD}, lambda inner: inner),
    "prefixItems": ({"prefixItems": [TEXT, ODD]}, lambda inner: ["q", inner]),
    "items": ({"prefixItems": [TEXT], "items": ODD}, lambda inner: ["q", inner]),
    "additionalItems": ({"items": [TEXT], "additionalItems": ODD}, lambda inner: ["q", inner]),
    "unevaluatedItems": ({"unevaluatedItems": ODD}, lambda inner: [inner]),
    "contains": ({"contains": ODD}, lambda inner: ["q", inner]),
    "required": ({"required": ["@id"]}, lambda inner: inner),
    "dependentRequired": ({"dependentRequired": {"k": ["@id"]}}, lambda inner: {"k": 1, **inner}),
    "propertyNames": (
        {"propertyNames": {"anyOf": [{"enum": ["@id"]}, {"const": "k"}]}}, lambda inner: inner,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BELOW)
def test_names_come_back_wherever_a_schema_says_them(case: str) -> None:
    inner, around = BELOW[case]
    schema = of(f=inner)
    # The hash stands for the name and for nothing else, so that it is the same in any schema.
    lowered, _ = toolwire.lower_schema(ODD, target="anthropic_messages")
    (name,) = lowered["properties"]
    given = {"f": around({name: 1})}
    assert toolwire.restore_arguments(given, schema) == {"f": around({"@id": 1})}


def test_a_pattern_that_does_not_fit_a_name_says_nothing_of_it() -> None:
    schema = {"patternProperties": {"^x": {"enum": [1]}, "^[": {"enum": [2]}}}
    given = {"xa": "1", "y": "1", "z": "2"}
    assert toolwire.restore_arguments(given, schema) == {"xa": 1, "y": "1", "z": 2}


@pytest.mark.parametrize("odd", [None, 3, "x", [1], [None, {}], {"a": 3}, True])
def test_a_schema_that_is_none_says_nothing(odd: Json) -> None:
    keys = (
        "properties", "patternProperties", "required", "dependentSchemas", "dependencies",
        "dependentRequired", "propertyNames", "allOf", "anyOf", "items", "prefixItems", "enum",
        "if", "then", "$ref", "$dynamicRef", "contains", "additionalProperties",
    )  # fmt: skip
    given: Json = {"p_12345678": "1", "b": [1, {"c_12345678": True}]}
    for key in keys:
        assert toolwire.restore_arguments(given, {key: odd}) == given
        assert toolwire.restore_arguments({"b": [given]}, of(b={"items": {key: odd}}))


def tagged(kind: str, inner: Json, *needed: str) -> Json:
    members = {"kind": {"const": kind}, "v": inner}
    return {"type": "object", "properties": members, "required": ["kind", *needed]}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("hold", [
    lambda arms: {"anyOf": arms},
    lambda arms: {"oneOf": arms, "description": "One of them."},
    lambda arms: {"allOf": [{"anyOf": arms}]},
    lambda arms: {"anyOf": [{"$ref": "#/$defs/Either"}, {"type": "null"}]},
])  # fmt: skip
def test_null_goes_by_the_alternative_that_an_object_is(hold: Any, turned: bool) -> None:
    arms = [tagged("a", {"type": "string"}), tagged("b", {"type": ["string", "null"]}, "v")]
    arms = arms[::-1] if turned else arms
    schema = {
        "type": "object", "properties": {"x": hold(arms)}, "$defs": {"Either": {"anyOf": arms}},
    }  # fmt: skip
    for kind, left in (("a", {}), ("b", {"v": None})):
        given = {"x": {"kind": kind, "v": None}}
        assert toolwire.restore_arguments(given, schema) == {"x": {"kind": kind, **left}}


def test_an_alternative_that_lacks_what_it_demands_is_none() -> None:
    first = {"properties": {"p": {"type": "string"}, "v": {"type": "string"}}, "required": ["p"]}
    second = {"properties": {"v": {"type": ["string", "null"]}}, "required": ["q", "v"]}
    numbered = {"properties": {"p": {"enum": [1, 2]}, "v": {}}, "required": ["p", "v"]}
    schema = {"type": "object", "properties": {"x": {"anyOf": [first, second, numbered]}}}
    for given, left in (
        ({"p": "a", "v": None}, {"p": "a"}),
        ({"q": "a", "v": None}, {"q": "a", "v": None}),
        ({"p": 1, "v": None}, {"p": 1, "v": None}),
        ({"r": 1, "v": None}, {"r": 1, "v": None}),  # none of them: nobody knows
    ):
        assert toolwire.restore_arguments({"x": given}, schema) == {"x": left}
