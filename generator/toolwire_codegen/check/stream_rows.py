"""Rules on where a row of a stream stands: the planner gives a meaning to nothing else.

An event that speaks of one element begins it, completes it, or brings pieces of it. What any other
is has rules of its own (`stream_shaped`).
"""

from __future__ import annotations

import json

from ..load.stream import JSON, OPENS, EventRows, Step, names
from ..load.stream_operators import STREAM_OPERATORS
from ..resolve.beginning import kind_of
from ..resolve.format import ResolvedProject
from ..resolve.paths import Shapes, is_list, lists, records, types
from ..resolve.problems import Problems, quoted
from ..resolve.spelled import respelled, rows_at_end
from ..resolve.streaming import has_inside, walk
from .stream_coverage import ELEMENT, begun_by_pieces
from .stream_shaped import shaped
from .stream_spelled import nothing_of
from .stream_view import Flow, StreamView, dotted, odd, shown, streams

PIECES = ("append", "add", "run", "gather")
"""Operators of a row about pieces of an element."""


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for event, arms in view.events.items():
            subject = view.subject(event)
            if not all(view.readable(rows) for rows in arms):
                continue
            if subject is not None or any(rows.arm for rows in arms):
                yield from _pieces(view, event, arms, subject)
            else:
                yield from shaped(view, arms)
        yield from _second_lists(view)


def _second_lists(view: StreamView) -> Problems:
    """Elements that a whole reply is compared with stand in one list, or inside of its elements.

    So do those that their first pieces begin.
    """
    opening = [flow for flow in view.all_flows() if flow.row.operator == "open"]
    alone = any(flow.row.operator == "whole" or flow.row.opens for flow in view.all_flows())
    for flow in opening if alone else ():
        outer = names(opening[0].row.place)
        if names(flow.row.place)[: len(outer)] != outer:
            yield odd(
                flow,
                "is a second list of elements",
                f"`{shown(opening[0].row.place)}` has the elements that events speak of",
                "open the elements of one list, and lists inside of them after it",
            )


# -- events that speak of one element


def _pieces(
    view: StreamView, event: str, arms: list[EventRows], subject: tuple[Step, ...] | None
) -> Problems:
    flows = [flow for rows in arms for flow in view.flow(rows)]
    note = f"`{event}` is about one element" + ("" if subject else ": its rows are of its arms")
    spells = any(flow.row.operator == "open" and flow.row.record for flow in flows)
    beside = [row for rows in arms for row in (
        respelled(rows) if spells else rows_at_end(view.wire, view.stream, rows)
    )]  # fmt: skip
    alone = [flow for flow in flows if flow.row not in beside and not flow.row.is_const]
    for flow in flows:
        row = flow.row
        if row.is_const:
            key, const = row.place[-1].name if row.place else "key", json.dumps(row.const)
            fix = f"let the schema of `{event}` have it as a constant, `const: {const}`, or write "
            fix += f"`{key}: {{ const: {const} }}` under `repeats`, for all events with that key"
            yield odd(flow, "is a constant of the reply, and none of this event", note, fix)
            continue
        if row.operator and row.operator not in STREAM_OPERATORS:
            continue
        inside = row.place[len(subject) :] if subject is not None else ()
        another = any(step.key for step in inside)
        if subject is None or row.place[: len(subject)] != subject or another:
            yield odd(
                flow,
                "is no place in the element that this event is about",
                note,
                f"write `{shown(subject)}` before the key, or leave it out" if subject
                else "write `list[key]` before the key, or have a type of event for each arm",
            )
        elif row.operator in ELEMENT:
            yield from _whole_element(flow, inside, len(alone))
        elif row.operator == "done":
            yield from _whole_text(view, flow)
            if row.opens and inside and flow.place.is_resolved:
                yield from _begun(view, flow, inside)
        elif flow not in alone:
            yield from nothing_of(view, flow, inside)
        elif row.operator not in PIECES:
            yield odd(
                flow,
                "is not put together from pieces",
                "an event about an element brings more of a text, or of a list",
                _piece_of(flow.place.shapes),
            )
        else:
            yield from _piece(view, flow, inside)
            if flow.place.is_resolved and (outer := _unopened(view, subject)):
                fix = f"write a row `{outer}: key | open`, or let its first piece open it: " \
                      "`append(opens)`"  # fmt: skip
                yield odd(flow, "is never opened", "", fix)


def _unopened(view: StreamView, subject: tuple[Step, ...]) -> str:
    """The first list on the way to an element whose elements no event begins."""
    opened = {names(flow.row.place) for flow in view.all_flows() if flow.row.operator == "open"}
    opened |= begun_by_pieces(view)
    for at, step in enumerate(subject, 1):
        if step.key and names(subject[:at]) not in opened:
            return shown(subject[:at])
    return ""


