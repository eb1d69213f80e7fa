"""Is a plan whole? Whoever breaks a planner sees it here, and not in code that fails one day."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from . import (
    And,
    Call,
    Chain,
    Condition,
    Const,
    Expr,
    Function,
    If,
    IfElse,
    LoseAt,
    LoseEach,
    LoseIn,
    Module,
    Named,
    Not,
    Or,
    Own,
    Runtime,
    Var,
    nodes,
)
from .locals import local_names

LOOPS = ("pieces", "ahead")
"""The loops over a stream."""
LOSING = 4
"""Parameters of a function that reports losses."""


@dataclass(frozen=True)
class Signature:
    """A function of the runtime: how many arguments it takes, and whether it says yes or no."""

    least: int
    most: int
    decides: bool


def faults(
    module: Module, runtime: Mapping[str, Signature], names: Collection[str] = ()
) -> Iterator[str]:
    """What is wrong with a plan; ``names``: those that every module has.

    Every name is bound, every function is there and gets what it takes, every condition is one.
    """
    constants = {name for name, _ in module.constants} | set(names)
    functions = {function.name: len(function.params) for function in module.functions}
    bodies = [(function.name, function.body) for function in module.functions]
    # The loops over a stream stand in a frame that binds more names.
    loops = module.stream or {}
    bodies += [(name, loops[name]) for name in LOOPS if name in loops]
    for function in module.functions:
        yield from (f"{function.name}: {fault}" for fault in _unbound(function, constants))
    for name, body in bodies:
        located: Callable[[str], str] = partial("{}: {}".format, name)
        for node in nodes(body):
            yield from map(located, _calls(node, functions, runtime))
            for condition in _asked(node):
                if not _decides(condition, runtime):
                    yield located(f"{type(condition).__name__} is no condition: {condition}")


def _unbound(function: Function, constants: set[str]) -> Iterator[str]:
    bound = {*function.params, *local_names(function.body), *constants}
    owns = [node for node in nodes(function.body) if isinstance(node, Own)]
    bound |= {"own"} if owns else set()
    bound |= {"form"} if any(node.form for node in owns) else set()
    for name in {node.name for node in nodes(function.body) if isinstance(node, Var)} - bound:
        yield f"{name} is not bound"


def _calls(
    node: object, functions: Mapping[str, int], runtime: Mapping[str, Signature]
) -> Iterator[str]:
    match node:
        case Call(function, args):
            if functions.get(function) != len(args):
                yield f"{function} is called with {len(args)}"
        case Named(function):
            if function not in functions:
                yield f"there is no {function}"
        case LoseIn(function, more=more):
            if functions.get(function) != LOSING + len(more):
                yield f"{function} reports no losses"
        case LoseAt(function) | LoseEach(function):
            if functions.get(function) != LOSING:
                yield f"{function} reports no losses"
        case Runtime(function, args):
            signature = runtime.get(function)
            if signature is None or not signature.least <= len(args) <= signature.most:
                yield f"the runtime has no {function} of {len(args)}"


def _asked(node: object) -> list[Expr]:
    """The conditions that a node asks."""
    match node:
        case If(branches) | Chain(branches):
            return [condition for condition, _ in branches]
        case IfElse(condition) | Not(condition):
            return [condition]
        case And(conditions) | Or(conditions):
            return list(conditions)
    return []


def _decides(node: Expr, runtime: Mapping[str, Signature]) -> bool:
    match node:
        case Condition():
            return True
        case Const(value):
            return isinstance(value, bool)
        case Runtime(function):
            return function in runtime and runtime[function].decides
    return False
