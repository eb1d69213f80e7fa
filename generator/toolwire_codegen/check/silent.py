"""Rules on what goes out with nothing in it: a key that is required must be there all the same.

A row writes nothing where its field is absent, or is what `default` stands for on a wire that may
be without it. Objects and lists are made by what is put into them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..load.transform import Given
from ..operators.uses import has
from ..resolve.enclosing import enclosing
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Path, follow, must_be_there, records
from ..resolve.problems import Problem, Problems
from .writes import Write, variants, writes


def unsaid(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether the value that stands for nothing is written as nothing."""
    if not has(slot.target, lambda d: d.stands_in):
        return False
    return bool(slot.target.more) or not must_be_there(one.wire, lens.lens.wire, slot.target.path)


def unmade(project: ResolvedProject) -> Problems:
    """An object or a list that the wire requires, into which a value may put nothing."""
    for one in project.formats:
        for lens in one.lenses:
            spec = lens.lens
            if spec.own or lens.whole or lens.valued or not one.wire.record(spec.wire):
                continue
            for case in variants(lens):
                found = writes(one, lens, case)
                for path in _unmade(one, lens, found):
                    at = next(w for w in found if w.path[: len(path)] == path)
                    yield _problem(one, lens, path, at)


def _problem(one: ResolvedFormat, lens: ResolvedLens, path: Path, at: Write) -> Problem:
    dotted = ".".join(path)
    listed = any(s.kind == "array" for s in follow(one.wire, lens.lens.wire, path).shapes)
    fix = f"take `{dotted}` out of what is required, or write into it what is always there"
    if listed:
        fix = f"say `minItems: 1` of `{dotted}`, or take it out of what is required"
    note = "all that goes into it may be absent, or be what `default` stands for"
    return Problem(at.position, f"`{dotted}` is required, and may not be written", note, fix)


def _unmade(one: ResolvedFormat, lens: ResolvedLens, found: list[Write]) -> Iterator[Path]:
    schema, wire = one.wire, lens.lens.wire
    paths = [write.path for write in found]
    nodes = dict.fromkeys(path[:end] for path in paths for end in range(1, len(path)))
    for path in nodes:
        if path in paths or path[-1] == "0" or path[:-1] in enclosing(one, lens.lens):
            continue
        holders = records(follow(schema, wire, path[:-1]).shapes)
        if not holders or any(path[-1] not in schema.required(name) for name in holders):
            continue
        inside = [write for write in found if write.path[: len(path)] == path]
        beside = [write for write in found if write.path[: len(path) - 1] == path[:-1]]
        always = must_be_there(schema, wire, path)
        if not always and len(beside) == len(inside):
            continue
        made = always and _hollow(one, lens, path)
        if not made and not any(_sure(one, lens, write, path) for write in inside):
            yield path


def _hollow(one: ResolvedFormat, lens: ResolvedLens, path: Path) -> bool:
    """Whether an object is written that demands nothing of what is in it."""
    names = records(follow(one.wire, lens.lens.wire, path).shapes)
    return bool(names) and not any(map(one.wire.required, names))


def _sure(one: ResolvedFormat, lens: ResolvedLens, write: Write, path: Path) -> bool:
    """Whether something is written into an object or a list, whatever the value holds."""
    if isinstance(write.source, Given):
        return not write.source.when
    slots = [slot for slot in lens.slots if slot.row is write.source]
    parts = [slot for slot in slots if slot.place == "part"]
    written = [
        slot.target.path[: len(path)] == path and _is_written(one, lens, slot) for slot in slots
    ]
    return any(written) if parts else bool(written) and all(written)


def _is_written(one: ResolvedFormat, lens: ResolvedLens, slot: Slot) -> bool:
    """Whether a place of a row is written of every value; what must be there, another rule asks."""
    if must_be_there(one.wire, lens.lens.wire, slot.target.path) and not slot.target.more:
        return True
    if slot.place == "part" or has(slot.target, lambda d: d.joins or d.yields):
        return False
    there = slot.place == "case" or must_be_there(one.inter, slot.record, slot.row.fields[0])
    return there and not unsaid(one, lens, slot)
