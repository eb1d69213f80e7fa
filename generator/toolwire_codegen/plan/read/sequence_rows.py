"""Reads rows whose field is a sequence: the list itself, and what goes to its front."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...load.transform import Row
from ...resolve.paths import must_be_there
from ..bound import read_by
from ..folding import Folding, folding_of
from .objects import WireObjects


def read_sequence(reader: WireObjects, row: Row) -> Expr | None:
    """The value of a required sequence field; None if the field may be absent."""
    folding = folding_of(reader.resolver, reader.lens, row)
    inter = reader.resolver.inter
    if not must_be_there(inter, reader.lens.inter, row.fields[0]):
        return None
    scope, root = reader.scope, reader.root
    s = folding.sequence
    name = scope.fresh(s.wire_key)
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(
        ir.let(name, ir.get(root.var, s.wire_key)),
        ir.if_((ir.isnt(ir.var(name), "array"), [bad])),
    )
    reader.took(root, s.wire_key)
    units = scope.let("units", read_by(folding, ir.var(name)))
    if s.lift:
        _read_lift(reader, folding, units)
    return units


def _read_lift(reader: WireObjects, folding: Folding, units: Expr) -> None:
    """A unit that stands in a wire key of its own goes to the front of the list."""
    scope, root, s = reader.scope, reader.root, folding.sequence
    lens = folding.lifted()
    raw = scope.let(s.lift_key, ir.opt(root.var, s.lift_key))
    shapes = reader.resolver.format.wire_shapes(s.wire_record, (s.lift_key,))
    kinds = list(dict.fromkeys(shape.json_type for shape in shapes if shape.kind != "null"))
    inner = scope.inner()
    outer, reader.scope = reader.scope, inner
    inner.add(ir.InsertFirst(units, read_by(lens, raw)))
    reader.took(root, s.lift_key)
    reader.scope = outer
    bad = ir.fail(" or ".join({"string": "a string", "array": "a list", "object": "an object"}[k]
                              for k in kinds), root.var, s.lift_key)  # fmt: skip
    condition = ir.or_(*(ir.is_(raw, kind) for kind in kinds))
    scope.add(ir.if_((condition, inner.body), (ir.present(raw), [bad])))


def read_optional_sequence(reader: WireObjects, row: Row) -> None:
    folding = folding_of(reader.resolver, reader.lens, row)
    scope, root, s = reader.scope, reader.root, folding.sequence
    raw = scope.let(s.wire_key, ir.opt(root.var, s.wire_key))
    branches: list[tuple[Expr, list[Stmt]]] = []
    for kind in ("array", "object") if folding.alone else ("array",):
        inner = scope.inner()
        outer, reader.scope = reader.scope, inner
        items = raw if kind == "array" else ir.arr(raw)
        units = read_by(folding, items)
        inner.add(ir.put(ir.var("x"), s.field, units))
        if kind == "object":
            inner.add(inner.note(s.field, "style", ir.const("alone")))
        reader.took(root, s.wire_key)
        reader.scope = outer
        branches.append((ir.is_(raw, kind), inner.body))
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(ir.if_(*branches, (ir.present(raw), [bad])))
