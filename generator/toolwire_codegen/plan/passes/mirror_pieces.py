"""The short way of events that have the shape of the reply: single items on the way to a text."""

from __future__ import annotations

from itertools import groupby

from ... import ir
from ...ir import Expr, Stmt
from ...load.stream import EventRows, StreamRow, names
from ..streams.state import SHOWS_CALLS, delta, first_of_several, slot_part
from .pieces import PIECE, Path, Pieces, grown, grown_alike, guarded, slot_of
from .single_items import INDEX, SingleItem

DELTA, NUMBER, PART = ir.var("delta"), ir.var("number"), ir.var("part")


class MirrorPieces:
    """Plans the short way of the one event that brings pieces."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces, self.state, self.shown = pieces, pieces.state, pieces.state.shown
        #: the place of a text in events that may be like one before, and what is done with it
        self.like: tuple[Path, tuple[str, ...], list[Stmt]] | None = None

    def body(self) -> list[Stmt]:
        found = [rows for rows in self.state.stream.events
                 if any(row.brings_piece for row in rows.rows)]  # fmt: skip
        return self._event(found[0]) if len(found) == 1 else []

    def _event(self, rows: EventRows) -> list[Stmt]:
        """A path of single items and single keys that ends in a text."""
        near = [row for row in rows.rows if len(row.source) == 1 and row.place]
        items = next((row for row in near if row.place[-1].key), None)
        # The object of an item that texts stand in.
        holders = {r.source[:2] for r in rows.rows if r.brings_piece and len(r.source) > 2}
        holder = next((row for row in rows.rows if row.source in holders), None)
        if items is None or holder is None:
            return []
        branches: list[tuple[Expr, list[Stmt]]] = []
        texts = [r for r in rows.rows if r.brings_piece and r.source[:2] == holder.source]
        for key, own in groupby(texts, lambda row: row.source[2]):
            found = list(own)
            text = self._text(rows, found[0], items, holder)
            steps = text or self._element(found, items, holder)
            if steps:
                branches.append((ir.has(DELTA, key), steps))
        if not branches:
            return []
        way = SingleItem(self.pieces, rows, items, holder, DELTA).way([ir.SizeIs(DELTA, 1)])
        other = guarded(way, [ir.if_(*branches)])
        return self.pieces.alike(*self.like, other) if self.like else other

    def _text(
        self, rows: EventRows, row: StreamRow, items: StreamRow, holder: StreamRow
    ) -> list[Stmt]:
        """The next piece of a text of the object itself; of the first such text come most."""
        kind, place = self.shown.texts.get(names(row.place)), names(row.place)
        if len(row.source) != 3 or kind is None or {place} & self.shown.odd:
            return []
        slot = ir.var("slot")
        w = ir.get(ir.get(slot_part(slot, "w"), holder.place[-1].name), row.place[-1].name)
        find = [ir.let("slot", slot_of(items.place[-1], INDEX))]
        table = self.pieces.texts(row, ["index"], find, w, [first_of_several(slot)])
        event = ir.obj([("kind", ir.const(f"{kind}Delta")), ("text", PIECE)])
        path, locals_ = (items.source[0], 0, holder.source[1], row.source[2]), ("pieces", "shows")
        remembered = [] if self.like else [self.pieces.remember(rows, (), path, *locals_[:1])]
        self.like = self.like or (path, locals_[:1], grown_alike(event))
        return [
            ir.let("piece", ir.get(DELTA, row.source[2])),
            ir.Unpack(locals_, ir.Item(table, INDEX)),
            *grown(event, last=remembered),
        ]

    def _element(self, rows: list[StreamRow], items: StreamRow, holder: StreamRow) -> list[Stmt]:
        """The next piece of the text of a call: a list's only element, of which it is all."""
        ways = [(row.source[3], steps) for row in rows
                if (steps := self._call(row, items, holder))]  # fmt: skip
        steps = ways[0][1] if ways else []
        if len(ways) > 1:
            steps = [ir.if_(*((ir.has(PART, key), steps) for key, steps in ways))]
        unpacked = ir.Unpack((ir.name_of(PART),), ir.get(DELTA, rows[0].source[2]))
        return [unpacked, *steps] if steps else []

    def _call(self, row: StreamRow, items: StreamRow, holder: StreamRow) -> list[Stmt]:
        """The next piece of the text of a call of one kind."""
        steps = row.place[: len(holder.place) + 1]
        blocks = self.shown.blocks(names(steps))
        if len(row.source) != 5 or not steps[-1].key or blocks is None:
            return []
        slot, call = ir.var("slot"), ir.var("call")
        w = ir.get(ir.get(slot_part(call, "w"), row.place[-2].name), row.place[-1].name)
        slots = ir.get(slot_part(slot, "lists"), steps[-1].name)
        find = [
            ir.let("slot", slot_of(items.place[-1], INDEX)),
            ir.let("call", ir.Item(slots, NUMBER)),
        ]
        path = names(row.place[len(steps) :])
        kind = next((one.kind for one in blocks.calls if one.growing == path), "")
        shows = ir.and_(SHOWS_CALLS, first_of_several(slot), ir.eq(slot_part(call, "kind"), kind))
        shown = [shows, slot_part(call, "call")]
        table = self.pieces.texts(row, ["index", "number"], find, w, shown)
        inner = ir.var("inner")
        text = ir.Item(ir.Item(table, INDEX), ir.get(PART, steps[-1].key))
        alone = ir.and_(ir.SizeIs(PART, 2), ir.SizeIs(inner, 1))
        return [
            ir.let("inner", ir.get(PART, row.source[3])),
            ir.if_((alone, [
                ir.let("piece", ir.get(inner, row.source[4])),
                ir.Unpack(("pieces", "shows", "number"), text),
                *grown(delta(kind, NUMBER, PIECE)),
            ])),
        ]  # fmt: skip

