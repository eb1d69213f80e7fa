"""What the functions of the runtime take, read from its modules."""

from __future__ import annotations

import ast
from pathlib import Path

from ..ir.verify import Signature

ANY = 1_000
"""Arguments, where a function takes as many as there are."""


def runtime_signatures(runtime: Path) -> dict[str, Signature]:
    """The functions and classes of the runtime's modules: their arguments, and which decide."""
    found: dict[str, Signature] = {}
    for path in sorted(runtime.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, _signature(node))
            elif isinstance(node, ast.ClassDef):
                found.setdefault(node.name, _made(node))
    return found


def _made(node: ast.ClassDef) -> Signature:
    """How a class is called: as its ``__init__`` says, or with a value for each field."""
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
            own = _signature(inner)
            return Signature(own.least - 1, own.most - 1, decides=False)
    fields = [inner for inner in node.body if isinstance(inner, ast.AnnAssign)]
    return Signature(sum(inner.value is None for inner in fields), len(fields), decides=False)


def _signature(node: ast.FunctionDef) -> Signature:
    args = node.args
    most = len(args.posonlyargs) + len(args.args)
    decides = node.returns is not None and ast.unparse(node.returns) in DECIDING
    return Signature(most - len(args.defaults), ANY if args.vararg else most, decides)


DECIDING = ("bool",)
