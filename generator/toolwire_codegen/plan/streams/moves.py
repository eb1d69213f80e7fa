"""Texts that other pieces of their element say the place of.

A text stands at one place as long as it comes. Where its element ends, it goes inside of an object
that other pieces may have brought, before it or after.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...load.stream import EventRows, Step, StreamRow, names
from ...resolve.paths import is_list
from ...resolve.streaming import has_inside, shapes_at, subject
from .shown import Blocks, Path
from .state import PIECES, StreamState, slot_part


def moves_of(state: StreamState, steps: tuple[Step, ...], slot: Expr) -> list[Stmt]:
    """What moves in an element at these steps, now that it ends."""
    found: list[Stmt] = []
    for first, later in (pair for rows in state.stream.events for pair in rows.moves):
        if subject(first.place) == steps:
            whole = names(later.place)
            way = tuple(_step(state, whole[:end]) for end in range(len(steps) + 1, len(whole)))
            args = map(ir.const, (first.place[-1].name, way, whole[-1]))
            found.append(ir.do(ir.runtime("move_inside", slot_part(slot, "w"), *args)))
    return found


def _step(state: StreamState, path: Path) -> tuple[str, dict[str, object] | None]:
    """The last key of a place; for that of a list what its items have."""
    listed = is_list(shapes_at(state.wire, state.stream.whole, path))
    return path[-1], state.whole_tags(path) if listed else None


def begun_otherwise(
    state: StreamState, blocks: Blocks, rows: EventRows, row: StreamRow
) -> bool:  # fmt: skip
    """Whether a piece that is no text may be the first of an element that has this text."""
    depth = len(subject(row.place))
    places = [row.place, *(later.place for first, later in rows.moves if first is row)]
    having = [one for place in places for one in blocks.grown(names(place[depth:]))]
    paths = [
        names(one.place[depth:]) for event in state.stream.events for one in event.rows
        if one.opens and one.operator in PIECES and subject(one.place) == subject(row.place)
    ]  # fmt: skip
    return row.opens and any(
        has_inside(state.wire, element.lens.lens.wire, path)
        for path in paths if not blocks.grown(path) for element in having
    )  # fmt: skip
