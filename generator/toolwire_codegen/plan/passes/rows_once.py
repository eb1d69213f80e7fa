"""The rows of a lens are said once: where it is read. Its other functions name that one."""

from __future__ import annotations

import re
from dataclasses import replace

from ...ir import Function, Module
from ..resolve import Resolver

_TYPE = re.compile("`[^`]+`")
Firsts = dict[tuple[frozenset[str], tuple[str, ...]], str]
"""The function that says these rows, between these types."""


def rows_once(module: Module, resolver: Resolver) -> Module:
    """The pass."""
    firsts: Firsts = {}
    return replace(module, functions=[_shorter(function, firsts) for function in module.functions])


def _shorter(function: Function, firsts: Firsts) -> Function:
    types = frozenset(_TYPE.findall(function.doc))
    first = firsts.setdefault((types, tuple(function.rows)), function.name)
    if not function.rows or first == function.name:
        return function
    return replace(function, rows=[], doc=f"{function.doc} The rows: `{first}`.")
