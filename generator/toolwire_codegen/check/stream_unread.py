"""Rules on keys of events that nothing reads: they would ride along with the reply, and stay there.

What has the shape of the reply may have more than rows name: that is the reply's. Any other key has
a row, is repeated, or left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import EventRows
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, records
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.spelled import is_element
from ..resolve.streaming import found_at, repeated, walk
from .stream_view import StreamView, dotted, streams


def without_rows(project: ResolvedProject) -> Problems:
    for view in streams(project, read=True):
        found: dict[Path, list[EventRows]] = {}
        for rows in view.stream.events:
            for path in _unread(view, rows) if rows.rows and view.readable(rows) else ():
                found.setdefault(path, []).append(rows)
        own = view.wire.properties(view.stream.whole)
        replys = {path[:-1]: path for path in reversed(found) if path[1:] and path[-1] in own}
        for path, having in found.items() if view.whole else ():
            several = len({rows.event for rows in having}) > 2
            everywhere = f"leave it out of all, `repeats: {{ {path[-1]}: ignore }}`"
            ways = ["say under `repeats` what it is",
                    everywhere if several else "name it under `ignore`"]  # fmt: skip
            if path[1:]:
                ways = [f"write a row for `{dotted(path[:-1])}`"]
            if path[:-1] in replys:
                if path != replys[path[:-1]]:
                    continue  # one row is for all keys of the object, which are the reply's
                ways = [f"write `.: {dotted(path[:-1])}` of all its keys"]
            others = f"; so has {quoted(rows.title for rows in having[1:])}" if having[1:] else ""
            if having[4:]:
                others = f"; {len(having) - 1} other events have it, too"
            yield Problem(
                having[0].position,
                f"no row for `{dotted(path)}` of `{having[0].title}`",
                f"a `{view.stream.whole}` has nothing there, and would keep it{others}",
                f"say where it goes, {', '.join(ways[:-1])}{', ' if ways[1:] else ''}or {ways[-1]}",
            )


def _unread(view: StreamView, rows: EventRows) -> Iterator[Path]:
    """The keys of an event, and of objects that its rows go through, which are nothing's.

    What has the shape of the reply has a rule of its own for the event's own keys.
    """
    if any(is_element(view.wire, view.stream, rows.event, row) for row in rows.rows):
        return
    about = view.subject(rows.event) is not None or rows.arm
    covered, own = _covered_paths(view, rows), {row.source for row in rows.rows}
    through = {row.source[:end] for row in rows.rows for end in range(1, len(row.source))}
    for holder in [()] if about else sorted(through):
        if not own & {holder[:end] for end in range(1, len(holder) + 1)}:
            for record in records(view.source(rows.event, rows.arm, holder).shapes):
                for key in view.wire.properties(record):
                    path = (*holder, key)
                    read = path in covered or key in view.wire.tags(record)
                    if not read and walk(view.wire, view.whole, path).lost:
                        yield path


def _covered_paths(view: StreamView, rows: EventRows) -> set[Path]:
    """The paths of an event that are read, or go through to what is; those that are left out."""
    paths = {row.source[:end] for row in rows.rows for end in range(1, len(row.source) + 1)}
    paths |= {(key,) for key in (*rows.ignored, *repeated(view.wire, view.stream, rows.event))}
    for row in rows.rows:
        for step in row.place if not row.is_const else ():
            found = found_at(view.wire, rows.event, rows.arm, row.source, step.key)
            paths |= {found} if step.key and found is not None else set()
        if row.operator == "open" and row.record and not row.source:
            paths |= {(key,) for key in view.wire.properties(row.record)}
    return paths
