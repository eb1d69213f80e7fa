"""Items of lists that are plain are read in line."""

from __future__ import annotations

from functools import partial

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import is_constant
from ...ir.rewriting import Block, blocks, in_loops, with_functions
from ...ir.scope import Scope
from ...load.transform import Lens, Row
from ...operators.leaf import Leaf
from ..bound import BoundLens
from ..resolve import Resolver
from ..sequence import BoundSequence
from .in_line import InLine, scope_of
from .plain import Plain, leaves_of, only_value


def plain_reads(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: in loops, what a lens reads stands there as a literal where it is plain."""
    lenses = {bound.reading: bound for bound in resolver.bound.values()}
    # The elements of sequences have a way of their own.
    sequences = {BoundSequence(resolver, one).reading for one in resolver.transform.sequences}
    form = partial(plain_read, resolver)
    unions = {union.reading for union in resolver.unions.values()}

    def read(function: ir.Function) -> Block:
        if function.name in sequences:
            return function.body
        return InLine(function, lenses, form, everywhere=function.name in unions).body()

    return with_functions(module, read)


def plain_elements(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: the shape most elements of a sequence have is read before all that tells others."""
    sequences = [BoundSequence(resolver, one) for one in resolver.transform.sequences]
    loops = {one.reading: one.fold.rest for one in sequences if one.fold is not None}

    def read(function: ir.Function) -> Block:
        rest = loops.get(function.name)
        if rest is None:
            return function.body
        early = partial(_early, resolver, rest, scope_of(function))
        return in_loops(function.body, lambda loop: [*loop.body[:-1], *early(loop.body[-1])])

    return with_functions(module, read)


def _early(resolver: Resolver, rest: BoundLens, scope: Scope, last: Stmt) -> Block:
    """The step that tells elements apart; the plain one's way ahead of it, if there is one."""
    for block in blocks([last]):
        match block:
            case [ir.Let(unit, ir.Call(name, (item, *_))), *steps] if name == rest.reading:
                plain = plain_read(resolver, rest, item, scope)
                if plain is None:
                    break
                tags = [(k, v) for k, v in rest.wire_tags if not isinstance(v, tuple)]
                is_rest = [ir.eq(ir.opt(item, key), value) for key, value in tags]
                body = [ir.let(unit, plain.value), *steps, ir.Continue()]
                return [ir.if_((ir.and_(*is_rest, plain.condition), body)), last]
    return [last]


def plain_read(resolver: Resolver, bound: BoundLens, w: Expr, scope: Scope) -> Plain | None:
    """The plain form of a wire object whose tags the caller has seen."""
    lens = bound.lens
    leaves = leaves_of(resolver, lens)
    if leaves is None:
        return None
    tags = [(key, value) for key, value in bound.wire_tags if not isinstance(value, tuple)]
    size = len(tags) + len(leaves) + len(lens.givens)
    conditions: list[Expr] = [ir.SizeIs(w, size)]
    for given in lens.givens:
        conditions.append(is_constant(ir.opt(w, given.path[0]), given.values[0]))
    pairs = [(k, ir.const(v)) for k, v in bound.inter_tags if not isinstance(v, tuple)]
    for row in lens.rows:
        if row.parts:
            text = _text_part(resolver, lens, row)
            if text is None:
                return None
            local = scope.fresh(row.name)
            raw: Expr = ir.Bind(local, ir.opt(w, text.key))
            conditions += [ir.is_(raw, "string"), ir.Filled(ir.var(local))]
            alone = resolver.strings(lens.inter, row.fields[0])
            block = ir.obj([("kind", ir.const("text")), ("text", ir.var(local))])
            pairs.append((row.name, ir.var(local) if alone else ir.arr(block)))
            conditions[0] = ir.SizeIs(w, size + 1)
    for leaf in leaves:
        if len(leaf.target.path) != 1 or len(leaf.field) != 1 or not leaf.inter_required:
            return None
        if leaf.codec.values is not None:
            only = only_value(resolver, lens, leaf)
            if only is None:
                return None
            conditions.append(ir.eq(ir.get(w, leaf.key), only[1]))
            pairs.append((leaf.field[0], ir.const(only[0])))
            continue
        there = leaf.key in resolver.wire.required(lens.wire)
        raw = ir.get(w, leaf.key) if there else ir.opt(w, leaf.key)
        local = scope.fresh(leaf.row.name)
        taken = leaf.codec.read_plain(ir.Bind(local, raw), ir.var(local), scope)
        if taken is None:
            return None
        conditions += [*taken[0], *leaf.apart(taken[1])]
        if leaf.nonempty:
            conditions.append(ir.Filled(ir.var(local)))
        pairs.append((leaf.field[0], taken[1]))
    return Plain(ir.and_(*conditions), ir.obj(list(dict(pairs).items())))


def _text_part(resolver: Resolver, lens: Lens, row: Row) -> Leaf | None:
    """The part of a spread list that takes plain text from a string, if its first one does.

    The keys of the others may be left out then.
    """
    (arm, target), *others = row.parts
    leaf = resolver.part(lens, row, arm, target, lens.inter)
    rest = [resolver.part(lens, row, *other, lens.inter) for other in others]
    text = leaf.codec.shows_text and not leaf.codec.sets_aside
    if any(one.wire_required for one in rest):
        return None
    return leaf if arm == "*" and text and len(target.path) == 1 else None
