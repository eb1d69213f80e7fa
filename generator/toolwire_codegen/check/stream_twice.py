"""Rules on values that several events bring: each of these would be sent, and the value come twice.

What stands at a place of an element goes out with every event that has a row for it and is about
elements of that type.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..load.stream import Step, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import records
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import has_inside, subject
from .stream_view import TEXTS, Flow, StreamView, shown, streams

SENT: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("append", "add", "run", "gather"), ("bring", "each would be sent with it")),
    "done": ("say", "each would be sent once all of it has come"),
}
"""What rows do with a value that goes out with each of them, and why that is once too often."""


def brought_twice(project: ResolvedProject) -> Problems:
    """Pieces of one value have one event, or are of elements of other types."""
    for view in streams(project):
        for first, second in _same(view):
            verb, why = SENT[second.row.operator]
            shared = [name for name in about(view, first) if name in about(view, second)]
            if not shared:
                continue
            place, operator = shown(second.row.place), second.row.operator
            fix = "leave one of them to `ignore`"
            if first.row.place != second.row.place:
                fix += ", or name the key of the element that it is of"
            if operator == "append" and first.row.place == second.row.place:
                fix += f", or write `{'.'.join(second.row.source)} | done` of what says all of it"
            if operator in TEXTS and len(shared) > 1:
                fix += f", or say of which type each is: `{operator}({shared[0]})`"
            of = f" of {quoted(shared)}" if shared[0] else ""
            yield Problem(
                second.row.position,
                f"`{first.rows.title}` and `{second.rows.title}` both {verb} `{place}`{of}",
                why,
                fix,
            )


def _same(view: StreamView) -> Iterator[tuple[Flow, Flow]]:
    """Rows of two events, or of two arms of one, that bring one place of the reply.

    So do a row that adds records to a list, and one that brings a text of its last record.
    """
    flows = [f for f in view.all_flows() if f.row.operator in SENT and f.place.is_resolved]
    for first, second in combinations(flows, 2):
        places = {names(first.row.place), names(second.row.place)}
        if len(places) > 1 and not (_in_records(first, second) or _in_records(second, first)):
            continue
        if SENT[first.row.operator] == SENT[second.row.operator]:
            yield first, second


def _in_records(inner: Flow, outer: Flow) -> bool:
    """Whether a text is one of the last record in a list that another row adds to."""
    place = outer.row.place
    return outer.row.operator == "add" and inner.row.place[: len(place)] == place


def about(view: StreamView, flow: Flow) -> list[str]:
    """The types of elements that a piece is of: those that no row beside it names as its own.

    Of a place in no element it is "".
    """
    row, element = flow.row, subject(flow.row.place)
    if not element:
        return [""]
    inside = names(row.place[len(element) :])
    types = [name for name in records(view.place(element).shapes)
             if has_inside(view.wire, name, inside)]  # fmt: skip
    if row.record:
        return [name for name in types if name == row.record]
    named = _named(view, row.place, row.operator)
    return [name for name in types if name not in named]


def _named(view: StreamView, place: tuple[Step, ...], operator: str) -> set[str]:
    """The types that rows for a place are of alone."""
    return {
        flow.row.record for flow in view.all_flows()
        if flow.row.operator == operator and names(flow.row.place) == names(place)
    }  # fmt: skip
