"""What is asked of operators, whichever they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from toolwire_codegen import ir
from toolwire_codegen.ir import Stmt
from toolwire_codegen.load.findings import Position
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.transform import Operator, Row, Target
from toolwire_codegen.operators.leaf import Leaf
from toolwire_codegen.operators.lone import Lone
from toolwire_codegen.operators.uses import read_first
from toolwire_codegen.plan.codecs import Copy
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


def test_what_a_lone_value_loses_is_lost_through_the_list_too() -> None:
    class Losing(Copy):
        def losses(self, leaf: Leaf) -> list[Stmt]:
            return [ir.do(ir.runtime("lost", ir.const(leaf.key)))]

    lone = Lone.__new__(Lone)
    lone.codec = Losing(("any",))
    leaf = Leaf.__new__(Leaf)
    leaf.target = Target(("content",), (), Position("x", 1, 1))
    assert lone.losses(leaf) == lone.codec.losses(leaf) != []
