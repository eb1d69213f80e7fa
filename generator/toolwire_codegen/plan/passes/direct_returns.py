"""A value that is given back at once needs no name."""

from __future__ import annotations

from ... import ir
from ...ir.rewriting import Block, each_block, with_functions
from ..resolve import Resolver


def direct_returns(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: the last step of a block gives back what the one before it named."""
    return with_functions(module, lambda function: each_block(function.body, _direct))


def _direct(steps: Block) -> Block:
    match steps:
        case [*before, ir.Let(name, value), ir.Return(ir.Var(given))] if given == name:
            return [*before, ir.ret(value)]
    return steps
