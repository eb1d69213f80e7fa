"""What is asked of operators, whichever they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.transform import Operator, Row
from toolwire_codegen.operators.uses import read_first
from toolwire_codegen.resolve.format import ResolvedFormat, resolve
from toolwire_codegen.resolve.lenses import ResolvedLens

BASE = Path(__file__).parent / "golden" / "base"


@pytest.fixture(scope="module")
def notebook() -> ResolvedFormat:
    (one,) = resolve(load_project(BASE)).formats
    return one


def with_operator(view: ResolvedLens, name: str, operator: str) -> Row:
    """The row of a field, its target with one more operator."""
    row = next(row for row in view.lens.rows if row.name == name)
    (target,) = row.targets
    operators = (*target.operators, Operator(operator, ("other",)))
    return replace(row, targets=(replace(target, operators=operators),))


def test_a_required_field_is_read_first_unless_its_operator_waits(
    notebook: ResolvedFormat,
) -> None:
    view = notebook.pairs["Note", "NoteCell"]
    assert read_first(notebook, view, with_operator(view, "text", "text"))
    assert not read_first(notebook, view, with_operator(view, "text", "less"))


def test_an_optional_field_is_read_first_if_it_is_the_id_of_a_call(
    notebook: ResolvedFormat,
) -> None:
    view = notebook.pairs["Request", "Page"]
    assert not read_first(notebook, view, with_operator(view, "limit", "less"))
    assert not read_first(notebook, view, with_operator(view, "limit", "default"))
    assert read_first(notebook, view, with_operator(view, "limit", "minted"))
