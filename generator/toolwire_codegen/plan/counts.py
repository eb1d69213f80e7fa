"""Counts that a wire may have as floats: 12.0 is 12, and goes back as 12.0."""

from __future__ import annotations

from .. import ir
from ..ir import Stmt
from ..resolve.paths import Path, types
from .bound import BoundLens
from .resolve import Resolver

FORM, FLOATS = ir.var("form"), "float"


def float_places(resolver: Resolver, bound: BoundLens) -> list[Path]:
    """Where a lens has integers for what is any number on the wire."""
    one, lens = resolver.format, bound.lens
    if not bound.keeps:
        return []
    return [
        row.targets[0].path for row in lens.rows
        if len(row.targets) == len(row.fields) == 1
        and "number" not in (kinds := types(one.inter_shapes(lens.inter, row.fields[0])))
        and "integer" in kinds
        and "number" in types(one.wire_shapes(lens.wire, row.targets[0].path))
    ]  # fmt: skip


def counted(resolver: Resolver, bound: BoundLens) -> list[Stmt]:
    """Read floats that are whole as the integers that they are; the form says which these were."""
    places = float_places(resolver, bound)
    if not places:
        return []
    args = (FORM, ir.var("w"), ir.const([list(path) for path in places]))
    return [ir.Unpack(("form", "w"), ir.runtime("whole_counts", *args))]


def uncounted(resolver: Resolver, bound: BoundLens) -> list[Stmt]:
    """Write as floats what came so."""
    if not float_places(resolver, bound):
        return []
    put = ir.do(ir.runtime("as_floats", ir.var("w"), ir.get(FORM, FLOATS)))
    return [ir.if_((ir.Spelled(FLOATS, ""), [put]))]
