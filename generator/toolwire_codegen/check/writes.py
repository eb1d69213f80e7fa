"""Rules on what lenses write: each wire path once, and each field in one row."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..load.findings import Position
from ..load.transform import Case, Given, Row
from ..operators.uses import argued, has
from ..resolve.enclosing import enclosing
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path
from ..resolve.problems import Problem, Problems


@dataclass(frozen=True)
class Write:
    """A wire path that a lens writes, and what writes it."""

    path: Path
    position: Position
    source: Any
    loose: bool = False

    @property
    def inside(self) -> bool:
        """Whether it goes into an object that another row writes."""
        return self.loose and isinstance(self.source, Row)


def variants(lens: ResolvedLens) -> list[Case | None]:
    """A lens writes its rows with those of one of its cases."""
    return list(lens.cases) or [None]


def rows_of(lens: ResolvedLens, case: Case | None) -> tuple[Row, ...]:
    return (*lens.lens.rows, *(case.rows if case is not None else ()))


def writes(one: ResolvedFormat, lens: ResolvedLens, case: Case | None) -> list[Write]:
    """All wire paths one variant of a lens writes; ``loose``: may stand inside another's."""
    found = []
    for row in rows_of(lens, case):
        for target in (*row.targets, *(target for _, target in row.parts)):
            beside = has(target, lambda d: d.joins)
            found += [Write(path, target.position, row, beside) for path in target.paths]
        sequence = one.sequence(lens.lens, row)
        if sequence is not None and sequence.lift:
            found.append(Write((sequence.lift_key,), sequence.position, sequence))
    for given in (*lens.lens.givens, *(case.givens if case is not None else ())):
        found.append(Write(given.path, given.position, given, given.built))
    return found


def _either(first: Write, second: Write) -> bool:
    """Whether one is written only where the other is not."""
    return _yields(first, second) or _yields(second, first)


def _yields(write: Write, other: Write) -> bool:
    """Whether a row is not written where the field of another, or of a constant, is."""
    source = other.source
    fields = {path[0] for path in source.fields if path} if isinstance(source, Row) else set()
    fields |= {source.when} if isinstance(source, Given) else set()
    targets = write.source.targets if isinstance(write.source, Row) else ()
    named = {name for target in targets for name in argued(target, lambda d: d.yields) or ()}
    return not named.isdisjoint(fields - {""})


def written_twice(project: ResolvedProject) -> Problems:
    for one, lens in _lenses(project):
        enclosed = enclosing(one, lens.lens)
        yield from _inside_too(one, lens, enclosed)
        for case in variants(lens):
            for first, second in combinations(writes(one, lens, case), 2):
                if {first.path, second.path} & enclosed.keys() and first.path != second.path:
                    continue  # what stands there is written first, and gets the other
                same = first.path == second.path
                nested = _starts(first.path, second.path) or _starts(second.path, first.path)
                if (nested and not same and (first.loose or second.loose)) or not nested:
                    continue
                if same and _either(first, second):
                    continue
                path = ".".join(second.path) or "."
                what = (
                    f"`{path}` is written twice"
                    if same
                    else (f"`{path}` and `{'.'.join(first.path) or '.'}` write over each other")
                )
                fix = "write it in one row"
                if not same:
                    outer = first if _starts(first.path, second.path) else second
                    where = f"`{'.'.join(outer.path) or '.'}`"
                    fix = f"leave one out: what stands at {where} is written as a whole"
                yield Problem(second.position, what, f"first at {first.position.short}", fix)


def _inside_too(
    one: ResolvedFormat, lens: ResolvedLens, enclosed: dict[Path, frozenset[str]]
) -> Problems:
    """A key that a row takes out of an object is not there any more for the object's lens."""
    for path, keys in enclosed.items():
        record = one.wire_shapes(lens.lens.wire, path)[0].name
        outer = {row.targets[0].path: row for row in lens.lens.rows if len(row.targets) == 1}
        for other in (lens for lens in one.lenses if lens.lens.wire == record):
            for case in variants(other):
                for write in writes(one, other, case):
                    if write.path[:1] and write.path[0] in keys:
                        row = outer[*path, write.path[0]]
                        yield Problem(
                            row.targets[0].position,
                            f"`{'.'.join((*path, write.path[0]))}` is written twice",
                            f"the lens of the object has it at {write.position.short}",
                            "write it in one row",
                        )


def mapped_twice(project: ResolvedProject) -> Problems:
    for _, lens in _lenses(project):
        for case in variants(lens):
            fields = [(path, row) for row in rows_of(lens, case) for path in row.fields]
            for (first, earlier), (second, later) in combinations(fields, 2):
                if _starts(first, second) or _starts(second, first):
                    name = ".".join(second) or "."
                    yield Problem(
                        later.position,
                        f"`{name}` is mapped twice",
                        f"first at {earlier.position.short}",
                        "keep one of the rows",
                    )


def _starts(prefix: Path, path: Path) -> bool:
    return path[: len(prefix)] == prefix


def _lenses(project: ResolvedProject) -> list[tuple[ResolvedFormat, ResolvedLens]]:
    return [(one, lens) for one in project.formats for lens in one.lenses]
