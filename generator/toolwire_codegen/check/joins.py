"""Where an intermediate type meets a wire type, and what stands for each alternative there.

A *join* is such a place: a row's field and target, the items of two lists, the units of a
sequence. The planner chooses lenses in the same way; what no lens, table or declared loss covers
is a *gap*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..load.findings import Position
from ..load.schema import Schema, Shape
from ..load.transform import Row, Sequence, Target, Union
from ..operators.choice import certain_fields
from ..operators.uses import definitions, has
from ..resolve.format import ResolvedFormat
from ..resolve.intermediate import OPAQUE
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Shapes, follow, is_list, lens_names, lists, text, types
from ..resolve.shared import list_of


@dataclass(frozen=True)
class Gap:
    """An alternative that nothing covers.

    ``kind`` is what is missing: ``lens``, ``arm``, ``table``, or ``type`` (an operator, or another
    place), ``object`` (one of the wire, for a lens to lead to), ``nowhere`` (the same, where the
    schema says anything).
    """

    kind: str
    what: str


@dataclass
class Join:
    """One place; ``skip`` names intermediate arms that other means take care of."""

    owner: ResolvedLens
    position: Position
    what: str
    inter: Shapes
    wire: Shapes
    required: bool
    inter_name: str
    wire_name: str
    pairs: list[ResolvedLens]
    lost: Union | None = None
    skip: frozenset[str] = frozenset()
    place: str = ""
    items: bool = False
    gaps: list[Gap] = field(default_factory=list)

    @cached_property
    def names(self) -> list[str]:
        return [shape.name for shape in self.inter if shape.name]

    @property
    def wires(self) -> list[str]:
        return [shape.name for shape in self.wire if shape.name]


class Joins:
    """All joins of one format."""

    def __init__(self, one: ResolvedFormat) -> None:
        self.one = one
        self.found: list[Join] = []
        for lens in one.lenses:
            for slot in lens.slots:
                self._slot(lens, slot)

    def _slot(self, lens: ResolvedLens, slot: Slot) -> None:
        one, row, target = self.one, slot.row, slot.target
        inter = follow(one.inter, slot.record, row.fields[0]).shapes
        wire = follow(one.wire, lens.lens.wire, target.path).shapes
        if not inter or not wire or len(row.fields) > 1:
            return
        rules = definitions(target)
        if any(rule.converts for rule in rules) or len(rules) < len(target.operators):
            return
        pairs = zip(rules, target.operators, strict=True)
        read = (rule.reads_as(operator.args) for rule, operator in pairs)
        for name in filter(self.one.wire.record, read):
            wire = (Shape("record", name),)
        if has(target, lambda d: d.as_list):
            wire = (Shape("array", items=tuple(wire)),)
        what = f"`{row.left}` and `{target.dotted}`"
        skip: set[str] = set()
        if slot.part and slot.part != "*":
            names = (slot.part, OPAQUE)
            items = tuple(shape for shape in lists(inter) if shape.name in names)
            inter = (Shape("array", items=items),)
        elif slot.part:
            skip = {arm for arm, _ in row.parts}
        sequence = one.sequence(lens.lens, row)
        spread = sequence.spread if sequence is not None and slot.place == "row" else ""
        if sequence is not None and slot.place == "row":
            skip = {sequence.member, sequence.rest, sequence.spread} - {""}
            skip |= {sequence.lift} if sequence.lift_anywhere else set()
            wire = tuple(shape for shape in wire if shape.kind == "array")
        if has(target, lambda d: d.blocks):
            inter, wire = self._text(inter), tuple(s for s in wire if s.kind == "array")
            if not inter or not wire:
                return
        required = not row.fields[0] or row.fields[0][-1] in one.inter.required(slot.record)
        at = len(self.found)
        self._join(lens, row, target, what, inter, wire, required, frozenset(skip))
        self.found[at].place = slot.place
        if sequence is not None and slot.place == "row" and sequence.member:
            self._members(lens, row, target, sequence)
        if sequence is not None and spread:
            blocks = lists(follow(one.inter, spread, (sequence.spread_key,)).shapes)
            what = f"the items of `{spread}.{sequence.spread_key}` and `{target.dotted}`"
            self._join(lens, row, target, what, blocks, lists(wire), required, frozenset())

    def _members(self, lens: ResolvedLens, row: Row, target: Target, sequence: Sequence) -> None:
        """Units that share elements, where these are of several types."""
        elements = lists(list_of(self.one.wire, sequence))
        names = [shape.name for shape in elements]
        if sum((sequence.member, name) in self.one.pairs for name in names) > 1:
            what = f"`{sequence.member}` and the items of `{sequence.into}.{sequence.into_key}`"
            unit = (Shape("record", sequence.member),)
            self._join(lens, row, target, what, unit, elements, False, frozenset())

    @staticmethod
    def _text(inter: Shapes) -> Shapes:
        return tuple(shape for shape in inter if shape.kind == "array")

    def _join(
        self,
        lens: ResolvedLens,
        row: Row,
        target: Target,
        what: str,
        inter: Shapes,
        wire: Shapes,
        required: bool,
        skip: frozenset[str],
    ) -> None:
        names = [shape.name for shape in inter if shape.name]
        wires = [shape.name for shape in wire if shape.name] or lens_names(wire)
        inter_name, wire_name = self.one.union_of(names, wires)
        pairs = self.one.lenses_between(names, lens_names(wire))
        lost = next(
            (
                union
                for union in self.one.transform.unions
                if (union.inter, union.wire) == (inter_name, wire_name)
            ),
            None,
        )
        join = Join(
            lens,
            target.position,
            what,
            inter,
            wire,
            required,
            inter_name,
            wire_name,
            pairs,
            lost,
            skip,
        )
        self.found.append(join)
        join.gaps = list(dict.fromkeys(self._gaps(join)))
        inner, outer = lists(inter), lists(wire)
        if inner and outer:
            at = len(self.found)
            self._join(lens, row, target, f"the items of {what}", inner, outer, required, skip)
            self.found[at].items = True

    def _gaps(self, join: Join) -> Iterator[Gap]:
        wire_types = types(join.wire)
        anything = any(shape.kind == "any" for shape in join.wire)
        free = any(shape.kind == "object" and not shape.name for shape in join.wire)
        covered = self._covered(join)
        values = {const for shape in join.wire for const in shape.consts}
        open_ = {shape.json_type for shape in join.wire if not shape.consts}
        open_ |= {"integer"} if "number" in open_ else set()
        for shape in join.inter:
            if shape.kind == "null" or shape.name == OPAQUE:
                continue
            if anything:
                # What has a lens elsewhere needs one here: no row copies it.
                named = [one.name for one in (shape, *shape.items) if one.kind == "record"]
                left = [name for name in named if name not in covered | {OPAQUE}]
                yield from (Gap("nowhere", name) for name in left)
            elif shape.name:
                if shape.name not in covered and not (free and shape.kind != "record"):
                    yield self._uncovered(join, shape)
            elif shape.consts:
                missing = [c for c in shape.consts if c not in values and c not in covered]
                if shape.json_type not in open_:
                    yield from self._constants(join, missing)
            elif shape.kind == "array":
                if not is_list(join.wire):
                    yield Gap("type", f"{text((shape,))} against {text(join.wire)}")
            elif shape.kind == "any":
                if join.wire:
                    yield Gap("type", f"anything against {text(join.wire)}")
            elif shape.kind == "object":
                if not free:
                    yield Gap("type", f"object against {text(join.wire)}")
            elif shape.kind not in open_:
                what = "an open " if shape.kind in wire_types else ""
                yield Gap("type", f"{what}{shape.kind} against {text(join.wire)}")

    @staticmethod
    def _constants(join: Join, missing: list[Any]) -> Iterator[Gap]:
        if missing and any(name != OPAQUE for name in join.names):
            yield from (Gap("arm", repr(const)) for const in missing)
        elif missing:
            values = ", ".join(map(repr, missing))
            yield Gap("table", f"{values} has no place in {text(join.wire)}")

    def _uncovered(self, join: Join, shape: Shape) -> Gap:
        if not any(wire.kind in ("record", "any") or wire.of for wire in join.wire):
            return Gap("object", shape.name)
        arms = [name for name in join.names if name != OPAQUE]
        if len(arms) > 1:
            return Gap("arm", shape.name)
        return Gap("lens", f"`{shape.name}` against {text(join.wire)}")

    def _covered(self, join: Join) -> set[object]:
        """Definition names and constants that a lens, or a declared loss, stands for."""
        schema = self.one.inter
        covered: set[object] = set(join.skip)
        if join.lost is not None:
            covered |= set(join.lost.lost)
        for pair in join.pairs:
            lens = pair.lens
            if _partial(schema, pair) and not certain_fields(self.one, lens):
                continue
            covered |= {lens.inter, *schema.arms(lens.inter)}
            for row in lens.rows:
                if row.fields[0] == () and row.is_const and _hashable(row.const):
                    covered.add(row.const)
                elif row.fields[0] == ():
                    covered |= {
                        c for s in schema.shapes(schema.defs.get(lens.inter)) for c in s.consts
                    }
        return covered


def _partial(schema: Schema, lens: ResolvedLens) -> bool:
    """Whether a lens is for those values alone that have a constant of the transform's."""
    return any(
        row.is_const
        and row.fields[0] != ()
        and row.fields[0][0] not in schema.tags(lens.lens.inter)
        for row in lens.lens.rows
    )


def _hashable(value: object) -> bool:
    return not isinstance(value, (dict, list))
