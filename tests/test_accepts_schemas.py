"""Schemas that one service refuses, or empties without a word, and another of its wire takes."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from formats import part
from test_accepts import asking, user
from test_profiles import codes
from toolwire._runtime.convert import format_module

Json = Any
MEMBERS: Json = {
    "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "Which."},
    "unit": {"type": ["string", "integer", "null"], "minLength": 1, "description": "Of what."},
    "one": {"anyOf": [{"$ref": "#/$defs/Pair"}, {"enum": ["none", 0]}], "description": "Any."},
    "any": {"description": "Whatever it is."},
}
PAIR: Json = {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}
PARAMETERS: Json = {"type": "object", "properties": MEMBERS, "$defs": {"Pair": PAIR}}


def strict(parameters: Json) -> Json:
    return {"name": "f", "parameters": parameters, "strict": True}


def out(request: Json, profile: str) -> Json:
    """The function that goes out, which its service takes."""
    body = format_module("openai_chat").encode_request(request, profile=profile, on_loss="ignore")
    assert part("openai_chat", f"profiles.{profile}").breaches(body) == []
    return body["tools"][0]["function"]


@pytest.mark.parametrize("profile", ["deepseek", "moonshot"])
def test_members_that_may_be_left_out_keep_what_is_said_of_them(profile: str) -> None:
    """What names several types has no other words there; so null is an alternative."""
    raw = format_module("openai_chat").encode_request(
        asking(user(), tools=[strict(PARAMETERS)]), rules="off", on_loss="ignore"
    )
    assert part("openai_chat", f"profiles.{profile}").breaches(raw)
    function = out(asking(user(), tools=[strict(PARAMETERS)]), profile)
    assert function["strict"] is True
    tags = function["parameters"]["properties"]["tags"]
    assert [arm["type"] for arm in tags["anyOf"]] == ["array", "null"]
    assert tags["anyOf"][0]["items"] == {"type": "string"}
    arguments: Json = {"tags": None, "unit": "m", "one": {"a": 1}, "any": None}
    restored = toolwire.restore_arguments(arguments, PARAMETERS)
    assert restored == {"unit": "m", "one": {"a": 1}, "any": None}


def test_a_list_of_alternatives_holds_none_for_deepseek() -> None:
    nested = {"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "boolean"}]}
    asked = {"type": "object", "properties": {"x": nested}, "required": ["x"]}
    closed = {**asked, "additionalProperties": False}
    function = out(asking(user(), tools=[strict(closed)]), "deepseek")
    arms = [{"type": "string"}, {"type": "null"}, {"type": "boolean"}]
    assert function["parameters"]["properties"]["x"] == {"anyOf": arms}
    again = out(asking(user(), tools=[strict(function["parameters"])]), "deepseek")
    assert again == function


@pytest.mark.parametrize("inner", [{"type": "object"}, {"type": "object", "properties": {}}])
def test_a_tool_with_an_object_of_no_members_is_not_strict_for_deepseek(inner: Json) -> None:
    parameters = {"type": "object", "properties": {"x": inner}}
    request = asking(user(), tools=[strict(parameters)])
    function = out(request, "deepseek")
    assert function.get("strict") is not True
    assert ("/tools/0/strict", "dropped") in codes("openai_chat", request, "deepseek")


def test_values_are_of_types_that_are_named_for_moonshot() -> None:
    """It knows no word but a list for what a value is, and no list without a type."""
    arms = [{"const": "a"}, {"const": 1}]
    members: Json = {"x": {"const": "a"}, "y": {"oneOf": arms}, "z": {"enum": ["b", None, 1, 1.5]}}
    tool = {"name": "f", "parameters": {"type": "object", "properties": members}}
    text, whole = {"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [1]}
    numbers = {"type": "number", "enum": [1, 1.5]}
    found = out(asking(user(), tools=[tool]), "moonshot")["parameters"]["properties"]
    assert found["x"] == text and found["y"] == {"anyOf": [text, whole]}
    other = {"type": "string", "enum": ["b"]}
    assert found["z"] == {"anyOf": [{"type": "null"}, numbers, other]}
    alone = {"type": "object", "properties": {"x": {"enum": ["a"]}}}
    function = out(asking(user(), tools=[{"name": "f", "parameters": alone}]), "moonshot")
    assert function["parameters"]["properties"]["x"] == text


def test_a_definition_has_no_slash_in_its_name_for_moonshot() -> None:
    """It does not read what stands for one in a reference."""
    parameters: Json = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/geo~1Point"}, "b": {"$ref": "#/$defs/Point"}},
        "$defs": {"geo/Point": {"type": "number"}, "Point": {"type": "string"}},
    }
    tool = {"name": "f", "parameters": parameters}
    found = out(asking(user(), tools=[tool]), "moonshot")["parameters"]
    assert found["$defs"] == {"Point": {"type": "string"}, "Point_2": {"type": "number"}}
    assert found["properties"]["a"] == {"$ref": "#/$defs/Point_2"}


@pytest.mark.parametrize("schema", [PARAMETERS, {"type": "object", "properties": {"x": {}}}])
def test_nothing_stands_beside_alternatives_on_vertex(schema: Json) -> None:
    wire, api = format_module("gemini"), part("gemini", "profiles.vertex")
    at: Json = {"gemini": {"$": {"parameters": {"at": "parameters"}}}}
    request = asking(user(), tools=[{"name": "f", "parameters": schema, "metadata": at}])
    request["responseSchema"] = {"schema": schema}
    request["metadata"] = {"gemini": {"$": {"schema": {"at": "generationConfig.responseSchema"}}}}
    other = wire.encode_request(request, on_loss="ignore")
    assert "other fields alongside any_of" in api.breaches(other)
    body = wire.encode_request(request, profile="vertex", on_loss="ignore")
    assert api.breaches(body) == []
    members = body["tools"][0]["functionDeclarations"][0]["parameters"]["properties"]
    for name, member in members.items():  # what is said of them all is said of each
        said = [arm.get("description") for arm in member.get("anyOf", [member])]
        assert said == [schema["properties"][name].get("description")] * len(said)


def xai(schema: Json, strict: bool = False) -> tuple[Json, list[tuple[str, str]]]:
    options: Json = {"target": "openai_chat", "profile": "xai", "strict": strict}
    lowered, losses = toolwire.lower_schema(schema, **options)
    assert toolwire.lower_schema(lowered, **options) == (lowered, [])
    return lowered, [(loss.path, loss.code) for loss in losses]


@pytest.mark.parametrize("kind", ["object", ["object", "null"]])
def test_an_object_of_any_members_says_so_to_xai(kind: Json) -> None:
    """Where nothing is said of others, none is taken there."""
    inner: Json = {"type": kind, "description": "Any."}
    schema: Json = {"type": "object", "properties": {"labels": inner, "none": {
        "type": "object", "properties": {},
    }}}  # fmt: skip
    lowered, losses = xai(schema)
    more = {"properties": {}, "additionalProperties": True}
    assert lowered["properties"]["labels"] == {**inner, **more} and losses == []
    assert lowered["properties"]["none"] == schema["properties"]["none"]
    assert xai({"type": "object"})[0] == {"type": "object", **more}
    closed = {"type": "object", "additionalProperties": False, "properties": {}}
    assert xai(closed) == (closed, [])
    needed = {"type": "object", "required": ["a"]}
    assert xai(needed)[0] == {**needed, "properties": {"a": {}}}


def test_no_member_is_a_boolean_for_xai() -> None:
    """In its words: properties with a schema of true or false return a 400 error."""
    schema = {"type": "object", "properties": {"any": True}, "additionalProperties": False}
    api = part("openai_chat", "profiles.xai")
    request = asking(user(), tools=[{"name": "f", "parameters": schema}])
    wire = format_module("openai_chat")
    body = wire.encode_request(request, profile="xai", on_loss="error")
    assert body["tools"][0]["function"]["parameters"]["properties"] == {"any": {}}
    assert api.breaches(body) == []
    assert api.breaches(wire.encode_request(request, rules="off"))


@pytest.mark.parametrize(
    ("pattern", "kept"),
    [
        ("^[a-z]+$", True),
        ("^(?:a|b)\\d$", True),
        ("[a-z]+", False),
        ("", False),
        ("^(?:a|b)$", True),
        ("^(?:a|b)(?:c|d)$", True),
        ("^a", False),
        ("a$", False),
        ("^a\\$", False),
        ("^a|b$", False),
        ("^(?=a)b$", False),
        ("^(?i)a$", False),
        ("^(a)\\1$", False),
        ("^\\bab$", False),
        ("^\\p{L}$", False),
    ],
)
def test_a_pattern_is_one_that_xai_reads_as_it_is_meant(pattern: str, kept: bool) -> None:
    """It always holds a whole text to it, and knows no more than a part of what others do."""
    text = {"type": "string", "pattern": pattern}
    members = {"type": "object", "properties": {"a": text}, "required": ["a"]}
    for strict in (False, True):
        lowered, losses = xai({**members, "additionalProperties": False}, strict)
        assert ("pattern" in lowered["properties"]["a"]) is kept
        assert losses == ([] if kept else [("/properties/a/pattern", "described")])


def test_what_is_said_beside_a_reference_is_said_once_for_moonshot() -> None:
    """Where a definition has words of its own, those of the place are refused beside it."""
    parameters: Json = {
        "type": "object",
        "properties": {
            "at": {"$ref": "#/$defs/T", "description": "Where."},
            "to": {"$ref": "#/$defs/T"},
        },
        "$defs": {"T": {"type": "string", "description": "A town."}},
    }
    tool = {"name": "f", "parameters": parameters}
    found = out(asking(user(), tools=[tool]), "moonshot")["parameters"]["properties"]
    assert found["at"] == {"type": "string", "description": "Where."}
    assert found["to"] == {"$ref": "#/$defs/T"}


@pytest.mark.parametrize(
    ("kind", "word", "takers"),
    [
        ("string", "date-time", {"gemini", "vertex"}),
        ("string", "date", {"vertex"}),
        ("string", "int64", set()),
        ("integer", "int64", {"gemini", "vertex"}),
        ("integer", "uint32", set()),
        ("number", "double", {"gemini", "vertex"}),
        ("number", "int32", set()),
    ],
)
def test_a_format_is_one_that_gemini_has_for_the_type(kind: str, word: str, takers: Json) -> None:
    wire = format_module("gemini")
    at: Json = {"gemini": {"$": {"parameters": {"at": "parameters"}}}}
    member: Json = {"type": [kind, "null"], "format": word}
    parameters = {"type": "object", "properties": {"value": member}}
    request = asking(user(), tools=[{"name": "f", "parameters": parameters, "metadata": at}])
    for service, profile in (("gemini", None), ("vertex", "vertex")):
        api = part("gemini", f"profiles.{profile}" if profile else "accepts")
        body = wire.encode_request(request, profile=profile, on_loss="ignore")
        assert api.breaches(body) == []
        (tool,) = body["tools"][0]["functionDeclarations"]
        found = tool["parameters"]["properties"]["value"]
        assert (found.get("format") == word) is (service in takers)
        assert found["type"] == kind.upper() and found["nullable"] is True
        raw = {"tools": [{"functionDeclarations": [{"name": "f", "parameters": {
            "type": "OBJECT", "properties": {"value": {"type": kind.upper(), "format": word}},
        }}]}], "contents": body["contents"]}  # fmt: skip
        assert (api.breaches(raw) == []) is (service in takers)


@pytest.mark.parametrize("kind", ["string", "object"])
def test_what_is_said_of_items_is_said_of_lists_alone_on_gemini(kind: str) -> None:
    """In its words: field predicate failed: $type == Type.ARRAY."""
    at: Json = {"gemini": {"$": {"parameters": {"at": "parameters"}}}}
    member: Json = {"type": kind, "items": {"type": "string"}, "minItems": 2}
    parameters = {"type": "object", "properties": {"value": member}}
    request = asking(user(), tools=[{"name": "f", "parameters": parameters, "metadata": at}])
    body = format_module("gemini").encode_request(request, on_loss="error")
    found = body["tools"][0]["functionDeclarations"][0]["parameters"]["properties"]["value"]
    assert found == {"type": kind.upper()}
