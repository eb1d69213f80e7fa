"""What is reported of a value wherever it stands: overlays, keys and values without a place."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ..resolve import Resolver

X = ir.var("x")


def foreign(value: Expr, suffix: str, keeps: bool, record: str) -> Stmt:
    """Overlays that go nowhere: other formats', and our own where nothing lays it back."""
    own = ir.var("FORMAT") if keeps else ir.const("")
    place = ir.Place(suffix)
    name = ir.Const(record, "record")
    return ir.do(ir.runtime("foreign", value, own, name, place, ir.var("losses")))


def strange(resolver: Resolver, value: Expr, place: Expr, keeps: bool, record: str) -> Stmt:
    """Overlays that go nowhere, and keys that are no fields of a record."""
    own = ir.var("FORMAT") if keeps else ir.const("")
    fields = _fields(resolver, record)
    return ir.do(ir.runtime("strange", value, own, *fields, place, ir.var("losses")))


def unsupported(value: Expr, place: Expr, *reasons: Expr) -> Stmt:
    """A value that no arm of the wire takes."""
    args = (value, ir.var("FORMAT"), place, ir.var("losses"), *reasons)
    return ir.do(ir.runtime("unsupported", *args))


def unknown(resolver: Resolver, value: Expr, suffix: str, record: str) -> list[Stmt]:
    """Keys that are no fields of a record: an app has misspelled one, or means another."""
    if not resolver.inter.properties(record):
        return []
    args = (value, *_fields(resolver, record), ir.Place(suffix), ir.var("losses"))
    return [ir.do(ir.runtime("unknown", *args))]


def _fields(resolver: Resolver, record: str) -> tuple[Expr, Expr]:
    """The fields of a record, a constant; and its name."""
    fields = frozenset(resolver.inter.properties(record))
    name = resolver.constants.put(f"FIELDS_OF_{snake(record).upper()}", fields)
    return ir.var(name), ir.Const(record, "record")
