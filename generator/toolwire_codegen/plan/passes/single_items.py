"""Events that have the shape of the reply: the way to the one item of a list that they tell of."""

from __future__ import annotations

from collections.abc import Sequence

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.stream import EventRows, StreamRow
from ..streams.state import E, record_of, slot_part
from .pieces import Pieces, slot_of, unsaid

INDEX, ITEM = ir.var("index"), ir.var("item")


class SingleItem:
    """What a short way asks of an event with one item, and of what in the item says nothing.

    ``items`` is the row of the list, ``holder`` that of the object in which pieces stand, ``obj``
    that object.
    """

    def __init__(
        self, pieces: Pieces, rows: EventRows, items: StreamRow, holder: StreamRow, obj: Expr
    ) -> None:
        self.pieces, self.rows, self.items, self.holder = pieces, rows, items, holder
        self.obj = obj

    def way(
        self, fits: Sequence[Expr], known_rows: Sequence[StreamRow] = ()
    ) -> list[Expr | Stmt]:
        """The steps and conditions on the way to the object that pieces stand in.

        ``fits``: what is asked of the object; ``known_rows`` are looked at elsewhere.
        """
        keys_of_item = ir.Item(self._key_table(), INDEX)
        keys, quiet = ir.var("keys_of_item"), ir.var("quiet_of_item")
        return [
            ir.Unpack((ir.name_of(ITEM),), ir.get(E, self.items.source[0])),
            self._quiet(known_rows),
            ir.assign(self.obj, ir.get(ITEM, self.holder.source[1])),
            ir.and_(*fits, *self._nulls()),
            ir.let(ir.name_of(INDEX), self._number()),
            ir.Unpack((ir.name_of(keys), ir.name_of(quiet)), keys_of_item),
            unsaid(ITEM, keys, quiet),
        ]

    def _number(self) -> Expr:
        """What an item is found by; without it, it is the one that was begun last."""
        key, state = self.items.place[-1].key, self.pieces.state
        shapes = state.shapes(self.rows.event, self.items.source)
        record = record_of([item for shape in shapes for item in shape.items])
        demanded = record and key in state.wire.required(record)
        return ir.get(ITEM, key) if demanded else ir.opt(ITEM, key)

    def _quiet(self, known_rows: Sequence[StreamRow]) -> Expr:
        """Whether an event says nothing beside its items."""
        rows = [row for row in self.rows.rows if row not in (self.items, *known_rows)]
        own = [row.source[0] for row in rows if len(row.source) == 1]
        nulls = [ir.or_(ir.not_(ir.has(E, key)), ir.missing(ir.get(E, key))) for key in own]
        return ir.and_(*nulls, self.pieces.unsaid())

    def _nulls(self) -> list[Expr]:
        """Whether what else has rows in an item says nothing: it is not there, or null."""
        own = [r for r in self.rows.rows
               if r.source[:1] == self.items.source and r is not self.holder]  # fmt: skip
        keys = [row.source[1] for row in own if len(row.source) == 2]
        return [ir.missing(ir.opt(ITEM, key)) for key in keys]

    def _key_table(self) -> Expr:
        """The table of what each item has told: its keys, and those that said nothing yet."""
        step = self.items.place[-1]
        slot = ir.var("slot")
        body = [
            ir.let("slot", slot_of(step, INDEX)),
            ir.ret(ir.arr(slot_part(slot, "known_keys"), slot_part(slot, "quiet"))),
        ]
        doc = "What an item has told: its keys, and those of them that say nothing yet."
        return self.pieces.table(
            f"{snake(step.name)}_keys", ["index"], doc, [self.items.text], body
        )
