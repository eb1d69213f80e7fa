"""Passes: a planned module in, a planned module out.

Planners plan the general way alone. A pass makes it faster or shorter and changes no answer, so any
of them can be left out. They are applied in the order of the table, each to what those before it
made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ... import ir
from ..resolve import Resolver

Pass = Callable[[ir.Module, Resolver], ir.Module]
PASSES: dict[str, Pass] = {}


def applied(module: ir.Module, resolver: Resolver, passes: Mapping[str, Pass]) -> ir.Module:
    """The module after these passes, with the constants that they took from the resolver."""
    for one in passes.values():
        module = one(module, resolver)
        module = replace(module, constants=sorted(resolver.constants.values.items()))
    return module
