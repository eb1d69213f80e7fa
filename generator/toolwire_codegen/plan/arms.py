"""Which arm of a union an intermediate value is, and what an arm makes of it."""

from __future__ import annotations

from collections.abc import Sequence

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import Path, X, field_there, field_value
from ..load.transform import Lens
from ..operators.choice import core, given_up, of_calls, sharing
from ..operators.uses import asked_for
from ..resolve.by_arm import Way
from .bound import BoundLens, BoundUnion
from .resolve import Resolver


def is_arm(resolver: Resolver, lens: BoundLens, value: Expr) -> Expr:
    """Whether an intermediate value is this arm: by its tags, or by a key that it must have."""
    if lens.inter_tags:
        return ir.and_(*(ir.eq(ir.opt(value, k), v) for k, v in lens.inter_tags))
    return ir.has(value, sorted(resolver.inter.required(lens.lens.inter))[0])


def conditions_of(
    resolver: Resolver, lens: BoundLens, among: Sequence[BoundLens], value: Expr
) -> list[Expr]:
    """What tells a value that one of several lenses for its type writes; the last takes the rest.

    It has the fields that this lens asks for, none of those that it loses and another one carries,
    is of an arm that this lens has, and answers a call of the kind that this lens is for.
    """
    alike = [other for other in among if other.lens.inter == lens.lens.inter]
    if lens is alike[-1]:
        return []
    one = resolver.format
    path, rows = core(one, lens.lens)
    value = field_value(path, value)
    others = [core(one, other.lens)[1] for other in alike if other is not lens]
    there = [field_there(field, value) for field in asked_for(one, rows)]
    lost = [_not_there(field, value) for field in given_up(one, rows, others)]
    shared = [goes(resolver, way, value) for way in sharing(one, rows, others)]
    arms = [ir.or_(*shared)] if shared else []
    return [*there, *lost, *arms, *_answering(rows, others, value)]


def goes(resolver: Resolver, way: Way, value: Expr) -> Expr:
    """Whether a value is of an arm, and may be written in a way."""
    tags = resolver.inter.tags(way.arm)
    is_it = [ir.eq(ir.opt(value, key), tag) for key, tag in tags.items()]
    there = [field_there(path, value) for path in way.asked]
    return ir.and_(*is_it, *there, *(ir.not_(field_there(path, value)) for path in way.refused))


def declining(resolver: Resolver, lens: BoundLens, among: Sequence[BoundLens]) -> bool:
    """Whether one of several lenses for its type is tried, and the next where it does not do.

    One that writes its own alone does not do for what has the same fields and came from elsewhere.
    """
    alike = [other for other in among if other.lens.inter == lens.lens.inter]
    if len(alike) < 2:
        return False
    own = any(other.lens.own for other in alike)
    return own or not any(conditions_of(resolver, other, alike, X) for other in alike)


def _not_there(path: Path, value: Expr) -> Expr:
    if len(path) == 1:
        return ir.missing(ir.opt(value, path[0]))
    return ir.not_(field_there(path, value))


def answering(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """Ahead of a whole conversation: its results say of which calls they are."""
    if not (resolver.answered and resolver.converses(lens)):
        return []
    args = (X, ir.FormatName(), ir.const(resolver.answered))
    return [ir.let("x", ir.runtime("with_kinds", *args))]


def _answering(rows: Lens, others: Sequence[Lens], value: Expr) -> list[Expr]:
    """Whether a result is of a call of the kind that these rows are for."""
    kinds = [kind for kind in map(of_calls, others) if kind]
    kind = of_calls(rows)
    if not (kind or kinds):
        return []
    answered = ir.runtime("call_kind", value, ir.FormatName())
    if kind:
        return [ir.eq(answered, kind)]
    return [ir.Ne(answered, ir.const(other)) for other in kinds]


def given_back(value: Expr, partial: bool, name: str) -> list[Stmt]:
    """What an arm makes of a value is the answer, unless it may decline and does."""
    if not partial:
        return [ir.ret(value)]
    local = ir.var(name)
    return [ir.let(name, value), ir.if_((ir.present(local), [ir.ret(local)]))]


def lost_words(resolver: Resolver, union: BoundUnion) -> list[str]:
    """The words of enumerations that the wire has no way to say."""
    return [name for name in union.lost if name not in resolver.inter.defs]


def writes_scalar(lens: BoundLens) -> bool:
    return any(row.fields[0] == () for row in lens.lens.rows)
