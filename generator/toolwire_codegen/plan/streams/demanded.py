"""What events of the body's shape require of an object, and may say again without changing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...load.stream import EventRows, names
from ...resolve.paths import Path, records, through, types
from ...resolve.streaming import source_of
from .state import StreamState

DEPTH = 4
"""So many keys lead from a row to an object that has none, at most."""
Demanded = tuple[tuple[Path, tuple[str, ...]], ...]


def demanded(state: StreamState, events: Sequence[EventRows]) -> Demanded:
    """The places of the body, and the keys that the objects there go out with.

    Those with rows of their own are said by these; a text that is not told once would grow.
    """
    every = [row for rows in events for row in rows.rows]
    placed = {names(row.place) for row in every}
    # What items are found by goes out with them.
    placed |= {(*names(row.place), row.place[-1].key) for row in every if row.place}
    found: dict[Path, tuple[str, ...]] = {}
    for rows in events:
        for row in (one for one in rows.rows if not one.is_const):
            source = source_of(state.wire, rows.event, rows.arm, row.source)
            type_names = records(through(source.shapes))
            # What goes elsewhere has a row of its own.
            sources = [one.source[len(row.source) :] for one in rows.rows
                       if one.source[: len(row.source)] == row.source]  # fmt: skip
            elsewhere = placed | {(*names(row.place), *source) for source in sources}
            for place, keys in _inside(state, names(row.place), type_names, elsewhere):
                found.setdefault(place, keys)
    return tuple((place, keys) for place, keys in found.items() if place and keys)


def _inside(
    state: StreamState, place: Path, type_names: list[str], placed: set[Path], depth: int = 0
) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The keys that one type of objects requires, and those of the objects in it."""
    if len(type_names) != 1 or depth > DEPTH:
        return
    wire = state.wire
    required = wire.required(type_names[0]) - wire.tags(type_names[0]).keys()
    keys = [key for key in sorted(required) if (*place, key) not in placed]
    yield place, tuple(key for key in keys if _again(state, type_names[0], key))
    for key, schema in wire.properties(type_names[0]).items():
        if (*place, key) not in placed:
            inner = records(through(wire.shapes(schema)))
            yield from _inside(state, (*place, key), inner, placed, depth + 1)


def _again(state: StreamState, record: str, key: str) -> bool:
    """Whether a key may be said once more."""
    kinds = types(state.wire.shapes(state.wire.properties(record).get(key)))
    return key in state.told_once or not kinds & {"string", "object", "array", "any"}
