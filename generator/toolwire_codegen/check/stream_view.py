"""What the rules on streams look at: the events of a reply, and where each row leads.

Rows are read as the planner reads them: an event either speaks of one element of a list, which
it names by keys of its own (``list[key]``), or it has the shape of a part of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ..load.schema import REF, Schema
from ..load.stream import EventRows, Step, Stream, StreamRow, names
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import REASONING, TEXT_BLOCK
from ..resolve.lenses import Slot
from ..resolve.paths import Path, Shapes, is_list, through
from ..resolve.problems import Problem
from ..resolve.streaming import (
    Kind,
    Place,
    kinds,
    repeated,
    source_of,
    speaks_of_elements,
    subject,
    walk,
)

TEXTS = ("append", "done")
"""Operators whose type says of which elements a text is."""


@dataclass(frozen=True)
class Flow:
    """One row with both of its ends."""

    row: StreamRow
    rows: EventRows
    source: Place
    place: Place

    @property
    def is_resolved(self) -> bool:
        """Whether the schemas have both of its ends."""
        return self.source.is_resolved and self.place.is_resolved


@dataclass
class StreamView:
    """The stream of one format as the rules see it; types that do not exist have no keys."""

    one: ResolvedFormat
    stream: Stream
    flows: dict[int, list[Flow]] = field(default_factory=dict)

    @property
    def wire(self) -> Schema:
        return self.one.wire

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        named = [rows.event for rows in self.stream.events]
        union = self.stream.union
        return kinds(self.wire, union, named) if union in self.wire.defs else ()

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """The types that may have rows."""
        return tuple(dict.fromkeys(kind.event for kind in self.kinds))

    @cached_property
    def known_arms(self) -> list[str]:
        """The events that must have a row: all but the one that stands for any other."""
        return [arm for arm in self.arms if not stands_for_others(self.wire, arm)]

    @cached_property
    def whole(self) -> Shapes:
        return self.wire.shapes({"$ref": f"{REF}{self.stream.whole}"})

    @cached_property
    def events(self) -> dict[str, list[EventRows]]:
        """Each event with what it brings: once, or once for each of its arms."""
        found: dict[str, list[EventRows]] = {}
        for rows in self.stream.events:
            found.setdefault(rows.event, []).append(rows)
        return found

    def readable(self, rows: EventRows) -> bool:
        """Whether the event has keys, and its arm stands under one (others are told as unknown)."""
        has_keys = self.wire.record(rows.event) is not None
        return has_keys and (not rows.arm or bool(self.wire.way_to(rows.event, rows.arm)))

    def subject(self, event: str) -> tuple[Step, ...] | None:
        """The element that an event speaks of, if it names one by keys of its own."""
        rows = [row for arm in self.events.get(event, ()) for row in arm.rows]
        if not speaks_of_elements(self.wire, event, rows):
            return None
        return next(steps for row in rows if (steps := subject(row.place)))

    def source(self, event: str, arm: str, path: Path) -> Place:
        """What stands at a path of an event, lists passed through."""
        return source_of(self.wire, event, arm, path)

    def items(self, rows: EventRows, path: Path) -> Shapes:
        """The objects that stand at a path of an event: items, where that is a list."""
        shapes = self.source(rows.event, rows.arm, path).shapes
        return tuple(dict.fromkeys(through(shapes)))

    def place(self, steps: tuple[Step, ...], record: str = "") -> Place:
        """What stands at a place of the whole; an element's arms for ``list[key]``.

        ``record``: the only type of elements that is meant, where they may be of it.
        """
        shapes = self.whole
        for step in steps:
            reached = walk(self.wire, shapes, (step.name,))
            if reached.lost:
                return reached
            shapes = reached.shapes
            if step.key and not anything(shapes):
                if not is_list(shapes):
                    return Place((), unlisted=step.name)
                items = tuple(dict.fromkeys(item for one in shapes for item in one.items))
                meant = tuple(item for item in items if record and item.name == record)
                shapes = meant or items
        return Place(shapes)

    def flow(self, rows: EventRows) -> list[Flow]:
        """The rows of one event, followed."""
        found = self.flows.get(id(rows))
        if found is None:
            found = self.flows[id(rows)] = [
                Flow(row, rows, self.source(rows.event, rows.arm, row.source), place)
                for row in rows.rows
                for place in [self.place(row.place, row.record if row.operator in TEXTS else "")]
            ]
        return found

    def all_flows(self) -> Iterator[Flow]:
        for rows in self.stream.events:
            yield from self.flow(rows)


def streams(project: ResolvedProject, *, read: bool = False) -> list[StreamView]:
    """The streams of all formats that have one, as they are sent, or ``read``; followed once."""
    found: dict[bool, list[StreamView]] | None = project.__dict__.get("_streams")
    if found is None:
        pairs = [(one, stream) for one in project.formats if (stream := one.transform.stream)]
        sent = {one.name: StreamView(one, stream.sent) for one, stream in pairs}
        found = project.__dict__["_streams"] = {
            False: [*sent.values()],
            True: [sent[one.name] if stream.sent is stream else StreamView(one, stream)
                   for one, stream in pairs],
        }  # fmt: skip
    return found[read]


def stands_for_others(wire: Schema, arm: str) -> bool:
    """Whether an arm is what any value is that is no other arm."""
    return wire.record(arm) is None and "not" in wire.defs.get(arm, {})


def anything(shapes: Shapes) -> bool:
    return any(shape.kind == "any" for shape in shapes)


def dotted(path: Path) -> str:
    return ".".join(path) or "."


def shown(steps: tuple[Step, ...]) -> str:
    return ".".join(map(str, steps)) or "."


def odd(flow: Flow, what: str, note: str, fix: str) -> Problem:
    """What is wrong with where a row stands."""
    return Problem(flow.row.position, f"`{shown(flow.row.place)}` {what}", note, fix)


def reply_slots(view: StreamView) -> list[Slot]:
    """What the lenses of the whole reply read, and where."""
    lenses = [lens for lens in view.one.lenses if lens.lens.wire == view.stream.whole]
    return [slot for lens in lenses for slot in lens.slots]


def last_about(view: StreamView) -> EventRows | None:
    """The last event with rows that is about an element, if any is."""
    with_rows = [rows for rows in view.stream.events if rows.rows]
    return next((rows for rows in with_rows[::-1] if view.subject(rows.event) is not None), None)


def numbered_text(row: StreamRow, slot: Slot) -> bool:
    """Whether a lens reads the text of a block there, and blocks come as numbered items."""
    numbered = bool(row.place and row.place[-1].key)
    plain = slot.row.name == "text" and not slot.target.operators
    return numbered and plain and slot.record in (TEXT_BLOCK, REASONING)


def brings(view: StreamView, rows: EventRows, path: Path) -> bool:
    """Whether an event brings a place of the reply, by a row or by a key of the same name."""
    named = {row.source[0] for row in rows.rows if row.source} | {*rows.ignored}
    named |= {*repeated(view.wire, view.stream, rows.event)}
    if path[0] not in named and path[0] in view.wire.properties(rows.event):
        return True
    around = [row for row in rows.rows if path[: len(row.place)] == names(row.place)]
    return any(row.is_const or _has(view, rows, row, path) for row in around)


def _has(view: StreamView, rows: EventRows, row: StreamRow, path: Path) -> bool:
    """Whether the schema of an event has what a row brings to a place of the reply."""
    inner = (*row.source, *path[len(row.place) :])
    return not view.source(rows.event, rows.arm, inner).lost
