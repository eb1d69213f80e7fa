"""Rules on how events that have the shape of the body find an element of a list.

A number says where it stands, the id of a call which call it is. Any other text would be found when
events are read, and nobody could say it of an element that another wire has told.
"""

from __future__ import annotations

from ..load.stream import StreamRow, names
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import CALL, CALL_ID
from ..resolve.paths import Path, Shapes, is_list, is_number, lists, records
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import walk
from .stream_telling import slots_at
from .stream_view import Flow, StreamView, anything, shown, streams


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for flow in view.all_flows():
            row = flow.row
            if row.operator == "run" and _of_calls(view, row):
                yield Problem(
                    row.position,
                    f"`{shown(row.place)}` joins neighbours that have nothing but a text",
                    "a call says which it is, and is never one with a piece that goes on with it",
                    "name in brackets the id that tells the calls apart; their text is a row "
                    "with `append`",
                )
            if not row.place or not row.place[-1].key or view.subject(flow.rows.event) is not None:
                continue
            key, shapes = row.place[-1].key, _key(view, flow)
            if not is_list(flow.source.shapes) or anything(shapes) or is_number(shapes):
                continue
            if not _is_id(view, (*names(row.place), key)):
                yield Problem(
                    row.position,
                    f"`{shown(row.place)}` finds its items by a text",
                    f"`{key}` is neither a number nor the id of a call",
                    "name the key that says where an item stands, or which call it is",
                )
            elif lacking := _lacking(view, row):
                yield Problem(
                    row.position,
                    f"`{shown(row.place)}` finds calls by their id alone",
                    f"`{key}` may be missing in {quoted(lacking)} of the reply, and is then one "
                    "with the call before",
                    "require it there, or name a number that says where a call stands",
                )


def _of_calls(view: StreamView, row: StreamRow) -> bool:
    """Whether the text that neighbours are joined by is one of calls."""
    return any(
        slot.record == CALL
        for text in row.args[:1] for slot in slots_at(view, (*names(row.place), text))
    )  # fmt: skip


def _key(view: StreamView, flow: Flow) -> Shapes:
    """What the key of an item may be in an event."""
    return walk(view.wire, lists(flow.source.shapes), (flow.row.place[-1].key,)).shapes


def _lacking(view: StreamView, row: StreamRow) -> list[str]:
    """The types of items of the body that may lack the key that their pieces are found by."""
    items = lists(walk(view.wire, view.whole, names(row.place)).shapes)
    return [name for name in records(items) if row.place[-1].key not in view.wire.required(name)]


def _is_id(view: StreamView, place: Path) -> bool:
    return any(slot.record == CALL and slot.row.name == CALL_ID for slot in slots_at(view, place))
