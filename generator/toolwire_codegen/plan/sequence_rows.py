"""Plans rows whose field is a sequence: the list itself, and what is lifted out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there
from ..load.transform import Row, Sequence
from ..resolve.paths import must_be_there
from .bound import BoundLens
from .folding import Folding
from .landing import landing
from .read.objects import WireObjects

if TYPE_CHECKING:
    from .write.rows import RowWriter


def read_sequence(reader: WireObjects, row: Row) -> Expr | None:
    """The value of a required sequence field; None if the field may be absent."""
    folding = Folding(reader.resolver, _sequence(reader, row))
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
    units = scope.let("units", ir.call(folding.reading, ir.var(name), *folding.context("calls")))
    if s.lift:
        _read_lift(reader, folding, units)
    return units


def _sequence(planner: Any, row: Row) -> Sequence:
    found: Sequence | None = planner.resolver.format.sequence(planner.lens, row)
    assert found is not None
    return found


def _lift_lens(folding: Folding) -> BoundLens:
    s, resolver = folding.sequence, folding.resolver
    schema = resolver.wire.properties(s.wire_record)[s.lift_key]
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if not name:
        refs = [arm.get("$ref", "") for arm in schema.get("anyOf", ())]
        name = next(ref.rpartition("/")[2] for ref in refs if ref)
    return resolver.bound[s.lift, name]


def _read_lift(reader: WireObjects, folding: Folding, units: Expr) -> None:
    """A unit that stands in a wire key of its own goes to the front of the list."""
    scope, root, s = reader.scope, reader.root, folding.sequence
    lens = _lift_lens(folding)
    raw = scope.let(s.lift_key, ir.opt(root.var, s.lift_key))
    shapes = reader.resolver.format.wire_shapes(s.wire_record, (s.lift_key,))
    kinds = list(dict.fromkeys(shape.json_type for shape in shapes if shape.kind != "null"))
    inner = scope.inner()
    outer, reader.scope = reader.scope, inner
    context = [ir.var("calls")] if lens.reads_calls else []
    lifted = ir.call(lens.reading, raw, *context)
    inner.add(ir.InsertFirst(units, lifted))
    reader.took(root, s.lift_key)
    reader.scope = outer
    bad = ir.fail(" or ".join({"string": "a string", "array": "a list", "object": "an object"}[k]
                              for k in kinds), root.var, s.lift_key)  # fmt: skip
    condition = ir.or_(*(ir.is_(raw, kind) for kind in kinds))
    scope.add(ir.if_((condition, inner.body), (ir.present(raw), [bad])))


def read_optional_sequence(reader: WireObjects, row: Row) -> None:
    folding = Folding(reader.resolver, _sequence(reader, row))
    scope, root, s = reader.scope, reader.root, folding.sequence
    raw = scope.let(s.wire_key, ir.opt(root.var, s.wire_key))
    branches: list[tuple[Expr, list[Stmt]]] = []
    for kind in ("array", "object") if folding.alone else ("array",):
        inner = scope.inner()
        outer, reader.scope = reader.scope, inner
        items = raw if kind == "array" else ir.arr(raw)
        units = ir.call(folding.reading, items, *folding.context("calls"))
        inner.add(ir.put(ir.var("x"), s.field, units))
        if kind == "object":
            inner.add(inner.note(s.field, "style", ir.const("alone")))
        reader.took(root, s.wire_key)
        reader.scope = outer
        branches.append((ir.is_(raw, kind), inner.body))
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(ir.if_(*branches, (ir.present(raw), [bad])))


def write_sequence(writer: RowWriter, row: Row, always: Any, after: list[Stmt]) -> None:
    folding = Folding(writer.resolver, _sequence(writer, row))
    s, scope = folding.sequence, writer.scope
    inter = writer.resolver.inter
    units: Expr = ir.get(ir.var("x"), s.field)
    if not must_be_there(inter, writer.lens.inter, row.fields[0]):
        inner = scope.inner()
        items = inner.let(s.wire_key, ir.call(folding.writing, units, *folding.context("hidden")))
        kept = ir.or_(ir.Filled(items), ir.not_(ir.Filled(units)))
        puts: list[Stmt] = [ir.put(ir.var("w"), s.wire_key, items)]
        if folding.alone:
            scope.forms = True
            alone = ir.and_(ir.Styled(s.field, "alone"), ir.SizeIs(items, 1))
            puts.insert(0, ir.if_((alone, [ir.assign(items, ir.at(items, 0))])))
        inner.add(ir.if_((kept, puts)))
        after.append(ir.if_((field_there((s.field,)), inner.body)))
        return
    lifted: list[Expr] = []
    if s.lift:
        out = _lifted(writer, folding, units)
        if s.lift_anywhere:
            lifted = [out]
        else:
            units = ir.var("units")
        one = ir.SizeIs(out, 1)
        lens = _lift_lens(folding)
        name = landing(writer.resolver, lens)
        keys = ir.var(name) if name else ir.obj()
        several = ir.runtime("merged", out, ir.var("FORMAT"), keys)
        merged = ir.IfElse(one, ir.at(out, 0), several)
        hidden = [ir.var("hidden")] if lens.hides_ids else []
        put = ir.put(ir.var("w"), s.lift_key, ir.call(lens.writing, merged, *hidden))
        after.append(ir.if_((ir.Filled(out), [put])))
    items = ir.call(folding.writing, units, *folding.context("hidden"), *lifted)
    always.append(((s.wire_key,), items))


def _lifted(writer: RowWriter, folding: Folding, units: Expr) -> Expr:
    """The list of units that leave theirs: filled while it is written, or split off its front."""
    s, scope = folding.sequence, writer.scope
    if s.lift_anywhere:
        return scope.let("lifted", ir.arr())
    scope.names |= {"units", "lifted"}
    role = writer.resolver.inter.const(s.lift, "role")[0]
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
