"""Writes rows whose field is a sequence: the list itself, and what is lifted out of it."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there
from ...load.transform import Row
from ...operators.base import Pairs
from ...resolve.paths import must_be_there
from ..bound import hidden_of, written_by
from ..landing import landing
from ..sequence import BoundSequence, sequence_of
from .state import Writing


def write_sequence(writing: Writing, row: Row, always: Pairs, after: list[Stmt]) -> None:
    bound = sequence_of(writing.resolver, writing.lens, row)
    s, scope = bound.sequence, writing.scope
    place = row.targets[0].path
    inter = writing.resolver.inter
    units: Expr = ir.get(ir.var("x"), s.field)
    if not must_be_there(inter, writing.lens.inter, row.fields[0]):
        inner = scope.inner()
        items = inner.let(s.wire_key, written_by(bound, units))
        wanted = ir.or_(ir.Filled(items), ir.not_(ir.Filled(units)))
        puts = writing.put(place, _restyled(writing, bound, items))
        if bound.alone:
            scope.forms = True
            alone = ir.and_(ir.Styled(s.field, "alone"), ir.SizeIs(items, 1))
            puts.insert(0, ir.if_((alone, [ir.assign(items, ir.at(items, 0))])))
        inner.add(ir.if_((wanted, puts)))
        after.append(ir.if_((field_there((s.field,)), inner.body)))
        return
    lifted: list[Expr] = []
    if s.lift:
        out = _lifted(writing, bound, units)
        if s.lift_anywhere:
            lifted = [out]
        else:
            units = ir.var("units")
        one = ir.SizeIs(out, 1)
        lens = bound.lifted()
        name = landing(writing.resolver, lens)
        keys = ir.var(name) if name else ir.obj()
        several = ir.runtime("merged", out, ir.var("FORMAT"), keys)
        merged = ir.IfElse(one, ir.at(out, 0), several)
        put = writing.put((*place[:-1], s.lift_key), written_by(lens, merged))
        after.append(ir.if_((ir.Filled(out), put)))
    items = ir.call(bound.writing, units, *hidden_of(bound), *lifted)
    always.append((place, _restyled(writing, bound, items)))


def _restyled(writing: Writing, bound: BoundSequence, items: Expr) -> Expr:
    """A list that was a string, or another list, is one again, as long as it says no more."""
    s, scope = bound.sequence, writing.scope
    if not s.string:
        return items
    scope.forms = True
    items = items if isinstance(items, ir.Var) else scope.let(s.wire_key, items)
    tags = ir.const(dict(bound.text_tags()))
    args = (items, ir.const(s.string_key), tags)
    found: Expr = items
    if bound.bare is not None:
        found = ir.IfElse(ir.Styled(s.field, "bare"), ir.runtime("bare_or_list", *args), found)
    if bound.texts:
        part = bound.text_part
        string = (*args, ir.const(dict(part))) if part is not None else args
        text = ir.runtime("string_or_list", *string)
        found = ir.IfElse(ir.Styled(s.field, "string"), text, found)
    return found


def _lifted(writing: Writing, bound: BoundSequence, units: Expr) -> Expr:
    """The list of units that leave theirs: filled while it is written, or split off its front."""
    s, scope = bound.sequence, writing.scope
    if s.lift_anywhere:
        return scope.let("lifted", ir.arr())
    scope.names |= {"units", "lifted"}
    role = writing.resolver.inter.const(s.lift, "role")[0]
    split = ir.runtime("lifted_leading", units, ir.const("role"), ir.const(role), ir.var("FORMAT"))
    scope.add(
        ir.Unpack(
            (
                "lifted",
                "units",
            ),
            split,
        )
    )
    return ir.var("lifted")
