"""Counts that an event has in an object of its own, where the body has them: are they shown?"""

from __future__ import annotations

from ..load.stream import EventRows, names
from ..resolve.intermediate import USAGE
from ..resolve.paths import records
from ..resolve.problems import Problem, Problems
from .stream_view import StreamView, dotted, reply_slots


def untold_counts(seen: StreamView, rows: EventRows, whole: tuple[str, ...]) -> Problems:
    """Counts inside of an object of an event are shown, as those beside it, only by a row.

    ``whole``: the operators of rows that put in whatever an object has, whose own rule looks there.
    """
    around = [names(row.place) for row in rows.rows if row.operator in whole]
    for slot in reply_slots(seen):
        path = slot.target.path
        there = len(path) > 1 and path[0] not in rows.ignored and slot.row.fields[0] == (USAGE,)
        if not there or not records(seen.source(rows.event, rows.arm, path).shapes):
            continue
        within = any(place and place == path[: len(place)] for place in around)
        if not within and not any(names(row.place)[: len(path)] == path for row in rows.rows):
            yield Problem(
                rows.position,
                f"no row for `{dotted(path)}` of `{rows.event}`, which counts tokens",
                f"`{slot.row.left}` at {slot.row.position.short} is read from it",
                "add a row",
            )
