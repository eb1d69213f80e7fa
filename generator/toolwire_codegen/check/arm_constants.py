"""A rule on arms that a constant tells: where the wire has something else, they are not read."""

from __future__ import annotations

from ..load.transform import Case, Given
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, must_be_there
from ..resolve.problems import Problem, Problems


def left_behind(view: ResolvedProject) -> Problems:
    """What an arm alone reads tells it, whatever stands where another arm has its value."""
    for one in view.formats:
        for lens_view in one.lenses:
            arms = [case for case in lens_view.cases if case.arm and not case.lost]
            for at, case in enumerate(arms):
                others = [*arms[:at], *arms[at + 1 :]]
                read = {path for other in others for path in _values(other)}
                yield from _told(one, lens_view, case, arms[at + 1 :], read)


def _told(
    one: ResolvedFormat, view: ResolvedLens, case: Case, later: list[Case], read: set[Path]
) -> Problems:
    wire = view.lens.wire
    own = [path for path in _values(case)
           if path not in read and not must_be_there(one.wire, wire, path)]  # fmt: skip
    for given in case.givens if own else ():
        taking = [other for other in later if _takes(other, given)]
        if taking:
            key, place = ".".join(own[0]), ".".join(given.path)
            yield Problem(
                given.position,
                f"a `{wire}` with `{key}` that has another `{place}` is read as `{taking[0].arm}`",
                f"what is `given` in an arm tells it, and `{key}` would be left behind",
                f"make a type of its own that requires `{key}`, with a lens for `{case.arm}` and "
                "this constant outside of the arm",
            )


def _values(case: Case) -> list[Path]:
    return [target.path for row in case.rows for target in row.targets]


def _takes(case: Case, given: Given) -> bool:
    """Whether an arm reads what stands in the place of a constant, whatever it is."""
    constants = [other.path for other in case.givens]
    fixed = given.computed or given.built or not given.values or given.path in constants
    return given.path in _values(case) and not fixed
