"""The dialects of a format as a module of the package: data that the runtime's engine reads."""

from __future__ import annotations

import ast
from typing import Any

import jinja2

from ..load.dialect import Dialect, Dialects
from .layout import docstring, laid_out
from .modules import HEADER


def render_dialects(
    env: jinja2.Environment, name: str, title: str, dialects: Dialects | None
) -> str:
    """The module. A format that says nothing of dialects takes every schema as it is."""
    found = dialects.dialects if dialects is not None else ()
    return env.get_template("dialects.py.jinja").render(
        header=HEADER,
        doc=docstring(f"What {title or name} takes of JSON Schema.", 0),
        dialects=[laid_out(dialect_call(dialect), 4, 0, 1) for dialect in found],
    )


def dialect_call(dialect: Dialect) -> ast.Call:
    """A dialect as the call that makes it at run time."""
    arguments: dict[str, Any] = {
        "name": dialect.name,
        "uses": dialect.uses,
        **({"spelled": dialect.spelled} if dialect.spelled else {}),
        **dialect.settings,
        "rows": {row.keyword: (row.action, row.more) for row in dialect.rows},
    }
    words = [ast.keyword(key, literal(value)) for key, value in arguments.items()]
    return ast.Call(ast.Name("Dialect", ast.Load()), [], words)


def literal(value: Any) -> ast.expr:
    """Plain data as an expression."""
    if isinstance(value, dict):
        keys: list[ast.expr | None] = [ast.Constant(key) for key in value]
        return ast.Dict(keys, [literal(item) for item in value.values()])
    if isinstance(value, list):
        return ast.List([literal(item) for item in value], ast.Load())
    if isinstance(value, tuple):
        return ast.Tuple([literal(item) for item in value], ast.Load())
    return ast.Constant(value)
