"""A rule on what stands inside of an object that an event puts in whole: some of it needs a row.

Two tables say so: what needs one, and what needs none after all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..load.stream import StreamRow, names
from ..operators.uses import has
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import MESSAGE, USAGE
from ..resolve.lenses import Slot
from ..resolve.paths import Path, Shapes, lists, records
from ..resolve.problems import Problem, Problems
from ..resolve.streaming import unindexed, walk
from .stream_telling import WHOLE, grows, is_told, lenses_of, read_from, slots_at
from .stream_view import Flow, StreamView, dotted, numbered_text, reply_slots, streams


@dataclass(frozen=True)
class _Inside:
    """What a lens reads from a place inside of such an object, and what the event has there."""

    view: StreamView
    flow: Flow
    slot: Slot
    place: Path
    source: Shapes

    @property
    def row(self) -> StreamRow:
        return self.flow.row

    @property
    def single(self) -> bool:
        """Whether one block stands as an object, where others are a list."""
        return has(self.slot.target, lambda d: d.as_list) and self.slot.place == "part"


Question = Callable[[_Inside], object]


def untold(project: ResolvedProject) -> Problems:
    """A text or a count inside of what is put in whole is told only if it has a row."""
    for view in streams(project):
        for rows in view.stream.events:
            if rows.error or rows.ignore or not view.readable(rows):
                continue
            have = {names(row.place) for row in rows.rows}
            for flow in view.flow(rows):
                put = flow.row.operator in (*WHOLE, "filled") and not flow.row.is_const
                for need in NEEDS if put and flow.is_resolved else ():
                    for one in need.read(view, flow):
                        if one.place not in have and _needs(need, one):
                            yield _no_row(one, need)
                            have.add(one.place)


def _needs(need: _Need, one: _Inside) -> bool:
    return bool(need.asked(one)) and not any(none(one) for none in need.none)


def _no_row(one: _Inside, need: _Need) -> Problem:
    note = f"`{one.slot.row.left}` at {one.slot.row.position.short} is read from it"
    what = f"no row for `{dotted(one.place)}`, which {need.why}"
    return Problem(one.row.position, what, note, need.fix(one))


# -- what may be read


def _of_its_lenses(view: StreamView, flow: Flow) -> Iterator[_Inside]:
    """What the lenses of such an object read, where the event has it."""
    for lens in lenses_of(view.one, flow.place.shapes):
        for slot in lens.slots:
            for path in read_from(slot):
                source = walk(view.wire, flow.source.shapes, path)
                if not source.lost:
                    yield _Inside(view, flow, slot, (*names(flow.row.place), *path), source.shapes)


def _of_the_reply(view: StreamView, flow: Flow) -> Iterator[_Inside]:
    """What the lens of the reply reads from inside of an object of the reply."""
    begin = names(flow.row.place)
    for slot in reply_slots(view):
        place = unindexed(slot.target.path)
        if begin and len(place) > len(begin) and place[: len(begin)] == begin:
            source = walk(view.wire, flow.source.shapes, place[len(begin) :])
            yield _Inside(view, flow, slot, place, source.shapes)


# -- what needs a row, and what none


def _in_pieces(one: _Inside) -> object:
    blocks = one.source if one.single else lists(one.source)
    grown = grows(one.view, one.slot) or numbered_text(one.row, one.slot)
    return is_told(one.slot) or grown or records(blocks)


def _counts(one: _Inside) -> object:
    return one.slot.row.fields[0] == (USAGE,) and records(one.source)


def _blocks(one: _Inside) -> object:
    """Where events are about elements, what comes with another comes as a whole."""
    shaped = not any(one.view.subject(event) for event in one.view.events)
    return shaped and one.slot.row.fields[0][:1] == (MESSAGE,) and records(lists(one.source))


def _opened(one: _Inside) -> bool:
    """An event opens it."""
    return one.place in _rows(one.view, "open")


def _whole_call(one: _Inside) -> bool:
    """It is of a call that comes whole."""
    return one.row.operator == "latest" and _alone(one)


def _grown(one: _Inside) -> bool:
    """What says anything in it comes whole, unless other events bring pieces of that."""
    return one.row.operator == "filled" and one.place in _rows(one.view, "append")


def _rows(view: StreamView, operator: str) -> set[Path]:
    return {names(one.row.place) for one in view.all_flows() if one.row.operator == operator}


def _alone(one: _Inside) -> bool:
    """Whether what is put in is one call, as an object where others have a list."""
    slots = slots_at(one.view, names(one.row.place))
    return bool(one.row.source) and any(has(slot.target, lambda d: d.as_list) for slot in slots)


def _piece_by_piece(one: _Inside) -> str:
    fix = "add a row with `| gather`" if one.single else (
        "add a row with `| append`, of a list with `| run`")  # fmt: skip
    if _alone(one):
        fix += f"; where it comes whole, write `{dotted(one.row.source)} | latest`"
    return fix


class _Need(NamedTuple):
    """What needs a row: what is ``asked`` for of all that is ``read``, but where ``none`` holds."""

    why: str
    read: Callable[[StreamView, Flow], Iterator[_Inside]]
    asked: Question
    none: tuple[Question, ...]
    fix: Callable[[_Inside], str]


NEEDS = (
    _Need("comes in pieces", _of_its_lenses, _in_pieces, (_opened, _whole_call, _grown),
          _piece_by_piece),
    _Need("counts tokens", _of_the_reply, _counts, (_opened, _whole_call), lambda _: "add a row"),
    _Need("comes in pieces", _of_the_reply, _blocks, (_opened, _whole_call),
          lambda _: "add a row with `| run`"),
)  # fmt: skip
