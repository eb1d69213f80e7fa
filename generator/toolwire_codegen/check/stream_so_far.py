"""Rules on texts of which each event brings all so far, in the place of what was there before."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import SO_FAR, WHOLE, StreamRow, names
from ..operators.registry import OPERATORS
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import CALL, TEXT_BLOCK
from ..resolve.lenses import Slot
from ..resolve.paths import Path, lists, records
from ..resolve.problems import Problem, Problems
from ..resolve.streaming import walk
from .stream_telling import slots_at
from .stream_view import Flow, StreamView, dotted, odd, shown, streams


def misplaced(project: ResolvedProject) -> Problems:
    for view in streams(project):
        every = [
            flow for flow in view.all_flows() if flow.row.operator == "append" and flow.is_resolved
        ]
        pieces = [flow for flow in every if not flow.row.so_far]
        for flow in every:
            if WHOLE in flow.row.args:
                yield from _gone_whole(view, flow)
            if flow.row.so_far:
                yield from _in_records(view, flow)
                yield from _otherwise(view, flow, pieces)
                yield from _renewed(view, flow)


def _gone_whole(view: StreamView, flow: Flow) -> Problems:
    """Where elements are begun and ended, clients wait for the end of each."""
    calls = {(CALL, "arguments"), (CALL, "(arguments, invalidArguments)")}
    about_elements = view.subject(flow.rows.event) is not None
    if about_elements or not calls & _kinds(view, flow.row):
        yield odd(
            flow,
            f"has no use for `{WHOLE}`",
            "only the arguments of a call, in events of the shape of the reply, may go out so",
            "leave that word out",
        )


def _in_records(view: StreamView, flow: Flow) -> Problems:
    """Which of the records that are a text one brings, nobody could say of all that there is."""
    place = names(flow.row.place)
    read = {texts: slot for slot, texts in _texts(view)}
    for end in range(1, len(place)):
        found = lists(walk(view.wire, view.whole, place[:end]).shapes)
        for name in records(found):
            slot = read.get((name, dotted(place[end:])))
            if slot is not None:
                yield odd(
                    flow,
                    f"is a part of a text, and does not come `{SO_FAR}`",
                    f"`{slot.row.left}` at {slot.row.position.short} is in all that "
                    f"`{dotted(place[:end])}` has",
                    "leave that word out, and let events bring its next piece",
                )


def _texts(view: StreamView) -> Iterator[tuple[Slot, tuple[str, ...]]]:
    """What lenses read from the records of a list: the type of these, and where it is in them."""
    for lens in view.one.lenses:
        for slot in lens.slots:
            for one in slot.target.operators:
                if one.name in OPERATORS and (texts := OPERATORS[one.name].texts(one.args)):
                    yield slot, texts[:2]


def _otherwise(view: StreamView, flow: Flow, pieces: list[Flow]) -> Problems:
    """A text that comes piece by piece elsewhere: what goes out would be both, or neither."""
    key, kinds = flow.row.place[-1].name, _kinds(view, flow.row)
    for other in pieces:
        if other.row.place[-1].name == key or kinds & _kinds(view, other.row):
            yield odd(
                flow,
                f"comes `{SO_FAR}`, and in pieces as well",
                f"`{shown(other.row.place)}` at {other.row.position.short} grows piece by piece",
                "let texts of one key, and of one kind of block, come one way",
            )
            return


def _kinds(view: StreamView, row: StreamRow) -> set[tuple[str, ...]]:
    """What a text is of the message, so far as lenses say it."""
    place, found = names(row.place), set[tuple[str, ...]]()
    for slot in (*slots_at(view, place), *_under(view, place)):
        if slot.record == CALL:
            found.add((CALL, slot.row.name))
        elif slot.part:
            found.add((slot.part,))
        else:
            found |= {(slot.record,), *([("*",)] if slot.record == TEXT_BLOCK else [])}
    return found


def _under(view: StreamView, place: Path) -> Iterator[Slot]:
    """The lenses that read a text under another key, and may have it under this one."""
    for lens in view.one.lenses:
        for slot in lens.slots:
            keys = [key for one in slot.target.operators if one.name in OPERATORS
                    and OPERATORS[one.name].other_keys for key in one.args]  # fmt: skip
            if place[-1] in keys and slot in slots_at(view, (*place[:-1], slot.target.path[-1])):
                yield slot


def _renewed(view: StreamView, flow: Flow) -> Problems:
    """An event that brings all of a call so far says its name again: that begins no other."""
    place = names(flow.row.place)
    for other in view.all_flows():
        row, around = other.row, names(other.row.place)
        texts = [(*around, *path.split(".")) for path in row.args[2:]]
        if row.operator == "renew" and place in texts:
            yield Problem(
                row.position,
                f"`renew` would begin `{shown(row.place)}` once more with each event",
                f"`{shown(flow.row.place)}` at {flow.row.position.short} comes `{SO_FAR}`: what "
                "brings it may say its name again",
                f"write `renew({row.args[0]})`",
            )
