"""Paths and values as one nested literal."""

from __future__ import annotations

from typing import Any

from . import Expr, obj


def tree(pairs: list[tuple[tuple[str, ...], Expr]]) -> Expr:
    """Paths and values as one nested literal."""
    root: dict[str, Any] = {}
    for path, value in pairs:
        branch = root
        for key in path[:-1]:
            branch = branch.setdefault(key, {})
        branch[path[-1]] = value
    return nested(root)


def nested(branch: dict[str, Any]) -> Expr:
    """A tree of values as one literal."""
    return obj([(k, nested(v) if isinstance(v, dict) else v) for k, v in branch.items()])
