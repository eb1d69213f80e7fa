"""A rule on what a transform reads past: objects that it has lenses for stand under some key."""

from __future__ import annotations

from collections.abc import Iterator

from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, Shapes, lists, records
from ..resolve.problems import Problem, Problems, quoted
from .writes import writes

DEEP = 2
"""Fields lead so deep: `message.content` of a reply."""


def lenses(project: ResolvedProject) -> Problems:
    """What a lens could read is no mere overlay: a row of the object around it names its key.

    Where that has no field for it, a row of what holds the object may: `usage: message.usage`.
    """
    for one in project.formats:
        for lens in one.lenses:
            for key in one.wire.properties(lens.lens.wire):
                if readers := _readers(one, lens.lens.wire, key):
                    yield from _unread(one, lens, key, readers)


def _unread(
    one: ResolvedFormat, lens: ResolvedLens, key: str, readers: list[ResolvedLens]
) -> Problems:
    named = _named(one, lens)
    if () in named or any(path[0] == key for path in named):
        return
    fields = _fields(one, lens.lens.inter, readers)
    if fields:
        yield _problem(lens, (key,), readers, fields)
        return
    for holder, path in _holders(one, lens):
        fields = [field for field in _fields(one, holder.lens.inter, readers)
                  if not _mapped(holder, field)]  # fmt: skip
        if fields:
            yield _problem(holder, (*path, key), readers, fields)


def _problem(
    lens: ResolvedLens, path: Path, readers: list[ResolvedLens], fields: list[Path]
) -> Problem:
    key = ".".join(path)
    new = [f"add `{'.'.join(field)}: {key}`" for field in fields if not _mapped(lens, field)]
    also = [f"let the row of `{'.'.join(field)}` read it as well" for field in fields]
    return Problem(
        lens.lens.position,
        f"no row reads `{key}` of `{lens.lens.wire}`",
        f"{quoted(one.lens.title for one in readers)} could read what stands there",
        " or ".join(new or also),
    )


def _readers(one: ResolvedFormat, wire: str, key: str) -> list[ResolvedLens]:
    """The lenses for what stands under a key."""
    names = _record_names(one.wire_shapes(wire, (key,)))
    return [lens for lens in one.lenses if lens.lens.wire in names]


def _fields(one: ResolvedFormat, record: str, readers: list[ResolvedLens]) -> list[Path]:
    """The fields of a type, at any depth in it, that take what some lenses read."""
    wires = [lens.lens.wire for lens in readers]
    return [
        path
        for path, shapes in _places(one, record, ())
        if one.lenses_between([*_record_names(shapes)], wires)
    ]


def _places(one: ResolvedFormat, record: str, path: Path) -> Iterator[tuple[Path, Shapes]]:
    for name in one.inter.properties(record):
        shapes = one.inter_shapes(record, (name,))
        yield (*path, name), shapes
        for inner in records(shapes) if len(path) + 1 < DEEP else ():
            yield from _places(one, inner, (*path, name))


def _holders(one: ResolvedFormat, lens: ResolvedLens) -> Iterator[tuple[ResolvedLens, Path]]:
    """The lenses with a row that this one reads, and where that leads to."""
    for holder in one.lenses:
        for slot in holder.slots:
            shapes = one.wire_shapes(holder.lens.wire, slot.target.path)
            if slot.target.path and lens.lens.wire in records(shapes):
                yield holder, slot.target.path


def _mapped(lens: ResolvedLens, field: Path) -> bool:
    """Whether a field is read from somewhere else."""
    rows = [row for row, _, _ in lens.rows() if row.targets or row.parts]
    return any(path[: len(field)] == field for row in rows for path in row.fields)


def _record_names(shapes: Shapes) -> set[str]:
    return {*records(shapes), *records(lists(shapes))}


def _named(one: ResolvedFormat, lens: ResolvedLens) -> list[Path]:
    """The paths that rows and constants of a lens speak of; () for the object as a whole."""
    found = [write for case in lens.cases or (None,) for write in writes(one, lens, case)]
    return [write.path for write in found]
