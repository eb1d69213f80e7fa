"""The locals of a plan, and calling them otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import Expr, Stmt, Var, nodes


def local_names(part: object) -> set[str]:
    """The locals that steps bind."""
    return {name for node in nodes(part) if node.binds for name in bound_by(node)}


def bound_by(node: Expr | Stmt) -> list[str]:
    """The locals that a node itself binds, each as often as it does."""
    found: list[str] = []
    for operand in node.binds:
        names = getattr(node, operand)
        found += [names] if isinstance(names, str) else names
    return found


def renamed(part: Any, mapping: dict[str, str]) -> Any:
    """The same plan with some locals called otherwise."""
    if isinstance(part, Var):
        return Var(mapping.get(part.name, part.name))
    if isinstance(part, Expr | Stmt):
        return replace(  # type: ignore[type-var]
            part,
            **{
                name: _renamed_operand(part, name, mapping)
                for name in part.operand_names()
            },
        )
    if isinstance(part, list | tuple):
        return type(part)(renamed(item, mapping) for item in part)
    return part


def _renamed_operand(node: Expr | Stmt, name: str, mapping: dict[str, str]) -> Any:
    operand = getattr(node, name)
    if name not in node.binds:
        return renamed(operand, mapping)
    if isinstance(operand, str):
        return mapping.get(operand, operand)
    return tuple(mapping.get(one, one) for one in operand)
