"""Rules on what events find the elements of a list by: one key of one kind, in all of them."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import Step, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, Shapes, text, types
from ..resolve.problems import Problem, Problems
from ..resolve.streaming import found_at
from .stream_view import Flow, StreamView, anything, shown, streams


def unlike(view: ResolvedProject) -> Problems:
    """What finds an element is of one JSON type, whichever event it stands in."""
    for seen in streams(view):
        first: dict[Path, tuple[str, Shapes]] = {}
        told: set[tuple[str, Path]] = set()
        for flow in seen.all_flows():
            for steps, shapes in _finding(seen, flow):
                place, here = names(steps), f"`{shown(steps)}` at {flow.row.position.short}"
                earlier, before = first.setdefault(place, (here, shapes))
                if types(shapes) & types(before) or (flow.rows.event, place) in told:
                    continue
                told.add((flow.rows.event, place))
                yield Problem(
                    flow.row.position,
                    f"`{steps[-1].key}` of `{flow.rows.event}` is {text(shapes)}",
                    f"{earlier} finds the same elements by {text(before)}",
                    "let the schema have one type for both",
                )


def _finding(seen: StreamView, flow: Flow) -> Iterator[tuple[tuple[Step, ...], Shapes]]:
    """The elements on the way to a place, with what the key may be that finds each."""
    row, rows = flow.row, flow.rows
    if row.is_const or not flow.known or seen.subject(rows.event) is None:
        return
    for end, step in enumerate(row.place, 1):
        if step.key:
            found = found_at(seen.wire, rows.event, rows.arm, row.source, step.key)
            shapes = seen.source(rows.event, rows.arm, found).shapes if found else ()
            if shapes and not anything(shapes):
                yield row.place[:end], shapes
