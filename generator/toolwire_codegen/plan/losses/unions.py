"""Plans the loss report of unions: what no arm takes, and what the arms do not carry."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.losses import lose
from ...ir.scope import snake
from ..arms import conditions_of, declining, is_arm, lost_words
from ..bound import BoundLens, BoundUnion, place_of
from ..resolve import Resolver
from .reports import X, unsupported


def union_losses(resolver: Resolver, union: BoundUnion) -> ir.Function:
    """What a union has no arm for, and what its arms do not carry."""
    hidden = [*([ir.NewSet()] if union.hides_ids else []), *place_of(union)]
    written = ir.call(union.writing, X, *hidden)
    nowhere: Expr = ir.missing(written)
    if union.lists:
        nowhere = ir.not_(ir.Filled(ir.call(union.writing_list, ir.arr(X), *hidden)))
    lost = unsupported(X, ir.var("path"), *reasons(resolver, union))
    body: list[Stmt] = [ir.if_((nowhere, [lost, ir.Stop()]))]
    if union.by_value:
        local = ir.call(union.reading, written, *place_of(union))
        differs = ir.not_(ir.runtime("comes_back", local, X))
        body.append(ir.if_((differs, [lose("", "value", "it reads back otherwise")])))
    branches: list[tuple[Expr, list[Stmt]]] = []
    for lens in union.written:
        if any(not row.fields[0] for row in lens.lens.rows):
            continue
        condition = is_arm(resolver, lens, X)
        condition = ir.and_(condition, *conditions_of(resolver, lens, union.written, X))
        if declining(resolver, lens, union.written):
            more = [*([ir.NewSet()] if lens.hides_ids else []), *place_of(lens)]
            given = ir.call(lens.writing, X, *more)
            condition = ir.and_(condition, ir.present(given))
        branches.append((condition, [ir.LoseIn(lens.losing, X, "")]))
    if union.scalars or any(not r.fields[0] for o in union.lenses for r in o.lens.rows):
        objects = ir.is_(X, "object")
        branches = [(ir.and_(objects, c), b) for c, b in branches]
    if branches:
        body.append(ir.if_(*branches))
    return ir.Function(
        union.losing,
        ["x", "path", "losses", "calls"],
        f"What `{union.wire}` cannot carry of `{union.inter}`.",
        [],
        body,
    )


def reasons(resolver: Resolver, union: BoundUnion) -> list[Expr]:
    """The constant that says why arms are lost, if any is."""
    found = _reasons(resolver, union)
    stem = f"NO_{snake(union.wire).upper()}"
    return [ir.var(resolver.constants.put(stem, found))] if found else []


def _reasons(resolver: Resolver, union: BoundUnion) -> dict[str, str]:
    """Tag (or first required key) of each arm declared lost → the reason; none if said elsewhere.

    Under `tag.field` stands why an arm that has lenses takes none with that field.
    """
    schema, words = resolver.inter, lost_words(resolver, union)
    pair = (union.inter, union.wire)
    stated = (one for one in resolver.transform.unions if (one.inter, one.wire) == pair)
    elsewhere = next((one.elsewhere for one in stated), frozenset())
    found = {word: "" if word in elsewhere else union.lost[word] for word in words}
    for name, reason in union.lost.items():
        if name in words:
            continue
        kinds = [schema.const(name, key) for key in schema.required(name)]
        tag = next((values[0] for values in kinds if len(values) == 1), None)
        found[str(tag or sorted(schema.required(name))[0])] = reason
    free = {lens.lens.inter for lens in union.lenses if not lens.lens.own}
    for lens in union.lenses:
        if lens.lens.own and lens.inter_tags and lens.lens.inter not in free:
            found.setdefault(str(lens.inter_tags[0][1]), lens.lens.own)
        for field, reason in _untaken(resolver, union, lens).items():
            found.setdefault(f"{lens.inter_tags[0][1]}.{field}", reason)
    return found


def _untaken(resolver: Resolver, union: BoundUnion, lens: BoundLens) -> dict[str, str]:
    """Fields that a value of an arm may have alone, and that none of its lenses takes: why not.

    The last one says so, which takes what no other does.
    """
    ways = resolver.inter.defs[lens.lens.inter].get("oneOf", ()) if lens.inter_tags else ()
    fields = {key for way in ways for key in way["required"]}
    lost = [
        {path[-1]: row.lost for row in one.lens.rows if row.lost for path in row.fields}
        for one in union.lenses
        if fields and one.lens.inter == lens.lens.inter
    ]
    return {
        field: reason
        for field, reason in (lost[-1] if lost else {}).items()
        if field in fields and all(field in one for one in lost)
    }
