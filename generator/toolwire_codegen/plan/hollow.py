"""Inner objects of which a wire demands that they are there, and nothing that is in them."""

from __future__ import annotations

from ..load.transform import Lens, Row, Target
from ..resolve.paths import Path, must_be_there, records
from .resolve import Resolver


def hollow(resolver: Resolver, lens: Lens, path: Path) -> bool:
    """Whether an inner object is written even where no row of its lens puts anything into it."""
    if not must_be_there(resolver.wire, lens.wire, path):
        return False
    inner = records(resolver.format.wire_shapes(lens.wire, path))
    constant_paths = [one.path for one in lens.absents] + [one.path for one in lens.givens]
    demands = any(resolver.wire.required(name) for name in inner)
    if demands or any(_in(one, path) for one in constant_paths):
        return False
    rows = [(row, target) for row in lens.rows for target in row.targets]
    inside = [(row, target) for row, target in rows if _in(target.path, path)]
    return not any(_always(resolver, lens, *one) for one in inside)


def _in(path: Path, outer: Path) -> bool:
    return path[: len(outer)] == outer


def _always(resolver: Resolver, lens: Lens, row: Row, target: Target) -> bool:
    """Whether a row puts something there of every value."""
    leaf = resolver.leaf(lens, row, target)
    return leaf.inter_required and (leaf.wire_required or not leaf.has_default)
