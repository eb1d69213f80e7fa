"""Rules on JSON text in pieces: what reads it takes what it turns out to be."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import JSON, names
from ..operators.uses import has
from ..resolve.format import ResolvedProject
from ..resolve.lenses import Slot
from ..resolve.problems import Problems
from .stream_telling import slots_at
from .stream_view import Flow, odd, streams


def uncarried(project: ResolvedProject) -> Problems:
    """JSON text in pieces may turn out to be no object: what reads it must take that as well."""
    for flow, slot in _read(project, as_json=True):
        if not has(slot.target, lambda d: d.carries):
            yield odd(
                flow,
                "may come as a text that is no object",
                f"`{slot.row.left}` at {slot.row.position.short} takes none",
                "read it through `object(key)`, which keeps such a text under the key",
            )


def unparsed(project: ResolvedProject) -> Problems:
    """A text that stays one is no object: a place that takes any value would hold the text."""
    for flow, slot in _read(project, as_json=False):
        if has(slot.target, lambda d: d.carries):
            yield odd(
                flow,
                "would be a text",
                f"`{slot.row.left}` at {slot.row.position.short} reads an object there",
                "write `append(json)`: the pieces are the JSON text of one",
            )


def _read(project: ResolvedProject, as_json: bool) -> Iterator[tuple[Flow, Slot]]:
    """The rows that bring pieces of JSON text, or of another, each with what reads its place."""
    for view in streams(project):
        for flow in view.all_flows():
            if flow.row.operator == "append" and (JSON in flow.row.args) is as_json:
                yield from ((flow, slot) for slot in slots_at(view, names(flow.row.place)))
