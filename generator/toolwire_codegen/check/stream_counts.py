"""Counts and texts that an event has in an object of its own, where the body has them: are they
shown?
"""

from __future__ import annotations

from ..load.stream import EventRows, names
from ..operators.uses import has
from ..resolve.intermediate import USAGE
from ..resolve.lenses import Slot
from ..resolve.paths import Path, records, types
from ..resolve.problems import Problem, Problems
from ..resolve.streaming import unindexed
from .stream_view import StreamView, dotted, reply_slots


def untold_inside(view: StreamView, rows: EventRows, whole: tuple[str, ...]) -> Problems:
    """What stands inside of an object of an event is shown, as what stands beside it, only by a
    row.

    ``whole``: the operators of rows that put in whatever an object has, whose own rule looks there.
    """
    around = [names(row.place) for row in rows.rows if row.operator in whole]
    named = [names(row.place) for row in rows.rows]
    for slot in reply_slots(view):
        path = unindexed(slot.target.path)
        why, fix = _shown(view, rows, slot, path) if path[1:] else ("", "")
        within = any(place and place == path[: len(place)] for place in around)
        if why and not within and not any(place[: len(path)] == path for place in named):
            yield Problem(
                rows.position,
                f"no row for `{dotted(path)}` of `{rows.event}`, which {why}",
                f"`{slot.row.left}` at {slot.row.position.short} is read from it",
                fix,
            )


def _shown(view: StreamView, rows: EventRows, slot: Slot, path: Path) -> tuple[str, str]:
    """What is shown of a place of the reply that an event has, too, and the row for it."""
    shapes = view.source(rows.event, rows.arm, path).shapes
    if path[0] in rows.ignored:
        return "", ""
    if slot.row.fields[0] == (USAGE,) and records(shapes):
        return "counts tokens", "add a row"
    shaped = not any(view.subject(event) for event in view.events)
    # Where events are about elements, what comes with another comes as a whole.
    if shaped and "string" in types(shapes) and has(slot.target, lambda d: d.streams):
        return "comes in pieces", "add a row with `| append`"
    return "", ""
