"""Which arm of a union a value is, asked as `resolve.telling` has worked it out."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there
from ..operators.uses import asked_for
from ..resolve.signs import Sign
from ..resolve.telling import tell
from .asking import asked
from .bound import BoundLens
from .resolve import Resolver

W = ir.var("w")


def is_arm(resolver: Resolver, lens: BoundLens, value: Expr) -> Expr:
    """Whether an intermediate value is this arm: by its tags, or by a key that it must have."""
    if lens.inter_tags:
        return ir.and_(*(ir.eq(ir.opt(value, k), v) for k, v in lens.inter_tags))
    return ir.has(value, sorted(resolver.inter.required(lens.lens.inter))[0])


def bodies(resolver: Resolver, lenses: list[BoundLens]) -> list[tuple[Expr, BoundLens]]:
    """The lenses of an entry in the order in which a body is asked for them."""
    names = [lens.lens.wire for lens in lenses]
    found = []
    for told in tell(resolver.wire, names, names, openly=False):
        lens = next(lens for lens in lenses if lens.lens.wire == told.arm)
        bare = [claim for claim in told.claims if not any(sign.values for sign in claim)]
        signs = [sign for claim in bare for sign in claim]
        is_it = ir.and_(asked(resolver.snaked, told), *_not_null(resolver, lens, signs))
        found.append((is_it, lens))
    return found


def _not_null(resolver: Resolver, lens: BoundLens, signs: list[Sign]) -> list[Expr]:
    """For a body that nothing but its keys tells: a key that is null is no sign of it."""
    wire, name = resolver.wire, lens.lens.wire
    found = []
    for sign in signs:
        shapes = wire.shapes(wire.properties(name).get(sign.path[0]))
        empty = len(sign.path) > 1 or sign.kinds or sign.path[0] in resolver.snaked
        if not empty and not {shape.kind for shape in shapes} & {"null", "any"}:
            found.append(ir.present(ir.get(W, sign.path[0])))
    return found


def values(resolver: Resolver, lenses: list[BoundLens]) -> list[Expr]:
    """For each lens of an entry: whether an intermediate value is written so."""
    conditions = []
    for lens in lenses:
        needed = [field_there((field,)) for field in asked_for(resolver.format, lens.lens)]
        conditions.append(ir.and_(*needed) if needed else ir.const(True))
    return conditions


def given_back(value: Expr, partial: bool, name: str) -> list[Stmt]:
    """What an arm makes of a value is the answer, unless it may decline and does."""
    if not partial:
        return [ir.ret(value)]
    local = ir.var(name)
    return [ir.let(name, value), ir.if_((ir.present(local), [ir.ret(local)]))]


def writes_scalar(lens: BoundLens) -> bool:
    return any(row.fields[0] == () for row in lens.lens.rows)
