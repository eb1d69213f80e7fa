"""A rule on arms that a constant tells: where the wire has something else, they are not read."""

from __future__ import annotations

from ..load.transform import Case
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, must_be_there
from ..resolve.problems import Problem, Problems


def left_behind(project: ResolvedProject) -> Problems:
    """Where an arm has its value tells it, whatever stands where another arm has its own."""
    for one in project.formats:
        for lens in one.lenses:
            arms = [case for case in lens.cases if case.arm and not case.lost]
            for at, case in enumerate(arms):
                for own in _values(one, case)[:1]:
                    yield from _misread(one, lens, case, own, arms[at + 1 :])


def _misread(
    one: ResolvedFormat, lens: ResolvedLens, case: Case, own: Path, later: list[Case]
) -> Problems:
    """The constants of an arm that stand where a later one has its value."""
    for given in case.givens:
        taking = [other for other in later if given.path in _values(one, other)]
        if taking:
            wire, key, place = lens.lens.wire, ".".join(own), ".".join(given.path)
            yield Problem(
                given.position,
                f"a `{wire}` with `{key}` that has another `{place}` is read as `{taking[0].arm}`",
                f"what is `given` in an arm tells it, and `{key}` would be left behind",
                f"make a type of its own that requires `{key}`, with a lens for `{case.arm}` and "
                "this constant outside of the arm",
            )


def _values(one: ResolvedFormat, case: Case) -> list[Path]:
    """Where an arm has what its type must have: with other fields it is the same arm."""
    return [
        target.path for row in case.rows for target in row.targets
        if must_be_there(one.inter, case.arm, row.fields[0])
    ]  # fmt: skip
