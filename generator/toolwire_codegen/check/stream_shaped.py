"""Rules on events that have the shape of a part of the whole.

Their rows go as deep into the one as into the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from ..load.stream import OPENS, EventRows, Step, names
from ..load.stream_operators import STREAM_OPERATORS
from ..resolve.paths import Path, Shapes, is_list, lists, types
from ..resolve.problems import Problem, Problems
from ..resolve.streaming import walk
from .stream_filled import filled
from .stream_view import Flow, StreamView, dotted, odd

LISTED = ("", "renew", "run")
PLAIN = ("", "append", "gather", "filled", "latest")
MERGED = ("", "gather", "filled", "latest")
"""Operators of a row about a list or another value, and of objects that are put in key by key."""


@dataclass(frozen=True)
class _Level:
    """A row as it looks from inside the object it goes through."""

    flow: Flow
    place: tuple[Step, ...]
    source: Path

    def inside(self, steps: int) -> _Level:
        return _Level(self.flow, self.place[steps:], self.source[1:])


def shaped(view: StreamView, arms: list[EventRows]) -> Problems:
    for rows in arms:
        levels = []
        for flow in view.flow(rows):
            row = flow.row
            is_operator = not row.operator or row.operator in STREAM_OPERATORS
            if row.is_const:
                if len(row.place) != 1 or row.place[0].key:
                    yield odd(
                        flow, "is no key of the whole itself", "a constant is one", "name a key"
                    )
            elif row.operator == "whole":
                yield from _whole(view, flow, len(rows.rows))
            elif not row.source:
                yield odd(
                    flow,
                    "takes the event as a whole",
                    "what no row names is kept anyway",
                    "name a key of the event",
                )
            elif flow.is_resolved and is_operator:
                levels.append(_Level(flow, row.place, row.source))
        found = [*_levels(view, rows, levels, ())]
        yield from found or filled(view, rows)


def _whole(view: StreamView, flow: Flow, count: int) -> Problems:
    """What brings the reply as a whole, with elements that other events may have told."""
    if not any(one.row.operator == "open" or one.row.opens for one in view.all_flows()):
        fix = "write `.: key`, which puts it in key by key"
        if flow.row.place or not flow.row.source:
            fix = "leave the operator out" if flow.row.place else "name its keys, a row each"
        yield odd(flow, "is no whole of parts", "no event opens an element", fix)
    elif flow.row.place or not flow.row.source or count > 1:
        yield odd(
            flow,
            "does not bring the reply as a whole",
            "`whole` is for an event that has all of it under a key",
            "let `.: key | whole` be the only row of the event",
        )


def _levels(
    view: StreamView, rows: EventRows, levels: list[_Level], above: Path
) -> Iterator[Problem]:
    met: set[str] = set()
    for key, group in groupby(levels, lambda level: level.source[0]):
        inside = list(group)
        if key in met:
            yield odd(
                inside[0].flow,
                f"takes `{dotted((*above, key))}` again",
                "a key of an event is read in one place",
                "let each key go to one place, and write the rows inside it right after its own",
            )
            continue
        met.add(key)
        yield from _key(view, rows, inside, (*above, key))


def _key(view: StreamView, rows: EventRows, levels: list[_Level], path: Path) -> Problems:
    """The rows that take one key of an object, or go through it."""
    own = [level for level in levels if len(level.source) == 1]
    deeper = [level for level in levels if len(level.source) > 1]
    shapes = view.source(rows.event, "", path).shapes
    listed = is_list(shapes)
    if len(own) > 1:
        yield odd(
            own[1].flow,
            f"takes `{dotted(path)}` again",
            "a key of an event is read in one place",
            "keep one of the rows",
        )
    elif own:
        problem = _own(view, own[0], shapes, path)
        if problem is not None:
            yield problem
        else:
            yield from _inside(view, rows, own[0], deeper, path)
    elif listed:
        yield odd(
            deeper[0].flow,
            f"goes through the list `{dotted(path)}`",
            "no row says how its items are found",
            f"write a row for `{dotted(path)}`, with `list[key]` or `run(key)`",
        )
    elif any(len(level.source) > len(level.place) for level in deeper):
        # What the event brings stands in an object of its own.
        yield from _levels(view, rows, [level.inside(0) for level in deeper], path)
    else:
        steps = {level.place[:1] for level in deeper}
        step = next(iter(steps))
        if len(steps) > 1 or not step or step[0].key:
            yield odd(deeper[-1].flow, *_uneven(path))
        else:
            yield from _levels(view, rows, [level.inside(1) for level in deeper], path)


def _uneven(path: Path) -> tuple[str, str, str]:
    return (
        f"does not stand where `{dotted(path)}` goes",
        "an object of an event becomes one of the whole, key by key",
        "let the place go as deep as the path",
    )


def _deeper(path: Path) -> tuple[str, str, str]:
    return (
        f"stands deeper than `{dotted(path)}`, which comes in pieces",
        "an event that names no element has its texts where the whole has them",
        "let the event have the object around it, or name the element: `list[key].text`",
    )


def _own(view: StreamView, level: _Level, shapes: Shapes, path: Path) -> Problem | None:
    """What is wrong with the row that takes a key itself.

    Where elements have events of their own, a value may stand deeper in the whole.
    """
    flow, operator, listed = level.flow, level.flow.row.operator, is_list(shapes)
    merged = operator in MERGED and types(shapes) <= {"object", "any", "null"}
    apart = any(flow.row.operator == "open" for flow in view.all_flows())
    alone = apart and not operator and not types(shapes) & {"object", "array", "any"}
    alone = alone and not _through_lists(view, level)
    deep = (merged or alone) and not any(step.key for step in level.place)
    whole = not level.place and (not merged or operator == "latest")
    if (len(level.place) > 1 and not deep) or whole:
        if operator == "append" and len(level.place) > len(level.source):
            return odd(flow, *_deeper(path))
        return odd(flow, *_uneven(path))
    mixed = listed and "string" in types(shapes)
    usual = (*LISTED, "append") if mixed else LISTED if listed else PLAIN
    if operator not in usual:
        kind = "list" if listed else "value"
        allowed = [name or "none" for name in usual]
        return odd(
            flow,
            f"has no use for `{operator}`",
            f"operators for a {kind} in an event that has the shape of the whole: "
            + ", ".join(allowed),
            "use one of them, or write the event as one about an element",
        )
    if flow.row.opens:
        note = "no event names an element: each brings what it has"
        return odd(flow, f"has no use for `{OPENS}`", note, "leave that word out")
    keyed = bool(level.place and level.place[0].key)
    if keyed != (listed and operator not in ("run", "append")):
        why = "does not say how its items are found"
        if keyed:
            why = "needs no key: its items go by order" if listed else "names an element"
        return odd(
            flow,
            why,
            f"`{dotted(path)}` is {'a list' if listed else 'no list'}",
            "leave the brackets out" if keyed else _found_by(shapes),
        )
    return None


def _found_by(shapes: Shapes) -> str:
    """How the items of a list are found: what is no object cannot say it."""
    if types(lists(shapes)) & {"object", "any"}:
        return "write `list[key]`, or `run(key)`"
    return "leave the row out: such a list is as the last event has it"


def _through_lists(view: StreamView, level: _Level) -> bool:
    """Whether a list is on the way to a place: nothing says which of its items is meant."""
    whole = names(level.flow.row.place)
    ends = range(len(whole) - len(level.place) + 1, len(whole))
    return any(is_list(walk(view.wire, view.whole, whole[:end]).shapes) for end in ends)


def _inside(
    view: StreamView, rows: EventRows, own: _Level, deeper: list[_Level], path: Path
) -> Problems:
    """The rows that go through a key which another row takes."""
    operator = own.flow.row.operator
    if operator == "append" and deeper:
        yield odd(deeper[0].flow, f"goes through the text `{dotted(path)}`", "", "leave it out")
        return
    for level in deeper if operator == "latest" else ():
        if (more := level.flow.row.operator) not in ("", "latest"):
            yield odd(
                level.flow,
                f"has no use for `{more}`: what came before is gone",
                f"`{dotted(path)}` is as its latest event has it",
                "leave `latest` out",
            )
    fitting = []
    for level in deeper:
        if level.place[: len(own.place)] != own.place:
            yield odd(level.flow, *_uneven(path))
        else:
            fitting.append(level.inside(len(own.place)))
    if operator == "run":
        yield from _parts(fitting)
    else:
        yield from _levels(view, rows, fitting, path)


def _parts(levels: list[_Level]) -> Problems:
    """Inside the items of a run, one object may come part by part."""
    for number, level in enumerate(levels):
        parted = level.flow.row.operator == "paths"
        even = len(level.source) == 2 and level.source[:1] == names(level.place[:1])
        if number or not parted or not even or len(level.place) != 2:
            yield odd(
                level.flow,
                "has no meaning inside a run of items",
                "one row with `paths` may stand there, for a key of a key of an item",
                "leave it out",
            )
