"""What the steps before have decided is not asked again, and what never happens is not planned."""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...ir import Expr, Stmt
from ...ir.locals import local_names
from ...ir.rewriting import Block, with_functions
from ..resolve import Resolver
from .facts import Facts

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
    return with_functions(module, lambda function: _steps(function.body, Facts()))


def _steps(steps: Block, facts: Facts) -> Block:
    found: Block = []
    for step in steps:
        found += _step(step, facts)
        if _ends(found):
            break
    return found


def _ends(steps: Block) -> bool:
    return bool(steps) and isinstance(steps[-1], ENDS)


def _step(step: Stmt, facts: Facts) -> Block:
    match step:
        case ir.If(branches, otherwise):
            return _if([*branches], otherwise, facts)
        case ir.Chain(arms):
            _after(step, facts)
            return [ir.Chain([(asked, _arm(asked, body, facts)) for asked, body in arms])]
        case ir.For() | ir.ForKeys() | ir.ForIndex():
            _after(step, facts)
            return [replace(step, body=_steps(step.body, facts.copy()))]
        case ir.Let(name, value):
            facts.named(name, value)
        case _:
            _after(step, facts)
    return [step]


def _after(step: Stmt, facts: Facts) -> None:
    """What a step binds and changes, wherever in it."""
    names = local_names(step)
    for node in ir.nodes(step):
        names |= UNNAMED.get(type(node), set())
    facts.forget(names)
    facts.changed()


def _arm(condition: Expr, body: Block, facts: Facts) -> Block:
    inside = facts.copy()
    inside.learn(condition, True)
    return _steps(body, inside)


def _if(branches: list[tuple[Expr, Block]], otherwise: Block, facts: Facts) -> Block:
    undecided: list[tuple[Expr, Block]] = []
    ways: list[Facts] = []
    for condition, body in branches:
        asked = _asked(condition, facts)
        if asked == NO:
            continue
        if asked == YES:
            otherwise = body
            break
        inside = facts.copy()
        inside.learn(asked, True)
        undecided.append((asked, _steps(body, inside)))
        if not _ends(undecided[-1][1]):
            ways.append(inside)
        facts.learn(asked, False)
    rest = _steps(otherwise, facts)
    if not undecided:
        return rest
    if _ends(rest) and ways:
        facts.kinds, facts.keys, facts.taken = ways[0].kinds, ways[0].keys, ways[0].taken
    facts.keep(ways)
    return [ir.if_(*undecided, otherwise=rest)]


def _asked(condition: Expr, facts: Facts) -> Expr:
    """What of a condition is still to be asked."""
    if not isinstance(condition, ir.And):
        answer = facts.decided(condition)
        return condition if answer is None else ir.const(answer)
    facts = facts.copy()
    undecided: list[Expr] = []
    for one in condition.conditions:
        asked = _asked(one, facts)
        if asked == NO:
            # What is asked before may refuse a value: only what cannot is left out.
            return NO if all(map(_harmless, undecided)) else condition
        if asked != YES:
            undecided.append(asked)
            facts.learn(asked, True)
    return ir.and_(*undecided) if undecided else YES


def _harmless(condition: Expr) -> bool:
    return all(isinstance(node, ir.Condition | ir.Var | ir.Const) for node in ir.nodes(condition))
