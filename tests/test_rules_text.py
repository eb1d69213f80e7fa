"""`rules.yaml`: one table says what it may say, to the compiler, to editors and at run time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from samples import FORMATS, ROOT
from toolwire._runtime.repairing import KINDS as REPAIRS
from toolwire_codegen.load.positions import read_document
from toolwire_codegen.load.rule_editor import profile_schema, rules_schema
from toolwire_codegen.load.rule_kinds import KINDS

Json = Any
EDITOR_FILES = {"rules": rules_schema, "profile": profile_schema}
PROFILES = sorted(
    path for name in ("profiles/*.yaml", "services.yaml")
    for path in (ROOT / "schemas").glob(f"*/{name}")
)  # fmt: skip


def test_each_kind_of_rule_is_one_that_repairs() -> None:
    assert KINDS.keys() == REPAIRS.keys()


@pytest.mark.parametrize("name", EDITOR_FILES)
def test_editors_complete_rules_and_profiles(name: str, request: pytest.FixtureRequest) -> None:
    file, schema = ROOT / "schemas" / f"{name}.schema.json", EDITOR_FILES[name]()
    if request.config.getoption("--update"):
        file.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == schema
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", FORMATS)
def test_every_wire_with_requests_says_what_it_accepts(name: str) -> None:
    text = (ROOT / "schemas" / name / "rules.yaml").read_text(encoding="utf-8")
    found = Draft202012Validator(rules_schema()).iter_errors(yaml.safe_load(text))
    assert [error.message for error in found] == []


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_profile_is_one_that_editors_know(path: Path) -> None:
    data = read_document(path, path.name, []).data  # type: ignore[union-attr]
    found = Draft202012Validator(profile_schema()).iter_errors(data)
    assert [error.message for error in found] == []


def test_a_rule_of_one_page_holds_for_the_same_models_on_every_wire() -> None:
    """Several wires, and services, lead to the same models: who adds one adds it to all of them."""
    models: dict[tuple[str, str, str], dict[Path, tuple[Json, Json]]] = {}
    for path in [*sorted((ROOT / "schemas").glob("*/rules.yaml")), *PROFILES]:
        rows = yaml.safe_load(path.read_text(encoding="utf-8")).get("rules") or {}
        for name, row in rows.items():
            if isinstance(row, dict) and row.keys() & {"models", "without"}:
                by_path = models.setdefault((name, row["what"], row["reference"]), {})
                by_path[path] = row.get("models"), row.get("without")
    shared = {rule: by_path for rule, by_path in models.items() if len(by_path) > 1}
    assert len(shared) > 9
    for rule, by_path in shared.items():
        first, *others = by_path.values()
        assert all(other == first for other in others), (rule, [*by_path])
