"""Plans unions: which arm a value is, both ways; what no arm takes is opaque, in place."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import EXPECTED, field_there
from ..ir.scope import Scope
from ..operators.base import Spot
from ..operators.uses import asked_for
from .bound import BoundLens, BoundUnion, whole_row
from .resolve import Resolver

W, X = ir.var("w"), ir.var("x")


def read_union(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``decode`` of a union: the first arm that fits, else opaque (or missing)."""
    body: list[Stmt] = []
    if union.scalars:
        known = ir.or_(*(ir.eq(W, value) for value in union.scalars))
        body.append(ir.if_((known, [ir.ret(W)])))
    chain: list[tuple[Expr, list[Stmt]]] = []
    tag = ir.var("tag")
    if union.tag:
        body.append(ir.let("tag", ir.opt(W, union.tag)))
    for lens in union.lenses:
        condition = arm_condition(resolver, lens, union.tag, tag, union.keys)
        if lens.declines:
            condition = ir.and_(condition, *_demanded(resolver, lens))
        read = ir.call(lens.reading, W, *([ir.var("calls")] if lens.reads_calls else []))
        chain.append((condition, _given_back(read, lens.declines or _writes_scalar(lens), "value")))
    if union.scalars:
        chain = [(ir.is_(W, "object"), [_ifs(chain)])] if chain else []
    merged = _ifs(chain) if chain else None
    body += [merged] if merged else []
    if union.opaque:
        kinds = [ir.isnt(W, "object"), *([ir.isnt(W, "string")] if union.scalars else [])]
        bad = ir.fail("an object", W, None)
        body.append(ir.if_((ir.and_(*kinds), [bad])))
        pairs = [("kind", ir.const("opaque")), ("format", ir.var("FORMAT")), ("value", W)]
        if union.at:
            pairs.append(("at", ir.const(union.at)))
        body.append(ir.ret(ir.obj(pairs)))
    else:
        body.append(ir.ret(ir.const(None)))
    params = ["w", *(["calls"] if union.reads_calls else [])]
    return ir.Function(
        union.reading,
        params,
        f"Read `{union.wire}` as `{union.inter}`.",
        [f"{lens.lens.wire}: {lens.lens.inter}" for lens in union.lenses],
        body,
    )


def _ifs(chain: list[tuple[Expr, list[Stmt]]]) -> Stmt:
    """One chain where each arm decides for itself; separate ones where an arm may decline."""
    return ir.Chain(chain)


def _given_back(value: Expr, partial: bool, name: str) -> list[Stmt]:
    if not partial:
        return [ir.ret(value)]
    local = ir.var(name)
    return [ir.let(name, value), ir.if_((ir.present(local), [ir.ret(local)]))]


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


def _demanded(resolver: Resolver, lens: BoundLens) -> list[Expr]:
    """The keys without which a lens declines: asking for them first saves the call."""
    rows = [row for row in lens.lens.rows if len(row.targets) == 1 and row.fields[0]]
    leaves = [resolver.leaf(lens.lens, row, row.targets[0]) for row in rows]
    return [
        has_either(resolver, W, leaf.key)
        for leaf in leaves
        if leaf.inter_required and len(leaf.target.path) == 1 and not leaf.has_default
    ]


def has_either(resolver: Resolver, value: Expr, key: str) -> Expr:
    """Is a key there, in either of the spellings this wire takes?"""
    there = ir.has(value, key)
    other = resolver.snaked.get(key)
    return there if other is None else ir.or_(there, ir.has(value, other))


