"""The plan is a contract: what planners may say is listed, and a renderer spells all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolwire_codegen.ir import EXPRESSIONS, STATEMENTS, Expr, Module, Stmt
from toolwire_codegen.load.project import load_project
from toolwire_codegen.plan.module import plan_format
from toolwire_codegen.render.python import Python
from toolwire_codegen.resolve.format import resolve

ROOT = Path(__file__).parent.parent
LOOPS = ("pieces", "ahead")


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    project = load_project(ROOT)
    return [plan_format(format_) for format_ in resolve(project).formats]


def nodes(value: Any) -> Iterator[Expr | Stmt]:
    if isinstance(value, Expr | Stmt):
        yield value
        value = value.args
    if isinstance(value, list | tuple):
        for item in value:
            yield from nodes(item)


def planned(modules: list[Module]) -> list[Expr | Stmt]:
    """Every node of the plans: of their functions, and of the loops over streams."""
    bodies = [function.body for module in modules for function in module.functions]
    bodies += [module.stream[key] for module in modules if module.stream for key in LOOPS]
    return [node for body in bodies for node in nodes(body)]


def test_every_listed_expression_has_a_spelling_and_no_other() -> None:
    assert set(Python._spell) == set(EXPRESSIONS)


def test_plans_use_listed_operations_only(modules: list[Module]) -> None:
    found = planned(modules)
    assert {node.op for node in found if isinstance(node, Expr)} <= set(EXPRESSIONS)
    assert {node.op for node in found if isinstance(node, Stmt)} <= set(STATEMENTS)


def test_every_listed_statement_is_used(modules: list[Module]) -> None:
    assert {node.op for node in planned(modules) if isinstance(node, Stmt)} == set(STATEMENTS)


def test_a_plan_calls_only_functions_it_has(modules: list[Module]) -> None:
    words = {"item", "pop", "insert_first", "add", "set"}
    for module in modules:
        known = {function.name for function in module.functions} | words
        called = {
            node.args[0]
            for function in module.functions
            for node in nodes(function.body)
            if node.op in {"call", "lose_in", "lose_at", "lose_each"}
        }
        assert called <= known
