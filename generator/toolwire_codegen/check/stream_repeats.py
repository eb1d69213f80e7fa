"""Rules on keys of events that repeat what is known: an event has them, and says what they are of.

They are filled in where events go out, so what they repeat must be found from there: in the body,
by the keys of the event that tell an element.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..load.stream import EventRows, Repeat, Step, StreamRow, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Shapes, fits, is_list, is_number, text, types
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.streaming import subject
from .references import LETTER_FIRST
from .stream import unreached
from .stream_view import StreamView, anything, brings, dotted, shown, streams

Steps = tuple[Step, ...]


def unknown_paths(project: ResolvedProject) -> Problems:
    for view in streams(project):
        keys = {key for rows in _sent(view) for key in view.wire.properties(rows.event)}
        for one in view.stream.repeats:
            if one.key not in keys:
                yield Problem(
                    one.position,
                    f"no event that goes out has a key `{one.key}`",
                    nearest(one.key, keys, "keys"),
                    "name a key of such an event, or remove it",
                )
            for place in one.places if one.key in keys and view.whole else ():
                reached = view.place(place)
                yield from unreached(one.position, view.stream.whole, shown(place), reached,
                                     "place")  # fmt: skip
                yield from _elements(view, one, place)


def _elements(view: StreamView, one: Repeat, place: Steps) -> Problems:
    """Every event that has the key says which elements its place goes through."""
    numbers = [step.key for step in place if step.key]
    for rows in _having(view, one):
        properties = view.wire.properties(rows.event)
        for key in (key for key in numbers if key not in properties and not rows.error):
            yield Problem(
                one.position,
                f"`{rows.event}` has `{one.key}`, and no `{key}`",
                f"nothing says which element of `{shown(place)}` it is about",
                f"add `{key}` to the schema of `{rows.event}`, or name another place",
            )


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        places = [row.place for rows in view.stream.events for row in rows.rows]
        begun = {names(steps[:end]) for steps in map(subject, places)
                 for end in range(1, len(steps) + 1) if steps[end - 1].key}  # fmt: skip
        for one in view.stream.repeats:
            for place in one.places:
                yield from _unfound(view, one, place, begun)
            whose = [names(place) for place in one.places if not subject(place)]
            sent = [rows for rows in view.stream.events if rows.rows or rows.ignored]
            if whose and len(whose) == len(one.places) and not one.counts and not any(
                brings(view, rows, path) for rows in sent for path in whose
            ):
                yield Problem(
                    one.position,
                    f"`{one.key}` would say nothing: no event brings {quoted(map(dotted, whose))}",
                    "it goes out with what stands there",
                    "write a row in the event that says it first, or `ignore` here",
                )


def _unfound(
    view: StreamView, one: Repeat, place: Steps, begun: set[tuple[str, ...]]
) -> Problems:  # fmt: skip
    """Lists on the way to a place of which no event tells an element."""
    for end, step in enumerate(place, 1):
        inner, shapes = place[:end], view.place(place[:end]).shapes
        if step.key and names(inner) not in begun:
            yield Problem(
                one.position,
                f"no event is about an element `{shown(inner)}`",
                "",
                "name a place in an element that events begin",
            )
        elif not step.key and end < len(place) and is_list(shapes):
            yield Problem(
                one.position,
                f"`{shown(inner)}` is a list, and nothing says which of its items it is",
                "",
                "write `list[key]`, with the key of an event that tells an element",
            )


def read_otherwise(project: ResolvedProject) -> Problems:
    """What an event repeats is filled in: no row takes it, nor does it tell what the event is."""
    for view in streams(project):
        for one in view.stream.repeats:
            found = (_taken(view, one, rows) for rows in _having(view, one))
            yield from islice((problem for problem in found if problem is not None), 1)


def _taken(view: StreamView, one: Repeat, rows: EventRows) -> Problem | None:
    """What an event has the key for, if not to repeat anything, nor to bring what others repeat."""
    own = [row.position for row in rows.rows if row.source[:1] == (one.key,)
           and not (_brings(one, row) and not rows.arm)]  # fmt: skip
    own += [rows.position] if one.key in rows.ignored else []
    if own:
        note = f"that of `{rows.title}` at {own[0].short}"
        return Problem(one.position, f"`{one.key}` is repeated, and has a row", note,
                       "keep one of the two")  # fmt: skip
    numbers = {step.key for row in rows.rows for step in row.place}
    if one.key in numbers or one.key in view.wire.tags(rows.event):
        what = f"`{one.key}` of `{rows.event}` says what the event is about"
        return Problem(one.position, what, "it is written with that", "leave it out here")
    return None


def _brings(one: Repeat, row: StreamRow) -> bool:
    """Whether a row brings what other events repeat, or what they leave out."""
    plain = len(row.source) == 1 and not row.operator
    return one.left_out or (plain and one.places == (row.place,))


def bad_names(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for one in view.stream.repeats:
            if not LETTER_FIRST.fullmatch(one.key):
                yield Problem(
                    one.position,
                    f"{one.key!r} cannot be repeated",
                    "it gives no name for a constant",
                    "name a key: letters, digits, underscores and hyphens",
                )


def mismatches(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for one in view.stream.repeats:
            reached = [view.place(place) for place in one.places]
            if not view.whole or not all(place.is_resolved for place in reached):
                continue
            shapes = tuple(shape for place in reached for shape in place.shapes)
            gaps: dict[str, list[str]] = {}
            for rows in _having(view, one):
                key = view.wire.shapes(view.wire.properties(rows.event)[one.key])
                gaps.setdefault(_gap(view, one, shapes, key), []).append(rows.event)
            for gap, events in gaps.items():
                if gap:
                    of = quoted(dict.fromkeys(events))
                    yield Problem(one.position, f"`{one.key}` of {of} {gap}", "",
                                  "repeat what fits the schema of the event")  # fmt: skip


def _gap(view: StreamView, one: Repeat, place: Shapes, key: Shapes) -> str:
    """What does not agree, in a finding's words, or ""."""
    if one.is_const:
        return "" if fits(view.wire, one.const, key) else f"is {text(key)}, not {one.const!r}"
    if one.counts and one.places != ((),) and not is_list(place) and not anything(place):
        return f"counts the items of a list, not {text(place)}"
    if anything(key):
        return ""
    if one.counts:
        fitting = types(key) >= {"string"} if one.stem else is_number(key)
        return "" if fitting else f"is {text(key)}, and no {'text' if one.stem else 'number'}"
    other = types(place) - types(key) - {"null"}
    return f"is {text(key)}, and there is {text(place)}" if other and not anything(place) else ""


def _sent(view: StreamView) -> Iterator[EventRows]:
    """The events that go out, as far as they are known."""
    for rows in view.stream.events:
        if not rows.ignore and view.wire.record(rows.event) is not None:
            yield rows


def _having(view: StreamView, one: Repeat) -> Iterator[EventRows]:
    for rows in _sent(view):
        if one.key in view.wire.properties(rows.event):
            yield rows
