"""Rules on an event that has two rows for one value: where it goes first, and where in the end.

A text stands at the first place as long as it comes. Where its element ends, it goes inside of the
object that the second names, if other pieces have brought that.
"""

from __future__ import annotations

from itertools import groupby

from ..load.stream import names
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problems
from ..resolve.streaming import subject
from .stream_view import Flow, StreamView, dotted, odd, shown, streams


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for event, arms in view.events.items():
            if view.subject(event) is None:
                continue
            for rows in arms:
                taken = [flow for flow in view.flow(rows) if not flow.row.is_const]
                flows = sorted(taken, key=lambda flow: flow.row.source)
                for _, group in groupby(flows, key=lambda flow: flow.row.source):
                    first, *others = group
                    for other in others:
                        yield from _moved(view, first, other)


def _moved(view: StreamView, first: Flow, other: Flow) -> Problems:
    """What keeps a value from going on to the second place."""
    source, begun = dotted(other.row.source), shown(first.row.place)
    plain = other.row.operator == first.row.operator == "append" and not other.row.args
    path = names(other.row.place[len(subject(other.row.place)) :])
    near = len(first.row.place) == len(subject(first.row.place)) + 1
    if not plain or "json" in first.row.args or not near or len(path) < 2:
        yield odd(
            other,
            f"takes `{source}` again",
            f"a text of the element itself may go inside of another key; `{begun}` has it first",
            "write `list[key].text: text | append` and `list[key].other.text: text | append`",
        )
    elif not any(_brings(flow, other) for flow in view.all_flows()):
        yield odd(
            other,
            f"is inside of `{path[0]}`, which no piece brings",
            f"what has that has its text there, any other at `{begun}`",
            f"write a row for what brings it, `{shown(other.row.place[: 1 - len(path)])}.key`",
        )


def _brings(flow: Flow, other: Flow) -> bool:
    """Whether a row is about the object that the text goes inside of."""
    element, place = subject(other.row.place), flow.row.place
    end = len(element) + 1
    return flow.row is not other.row and place[:end] == other.row.place[:end] and len(place) > end
