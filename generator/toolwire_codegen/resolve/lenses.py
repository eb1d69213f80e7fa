"""Lenses whose two types exist, their arms named by definition, and each target in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..load.schema import Schema
from ..load.transform import Case, Lens, Row, Target
from .paths import Path, records


@dataclass(frozen=True)
class Slot:
    """One target of a row: ``record`` is the intermediate type whose field it serves."""

    owner: Lens
    row: Row
    target: Target
    record: str
    case: Case | None = None
    part: str = ""

    @property
    def place(self) -> str:
        """Where the row stands: ``row``, ``part`` of a row, ``arm`` or ``case``."""
        if self.part:
            return "part"
        if self.case is None:
            return "row"
        return "arm" if self.case.arm else "case"


@dataclass(frozen=True)
class ResolvedLens:
    """A lens both of whose types exist, its arms named by definition."""

    lens: Lens
    union_arms: tuple[str, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        return self.lens.cases

    @property
    def armed(self) -> bool:
        return any(case.arm for case in self.lens.cases)

    def rows(self) -> Iterator[tuple[Row, Case | None, str]]:
        """Every row with its case and the intermediate record it speaks of."""
        for row in self.lens.rows:
            yield row, None, self.lens.inter
        for case in self.lens.cases:
            for row in case.rows:
                yield row, case, case.arm or self.lens.inter

    def before(self, row: Row) -> tuple[Row, ...]:
        """The rows of the lens itself that stand before one."""
        rows = self.lens.rows
        return rows[: next((i for i, other in enumerate(rows) if other is row), 0)]

    @cached_property
    def slots(self) -> list[Slot]:
        found = []
        for row, case, record in self.rows():
            found += [Slot(self.lens, row, target, record, case) for target in row.targets]
            found += [Slot(self.lens, row, target, record, case, arm) for arm, target in row.parts]
        return found

    @property
    def whole(self) -> bool:
        """Whether the wire value as a whole goes into one field, through another lens."""
        return any(row.targets and not row.targets[0].path for row in self.lens.rows)

    @property
    def valued(self) -> bool:
        """Whether the intermediate side is a plain value and no object."""
        return any(row.fields[0] == () for row in self.lens.rows)


def named(schema: Schema, lens: Lens) -> ResolvedLens:
    """A lens with its arms named by definition, where the text names them by tag."""
    arms = schema.arms(lens.inter)
    cases = tuple(replace(case, arm=_arm(schema, arms, case.arm)) for case in lens.cases)
    return ResolvedLens(replace(lens, cases=cases), arms)


def overlay_keys(wire: Schema, lens: Lens) -> list[str]:
    """Wire keys that are always there, or noted as missing, and that no row, tag or given names.

    They ride in the overlay: it is never empty.
    """
    paths = [path for row in lens.all_rows for target in row.targets for path in target.paths]
    if not lens.keeps or () in paths:
        return []
    paths += [target.path for row in lens.all_rows for _, target in row.parts]
    givens = [*lens.givens, *(given for case in lens.cases for given in case.givens)]
    paths += [given.path for given in givens]
    spoken = {path[0] for path in paths if path} | set(wire.tags(lens.wire))
    assured = wire.assured(lens.wire) - spoken
    return [key for key in wire.properties(lens.wire) if key in assured]


def overlay_places_inside(wire: Schema, lens: Lens) -> list[Path]:
    """The like inside of objects that rows lead into, where nothing beside them is so kept."""
    if not lens.own or overlay_keys(wire, lens):
        return []
    paths = [target.path for row in lens.all_rows for target in row.targets]
    paths += [given.path for given in lens.givens]
    found: list[Path] = []
    todo: list[tuple[str, Path]] = [(lens.wire, ())]
    while todo:
        record, here = todo.pop(0)
        for key, schema in wire.properties(record).items():
            path = (*here, key)
            below = [mapped for mapped in paths if mapped[: len(path)] == path]
            inner = records(wire.shapes(schema))
            if key not in wire.assured(record) or path in below:
                continue
            if not below:
                found.append(path)
            elif len(inner) == 1:
                todo.append((inner[0], path))
    return [path for path in found if len(path) > 1]


def overlay_places(wire: Schema, lens: Lens) -> list[Path]:
    """Both: what tells that a value is the wire's own."""
    return [*((key,) for key in overlay_keys(wire, lens)), *overlay_places_inside(wire, lens)]


def _arm(schema: Schema, arms: tuple[str, ...], name: str) -> str:
    """The definition that ``name``, a tag or a definition, means among the arms of a union."""
    for record in arms:
        tags = [schema.const(record, key) for key in sorted(schema.required(record))]
        if name and (name,) in tags:
            return record
    return name
