"""Plans the decoding of unions: the arm that a value is, or what no arm takes: opaque."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...operators.base import Spot
from ..arms import given_back, writes_scalar
from ..asking import asked, has_either
from ..bound import PLACE, PLACED, BoundLens, BoundUnion, read_by, whole_row
from ..resolve import Resolver

W = ir.var("w")


def read_union(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``decode`` of a union: the first arm that fits, else opaque (or missing)."""
    body: list[Stmt] = []
    if union.scalars:
        is_scalar = ir.or_(*(ir.eq(W, value) for value in union.scalars))
        body.append(ir.if_((is_scalar, [ir.ret(W)])))
    chain: list[tuple[Expr, list[Stmt]]] = []
    for lens in union.lenses:
        if lens.kinds:
            body.append(_word(union, lens))
    if union.tag:
        body.append(ir.let("tag", ir.opt(W, union.tag)))
    for question, lenses in union.asked:
        condition = asked(resolver.snaked, question, W, union.tag)
        for lens in lenses:
            fits = ir.and_(condition, *(_demanded(resolver, lens) if lens.declines else []))
            partial = lens.gives_up or writes_scalar(lens)
            read = _read(resolver, lens, Scope(), PLACE)
            chain.append((fits, given_back(read, partial, "value")))
        if not lenses:
            unread = _opaque(union) if union.opaque else ir.const(None)
            chain.append((condition, [ir.ret(unread)]))
    if union.kinds:
        chain = [(ir.is_(W, "object"), [ir.Chain(chain)])] if chain else []
    merged = ir.Chain(chain) if chain else None
    body += [merged] if merged else []
    if union.opaque:
        kinds = [ir.isnt(W, "object"), *(ir.isnt(W, kind) for kind in union.kinds)]
        bad = ir.fail("an object", W, None)
        body.append(ir.if_((ir.and_(*kinds), [bad])))
        body.append(ir.ret(_opaque(union)))
    else:
        body.append(ir.ret(ir.const(None)))
    params = ["w", *(["calls"] if union.reads_calls else []), *PLACED[: union.numbered]]
    return ir.Function(
        union.reading,
        params,
        f"Read `{union.wire}` as `{union.inter}`.",
        [f"{lens.lens.wire}: {lens.lens.inter}" for lens in union.lenses],
        body,
    )


def _word(union: BoundUnion, lens: BoundLens) -> Stmt:
    """A word of an enumeration: what its lens reads it as, else opaque (or missing)."""
    unknown = _opaque(union) if union.opaque else ir.const(None)
    read = given_back(read_by(lens, W), True, "value")
    return ir.if_((ir.or_(*(ir.is_(W, kind) for kind in lens.kinds)), [*read, ir.ret(unknown)]))


def _demanded(resolver: Resolver, lens: BoundLens) -> list[Expr]:
    """The keys without which a lens declines: asking for them first saves the call."""
    rows = [row for row in lens.lens.rows if len(row.targets) == 1 and row.fields[0]]
    leaves = [resolver.leaf(lens.lens, row, row.targets[0]) for row in rows]
    return [
        has_either(resolver.snaked, W, leaf.key)
        for leaf in leaves
        if leaf.inter_required and len(leaf.target.path) == 1 and not leaf.has_default
    ]


def read_list(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """``decode`` of a list of a union: the arms in one loop."""
    scope = Scope("w", "tag", "found", "items", "y")
    y = ir.var("y")
    branches: list[tuple[Expr, list[Stmt]]] = []
    for question, arms in union.asked:
        condition = asked(resolver.snaked, question, W, union.tag)
        steps = _read_arm(resolver, arms[0], scope) if arms else [ir.let("y", _opaque(union))]
        for other in arms[1:]:
            steps.append(ir.if_((ir.missing(y), _read_arm(resolver, other, scope))))
        branches.append((condition, steps))
    body: list[Stmt] = [ir.let("y", ir.const(None))]
    if union.tag:
        body.insert(0, ir.let("tag", ir.opt(W, union.tag)))
    bad = ir.fail("an object", W, None)
    opaque: list[Stmt] = [ir.if_((ir.isnt(W, "object"), [bad])), ir.let("y", _opaque(union))]
    declining = any(lens.gives_up for lens in union.lenses)
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
    params = ["items", *(["calls"] if union.reads_calls else []), *PLACED[: union.numbered]]
    rows = [f"{lens.lens.wire}: {lens.lens.inter}" for lens in union.lenses]
    title = f"Read a list of `{union.wire}` as a list of `{union.inter}`."
    return ir.Function(union.reading_list, params, title, rows, statements)


def _opaque(union: BoundUnion) -> Expr:
    """A wire value that no arm takes, in its place in the list."""
    pairs = [("kind", ir.const("opaque")), ("format", ir.var("FORMAT")), ("value", W)]
    return ir.obj([*pairs, ("at", ir.const(union.at))] if union.at else pairs)


def _read_arm(resolver: Resolver, lens: BoundLens, scope: Scope) -> list[Stmt]:
    place = ir.Plus((PLACE, ir.Count(ir.var("found"))))
    return [ir.let("y", _read(resolver, lens, scope, place))]


def _read(resolver: Resolver, lens: BoundLens, scope: Scope, place: Expr) -> Expr:
    """A value through a lens; what only holds another object is made here."""
    row = whole_row(lens)
    if row is None:
        return read_by(lens, W, place)
    leaf = resolver.leaf(lens.lens, row, row.targets[0])
    inner = leaf.codec.decode(scope, W, Spot(row.name, W, ""))
    pairs = [(k, ir.const(v)) for k, v in lens.inter_tags]
    return ir.obj([*pairs, (row.fields[0][0], inner)])
