"""Plain forms put in line: where a lens is called in a loop, its value is asked first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ... import ir
from ...ir import Expr, Stmt
from ...ir.locals import local_names
from ...ir.rewriting import Block, in_loops, replaced
from ...ir.scope import Scope
from ..bound import BoundLens
from .plain import Plain

Form = Callable[[BoundLens, Expr, Scope], Plain | None]
"""The plain form of a value that goes to a lens, if it has one; names come from the scope."""


def scope_of(function: ir.Function) -> Scope:
    """The names of a finished function, for more locals in it."""
    return Scope(*function.params, *local_names(function.body))


class InLine:
    """Plain forms in the loops of one function: elsewhere a call more is nothing.

    ``everywhere``: of a function that is itself called in loops.
    """

    def __init__(
        self,
        function: ir.Function,
        lenses: Mapping[str, BoundLens],
        form: Form,
        everywhere: bool = False,
    ) -> None:
        self.function, self.lenses, self.form = function, lenses, form
        self.everywhere = everywhere
        self.scope = scope_of(function)

    def body(self) -> Block:
        """The function's steps, where each value that goes to a lens is asked first."""
        if self.everywhere:
            return replaced(self.function.body, self._asked)
        return in_loops(self.function.body, lambda loop: replaced(loop.body, self._asked))

    def _asked(self, step: Stmt) -> Block | None:
        match step:
            case (
                ir.Let(_, ir.Call(name, args))
                | ir.Append(_, ir.Call(name, args))
                | ir.Return(ir.Call(name, args))
            ) if name in self.lenses:
                return self._either(step, ir.Call(name, args))
        return None

    def _either(self, step: ir.Let | ir.Append | ir.Return, call: ir.Call) -> Block | None:
        """The literal where it stands for the value, else the call."""
        named: Block = []
        # What is named here is used here alone: another call's plain form may have the same names.
        scope = self.scope.branch()
        value, *context = call.args
        if isinstance(value, ir.Get):
            local = ir.var(scope.fresh(value.key))
            named, value = [ir.assign(local, value)], local
        if not isinstance(value, ir.Var):
            return None
        plain = self.form(self.lenses[call.function], value, scope)
        if plain is None:
            return None
        plainly = replace(step, value=plain.value)
        whole = replace(step, value=ir.call(call.function, value, *context))
        if isinstance(step, ir.Return):
            return [*named, ir.if_((plain.condition, [plainly])), whole]
        return [*named, ir.if_((plain.condition, [plainly]), otherwise=[whole])]
