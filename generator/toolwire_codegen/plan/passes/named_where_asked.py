"""A value that is asked for at once gets its name in the question.

Most values that a wire demands are named, asked for their type, and refused: two lines say it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ... import ir
from ...ir import Expr
from ...ir.locals import bound_by
from ...ir.rewriting import Block, each_block, with_functions
from ...load.schema import SCALARS
from ..resolve import Resolver

KINDS = frozenset({*SCALARS, "object", "array"})
"""The types of JSON. What only a stream has is asked for too deep inside to stand in one line."""


def named_where_asked(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: no step that names a value for the next one's first question alone."""
    return with_functions(module, _without_steps)


def _without_steps(function: ir.Function) -> Block:
    nodes = [*ir.nodes(function.body)]
    bound = Counter(name for node in nodes for name in bound_by(node))
    used = Counter(node.name for node in nodes if isinstance(node, ir.Var))
    # What is named anew is declared by the first step that does so.
    once = {name: used[name] for name, count in bound.items() if count == 1}
    return each_block(function.body, lambda steps: _joined(steps, once))


def _joined(steps: Block, once: Mapping[str, int]) -> Block:
    """The steps of a block; ``once``: how often locals are used that get one value alone."""
    found: Block = []
    for step in steps:
        match found, step:
            case [*_, ir.Let(name, value)], ir.If([(asked, body), *others], otherwise) if (
                name in once
                and _is_short(value)
                and (question := _naming(asked, name, _named(name, value, once[name]))) is not None
            ):
                found[-1] = ir.If([(question, body), *others], otherwise)
            case _:
                found.append(step)
    return found


def _named(name: str, value: Expr, uses: int) -> Expr:
    """A value that has a name from here on; without one if only the question uses it."""
    return ir.Bind(name, value) if uses > 1 else value


def _is_short(value: Expr) -> bool:
    """Whether a value can stand in a question: it is what a named object or list holds."""
    match value:
        case ir.Get(ir.Var()) | ir.Opt(ir.Var()) | ir.At(ir.Var()):
            return True
    return False


def _naming(asked: Expr, name: str, value: Expr) -> Expr | None:
    """The question about this value instead of the name, if it asks for that before all else."""
    match asked:
        case ir.And([first, *others]) | ir.Or([first, *others]):
            question = _naming(first, name, value)
            return question and type(asked)((question, *others))
        case ir.Not(inner):
            question = _naming(inner, name, value)
            return question and ir.Not(question)
        case ir.Is(ir.Var(local), kind) | ir.Isnt(ir.Var(local), kind):
            asks = local == name and kind in KINDS
        case ir.Missing(ir.Var(local)) | ir.Present(ir.Var(local)):
            asks = local == name
        case _:
            return None
    return replace(asked, value=value) if asks else None
