"""A format's transform against both schemas: what checks and plans ask, answered in one place.

A definition that is not well formed is reported once, by the rules on definitions; for all others
it stands as a type that could be anything, so that one slip does not bring a hundred findings and
no half-broken schema can trip a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..load.findings import Position
from ..load.project import Format, Project
from ..load.schema import Schema
from ..load.transform import Lens, Row, Sequence, Transform
from . import unions
from .lenses import ResolvedLens, named
from .paths import Path, Shapes, filling, follow, records
from .wellformed import broken_definitions


@dataclass(frozen=True)
class ResolvedFormat:
    """One format: both schemas, and the lenses whose types they have."""

    format: Format
    inter: Schema
    wire: Schema

    @property
    def name(self) -> str:
        return self.format.name

    @property
    def transform(self) -> Transform:
        return self.format.transform

    @property
    def accepts(self) -> dict[str, Any]:
        """What the API accepts of a request, as far as it is said."""
        accepts = self.format.accepts
        return {} if accepts is None else accepts.data

    @cached_property
    def lenses(self) -> tuple[ResolvedLens, ...]:
        return tuple(
            named(self.inter, lens)
            for lens in self.transform.lenses
            if self.inter.defs.get(lens.inter) and self.wire.defs.get(lens.wire)
        )

    @cached_property
    def pairs(self) -> dict[tuple[str, str], ResolvedLens]:
        return {(view.lens.inter, view.lens.wire): view for view in self.lenses}

    def position(self, *path: str | int) -> Position:
        return self.transform.document.at(*path)

    # -- what stands at a path

    def inter_shapes(self, record: str, path: Path) -> Shapes:
        return follow(self.inter, record, path).shapes

    def wire_shapes(self, record: str, path: Path) -> Shapes:
        return follow(self.wire, record, path).shapes

    # -- sequences

    def sequence(self, lens: Lens, row: Row) -> Sequence | None:
        """The sequence that a row of a lens stands for, if one is declared.

        Its list is a key of the wire object, or of one that stands in it.
        """
        path = row.targets[0].path if row.targets else ()
        for sequence in self.transform.sequences:
            named = (sequence.record, sequence.field, (sequence.wire_key,))
            if named == (lens.inter, row.name, path[-1:]):
                inner = records(self.wire_shapes(lens.wire, path[:-1])) if path[1:] else []
                if sequence.wire_record in (inner or [lens.wire]):
                    return sequence
        return None

    # -- arms

    def arms_left(self, view: ResolvedLens) -> list[str]:
        """The arms of a union that a lens with arms leaves to others."""
        if not view.armed:
            return []
        covered = {case.arm for case in view.cases}
        arms = (arm for arm in view.union_arms if arm != "Opaque" and self.inter.record(arm))
        return [arm for arm in arms if arm not in covered]

    # -- unions

    @cached_property
    def _inter_unions(self) -> dict[frozenset[str], str]:
        return unions.union_names(self.inter)

    @cached_property
    def _wire_unions(self) -> dict[frozenset[str], str]:
        return unions.union_names(self.wire)

    def union_of(self, inter: list[str], wire: list[str]) -> tuple[str, str]:
        """What a declaration in ``unions:`` calls two sets of types."""
        return (
            unions.name_of(self._inter_unions, inter),
            unions.name_of(self._wire_unions, wire),
        )

    def lenses_between(self, inter: list[str], wire: list[str]) -> list[ResolvedLens]:
        """The lenses of some types, and of the unions they fill; in the order of the wire's."""
        types = unions.supers(self.inter, inter)
        found = [view for (i, w), view in self.pairs.items() if i in types and w in wire]
        return sorted(found, key=lambda view: wire.index(view.lens.wire))


@dataclass(frozen=True)
class ResolvedProject:
    """All formats of a project."""

    project: Project
    formats: tuple[ResolvedFormat, ...]

    @property
    def schemas(self) -> list[tuple[Schema, bool]]:
        """Every schema file as written, and whether it is the intermediate format's."""
        wires = [(format_.schema, False) for format_ in self.project.formats.values()]
        return [(self.project.intermediate, True), *wires]


def resolve(project: Project) -> ResolvedProject:
    """Every format of a project; never raises, whatever its files hold."""
    inter = _safe(project.intermediate)
    return ResolvedProject(
        project,
        tuple(
            ResolvedFormat(
                format_, inter, filling(_safe(format_.schema), format_.transform.lenses, inter)
            )
            for format_ in project.formats.values()
        ),
    )


def _safe(schema: Schema) -> Schema:
    """The schema with every malformed definition replaced by one that says nothing."""
    broken = broken_definitions(schema)
    defs = {name: {} if name in broken else value for name, value in schema.defs.items()}
    return Schema(schema.document, defs)
