"""Plans sequences: lists whose units share wire elements (``fold``) or leave them (``lift``).

A unit that stood against the canonical grouping carries a note in its form: ``turn`` is
``apart`` (an element of its own although it could have joined the one before) or ``joined``;
``group`` keeps what else the shared element held; ``lift`` ``kept`` says a unit stayed in the list.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import snake
from ..load.transform import Lens, Row, Sequence
from ..resolve.telling import tell
from .arms import is_arm
from .asking import asked
from .bound import BoundLens, BoundUnion
from .codecs import Many, ThroughUnion
from .resolve import Resolver

ITEM, UNIT, UNITS, ITEMS = ir.var("item"), ir.var("unit"), ir.var("units"), ir.var("items")


def mark(key: str, value: str) -> Stmt:
    """Note in a unit's form how it stood in its list."""
    return ir.do(ir.runtime("mark", UNIT, ir.var("FORMAT"), ir.const(key), ir.const(value)))


class Folding:
    """What the planning of one sequence needs to know, both ways."""

    def __init__(self, resolver: Resolver, sequence: Sequence) -> None:
        self.resolver, self.sequence = resolver, sequence
        record = resolver.wire.properties(sequence.into)
        self.elements = [
            shape
            for outer in resolver.wire.shapes(record.get(sequence.into_key))
            for shape in outer.items
        ]
        names = [shape.name for shape in self.elements]
        self.member = next(
            lens
            for (inter, wire), lens in resolver.bound.items()
            if inter == sequence.member and wire in names
        )
        every = tell(resolver.wire, names, {name for _, name in resolver.bound})
        self.told = next(told for told in every if told.arm == self.member.lens.wire)
        self.rest = resolver.bound.get((sequence.rest or "UserMessage", sequence.into))
        self.shares = self.rest is not None
        self.joins_rest = bool(sequence.rest)
        name = snake(sequence.field)
        self.reading, self.writing = f"_decode_{name}", f"_encode_{name}"
        self.unfolding = f"_unfold_{name}"
        inter = resolver.format.inter_shapes(sequence.record, (sequence.field,))
        wire = resolver.format.wire_shapes(sequence.wire_record, (sequence.wire_key,))
        self.alone = any(shape.json_type == "object" for shape in wire)
        lists = tuple(shape for shape in wire if shape.kind == "array")
        codec = resolver.between(inter, lists)
        self.union: BoundUnion | None = None
        if isinstance(codec, Many) and isinstance(codec.item, ThroughUnion):
            self.union = codec.item.union
        # The functions of a list call those of its arms, whichever of them ask for it.
        called = [one for one in (self.member, self.rest, self.union) if one is not None]
        self.reads_calls = any(one.reads_calls for one in called)
        self.hides_ids = any(one.hides_ids for one in called)
        keys = {sequence.into_key, *(key for key, _ in self.group_tags())}
        spelled = not resolver.snaked.keys().isdisjoint(keys)
        self.snake_keys = resolver.snake_keys(sequence.into, ()) if spelled else ""
        self.source = "source" if self.snake_keys else "item"

    # -- conditions

    def is_member_element(self, element: Expr) -> Expr:
        return asked(self.resolver.snaked, self.told, element)

    def is_unit(self, unit: Expr, lens: BoundLens) -> Expr:
        return is_arm(self.resolver, lens, unit)

    def is_group(self, item: Expr) -> Expr:
        """Is a wire item one that units share?"""
        required = self.resolver.wire.required(self.sequence.into)
        consts = [
            (key, self.resolver.wire.const(self.sequence.into, key))
            for key in self.resolver.wire.properties(self.sequence.into)
        ]
        tags: list[Expr] = []
        for key, values in consts:
            if values:
                tag = ir.eq(ir.opt(item, key), values[0])
                tags.append(tag if key in required else ir.or_(tag, ir.not_(ir.has(item, key))))
        return ir.and_(ir.is_(item, "object"), *tags)

    def group_tags(self) -> list[tuple[str, Any]]:
        return [
            (key, values[0])
            for key in self.resolver.wire.properties(self.sequence.into)
            if (values := self.resolver.wire.const(self.sequence.into, key))
        ]

    def text_tags(self) -> list[tuple[str, Any]]:
        names = [shape.name for shape in self.elements]
        return self.resolver.text_tags(names)

    def lifted(self) -> BoundLens:
        """The lens of the units that stand in a wire key of their own."""
        s, resolver = self.sequence, self.resolver
        schema = resolver.wire.properties(s.wire_record)[s.lift_key]
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if not name:
            refs = [arm.get("$ref", "") for arm in schema.get("anyOf", ())]
            name = next(ref.rpartition("/")[2] for ref in refs if ref)
        return resolver.bound[s.lift, name]

    def rows(self) -> list[str]:
        s = self.sequence
        rows = [f"fold: {s.member}*" + (f" {s.rest}?" if s.rest else "")]
        rows.append(f"into: {s.into}.{s.into_key}")
        if s.lift:
            where = "anywhere" if s.lift_anywhere else "leading"
            rows.insert(0, f"lift: {s.lift}: {s.lift_key} (from {where})")
        return rows


def folding_of(resolver: Resolver, lens: Lens, row: Row) -> Folding:
    """The sequence that stands in a row's field."""
    sequence = resolver.format.sequence(lens, row)
    assert sequence is not None
    return Folding(resolver, sequence)
