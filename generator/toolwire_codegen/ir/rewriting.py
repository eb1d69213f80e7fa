"""A plan with other steps in some places: a new one, nothing of the old is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from . import Chain, Expr, For, ForIndex, ForKeys, Function, If, Module, Stmt

Block = list[Stmt]
Change = Callable[[Stmt], Block | None]
"""What stands for a step, if it is to be another."""


def replaced(steps: Sequence[Stmt], change: Change) -> Block:
    """Steps, the inner ones too, where each that ``change`` has others for gives way to them."""
    found: Block = []
    for step in steps:
        others = change(step)
        if others is None:
            others = [with_blocks(step, lambda block: replaced(block, change))]
        found += others
    return found


def blocks(steps: Block, loops: bool = True) -> Iterator[Block]:
    """Steps, and those in each of their blocks; ``loops``: also of loops."""
    yield steps
    for step in steps:
        if loops or not isinstance(step, For | ForKeys | ForIndex):
            for block in _inner(step):
                yield from blocks(block, loops)


def _inner(step: Stmt) -> list[Block]:
    match step:
        case If(branches, otherwise):
            return [*(body for _, body in branches), otherwise]
        case Chain(arms):
            return [body for _, body in arms]
        case For() | ForKeys() | ForIndex():
            return [step.body]
    return []


def with_blocks(step: Stmt, change: Callable[[Block], Block]) -> Stmt:
    """A step with others in each of its blocks."""
    match step:
        case If(branches, otherwise):
            return If([(asked, change(body)) for asked, body in branches], change(otherwise))
        case Chain(arms):
            return Chain([(asked, change(body)) for asked, body in arms])
        case For() | ForKeys() | ForIndex():
            return replace(step, body=change(step.body))
    return step


def rewritten(part: Any, change: Callable[[Any], Any]) -> Any:
    """A plan's part with what ``change`` makes of each step and value, the inner ones first."""
    match part:
        case Expr() | Stmt():
            operands = {name: getattr(part, name) for name in part.operand_names()}
            found = {name: rewritten(one, change) for name, one in operands.items()}
            others = {name: one for name, one in found.items() if one is not operands[name]}
            return change(replace(part, **others) if others else part)  # type: ignore[type-var]
        case list() | tuple():
            items = [rewritten(item, change) for item in part]
            same = all(one is item for one, item in zip(items, part, strict=True))
            return part if same else type(part)(items)
    return part


def in_loops(steps: Sequence[Stmt], change: Callable[[For], Block]) -> Block:
    """Steps with others in the loops over lists, the outermost ones."""
    return replaced(
        steps, lambda step: [replace(step, body=change(step))] if isinstance(step, For) else None
    )


def with_functions(module: Module, change: Callable[[Function], Block]) -> Module:
    """A module with other steps in its functions."""
    functions = [replace(function, body=change(function)) for function in module.functions]
    return replace(module, functions=functions)


def each_block(steps: Block, change: Callable[[Block], Block]) -> Block:
    """Steps where each block is another, the inner ones first."""
    return change([with_blocks(step, lambda block: each_block(block, change)) for step in steps])
