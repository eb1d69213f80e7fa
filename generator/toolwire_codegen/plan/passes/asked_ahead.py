"""What the ways out that a function begins with all ask is asked once, ahead of what each asks.

So a reply that is no failure is not looked into for the kinds of bodies that failures have. What
only these ways look up is looked up where they are.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.rewriting import Block, with_functions
from ..resolve import Resolver
from .decided import ENDS

Way = tuple[list[Expr], Block]
"""What a way out asks, and its steps."""


def asked_ahead(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: the ways that a function begins with, in one block."""
    return with_functions(module, lambda function: _begun(function.body))


def _begun(steps: Block) -> Block:
    """Steps that may look something up, and then begin with ways out."""
    lets = [step for step in steps[:1] if isinstance(step, ir.Let)]
    ways: list[Way] = []
    for step in steps[len(lets) :]:
        way = _way(step)
        if way is None:
            break
        ways.append(way)
    rest = steps[len(lets) + len(ways) :]
    shared = _shared(ways) if len(ways) > 1 else []
    if not shared or _used(lets, [*shared, *rest]):
        return steps
    inner: Block = [*lets]
    for asked, body in ways:
        others = [one for one in asked if one not in shared]
        if not others:
            # No way behind it is ever gone.
            inner += body
            break
        inner.append(ir.if_((ir.and_(*others), body)))
    return [ir.if_((ir.and_(*shared), inner)), *rest]


def _way(step: Stmt) -> Way | None:
    match step:
        case ir.If([(condition, body)], []) if body and isinstance(body[-1], ENDS):
            return _asked(condition), body
    return None


def _asked(condition: Expr) -> list[Expr]:
    conditions = condition.conditions if isinstance(condition, ir.And) else ()
    return [one for inner in conditions for one in _asked(inner)] or [condition]


def _shared(ways: list[Way]) -> list[Expr]:
    """What all ways ask, if that may be asked ahead of all else."""
    shared = [one for one in ways[0][0] if all(one in asked for asked, _ in ways)]
    for asked, _ in ways:
        last = max((asked.index(one) for one in shared), default=0)
        before = [one for one in asked[:last] if one not in shared]
        if not all(map(_harmless, before)):
            return []
    return shared


def _harmless(condition: Expr) -> bool:
    """Whether what is asked after it is safe to ask without it: it looks into nothing."""
    return all(isinstance(node, ir.Condition | ir.Var | ir.Const) for node in ir.nodes(condition))


def _used(lets: list[ir.Let], steps: list[Expr | Stmt]) -> bool:
    """Whether what is looked up is asked for anywhere but in the ways."""
    names = {ir.var(step.name) for step in lets}
    return any(node in names for node in ir.nodes(steps) if isinstance(node, ir.Var))
