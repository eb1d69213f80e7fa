"""Plans the encoding of unions: the arm that an intermediate value is, as its wire object."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ..arms import conditions_of, declining, given_back, lost_words, writes_scalar
from ..bound import PLACE, PLACED, BoundLens, BoundUnion, whole_row, written_by
from ..resolve import Resolver

X = ir.var("x")
NUMBER = ir.Plus((PLACE, ir.Count(ir.var("found"))))
"""The place of the next item of a list."""


def write_union(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``encode`` of a union: the wire object, or missing where this wire has no place for it."""
    body: list[Stmt] = []
    tags = {key for lens in union.lenses for key, _ in lens.inter_tags}
    tag = ir.var("tag")
    scalar = [lens for lens in union.lenses if writes_scalar(lens)]
    if union.scalars:
        words: Expr = ir.or_(*(ir.eq(X, value) for value in union.scalars))
        passes = words if lost_words(resolver, union) else ir.is_(X, "string")
        body.append(ir.if_((passes, [ir.ret(X)])))
    for lens in scalar:
        body.append(
            ir.if_((_says(resolver, union, lens), [ir.ret(ir.call(lens.writing, X))]))
        )
    if lost_words(resolver, union):
        body.append(ir.if_((ir.is_(X, "string"), [ir.ret(ir.const(None))])))
    if union.opaque:
        mine = ir.eq(ir.get(X, "format"), ir.FormatName())
        value = ir.IfElse(mine, ir.get(X, "value"), ir.const(None))
        opaque = ir.if_((ir.eq(ir.opt(X, "kind"), "opaque"), [ir.ret(value)]))
    by_tag = sorted(tags)[0] if tags else ""
    if by_tag:
        body.append(ir.let("tag", ir.opt(X, by_tag)))
    chain: list[tuple[Expr, list[Stmt]]] = []
    for lens in union.written:
        if lens in scalar:
            continue
        own = [value for key, value in lens.inter_tags if key == by_tag]
        if own:
            condition = ir.eq(tag, own[0])
        else:
            keys = sorted(resolver.inter.required(lens.lens.inter))
            condition = ir.has(X, keys[0])
        written = written_by(lens, X, PLACE)
        condition = ir.and_(condition, *conditions_of(resolver, lens, union.written, X))
        may_decline = declining(resolver, lens, union.written)
        chain.append((condition, given_back(written, may_decline, "written")))
    if chain:
        body.append(ir.Chain(chain))
    if union.opaque:
        body.append(opaque)
    body.append(ir.ret(ir.const(None)))
    params = ["x", *(["hidden"] if union.hides_ids else []), *PLACED[: union.numbered]]
    return ir.Function(
        union.writing,
        params,
        f"Write `{union.inter}` as `{union.wire}`; None where it has no place.",
        [f"{lens.lens.inter}: {lens.lens.wire}" for lens in union.lenses]
        + [f"{name}: lost: {reason}" for name, reason in union.lost.items()],
        body,
    )


def _says(resolver: Resolver, union: BoundUnion, lens: BoundLens) -> Expr:
    """Whether a value is a word that the lens has."""
    row = lens.lens.rows[0]
    if row.is_const:
        return ir.eq(X, row.const)
    leaf, text = resolver.leaf(lens.lens, row, row.targets[0]), ir.is_(X, "string")
    words = [word for shape in leaf.inter for word in shape.consts]
    if all(word in (leaf.codec.values or words) for word in words):
        return text
    return ir.and_(text, leaf.codec.holds(Scope("x"), X, Spot(row.name, X, "")))


def write_list(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``encode`` of a list of a union: the arms in one loop."""
    scope = Scope("x", "tag", "found", "items", "y")
    y = ir.var("y")
    tags = sorted({key for lens in union.lenses for key, _ in lens.inter_tags})
    branches: list[tuple[Expr, list[Stmt]]] = []
    for arms in _by_arm(union):
        lens = arms[0]
        own = [value for key, value in lens.inter_tags if tags and key == tags[0]]
        keys = sorted(resolver.inter.required(lens.lens.inter))
        condition = ir.eq(ir.var("tag"), own[0]) if own else ir.has(X, keys[0])
        branches.append((condition, _write_arms(resolver, arms, scope)))
    tag = [ir.let("tag", ir.opt(X, tags[0]))] if tags else []
    mine = ir.and_(ir.eq(ir.opt(X, "kind"), "opaque"), ir.eq(ir.get(X, "format"), ir.FormatName()))
    if union.opaque:
        branches.append((mine, [ir.let("y", ir.get(X, "value"))]))
    loop: list[Stmt] = [*tag, ir.let("y", ir.const(None)), ir.if_(*branches)]
    if lost_words(resolver, union):
        objects = ir.if_((ir.isnt(X, "string"), [*tag, ir.if_(*branches)]))
        loop = [ir.let("y", ir.const(None)), objects]
    loop.append(ir.if_((ir.present(y), [ir.append(ir.var("found"), y)])))
    items = ir.var("items")
    statements = [
        ir.if_((ir.isnt(items, "array"), [ir.fail("a list", items, None)])),
        ir.let("found", ir.arr()),
        ir.for_("x", ir.var("items"), loop),
        ir.ret(ir.var("found")),
    ]
    params = ["items", *(["hidden"] if union.hides_ids else []), *PLACED[: union.numbered]]
    rows = [f"{lens.lens.inter}: {lens.lens.wire}" for lens in union.lenses]
    rows += [f"{name}: lost: {reason}" for name, reason in union.lost.items()]
    title = f"Write a list of `{union.inter}` as a list of `{union.wire}`."
    return ir.Function(union.writing_list, params, title, rows, statements)


def _write_arms(resolver: Resolver, arms: list[BoundLens], scope: Scope) -> list[Stmt]:
    """A value of a type that has one lens or several: the one that is for it, or can write it."""
    signs = [conditions_of(resolver, lens, arms, X) for lens in arms]
    if any(signs) and not declining(resolver, arms[0], arms):
        branches = [(ir.and_(*one), _write_arm(resolver, lens, scope))
                    for one, lens in zip(signs, arms, strict=True) if one]  # fmt: skip
        return [ir.if_(*branches, otherwise=_write_arm(resolver, arms[-1], scope))]
    body: list[Stmt] = _write_arm(resolver, arms[0], scope)
    if arms[0].lens.own and not arms[-1].lens.own:
        # What has no metadata is never its own.
        body = [ir.if_((ir.and_(ir.has(X, "metadata"), *signs[0]), body))]
    for other, one in zip(arms[1:], signs[1:], strict=True):
        untaken = ir.and_(ir.missing(ir.var("y")), *one)
        body.append(ir.if_((untaken, [ir.let("y", written_by(other, X, NUMBER))])))
    return body


def _write_arm(resolver: Resolver, lens: BoundLens, scope: Scope) -> list[Stmt]:
    row = whole_row(lens)
    if row is not None:
        leaf = resolver.leaf(lens.lens, row, row.targets[0])
        value = ir.get(X, row.fields[0][0])
        return [ir.let("y", leaf.codec.encode(scope, value, Spot(row.name, X, "")))]
    written = written_by(lens, X, NUMBER)
    return [ir.let("y", written)]


def _by_arm(union: BoundUnion) -> list[list[BoundLens]]:
    arms: dict[str, list[BoundLens]] = {}
    for lens in union.written:
        arms.setdefault(lens.lens.inter, []).append(lens)
    return list(arms.values())
