"""The short way of events that name the element which their piece is for.

An event is taken if each of its objects has what is known of it and no more, so that nothing of it
is left to keep, and if it cannot be what is asked for before it. The schema says both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...load.stream import EventRows, StreamRow, names
from ...resolve.paths import is_list, records
from ...resolve.signs import Claim, Sign
from ...resolve.streaming import Kind, found_at, shapes_at, source_of, subject
from ...resolve.telling import Question, common_tag
from ..streams.moves import begun_otherwise
from ..streams.shown import Path
from ..streams.state import ROOT, SHOWS_CALLS, Branch, E, delta, number_of, slot_part, value_at
from .pieces import PIECE, Pieces, grown, guarded, locals_of_loop, slot_at

Way = list[Expr | Stmt]
NUMBERS = ("index", "number")
"""How the element is named that a piece is for, and one inside of it."""
UNSAID = ir.ret(ir.const(()))
"""What a table has of a text whose next piece goes the long way."""


@dataclass(frozen=True)
class Event:
    """An event that names its element: its rows, and the locals that have its objects.

    ``numbers``: where it says which element it is about, and which ones that stands in.
    """

    arms: list[EventRows]
    numbers: list[Path]
    objects: dict[Path, Expr]
    scope: Scope

    @property
    def name(self) -> str:
        return self.arms[0].event

    def inner(self) -> Event:
        """The same in one of several branches."""
        return replace(self, objects={**self.objects}, scope=self.scope.branch())


class ElementPieces:
    """Plans the short way of each such event."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces, self.state = pieces, pieces.state
        self.wire, self.shown = self.state.wire, self.state.shown

    def body(self) -> list[Stmt]:
        """The branches of all events that bring pieces of elements."""
        state = self.state
        by, rows_of = common_tag(state.events), self._rows()
        questions = [one for one in state.events if state.kinds[one.arm].event in rows_of]
        if not by and not all(state.kinds[one.arm].key for one in questions):
            return []
        branches: list[Branch] = []
        for at, question in enumerate(questions):
            kind = state.kinds[question.arm]
            if state.brings_pieces(rows_of[kind.event]):
                branches += self._event(question, questions[:at], kind, rows_of[kind.event], by)
        tag = [ir.let("tag", ir.get(E, by))] if by else []
        return [*tag, ir.if_(*branches)] if branches else []

    def _rows(self) -> dict[str, list[EventRows]]:
        found: dict[str, list[EventRows]] = {}
        for rows in self.state.stream.events:
            found.setdefault(rows.event, []).append(rows)
        return found

    def _event(
        self, question: Question, before: list[Question], kind: Kind, arms: list[EventRows], by: str
    ) -> list[Branch]:
        """The branch of an event, if it has a short way."""
        scope = locals_of_loop()
        e = ir.var(scope.fresh(kind.key)) if kind.key else E
        event = Event(arms, self._numbers(arms), {(): e}, scope)
        path = self.wire.way_to(kind.event, arms[0].arm) if arms[0].arm else ()
        first = next(row for rows in arms for row in rows.rows)
        keys = {kind.key} if kind.key else self._keys(event, arms[0], (), first.source[0])
        if not _denied(before, keys, by, question.tagged(by)):
            return []
        steps = self._arms(event, path) if arms[0].arm else self._plain(event)
        taken_out: Way = []
        if kind.key:
            taken_out = [ir.SizeIs(E, 1), ir.let(ir.name_of(e), ir.get(E, kind.key))]
        is_it = self._asked(question, E, by, ir.var("tag"), (kind.key or first.source[0],))
        return _branches([is_it, *taken_out], steps)

    def _plain(self, event: Event) -> list[Stmt]:
        """What an event brings that has no arms: mostly one text."""
        rows = event.arms[0]
        found = [self._row(event.inner(), rows, row, 0) for row in _pieces(rows)]
        return [step for steps in found for step in steps]

    def _arms(self, event: Event, path: Path) -> list[Stmt]:
        """What an event brings whose object at a path is one of several types."""
        way = self._down(event, event.arms[0], path, 0, len(path))
        inner = event.objects[path]
        questions = self.state.arms(event.name, event.arms)
        by = common_tag(questions)
        tag = ir.var(event.scope.fresh("tag"))
        pieces = {rows.arm: [(rows, row) for row in _pieces(rows)] for rows in event.arms}
        branches: list[Branch] = []
        for at, question in enumerate(questions):
            for rows, row in pieces.get(question.arm, ()):
                keys = self._keys(event, rows, path, row.source[len(path)])
                if _denied(questions[:at], keys, by, question.tagged(by)):
                    steps = self._row(event.inner(), rows, row, len(path))
                    is_it = self._asked(question, inner, by, tag, row.source[len(path) :])
                    branches += _branches([is_it], steps)
        named = [ir.let(ir.name_of(tag), ir.get(inner, by))] if by else []
        return guarded([*way, *named], [ir.if_(*branches)]) if branches else []

    def _asked(self, question: Question, e: Expr, by: str, tag: Expr, path: Path) -> Expr:
        """Whether an object is what ``question`` says, of which this path is taken.

        It may yet be no object: what is asked here fails as the steps after it do.
        """
        if question.tagged(by) is not None:
            return self.state.asked(question, e, by, tag)
        for claim in question.claims:
            if claim and all(sign == Sign(path[: len(sign.path)]) for sign in claim):
                ways = [path[:end] for end in range(1, max(len(sign.path) for sign in claim) + 1)]
                return ir.and_(*(ir.has(value_at(e, way[:-1]), way[-1]) for way in ways))
        return ir.and_(ir.is_(e, "object"), self.state.asked(question, e, by, tag))

    # -- what an event must have, and no more

    def _row(self, event: Event, rows: EventRows, row: StreamRow, start: int) -> list[Stmt]:
        """The next piece of a text, from an object of the event on."""
        if any(self._several(rows, row, depth) for depth in range(start, len(row.source))):
            return []
        way = self._down(event, rows, row.source, start, len(row.source) - 1)
        *path, key = row.source
        e = event.objects[tuple(path)]
        alone = self._alone(event, rows, tuple(path), key)
        steps = self._piece(event, rows, row)
        taken = ir.let("piece", ir.get(e, key))
        return guarded([*way, *alone, taken], steps) if steps else []

    def _down(self, event: Event, rows: EventRows, path: Path, start: int, end: int) -> Way:
        """The way from one object of an event to another that stands deeper."""
        way: Way = []
        for depth in range(start, end):
            above, key = path[:depth], path[depth]
            inner = ir.var(event.scope.fresh(key))
            way += self._alone(event, rows, above, key)
            way.append(ir.let(ir.name_of(inner), ir.get(event.objects[above], key)))
            event.objects[path[: depth + 1]] = inner
        return way

    def _alone(self, event: Event, rows: EventRows, path: Path, key: str) -> list[Expr]:
        """Whether an object says nothing beside this key that is left to keep."""
        e, types = event.objects[path], self._types(rows, path)
        named, ignored = self._named_and_ignored(event, rows, path, key)
        several = [ir.has(e, key)] if len(types) > 1 else []
        if any(name in self.wire.properties(one) for name in ignored for one in types):
            constant = self.state.names_constant([*named, *ignored], ("NAMED_IN", rows.title))
            return [*several, ir.Covers(constant, e)]
        return [*several, ir.SizeIs(e, len(named))]

    def _named_and_ignored(
        self, event: Event, rows: EventRows, path: Path, key: str
    ) -> tuple[list[str], tuple[str, ...]]:
        """The keys that an object has where this one is taken, and those that say nothing."""
        depth, types, ignored = len(path), self._types(rows, path), rows.ignored
        numbers = [one[depth] for one in event.numbers if one[:depth] == path]
        tags = sorted(self.wire.tags(types[0])) if len(types) == 1 else []
        if depth < len(self._way(rows)):
            tags = [] if path else tags
            ignored = () if path else tuple(name for arm in event.arms for name in arm.ignored)
        elif len(types) > 1:
            numbers = []
        ignored += () if path else self.state.repeated(rows.event)
        return [*dict.fromkeys([*tags, *numbers, key])], ignored

    def _keys(self, event: Event, rows: EventRows, path: Path, key: str) -> set[str]:
        """All keys that an object may have."""
        named, ignored = self._named_and_ignored(event, rows, path, key)
        return {*named, *ignored}

    def _way(self, rows: EventRows) -> Path:
        return self.wire.way_to(rows.event, rows.arm) if rows.arm else ()

    def _types(self, rows: EventRows, path: Path) -> list[str]:
        return records(source_of(self.wire, rows.event, rows.arm, path).shapes)

    def _several(self, rows: EventRows, row: StreamRow, depth: int) -> bool:
        """Whether other rows take something of an object that this one goes through."""
        path = row.source[:depth]
        others = [one for one in _own(rows) if one is not row and one.source[:depth] == path]
        same = [one for one in others if one.source[: depth + 1] == row.source[: depth + 1]]
        last = depth == len(row.source) - 1
        return bool(others) and (len(self._types(rows, path)) < 2 or bool(last and same))

    def _numbers(self, arms: list[EventRows]) -> list[Path]:
        """Where an event names the element that it is about, and those that this stands in."""
        event, row = arms[0].event, next(row for rows in arms for row in rows.rows)
        keys = [step.key for step in subject(row.place) if step.key]
        found = [found_at(self.wire, event, arms[0].arm, row.source, key) for key in keys]
        return [path for path in found if path is not None]

    # -- where a piece goes

    def _piece(self, event: Event, rows: EventRows, row: StreamRow) -> list[Stmt]:
        """What adds a piece to its text, if that is shown as the text of a block."""
        place, steps, whole = row.place, subject(row.place), self.state.stream.whole
        depths = [at for at, step in enumerate(steps, 1) if step.key]
        shown = next((at for at in depths if self.shown.blocks(names(place[:at]))), 0)
        blocks = self.shown.blocks(names(place[:shown]))
        having = blocks.grown(names(place[shown:]), row.record) if blocks is not None else []
        element = next(iter(having), None)
        keys = NUMBERS[: len(depths)]
        if element is not None and element.mark_at(names(place[shown:])):
            return []
        if blocks is None or element is None or not len(keys) == len(depths) == len(event.numbers):
            return []
        slots: dict[int, Expr] = {0: ROOT}
        scope, find = Scope("s"), []
        for at, key in zip(depths, keys, strict=True):
            above = max(slots)
            path = ".".join(names(steps[above:at]))
            found = ir.var(scope.fresh("slot"))
            find.append(ir.let(ir.name_of(found), slot_at(slots[above], path, ir.var(key))))
            slots[at] = found
        owner, slot = slots[shown], slots[depths[-1]]
        kind = slot_part(owner, "kind")
        shows = ir.eq(kind, element.kind)
        for other in dict.fromkeys(one.kind for one in having if one.kind != element.kind):
            find.append(ir.if_((ir.eq(kind, other), [UNSAID])))
        if element.rather:
            # What of it is shown is known once the long way has shown the first of it.
            made = slot_part(owner, "made")
            find.append(ir.if_((ir.and_(shows, ir.not_(ir.Filled(made))), [UNSAID])))
            shows = ir.and_(shows, ir.eq(made, names(place[shown:])[0]))
        elif element.is_call:
            shows = ir.and_(SHOWS_CALLS, shows)
        else:
            # The long way notes that the first of it has been shown.
            untold = ir.and_(shows, ir.not_(ir.Filled(slot_part(owner, "is_shown"))))
            find.append(ir.if_((untold, [UNSAID])))
        if begun_otherwise(self.state, blocks, rows, row):
            # It says what kind of block this is, once that can be told.
            find.append(ir.if_((ir.not_(ir.Filled(kind)), [UNSAID])))
        w = slot_part(slot, "w")
        for at in range(len(steps), len(place)):
            w = ir.get(w, place[at].name)
            if at + 1 < len(place) and is_list(shapes_at(self.wire, whole, names(place[: at + 1]))):
                w = ir.Last(w)  # which has the text that comes, or none
        text = self.pieces.texts(row, keys, find, w, [shows, number_of(element.kind, owner)])
        for number in event.numbers:
            text = ir.Item(text, ir.get(event.objects[number[:-1]], number[-1]))
        unpacked = ir.Unpack(("pieces", "shows", "number"), text)
        return [unpacked, *grown(delta(element.kind, ir.var("number"), PIECE))]


def _branches(way: Way, steps: list[Stmt]) -> list[Branch]:
    """The branch of a way that begins with a condition, if it has steps."""
    [whole] = guarded(way, steps) if steps else [None]
    return [*whole.branches] if isinstance(whole, ir.If) else []


def _own(rows: EventRows) -> list[StreamRow]:
    """The rows of an event but those of what moves to another place in the end."""
    moved = [later for _, later in rows.moves]
    return [row for row in rows.rows if row not in moved]


def _pieces(rows: EventRows) -> list[StreamRow]:
    """The rows of the texts that an event brings the next pieces of."""
    return [row for row in _own(rows) if row.brings_piece]


def _denied(before: Iterable[Question], keys: set[str], by: str, tag: Any) -> bool:
    """Whether an object of these keys, tagged so, is none of what is asked for before it."""

    def denies(claim: Claim) -> bool:
        return any(
            not sign.loose and (
                sign.path[0] not in keys
                or (by and sign.path == (by,) and sign.values and tag not in (None, *sign.values))
            )
            for sign in claim
        )  # fmt: skip

    return all(denies(claim) for question in before for claim in question.claims)
