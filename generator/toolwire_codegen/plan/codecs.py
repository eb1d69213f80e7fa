"""Codecs: how one wire value and one intermediate value stand for each other.

A codec is chosen for each target of a row: from the operator written there or, where none is,
from the two shapes. It knows what it takes (``accepts``), how to read it (``decode``) and how to
write it (``encode``); where the value goes is the lens's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import EXPECTED
from ..ir.scope import Scope

SCALARS = ("string", "integer", "boolean")


@dataclass
class Spot:
    """What a codec may need to know of the row it serves."""

    field: str
    wire: Expr
    key: str
    content: Expr | None = None


class Codec:
    """The identity on values of the given JSON types."""

    #: a misfit that is not null is malformed input, not an odd spelling
    structural = False
    #: decoding may find that the value does not fit, and then gives missing
    partial = False
    #: other spellings than ``encode``'s decode too; the form keeps the raw one
    spelled = False
    #: its values may be equal and yet other JSON, such as 1 and 1.0
    subtle = False
    #: takes whatever stands there, also nothing at all
    absorbs = False
    expected = "a value"

    def accepts(self, raw: Expr) -> Expr | None:
        return None

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return raw

    def fits(self, value: Expr) -> Expr | None:
        """Whether an intermediate value can be written at all (asked only in cases)."""
        return None

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return value

    def lenses(self) -> list[Any]:
        """The lenses this codec calls."""
        return []


class Copy(Codec):
    """A value of one of some JSON types, as it is."""

    def __init__(
        self, types: tuple[str, ...], consts: tuple[Any, ...] = (), items: str = ""
    ) -> None:
        self.types = tuple(dict.fromkeys(types))
        self.consts = consts
        self.items = items
        self.structural = bool({"array", "object"} & set(types)) and "string" not in types
        self.expected = " or ".join(EXPECTED[name] for name in self.types)
        if items:
            self.expected = f"a list of {EXPECTED[items].partition(' ')[2]}s"

    def accepts(self, raw: Expr) -> Expr | None:
        if self.consts:
            return ir.or_(*(ir.eq(raw, value) for value in self.consts))
        if "any" in self.types:
            return None
        if self.items == "string":
            return ir.and_(ir.is_(raw, "array"), ir.runtime("strings", raw))
        if self.items:
            item = ir.is_(ir.var("item"), self.items)
            return ir.and_(ir.is_(raw, "array"), Expr("all", ("item", raw, item)))
        return ir.or_(*(ir.is_(raw, name) for name in self.types if not self._covered(name)))

    def _covered(self, name: str) -> bool:
        return name == "integer" and "number" in self.types


class Scalar(Codec):
    """A value that a function of the runtime turns round; ``None`` from it means: no fit."""

    partial = True
    spelled = True

    def __init__(self, read: str, write: str, *args: Any, exact: bool = False) -> None:
        self.read, self.write = read, write
        self.args = tuple(arg if isinstance(arg, Expr) else ir.const(arg) for arg in args)
        self.spelled = not exact
        self.expected = "a value of the documented form"

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.runtime(self.read, raw, *self.args)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.runtime(self.write, value, *self.args)


class Table(Codec):
    """An enumeration, through two constant tables."""

    spelled = True
    partial = True

    def __init__(self, name: str, otherwise: Any, injective: bool) -> None:
        self.reading, self.writing = f"{name}_FROM_WIRE", f"{name}_TO_WIRE"
        self.otherwise = otherwise
        self.spelled = not injective
        self.expected = "one of the documented values"

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.runtime("looked_up", ir.var(self.reading), raw, ir.const(self.otherwise))

    def fits(self, value: Expr) -> Expr | None:
        return Expr("in", (value, ir.var(self.writing)))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return Expr("call", ("item", (ir.var(self.writing), value)))


class Calls(Codec):
    """A finish reason that says `stop` although the message holds calls reads as tool_calls."""

    spelled = True
    expected = "a finish reason"

    def __init__(self, table: Table) -> None:
        self.table = table

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        table = self.table
        assert spot.content is not None, "`calls` follows the message's own row"
        found = Expr("lookup", (ir.var(table.reading), raw, ir.const(table.otherwise)))
        reason = scope.let("reason", found)
        called = ir.if_(
            (
                ir.eq(ir.opt(ir.var("block"), "kind"), "toolCall"),
                [ir.let(reason.args[0], ir.const("tool_calls")), Stmt("break", ())],
            )
        )
        loop = ir.for_("block", spot.content, [called])
        scope.add(ir.if_((ir.eq(reason, "stop"), [loop])))
        return reason

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return self.table.encode(scope, value, spot)


class ThroughLens(Codec):
    """An object through a lens of its own."""

    structural = True
    expected = "an object"

    def __init__(
        self,
        lens: Any,
        reading: str,
        writing: str,
        tag: list[tuple[str, Any]],
        partial: bool,
        alone: bool,
    ) -> None:
        self.lens, self.reading, self.writing, self.tag = lens, reading, writing, tag
        self.partial = partial
        self.spelled = not lens.keeps and not lens.whole_child
        # Where the wire has other arms too, one that is not ours is no mistake.
        self.structural = alone

    def accepts(self, raw: Expr) -> Expr | None:
        tags = [ir.eq(ir.opt(raw, key), value) for key, value in self.tag]
        return ir.and_(ir.is_(raw, "object"), *tags)

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.call(self.reading, raw, *_context(self.lens.reads_calls, "calls"))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.call(self.writing, value, *_context(self.lens.hides_ids, "hidden"))

    def lenses(self) -> list[Any]:
        return [self.lens]


class ThroughUnion(Codec):
    """A value of a union, through the union's function."""

    structural = True
    expected = "an object"

    def __init__(self, union: Any) -> None:
        self.union = union
        self.partial = not union.total
        self.spelled = union.by_value
        if union.scalars:
            self.expected = "a string or an object"

    def accepts(self, raw: Expr) -> Expr | None:
        objects = ir.is_(raw, "object")
        return ir.or_(ir.is_(raw, "string"), objects) if self.union.scalars else objects

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.call(self.union.reading, raw, *_context(self.union.reads_calls, "calls"))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.call(self.union.writing, value, *_context(self.union.hides_ids, "hidden"))

    def lenses(self) -> list[Any]:
        return list(self.union.lenses)


class Many(Codec):
    """A list of what another codec takes."""

    structural = True
    expected = "a list"

    def __init__(self, item: ThroughLens | ThroughUnion) -> None:
        self.item = item

    def accepts(self, raw: Expr) -> Expr | None:
        return ir.is_(raw, "array")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        if isinstance(self.item, ThroughUnion):
            union = self.item.union
            context = _context(union.reads_calls, "calls")
            return ir.call(union.reading_list, raw, *context)
        one = self.item.decode(scope, ir.var("item"), spot)
        return Expr("each", (one, "item", raw, False))

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        if isinstance(self.item, ThroughUnion):
            union = self.item.union
            context = _context(union.hides_ids, "hidden")
            return ir.call(union.writing_list, value, *context)
        one = self.item.encode(scope, ir.var("item"), spot)
        return Expr("each", (one, "item", value, self.item.partial))

    def lenses(self) -> list[Any]:
        return self.item.lenses()


def _context(wanted: bool, name: str) -> list[Expr]:
    return [ir.var(name)] if wanted else []
