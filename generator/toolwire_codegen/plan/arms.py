"""Which arm of a union an intermediate value is, and what an arm makes of it."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from .bound import BoundLens, BoundUnion
from .resolve import Resolver


def is_arm(resolver: Resolver, lens: BoundLens, value: Expr) -> Expr:
    """Whether an intermediate value is this arm: by its tags, or by a key that it must have."""
    if lens.inter_tags:
        return ir.and_(*(ir.eq(ir.opt(value, k), v) for k, v in lens.inter_tags))
    return ir.has(value, sorted(resolver.inter.required(lens.lens.inter))[0])


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
