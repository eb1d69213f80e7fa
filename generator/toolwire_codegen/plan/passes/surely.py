"""What a plan tells of its functions: which always write something, and which nobody calls."""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...ir import Expr
from ..bound import BoundLens, whole_row
from ..resolve import Resolver


class Sure:
    """Whether a lens writes each value of its type: it never says that there is no place for it."""

    def __init__(self, module: ir.Module, resolver: Resolver) -> None:
        self.resolver = resolver
        self.functions = {function.name: function for function in module.functions}
        self.answers: dict[str, bool] = {}

    def __call__(self, bound: BoundLens) -> bool:
        row = whole_row(bound)
        if bound.writing not in self.functions and row is not None:
            leaf = self.resolver.leaf(bound.lens, row, row.targets[0])
            lenses = leaf.codec.lenses()
            return len(lenses) == 1 and self(lenses[0])
        return self._gives(bound.writing)

    def _gives(self, name: str) -> bool:
        if name not in self.answers:
            self.answers[name] = False  # as long as nothing else is known
            function = self.functions.get(name)
            returned = [] if function is None else [
                node.value for node in ir.nodes(function.body) if isinstance(node, ir.Return)
            ]  # fmt: skip
            self.answers[name] = bool(returned) and all(map(self._is_something, returned))
        return self.answers[name]

    def _is_something(self, value: Expr) -> bool:
        match value:
            case ir.Obj() | ir.Var("w"):
                return True
            case ir.Call(function):
                return self._gives(function)
        return False


def without_unused(before: ir.Module, after: ir.Module) -> ir.Module:
    """The module without the functions that nothing asks for any more."""
    used = _called(before)
    while gone := used - _called(after):
        functions = [function for function in after.functions if function.name not in gone]
        after, used = replace(after, functions=functions), used - gone
    return after


def _called(module: ir.Module) -> set[str]:
    """The functions that others call, or that the module's public ones name."""
    stream = module.stream or {}
    bodies = [*(function.body for function in module.functions), *stream.values()]
    calls = ir.Call | ir.Named | ir.LoseIn | ir.LoseEach | ir.LoseAt
    called = {node.function for node in ir.nodes(bodies) if isinstance(node, calls)}
    words = (*module.entries.values(), stream)
    return called | {word for one in words for word in one.values() if isinstance(word, str)}
