"""Which of several lenses of one intermediate type a value is written by.

On the wire their types are told apart. A value has the fields that a lens asks for and none of
those that it loses and another one carries; the last lens takes the rest. What a lens so knows to
be there is as good as required in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..load.transform import Lens
from ..resolve.by_arm import Way, by_arm, ways
from ..resolve.format import ResolvedFormat
from ..resolve.paths import Path
from .uses import argued, asked_for, carries, lost_fields, surely_there


def given_up(one: ResolvedFormat, lens: Lens, others: Sequence[Lens]) -> list[Path]:
    """Fields that a lens loses, and another one that takes what this one asks for carries."""
    needed = asked_for(one, lens)
    able = [other for other in others if all(carries(other, path) for path in needed)]
    return [path for path in lost_fields(lens) if any(carries(other, path) for other in able)]


def of_calls(lens: Lens) -> str:
    """The field that a call has which values of this lens answer, or ""."""
    targets = [target for row in lens.rows for target in row.targets]
    found = (argued(target, lambda d: d.of_calls) for target in targets)
    return next((args[0] for args in found if args), "")


def core(one: ResolvedFormat, lens: Lens) -> tuple[Path, Lens]:
    """The lens that has the rows of a lens which only holds another record, and where it does."""
    row = lens.rows[0] if len(lens.rows) == 1 else None
    if row is None or not row.targets or row.targets[0].path or not row.fields[0]:
        return (), lens
    shapes = one.inter_shapes(lens.inter, row.fields[0])
    lenses = one.lenses_between([shape.name for shape in shapes if shape.name], [lens.wire])
    return (row.fields[0], lenses[0].lens) if len(lenses) == 1 else ((), lens)


def tells(one: ResolvedFormat, lens: Lens, others: Sequence[Lens]) -> bool:
    """Whether anything says of a value that it is written by one lens and by no other."""
    _, rows = core(one, lens)
    rest = [core(one, other)[1] for other in others]
    asked = asked_for(one, rows) or given_up(one, rows, rest) or sharing(one, rows, rest)
    return bool(asked or of_calls(rows) or any(map(of_calls, rest)))


def sharing(one: ResolvedFormat, lens: Lens, others: Sequence[Lens]) -> list[Way]:
    """When a lens writes that shares out the arms of a union with others; none if it always may."""
    mine, *theirs = (one.arms_left(one.pairs[rows.inter, rows.wire]) for rows in (lens, *others))
    found = ways(lens, others) if by_arm(lens) and (mine or any(theirs)) else []
    return found if mine or any(way.asked + way.refused for way in found) else []


def certain_fields(one: ResolvedFormat, lens: Lens) -> set[Path]:
    """The optional fields that every value has which is written by this lens among others.

    One that writes its own alone is asked first, and leaves what has the same fields to the others.
    """
    found: set[Path] = set()
    for lenses in _alike(one, lens):
        lenses.sort(key=lambda other: not other.own)
        at = lenses.index(lens)
        if at < len(lenses) - 1:
            found |= surely_there(one, lens)
        for earlier in (other for other in lenses[:at] if not other.own):
            others = [other for other in lenses if other is not earlier]
            lost = given_up(one, earlier, others)
            if not asked_for(one, earlier) and len(lost) == 1 and carries(lens, lost[0]):
                found.add(lost[0])
    return found


def _alike(one: ResolvedFormat, lens: Lens) -> Iterator[list[Lens]]:
    """The lenses of a lens's type to the arms of each wire union that it leads to, in order."""
    if lens.inter in {inter for inter, _ in one.transform.entries.values()}:
        return  # an entry chooses by itself
    for name in one.wire.defs:
        arms = one.wire.arms(name)
        if lens.wire in arms:
            pairs = [one.pairs.get((lens.inter, arm)) for arm in arms]
            yield [pair.lens for pair in pairs if pair is not None]
