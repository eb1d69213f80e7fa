"""Texts in records of an element's list that events give no number: the last record has them.

A list that is such a text alone goes out piece by piece. Any other goes out as it is, with its
element: pieces could not say which record they are of.
"""

from __future__ import annotations

from typing import Any

from ... import ir
from ...ir import Expr
from ...load.stream import EventRows, StreamRow, names
from ...resolve.paths import lists
from ...resolve.streaming import has_inside, shapes_at
from .shown import Path
from .state import StreamState


def record_of(state: StreamState, place: Path, inside: Path) -> dict[str, Any] | None:
    """What a record of a list begins with that has its text inside; None where there is no list.

    Of several types that have such a key, it is the one that a lens reads the text from.
    """
    elements = ((blocks, one) for blocks in state.shown.lists for one in blocks.elements)
    read = next((one for blocks, one in elements
                 if (*blocks.path, *one.text) == (*place, *inside)), None)  # fmt: skip
    for one in lists(shapes_at(state.wire, state.stream.whole, place)):
        fits = one.kind == "record" and (read is None or one.name == read.record)
        if fits and has_inside(state.wire, one.name, inside):
            return state.wire.tags(one.name) | (read.beside if read is not None else {})
    return None


def text_of_one(
    state: StreamState, size: int, piece: StreamRow, w: Expr
) -> tuple[Path, Expr] | None:
    """Where in an element the list is that a piece goes to, and its text, if it is that alone.

    ``size``: the steps to the element. None if no such list is on the way.
    """
    place = names(piece.place)
    for end in range(size + 1, len(place)):
        made = record_of(state, place[:end], place[end:])
        if made is not None and not any(step.key for step in piece.place[size:]):
            way = place[size:end]
            text = ir.runtime("text_of_one", w, *map(ir.const, (way, place[end:], made)))
            return way, text
    return None


def texts_of(
    state: StreamState, rows: EventRows, row: StreamRow, size: int, w: Expr
) -> Expr | None:  # fmt: skip
    """The texts that go out for a row with such lists on its way; None if it has none there."""
    if any(later is row for _, later in rows.moves):
        return ir.runtime("texts_inside", w, ir.const(names(row.place)[size:]))
    listed = text_of_one(state, size, row, w)
    return listed[1] if listed is not None else None