def write_union(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``encode`` of a union: the wire object, or missing where this wire has no place for it."""
    body: list[Stmt] = []
    tags = {key for lens in union.lenses for key, _ in lens.inter_tags}
    tag = ir.var("tag")
    scalar = [lens for lens in union.lenses if _writes_scalar(lens)]
    if union.scalars:
        body.append(ir.if_((ir.is_(X, "string"), [ir.ret(X)])))
    for lens in scalar:
        row = lens.lens.rows[0]
        condition = ir.eq(X, row.const) if row.is_const else ir.is_(X, "string")
        body.append(ir.if_((condition, [ir.ret(ir.call(lens.writing, X))])))
    if union.opaque:
        mine = ir.eq(ir.get(X, "format"), ir.FormatName())
        value = ir.IfElse(mine, ir.get(X, "value"), ir.const(None))
        opaque = ir.if_((ir.eq(ir.opt(X, "kind"), "opaque"), [ir.ret(value)]))
    by_tag = sorted(tags)[0] if tags else ""
    if by_tag:
        body.append(ir.let("tag", ir.opt(X, by_tag)))
    chain: list[tuple[Expr, list[Stmt]]] = []
    for lens in union.lenses:
        if lens in scalar:
            continue
        own = [value for key, value in lens.inter_tags if key == by_tag]
        if own:
            condition = ir.eq(tag, own[0])
        else:
            keys = sorted(resolver.inter.required(lens.lens.inter))
            condition = ir.has(X, keys[0])
        written = ir.call(lens.writing, X, *([ir.var("hidden")] if lens.hides_ids else []))
        several = sum(other.lens.inter == lens.lens.inter for other in union.lenses) > 1
        chain.append((condition, _given_back(written, several, "written")))
    if chain:
        body.append(_ifs(chain))
    if union.opaque:
        body.append(opaque)
    body.append(ir.ret(ir.const(None)))
    params = ["x", *(["hidden"] if union.hides_ids else [])]
    return ir.Function(
        union.writing,
        params,
        f"Write `{union.inter}` as `{union.wire}`; None where it has no place.",
        [f"{lens.lens.inter}: {lens.lens.wire}" for lens in union.lenses]
        + [f"{name}: lost: {reason}" for name, reason in union.lost.items()],
        body,
    )


def read_list(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``decode`` of a list of a union: the arms in one loop."""
    scope = Scope("w", "tag", "found", "items", "y")
    y = ir.var("y")
    branches: list[tuple[Expr, list[Stmt]]] = []
    for arms in _by_record(union):
        condition = arm_condition(resolver, arms[0], union.tag, ir.var("tag"), union.keys)
        steps = _read_arm(resolver, arms[0], scope)
        for other in arms[1:]:
            steps.append(ir.if_((ir.missing(y), _read_arm(resolver, other, scope))))
        branches.append((condition, steps))
    body: list[Stmt] = [ir.let("y", ir.const(None))]
    if union.tag:
        body.insert(0, ir.let("tag", ir.opt(W, union.tag)))
    opaque = _opaque(union)
    declining = any(lens.declines for lens in union.lenses)
    if declining or not branches:
        body += [ir.if_(*branches)] if branches else []
        body.append(ir.if_((ir.missing(y), opaque)))
    else:
        body = [*body[:-1], ir.if_(*branches, otherwise=opaque)]
    body.append(ir.append(ir.var("found"), y))
    statements = [
        ir.let("found", ir.arr()),
        ir.for_("w", ir.var("items"), body),
        ir.ret(ir.var("found")),
    ]
    params = ["items", *(["calls"] if union.reads_calls else [])]
    rows = [f"{lens.lens.wire}: {lens.lens.inter}" for lens in union.lenses]
    title = f"Read a list of `{union.wire}` as a list of `{union.inter}`."
    return ir.Function(union.reading_list, params, title, rows, statements)


def _opaque(union: BoundUnion) -> list[Stmt]:
    pairs = [("kind", ir.const("opaque")), ("format", ir.var("FORMAT")), ("value", W)]
    if union.at:
        pairs.append(("at", ir.const(union.at)))
    bad = ir.fail("an object", W, None)
    return [ir.if_((ir.isnt(W, "object"), [bad])), ir.let("y", ir.obj(pairs))]


def _read_arm(resolver: Resolver, lens: BoundLens, scope: Scope) -> list[Stmt]:
    row = whole_row(lens)
    if row is not None:
        leaf = resolver.leaf(lens.lens, row, row.targets[0])
        inner = leaf.codec.decode(scope, W, Spot(row.name, W, ""))
        pairs = [(k, ir.const(v)) for k, v in lens.inter_tags]
        return [ir.let("y", ir.obj([*pairs, (row.fields[0][0], inner)]))]
    read = ir.call(lens.reading, W, *([ir.var("calls")] if lens.reads_calls else []))
    return [ir.let("y", read)]


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
        body = _write_arm(resolver, lens, scope)
        for other in arms[1:]:
            written = ir.call(other.writing, X, *([ir.var("hidden")] if other.hides_ids else []))
            body.append(ir.if_((ir.missing(y), [ir.let("y", written)])))
        branches.append((condition, body))
    loop: list[Stmt] = [ir.let("y", ir.const(None))]
    if tags:
        loop.insert(0, ir.let("tag", ir.opt(X, tags[0])))
    mine = ir.and_(ir.eq(ir.opt(X, "kind"), "opaque"), ir.eq(ir.get(X, "format"), ir.FormatName()))
    if union.opaque:
        branches.append((mine, [ir.let("y", ir.get(X, "value"))]))
    loop.append(ir.if_(*branches))
    loop.append(ir.if_((ir.present(y), [ir.append(ir.var("found"), y)])))
    items = ir.var("items")
    statements = [
        ir.if_((ir.isnt(items, "array"), [ir.fail("a list", items, None)])),
        ir.let("found", ir.arr()),
        ir.for_("x", ir.var("items"), loop),
        ir.ret(ir.var("found")),
    ]
    params = ["items", *(["hidden"] if union.hides_ids else [])]
    rows = [f"{lens.lens.inter}: {lens.lens.wire}" for lens in union.lenses]
    rows += [f"{name}: lost: {reason}" for name, reason in union.lost.items()]
    title = f"Write a list of `{union.inter}` as a list of `{union.wire}`."
    return ir.Function(union.writing_list, params, title, rows, statements)


def _by_record(union: BoundUnion) -> list[list[BoundLens]]:
    records: dict[str, list[BoundLens]] = {}
    for lens in union.lenses:
        records.setdefault(lens.lens.wire, []).append(lens)
    return list(records.values())


def _by_arm(union: BoundUnion) -> list[list[BoundLens]]:
    arms: dict[str, list[BoundLens]] = {}
    for lens in union.lenses:
        arms.setdefault(lens.lens.inter, []).append(lens)
    return list(arms.values())


def _write_arm(resolver: Resolver, lens: BoundLens, scope: Scope) -> list[Stmt]:
    row = whole_row(lens)
    if row is not None:
        leaf = resolver.leaf(lens.lens, row, row.targets[0])
        value = ir.get(X, row.fields[0][0])
        return [ir.let("y", leaf.codec.encode(scope, value, Spot(row.name, X, "")))]
    written = ir.call(lens.writing, X, *([ir.var("hidden")] if lens.hides_ids else []))
    return [ir.let("y", written)]


def _writes_scalar(lens: BoundLens) -> bool:
    return any(row.fields[0] == () for row in lens.lens.rows)


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


__all__ = ["EXPECTED", "entry_conditions", "read_union", "write_union"]
