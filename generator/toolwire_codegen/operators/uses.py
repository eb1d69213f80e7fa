"""What the operators of a target, a row or a lens mean for it."""

from __future__ import annotations

from collections.abc import Callable

from ..load.schema import Schema
from ..load.transform import Lens, Row, Target
from ..resolve.format import ResolvedFormat
from ..resolve.intermediate import OPAQUE
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Path, Shapes, must_be_there, records
from ..resolve.streaming import shapes_at
from .base import Definition
from .registry import OPERATORS


def definitions(target: Target) -> list[type[Definition]]:
    """The operators of a target; unknown ones are left out."""
    found = (OPERATORS.get(operator.name) for operator in target.operators)
    return [definition for definition in found if definition is not None]


def standing(slot: Slot) -> list[type[Definition]]:
    """The operators of a target, as what they are in a row of so many fields."""
    return [found.standing(len(slot.row.fields)) for found in definitions(slot.target)]


def empties(slot: Slot) -> bool:
    """Whether something is written where there is nothing to write."""
    part = slot.place == "part"
    return has(slot.target, lambda d: d.empties or (part and d.empties_part))


def nulls(slot: Slot) -> bool:
    """Whether null is written where a part of a row has nothing, if `absent` says so."""
    lone = slot.place == "part" and len(slot.target.path) == 1
    return lone and has(slot.target, lambda d: d.nulls_part)


def has(target: Target, trait: Callable[[type[Definition]], object]) -> bool:
    """Whether one of a target's operators has a trait."""
    return any(trait(definition) for definition in definitions(target))


def arguments(slot: Slot, trait: Callable[[type[Definition]], object]) -> tuple[str, ...] | None:
    """The arguments of the operator with a trait; None where no such one stands."""
    return argued(slot.target, trait)


def argued(target: Target, trait: Callable[[type[Definition]], object]) -> tuple[str, ...] | None:
    """As ``arguments``, of a target."""
    for operator in target.operators:
        definition = OPERATORS.get(operator.name)
        if definition is not None and trait(definition):
            return operator.args
    return None


def declines(one: ResolvedFormat, view: ResolvedLens) -> bool:
    """Whether reading by a lens may find that the value is not one of its own."""
    lens = view.lens
    if view.valued:
        return not lens.rows[0].is_const
    if lens.cases:
        return not view.armed
    targets = [target for row in lens.rows for target in row.targets]
    if lens.keeps or not all(target.path for target in targets):
        return False
    loose = any(not must_be_there(one.wire, lens.wire, target.path) for target in targets)
    return bool(lens.givens or loose or any(has(t, lambda d: d.picks) for t in targets))


def leaves(one: ResolvedFormat, view: ResolvedLens) -> bool:
    """Whether a lens leaves an object as it is where a value that must be there is odd."""
    return any(
        slot.place == "row"
        and must_be_there(one.inter, slot.record, slot.row.fields[0])
        and not has(slot.target, lambda d: d.stands_in)
        and (any(d.leaves for d in standing(slot)) or _may_be_unknown(one, slot))
        for slot in view.slots
    )


def _may_be_unknown(one: ResolvedFormat, slot: Slot) -> bool:
    """Whether an object may hold, where one must be, what no lens is for, and is opaque then."""
    if slot.target.operators or slot.target.more or not _beside_opaque(one, slot.owner.inter):
        return False
    inter = _names(one.inter_shapes(slot.record, slot.row.fields[0]))
    wire = _names(one.wire_shapes(slot.owner.wire, slot.target.path))
    mapped = {view.lens.wire for view in one.lenses_between(inter, wire)}
    return bool(mapped) and OPAQUE not in inter and not {*wire} <= mapped


def _names(shapes: Shapes) -> list[str]:
    return [shape.name for shape in shapes if shape.name]


def _beside_opaque(one: ResolvedFormat, inter: str) -> bool:
    """Whether something opaque may stand wherever a value of a type does."""
    unions = [name for name in one.inter.defs if inter in one.inter.arms(name)]
    return bool(unions) and all(OPAQUE in one.inter.arms(name) for name in unions)


def asked_for(one: ResolvedFormat, lens: Lens) -> list[Path]:
    """Optional fields that the wire type requires: with all of them a value is written so.

    Of a field inside another, what may be missing is asked for: the rest must be there.
    """
    found = []
    for row in lens.rows:
        for target in row.targets[:1]:
            if (
                row.fields[0]
                and must_be_there(one.wire, lens.wire, target.path)
                and not must_be_there(one.inter, lens.inter, row.fields[0])
                and not has(target, lambda d: d.fills)
                and one.sequence(lens, row) is None
            ):
                found.append(_optional(one.inter, lens.inter, row.fields[0]))
    return found


def surely_there(one: ResolvedFormat, lens: Lens) -> set[Path]:
    """Fields that a value has which has all that a lens asks for."""
    asked = asked_for(one, lens)
    fields = [row.fields[0] for row in lens.rows if row.fields[0]]
    return {field for field in fields if _optional(one.inter, lens.inter, field) in asked}


def _optional(schema: Schema, record: str, path: Path) -> Path:
    """The part of a path that may not be there; what follows is required of what has it."""
    for end in range(len(path) - 1, 0, -1):
        holders = records(shapes_at(schema, record, path[:end]))
        if not holders or any(path[end] not in schema.required(name) for name in holders):
            return path[: end + 1]
    return path[:1]


def carries(lens: Lens, path: Path) -> bool:
    """Whether a value read by a lens may have a field, or a part of it."""
    rows = (row for row in lens.all_rows if row.targets or row.parts or row.is_const)
    fields = [field for row in rows for field in row.fields if field]
    return any(field == path[: len(field)] or path == field[: len(path)] for field in fields)


def lost_fields(lens: Lens) -> list[Path]:
    """The fields that a lens itself says are lost."""
    return [path for row in lens.rows if row.lost for path in row.fields]


def read_first(one: ResolvedFormat, view: ResolvedLens, row: Row) -> bool:
    """Whether a row gives its value before the object is built."""
    if row.parts:
        return True
    if len(row.targets) != 1 or len(row.fields) != 1:
        return False
    if has(row.targets[0], lambda d: d.call_ids):
        return True
    if has(row.targets[0], lambda d: d.late) or one.sequence(view.lens, row) is not None:
        return False
    return must_be_there(one.inter, view.lens.inter, row.fields[0])
