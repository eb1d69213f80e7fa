"""Cases for ``peers.py``: a function, and arguments that a model may write for it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

Arguments = dict[str, Any]
CASES: dict[str, tuple[Callable[..., Any], tuple[Arguments, ...]]] = {}


def case(*inputs: Arguments) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorator(function: Callable[..., Any]) -> Callable[..., Any]:
        inner = function.func if isinstance(function, functools.partial) else function
        CASES[getattr(inner, "__name__", type(inner).__name__)] = (function, inputs)
        return function

    return decorator


def of(*values: Any) -> tuple[Arguments, ...]:
    """Arguments for the one parameter ``x``, and none at all."""
    return (*({"x": value} for value in values), {})
