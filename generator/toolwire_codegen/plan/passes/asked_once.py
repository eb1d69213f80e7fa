"""What neighbouring ways out of a function begin to ask alike is asked once, around them."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.locals import local_names
from ...ir.rewriting import Block, each_block, rewritten, with_blocks
from ...ir.scope import Scope
from ..resolve import Resolver
from .decided import ENDS, UNNAMED
from .in_line import scope_of

CHANGES = ir.Put | ir.Drop | ir.Pop


def asked_once(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: ways out whose conditions begin alike stand in one block."""
    functions = []
    for function in module.functions:
        body = each_block(function.body, _joined)
        if body != function.body:
            # Only what a function leaves as it came is the same wherever it is asked for.
            changed = [n.obj for n in ir.nodes(body) if isinstance(n, CHANGES)]
            unchanged = {name for name in function.params if ir.var(name) not in changed}
            scope = scope_of(replace(function, body=body))
            scope.names.update(*UNNAMED.values())
            body = _named(body, scope, unchanged - local_names(body))
        functions.append(replace(function, body=body))
    return replace(module, functions=functions)


def _joined(steps: Block) -> Block:
    found: Block = []
    for step in steps:
        both = _together(found[-1], step) if found else None
        if both is None:
            found.append(step)
        else:
            found[-1] = both
    return found


def _together(first: Stmt, second: Stmt) -> Stmt | None:
    """Two ways out in one block; None if they begin otherwise, or the first may go on."""
    match first, second:
        case ir.If([(one, body)], []), ir.If([(other, more)], []) if _leaves(body):
            pairs = zip(_asked(one), _asked(other), strict=False)
            shared = [left for left, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
            rest = _asked(one)[len(shared) :]
            last = _asked(other)[len(shared) :]
            if not shared or not last or (not rest and isinstance(body[-1], ENDS)):
                return None
            inner = [ir.if_((ir.and_(*rest), body))] if rest else body
            way = ir.if_((ir.and_(*last), more))
            return ir.if_((ir.and_(*shared), _joined([*inner, way])))
    return None


def _asked(condition: Expr) -> list[Expr]:
    return [*condition.conditions] if isinstance(condition, ir.And) else [condition]


def _leaves(body: Block) -> bool:
    """Whether steps end in a way out, or are nothing but such as do; nothing is changed else."""
    return bool(body) and (isinstance(body[-1], ENDS) or _is_ways(body))


def _is_ways(body: Block) -> bool:
    ways = [step.branches for step in body if isinstance(step, ir.If) and not step.otherwise]
    return len(ways) == len(body) > 0 and all(len(w) == 1 and _leaves(w[0][1]) for w in ways)


def _named(steps: Block, scope: Scope, unchanged: set[str]) -> Block:
    """Steps where an object that several ways look into has a name."""
    found: Block = []
    for step in steps:
        match step:
            case ir.If([(condition, body)], []) if len(body) > 1 and _is_ways(body):
                step = _with_names(_asked(condition), body, scope, unchanged)
        found.append(with_blocks(step, lambda block: _named(block, scope, unchanged)))
    return found


def _with_names(asked: list[Expr], body: Block, scope: Scope, unchanged: set[str]) -> Stmt:
    for place, one in enumerate(asked):
        match one:
            case ir.Is(ir.Opt(ir.Var(holder), key), "object") if holder in unchanged:
                name = scope.fresh(key)
                unchanged.add(name)
                there = (ir.get(ir.var(holder), key), ir.opt(ir.var(holder), key))

                def change(part: Any, there: Any = there, name: str = name) -> Any:
                    return ir.var(name) if part in there else part

                asked[place + 1 :] = rewritten(asked[place + 1 :], change)
                body = rewritten(body, change)
                asked[place] = ir.is_(ir.Bind(name, ir.opt(ir.var(holder), key)), "object")
    return ir.if_((ir.and_(*asked), body))
