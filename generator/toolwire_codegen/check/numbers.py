"""The rule on what is numbered: it stands in a list whose functions count what they convert."""

from __future__ import annotations

from ..load.transform import Given
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import OPAQUE
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import follow, lists
from ..resolve.problems import Problem, Problems
from .matching import joins


def misplaced(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            numbered = [given for given in lens.lens.givens if given.numbered]
            if numbered and not _counted(one, lens):
                yield _problem(lens, numbered[0])


def _counted(one: ResolvedFormat, lens: ResolvedLens) -> bool:
    """Whether all that a lens writes are items of lists of a union, and no units of a sequence."""
    places = [join for join in joins(one) if lens in join.pairs]
    sequences = [(each.record, (each.field,)) for each in one.transform.sequences]
    units = {shape.name for record, path in sequences
             for shape in lists(follow(one.inter, record, path).shapes)}  # fmt: skip
    return bool(places) and lens.lens.inter not in units and all(
        OPAQUE in join.names for join in places
    )  # fmt: skip


def _problem(lens: ResolvedLens, given: Given) -> Problem:
    return Problem(
        given.position,
        f"`{'.'.join(given.path)}` has no number",
        f"`{lens.lens.inter}` is no block of a list",
        "write a constant",
    )
