"""The words of an enumeration stand once in a module: what is refused for being none names them."""

from __future__ import annotations

from ... import ir
from ...ir.fields import one_of
from ...ir.rewriting import Block, replaced, with_functions
from ...ir.scope import snake
from ..resolve import Resolver

FEW = 4
"""So many words are read best where they are asked for."""


def words_named(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass."""

    def named(step: ir.Stmt) -> Block | None:
        match step:
            case ir.If([(ir.Not(ir.Among(value, words)), [ir.Fail(str(what), obj, str(key))])], []):
                if len(words) <= FEW or what != one_of([repr(word) for word in words]):
                    return None
                name = resolver.constants.put(f"{snake(key).upper()}_WORDS", words)
                constant = ir.var(name)
                return [ir.if_((ir.not_(ir.In(value, constant)), [ir.Fail(constant, obj, key)]))]
        return None

    return with_functions(module, lambda function: replaced(function.body, named))
