"""The codecs that two shapes call for where no operator is written."""

from __future__ import annotations

from typing import Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import EXPECTED
from ..ir.scope import Scope
from ..operators.base import Codec, Plain, Spot, X, as_it_is, field_and_place
from ..operators.leaf import Leaf
from ..resolve.telling import Question
from .asking import Snaked, asked
from .bound import (
    FIRST,
    BoundLens,
    BoundUnion,
    calls_of,
    hidden_of,
    place_of,
    read_by,
    written_by,
)

SCALARS = ("string", "integer", "boolean")


class Copy(Codec):
    """A value of one of some JSON types, as it is."""

    def __init__(
        self, types: tuple[str, ...], consts: tuple[Any, ...] = (), of: str = "", alone: bool = True
    ) -> None:
        self.types = tuple(dict.fromkeys(types))
        self.consts = consts
        self.of = of
        # Where the wire has other types too, one that is not ours is no mistake.
        self.structural = alone and bool({"array", "object"} & set(types)) and "string" not in types
        self.expected = " or ".join(EXPECTED[name] for name in self.types)
        if of:
            self.expected = f"a list of {EXPECTED[of].partition(' ')[2]}s"

    def accepts(self, raw: Expr) -> Expr | None:
        if self.consts:
            return ir.or_(*(ir.eq(raw, value) for value in self.consts))
        if "any" in self.types:
            return None
        if self.of == "string":
            return ir.and_(ir.is_(raw, "array"), ir.runtime("strings", raw))
        if self.of:
            item = ir.is_(ir.var("item"), self.of)
            return ir.and_(ir.is_(raw, "array"), ir.All("item", raw, item))
        return ir.or_(*(ir.is_(raw, name) for name in self.types if not self._covered(name)))

    def _covered(self, name: str) -> bool:
        return name == "integer" and "number" in self.types

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return raw

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return value

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

    def read_plain(self, raw: Expr, value: Expr, scope: Scope) -> Plain | None:
        if self.consts or len(self.types) != 1 or self.types[0] not in SCALARS:
            return None
        return [ir.is_(raw, self.types[0])], value

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        return None if self.consts else as_it_is(leaf, value, scope)

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        named = "string" in self.types and leaf.key
        if self.consts or (self.types != ("string",) and not named):
            return None
        return [ir.is_(raw, "string"), *leaf.filled(value)]


class ThroughLens(Codec):
    """An object through a lens of its own."""

    looks = vanishes = True
    expected = "an object"

    def __init__(
        self,
        lens: BoundLens,
        question: Question,
        snaked: Snaked,
        partial: bool,
        alone: bool,
    ) -> None:
        self.lens, self.question, self.snaked = lens, question, snaked
        self.partial = partial
        self.spelled = not lens.keeps and not lens.whole_child
        # Where the wire has other arms too, one that is not ours is no mistake.
        self.structural, self.meets_unknown = alone, not alone

    def accepts(self, raw: Expr) -> Expr | None:
        objects = ir.is_(raw, "object")
        has_claims = any(self.question.claims)
        return ir.and_(objects, asked(self.snaked, self.question, raw)) if has_claims else objects

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return read_by(self.lens, raw)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return written_by(self.lens, value, spot.place or FIRST)

    def lenses(self) -> list[Any]:
        return [self.lens]

    @property
    def through(self) -> BoundLens:
        """What has the functions that convert a value."""
        return self.lens

    @property
    def losing(self) -> str:
        """The function that reports what is lost."""
        return self.lens.losing

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return [ir.LoseIn(self.losing, *field_and_place(leaf, X))]


class ThroughUnion(Codec):
    """A value of a union, through the union's function."""

    structural = refuses = looks = vanishes = True
    expected = "an object"

    def __init__(self, union: BoundUnion, covered: bool = True) -> None:
        self.union = union
        self.partial = not union.total
        self.meets_unknown = self.partial and not covered
        self.spelled = union.by_value
        if union.kinds:
            words = [EXPECTED[kind] for kind in union.kinds]
            self.expected = " or ".join([*words, "an object"])

    def accepts(self, raw: Expr) -> Expr | None:
        objects = ir.is_(raw, "object")
        return ir.or_(*(ir.is_(raw, kind) for kind in self.union.kinds), objects)

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return read_by(self.union, raw)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return written_by(self.union, value, spot.place or FIRST)

    def lenses(self) -> list[Any]:
        return list(self.union.lenses)

    @property
    def through(self) -> BoundUnion:
        """What has the functions that convert a value."""
        return self.union

    @property
    def losing(self) -> str:
        """The function that reports what is lost."""
        return self.union.losing

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return [ir.LoseIn(self.losing, *field_and_place(leaf, X))]

    def put_back(self, written: Expr, old: Expr) -> list[Stmt]:
        # No overlay holds what such an object has besides: it is in the old spelling alone.
        more = ir.runtime("with_rest", written, old, ir.const(self.union.named))
        return [ir.assign(written, more)]


class Many(Codec):
    """A list of what another codec takes."""

    structural = many = True
    expected = "a list"

    def __init__(self, item: ThroughLens | ThroughUnion) -> None:
        self.item = item

    def accepts(self, raw: Expr) -> Expr | None:
        return ir.is_(raw, "array")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        if isinstance(self.item, ThroughUnion):
            union = self.item.union
            numbers = place_of(union, spot.first or FIRST)
            return ir.call(union.reading_list, raw, *calls_of(union), *numbers)
        one = self.item.decode(scope, ir.var("item"), spot)
        return ir.Each(one, "item", raw, False)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        if isinstance(self.item, ThroughUnion):
            union = self.item.union
            numbers = place_of(union, spot.first or FIRST)
            return ir.call(union.writing_list, value, *hidden_of(union), *numbers)
        one = self.item.encode(scope, ir.var("item"), spot)
        return ir.Each(one, "item", value, self.item.partial)

    def lenses(self) -> list[Any]:
        return self.item.lenses()

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return [ir.LoseEach(self.item.losing, *field_and_place(leaf, X))]
