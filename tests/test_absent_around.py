"""A list of messages in an object that may be missing: `absent` says what stands for both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed, checked
from interpreter.adapter import Interpreter
from test_interpreter import interpreted

Json = Any
LOAD = '"load": {"$ref": "#/$defs/Load"}'
OPTIONAL = [
    ('"required": ["load"],\n', ""),
    ('"required": ["lines"],\n', ""),
]
NULL = [*OPTIONAL, (LOAD, '"load": {"anyOf": [{"$ref": "#/$defs/Load"}, {"type": "null"}]}')]
BOTH = ("absent: { manner: {} }", "absent: { manner: {}, load: {}, load.lines: [] }")
INSIDE = ("absent: { manner: {} }", "absent: { manner: {}, load.lines: [] }")


@pytest.mark.parametrize("schema", [OPTIONAL, NULL], ids=["absent", "null"])
def test_it_is_read_and_left_out_again(schema: list[tuple[str, str]], tmp_path: Path) -> None:
    project = changed("wharf", [*schema, BOTH], tmp_path / "project")
    package = Package(tmp_path / "package", f"absent_around_{len(schema)}")
    wharf = package.add(project, "wharf")[1]
    other = Interpreter(project, project.formats["wharf"])
    bodies: list[Json] = [{}, {"load": {}}, {"load": {"lines": []}}, {"load": {"more": 1}}]
    for body in [*bodies, *([{"load": None}] if schema is NULL else [])]:
        body = {"ship": "m", **body}
        request = wharf.decode_request(body)
        assert request["messages"] == []
        assert wharf.encode_request(request, rules="off") == body
        assert interpreted(other.decode, "request", body) == request
        request["messages"].append({"role": "user", "content": "Hi"})
        assert wharf.encode_request(request, rules="off")["load"]["lines"]
    package.close()


@pytest.mark.parametrize("schema", [OPTIONAL, NULL], ids=["absent", "null"])
def test_findings_lead_there(schema: list[tuple[str, str]], tmp_path: Path) -> None:
    _, lines = checked("wharf", [*schema, INSIDE], tmp_path)
    first = "`load`, which it stands in, may be absent itself; say first what stands for that: "
    assert any(first + "`absent: { load: {} }`" in one for one in lines), lines


def test_a_list_that_a_sequence_reads_is_a_line_of_absent(tmp_path: Path) -> None:
    optional = ('"required": ["pages"],\n', "")
    _, lines = checked("gazette", [optional], tmp_path)
    fix = "say what stands for it: `absent: { pages: [] }`"
    assert any("`pages` may be absent" in one and one.endswith(fix) for one in lines), lines
    (tmp_path / "b").mkdir()
    _, lines = checked("gazette", IN, tmp_path / "b")
    fix = "say what stands for it: `absent: { in: {}, in.pages: [] }`"
    assert any("`in.pages` may be absent" in one and one.endswith(fix) for one in lines), lines


IN = [
    ('"required": ["pages"],\n', '"required": ["in"],\n'),
    ("Issue.pages", "Pages.pages"),
    ("messages: pages", "messages: in.pages"),
    ('"pages": {"type": "array", "items": {"$ref": "#/$defs/Page"}},\n        "editor"',
     '"in": {"anyOf": [{"$ref": "#/$defs/Pages"}, {"type": "null"}]},\n        "editor"'),
    ('    "Settings": {\n',
     '    "Pages": {"title": "Pages", "description": "Pages.", "type": "object", "properties": '
     '{"pages": {"type": "array", "items": {"$ref": "#/$defs/Page"}}}, "examples": [{}]},\n'
     '    "Settings": {\n'),
    ('{"pages": []}', '{"in": null}'),
]  # fmt: skip
