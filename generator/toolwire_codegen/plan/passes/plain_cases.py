"""A writer gives the plainest values of its arms back before it does anything else.

Such a value has what its type demands and nothing else, no metadata either.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import fits
from ...ir.rewriting import Block, with_functions
from ...ir.scope import Scope
from ...ir.trees import tree
from ...load.transform import Case
from ..bound import BoundLens
from ..resolve import Resolver

X = ir.var("x")


def plain_cases(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: writers of lenses with arms begin with their ways out."""
    lenses = {bound.writing: bound for bound in resolver.bound.values()}

    def begun(function: ir.Function) -> Block:
        bound = lenses.get(function.name)
        return [*(_ways(resolver, bound) if bound is not None else ()), *function.body]

    return with_functions(module, begun)


def _ways(resolver: Resolver, bound: BoundLens) -> list[Stmt]:
    lens = bound.lens
    if not lens.keeps or lens.own or lens.givens or bound.hides_ids:
        return []
    first = {case.arm: case for case in reversed(lens.cases)}
    if "" in first:
        return []
    ways = [_way(resolver, bound, case) for case in first.values() if not case.at]
    return [way for way in ways if way is not None]


def _way(resolver: Resolver, bound: BoundLens, case: Case) -> Stmt | None:
    """The plain value of one arm, if all that its type demands can be written as it is."""
    inter = resolver.inter
    tags, required = inter.tags(case.arm), inter.required(case.arm)
    scope = Scope()
    conditions: list[Expr] = [ir.eq(ir.opt(X, key), tag) for key, tag in tags.items()]
    conditions.append(ir.SizeIs(X, len(required)))
    wire = [(key, tag) for key, tag in bound.wire_tags if not isinstance(tag, tuple)]
    pairs: list[tuple[tuple[str, ...], Expr]] = [((key,), ir.const(tag)) for key, tag in wire]
    pairs += [(given.path, ir.const(given.values[0])) for given in case.givens]
    covered = {*tags}
    for row in (*bound.lens.rows, *case.rows):
        if row.name not in required or len(row.fields) != 1 or row.parts or row.is_const:
            continue
        covered.add(row.name)
        value = ir.get(X, row.name)
        if not row.targets:
            fitting = fits(value, resolver.format.inter_shapes(case.arm, row.fields[0]))
            conditions += [fitting] if fitting is not None else []
            continue
        leaf = resolver.leaf(bound.lens, row, row.targets[0], case.arm)
        given = leaf.codec.write_plain(leaf, value, scope)
        # A modifier may change what is written, unless it only notes what was read.
        changed = any(not modifier.notes for modifier in leaf.modifiers)
        if given is None or changed or leaf.nonempty or len(row.targets) > 1:
            return None
        conditions += given[0]
        pairs.append((leaf.target.path, given[1]))
    if covered != {*required}:
        return None
    return ir.if_((ir.and_(*conditions), [ir.ret(tree(pairs))]))
