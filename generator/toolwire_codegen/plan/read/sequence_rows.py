"""Reads rows whose field is a sequence: the list itself, and what goes to its front."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.transform import Row
from ...resolve.paths import must_be_there
from ..bound import read_by
from ..sequence import BoundSequence, sequence_of
from .objects import Node
from .state import Reading


def read_sequence(reading: Reading, row: Row) -> Expr | None:
    """The value of a required sequence field; None if the field may be absent."""
    bound = sequence_of(reading.resolver, reading.lens, row)
    inter = reading.resolver.inter
    if not must_be_there(inter, reading.lens.inter, row.fields[0]):
        return None
    scope, holder = reading.scope, reading.objects.node(row.targets[0].path[:-1])
    s = bound.sequence
    name = scope.fresh(s.wire_key)
    items = ir.var(name)
    listed = ir.isnt(items, "array")
    bad = ir.fail("a list", holder.var, s.wire_key)
    branches: list[tuple[Expr, list[Stmt]]] = []
    if s.string:
        bad = ir.fail("a string or a list", holder.var, s.wire_key)
        for style, is_so in _in_place(bound, items):
            with reading.inner() as inner:
                inner.add(ir.assign(items, _one_item(bound, items, style)))
                inner.add(inner.note(s.field, "style", ir.const(style)))
            branches.append((is_so, inner.body))
    refused = ir.if_(*branches, (listed, [bad]))
    scope.add(ir.let(name, ir.get(holder.var, s.wire_key)), refused)
    reading.objects.took(holder, s.wire_key)
    units = scope.let("units", read_by(bound, ir.var(name)))
    if s.lift:
        _read_lift(reading, bound, holder, units)
    return units


def _in_place(bound: BoundSequence, items: Expr) -> list[tuple[str, Expr]]:
    """What may stand in the place of the list, and when it does: its one element has it."""
    found = [("string", ir.is_(items, "string"))] if bound.texts else []
    if bound.bare is not None:
        key, words = bound.bare
        constant = bound.resolver.constants.put(f"BARE_{snake(bound.sequence.wire_key).upper()}",
                                                frozenset(words))  # fmt: skip
        all_tagged = ir.runtime("all_tagged", items, ir.const(key), ir.var(constant))
        found.append(("bare", ir.and_(ir.is_(items, "array"), ir.Holds(all_tagged))))
    return found


def _one_item(bound: BoundSequence, text: Expr, style: str) -> Expr:
    """The list that a text, or another list, stands for: one element that has it."""
    part = bound.text_part if style == "string" else None
    if part is not None:
        text = ir.arr(ir.obj([*((key, ir.const(value)) for key, value in part), ("text", text)]))
    tags = [(key, ir.const(value)) for key, value in bound.text_tags()]
    return ir.arr(ir.obj([*tags, (bound.sequence.string_key, text)]))


def _read_lift(reading: Reading, bound: BoundSequence, holder: Node, units: Expr) -> None:
    """A unit that stands in a wire key of its own goes to the front of the list."""
    scope, s = reading.scope, bound.sequence
    lens = bound.lifted()
    raw = scope.let(s.lift_key, ir.opt(holder.var, s.lift_key))
    shapes = reading.resolver.format.wire_shapes(s.wire_record, (s.lift_key,))
    kinds = list(dict.fromkeys(shape.json_type for shape in shapes if shape.kind != "null"))
    with reading.inner() as inner:
        inner.add(ir.InsertFirst(units, read_by(lens, raw)))
        reading.objects.took(holder, s.lift_key)
    bad = ir.fail(" or ".join({"string": "a string", "array": "a list", "object": "an object"}[k]
                              for k in kinds), holder.var, s.lift_key)  # fmt: skip
    condition = ir.or_(*(ir.is_(raw, kind) for kind in kinds))
    scope.add(ir.if_((condition, inner.body), (ir.present(raw), [bad])))


def read_optional_sequence(reading: Reading, row: Row) -> None:
    bound = sequence_of(reading.resolver, reading.lens, row)
    scope, s = reading.scope, bound.sequence
    holder = reading.objects.node(row.targets[0].path[:-1])
    raw = scope.let(s.wire_key, ir.opt(holder.var, s.wire_key))
    branches: list[tuple[Expr, list[Stmt]]] = []
    ways = [(is_so, _one_item(bound, raw, style), style) for style, is_so in _in_place(bound, raw)]
    ways.append((ir.is_(raw, "array"), raw, ""))
    ways += [(ir.is_(raw, "object"), ir.arr(raw), "alone")] if bound.alone else []
    for is_so, items, style in ways:
        with reading.inner() as inner:
            inner.add(ir.put(ir.var("x"), s.field, read_by(bound, items)))
            if style:
                inner.add(inner.note(s.field, "style", ir.const(style)))
            reading.objects.took(holder, s.wire_key)
        branches.append((is_so, inner.body))
    bad = ir.fail("a string or a list" if s.string else "a list", holder.var, s.wire_key)
    scope.add(ir.if_(*branches, (ir.present(raw), [bad])))
