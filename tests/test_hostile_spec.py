"""A valid project full of text that looks like code: all of it is data in the output."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiled import Package, undefined_names
from toolwire_codegen.load.project import Project, load_project
from toolwire_codegen.render.formatting import format_python

HOSTILE = Path(__file__).parent / "golden" / "hostile"


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(HOSTILE)


@pytest.fixture(scope="module")
def compiled(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, ModuleType]]:
    package = Package(tmp_path_factory.mktemp("hostile"), "hostile_adapters", format_python)
    yield package.add(project, "notebook")
    package.close()


def test_the_project_is_hostile() -> None:
    texts = [path.read_text(encoding="utf-8") for path in HOSTILE.glob("schemas/**/*.*")]
    for mark in ('\\"\\"\\"', "'''", "{{ pwned }}", "{% raw %}", "\\u2028", "\\u0000", "pwned()"):
        assert any(mark in text for text in texts), mark


def test_no_text_of_it_became_code(compiled: tuple[str, ModuleType]) -> None:
    text, module = compiled
    assert "pwned" in text
    for node in ast.walk(ast.parse(text)):
        names = [value for _, value in ast.iter_fields(node) if isinstance(value, str)]
        if not isinstance(node, ast.Constant):
            assert not [name for name in names if "pwned" in name], ast.dump(node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert {alias.name for alias in node.names}.isdisjoint({"pwned"})
    assert undefined_names(module) == set()


def test_every_line_of_it_is_one_line(compiled: tuple[str, ModuleType]) -> None:
    """Characters that some tools take for a line's end stand in no line."""
    assert compiled[0].splitlines() == compiled[0].split("\n")[:-1]


def _constants(project: Project) -> dict[str, Any]:
    wire = project.formats["notebook"].schema
    mark = next(key for key in wire.properties("MarkCell") if key not in ("type", "label"))
    return {
        "note": wire.const("NoteCell", "type")[0],
        "by": wire.properties("Target")["by"]["enum"][0],
        "state": wire.properties("Stored")["state"]["enum"][0],
        "key": next(key for key in wire.properties("Stored") if "pwned" in key),
        "mark": (mark, wire.const("MarkCell", mark)[0]),
        "moods": project.formats["notebook"].transform.tables["mood"].decoding,
    }


def test_its_payloads_come_back_exactly(project: Project, compiled: tuple[str, ModuleType]) -> None:
    constants, (_, module) = _constants(project), compiled
    notes = [{"type": constants["note"], "text": "a", "mood": mood} for mood in constants["moods"]]
    link = {"type": "link", "target": {"by": constants["by"], "at": "q", "x": 1}}
    mark = {"type": "mark", "label": "x", constants["mark"][0]: constants["mark"][1]}
    page = {"name": "n", "rows": [{"type": "day", "cells": [*notes, link, mark, {"type": "?"}]}]}
    given = project.formats["notebook"].transform.lens("Request", "Page")
    assert given is not None
    for spelling in given.givens[0].values:
        body = {**page, "name2": spelling}
        decoded = module.decode_request(body)
        assert module.encode_request(decoded) == body
        entries = [entry for day in decoded["days"] if "entries" in day for entry in day["entries"]]
        assert [entry["kind"] for entry in entries] == ["note"] * len(notes) + ["link", "opaque"]
    replies: list[dict[str, Any]] = [
        {"state": constants["state"], constants["key"]: "v"},
        {"problem": {"text": "full"}},
        {"problem": {}},
    ]
    for reply in replies:
        decoded = module.decode_response(reply)
        assert module.encode_response(decoded) == reply
        assert json.loads(json.dumps(decoded)) == decoded
