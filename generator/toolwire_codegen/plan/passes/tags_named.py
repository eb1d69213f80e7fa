"""What the branches of a choice ask of one key is looked up once, and named.

An object that is of many kinds is asked for its kind by each of them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ... import ir
from ...ir import Expr
from ...ir.rewriting import Block, rewritten, with_blocks, with_functions
from ...ir.scope import Scope
from ...ir.steps import Branches
from ..resolve import Resolver
from .in_line import scope_of

LEAST = 3
"""So many questions are worth a line."""


def tags_named(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: a key that several branches ask for a constant stands in front of them."""
    return with_functions(module, lambda function: _named(function.body, scope_of(function)))


def _named(steps: Block, scope: Scope) -> Block:
    found: Block = []
    for step in steps:
        step = with_blocks(step, lambda block: _named(block, scope))
        match step:
            case ir.If(branches, otherwise) if (tag := _tag(branches)) is not None:
                name = scope.fresh(tag.key)
                found.append(ir.let(name, tag))
                step = ir.If(_asking(branches, tag, ir.var(name)), otherwise)
        found.append(step)
    return found


def _tag(branches: Branches) -> ir.Opt | None:
    """The key that the first question of a choice is about, if enough others are about it, too."""
    asked = Counter(tag for condition, _ in branches for tag in _tags(condition))
    first = next(iter(_tags(branches[0][0])), None)
    return first if first is not None and asked[first] >= LEAST else None


def _tags(condition: Expr) -> list[ir.Opt]:
    """The keys that a condition asks for constants, as long as it asks for nothing else ahead."""
    match condition:
        case ir.And([first, *_]):
            return _tags(first)
        case ir.Or(conditions):
            return [tag for one in conditions for tag in _tags(one)]
        case ir.Eq(ir.Opt(ir.Var()) as tag) | ir.Among(ir.Opt(ir.Var()) as tag):
            return [tag]
    return []


def _asking(branches: Branches, tag: ir.Opt, name: Expr) -> list[tuple[Expr, Block]]:
    def change(part: Any) -> Any:
        return name if part == tag else part

    return [(rewritten(condition, change), body) for condition, body in branches]
