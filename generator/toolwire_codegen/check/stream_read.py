"""Rules on events that are only read: others go out in their place, and bring the same."""

from __future__ import annotations

from ..load.stream import EventRows, StreamRow, names
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems
from .stream_view import StreamView, shown, streams


def unsent(project: ResolvedProject) -> Problems:
    """What such an event brings would come in none of the events that go out."""
    for view in streams(project, read=True):
        sent = [row for rows in view.stream.sent.events for row in rows.rows]
        for rows in view.stream.events:
            yield from _both(view, rows) if rows.only_read else ()
            for row in rows.rows if rows.only_read else ():
                if not any(_alike(row, other) for other in sent):
                    yield Problem(
                        row.position,
                        f"no event that goes out brings `{shown(row.place)}` so",
                        f"`{rows.title}` is only read",
                        f"write such a row of one that goes out, or `{rows.title}` without `<-`",
                    )


def _alike(row: StreamRow, other: StreamRow) -> bool:
    """Whether two rows bring the same; the keys that find elements may have other names."""
    return (names(row.place), row.operator, row.record, row.is_const) == (
        names(other.place), other.operator, other.record, other.is_const,
    )  # fmt: skip


def _both(view: StreamView, rows: EventRows) -> Problems:
    """An event that is only read has no rows with which it goes out."""
    others = [one for one in view.stream.events if not one.only_read and one.title == rows.title]
    if others:
        yield Problem(
            rows.position,
            f"`{rows.title}` is only read, and goes out",
            f"it has rows at {others[0].position.short}",
            "keep one of the two",
        )
