"""`rules.yaml`: one table says what it may say, to the compiler, to editors and at run time."""

from __future__ import annotations

import json

import pytest
import yaml
from jsonschema import Draft202012Validator

from samples import FORMATS, ROOT
from toolwire._runtime.repairing import KINDS as REPAIRS
from toolwire_codegen.load.rule_editor import rules_schema
from toolwire_codegen.load.rule_kinds import KINDS

EDITOR_FILE = ROOT / "schemas" / "rules.schema.json"


def test_each_kind_of_rule_is_one_that_repairs() -> None:
    assert KINDS.keys() == REPAIRS.keys()


def test_editors_complete_rules(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        EDITOR_FILE.write_text(json.dumps(rules_schema(), indent=2) + "\n", encoding="utf-8")
    assert json.loads(EDITOR_FILE.read_text(encoding="utf-8")) == rules_schema()
    Draft202012Validator.check_schema(rules_schema())


@pytest.mark.parametrize("name", FORMATS)
def test_every_wire_with_requests_says_what_it_accepts(name: str) -> None:
    text = (ROOT / "schemas" / name / "rules.yaml").read_text(encoding="utf-8")
    found = Draft202012Validator(rules_schema()).iter_errors(yaml.safe_load(text))
    assert [error.message for error in found] == []
