"""The short way of events that have the shape of the reply, and its texts in one object.

Beside a piece the object has what it is known by, and perhaps other texts that go on with nothing.
What each event says anew, such as when it was sent, is put in with the piece.
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.stream import EventRows, StreamRow, names
from ...resolve.telling import common_tag
from ..streams.state import ROOT, E, lookup, slot_part
from .pieces import PIECE, Path, Pieces, grown, grown_alike, guarded, locals_of_loop

W, TEXT = ir.var("w"), ir.var("text")
LOCALS = ("pieces", "shows")


class TextPieces:
    """Plans the short way of the one event that brings pieces."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces, self.state, self.shown = pieces, pieces.state, pieces.state.shown
        self.scope = locals_of_loop()
        self.texts: list[StreamRow] = []
        self.tags: dict[str, object] = {}
        #: the rows of texts of which the latest stays, and the names of what an event says there
        self.latest: list[tuple[StreamRow, Expr]] = []
        self.holder = E

    def body(self) -> list[Stmt]:
        found = [rows for rows in self.state.stream.events
                 if any(row.brings_piece for row in rows.rows)]  # fmt: skip
        if len(found) != 1 or common_tag(self.state.events):
            return []
        self.texts = [row for row in found[0].rows if self._is_text(row)]
        if len({row.source[0] for row in self.texts}) != 1:
            return []
        return self._event(found[0])

    def _is_text(self, row: StreamRow) -> bool:
        """Whether a row brings pieces of a text that is shown, from an object to one like it."""
        steps = (len(row.source), len(row.place))
        place = names(row.place)
        is_shown = row.brings_piece and place in self.shown.texts.keys() - self.shown.odd
        return steps == (2, 2) and is_shown and place[-1] == row.source[-1]

    def _event(self, rows: EventRows) -> list[Stmt]:
        place, key = names(self.texts[0].place[:1]), self.texts[0].source[0]
        self.tags = self.state.whole_tags(place)
        self.latest = [
            (row, ir.var(self.scope.fresh(snake(row.source[0])))) for row in self._latest_rows(rows)
        ]
        self.holder = ir.var(self.scope.fresh(key))
        table = self._table(place[0])
        branches = [self._piece(rows, row, table) for row in self.texts]
        holder_step = ir.let(ir.name_of(self.holder), ir.get(E, key))
        taken = [ir.let(ir.name_of(one), ir.get(E, row.source[0])) for row, one in self.latest]
        texts = [ir.is_(one, "string") for _, one in self.latest]
        # A latest text that is empty says nothing; one that is like another is not.
        filled = [ir.Filled(one) for _, one in self.latest]
        asked = [*self._nulls(rows), self.pieces.unsaid(), *texts, *filled]
        other = guarded([holder_step, *taken, *asked], [ir.if_(*branches)])
        # Most events bring the first of the texts.
        first = self.texts[0]
        same = grown_alike(self._event_of(first), *self._put_latest())
        ending = guarded([*taken, *texts], same)
        return self.pieces.alike(self._path(first), LOCALS[:1], ending, other)

    def _nulls(self, rows: EventRows) -> list[Expr]:
        """Whether what else has rows says nothing: it is not there, or null."""
        latest = [row for row, _ in self.latest]
        own = [row for row in rows.rows if len(row.source) == 1 and row not in latest]
        keys = dict.fromkeys(row.source[0] for row in own)
        return [ir.missing(ir.opt(E, key)) for key in keys if key != self.texts[0].source[0]]

    def _latest_rows(self, rows: EventRows) -> list[StreamRow]:
        """The rows of texts of which the latest stays."""
        return [
            row for row in rows.rows
            if len(row.source) == len(row.place) == 1 and not row.operator and not row.is_const
            and {one.kind for one in self.state.shapes(rows.event, row.source)} == {"string"}
        ]  # fmt: skip

    def _put_latest(self) -> list[Stmt]:
        """Put in what each event says anew."""
        if self.latest:
            self.pieces.once(slot_part(ROOT, "w"), "w")
        return [ir.put(W, row.place[0].name, one) for row, one in self.latest]

    def _piece(
        self, rows: EventRows, row: StreamRow, table: Expr
    ) -> tuple[Expr, list[Stmt]]:  # fmt: skip
        """The next piece of a text."""
        key = row.source[1]
        others = [one.source[1] for one in self.texts if one is not row]
        alone = [self._size(1)]
        if others:
            # Others have been begun, and are empty here.
            empty = [ir.eq(ir.get(self.holder, other), "") for other in others]
            begun = [ir.Filled(ir.Item(table, ir.const(other))) for other in others]
            alone.append(ir.and_(self._size(1 + len(others)), *empty, *begun))
        tags = [ir.eq(ir.get(self.holder, tag), value) for tag, value in self.tags.items()]
        latest = [one.source[0] for one, _ in self.latest]
        remembered = self.pieces.remember(rows, latest, self._path(row), *LOCALS[:1])
        return ir.and_(ir.has(self.holder, key), *tags, ir.or_(*alone)), [
            ir.let("piece", ir.get(self.holder, key)),
            ir.Unpack(LOCALS, ir.Item(table, ir.const(key))),
            *self._grown(row, [remembered] if row is self.texts[0] else []),
        ]

    def _path(self, row: StreamRow) -> Path:
        return row.source[0], row.source[1]

    def _grown(self, row: StreamRow, last: Sequence[Stmt] = ()) -> list[Stmt]:
        """Add a piece to a text, and what each event says anew to the reply."""
        asked = self._shown_before(row)
        return grown(self._event_of(row), *self._put_latest(), last=last, asked=asked)

    def _shown_before(self, row: StreamRow) -> list[Expr]:
        """Where an empty text is no block, the first piece that says something begins one."""
        place = names(row.place)
        if place not in self.shown.demanded:
            return []
        kind = ir.const(self.shown.texts[place])
        begun = ir.In(kind, slot_part(ir.var("s"), "texts"))
        return [ir.or_(ir.not_(ir.Filled(PIECE)), begun)]

    def _event_of(self, row: StreamRow) -> Expr:
        kind = self.shown.texts[names(row.place)]
        return ir.obj([("kind", ir.const(f"{kind}Delta")), ("text", PIECE)])

    def _size(self, texts: int) -> Expr:
        """Whether the object has so many texts, and nothing else than what it is known by."""
        return ir.SizeIs(self.holder, len(self.tags) + texts)

    def _table(self, place: str) -> Expr:
        """The table of the texts, by their keys."""
        holder = ir.var("holder")
        tagged = [ir.not_(ir.eq(ir.get(holder, key), value)) for key, value in self.tags.items()]
        counts = [ir.present(lookup(slot_part(ROOT, "w"), one)) for one in self.shown.count_places]
        body: list[Stmt] = [ir.let("holder", ir.get(slot_part(ROOT, "w"), place))]
        if tagged or counts:
            # Counts that have come are told with each event.
            body.append(ir.if_((ir.or_(*tagged, *counts), [ir.ret(ir.const(()))])))
        args = (ir.Item(holder, TEXT), ir.const(True))
        body.append(ir.ret(ir.runtime("growing", ir.var("s"), *args)))
        doc = "The pieces of a text, and that they are shown."
        texts = [row.text for row in self.texts]
        return self.pieces.table("text_pieces", ["text"], doc, texts, body)
