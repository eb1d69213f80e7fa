"""What the rules look at: a project whose schemas are safe to ask, and its formats' lenses.

A definition that is not well formed is reported once, by the rules on definitions; for all other
rules it stands as a type that could be anything, so that one slip does not bring a hundred
findings and no half-broken schema can trip a rule.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..load.findings import Position
from ..load.project import Format, Project
from ..load.schema import Schema
from ..load.transform import Case, Lens, Row, Sequence, Target, Transform
from .paths import filling
from .wellformed import broken_definitions

SHOWN = 8
"""How many known names a finding lists."""


@dataclass(frozen=True)
class Problem:
    """What a handler yields: a finding without its code, which the rule has."""

    position: Position
    what: str
    known: str
    fix: str


Problems = Iterator[Problem]


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


@dataclass
class LensView:
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


@dataclass
class FormatView:
    """One format as the rules see it."""

    format: Format
    inter: Schema
    wire: Schema
    lenses: list[LensView] = field(default_factory=list)

    @property
    def transform(self) -> Transform:
        return self.format.transform

    @cached_property
    def pairs(self) -> dict[tuple[str, str], LensView]:
        return {(view.lens.inter, view.lens.wire): view for view in self.lenses}

    def position(self, *path: str | int) -> Position:
        return self.transform.document.at(*path)

    def sequence(self, view: LensView, row: Row) -> Sequence | None:
        """The sequence that a row of a lens stands for, if one is declared."""
        lens = view.lens
        for sequence in self.transform.sequences:
            named = (sequence.record, sequence.wire_record) == (lens.inter, lens.wire)
            path = row.targets[0].path if row.targets else None
            if named and sequence.field == row.name and path == (sequence.wire_key,):
                return sequence
        return None


@dataclass
class View:
    """A project as the rules see it."""

    project: Project
    formats: list[FormatView] = field(default_factory=list)

    @cached_property
    def schemas(self) -> list[tuple[Schema, bool]]:
        """Every schema file as written, and whether it is the intermediate format's."""
        wires = [(format_.schema, False) for format_ in self.project.formats.values()]
        return [(self.project.intermediate, True), *wires]


def view_of(project: Project) -> View:
    """The view of a project; never raises, whatever its files hold."""
    inter = _safe(project.intermediate)
    view = View(project)
    for format_ in project.formats.values():
        wire = filling(_safe(format_.schema), format_.transform.lenses)
        one = FormatView(format_, inter, wire)
        one.lenses = list(_lenses(one))
        view.formats.append(one)
    return view


def _safe(schema: Schema) -> Schema:
    """The schema with every malformed definition replaced by one that says nothing."""
    broken = broken_definitions(schema)
    defs = {name: {} if name in broken else value for name, value in schema.defs.items()}
    return Schema(schema.document, defs)


def _lenses(view: FormatView) -> Iterator[LensView]:
    for lens in view.transform.lenses:
        inter, wire = view.inter.defs.get(lens.inter), view.wire.defs.get(lens.wire)
        if inter and wire:
            arms = view.inter.arms(lens.inter)
            cases = [replace(case, arm=_arm(view.inter, arms, case.arm)) for case in lens.cases]
            yield LensView(replace(lens, cases=tuple(cases)), arms)


def _arm(schema: Schema, arms: tuple[str, ...], name: str) -> str:
    """The definition that ``name``, a tag or a definition, means among the arms of a union."""
    for record in arms:
        tags = [schema.const(record, key) for key in sorted(schema.required(record))]
        if name and (name,) in tags:
            return record
    return name


def nearest(name: str, names: Iterable[str], what: str) -> str:
    """The known names closest to a wrong one, or some of all there are."""
    known = sorted(set(names))
    close = difflib.get_close_matches(name, known, 3, 0.6)
    if close:
        return f"near it: {', '.join(close)}"
    if not known:
        return f"there are no {what}"
    more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
    return f"known {what}: {', '.join(known[:SHOWN])}{more}"


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
