"""A format that has neither requests nor replies, but tools and calls by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from building import FORMAT, copied_project
from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.cli.inputs import load_package

TRANSFORM = """
title: Gadget
reference: https://example.com/gadget

entries:
  tool: ToolDefinition <-> GadgetTool
  call: ToolCall <-> GadgetCall

types:
  ToolDefinition <-> GadgetTool:
    name: name
    description: about
    parameters: 'schema | fill({"type": "object"})'
    strict: { lost: nothing is held to a schema }
    inputFormat: { lost: a tool here takes arguments alone }
    metadata: "*"
  ToolCall <-> GadgetCall:
    id: id
    name: tool
    arguments: arguments | default({})
    (invalidArguments, input): { lost: a call here has arguments alone }
    metadata: "*"
"""
TEXT, OBJECT = {"type": "string"}, {"type": "object"}
TYPES: dict[str, dict[str, Any]] = {
    "GadgetTool": {"name": TEXT, "about": TEXT, "schema": OBJECT},
    "GadgetCall": {"id": TEXT, "tool": TEXT, "arguments": OBJECT},
}
REQUIRED = {"GadgetTool": ["name", "schema"], "GadgetCall": ["id", "tool"]}
CALL = {"id": "1", "tool": "f", "arguments": {"a": 1}, "more": None}
TOOL = {"name": "f", "schema": {"type": "object"}, "more": [1]}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project with this format beside another one, compiled."""
    root = copied_project(tmp_path_factory.mktemp("project"))
    schema = {
        "title": "Gadget",
        "$defs": {
            title: {
                "title": title, "description": f"A {title}.", "type": "object",
                "x-reference": "https://example.com/gadget",
                "required": REQUIRED[title], "properties": properties,
            }
            for title, properties in TYPES.items()
        },
    }  # fmt: skip
    (root / "schemas" / "gadget").mkdir()
    (root / "schemas" / "gadget" / "wire.schema.json").write_text(json.dumps(schema))
    (root / "schemas" / "gadget" / "transform.yaml").write_text(TRANSFORM)
    made = run(root, "generate", "--show")
    assert made.exit_code == 0, made.output
    # The sample goes through the formats that have requests.
    assert f"== {FORMAT}: the sample conversation as a request ==" in made.stdout
    assert "-- read back: 3 tool calls --" in made.stdout
    assert 'call_1: get_weather({"city":"Oslo"})' in made.stdout
    assert "== gadget:" not in made.output
    yield root


def run(root: Path, command: str, *arguments: str, stdin: Any = None) -> Result:
    text = stdin if stdin is None else json.dumps(stdin)
    return CliRunner().invoke(toolwire, [command, "--root", str(root), *arguments], input=text)


def says(result: Result, text: str) -> None:
    """It fails in one line, without a traceback."""
    assert result.exit_code == 2 and result.stderr.count("\n") == 1, result.output
    assert text in result.stderr


def test_its_entries_go_there_and_back(project: Path) -> None:
    gadget = load_package(project / "generated" / "toolwire").gadget
    for name, body in (("call", CALL), ("tool", TOOL)):
        value = getattr(gadget, f"decode_{name}")(body)
        assert getattr(gadget, f"encode_{name}")(value) == body
        assert getattr(gadget, f"losses_{name}")(value) == []


def test_it_is_explained(project: Path) -> None:
    result = run(project, "explain", "gadget")
    assert result.exit_code == 0 and "ToolCall <-> GadgetCall" in result.stdout


def test_its_payloads_are_converted_and_judged_by_their_entries(project: Path) -> None:
    route = ["--from", "gadget", "--to", "gadget"]
    for kind in ([], ["--kind", "call"]):
        assert json.loads(run(project, "convert", *route, *kind, stdin=CALL).stdout) == CALL
    judged = run(project, "validate", "gadget", "-", stdin=TOOL)
    assert judged.exit_code == 0 and "a valid GadgetTool" in judged.output
    assert run(project, "validate", "gadget", "-", "--as", "call", stdin=TOOL).exit_code == 1


def test_what_it_lacks_is_said(project: Path) -> None:
    there, back = ["--from", "gadget", "--to", FORMAT], ["--from", FORMAT, "--to", "gadget"]
    says(run(project, "convert", *there, stdin=CALL), f"{FORMAT} has no call; it has request")
    request = {"model": "m", "messages": []}
    says(run(project, "convert", *back, stdin=request), "gadget has no request; it has call, tool")
    events = run(project, "convert", *back, "--kind", "stream", stdin=[{"choices": []}])
    says(events, "gadget has no stream; it has call, tool")
    says(run(project, "convert", *there, "--kind", "request", stdin=CALL), "no kind 'request'")
    says(run(project, "validate", "gadget", "-", "--as", "request", stdin=CALL), "no type")
    says(run(project, "roundtrip", "gadget", "-", stdin={}), 'no "tool", no "call" and no "events"')


def test_records_of_its_entries_are_counted(project: Path) -> None:
    result = run(project, "roundtrip", "gadget", "-", stdin={"call": CALL, "tool": TOOL})
    assert result.exit_code == 0
    counts = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines()}
    assert counts["call"] == counts["tool"] == ["1", "0", "0"]


@pytest.mark.parametrize("function", ["convert_request", "convert_response", "convert_stream"])
def test_the_package_says_so_too(project: Path, function: str) -> None:
    package = load_package(project / "generated" / "toolwire")
    with pytest.raises(ValueError, match="'gadget' has no"):
        getattr(package, function)({}, source=FORMAT, target="gadget")


def test_it_is_vendored_without_the_others(project: Path, tmp_path: Path) -> None:
    result = run(project, "vendor", "--formats", "gadget", str(tmp_path / "copy"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "copy" / "gadget.py").exists()
    assert not (tmp_path / "copy" / f"{FORMAT}.py").exists()
