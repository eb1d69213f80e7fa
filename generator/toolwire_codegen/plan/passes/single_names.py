"""A value has one name: a second one for the same says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ... import ir
from ...ir import Expr, Stmt
from ...ir.locals import bound_by, local_names, renamed
from ...ir.rewriting import Block, blocks, replaced, with_functions
from ...ir.scope import TAKEN
from ..resolve import Resolver


def single_names(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: no step that only gives a local's value another name."""
    return with_functions(module, _named_once)


def _named_once(function: ir.Function) -> Block:
    body, fixed = function.body, TAKEN.union(function.params)
    while needless := next(_needless(body, fixed), None):
        step, name = needless
        body = renamed(_without(step, body), {step.name: name})
    return body


def _without(gone: Stmt, body: Block) -> Block:
    return replaced(body, lambda step: [] if step is gone else None)


def _needless(body: Block, fixed: frozenset[str]) -> Iterator[tuple[ir.Let, str]]:
    """Steps that give a value a second name, and its first, which goes on meaning the same."""
    named = local_names(body) - fixed
    order = [*ir.nodes(body)]
    # In a loop, what comes after a step may come before it as well.
    for step in (step for block in blocks(body, loops=False) for step in block):
        match step:
            case ir.Let(second, ir.Var(first)) if {first, second} <= named:
                after = next(at for at, node in enumerate(order) if node is step) + 1
                if _bound(order).count(second) == 1 and first not in _bound(order[after:]):
                    yield step, first


def _bound(nodes: Iterable[Expr | Stmt]) -> list[str]:
    """The locals that nodes bind, each as often as it is bound."""
    return [name for node in nodes for name in bound_by(node)]
