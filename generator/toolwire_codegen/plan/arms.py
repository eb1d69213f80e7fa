"""Which arm of a union a value is: by its tag, or by the keys that it must have."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there
from ..operators.uses import asked_for
from .bound import BoundLens, BoundUnion
from .resolve import Resolver

W = ir.var("w")


def arm_condition(
    resolver: Resolver, lens: BoundLens, key: str, tag: Expr, keys: frozenset[str] = frozenset(),
    w: Expr = W,
) -> Expr:  # fmt: skip
    """Whether a wire object is this arm: by its tag, or by the keys it must have."""
    name = lens.lens.wire
    wire = resolver.wire
    conditions: list[Expr] = []
    if key:
        values = wire.const(name, key)
        conditions.append(ir.or_(*(ir.eq(tag, value) for value in values)))
        if key not in wire.required(name):
            # Without its tag it is told by what else it must have.
            others = [has_either(resolver, w, other) for other in sorted(wire.required(name))]
            conditions[0] = ir.or_(conditions[0], ir.and_(ir.not_(ir.has(w, key)), *others))
        return conditions[0]
    for required in sorted(wire.required(name)):
        consts = wire.const(name, required)
        if consts:
            conditions.append(ir.or_(*(ir.eq(ir.opt(w, required), v) for v in consts)))
        elif not keys or required in keys:
            conditions.append(has_either(resolver, w, required))
    told = [key for key in wire.properties(name) if wire.const(name, key)]
    loose = [key for key in told if key not in wire.required(name)]
    if keys and conditions and loose:
        # A tag that need not be there still says which arm it is.
        tagged = [ir.eq(ir.opt(w, loose[0]), v) for v in wire.const(name, loose[0]) if v]
        return ir.or_(ir.and_(*conditions), *tagged) if tagged else ir.and_(*conditions)
    return ir.and_(*conditions) if conditions else ir.is_(w, "object")


def has_either(resolver: Resolver, value: Expr, key: str) -> Expr:
    """Is a key there, in either of the spellings this wire takes?"""
    there = ir.has(value, key)
    other = resolver.snaked.get(key)
    return there if other is None else ir.or_(there, ir.has(value, other))


def is_arm(resolver: Resolver, lens: BoundLens, value: Expr) -> Expr:
    """Whether an intermediate value is this arm: by its tags, or by a key that it must have."""
    if lens.inter_tags:
        return ir.and_(*(ir.eq(ir.opt(value, k), v) for k, v in lens.inter_tags))
    return ir.has(value, sorted(resolver.inter.required(lens.lens.inter))[0])


def entry_conditions(resolver: Resolver, lenses: list[BoundLens]) -> list[tuple[Expr, Expr]]:
    """For each lens of a top-level type: does a wire body, does an object, belong to it?"""
    conditions = []
    for lens in lenses:
        wire = ir.and_(arm_condition(resolver, lens, "", W), *_not_null(resolver, lens))
        needed = [field_there((field,)) for field in asked_for(resolver.format, lens.lens)]
        conditions.append((wire, ir.and_(*needed) if needed else ir.const(True)))
    return conditions


def _not_null(resolver: Resolver, lens: BoundLens) -> list[Expr]:
    """For a body that nothing but its keys tells: a key that is null is no sign of it."""
    wire, name = resolver.wire, lens.lens.wire
    if wire.tags(name):
        return []
    kinds = {key: {s.kind for s in wire.shapes(wire.properties(name)[key])}
             for key in sorted(wire.required(name)) if not wire.const(name, key)}  # fmt: skip
    keys = [key for key, found in kinds.items() if not found & {"null", "any"}]
    return [
        ir.present(ir.get(W, key))
        for key in keys
        if isinstance(has_either(resolver, W, key), ir.Has)
    ]


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
