"""Among blocks that are spread over several wire keys, a plain text is known first."""

from __future__ import annotations

from ... import ir
from ...ir.rewriting import Block, in_loops, with_functions
from ...ir.scope import Scope
from ...resolve.intermediate import TEXT_BLOCK
from ..bound import BoundLens
from ..resolve import Resolver
from .in_line import scope_of
from .plain_writing import plain_write


def plain_texts(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: in a loop that tells blocks apart, the literal of a plain text is the first arm."""
    lenses = {
        union.writing: lens
        for union in resolver.unions.values()
        for lens in union.lenses
        # A plain text has no mark that another of its lenses is for.
        if lens.lens.inter == TEXT_BLOCK and not any(row.is_const for row in lens.lens.rows)
    }

    def spread(function: ir.Function) -> Block:
        scope = scope_of(function)
        return in_loops(function.body, lambda loop: _first(resolver, lenses, loop.body, scope))

    return with_functions(module, spread)


def _first(resolver: Resolver, lenses: dict[str, BoundLens], steps: Block, scope: Scope) -> Block:
    """The steps of a loop whose last arm writes what no other arm is for."""
    match steps:
        case [
            ir.Let(kind, ir.Opt()) as kind_step,
            ir.If(
                branches,
                [ir.Let(_, ir.Call(name, (block, *_))), ir.If([(_, [ir.Append(items)])])] as others,
            ),
        ] if name in lenses:
            lens = lenses[name]
            plain = plain_write(resolver, lens, block, scope)
            if plain is not None:
                (_, tag), *_ = lens.inter_tags
                is_plain = ir.and_(ir.eq(ir.var(kind), tag), plain.condition)
                arm = (is_plain, [ir.append(items, plain.value)])
                return [kind_step, ir.if_(arm, *branches, otherwise=others)]
    return steps
