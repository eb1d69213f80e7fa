"""Rules on places inside of a list that no event numbers: its last record has them.

So it is with the pieces of a text that a lens reads from records. Of anything else nobody could
say which record it is of.
"""

from __future__ import annotations

from ..load.stream import OPENS, names
from ..operators.registry import OPERATORS
from ..resolve.format import ResolvedProject
from ..resolve.paths import lists, records
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import has_inside, subject, walk
from .stream_telling import slots_at
from .stream_view import Flow, StreamView, dotted, odd, shown, streams


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for flow in view.all_flows():
            if flow.place.is_resolved and view.subject(flow.rows.event) is not None:
                yield from _inside(view, flow)


def _inside(view: StreamView, flow: Flow) -> Problems:
    row, place = flow.row, names(flow.row.place)
    for end in range(len(subject(row.place)) + 1, len(place)):
        found = lists(walk(view.wire, view.whole, place[:end]).shapes)
        having = [name for name in records(found) if has_inside(view.wire, name, place[end:])]
        if not having:
            continue
        inner, texts = dotted(place[end:]), _texts(view, place[:end])
        read = [name for name in having if (name, inner) in texts]
        shapes = walk(view.wire, found, place[end:]).shapes
        if row.operator != "append" or not any(shape.kind == "string" for shape in shapes):
            note = f"`{inner}` of the last one takes the pieces of a text alone"
            fix = "write `list[key]` where an event has that key, or name the event under `ignore`"
        elif len(read) > 1:
            note, fix = f"{quoted(read)} have `{inner}`", "leave it out: the text comes whole"
        elif not read:
            note = "no lens reads a text in their pieces"
            fix = f"read the list with `parts({having[0]}, {inner})`, as no string"
        elif row.opens:
            yield odd(
                flow,
                f"has no use for `{OPENS}`",
                f"`{inner}` goes to the last record of a list, in an element that has begun",
                f"leave that word out; `{shown(subject(row.place))}: key | open` begins one",
            )
            continue
        else:
            continue
        what = f"`{shown(row.place)}` is inside of a list whose records no event numbers"
        yield Problem(row.position, what, note, fix)


def _texts(view: StreamView, place: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The types and paths of the records in a list that are pieces of a text."""
    uses = [one for slot in slots_at(view, place) for one in slot.target.operators]
    return {OPERATORS[one.name].pieces(one.args) for one in uses if one.name in OPERATORS}
