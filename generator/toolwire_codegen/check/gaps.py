"""Rules on what one side may leave out and the other demands."""

from __future__ import annotations

from ..load.transform import Row
from ..operators.uses import argued, empties, nulls, standing
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import companions, follow, must_be_there, types
from ..resolve.problems import Problem, Problems, quoted
from .absence import some, stands
from .asks import asked_here
from .silent import unsaid
from .writes import Write, writes


def optional_to_required(project: ResolvedProject) -> Problems:
    """What one side may leave out and the other demands needs a value for that case."""
    lenses = [(one, lens) for one in project.formats for lens in one.lenses]
    for one, lens in lenses:
        if lens.valued or lens.whole:
            continue
        for slot in lens.slots:
            if not _resolves(one, lens, slot):
                continue
            if slot.row.fields[0] not in asked_here(one, lens):
                yield from _encode_gap(one, lens, slot)
            yield from _decode_gap(one, lens, slot)
        yield from _no_arm(one, lens)


def _no_arm(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """A key that every arm must read, and that may be absent: what lacks it would be of none."""
    arms = [case for case in lens.cases if case.arm and not case.lost]
    slots = [slot for slot in lens.slots if slot.case in arms and _must_be_read(one, lens, slot)]
    for slot in slots:
        same = [other for other in slots if other.target.path == slot.target.path]
        if slot is same[-1] and all(any(other.case is case for other in same) for case in arms):
            yield Problem(
                slot.target.position,
                f"`{slot.target.dotted}` may be absent and `{slot.row.left}` is required",
                f"no arm of `{lens.lens.title}` is without it, and what is of none is refused",
                "add `default(value)`, or require it in the schema",
            )


def _must_be_read(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether an arm is not read without the key of a row, and the key may be absent."""
    field, path = slot.row.fields[0], slot.target.path
    asked = slot.place == "arm" and _resolves(one, lens, slot) and len(slot.row.targets) == 1
    settled = any(d.settles for d in standing(slot))
    needed = asked and not settled and must_be_there(one.inter, slot.record, field)
    return needed and not must_be_there(one.wire, lens.lens.wire, path)


def _resolves(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether both ends of a row exist (others are reported as unknown)."""
    field = follow(one.inter, slot.record, slot.row.fields[0])
    return not field.lost and not follow(one.wire, lens.lens.wire, slot.target.path).lost


def _encode_gap(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> Problems:
    path = slot.target.path
    there = must_be_there(one.inter, slot.record, slot.row.fields[0]) and slot.place != "part"
    silent = there and unsaid(one, lens, slot)
    if (there or slot.place == "case" or not path or _filled(one, lens, slot)) and not silent:
        return
    start, others = _demanded(one, lens, slot)
    if not silent and any(a.path == path and a.value is not None for a in lens.lens.absents):
        if start == 0 and len(slot.row.targets) == 1:  # else it is no place for `absent`
            yield from _read_anyway(slot)
    elif start < len(path) and (start == 0 or others):
        what = "may be empty" if slot.place == "part" else "may be absent"
        what = "may be what `default` stands for" if silent else what
        inside = f"write a lens for all of `{'.'.join(path[:start])}`, with `fill(value)` there"
        if start and path[start - 1] == "0":
            inside = f"take `{path[start]}` out of what an item requires, or {some(path[:start])}"
        elif silent:
            inside = f"take `{path[start]}` out of what its object requires, or leave `default` out"
        elif start and others and all(isinstance(write.source, Row) for write in others):
            named = quoted(dict.fromkeys(write.source.left for write in others))
            beside = f"say `| beside({slot.row.left})` of {named}, which stands there without it"
            inside = f"{beside}; or {inside}"
        yield Problem(
            slot.target.position,
            f"`{slot.row.left}` {what} and `{slot.target.dotted}` is required",
            "",
            inside if start else _filler(one, lens, slot),
        )


def _read_anyway(slot: Slot) -> Problems:
    """A value stands for a key that is not there: a field that is not there needs one as well."""
    yield Problem(
        slot.target.position,
        f"`{slot.row.left}` may be absent, and would be read back as what `absent` says",
        f"`absent` says what stands for `{slot.target.dotted}` where it is not there",
        "leave that line of `absent` out, or add `fill(value)`",
    )


def _demanded(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> tuple[int, list[Write]]:
    """The step of a row's place from which on all must be there, and what stands beside it."""
    path, wire = slot.target.path, lens.lens.wire
    start = next((d for d in range(len(path)) if must_be_there(one.wire, wire, path, d)), len(path))
    others = [
        write
        for write in writes(one, lens, slot.case)
        if write.source is not slot.row and write.path[:start] == path[:start]
        and not _follows(write, slot.row)
    ]
    return start, others


def _filled(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether something is written where there is nothing to write.

    A key of a spread list has an empty list or text then, or null where `absent` says so; else no
    null may say the same.
    """
    if slot.place != "part":
        return empties(slot)
    path = slot.target.path
    if lens.lens.has_null(path):
        return nulls(slot)
    null = "null" in types(one.wire_shapes(lens.lens.wire, path))
    return not null and (empties(slot) or not slot.target.operators)


def _filler(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> str:
    """What fills a required key."""
    if slot.place != "part":
        return "add `fill(value)`, `default(value)` or `expected`"
    null = "null" in types(one.wire_shapes(lens.lens.wire, slot.target.path))
    also = ", or the null out of its types" if null else ""
    return f"take it out of `required` in the schema{also}"


def _follows(write: Write, row: Row) -> bool:
    """Whether it is written only where another row is."""
    targets = write.source.targets if isinstance(write.source, Row) else ()
    return any(argued(target, lambda d: d.joins) == (row.name,) for target in targets)


def _decode_gap(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> Problems:
    path, wire = slot.target.path, lens.lens.wire
    if slot.place != "row" or any(d.settles for d in standing(slot)):
        return
    there = must_be_there(one.inter, slot.record, slot.row.fields[0])
    if not lens.lens.keeps and not lens.cases and len(slot.row.targets) == 1:
        # Such a lens declines a value that lacks something, and it stays as it is.
        if there and must_be_there(one.wire, wire, path) and _nullable(one, lens, slot):
            yield _null(slot)
        return
    if not there:
        yield from _half_a_record(one, lens, slot)
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
            _stand_in(one, lens, slot),
        )
    elif _nullable(one, lens, slot):
        yield _null(slot)


def _null(slot: Slot) -> Problem:
    return Problem(
        slot.target.position,
        f"`{slot.target.dotted}` may be null and `{slot.row.left}` is required",
        "a body that has null there would be refused",
        "add `default(value)` and take it out of `required`, or take the null out of its types",
    )


def _nullable(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether the wire may say null for a value that is copied as it is, and nothing reads that."""
    path = slot.target.path
    if slot.target.operators or any(absent.path == path for absent in lens.lens.absents):
        return False
    field = types(one.inter_shapes(slot.record, slot.row.fields[0]))
    return "null" in types(one.wire_shapes(lens.lens.wire, path)) and not field & {"null", "any"}


def _stand_in(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> str:
    """What says what a missing key means: a list that a sequence reads has no operators."""
    path = slot.target.path
    if one.sequence(lens.lens, slot.row) is None:
        start, others = _demanded(one, lens, slot)
        if not others or start == len(path) or path[start - 1] != "0":
            return "add `default(value)`"
        return f"{some(path[:start])}; or take `{path[start]}` out of what an item requires, " \
               "and add `default(value)`"
    return stands(one, lens.lens, path, value="[]")


def _half_a_record(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> Problems:
    """A record that may be absent is read as soon as one of its fields is there."""
    field, path = slot.row.fields[0], slot.target.path
    others = companions(one.inter, lens.lens, path)
    demanded = others and must_be_there(one.inter, slot.record, field, len(field) - 1)
    filled = any(absent.path == path for absent in lens.lens.absents)
    if demanded and not filled and not must_be_there(one.wire, lens.lens.wire, path):
        what = f"`{slot.target.dotted}` may be absent and `{slot.row.left}` is required"
        note = f"`{'.'.join(field[:-1])}` is there as soon as `{'.'.join(others[0])}` is"
        fix = "say in `absent` what stands for it"
        if not must_be_there(one.wire, lens.lens.wire, path[:-1]):
            fix = f"let its object require it, or map `{slot.row.left}` alone: the rest is kept"
        yield Problem(slot.target.position, what, note, fix)
