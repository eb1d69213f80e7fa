"""Rules on what events find the elements of a list by: one key of one kind, surely there."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import EventRows, Step, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, Shapes, records, text, types
from ..resolve.problems import Problem, Problems
from ..resolve.spelled import is_element
from ..resolve.streaming import found_at
from .stream_view import Flow, StreamView, anything, dotted, shown, streams


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


def unnamed(view: ResolvedProject) -> Problems:
    """An event says which element it is about: it has the key that finds it."""
    for seen in streams(view):
        told: set[tuple[str, Path]] = set()
        for flow in seen.all_flows():
            rows, row = flow.rows, flow.row
            itself = is_element(seen.wire, seen.stream, rows.event, row)
            if itself or seen.subject(rows.event) is None:
                continue  # an element that an event is has a place of its own without a name
            for step in (step for step in row.place if step.key):
                at = found_at(seen.wire, rows.event, rows.arm, row.source, step.key)
                if at is None or (rows.title, at) in told or _surely(seen, rows, at):
                    continue
                told.add((rows.title, at))
                yield Problem(
                    row.position,
                    f"a `{rows.title}` may not say which element of `{step.name}` it is about",
                    f"`{dotted(at)}` may be missing, or null",
                    f"require `{at[-1]}` in the schema",
                )


def _surely(seen: StreamView, rows: EventRows, path: Path) -> bool:
    """Whether an event has a key, where it has the object that this stands in."""
    holders = records(seen.source(rows.event, rows.arm, path[:-1]).shapes)
    null = "null" in types(seen.source(rows.event, rows.arm, path).shapes)
    return not null and all(path[-1] in seen.wire.required(name) for name in holders)


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
