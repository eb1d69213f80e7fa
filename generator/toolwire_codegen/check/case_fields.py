"""Rules on the fields of cases: some case takes a value that has no more than it must."""

from __future__ import annotations

from ..load.transform import Case
from ..operators.uses import has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Path, follow, must_be_there, records
from ..resolve.problems import Problem, Problems, quoted


def missing_cases(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            if lens.cases and not lens.armed:
                yield from _missing(one, lens)


def _missing(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    inter = lens.lens.inter
    for field in sorted(one.inter.required(inter)):
        holders = [case for case in lens.lens.cases if (field,) in _fields(case)]
        more = [_optional(one, inter, case) for case in holders]
        if holders and all(more):
            yield Problem(
                holders[0].position,
                f"no case takes a `{inter}` that has `{field}` and not {quoted(more[0])}",
                "the fields of a case go to the wire together, or none does",
                "map what may be absent beside the cases, or add such a case",
            )


def optional(project: ResolvedProject) -> Problems:
    """A case asks for each of its keys: one that may be missing beside its others is none of it."""
    for one in project.formats:
        for lens in one.lenses:
            slots = [slot for slot in lens.slots if slot.place == "case"]
            for slot in slots:
                path, taken = slot.target.path, set(_fields(slot.case)) if slot.case else set()
                beside = [other for other in slots if other.case is slot.case and other is not slot
                          and other.target.path[:-1] == path[:-1]]  # fmt: skip
                if slot.target.operators or _must(one, lens, slot):
                    continue
                left = taken - {slot.row.fields[0]}
                without = any({*_fields(case)} == left for case in lens.cases)
                if not without and any(_is_told(one, lens, other) for other in beside):
                    yield Problem(
                        slot.target.position,
                        f"a `{lens.lens.wire}` without `{slot.target.dotted}` is not read, "
                        f"nor is one written without `{slot.row.left}`",
                        "both may be missing, and a case takes all of its keys or none",
                        "write the row beside the cases",
                    )


def _must(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether either side always has it."""
    there = must_be_there(one.inter, slot.record, slot.row.fields[0])
    return there or _on_the_wire(one, lens, slot)


def _is_told(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether a value of the case has it for sure: the wire always does, or it makes the case."""
    ways = one.inter.defs[lens.lens.inter].get("oneOf", ())
    makes = any([*slot.row.fields[0]] == way["required"] for way in ways)
    return makes or _on_the_wire(one, lens, slot)


def _on_the_wire(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether the object that a key stands in always has it."""
    *holder, key = slot.target.path or ("",)
    types = records(follow(one.wire, lens.lens.wire, tuple(holder)).shapes)
    return all(key in one.wire.required(name) for name in types)


def _fields(case: Case) -> list[Path]:
    return [path for row in case.rows for path in row.fields]


def _optional(one: ResolvedFormat, inter: str, case: Case) -> list[str]:
    """The fields of a case that a value may be without, and that nothing stands for then."""
    rows = [row for row in case.rows if row.targets and not has(row.targets[0], lambda d: d.fills)]
    paths = [row.fields[0] for row in rows if row.fields[0]]
    return [".".join(path) for path in paths if not must_be_there(one.inter, inter, path)]
