"""The checks: exact findings of broken projects, no finding on sound ones, never a crash."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from golden_wires import checked
from toolwire_codegen.check.rules import RULES, check_project
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.stream_operators import STREAM_OPERATORS
from toolwire_codegen.operators.editor import source_schema, target_schema
from toolwire_codegen.operators.registry import OPERATORS
from toolwire_codegen.resolve.format import resolve

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
BASE = GOLDEN / "base"
CASES = sorted(path.name for path in (GOLDEN / "checks").iterdir() if path.is_dir())
LOADING = ("unreadable-file", "unreadable-row", "duplicate-key", "bad-format-name")
EDITOR_FILE = ROOT / "schemas" / "transform.schema.json"
EDITOR = json.loads(EDITOR_FILE.read_text(encoding="utf-8"))


def project_of(case: str, folder: Path) -> Path:
    """The base project with the files of a case laid over it."""
    shutil.copytree(BASE, folder, dirs_exist_ok=True)
    shutil.copytree(GOLDEN / "checks" / case / "schemas", folder / "schemas", dirs_exist_ok=True)
    return folder


@pytest.mark.parametrize("case", CASES)
def test_golden(case: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    found = check_project(resolve(load_project(project_of(case, tmp_path))))
    text = "".join(f"{finding}\n" for finding in found)
    expected = GOLDEN / "checks" / case / "expected.txt"
    if request.config.getoption("--update"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")
    assert case == "many" or case.partition(".")[0] in {finding.code for finding in found}
    for finding in found:
        check_place(finding, tmp_path)


def check_place(finding: Finding, root: Path) -> None:
    """A finding is one line, and names a place that there is."""
    assert "\n" not in str(finding)
    source = root / finding.position.file
    if source.is_file():
        lines = source.read_text(encoding="utf-8").splitlines()
        assert finding.position.line <= len(lines)
        assert finding.position.column <= len(lines[finding.position.line - 1])


def test_every_code_has_a_case() -> None:
    codes = {rule.code for rule in RULES} | set(LOADING)
    assert codes == {case.partition(".")[0] for case in CASES} - {"many"}


def test_every_rule_is_met_by_a_case(tmp_path: Path) -> None:
    silent = {rule.handler: rule for rule in RULES}
    for case in CASES:
        expected = (GOLDEN / "checks" / case / "expected.txt").read_text(encoding="utf-8")
        asked = [rule for rule in silent.values() if f" {rule.code} " in expected]
        view = resolve(load_project(project_of(case, tmp_path / case))) if asked else None
        for rule in asked:
            if view is not None and next(rule.handler(view), None) is not None:
                del silent[rule.handler]
    assert not silent


def test_many_findings_come_at_once() -> None:
    lines = (GOLDEN / "checks" / "many" / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert len({line.split()[1] for line in lines}) >= 8
    assert lines == sorted(lines, key=_place)


def _place(line: str) -> tuple[str, int, int]:
    file, row, column = line.split(": ")[0].split(":")
    return file, int(row), int(column)


def test_a_text_under_another_key_is_told_as_it_comes(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "adapter", tmp_path, dirs_exist_ok=True)
    (path,) = (
        one
        for one in tmp_path.glob("schemas/*/transform.yaml")
        if "musing | append\n" in one.read_text(encoding="utf-8")
    )
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(one for one in lines if "musing | append" not in one), encoding="utf-8")
    (found,) = check_project(resolve(load_project(tmp_path)))
    assert "no row for `picks.line.musing`, which comes in pieces" in found.what


@pytest.mark.parametrize("root", [ROOT, BASE, GOLDEN / "hostile"], ids=lambda root: root.name)
def test_sound_projects_have_no_findings(root: Path) -> None:
    assert [str(finding) for finding in check_project(resolve(load_project(root)))] == []


@pytest.mark.parametrize("root", [ROOT, BASE, GOLDEN / "hostile"], ids=lambda root: root.name)
def test_transforms_fit_the_schema_that_editors_use(root: Path) -> None:
    Draft202012Validator.check_schema(EDITOR)
    formats = load_project(root).formats
    assert formats
    for format_ in formats.values():
        data = format_.transform.document.data
        errors = Draft202012Validator(EDITOR).iter_errors(data)
        assert [error.message for error in errors] == []


def test_editors_complete_every_operator(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        own = {"Target": target_schema(), "StreamSource": source_schema()}
        changed = {**EDITOR, "$defs": {**EDITOR["$defs"], **own}}
        EDITOR_FILE.write_text(json.dumps(changed, indent=2) + "\n", encoding="utf-8")
        return
    target = EDITOR["$defs"]["Target"]
    assert target == target_schema(), "pytest --update writes it anew"
    for name in set(OPERATORS) - {"call_name"}:
        assert any(f"| {name}" in example for example in target["examples"]), name
    validator = Draft202012Validator(target)
    assert all(validator.is_valid(example) for example in target["examples"])
    wrong = ("path | nosuch", "path |", "| text", "a..b", "a b")
    assert not any(validator.is_valid(text) for text in wrong)


def test_editors_complete_every_stream_operator() -> None:
    source = EDITOR["$defs"]["StreamSource"]
    for name in STREAM_OPERATORS:
        assert any(f"| {name}" in example for example in source["examples"]), name
    assert source == source_schema(), "pytest --update writes it anew"
    for name in ("StreamSource", "StreamRows", "StreamEvent"):
        validator = Draft202012Validator({"$defs": EDITOR["$defs"], "$ref": f"#/$defs/{name}"})
        assert all(validator.is_valid(example) for example in EDITOR["$defs"][name]["examples"])
    wrong = ("path | nosuch", "path |", "| append", "a..b", "a b", "a | append | append")
    assert not any(Draft202012Validator(source).is_valid(text) for text in wrong)


@pytest.mark.parametrize(
    "case",
    [
        *("unknown-operator", "unknown-key", "unreadable-row", "loss-without-reason"),
        *("unknown-operator.stream", "unreadable-row.stream", "unreadable-row.no_stream"),
        *("event-without-row", "event-without-row.any"),
    ],
)
def test_editors_refuse_what_is_no_part_of_the_language(case: str, tmp_path: Path) -> None:
    project = load_project(project_of(case, tmp_path))
    data = project.formats["notebook"].transform.document.data
    assert not Draft202012Validator(EDITOR).is_valid(data)


def test_a_text_or_a_list_becomes_a_list_by_an_operator(tmp_path: Path) -> None:
    changes = [("  SystemMessage <-> Editor:\n    content: parts | text(list) | default([])",
                "  SystemMessage <-> Editor:\n    content: parts | default([])")]  # fmt: skip
    project, _ = checked("gazette", changes, tmp_path)
    findings = check_project(resolve(project))
    assert [finding.code for finding in findings] == ["type-mismatch"]
    assert findings[0].fix == "add `| text`"


def test_no_reason_is_read_as_one_where_calls_may_say_another(tmp_path: Path) -> None:
    changes = [("table(why) | calls", "table(why) | calls | default(stop)")]
    _, findings = checked("courier", changes, tmp_path)
    fix = "write `absent: { why: <the wire's word for stop> }` in its place"
    assert any(fix in finding for finding in findings), findings


def test_what_decides_of_two_cases_alike_tells_neither(tmp_path: Path) -> None:
    old = "{ url: source.at, given: { source.by: link } }"
    twice = "mimeType: source.sort | table(sort)"
    changes = [(old, f"{{ url: source.at, {twice}, given: {{ source.by: data }} }}")]
    _, findings = checked("relay", changes, tmp_path / "alike")
    assert any("this is never read: what fits it fits an earlier one" in one for one in findings)
    changes = [(old, f"{{ url: source.at, {twice}, given: {{ source.by: link }} }}")]
    _, findings = checked("relay", changes, tmp_path / "apart")
    assert not any("this is never read" in one for one in findings)


def test_no_place_holds_media_that_are_never_written_there(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "schemas", tmp_path / "schemas")
    for path in tmp_path.glob("schemas/*/rules.yaml"):
        text = path.read_text(encoding="utf-8")
        every = "  system: [text, image, reasoning]\n"
        path.write_text(text.replace("  system: [text]\n", every), encoding="utf-8")
    found = check_project(resolve(load_project(tmp_path)))
    assert found
    assert {finding.what for finding in found} == {"no image is ever written in `system`"}
