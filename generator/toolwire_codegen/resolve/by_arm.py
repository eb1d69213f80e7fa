"""Where an entry reads a union, and each of its wire types is for some of the arms.

A value is written as the first type that has its arm: with every field that is constant in
this type, and without a field that it loses and another one keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..load.transform import Case, Lens
from .paths import Path


@dataclass(frozen=True)
class Way:
    """When a value of an arm is written by a lens: with these fields, and without those."""

    arm: str
    asked: tuple[Path, ...]
    refused: tuple[Path, ...]


def by_arm(lens: Lens) -> bool:
    """Whether a lens has rows for each arm of a union."""
    return any(case.arm for case in lens.cases)


def ways(lens: Lens, others: Sequence[Lens]) -> list[Way]:
    """The arms that a lens writes, beside the others of its entry."""
    found = []
    for case in lens.cases:
        asked = tuple(row.fields[0] for row in case.rows if row.is_const)
        lost = (path for row in case.rows if row.lost for path in row.fields)
        theirs = [one for other in others for one in other.cases if one.arm == case.arm]
        refused = tuple(path for path in lost if any(_carries(one, path) for one in theirs))
        found.append(Way(case.arm, asked, refused))
    return found


def after_reading(way: Way, lens: Lens) -> Way | None:
    """What is still to be asked of a value that a lens has read; None if it never goes that way."""
    read = [case for case in lens.cases if case.arm == way.arm and not case.lost]
    given = [path for path in (*way.asked, *way.refused) if all(_is_given(c, path) for c in read)]
    may_have = [path for path in (*way.asked, *way.refused) if any(_carries(c, path) for c in read)]
    if not read or not {*way.asked} <= {*may_have} or {*way.refused} & {*given}:
        return None
    asked = tuple(path for path in way.asked if path not in given)
    return Way(way.arm, asked, tuple(path for path in way.refused if path in may_have))


def _is_given(case: Case, path: Path) -> bool:
    """Whether a value that was read so has a field in any case."""
    return any(row.is_const and row.const is not None and path in row.fields for row in case.rows)


def _carries(case: Case, path: Path) -> bool:
    return any(path in row.fields for row in case.rows if not row.lost)
