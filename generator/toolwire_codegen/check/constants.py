"""Rules on constants of the wire, each asked for, or read by a row or a given, and on sums.

A body that lacks a constant of its type is refused; what stands inside of one is told by the
fewest signs, and a constant that is none of them would be dropped whatever its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..load.transform import Given
from ..operators.uses import arguments
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.telling import Question, tell
from .matching import joins


def unasked(project: ResolvedProject) -> Problems:
    """A constant that nothing asks for would count as read, also where it is not there."""
    for one in project.formats:
        places = [*_places(one)]
        for lens in one.lenses:
            wire = lens.lens.wire
            asked = [question for question in places if question.arm == wire]
            for key, value in _left_to_telling(one, lens).items():
                if not all(question.asks(key) for question in asked):
                    yield Problem(
                        lens.lens.position,
                        f"nothing reads `{key}` of `{wire}`, nor asks for it everywhere",
                        f"`{wire}` is told by other keys where it is read",
                        f"add `given: {{{key}: {value}}}`",
                    )


def short_sums(project: ResolvedProject) -> Problems:
    """A sum has what the counts of the wire have in them, and nothing that none of them has."""
    for one in project.formats:
        for lens in one.lenses:
            for given in lens.lens.givens:
                yield from _short_sum(lens, given) if given.sum else ()


def _short_sum(lens: ResolvedLens, given: Given) -> Problems:
    """Those with a place of their own may all be left out: not each API adds up cached tokens."""
    counts = [(slot, arguments(slot, lambda d: d.includes) or ()) for slot in lens.slots]
    apart = {".".join(path) for slot in lens.slots for path in slot.row.fields}
    for slot, inside in counts:
        lacking = [name for name in inside if name not in given.sum]
        mapped = {name for name in inside if name in apart}
        if lacking and slot.row.left in given.sum and {*lacking} != mapped:
            yield Problem(
                given.position,
                f"the sum has `{slot.row.left}` without {quoted(lacking)}",
                f"`{slot.target.dotted}` counts both, at {slot.row.position.short}",
                f"add {quoted(lacking)} to the sum",
            )
    for name in (name for name in given.sum if name not in apart):
        holders = [slot for slot, inside in counts if name in inside]
        fields = [slot.row.left for slot in holders]
        if not {*fields} & {*given.sum}:
            yield Problem(
                given.position,
                f"the sum has `{name}`" + (f" without {quoted(fields)}" if fields else ""),
                f"`{holders[0].target.dotted}` counts both, at {holders[0].row.position.short}"
                if holders else "no count that is written has it in it",
                f"add {quoted(fields[:1])} to the sum, or leave `{name}` out" if fields
                else f"leave it out, or say of the count that has it `less({name})`",
            )


def _places(one: ResolvedFormat) -> Iterator[Question]:
    """What objects are asked for at each place where several types may be."""
    for join in joins(one):
        if len(set(join.wires)) > 1:
            yield from tell(one.wire, join.wires, [pair.lens.wire for pair in join.pairs])


def _left_to_telling(one: ResolvedFormat, lens: ResolvedLens) -> dict[str, object]:
    """The constants of a wire type that no row and no given speaks of."""
    spec = lens.lens
    if one.wire.record(spec.wire) is None or not spec.keeps or lens.whole:
        return {}
    givens: Iterable[tuple[str, ...]] = (given.path for given in spec.givens)
    rows = (path for row in spec.all_rows for target in row.targets for path in target.paths)
    spoken = {path[0] for path in (*givens, *rows) if path}
    tags = one.wire.tags(spec.wire)
    return {key: value for key, value in tags.items() if key not in spoken}

