"""What the functions of the runtime take, read from its modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ..ir.verify import Signature

ANY = 1_000
"""Arguments, where a function takes as many as there are."""


def runtime_signatures(runtime: Path) -> dict[str, Signature]:
    """The functions and classes of the runtime's modules: their arguments, and which decide."""
    found: dict[str, Signature] = {}
    for path in sorted(runtime.glob("*.py")):
        for name, signature in top_level(path.read_text(encoding="utf-8")):
            if signature is not None:
                found.setdefault(name, signature)
    return found


@lru_cache(maxsize=256)
def top_level(text: str) -> tuple[tuple[str, Signature | None], ...]:
    """The names at the top of a module, and of functions and classes how they are called.

    Each text is read once: all projects of a process have the same runtime.
    """
    return tuple(one for node in ast.parse(text).body for one in _named(node))


def _named(node: ast.stmt) -> Iterator[tuple[str, Signature | None]]:
    match node:
        case ast.FunctionDef():
            yield node.name, _signature(node)
        case ast.ClassDef():
            yield node.name, _made(node)
        case ast.AsyncFunctionDef():
            yield node.name, None
        case ast.Assign():
            yield from ((one.id, None) for one in node.targets if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(name)):
            yield name, None


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
