"""Rules on elements that several events spell out: one begins it, one is that element as a whole.

All of them find it by the same key, and by a key that elements of no other type are found by: else
it would stand in the reply twice, or in place of another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..load.stream import UNNAMED, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, types
from ..resolve.problems import Problem, Problems
from ..resolve.spelled import found_by, is_element
from .stream_view import Flow, StreamView, dotted, shown, streams


@dataclass(frozen=True)
class _Begun:
    """The row of an event that begins an element of a type by keys of its own.

    ``own``: where the element has what it is found by; () if it has that nowhere.
    """

    flow: Flow
    own: Path

    @property
    def record(self) -> str:
        return self.flow.row.record

    @property
    def key(self) -> str:
        return self.flow.row.place[-1].key

    @property
    def at(self) -> str:
        return self.flow.row.position.short


def unnamed(project: ResolvedProject) -> Problems:
    """What begins has what the event finds it by that is the element as a whole."""
    for view in streams(project):
        for flow, begun in _wholes(view):
            key = flow.row.place[-1].key
            for one in begun if key != UNNAMED else ():
                if one.record == flow.rows.event and not one.own:
                    yield Problem(
                        one.flow.row.position,
                        f"nothing says which `{key}` a `{one.record}` has that begins",
                        f"the one at {flow.row.position.short} is found by it",
                        f"write `{shown(one.flow.row.place)}.{key}: {one.key}` beside this row, if "
                        "it is that",
                    )


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        for flow, begun in _wholes(view):
            same = [one for one in begun if one.record == flow.rows.event]
            if same:
                yield from _twice(flow, same[0])
            elif others := [one for one in begun if _takes_its_place(view, flow, one)]:
                event, key = flow.rows.event, flow.row.place[-1].key
                yield Problem(
                    flow.row.position,
                    f"a `{event}` would take the place of a `{others[0].record}` of the same "
                    f"`{key}`",
                    f"at {others[0].at} one begins that is found by it",
                    f"write `{_found_by(flow, UNNAMED)}`: no event begins a `{event}`",
                )


def _wholes(view: StreamView) -> Iterator[tuple[Flow, list[_Begun]]]:
    """The events that are elements, each with what begins some in its list."""
    flows = [flow for flow in view.all_flows() if flow.is_resolved]
    spelling = [one for one in flows if one.row.operator == "open" and one.row.record]
    for flow in flows:
        if is_element(view.wire, view.stream, flow.rows.event, flow.row):
            place = names(flow.row.place)
            own = dict(found_by(view.wire, view.stream, place).own)
            yield flow, [
                _Begun(one, own.get(one.row.record, ())) for one in spelling
                if names(one.row.place) == place
            ]  # fmt: skip


def _twice(flow: Flow, begun: _Begun) -> Problems:
    """An event that does not find the element which has begun."""
    key = flow.row.place[-1].key
    if begun.own == (key,) or (not begun.own and key != UNNAMED):
        return
    note = f"one that begins at {begun.at} is found by its `{dotted(begun.own)}`"
    fix = f"write `{_found_by(flow, begun.own[-1])}`" if begun.own else ""
    if not begun.own:
        note = f"it has nothing that the one is found by which begins at {begun.at}"
        fix = "`ignore` one of the two events, or let both have the key that says which it is"
    what = f"a `{begun.record}` that has begun would stand there twice"
    yield Problem(flow.row.position, what, note, fix)


def _takes_its_place(view: StreamView, flow: Flow, begun: _Begun) -> bool:
    """Whether an element is found by what those of another type are found by.

    A number is where it stands: no two have the same. Where it has the constants of the other, it
    is the one that has begun, of a narrower type.
    """
    event, key = flow.rows.event, flow.row.place[-1].key
    text = types(view.source(event, "", (key,)).shapes) == {"string"}
    narrower = view.wire.tags(begun.record).items() <= view.wire.tags(event).items()
    return key in (begun.key, *begun.own) and text and not narrower


def _found_by(flow: Flow, key: str) -> str:
    *around, last = flow.row.place
    return f"{shown((*around, replace(last, key=key)))}: . | close"
