"""Proof, before anything is written, that no text of a schema has become code.

A module of classes is read back: it may hold nothing but the statements that a module of classes
has, and no text but the schema's own, each whole.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Iterator
from typing import Any

from .classes import UnrenderableError
from .layout import plain_text

CALLS = ("Field", "TypedDict", "shaped")
STATEMENTS = (ast.ImportFrom, ast.ClassDef, ast.AnnAssign, ast.Assign, ast.Expr)


def verify(text: str, defs: dict[str, Any], title: str) -> None:
    """Raises UnrenderableError if ``text``, made of ``defs``, says anything else than they do."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise UnrenderableError(f"{title}: line {error.lineno} would not be Python") from None
    own = set(_texts(defs))
    prose = {_squeezed(plain_text(words)) for words in own}
    for body in (tree.body[1:], *(n.body for n in tree.body if isinstance(n, ast.ClassDef))):
        for step in body:
            if not isinstance(step, STATEMENTS):
                raise UnrenderableError(f"{title}: line {step.lineno} would be code")
            if isinstance(step, ast.Expr) and _squeezed(_text_of(step)) not in prose:
                raise UnrenderableError(f"{title}: line {step.lineno} would change a description")
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    quoted = {
        id(value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for value in _quoted_types(node.value)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) not in CALLS:
            raise UnrenderableError(f"{title}: line {node.lineno} would call something")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            is_own = _is_type(node.value, own) if id(node) in quoted else node.value in own
            if not is_own:
                raise UnrenderableError(f"{title}: line {node.lineno} would change a text")


def verify_names(text: str, title: str) -> None:
    """Raises UnrenderableError if a module imports or defines a name twice: one would hide."""
    taken: set[str] = set()
    for step in dis.get_instructions(compile(text, title, "exec")):
        if step.opname == "STORE_NAME":
            if step.argval in taken:
                what = f"{title}: two things in its module would be called {step.argval}"
                raise UnrenderableError(what)
            taken.add(step.argval)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _text_of(node: ast.Expr) -> str:
    value = node.value
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _squeezed(text: str) -> str:
    """Docstrings are wrapped: the spaces of a text are not kept."""
    return "".join(text.split())


def _quoted_types(call: ast.Call) -> list[ast.expr]:
    """The types of ``TypedDict("X", {"a-b": "…"})``: in quotes, as they may name later classes."""
    return [value for table in call.args if isinstance(table, ast.Dict) for value in table.values]


def _is_type(text: str, own: set[str]) -> bool:
    """Names and the schema's own literals alone."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    allowed = (ast.Expression, ast.Name, ast.Subscript, ast.BinOp, ast.BitOr, ast.Constant)
    nodes = list(ast.walk(tree))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return all(isinstance(node, (*allowed, ast.Tuple, ast.Load)) for node in nodes) and all(
        text in own for text in texts if isinstance(text, str)
    )
