"""Rules on where a row of a stream stands: the planner gives a meaning to nothing else.

An event that speaks of one element begins it, completes it, or brings pieces of it. Any other
event has the shape of a part of the whole: its rows go as deep into the one as into the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from ..load.findings import Position
from ..load.stream import STREAM_OPERATORS, EventRows, Step, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, Shapes, is_list, lists, records, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.spelled import respelled
from ..resolve.streaming import has_inside, walk
from .stream_coverage import ELEMENT, begun_by_pieces
from .stream_spelled import nothing_of
from .stream_view import Flow, StreamView, dotted, shown, streams

PIECES = ("append", "add", "run", "gather")
LISTED = ("", "renew", "run")
PLAIN = ("", "append", "gather", "filled")
MERGED = ("", "gather", "filled")
"""Operators of a row about pieces of an element, and of a list or another value that has
the shape of a part of the whole; of objects that are put in key by key."""


def misplaced(view: ResolvedProject) -> Problems:
    for seen in streams(view):
        for event, arms in seen.events.items():
            subject = seen.subject(event)
            if not all(seen.readable(rows) for rows in arms):
                continue
            if subject is not None or any(rows.arm for rows in arms):
                yield from _pieces(seen, event, arms, subject)
            else:
                yield from _shaped(seen, arms)
        yield from _second_lists(seen)


def _second_lists(seen: StreamView) -> Problems:
    """Elements that a whole reply is compared with stand in one list, or inside of its elements.

    So do those that their first pieces begin.
    """
    opening = [flow for flow in seen.all_flows() if flow.row.operator == "open"]
    alone = any(flow.row.operator == "whole" or flow.row.opens for flow in seen.all_flows())
    for flow in opening if alone else ():
        outer = names(opening[0].row.place)
        if names(flow.row.place)[: len(outer)] != outer:
            yield _odd(
                flow,
                "is a second list of elements",
                f"`{shown(opening[0].row.place)}` has the elements that events speak of",
                "open the elements of one list, and lists inside of them after it",
            )


# -- events that speak of one element


def _pieces(
    seen: StreamView, event: str, arms: list[EventRows], subject: tuple[Step, ...] | None
) -> Problems:
    flows = [flow for rows in arms for flow in seen.flow(rows)]
    known = f"`{event}` is about one element" + ("" if subject else ": its rows are of its arms")
    spells = any(flow.row.operator == "open" and flow.row.record for flow in flows)
    alone = [flow for flow in flows if not (spells and flow.row in respelled(flow.rows))]
    for flow in flows:
        row = flow.row
        if row.operator and row.operator not in STREAM_OPERATORS:
            continue
        inside = row.place[len(subject) :] if subject is not None else ()
        another = any(step.key for step in inside)
        if subject is None or row.place[: len(subject)] != subject or another:
            yield _odd(
                flow,
                "is no place in the element that this event is about",
                known,
                f"write `{shown(subject)}` before the key, or leave it out" if subject
                else "write `list[key]` before the key, or have a type of event for each arm",
            )
        elif row.operator in ELEMENT:
            yield from _whole_element(flow, inside, len(alone))
        elif flow not in alone:
            yield from nothing_of(seen, flow, inside)
        elif row.operator not in PIECES:
            yield _odd(
                flow,
                "is not put together from pieces",
                f"an event about an element brings {', '.join(PIECES[:-1])} or {PIECES[-1]}",
                "name one of them",
            )
        else:
            yield from _piece(seen, flow, inside)
            if flow.place.known and (outer := _unopened(seen, subject)):
                yield _odd(flow, "is never opened", "", f"write a row `{outer}: key | open`")


def _unopened(seen: StreamView, subject: tuple[Step, ...]) -> str:
    """The first list on the way to an element whose elements no event begins."""
    opened = {names(flow.row.place) for flow in seen.all_flows() if flow.row.operator == "open"}
    opened |= begun_by_pieces(seen)
    for at, step in enumerate(subject, 1):
        if step.key and names(subject[:at]) not in opened:
            return shown(subject[:at])
    return ""


def _whole_element(flow: Flow, inside: tuple[Step, ...], count: int) -> Problems:
    row = flow.row
    if count > 1 or flow.rows.arm:
        yield _odd(
            flow,
            f"is not alone in its event, with `{row.operator}`",
            "the event is about the element as a whole",
            "let it be the only row of the event, outside of arms",
        )
    if inside:
        yield _odd(flow, f"is no element: `{row.operator}` is for `list[key]`", "", "name the list")
    if row.operator == "open" and not row.source and not row.record:
        yield _odd(
            flow,
            "opens with the event itself",
            "",
            "name the key that has the element, or its type: `. | open(Type)`",
        )


def _piece(seen: StreamView, flow: Flow, inside: tuple[Step, ...]) -> Problems:
    row, rows = flow.row, flow.rows
    way = seen.wire.way_to(rows.event, rows.arm) if rows.arm else ()
    if row.operator == "gather":
        yield from _gathered(flow, inside, dotted(way))
        return
    if not inside:
        yield _odd(flow, "is no key of the element itself", f"known: `{shown(row.place)}.key`",
                   "name its key")  # fmt: skip
    if row.opens and inside and flow.place.known:
        yield from _begun(seen, flow, inside)
    if not row.source:
        yield _odd(flow, "takes the event as a whole", "", "name the key that has the piece")
    elif rows.arm and way and (row.source[: len(way)] != way or row.source == way):
        yield _odd(
            flow,
            f"takes `{dotted(row.source)}`, which is no key of `{rows.arm}`",
            f"`{rows.arm}` stands under `{dotted(way)}`",
            f"write `{dotted(way)}.` and a key of it",
        )


def _begun(seen: StreamView, flow: Flow, inside: tuple[Step, ...]) -> Problems:
    """The first piece says which element it begins: only one type has a place for it."""
    row = flow.row
    types = records(lists(walk(seen.wire, seen.whole, names(row.place[: -len(inside)])).shapes))
    having = [name for name in types if has_inside(seen.wire, name, names(inside))]
    if len(having) > 1:
        yield _odd(
            flow,
            "does not say which element it begins",
            f"{quoted(having)} have it",
            "let an event open the element, or put the piece where one type has it",
        )


def _gathered(flow: Flow, inside: tuple[Step, ...], key: str) -> Problems:
    """What brings several keys of an element at once is one object."""
    row = flow.row
    if inside:
        yield _odd(flow, "is no element: `gather` is for `list[key]`", "", "name the list")
    if (dotted(row.source) != key) if key else len(row.source) != 1:
        known = f"`{flow.rows.arm}` stands under `{key}`" if key else ""
        yield _odd(
            flow,
            f"gathers `{dotted(row.source)}`, which is no object of the event itself",
            known,
            f"write `{key or 'key'} | gather`",
        )


# -- events that have the shape of a part of the whole


@dataclass(frozen=True)
class _Level:
    """A row as it looks from inside the object it goes through."""

    flow: Flow
    place: tuple[Step, ...]
    source: Path

    def inside(self, steps: int) -> _Level:
        return _Level(self.flow, self.place[steps:], self.source[1:])


def _shaped(seen: StreamView, arms: list[EventRows]) -> Problems:
    for rows in arms:
        levels = []
        for flow in seen.flow(rows):
            row = flow.row
            known = not row.operator or row.operator in STREAM_OPERATORS
            if row.is_const:
                if len(row.place) != 1 or row.place[0].key:
                    yield _odd(
                        flow, "is no key of the whole itself", "a constant is one", "name a key"
                    )
            elif row.operator == "whole":
                yield from _whole(seen, flow, len(rows.rows))
            elif not row.source:
                yield _odd(
                    flow,
                    "takes the event as a whole",
                    "what no row names is kept anyway",
                    "name a key of the event",
                )
            elif flow.known and known:
                levels.append(_Level(flow, row.place, row.source))
        yield from _levels(seen, rows, levels, ())


def _whole(seen: StreamView, flow: Flow, count: int) -> Problems:
    """What brings the reply as a whole, with elements that other events may have told."""
    if not any(one.row.operator == "open" or one.row.opens for one in seen.all_flows()):
        yield _odd(
            flow,
            "is no whole of parts",
            "no event opens an element",
            "write `.: key`, which puts it in key by key",
        )
    if flow.row.place or not flow.row.source or count > 1:
        yield _odd(
            flow,
            "does not bring the reply as a whole",
            "`whole` is for an event that has all of it under a key",
            "let `.: key | whole` be the only row of the event",
        )


def _levels(
    seen: StreamView, rows: EventRows, levels: list[_Level], above: Path
) -> Iterator[Problem]:
    met: set[str] = set()
    for key, group in groupby(levels, lambda level: level.source[0]):
        inside = list(group)
        if key in met:
            yield _odd(
                inside[0].flow,
                f"takes `{dotted((*above, key))}` again",
                "a key of an event is read in one place",
                "let each key go to one place, and write the rows inside it right after its own",
            )
            continue
        met.add(key)
        yield from _key(seen, rows, inside, (*above, key))


def _key(seen: StreamView, rows: EventRows, levels: list[_Level], path: Path) -> Problems:
    """The rows that take one key of an object, or go through it."""
    own = [level for level in levels if len(level.source) == 1]
    deeper = [level for level in levels if len(level.source) > 1]
    shapes = seen.source(rows.event, "", path).shapes
    listed = is_list(shapes)
    if len(own) > 1:
        yield _odd(
            own[1].flow,
            f"takes `{dotted(path)}` again",
            "a key of an event is read in one place",
            "keep one of the rows",
        )
    elif own:
        problem = _own(seen, own[0], shapes, path)
        if problem is not None:
            yield problem
        else:
            yield from _inside(seen, rows, own[0], deeper, path)
    elif listed:
        yield _odd(
            deeper[0].flow,
            f"goes through the list `{dotted(path)}`",
            "no row says how its items are found",
            f"write a row for `{dotted(path)}`, with `list[key]` or `run(key)`",
        )
    elif any(len(level.source) > len(level.place) for level in deeper):
        # What the event brings stands in an object of its own.
        yield from _levels(seen, rows, [level.inside(0) for level in deeper], path)
    else:
        steps = {level.place[:1] for level in deeper}
        step = next(iter(steps))
        if len(steps) > 1 or not step or step[0].key:
            yield _odd(deeper[-1].flow, *_uneven(path))
        else:
            yield from _levels(seen, rows, [level.inside(1) for level in deeper], path)


def _uneven(path: Path) -> tuple[str, str, str]:
    return (
        f"does not stand where `{dotted(path)}` goes",
        "an object of an event becomes one of the whole, key by key",
        "let the place go as deep as the path",
    )


def _own(seen: StreamView, level: _Level, shapes: Shapes, path: Path) -> Problem | None:
    """What is wrong with the row that takes a key itself.

    Where elements have events of their own, a value may stand deeper in the whole.
    """
    flow, operator, listed = level.flow, level.flow.row.operator, is_list(shapes)
    merged = operator in MERGED and types(shapes) <= {"object", "any", "null"}
    apart = any(flow.row.operator == "open" for flow in seen.all_flows())
    alone = apart and not operator and not types(shapes) & {"object", "array", "any"}
    alone = alone and not _through_lists(seen, level)
    deep = (merged or alone) and not any(step.key for step in level.place)
    if (len(level.place) > 1 and not deep) or not (level.place or merged):
        return _odd(flow, *_uneven(path))
    mixed = listed and "string" in types(shapes)
    usual = (*LISTED, "append") if mixed else LISTED if listed else PLAIN
    if operator not in usual:
        kind = "list" if listed else "value"
        allowed = [name or "none" for name in usual]
        return _odd(
            flow,
            f"has no use for `{operator}`",
            f"operators for a {kind} in an event that has the shape of the whole: "
            + ", ".join(allowed),
            "use one of them, or write the event as one about an element",
        )
    keyed = bool(level.place and level.place[0].key)
    if keyed != (listed and operator not in ("run", "append")):
        why = "does not say how its items are found"
        if keyed:
            why = "needs no key: its items go by order" if listed else "names an element"
        return _odd(
            flow,
            why,
            f"`{dotted(path)}` is {'a list' if listed else 'no list'}",
            "leave the brackets out" if keyed else "write `list[key]`, or `run(key)`",
        )
    return None


def _through_lists(seen: StreamView, level: _Level) -> bool:
    """Whether a list is on the way to a place: nothing says which of its items is meant."""
    whole = names(level.flow.row.place)
    ends = range(len(whole) - len(level.place) + 1, len(whole))
    return any(is_list(walk(seen.wire, seen.whole, whole[:end]).shapes) for end in ends)


def _inside(
    seen: StreamView, rows: EventRows, own: _Level, deeper: list[_Level], path: Path
) -> Problems:
    """The rows that go through a key which another row takes."""
    operator = own.flow.row.operator
    if operator == "append" and deeper:
        yield _odd(deeper[0].flow, f"goes through the text `{dotted(path)}`", "", "leave it out")
        return
    fitting = []
    for level in deeper:
        if level.place[: len(own.place)] != own.place:
            yield _odd(level.flow, *_uneven(path))
        else:
            fitting.append(level.inside(len(own.place)))
    if operator == "run":
        yield from _parts(fitting)
    else:
        yield from _levels(seen, rows, fitting, path)


def _parts(levels: list[_Level]) -> Problems:
    """Inside the items of a run, one object may come part by part."""
    for number, level in enumerate(levels):
        parted = level.flow.row.operator == "paths"
        even = len(level.source) == 2 and level.source[:1] == names(level.place[:1])
        if number or not parted or not even or len(level.place) != 2:
            yield _odd(
                level.flow,
                "has no meaning inside a run of items",
                "one row with `paths` may stand there, for a key of a key of an item",
                "leave it out",
            )


def _odd(flow: Flow, what: str, known: str, fix: str) -> Problem:
    at: Position = flow.row.position
    return Problem(at, f"`{shown(flow.row.place)}` {what}", known, fix)
