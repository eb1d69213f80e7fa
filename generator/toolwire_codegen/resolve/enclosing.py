"""Objects that a lens of their own reads, but for keys that other rows take.

A reply may say inside of its message why it ended. The message is read without that key, and
written first; then the key goes in.
"""

from __future__ import annotations

from ..load.transform import Lens, Row
from ..operators.uses import has
from .format import ResolvedFormat
from .paths import Path, must_be_there


def enclosing(one: ResolvedFormat, lens: Lens) -> dict[Path, frozenset[str]]:
    """Where such objects stand, each with the keys that other rows take.

    Both the object and what is made of it are always there, so that the keys have their place.
    """
    found: dict[Path, frozenset[str]] = {}
    paths, single = _paths(lens), _single(lens)
    for row in lens.rows if not lens.cases else ():
        path = row.targets[0].path if len(row.targets) == 1 else ()
        inner = [p for p in paths if p[: len(path)] == path and p != path]
        if path and inner and _through_a_lens(one, lens, row, path):
            demanded = one.wire.required(one.wire_shapes(lens.wire, path)[0].name)
            # Keys that the object may lack: its own lens sees none of them.
            free = {p for p in single if p[:-1] == path and p[-1] not in demanded}
            if free.issuperset(inner):
                found[path] = frozenset(p[-1] for p in inner)
    return found


def _paths(lens: Lens) -> list[Path]:
    """All places that a lens speaks of."""
    targets = [*(t for row in lens.rows for t in row.targets),
               *(t for row in lens.rows for _, t in row.parts)]  # fmt: skip
    paths = [path for target in targets for path in target.paths]
    return [*paths, *(given.path for given in lens.givens)]


def _single(lens: Lens) -> set[Path]:
    """Those of rows with one place for one value that say themselves where it goes."""
    rows = [row for row in lens.rows if len(row.targets) == 1 and not row.targets[0].more]
    return {row.targets[0].path for row in rows if not has(row.targets[0], lambda d: d.joins)}


def _through_a_lens(one: ResolvedFormat, lens: Lens, row: Row, path: Path) -> bool:
    target = row.targets[0]
    if target.operators or target.more or len(row.fields) > 1:
        return False
    sides = (one.inter_shapes(lens.inter, row.fields[0]), one.wire_shapes(lens.wire, path))
    records = all(len(side) == 1 and side[0].kind == "record" for side in sides)
    there = must_be_there(one.inter, lens.inter, row.fields[0])
    return records and there and must_be_there(one.wire, lens.wire, path)
