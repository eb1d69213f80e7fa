"""Of branches that ask one value for different words, those with a plain form are asked first.

That is what most values are: a call is asked for ahead of all kinds of media.
"""

from __future__ import annotations

from ... import ir
from ...ir import Stmt
from ...ir.rewriting import Block, each_block, with_functions
from ..resolve import Resolver


def usual_first(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: the order of branches of which no more than one can hold."""
    return with_functions(module, lambda function: each_block(function.body, _sorted))


def _sorted(steps: Block) -> Block:
    return [_by_use(step) for step in steps]


def _by_use(step: Stmt) -> Stmt:
    match step:
        case ir.If(branches, otherwise):
            count = _exclusive(step)
            first = sorted(branches[:count], key=lambda branch: not _plain(branch[1]))
            return ir.if_(*first, *branches[count:], otherwise=otherwise)
    return step


def _exclusive(step: ir.If) -> int:
    """How many branches, from the first on, ask whether one local is a word of its own each."""
    asked: list[tuple[ir.Expr, str]] = []
    for condition, _ in step.branches:
        match condition:
            case ir.Eq(ir.Var() as value, str(word)) if not asked or (
                value == asked[0][0] and (value, word) not in asked
            ):
                asked.append((value, word))
            case _:
                break
    return len(asked)


def _plain(body: Block) -> bool:
    """Whether a branch has a form of a certain size in line."""
    return any(isinstance(node, ir.SizeIs) for step in body for node in ir.nodes(_asked(step)))


def _asked(step: Stmt) -> list[ir.Expr]:
    return [condition for condition, _ in step.branches] if isinstance(step, ir.If) else []
