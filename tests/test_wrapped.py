"""Data that is no object goes out as one where the wire has objects alone: `lone(key, inner)`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from building import copied_project
from conversation import call, decode, encode, losses, request, user
from golden_wires import checked, compiled
from interpreter.adapter import Interpreter
from payloads import OPENAI
from toolwire._runtime.values import unwrapped, wrapped
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
BEDROCK = "bedrock_converse"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.just("a"), inner),
    max_leaves=4,
)
NESTED = st.recursive(JSON, lambda inner: st.fixed_dictionaries({"output": inner}), max_leaves=3)


@given(NESTED)
def test_what_goes_out_is_an_object_and_reads_back_as_it_was(value: Json) -> None:
    written = wrapped(value, "output")
    assert type(written) is dict
    assert value is None or unwrapped(written, "output") == value


@given(st.dictionaries(st.sampled_from(["output", "a"]), NESTED))
def test_an_object_that_came_goes_back_as_it_came(raw: Json) -> None:
    assert wrapped(unwrapped(raw, "output"), "output") == raw


def answered(data: Json) -> Json:
    turn = {"role": "assistant", "content": [call("c")]}
    result = {"toolCallId": "c", "name": "f", "kind": "data", "value": data}
    return request(user(), turn, {"role": "tool", "toolResult": result})


def block_of(body: Json) -> Json:
    (block,) = body["messages"][2]["content"][0]["toolResult"]["content"]
    return block


@pytest.mark.parametrize("data", [[1, 2], [], 5, 0, False, "s", "", {"output": 1}])
def test_data_that_is_no_object_is_held_by_one(data: Json) -> None:
    value = answered(data)
    assert losses(BEDROCK, value) == []
    body = encode(BEDROCK, value)
    assert block_of(body) == {"json": {"output": data}}
    assert decode(BEDROCK, body)["messages"][2]["toolResult"]["value"] == data


@pytest.mark.parametrize("data", [{}, {"a": [1]}, {"output": {"a": 1}}, {"output": 1, "b": 2}])
def test_an_object_goes_as_it_is(data: Json) -> None:
    assert block_of(encode(BEDROCK, answered(data))) == {"json": data}


def test_null_is_told() -> None:
    value = answered(None)
    assert block_of(encode(BEDROCK, value)) == {"json": {"output": None}}
    assert losses(BEDROCK, value) == ["/messages/2/toolResult/value"]
    read = decode(BEDROCK, encode(BEDROCK, value))["messages"][2]["toolResult"]
    assert (read["kind"], read["value"]) == ("data", {"output": None})


@pytest.mark.parametrize("raw", [[1], 5, True, "x"])
def test_what_a_wire_had_without_an_object_comes_back_so_until_it_is_edited(raw: Json) -> None:
    body = encode(BEDROCK, answered({}))
    block_of(body)["json"] = raw
    value = decode(BEDROCK, body)
    assert encode(BEDROCK, value) == body
    result = value["messages"][2]["toolResult"]
    assert result["value"] == raw
    again = decode(OPENAI, encode(OPENAI, {**value, "model": "m"}))["messages"][2]["toolResult"]
    assert again["toolCallId"] == "c"
    for other in (1, [2]):
        result["value"] = other
        assert block_of(encode(BEDROCK, value)) == {"json": {"output": other}}


INNER = ("input | lone(json)", '"input | lone(json, held)"')
TEXT = ('"properties": {"json": {"type": "object"}}', '"properties": {"json": {"type": "string"}}')
EXAMPLE = ('"examples": [{"json": {"type": "object"}}]', '"examples": [{"json": "x"}]')


def test_a_key_that_takes_no_object_is_none_to_hold_one(tmp_path: Path) -> None:
    assert checked("swell", [INNER], tmp_path / "fine")[1] == []
    findings = checked("swell", [INNER, TEXT, EXAMPLE], tmp_path / "text")[1]
    note = "what is none is written as an object with `held`"
    (finding,) = [one for one in findings if note in one]
    assert "and `json` of each item of `input` is string" in finding


SHAPE = '"required": ["json"],\n      "properties": {"json": {"type": "object"}}'
SORTED = [
    (SHAPE, SHAPE.replace('["json"]', '["json", "sort"]').replace(
        '"properties": {', '"properties": {"sort": {"const": "json"}, ')),
    ('"examples": [{"json": {"type": "object"}}]',
     '"examples": [{"json": {"type": "object"}, "sort": "json"}]'),
]  # fmt: skip


def test_constants_that_the_object_must_have_stand_beside_the_key(tmp_path: Path) -> None:
    project, findings = checked("swell", SORTED, tmp_path / "one")
    assert findings == []
    slow = Interpreter(project, project.formats["swell"])
    with compiled("swell", SORTED, tmp_path / "two") as swell:
        schema = {"type": "object"}
        value = request(user(), tools=[{"name": "f", "parameters": schema}], maxTokens=3)
        body = swell.encode_request(value, rules="off")
        assert body == slow.encode("request", value)
        (tool,) = body["tools"]
        assert tool["input"] == [{"sort": "json", "json": schema}]
        assert swell.decode_request(body)["tools"][0]["parameters"] == schema
        for other in (
            {"json": schema}, {"sort": "xml", "json": schema}, {"sort": "json", "xml": schema},
            {"sort": "json", "json": schema, "x": 1},
        ):  # fmt: skip
            tool["input"] = [other]
            read = swell.decode_request(body)
            assert "parameters" not in read["tools"][0]
            assert read == slow.decode("request", body)


def test_what_else_the_object_must_have_is_told(tmp_path: Path) -> None:
    changes = [(old, new.replace('{"const": "json"}', '{"type": "string"}')) for old, new in SORTED]
    (one,) = checked("swell", changes, tmp_path)[1]
    assert one.partition("operator-arguments ")[2] == (
        "nothing writes `sort` of `InputShape`; `lone` writes `json` and constants alone; map the "
        "list by a lens of that type, or do not require it in the schema"
    )


def test_data_of_any_type_needs_a_place_for_objects_alone(tmp_path: Path) -> None:
    project = copied_project(tmp_path, (BEDROCK,))
    folder = project / "schemas" / BEDROCK
    schema, transform = folder / "wire.schema.json", folder / "transform.yaml"
    text = schema.read_text(encoding="utf-8")
    any_ = '"$ref": "#/$defs/JsonValue",\n          "description": "The value; some'
    assert any_ in text
    only = any_.replace('"$ref": "#/$defs/JsonValue"', '"type": "object"')
    schema.write_text(text.replace(any_, only), encoding="utf-8")
    assert check_project(resolve(load_project(project))) == []
    rows = transform.read_text(encoding="utf-8")
    transform.write_text(rows.replace("lone(json, output)", "lone(json)"), encoding="utf-8")
    (finding,) = check_project(resolve(load_project(project)))
    assert "`lone` writes it there as it is" in str(finding)


def test_a_key_that_is_itself_a_constant_is_what_the_list_says(tmp_path: Path) -> None:
    engine = (
        '"Engine": {"title": "Engine", "description": "The model.", "type": "object", '
        '"x-reference": "https://example.com/ticker", "required": ["name"], '
        '"properties": {"name": {"const": "m"}}, "examples": [{"name": "m"}]},'
    )
    changes = [
        ("    model: engine\n", "    model: engine | lone(name)\n"),
        ('"engine": {"type": "string"}',
         '"engine": {"type": "array", "items": {"$ref": "#/$defs/Engine"}}'),
        ('"ToolName": {', f'{engine} "ToolName": {{'),
    ]  # fmt: skip
    body = {"engine": [{"name": "m"}], "lines": []}
    with compiled("ticker", changes, tmp_path) as ticker:
        request = ticker.decode_request(body)
        assert request["model"] == "m"
        assert ticker.encode_request(request, rules="off") == body
