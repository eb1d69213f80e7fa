"""A rule that keeps ids out of calls and results, and the wires that it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from building import ROOT, copied_project
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

RULE = """rules:
  unnumbered:
    kind: unnumbered
    what: calls and results without ids
    reference: https://example.com/ids
"""
WITHOUT = {"gemini", "ollama_chat"}
"""Wires whose own traffic may have no ids."""
NAMES = sorted(path.parent.name for path in (ROOT / "schemas").glob("*/rules.yaml"))


def findings(folder: Path, name: str, *changes: tuple[str, str, str]) -> list[str]:
    """What is found of the rule on a wire that has it, after changes of some of its files."""
    project = copied_project(folder, (name,))
    for file, old, new in (("rules.yaml", "rules:\n", RULE), *changes):
        path = project / "schemas" / name / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [str(one) for one in check_project(resolve(load_project(project)))]
    return [one for one in found if "`unnumbered` leaves out" in one]


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_left_out_only_where_they_may_be_missing(name: str, tmp_path: Path) -> None:
    found = findings(tmp_path, name)
    assert len(found) == (name not in WITHOUT)
    assert all("rules.yaml" in one and "read it with" in one for one in found)


@pytest.mark.parametrize(
    "change",
    [
        ("transform.yaml", "id: id | minted", 'id: id | default("")'),
        ("transform.yaml", "tool_call_id | position(tool_name)", "tool_call_id | expected"),
        ("wire.schema.json", '"required": ["function"],', '"required": ["function", "id"],'),
    ],
)
def test_a_wire_that_demands_one_of_the_ids_is_told(
    change: tuple[str, str, str], tmp_path: Path
) -> None:
    (finding,) = findings(tmp_path, "ollama_chat", change)
    assert "rules.yaml" in finding
