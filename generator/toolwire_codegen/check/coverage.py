"""Rules on completeness: every field mapped, every wire key written, read or kept."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.schema import Schema
from ..load.transform import Case, Row
from ..resolve.enclosing import enclosing
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, follow, must_be_there, records
from ..resolve.problems import Problem, Problems, quoted
from .asks import earlier_asks
from .writes import variants, writes

METADATA = "metadata"


def unmapped_fields(project: ResolvedProject) -> Problems:
    """A field that no row names would be dropped without a word."""
    for one in project.formats:
        reported: set[tuple[str, str]] = set()
        for lens in one.lenses:
            if lens.valued or _misnamed(one, lens):
                continue
            for record, case in _records(one, lens):
                yield from _missing_rows(one, lens, record, case, reported)
            for row, _, record in lens.rows():
                if len(row.fields[0]) > 1:
                    yield from _unmapped_inside(one.inter, lens, row, record)


def _misnamed(one: ResolvedFormat, lens: ResolvedLens) -> bool:
    """Whether a row names no field: the one it means would be told as unmapped, too."""
    return any(
        follow(one.inter, record, path).lost
        for row, _, record in lens.rows()
        for path in row.fields
    )


def _missing_rows(
    one: ResolvedFormat,
    lens: ResolvedLens,
    record: str,
    case: Case | None,
    reported: set[tuple[str, str]],
) -> Problems:
    """Fields without a row; where lenses stand in for each other, told once for all of them."""
    missing = _unmapped(one.inter, lens, record, case)
    missing = [name for name in missing if name not in earlier_asks(one, lens)]
    if _falls_through(lens):
        missing = [
            n
            for n in missing
            if not _elsewhere(one, lens, record, n) and (record, n) not in reported
        ]
        reported.update((record, name) for name in missing)
    if missing:
        at = case.position if case is not None else lens.lens.position
        yield Problem(
            at,
            f"no row for {quoted(missing)} of `{record}`",
            "",
            "map it, or write `{ lost: <the reason> }`",
        )


def _records(one: ResolvedFormat, lens: ResolvedLens) -> Iterator[tuple[str, Case | None]]:
    if lens.armed:
        yield from ((case.arm, case) for case in lens.cases if one.inter.record(case.arm))
    elif one.inter.record(lens.lens.inter):
        yield lens.lens.inter, None


def _unmapped(schema: Schema, lens: ResolvedLens, record: str, case: Case | None) -> list[str]:
    cases = [case] if case is not None else lens.cases
    rows = [*lens.lens.rows, *(row for one in cases for row in one.rows)]
    named = {path[0] for row in rows for path in row.fields if path} | schema.private(record)
    return [
        name
        for name in schema.properties(record)
        if name not in named and name != METADATA and not _tag(schema, record, name)
    ]


def _tag(schema: Schema, record: str, name: str) -> bool:
    return len(schema.const(record, name)) == 1 and name in schema.required(record)


def _falls_through(lens: ResolvedLens) -> bool:
    """Whether a value that does not fit goes on to another lens of its type."""
    return bool(lens.cases and not lens.armed) or bool(lens.lens.own)


def _elsewhere(one: ResolvedFormat, lens: ResolvedLens, record: str, name: str) -> bool:
    """Whether another lens takes the values that have a field: by a case, or for a constant."""
    others = [other for other in one.lenses if other.lens.inter == record and other is not lens]
    return name not in one.inter.required(record) and any(
        path[0] == name and (case is not None or row.is_const)
        for other in others
        for row, case, _ in other.rows()
        for path in row.fields
        if path
    )


def _unmapped_inside(schema: Schema, lens: ResolvedLens, row: Row, record: str) -> Problems:
    """Rows that name parts of a field have to name all of its parts."""
    heads = {path[:-1] for path in row.fields if len(path) > 1}
    for head in heads:
        rows = [other for other, _, _ in lens.rows()]
        named = [path for other in rows for path in other.fields if path[:-1] == head]
        if row.fields[0] != named[0]:
            continue
        for name in records(follow(schema, record, head).shapes):
            covered = {path[-1] for path in named} | {METADATA} | schema.private(name)
            missing = [
                key
                for key in schema.properties(name)
                if key not in covered and not _tag(schema, name, key)
            ]
            if missing:
                at = ".".join(head)
                yield Problem(
                    row.position,
                    f"no row for {quoted(f'{at}.{k}' for k in missing)}",
                    "",
                    "map it, or write `{ lost: <the reason> }`",
                )


def unread_fields(project: ResolvedProject) -> Problems:
    """A field that must be there and is lost on the way out has to come from somewhere."""
    for one, lens in _lenses(project):
        for row, _, record in lens.rows():
            for path in row.fields if row.lost and row.back is None else ():
                around, what = path[:-1], f"`{'.'.join(path)}` must be there, and nothing reads it"
                if must_be_there(one.inter, record, path):
                    fix = "add `back: call_name(field)`, or map it"
                    yield Problem(row.position, what, "", fix)
                elif _made(lens, around) and must_be_there(one.inter, record, path, len(around)):
                    holder = f"`{'.'.join(around)}`"
                    note = f"other rows make the {holder} around it"
                    yield Problem(row.position, what, note, f"map it, or lose all of {holder}")


def _made(lens: ResolvedLens, path: Path) -> bool:
    """Whether rows read fields of the object at a path, one by one."""
    rows = [row for row, _, _ in lens.rows() if row.targets and path]
    return any(field[: len(path)] == path != field for row in rows for field in row.fields)


def unwritten_paths(project: ResolvedProject) -> Problems:
    """A required key that nothing writes makes every payload for this wire invalid."""
    for one, lens in _lenses(project):
        if lens.lens.own or lens.whole or not one.wire.record(lens.lens.wire):
            continue
        for case in variants(lens):
            paths = [write.path for write in writes(one, lens, case) if not write.inside]
            at = case.position if case is not None else lens.lens.position
            nodes = dict.fromkeys(path[:end] for path in paths for end in range(len(path)))
            for path in enclosing(one, lens.lens):
                nodes.pop(path)  # its own lens writes what it requires
            for node in [(), *(node for node in nodes if node)]:
                keys = {
                    path[len(node)]
                    for path in paths
                    if len(path) > len(node) and path[: len(node)] == node
                }
                missing = _unwritten(one, lens, node, keys)
                if missing:
                    dotted = [".".join((*node, key)) for key in missing]
                    yield Problem(
                        at,
                        f"nothing writes {quoted(dotted)}",
                        "the wire requires it",
                        "map a field to it, or add it to `given`",
                    )


def _unwritten(one: ResolvedFormat, lens: ResolvedLens, node: Path, keys: set[str]) -> list[str]:
    """Required keys of the object at ``node`` that are not written: of its best reading."""
    schema = one.wire
    names = records(follow(schema, lens.lens.wire, node).shapes)
    readings = []
    for name in names:
        if not keys <= set(schema.properties(name)):
            continue
        tags = {key for key in schema.properties(name) if _tag(schema, name, key)}
        written = keys | (set() if node else tags)
        readings.append(sorted(schema.required(name) - written))
    return min(readings, key=len, default=[])


def unread_paths(project: ResolvedProject) -> Problems:
    """Wire keys that no row names are kept by `metadata`, or by whatever holds the value."""
    for one, lens in _lenses(project):
        spec = lens.lens
        record = one.wire.record(spec.wire)
        if record is None or spec.keeps or lens.whole:
            continue
        named = {
            write.path[0]
            for case in variants(lens)
            for write in writes(one, lens, case)
            if write.path
        }
        loose = [
            key
            for key in one.wire.properties(spec.wire)
            if key not in named and not _tag(one.wire, spec.wire, key)
        ]
        holds = any(METADATA in one.inter.properties(name) for name, _ in _records(one, lens))
        if holds:
            yield Problem(
                spec.position,
                f"keys of `{spec.wire}` that no row names are dropped",
                f"such as {quoted(loose[:3])}" if loose else "it may have unknown ones",
                'add `metadata: "*"`',
            )
        elif loose and not all(_keeping(one, lens)):
            yield Problem(
                spec.position,
                f"nothing reads {quoted(loose)} of `{spec.wire}`",
                "neither this lens nor the one that uses it keeps them",
                'add `metadata: "*"` to the lens that uses it',
            )


def _keeping(one: ResolvedFormat, lens: ResolvedLens) -> Iterator[bool]:
    """For each lens that holds values of this one: does its form keep their spelling?"""
    for other in one.lenses:
        for slot in other.slots:
            shapes = follow(one.wire, other.lens.wire, slot.target.path).shapes
            names = {shape.name for outer in shapes for shape in (outer, *outer.items)}
            if other is not lens and lens.lens.wire in names:
                yield other.lens.keeps


def _lenses(project: ResolvedProject) -> list[tuple[ResolvedFormat, ResolvedLens]]:
    return [(one, lens) for one in project.formats for lens in one.lenses]
