"""The short way of events that have the shape of the reply: single items on the way to a text."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.stream import EventRows, StreamRow, names
from ..streams.state import SHOWS_CALLS, E, delta, slot_part
from .pieces import PIECE, Pieces, grown, slot_of, unsaid

DELTA, INDEX, ITEM, NUMBER = (ir.var(name) for name in ("delta", "index", "item", "number"))


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
        alone = ir.and_(ir.SizeIs(DELTA, 1), *self._nulls(rows, items, holder))
        said = ir.Item(self._said(items), INDEX)
        known, quiet = ir.var("known_of_item"), ir.var("quiet_of_item")
        return [
            ir.Unpack((ir.name_of(ITEM),), ir.get(E, items.source[0])),
            ir.if_((self._quiet(rows, items), [
                ir.assign(DELTA, ir.get(ITEM, holder.source[1])),
                ir.if_((alone, [
                    ir.let(ir.name_of(INDEX), ir.get(ITEM, items.place[-1].key)),
                    ir.Unpack((ir.name_of(known), ir.name_of(quiet)), said),
                    ir.if_((unsaid(ITEM, known, quiet), [ir.if_(*branches)])),
                ])),
            ])),
        ]  # fmt: skip

    def _quiet(self, rows: EventRows, items: StreamRow) -> Expr:
        """Whether an event says nothing beside its items."""
        own = [r.source[0] for r in rows.rows if len(r.source) == 1 and r.source != items.source]
        nulls = [ir.or_(ir.not_(ir.has(E, key)), ir.missing(ir.get(E, key))) for key in own]
        return ir.and_(*nulls, self.pieces.unsaid())

    @staticmethod
    def _nulls(rows: EventRows, items: StreamRow, holder: StreamRow) -> list[Expr]:
        """Whether what else has rows in an item says nothing: it is not there, or null."""
        own = [r for r in rows.rows if r.source[:1] == items.source and r is not holder]
        keys = [row.source[1] for row in own if len(row.source) == 2]
        return [ir.missing(ir.opt(ITEM, key)) for key in keys]

    def _said(self, items: StreamRow) -> Expr:
        """The table of what each item has told: its keys, and those that said nothing yet."""
        slot = slot_of(items.place[-1], INDEX)
        body = [
            ir.let("slot", slot),
            ir.ret(ir.arr(slot_part(ir.var("slot"), "known"), slot_part(ir.var("slot"), "quiet"))),
        ]
        doc = "What an item has told: its keys, and those of them that say nothing yet."
        name = f"{snake(items.place[-1].name)}_said"
        return self.pieces.table(name, ["index"], doc, [items.text], body)

    def _text(self, row: StreamRow, items: StreamRow, holder: StreamRow) -> list[Stmt]:
        """The next piece of a text of the object itself."""
        kind = self.shown.texts.get(names(row.place))
        if len(row.source) != 3 or kind is None or names(row.place) in self.shown.alike:
            return []
        slot = ir.var("slot")
        w = ir.get(ir.get(slot_part(slot, "w"), holder.place[-1].name), row.place[-1].name)
        find = [ir.let("slot", slot_of(items.place[-1], INDEX))]
        table = self.pieces.texts(row, ["index"], find, w, [_first(slot)])
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
        told = ir.and_(SHOWS_CALLS, _first(slot), ir.Filled(slot_part(call, "kind")))
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


def _first(slot: Expr) -> Expr:
    """Only what stands in the first of several elements is shown."""
    return ir.not_(ir.Filled(slot_part(slot, "index")))
