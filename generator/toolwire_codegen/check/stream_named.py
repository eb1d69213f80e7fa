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


def unlike(project: ResolvedProject) -> Problems:
    """What finds an element is of one JSON type, whichever event it stands in."""
    for view in streams(project):
        first: dict[Path, tuple[str, Shapes]] = {}
        reported: set[tuple[str, Path]] = set()
        for flow in view.all_flows():
            if flow.row.is_const or not flow.is_resolved:
                continue
            for steps, at in _finding(view, flow):
                shapes = view.source(flow.rows.event, flow.rows.arm, at).shapes
                if not shapes or anything(shapes):
                    continue
                place, here = names(steps), f"`{shown(steps)}` at {flow.row.position.short}"
                earlier, before = first.setdefault(place, (here, shapes))
                if types(shapes) & types(before) or (flow.rows.event, place) in reported:
                    continue
                reported.add((flow.rows.event, place))
                yield Problem(
                    flow.row.position,
                    f"`{steps[-1].key}` of `{flow.rows.event}` is {text(shapes)}",
                    f"{earlier} finds the same elements by {text(before)}",
                    "let the schema have one type for both",
                )


def unnamed(project: ResolvedProject) -> Problems:
    """An event says which element it is about: it has the key that finds it."""
    for view in streams(project):
        reported: set[tuple[str, Path]] = set()
        for flow in view.all_flows():
            rows, row = flow.rows, flow.row
            if is_element(view.wire, view.stream, rows.event, row):
                continue  # it has a place of its own without a name
            for steps, at in _finding(view, flow):
                if (rows.title, at) in reported or _surely(view, rows, at):
                    continue
                reported.add((rows.title, at))
                yield Problem(
                    row.position,
                    f"a `{rows.title}` may not say which element of `{steps[-1].name}` it is about",
                    f"`{dotted(at)}` may be missing, or null",
                    f"require `{at[-1]}` in the schema",
                )


def otherwise(project: ResolvedProject) -> Problems:
    """Events that have the same two keys find the elements of a list by the same one."""
    for view in streams(project):
        first: dict[Path, tuple[Flow, Path]] = {}
        reported: set[tuple[str, Path]] = set()
        for flow in view.all_flows():
            rows, row = flow.rows, flow.row
            if row.is_const or is_element(view.wire, view.stream, rows.event, row):
                continue
            for steps, at in _finding(view, flow):
                place = names(steps)
                other, before = first.setdefault(place, (flow, at))
                both = _has(view, rows, at, before[-1]) and _has(view, other.rows, before, at[-1])
                if at[-1] == before[-1] or not both or (rows.title, place) in reported:
                    continue
                reported.add((rows.title, place))
                yield Problem(
                    row.position,
                    f"`{rows.title}` finds elements of `{dotted(place)}` by `{at[-1]}`",
                    f"`{other.rows.title}` at {other.row.position.short} finds them by "
                    f"`{before[-1]}`, and each has both keys",
                    "find them by one of the two",
                )


def _has(view: StreamView, rows: EventRows, at: Path, key: str) -> bool:
    """Whether an event has a key beside one that it has."""
    return any(key in view.wire.properties(name) for name in _holders(view, rows, at))


def _surely(view: StreamView, rows: EventRows, path: Path) -> bool:
    """Whether an event has a key, where it has the object that this stands in."""
    null = "null" in types(view.source(rows.event, rows.arm, path).shapes)
    required = (path[-1] in view.wire.required(name) for name in _holders(view, rows, path))
    return not null and all(required)


def _holders(view: StreamView, rows: EventRows, path: Path) -> list[str]:
    """The types of the object that a key of an event stands in."""
    return records(view.source(rows.event, rows.arm, path[:-1]).shapes)


def _finding(view: StreamView, flow: Flow) -> Iterator[tuple[tuple[Step, ...], Path]]:
    """The elements on the way to a place, with where their event has the key that finds each."""
    row, rows = flow.row, flow.rows
    if view.subject(rows.event) is None:
        return
    for end, step in enumerate(row.place, 1):
        if step.key:
            found = found_at(view.wire, rows.event, rows.arm, row.source, step.key)
            if found:
                yield row.place[:end], found
