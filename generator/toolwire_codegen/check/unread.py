"""A rule on what a transform reads past: objects that it has lenses for stand under some key."""

from __future__ import annotations

from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import lists, records
from ..resolve.problems import Problem, Problems, quoted
from .writes import writes


def lenses(view: ResolvedProject) -> Problems:
    """What a lens could read is no mere overlay: a row of the object around it names its key."""
    for one in view.formats:
        for lens_view in one.lenses:
            wire, named = lens_view.lens.wire, _named(one, lens_view)
            for key in one.wire.properties(wire) if "" not in named else ():
                shapes = one.wire_shapes(wire, (key,))
                held = {*records(shapes), *records(lists(shapes))}
                known = [titled.lens.title for titled in one.lenses if titled.lens.wire in held]
                if known and key not in named:
                    yield Problem(
                        lens_view.lens.position,
                        f"no row reads `{key}` of `{wire}`",
                        f"{quoted(known)} could read what stands there",
                        "map a field to it",
                    )


def _named(one: ResolvedFormat, view: ResolvedLens) -> set[str]:
    """The keys that rows and constants of a lens speak of; "" for the object as a whole."""
    found = [write for case in view.cases or (None,) for write in writes(one, view, case)]
    return {write.path[0] if write.path else "" for write in found}
