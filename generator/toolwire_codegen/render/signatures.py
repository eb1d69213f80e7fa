"""What the functions of the runtime take, read from its modules."""

from __future__ import annotations

import ast
from pathlib import Path

from ..ir.verify import Signature

ANY = 1_000
"""Arguments, where a function takes as many as there are."""


def runtime_signatures(runtime: Path) -> dict[str, Signature]:
    """Each top-level function of the runtime's modules: its arguments, and whether it decides."""
    found: dict[str, Signature] = {}
    for path in sorted(runtime.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, _signature(node))
    return found


def _signature(node: ast.FunctionDef) -> Signature:
    args = node.args
    most = len(args.posonlyargs) + len(args.args)
    decides = node.returns is not None and ast.unparse(node.returns) in DECIDING
    return Signature(most - len(args.defaults), ANY if args.vararg else most, decides)


DECIDING = ("bool", "TypeGuard[str]", "TypeIs[str]")
