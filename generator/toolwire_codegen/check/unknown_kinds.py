"""A rule on results whose value stands in an object of one of several kinds: providers add more.

A value that is of no arm is refused, and with it the body around it. What no lens is for is opaque.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..load.transform import Case
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, follow, must_be_there, records, text
from ..resolve.problems import Problem, Problems
from .stream_view import stands_for_others


def refused(project: ResolvedProject) -> Problems:
    """Where every arm asks for what is inside of such an object, another kind of it is of none."""
    for one in project.formats:
        for lens in (lens for lens in one.lenses if lens.armed):
            read = [case for case in lens.cases if not case.lost]
            asked = [{*_asked(one, lens, case)} for case in read]
            for place in sorted(set.intersection(*asked) if asked else ()):
                shapes = follow(one.wire, lens.lens.wire, place).shapes
                kinds = records(shapes)
                if kinds and any(stands_for_others(one.wire, shape.name) for shape in shapes):
                    yield Problem(
                        read[0].position,
                        f"no arm reads `{'.'.join(place)}` of a kind that nobody knows",
                        f"it is {text(shapes)}, and what is of no arm is refused",
                        f"give each kind a type of its own beside `{lens.lens.wire}`, told by "
                        f"`{'.'.join(place)}`, with a lens for its arms: what is none of them is "
                        "opaque then",
                    )


def _asked(one: ResolvedFormat, lens: ResolvedLens, case: Case) -> Iterator[Path]:
    """The objects that must be there, of which an arm asks for something inside."""
    paths = [given.path for given in case.givens if given.values]
    for slot in lens.slots:
        if slot.case is case and must_be_there(one.inter, slot.record, slot.row.fields[0]):
            paths += slot.target.paths
    for path in paths:
        yield from (path[:end] for end in range(1, len(path)))
