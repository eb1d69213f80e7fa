"""What a schema says of names, where some are others on the wire: it holds of those, or is told."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import toolwire
from drawing import drawing
from test_dialect_rules import codes
from toolwire._runtime.spelling import Limit

Json = Any
CLAUDE: Json = {"target": "anthropic_messages"}
LIMIT = Limit({"letters": "a-zA-Z0-9_.-", "longest": 64})
OWN = ("$a", "b c", "ok", "$other")
"""Names that a value may have; the last one no schema here knows."""


def of(**properties: Json) -> Json:
    """A tool's schema with these members, none of them demanded."""
    return {"type": "object", "properties": properties}


def others(value: Json, names: tuple[str, ...] = OWN[:3]) -> Json:
    """A value whose known members are called as they are on the wire."""
    return {
        name if name not in names or LIMIT.fits(name) else LIMIT.other(name): item
        for name, item in value.items()
    }


def values(item: Json = 1) -> list[Json]:
    """Objects with each choice of these names."""
    some = (names for size in range(len(OWN) + 1) for names in combinations(OWN, size))
    return [dict.fromkeys(names, item) for names in some]


def agrees(schema: Json, lowered: Json) -> bool:
    """Whether a schema takes just what it takes with the names of the wire."""
    ours, theirs = Draft202012Validator(schema), Draft202012Validator(lowered)
    return all(
        ours.is_valid(value) == theirs.is_valid(others(value))
        for value in [*values(1), *values("x")]
    )


NAMED = of(**{"$a": {}, "b c": {}, "ok": {}})
NAMES = st.recursive(
    st.one_of(
        st.builds(lambda one: {"pattern": one}, st.sampled_from((r"^\$", "c$", "^[a-z]", "_"))),
        st.builds(lambda one: {"const": one}, st.sampled_from(OWN[:3])),
        st.builds(lambda some: {"enum": some}, st.lists(st.sampled_from(OWN[:3]), min_size=1)),
        st.builds(lambda most: {"maxLength": most}, st.sampled_from((2, 3, 64))),
        st.builds(lambda least: {"minLength": least}, st.sampled_from((1, 3, 6))),
        st.booleans(),
    ),
    lambda inner: st.one_of(
        st.builds(lambda one: {"not": one}, inner),
        st.builds(lambda one, two, three: {"if": one, "then": two, "else": three}, *[inner] * 3),
        *(st.builds(lambda some, key=key: {key: some}, st.lists(inner, min_size=1, max_size=2))
          for key in ("anyOf", "allOf")),
    ),
    max_leaves=4,
)  # fmt: skip


@drawing(600)
@given(NAMES)
def test_what_is_said_of_names_holds_of_those_on_the_wire_or_is_told(names: Json) -> None:
    schema = {**NAMED, "propertyNames": names}
    lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
    assert agrees(schema, lowered) or {loss.code for loss in losses} - {"renamed"}
    assert toolwire.lower_schema(lowered, **CLAUDE) == (lowered, [])


@pytest.mark.parametrize(
    ("names", "places"),
    [
        ({"pattern": r"^\$|^ok$| c$"}, []),
        ({"pattern": r"^[\w$ ]+$"}, []),
        ({"pattern": r"^\w+$"}, ["/propertyNames/pattern"]),
        ({"not": {"pattern": r"^\$"}}, []),
        ({"pattern": "["}, ["/propertyNames/pattern"]),
        ({"maxLength": 64}, []),
        ({"maxLength": 3}, ["/propertyNames/maxLength"]),
        ({"anyOf": [{"minLength": 4}, {"maxLength": 2}]},
         ["/propertyNames/anyOf/0/minLength", "/propertyNames/anyOf/1/maxLength"]),
        ({"$ref": "#/$defs/N"}, ["/propertyNames/$ref"]),
        (False, []),
    ],
)  # fmt: skip
def test_what_holds_of_no_other_name_is_told(names: Json, places: list[str]) -> None:
    schema = {**NAMED, "propertyNames": names, "$defs": {"N": {"pattern": r"^\w+$"}}}
    lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
    assert [place for place, code in codes(losses) if code == "changed"] == places
    if not places:
        assert agrees(schema, lowered)


def test_a_pattern_has_the_names_that_had_it() -> None:
    patterns = {r"^\$": {"type": "string"}, "^[a-z]+ ": {"type": "integer"}, "^x": {}}
    schema = {**NAMED, "patternProperties": patterns}
    lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
    assert agrees(schema, lowered)
    assert {loss.code for loss in losses} == {"renamed"} and len(lowered["patternProperties"]) == 3
    assert "^x" in lowered["patternProperties"]
    dotted = {**of(**{"$a.b": {}}), "propertyNames": {"pattern": r"^\$"}}
    names = Draft202012Validator(toolwire.lower_schema(dotted, **CLAUDE)[0])
    other = LIMIT.other("$a.b")
    assert names.is_valid({other: 1}) and not names.is_valid({other.replace(".", "x"): 1})
    schema = {**NAMED, "patternProperties": {r"^\w+$": {"type": "string"}}}
    _, losses = toolwire.lower_schema(schema, **CLAUDE)
    assert ("/patternProperties/^\\w+$", "changed") in codes(losses)


def test_names_are_those_of_all_that_is_said_of_an_object() -> None:
    names = {"propertyNames": {"pattern": r"^\$"}}
    for schema in (
        {"type": "object", "allOf": [of(**{"$a": {}}), names]},
        {"type": "object", **names, "allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {
            "properties": {"$a": {}}}}},
        {"type": "object", **names, "anyOf": [of(**{"$a": {}}), of(**{"ok": {}})]},
        {**names, "type": "object", "required": ["$a"], "properties": {"$a": True}},
    ):  # fmt: skip
        lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
        other = LIMIT.other("$a")
        assert Draft202012Validator(lowered).is_valid({other: 1, "$x": 1})
        assert not Draft202012Validator(lowered).is_valid({other: 1, "ok": 1})
        assert "changed" not in {loss.code for loss in losses}


def test_a_name_of_another_object_changes_nothing_in_this_one_but_is_told() -> None:
    inner = {"type": "object", "propertyNames": {"pattern": r"^\$"}}
    schema = of(**{"$a": {"type": "string"}, "free": inner})
    lowered, losses = toolwire.lower_schema(schema, **CLAUDE)
    assert lowered["properties"]["free"] == inner
    assert ("/properties/free/propertyNames/pattern", "changed") in codes(losses)
    with_pattern = of(
        **{"$a": {"type": "string"}, "free": {**inner, "propertyNames": {"pattern": "^x"}}}
    )
    assert [code for _, code in codes(toolwire.lower_schema(with_pattern, **CLAUDE)[1])] == [
        "renamed"
    ]


def test_where_no_name_is_another_nothing_is_said_of_it() -> None:
    names = {"pattern": "[", "maxLength": 1, "anyOf": [{"$ref": "#"}]}
    schema = {**of(ok={}), "propertyNames": names, "patternProperties": {"[": {}}}
    assert toolwire.lower_schema(schema, **CLAUDE) == (schema, [])
    twice = {**of(ok={"items": [{}]}), "propertyNames": names}  # it is looked through all the same
    lowered, losses = toolwire.lower_schema(twice, **CLAUDE)
    assert lowered["propertyNames"] == names and {loss.code for loss in losses} <= {"widened"}
