"""The short way of events that bring the next item of a list whose neighbours are one text."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.stream import EventRows, StreamRow, names
from ..streams.state import ROOT, E, S, first_of_several, record_of, slot_part
from .pieces import PIECE, PIECES, TEXTS, Pieces, guarded, locals_of_loop, slot_of
from .single_items import INDEX, SingleItem

PART, HOLDER, BEFORE = ir.var("part"), ir.var("holder"), ir.var("before")


class RunPieces:
    """Plans the short way of the one event that brings items of such a list."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces, self.state, self.shown = pieces, pieces.state, pieces.state.shown

    def body(self) -> list[Stmt]:
        found = [(rows, row) for rows in self.state.stream.events for row in rows.rows
                 if row.operator == "run" and row.args and not row.opens]  # fmt: skip
        return self._event(*found[0]) if len(found) == 1 else []

    def _event(self, rows: EventRows, run: StreamRow) -> list[Stmt]:
        """A path of a single item and an object of it that ends in a list of one more item."""
        by_source = {row.source: row for row in rows.rows}
        items, holder = by_source.get(run.source[:1]), by_source.get(run.source[:2])
        shown = self.shown.blocks(names(run.place)) is not None
        if len(run.source) != 3 or not shown or items is None or holder is None:
            return []
        if len(items.place) != 1 or not items.place[0].key or len(holder.place) != 2:
            return []
        later = rows.rows[rows.rows.index(items) :]
        counts = next((row for row in later if self._is_counts(row)), None)
        asked, count = self._counts(rows, counts) if counts is not None else ([], [])
        counts_rows = [counts] if counts is not None else []
        way = SingleItem(self.pieces, rows, items, holder, HOLDER).way([], counts_rows)
        key, locals_ = run.source[2], ("pieces", "kind", "number")
        path = (items.source[0], 0, holder.source[1], key, 0, run.args[0])
        grows = ir.and_(ir.is_(PIECE, "string"), ir.Filled(PIECE), *count)
        # What is like another is not empty.
        same = ir.and_(ir.is_(PIECE, "string"), *count)
        event = [("kind", ir.var("kind")), ("index", ir.var("number")), ("text", PIECE)]
        ending = [ir.append(PIECES, PIECE), ir.let("shown", ir.obj(event))]
        free = [row.source[0] for row in counts_rows]
        remembered = self.pieces.remember(rows, free, path, *locals_)
        return self.pieces.alike(path, locals_, [*asked, ir.if_((same, ending))], guarded(way, [
            ir.Unpack(("part",), ir.get(HOLDER, key)),
            ir.Unpack((*locals_, "before"), ir.Item(self._table(run, items, holder), INDEX)),
            ir.if_((ir.and_(ir.SizeIs(PART, 1), self._repeats(key)), [
                ir.let("piece", ir.get(PART, run.args[0])),
                *asked,
                ir.if_((grows, [*ending, remembered])),
            ])),
        ]))  # fmt: skip

    @staticmethod
    def _repeats(key: str) -> Expr:
        """Whether the object that holds the list says nothing new beside it."""
        return ir.runtime("repeats", HOLDER, BEFORE, ir.const(key))

    def _is_counts(self, row: StreamRow) -> bool:
        """Whether a row brings the counts of tokens, which are shown beside the piece."""
        counts = self.shown.usage_lens is not None and names(row.place) == self.shown.usage
        plain = not row.operator or (
            row.operator == "latest" and not self.state.whole_tags(names(row.place))
        )
        return counts and len(row.source) == len(row.place) == 1 and plain

    def _counts(self, rows: EventRows, row: StreamRow) -> tuple[list[Stmt], list[Expr]]:
        """The counts of an event, and whether there are none, or they can be put in and shown."""
        value = ir.var(locals_of_loop().fresh(snake(row.source[0])))
        w = self.pieces.once(slot_part(ROOT, "w"), "w")
        snaked = self.state.resolver.snake_keys(
            record_of(self.state.shapes(rows.event, row.source)), ()
        )
        lens = self.shown.usage_lens
        assert lens is not None
        self.pieces.beside = True
        snake_keys = ir.var(snaked or "NOTHING")
        place = ir.const(row.place[0].name)
        latest = [ir.const(True)] if row.operator else []
        counted = ir.runtime("Counted", S, w, place, ir.Named(lens.reading), snake_keys, *latest)
        put = ir.runtime("recounted", self.pieces.once(counted, "counted"), value)
        taken = ir.let(ir.name_of(value), ir.opt(E, row.source[0]))
        return [taken], [ir.or_(ir.missing(value), put)]

    def _table(self, run: StreamRow, items: StreamRow, holder: StreamRow) -> Expr:
        """The table of the texts that lists have come to, by the items that hold them."""
        slot = ir.var("slot")
        parent = ir.get(slot_part(slot, "w"), holder.place[-1].name)
        where = (parent, ir.const(run.place[-1].name), ir.const(run.args[0]))
        body: list[Stmt] = [
            ir.let("slot", slot_of(items.place[-1], INDEX)),
            ir.if_((ir.not_(first_of_several(slot)), [ir.ret(ir.const(()))])),
            ir.ret(ir.runtime("running", S, *where)),
        ]
        doc = "The pieces of the text that a list has come to, and how they are shown."
        name = f"{snake(run.place[-1].name)}{TEXTS}"
        return self.pieces.table(name, ["index"], doc, [run.text], body)
