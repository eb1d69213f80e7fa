"""The short way of events that have the shape of the reply: single items on the way to a text."""

from __future__ import annotations

from ... import ir
from ...ir import Stmt
from ...load.stream import EventRows, StreamRow, names
from ..streams.state import SHOWS_CALLS, delta, slot_part
from .pieces import PIECE, Pieces, grown, guarded, slot_of
from .single_items import INDEX, SingleItem, first

DELTA, NUMBER = ir.var("delta"), ir.var("number")


class MirrorPieces:
    """Plans the short way of the one event that brings pieces."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces, self.state, self.shown = pieces, pieces.state, pieces.state.shown

    def body(self) -> list[Stmt]:
        found = [rows for rows in self.state.stream.events
                 if any(row.operator == "append" for row in rows.rows)]  # fmt: skip
        return self._event(found[0]) if len(found) == 1 else []

    def _event(self, rows: EventRows) -> list[Stmt]:
        """A path of single items and single keys that ends in a text."""
        items = next((row for row in rows.rows if len(row.source) == 1 and row.place[-1].key), None)
        # The object of an item that texts stand in.
        holders = {r.source[:2] for r in rows.rows if r.operator == "append" and len(r.source) > 2}
        holder = next((row for row in rows.rows if row.source in holders), None)
        if items is None or holder is None:
            return []
        branches = []
        for row in rows.rows:
            if row.operator == "append" and row.source[:2] == holder.source:
                steps = self._text(row, items, holder) or self._element(row, items, holder)
                if steps:
                    branches.append((ir.has(DELTA, row.source[2]), steps))
        if not branches:
            return []
        way = SingleItem(self.pieces, rows, items, holder, DELTA).way([ir.SizeIs(DELTA, 1)])
        return guarded(way, [ir.if_(*branches)])

    def _text(self, row: StreamRow, items: StreamRow, holder: StreamRow) -> list[Stmt]:
        """The next piece of a text of the object itself."""
        kind, place = self.shown.texts.get(names(row.place)), names(row.place)
        if len(row.source) != 3 or kind is None or {place} & self.shown.odd:
            return []
        slot = ir.var("slot")
        w = ir.get(ir.get(slot_part(slot, "w"), holder.place[-1].name), row.place[-1].name)
        find = [ir.let("slot", slot_of(items.place[-1], INDEX))]
        table = self.pieces.texts(row, ["index"], find, w, [first(slot)])
        event = ir.obj([("kind", ir.const(f"{kind}Delta")), ("text", PIECE)])
        return [
            ir.let("piece", ir.get(DELTA, row.source[2])),
            ir.Unpack(("pieces", "told"), ir.Item(table, INDEX)),
            *grown(event),
        ]

    def _element(self, row: StreamRow, items: StreamRow, holder: StreamRow) -> list[Stmt]:
        """The next piece of the arguments of a call: a list's only element, of which it is all."""
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
        told = ir.and_(SHOWS_CALLS, first(slot), ir.Filled(slot_part(call, "kind")))
        shown = [told, slot_part(call, "call")]
        table = self.pieces.texts(row, ["index", "number"], find, w, shown)
        part, inner = ir.var("part"), ir.var("inner")
        text = ir.Item(ir.Item(table, INDEX), ir.get(part, steps[-1].key))
        alone = ir.and_(ir.SizeIs(part, 2), ir.SizeIs(inner, 1))
        return [
            ir.Unpack(("part",), ir.get(DELTA, row.source[2])),
            ir.let("inner", ir.get(part, row.source[3])),
            ir.if_((alone, [
                ir.let("piece", ir.get(inner, row.source[4])),
                ir.Unpack(("pieces", "told", "number"), text),
                *grown(delta("toolCall", NUMBER, PIECE)),
            ])),
        ]  # fmt: skip

