"""The rule on several lenses of one type: no value goes back as another type than it came as."""

from __future__ import annotations

from itertools import combinations

from ..load.transform import Lens
from ..operators.choice import core, given_up, of_calls, sharing
from ..operators.uses import asked_for, carries
from ..resolve.by_arm import after_reading
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.paths import Path, must_be_there
from ..resolve.problems import Problem, Problems
from .joins import Join
from .matching import joins


def renamed(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for join in joins(one):
            yield from _of_one_type(one, join)
            yield from _of_one_arm(one, join)


def _of_one_type(one: ResolvedFormat, join: Join) -> Problems:
    plain = [pair for pair in join.pairs if not (pair.valued or pair.lens.own or pair.cases)]
    for earlier, later in combinations(plain, 2):
        inter, wire = earlier.lens.inter, earlier.lens.wire
        rest = [pair.lens for pair in plain if pair is not earlier and pair.lens.inter == inter]
        if later.lens in rest and _takes(one, earlier.lens, later.lens, rest):
            yield Problem(
                join.position,
                f"a `{later.lens.wire}` may go back as `{wire}`",
                f"no field that each `{later.lens.wire}` has keeps it from being written so",
                f"let `{wire}` lose such a field, or write one lens for both",
            )


def _of_one_arm(one: ResolvedFormat, join: Join) -> Problems:
    """Lenses that share out the arms of a union: none writes what a later one has read."""
    found = [(pair.lens.inter, core(one, pair.lens)[1]) for pair in join.pairs]
    for (inter, earlier), (other, later) in combinations(found, 2):
        rest = [rows for of, rows in found if of == inter and rows is not earlier]
        for way in sharing(one, earlier, rest) if inter == other else ():
            if after_reading(way, later) is not None:
                yield Problem(
                    join.position,
                    f"a `{later.wire}` that is a `{way.arm}` goes back as `{earlier.wire}`",
                    "both have rows for it",
                    "leave it to one of them",
                )


def _takes(one: ResolvedFormat, earlier: Lens, later: Lens, rest: list[Lens]) -> bool:
    """Whether the earlier lens writes what the later one has read."""
    first, second = core(one, earlier)[1], core(one, later)[1]
    others = [core(one, lens)[1] for lens in rest]
    asked, lost = asked_for(one, first), given_up(one, first, others)
    by_calls = any(map(of_calls, (first, *others)))
    never = any(not carries(second, path) for path in asked)
    return bool(asked or lost) and not by_calls and not never and not any(
        _always(one, second, path) for path in lost
    )  # fmt: skip


def _always(one: ResolvedFormat, lens: Lens, field: Path) -> bool:
    """Whether a value has a field that was read by a lens."""
    absent = {absent.path for absent in lens.absents}
    for row in lens.rows:
        if row.fields[:1] == (field,):
            if row.is_const:
                return row.const is not None
            paths = [target.path for target in row.targets]
            return any(p in absent or must_be_there(one.wire, lens.wire, p) for p in paths)
    return False
