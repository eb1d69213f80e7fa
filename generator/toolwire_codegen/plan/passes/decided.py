"""What the steps before have decided is not asked again, and what never happens is not planned."""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...ir import Expr, Stmt
from ...ir.locals import local_names
from ...ir.rewriting import Block, with_functions
from ..resolve import Resolver
from .known import Known

ENDS = ir.Return | ir.Stop | ir.Fail | ir.Continue | ir.Break
UNNAMED: dict[type[ir.Node], set[str]] = {
    ir.Own: {"own", "form", "metadata"},
    ir.LoseIf: {"reason"},
    ir.LoseEach: {"index", "item"},
}
"""Locals that a step binds without naming them."""
YES, NO = ir.const(True), ir.const(False)


def decided(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: no condition whose answer is known."""
    return with_functions(module, lambda function: _steps(function.body, Known()))


def _steps(steps: Block, known: Known) -> Block:
    found: Block = []
    for step in steps:
        found += _step(step, known)
        if _ends(found):
            break
    return found


def _ends(steps: Block) -> bool:
    return bool(steps) and isinstance(steps[-1], ENDS)


def _step(step: Stmt, known: Known) -> Block:
    match step:
        case ir.If(branches, otherwise):
            return _if([*branches], otherwise, known)
        case ir.Chain(arms):
            _after(step, known)
            return [ir.Chain([(asked, _arm(asked, body, known)) for asked, body in arms])]
        case ir.For() | ir.ForKeys() | ir.ForIndex():
            _after(step, known)
            return [replace(step, body=_steps(step.body, known.copy()))]
        case ir.Let(name, value):
            known.named(name, value)
        case _:
            _after(step, known)
    return [step]


def _after(step: Stmt, known: Known) -> None:
    """What a step binds and changes, wherever in it."""
    names = local_names(step)
    for node in ir.nodes(step):
        names |= UNNAMED.get(type(node), set())
    known.forget(names)
    known.changed()


def _arm(condition: Expr, body: Block, known: Known) -> Block:
    inside = known.copy()
    inside.learn(condition, True)
    return _steps(body, inside)


def _if(branches: list[tuple[Expr, Block]], otherwise: Block, known: Known) -> Block:
    kept: list[tuple[Expr, Block]] = []
    ways: list[Known] = []
    for condition, body in branches:
        asked = _asked(condition, known)
        if asked == NO:
            continue
        if asked == YES:
            otherwise = body
            break
        inside = known.copy()
        inside.learn(asked, True)
        kept.append((asked, _steps(body, inside)))
        if not _ends(kept[-1][1]):
            ways.append(inside)
        known.learn(asked, False)
    rest = _steps(otherwise, known)
    if not kept:
        return rest
    if _ends(rest) and ways:
        known.kinds, known.keys, known.taken = ways[0].kinds, ways[0].keys, ways[0].taken
    known.keep(ways)
    return [ir.if_(*kept, otherwise=rest)]


def _asked(condition: Expr, known: Known) -> Expr:
    """What of a condition is still to be asked."""
    if not isinstance(condition, ir.And):
        answer = known.decided(condition)
        return condition if answer is None else ir.const(answer)
    known = known.copy()
    kept: list[Expr] = []
    for one in condition.conditions:
        asked = _asked(one, known)
        if asked == NO:
            # What is asked before may refuse a value: only what cannot is left out.
            return NO if all(map(_harmless, kept)) else condition
        if asked != YES:
            kept.append(asked)
            known.learn(asked, True)
    return ir.and_(*kept) if kept else YES


def _harmless(condition: Expr) -> bool:
    return all(isinstance(node, ir.Condition | ir.Var | ir.Const) for node in ir.nodes(condition))
