"""Rules on completeness: every field mapped, every wire key written, read or kept."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.schema import Schema
from ..load.transform import Case, Row
from ..operators.uses import argued, empties, standing
from ..resolve.enclosing import enclosing
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Path, companions, follow, must_be_there, records, types
from ..resolve.problems import Problem, Problems, quoted
from .absence import unsure
from .asks import asked_here, earlier_asks
from .writes import Write, variants, writes

METADATA = "metadata"


def unmapped_fields(view: ResolvedProject) -> Problems:
    """A field that no row names would be dropped without a word."""
    for one in view.formats:
        told: set[tuple[str, str]] = set()
        for lens_view in one.lenses:
            if lens_view.valued or _misnamed(one, lens_view):
                continue
            for record, case in _records(one, lens_view):
                yield from _missing_rows(one, lens_view, record, case, told)
            for row, _, record in lens_view.rows():
                if len(row.fields[0]) > 1:
                    yield from _unmapped_inside(one.inter, lens_view, row, record)


def _misnamed(one: ResolvedFormat, view: ResolvedLens) -> bool:
    """Whether a row names no field: the one it means would be told as unmapped, too."""
    return any(
        follow(one.inter, record, path).lost
        for row, _, record in view.rows()
        for path in row.fields
    )


def _missing_rows(
    one: ResolvedFormat,
    view: ResolvedLens,
    record: str,
    case: Case | None,
    told: set[tuple[str, str]],
) -> Problems:
    """Fields without a row; where lenses stand in for each other, told once for all of them."""
    missing = _unmapped(one.inter, view, record, case)
    missing = [name for name in missing if name not in earlier_asks(one, view)]
    if _falls_through(view):
        missing = [
            n for n in missing if not _elsewhere(one, view, record, n) and (record, n) not in told
        ]
        told.update((record, name) for name in missing)
    if missing:
        at = case.position if case is not None else view.lens.position
        yield Problem(
            at,
            f"no row for {quoted(missing)} of `{record}`",
            "",
            "map it, or write `{ lost: <the reason> }`",
        )


def _records(one: ResolvedFormat, view: ResolvedLens) -> Iterator[tuple[str, Case | None]]:
    if view.armed:
        yield from ((case.arm, case) for case in view.cases if one.inter.record(case.arm))
    elif one.inter.record(view.lens.inter):
        yield view.lens.inter, None


def _unmapped(schema: Schema, view: ResolvedLens, record: str, case: Case | None) -> list[str]:
    cases = [case] if case is not None else view.cases
    rows = [*view.lens.rows, *(row for one in cases for row in one.rows)]
    named = {path[0] for row in rows for path in row.fields if path} | schema.private(record)
    return [
        name
        for name in schema.properties(record)
        if name not in named and name != METADATA and not _tag(schema, record, name)
    ]


def _tag(schema: Schema, record: str, name: str) -> bool:
    return len(schema.const(record, name)) == 1 and name in schema.required(record)


def _falls_through(view: ResolvedLens) -> bool:
    """Whether a value that does not fit goes on to another lens of its type."""
    return bool(view.cases and not view.armed) or bool(view.lens.own)


def _elsewhere(one: ResolvedFormat, view: ResolvedLens, record: str, name: str) -> bool:
    """Whether another lens takes the values that have a field: by a case, or for a constant."""
    others = [other for other in one.lenses if other.lens.inter == record and other is not view]
    return name not in one.inter.required(record) and any(
        path[0] == name and (case is not None or row.is_const)
        for other in others
        for row, case, _ in other.rows()
        for path in row.fields
        if path
    )


def _unmapped_inside(schema: Schema, view: ResolvedLens, row: Row, record: str) -> Problems:
    """Rows that name parts of a field have to name all of its parts."""
    heads = {path[:-1] for path in row.fields if len(path) > 1}
    for head in heads:
        rows = [other for other, _, _ in view.rows()]
        named = [path for other in rows for path in other.fields if path[:-1] == head]
        if row.fields[0] != named[0]:
            continue
        for name in records(follow(schema, record, head).shapes):
            known = {path[-1] for path in named} | {METADATA} | schema.private(name)
            missing = [
                key
                for key in schema.properties(name)
                if key not in known and not _tag(schema, name, key)
            ]
            if missing:
                at = ".".join(head)
                yield Problem(
                    row.position,
                    f"no row for {quoted(f'{at}.{k}' for k in missing)}",
                    "",
                    "map it, or write `{ lost: <the reason> }`",
                )


def unread_fields(view: ResolvedProject) -> Problems:
    """A field that must be there and is lost on the way out has to come from somewhere."""
    for one, lens_view in _lenses(view):
        for row, _, record in lens_view.rows():
            for path in row.fields if row.lost and row.back is None else ():
                if must_be_there(one.inter, record, path):
                    yield Problem(
                        row.position,
                        f"`{'.'.join(path)}` must be there, and nothing reads it",
                        "",
                        "add `back: call_name(field)`, or map it",
                    )


def unwritten_paths(view: ResolvedProject) -> Problems:
    """A required key that nothing writes makes every payload for this wire invalid."""
    for one, lens_view in _lenses(view):
        if lens_view.lens.own or lens_view.whole or not one.wire.record(lens_view.lens.wire):
            continue
        for case in variants(lens_view):
            paths = [write.path for write in writes(one, lens_view, case) if not write.inside]
            at = case.position if case is not None else lens_view.lens.position
            nodes = dict.fromkeys(path[:end] for path in paths for end in range(len(path)))
            for path in enclosing(one, lens_view.lens):
                nodes.pop(path)  # its own lens writes what it requires
            for node in [(), *(node for node in nodes if node)]:
                keys = {
                    path[len(node)]
                    for path in paths
                    if len(path) > len(node) and path[: len(node)] == node
                }
                missing = _unwritten(one, lens_view, node, keys)
                if missing:
                    dotted = [".".join((*node, key)) for key in missing]
                    yield Problem(
                        at,
                        f"nothing writes {quoted(dotted)}",
                        "the wire requires it",
                        "map a field to it, or add it to `given`",
                    )


def _unwritten(one: ResolvedFormat, view: ResolvedLens, node: Path, keys: set[str]) -> list[str]:
    """Required keys of the object at ``node`` that are not written: of its best reading."""
    schema = one.wire
    names = records(follow(schema, view.lens.wire, node).shapes)
    readings = []
    for name in names:
        if not keys <= set(schema.properties(name)):
            continue
        tags = {key for key in schema.properties(name) if _tag(schema, name, key)}
        written = keys | (set() if node else tags)
        readings.append(sorted(schema.required(name) - written))
    return min(readings, key=len, default=[])


def unread_paths(view: ResolvedProject) -> Problems:
    """Wire keys that no row names are kept by `metadata`, or by whatever holds the value."""
    for one, lens_view in _lenses(view):
        lens = lens_view.lens
        record = one.wire.record(lens.wire)
        if record is None or lens.keeps or lens_view.whole:
            continue
        named = {
            write.path[0]
            for case in variants(lens_view)
            for write in writes(one, lens_view, case)
            if write.path
        }
        loose = [
            key
            for key in one.wire.properties(lens.wire)
            if key not in named and not _tag(one.wire, lens.wire, key)
        ]
        holds = any(METADATA in one.inter.properties(name) for name, _ in _records(one, lens_view))
        if holds:
            yield Problem(
                lens.position,
                f"keys of `{lens.wire}` that no row names are dropped",
                f"such as {quoted(loose[:3])}" if loose else "it may have unknown ones",
                'add `metadata: "*"`',
            )
        elif loose and not all(_keeping(one, lens_view)):
            yield Problem(
                lens.position,
                f"nothing reads {quoted(loose)} of `{lens.wire}`",
                "neither this lens nor the one that uses it keeps them",
                'add `metadata: "*"` to the lens that uses it',
            )


def _keeping(one: ResolvedFormat, view: ResolvedLens) -> Iterator[bool]:
    """For each lens that holds values of this one: does its form keep their spelling?"""
    for other in one.lenses:
        for slot in other.slots:
            shapes = follow(one.wire, other.lens.wire, slot.target.path).shapes
            names = {shape.name for outer in shapes for shape in (outer, *outer.items)}
            if other is not view and view.lens.wire in names:
                yield other.lens.keeps


def optional_to_required(view: ResolvedProject) -> Problems:
    """What one side may leave out and the other demands needs a value for that case."""
    for one, lens_view in _lenses(view):
        if lens_view.valued or lens_view.whole:
            continue
        for slot in lens_view.slots:
            if not _resolves(one, lens_view, slot):
                continue
            if slot.row.fields[0] not in asked_here(one, lens_view):
                yield from _encode_gap(one, lens_view, slot)
            yield from _decode_gap(one, lens_view, slot)
        yield from _no_arm(one, lens_view)


def _no_arm(one: ResolvedFormat, view: ResolvedLens) -> Problems:
    """A key that every arm must read, and that may be absent: what lacks it would be of none."""
    arms = [case for case in view.cases if case.arm and not case.lost]
    slots = [slot for slot in view.slots if slot.case in arms and _must_be_read(one, view, slot)]
    for slot in slots:
        same = [other for other in slots if other.target.path == slot.target.path]
        if slot is same[-1] and all(any(other.case is case for other in same) for case in arms):
            yield Problem(
                slot.target.position,
                f"`{slot.target.dotted}` may be absent and `{slot.row.left}` is required",
                f"no arm of `{view.lens.title}` is without it, and what is of none is refused",
                "add `default(value)`, or require it in the schema",
            )


def _must_be_read(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> bool:
    """Whether an arm is not read without the key of a row, and the key may be absent."""
    field, path = slot.row.fields[0], slot.target.path
    asked = slot.place == "arm" and _resolves(one, view, slot) and len(slot.row.targets) == 1
    settled = any(d.settles for d in standing(slot))
    needed = asked and not settled and must_be_there(one.inter, slot.record, field)
    return needed and not must_be_there(one.wire, view.lens.wire, path)


def _resolves(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> bool:
    """Whether both ends of a row exist (others are reported as unknown)."""
    field = follow(one.inter, slot.record, slot.row.fields[0])
    return not field.lost and not follow(one.wire, view.lens.wire, slot.target.path).lost


def _encode_gap(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
    path, wire = slot.target.path, view.lens.wire
    there = must_be_there(one.inter, slot.record, slot.row.fields[0]) and slot.place != "part"
    if there or slot.place == "case" or not path or _filled(one, view, slot):
        return
    start = next((d for d in range(len(path)) if must_be_there(one.wire, wire, path, d)), len(path))
    others = [
        write
        for write in writes(one, view, slot.case)
        if write.source is not slot.row and write.path[:start] == path[:start]
        and not _follows(write, slot.row)
    ]
    if start < len(path) and (start == 0 or others):
        what = "may be empty" if slot.place == "part" else "may be absent"
        inside = f"write a lens for all of `{'.'.join(path[:start])}`, with `fill(value)` there"
        if start and path[start - 1] == "0":
            items = f"say `minItems: 1` of `{'.'.join(path[: start - 1])}`, and require it"
            inside = f"take `{path[start]}` out of what an item requires, or {items}"
        elif start and others and all(isinstance(write.source, Row) for write in others):
            named = quoted(dict.fromkeys(write.source.left for write in others))
            beside = f"say `| beside({slot.row.left})` of {named}, which stands there without it"
            inside = f"{beside}; or {inside}"
        yield Problem(
            slot.target.position,
            f"`{slot.row.left}` {what} and `{slot.target.dotted}` is required",
            "",
            inside if start else _filler(one, view, slot),
        )


def _filled(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> bool:
    """Whether something is written where there is nothing to write.

    A key of a spread list has an empty list or text then, where no null may say the same.
    """
    if slot.place != "part":
        return empties(slot)
    nulls = "null" in types(one.wire_shapes(view.lens.wire, slot.target.path))
    return not nulls and (empties(slot) or not slot.target.operators)


def _filler(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> str:
    """What fills a required key."""
    if slot.place != "part":
        return "add `fill(value)`, `default(value)` or `expected`"
    nulls = "null" in types(one.wire_shapes(view.lens.wire, slot.target.path))
    also = ", or the null out of its types" if nulls else ""
    return f"take it out of `required` in the schema{also}"


def _follows(write: Write, row: Row) -> bool:
    """Whether it is written only where another row is."""
    targets = write.source.targets if isinstance(write.source, Row) else ()
    return any(argued(target, lambda d: d.joins) == (row.name,) for target in targets)


def _decode_gap(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
    path, wire = slot.target.path, view.lens.wire
    if slot.place != "row" or any(d.settles for d in standing(slot)):
        return
    if not view.lens.keeps and not view.cases and len(slot.row.targets) == 1:
        return  # such a lens declines a value that lacks something, and it stays as it is
    if not must_be_there(one.inter, slot.record, slot.row.fields[0]):
        yield from _half_a_record(one, view, slot)
        return
    if len(slot.row.targets) > 1 and slot.target is slot.row.targets[0]:
        yield Problem(
            slot.target.position,
            f"`{slot.row.left}` is required and may stand in no place of several",
            "",
            "map it to one place",
        )
    elif len(slot.row.targets) == 1 and not must_be_there(one.wire, wire, path):
        yield Problem(
            slot.target.position,
            f"`{slot.target.dotted}` may be absent and `{slot.row.left}` is required",
            "",
            _stand_in(one, view, slot),
        )


def _stand_in(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> str:
    """What says what a missing key means: a list that a sequence reads has no operators."""
    if one.sequence(view.lens, slot.row) is None:
        return "add `default(value)`"
    path = slot.target.path
    missing = unsure(one, view.lens, path)
    said = [f"{'.'.join(step)}: {'[]' if step == path else '{}'}" for step in missing]
    return f"say what stands for it: `absent: {{ {', '.join(said)} }}`"


def _half_a_record(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
    """A record that may be absent is read as soon as one of its fields is there."""
    field, path = slot.row.fields[0], slot.target.path
    others = companions(one.inter, view.lens, path)
    demanded = others and must_be_there(one.inter, slot.record, field, len(field) - 1)
    filled = any(absent.path == path for absent in view.lens.absents)
    if demanded and not filled and not must_be_there(one.wire, view.lens.wire, path):
        what = f"`{slot.target.dotted}` may be absent and `{slot.row.left}` is required"
        known = f"`{'.'.join(field[:-1])}` is there as soon as `{'.'.join(others[0])}` is"
        fix = "say in `absent` what stands for it"
        if not must_be_there(one.wire, view.lens.wire, path[:-1]):
            fix = f"let its object require it, or map `{slot.row.left}` alone: the rest is kept"
        yield Problem(slot.target.position, what, known, fix)


def _lenses(view: ResolvedProject) -> list[tuple[ResolvedFormat, ResolvedLens]]:
    return [(one, lens_view) for one in view.formats for lens_view in one.lenses]