def _whole_element(flow: Flow, inside: tuple[Step, ...], count: int) -> Problems:
    row = flow.row
    if count > 1 or flow.rows.arm:
        yield odd(
            flow,
            f"is not alone in its event, with `{row.operator}`",
            "the event is about the element as a whole",
            "let it be the only row of the event, outside of arms" + (
                "; what ends one may say more of it in rows without an operator"
                if row.operator == "close" and not row.source and not flow.rows.arm else ""
            ),
        )
    if inside:
        yield odd(flow, f"is no element: `{row.operator}` is for `list[key]`", "", "name the list")
    if row.operator == "close" and row.opens and not row.source:
        yield odd(
            flow,
            "begins with an event that says nothing of it",
            f"`close({OPENS})` is for `key | close`: what an element is then",
            "leave that word out",
        )
    if row.operator == "open" and not row.source and not row.record:
        yield odd(
            flow,
            "opens with the event itself",
            "",
            "name the key that has the element, or its type: `. | open(Type)`",
        )


def _piece_of(shapes: Shapes) -> str:
    """How an event may bring what stands there, if it may."""
    if is_list(shapes):
        return "write `add` for one item, `run` for several"
    if "string" in types(shapes):
        return "write `append` for the next piece of a text, `append(so_far)` for all of it so far"
    return (
        "let the event that begins the element, or ends it, bring that, and name it under `ignore` "
        "here; where only this event has it, leave it out of what the element requires"
    )


def _whole_text(view: StreamView, flow: Flow) -> Problems:
    """What says a text as a whole: its pieces have come in events of their own."""
    row = flow.row
    if len(flow.rows.rows) > 1 or flow.rows.arm:
        yield odd(
            flow,
            "is not alone in its event, with `done`",
            "the event says one text as a whole",
            "let it be the only row of the event, outside of arms",
        )
    pieces = [
        one.row for one in view.all_flows()
        if one.row.operator == "append" and names(one.row.place) == names(row.place)
        and JSON not in one.row.args
    ]  # fmt: skip
    if not any(one.record in ("", row.record) for one in pieces) and flow.place.is_resolved:
        what = "is said as a whole here, and no event brings pieces of it"
        note, fix = "`done` is for a text that comes by `append`", "add an event that does"
        if any(JSON in one.row.args for one in view.all_flows()
               if names(one.row.place) == names(row.place)):  # fmt: skip
            note = f"arguments that come by `append({JSON})` are no text"
            fix = "leave it out"
        if types := [one.record for one in pieces]:
            note = f"those that come are {quoted(f'append({name})' for name in types)}"
            fix = f"write `done({types[0]})`"
        yield odd(flow, what, note, f"{fix}, or `ignore` this one")


def _piece(view: StreamView, flow: Flow, inside: tuple[Step, ...]) -> Problems:
    row, rows = flow.row, flow.rows
    way = view.wire.way_to(rows.event, rows.arm) if rows.arm else ()
    if row.operator == "gather":
        yield from _gathered(flow, inside, dotted(way) if way else "")
        return
    if not inside:
        yield odd(flow, "is no key of the element itself", f"known: `{shown(row.place)}.key`",
                   "name its key")  # fmt: skip
    if row.opens and inside and flow.place.is_resolved:
        yield from _begun(view, flow, inside)
    if not row.source:
        yield odd(flow, "takes the event as a whole", "", "name the key that has the piece")
    elif rows.arm and way and (row.source[: len(way)] != way or row.source == way):
        yield odd(
            flow,
            f"takes `{dotted(row.source)}`, which is no key of `{rows.arm}`",
            f"`{rows.arm}` stands under `{dotted(way)}`",
            f"write `{dotted(way)}.` and a key of it",
        )


def _begun(view: StreamView, flow: Flow, inside: tuple[Step, ...]) -> Problems:
    """The first piece says which element it begins: its row does, or one type alone has it."""
    row = flow.row
    types = records(lists(walk(view.wire, view.whole, names(row.place[: -len(inside)])).shapes))
    having = [name for name in types if has_inside(view.wire, name, names(inside))]
    inner = sum(bool(step.key) for step in row.place) > 1
    begun = row.record or (kind_of(view.wire, view.stream, row) if inner else "")
    if len(having) > 1 and begun not in having:
        yield odd(
            flow,
            "does not say which element it begins",
            f"{quoted(having)} have it",
            f"name the type, `{row.operator}(opens, {having[0]})`, or let an event open the "
            "element",
        )


def _gathered(flow: Flow, inside: tuple[Step, ...], key: str) -> Problems:
    """What brings several keys of an element at once is one object."""
    row = flow.row
    if inside:
        yield odd(flow, "is no element: `gather` is for `list[key]`", "", "name the list")
    if (dotted(row.source) != key) if key else len(row.source) != 1:
        note = f"`{flow.rows.arm}` stands under `{key}`" if key else ""
        yield odd(
            flow,
            f"gathers `{dotted(row.source)}`, which is no object of the event itself",
            note,
            f"write `{key or 'key'} | gather`",
        )
