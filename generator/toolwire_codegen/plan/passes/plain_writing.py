"""Items of lists that are plain are written in line."""

from __future__ import annotations

from functools import partial

from ... import ir
from ...ir import Expr
from ...ir.rewriting import Block, with_functions
from ...ir.scope import Scope
from ...ir.trees import tree
from ...load.transform import Lens, Row
from ...operators.leaf import Leaf
from ...resolve.intermediate import RESULT, TEXT_BLOCK
from ..bound import BoundLens
from ..resolve import Resolver
from ..sequence import BoundSequence
from .in_line import InLine
from .plain import Plain, leaves_of, only_value


def plain_writes(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: in loops, what a lens writes stands there as a literal where it is plain."""
    lenses = {bound.writing: bound for bound in resolver.bound.values()}
    sequences = [BoundSequence(resolver, one) for one in resolver.transform.sequences]
    # Of the units of a sequence, only those are asked that most of them are.
    units = {one.writing: [one.fold.rest] if one.fold and one.fold.rest else []
             for one in sequences}  # fmt: skip
    form = partial(plain_write, resolver)
    unions = {union.writing for union in resolver.unions.values()}

    def written(function: ir.Function) -> Block:
        asked, union = lenses, function.name in unions
        if function.name in units:
            asked = {bound.writing: bound for bound in units[function.name]}
        return InLine(function, asked, form, everywhere=union).body()

    return with_functions(module, written)


def plain_write(resolver: Resolver, bound: BoundLens, x: Expr, scope: Scope) -> Plain | None:
    """The plain form of an intermediate object whose tag the caller has seen."""
    lens = bound.lens
    leaves = leaves_of(resolver, lens)
    spread = [row for row in lens.rows if row.parts]
    texts = [leaf for row in spread if (leaf := text_alone(resolver, lens, row))]
    if leaves is None or len(spread) > len(texts):
        return None
    leaves += texts
    if bound.hides_ids and lens.inter == RESULT:
        return None
    tabled = [leaf for leaf in leaves if leaf.codec.values is not None]
    size = len(bound.inter_tags) + len(leaves) - len(tabled)
    conditions: list[Expr] = [ir.SizeIs(x, size)]
    tags = [((key,), ir.const(v)) for key, v in bound.wire_tags if not isinstance(v, tuple)]
    pairs: list[tuple[tuple[str, ...], Expr]] = [*tags]
    pairs += [(given.path, ir.const(given.values[0])) for given in lens.givens]
    for leaf in leaves:
        if len(leaf.field) != 1 or not leaf.inter_required:
            return None
        if leaf.codec.values is not None:
            only = only_value(resolver, lens, leaf)
            if only is None:
                return None
            pairs.append((leaf.target.path, ir.const(only[1])))
            continue
        given = leaf.codec.write_plain(leaf, ir.get(x, leaf.field[0]), scope)
        if given is None:
            return None
        conditions += given[0]
        value = given[1]
        if leaf.nonempty:
            conditions.append(ir.Filled(value))
        pairs.append((leaf.target.path, value))
    return Plain(ir.and_(*conditions), tree(pairs))


def text_alone(resolver: Resolver, lens: Lens, row: Row) -> Leaf | None:
    """Where a text goes that stands for a list that is spread over several keys, if only it does.

    The others of these keys have to be such that they are left out then.
    """
    parts = {arm: resolver.part(lens, row, arm, target, lens.inter) for arm, target in row.parts}
    text = parts.pop("*", None)
    if TEXT_BLOCK in parts or any(leaf.wire_required for leaf in parts.values()):
        return None
    return text
