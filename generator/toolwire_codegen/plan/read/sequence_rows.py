"""Reads rows whose field is a sequence: the list itself, and what goes to its front."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...load.transform import Row
from ...resolve.paths import must_be_there
from ..bound import read_by
from ..folding import Folding, folding_of
from .state import Reading


def read_sequence(reading: Reading, row: Row) -> Expr | None:
    """The value of a required sequence field; None if the field may be absent."""
    folding = folding_of(reading.resolver, reading.lens, row)
    inter = reading.resolver.inter
    if not must_be_there(inter, reading.lens.inter, row.fields[0]):
        return None
    scope, root = reading.scope, reading.objects.root
    s = folding.sequence
    name = scope.fresh(s.wire_key)
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(
        ir.let(name, ir.get(root.var, s.wire_key)),
        ir.if_((ir.isnt(ir.var(name), "array"), [bad])),
    )
    reading.objects.took(root, s.wire_key)
    units = scope.let("units", read_by(folding, ir.var(name)))
    if s.lift:
        _read_lift(reading, folding, units)
    return units


def _read_lift(reading: Reading, folding: Folding, units: Expr) -> None:
    """A unit that stands in a wire key of its own goes to the front of the list."""
    scope, root, s = reading.scope, reading.objects.root, folding.sequence
    lens = folding.lifted()
    raw = scope.let(s.lift_key, ir.opt(root.var, s.lift_key))
    shapes = reading.resolver.format.wire_shapes(s.wire_record, (s.lift_key,))
    kinds = list(dict.fromkeys(shape.json_type for shape in shapes if shape.kind != "null"))
    with reading.inner() as inner:
        inner.add(ir.InsertFirst(units, read_by(lens, raw)))
        reading.objects.took(root, s.lift_key)
    bad = ir.fail(" or ".join({"string": "a string", "array": "a list", "object": "an object"}[k]
                              for k in kinds), root.var, s.lift_key)  # fmt: skip
    condition = ir.or_(*(ir.is_(raw, kind) for kind in kinds))
    scope.add(ir.if_((condition, inner.body), (ir.present(raw), [bad])))


def read_optional_sequence(reading: Reading, row: Row) -> None:
    folding = folding_of(reading.resolver, reading.lens, row)
    scope, root, s = reading.scope, reading.objects.root, folding.sequence
    raw = scope.let(s.wire_key, ir.opt(root.var, s.wire_key))
    branches: list[tuple[Expr, list[Stmt]]] = []
    for kind in ("array", "object") if folding.alone else ("array",):
        with reading.inner() as inner:
            items = raw if kind == "array" else ir.arr(raw)
            units = read_by(folding, items)
            inner.add(ir.put(ir.var("x"), s.field, units))
            if kind == "object":
                inner.add(inner.note(s.field, "style", ir.const("alone")))
            reading.objects.took(root, s.wire_key)
        branches.append((ir.is_(raw, kind), inner.body))
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(ir.if_(*branches, (ir.present(raw), [bad])))
