"""Small wires that combine what no wire of ours does: they compile, and their bodies come back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiled import Package
from golden_wires import changed
from mutants.small_wires import GOLDEN, faults, outcome
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

COMBINED = [
    pytest.param(
        "relay",
        [("    id: id\n", "    id: id | minted\n")],
        id="ids made up in a folded list, of which none is found by its position",
    ),
    pytest.param(
        "relay",
        [('"required": ["type", "thought"],', '"required": ["thought"],')],
        id="elements of a stream told by what they have where their tag is left out",
    ),
    pytest.param(
        "relay",
        [
            ("  SystemMessage <-> Body:\n    content: . | text\n", ""),
            (
                "  AssistantMessage <-> ModelTurn:\n    content: body | text(list)\n"
                '    metadata: "*"\n  ToolMessage <-> ResultItem:\n    toolResult: .\n',
                "",
            ),
            (
                "  ToolResult <-> ResultItem:\n    toolCallId: answers\n"
                "    name: { lost: the wire knows results by id, back: call_name(toolCallId) }\n"
                "    arms:\n"
                '      error: { value: says | text | default(""), given: { failed: true } }\n'
                '      text: { value: says | text | default("") }\n'
                "      multimodal: { value: says, isError: failed }\n"
                "      data: { value: says | json_text, isError: failed,"
                ' lost: data goes as its JSON text }\n    metadata: "*"\n',
                "",
            ),
            ("    id: id\n", "    id: id | minted\n"),
            (
                "    SystemMessage: { lost: instructions come first }\n",
                "    (SystemMessage, AssistantMessage, ToolMessage): { lost: no place }\n",
            ),
            (
                "  ContentBlock <-> SaysItem:\n"
                "    FileBlock: { lost: an item is a text or a picture }\n",
                "",
            ),
            (
                "sequences:\n  Request.messages <-> Letter.turns:\n"
                "    lift: { SystemMessage: system, from: leading }\n"
                "    fold: ToolMessage* UserMessage?\n    into: UserTurn.body\n",
                "",
            ),
            ('        {"$ref": "#/$defs/ModelTurn"},\n', ""),
            ('        "system": {"$ref": "#/$defs/Body"},\n', ""),
        ],
        id="calls in replies alone, so that requests are no conversations",
    ),
]
"""A golden wire, and what another one says instead, at the first place."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("small"), "small_wires")
    yield package
    package.close()


@pytest.mark.parametrize(("name", "changes"), COMBINED)
def test_rows_combine(
    name: str, changes: list[tuple[str, str]], package: Package, tmp_path: Path
) -> None:
    _, module = package.add(changed(name, changes, tmp_path), name)
    assert [*faults(module, name)] == []


@pytest.mark.parametrize("number", range(2))
def test_random_wires_without_findings_have_no_faults(
    number: int, package: Package, tmp_path: Path
) -> None:
    assert outcome(f"test {number}", tmp_path, package) == ""


def test_a_tag_is_told_once_under_any_name(package: Package, tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "schemas" / "ticker", tmp_path / "schemas" / "ticker")
    shutil.copy(GOLDEN / "schemas" / "intermediate.schema.json", tmp_path / "schemas")
    wire = tmp_path / "schemas" / "ticker" / "wire.schema.json"
    wire.write_text(wire.read_text(encoding="utf-8").replace('"role"', '"who"'), encoding="utf-8")
    transform = tmp_path / "schemas" / "ticker" / "transform.yaml"
    text = transform.read_text(encoding="utf-8")
    text = text.replace("role: role |", "role: who |").replace("{ role: model }", "{ who: model }")
    transform.write_text(text, encoding="utf-8")
    project = load_project(tmp_path)
    assert [str(finding) for finding in check_project(resolve(project))] == []
    _, module = package.add(project, "ticker")
    pieces: list[dict[str, object]] = [
        {"who": "model", "text": text} for text in ("Thr", "ee", ".")
    ]
    pieces.append({"who": "model", "note": [{"at": 0, "sort": "x", "words": "a"}]})
    pieces.append({"who": "model", "note": [{"at": 0, "sort": "x", "words": "b"}]})
    events = [{"picks": [{"at": 0, "delta": piece}]} for piece in pieces]
    decoded = [*module.decode_stream([*events, {"picks": [{"at": 0, "delta": {}, "why": "END"}]}])]
    line = module.encode_response(decoded[-1]["response"])["picks"][0]["line"]
    assert line == {
        "who": "model",
        "text": "Three.",
        "note": [{"at": 0, "sort": "x", "words": "ab"}],
    }
