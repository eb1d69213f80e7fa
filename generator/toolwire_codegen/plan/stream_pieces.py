"""Plans the short way of a stream: events that bring the next piece of a text, and nothing else.

They are most of a stream. They are put in where the loop is, without a call; whatever else an
event may hold sends it the long way, which gives the same.
"""

from __future__ import annotations

from typing import Any

from ..load.stream import EventRows, StreamRow
from . import ir
from .codecs import snake
from .ir import Expr, Stmt
from .stream_reading import StreamPlanner
from .stream_state import ROOT, SHOWS_CALLS, E, delta, member, slot_part


def _null(e: Expr, key: str) -> Expr:
    return ir.or_(ir.not_(ir.has(e, key)), ir.missing(ir.get(e, key)))


class PiecePlanner:
    """Plans the body of the loop, which ends in ``continue`` where it has put a piece in."""

    def __init__(self, planner: StreamPlanner) -> None:
        self.planner, self.wire, self.shown = planner, planner.wire, planner.shown
        #: members of the state that stay the same object: looked up once, ahead of the loop
        self.hoisted: dict[str, Expr] = {}
        self.events = [rows for rows in planner.stream.events if not (rows.ignore or rows.error)]

    def entry(self) -> dict[str, Any]:
        """The loop's body, and what is looked up ahead of it."""
        body = self.plan()
        return {"pieces": body, "ahead": [ir.let(n, v) for n, v in self.hoisted.items()]}

    def plan(self) -> list[Stmt]:
        addressed = [rows for rows in self.events if self.planner._brings_pieces([rows])]
        if addressed:
            return self._addressed(addressed)
        mirrored = [rows for rows in self.events
                    if any(row.operator == "append" for row in rows.rows)]  # fmt: skip
        return self._mirrored(mirrored[0]) if len(mirrored) == 1 else []

    def _deltas(self) -> Expr:
        return self._once(SHOWS_CALLS, "deltas")

    def _once(self, value: Expr, name: str) -> Expr:
        self.hoisted[name] = value
        return ir.var(name)

    def _add(self, told: Expr, kind: str, event: Expr) -> Stmt:
        """Put ``piece`` into ``pieces``, show it, and go on with the next event."""
        piece, pieces = ir.var("piece"), ir.var("pieces")
        both = ir.and_(ir.is_(piece, "string"), ir.is_(pieces, kind))
        show = ir.if_((told, [Stmt("yield", (event,))]))
        return ir.if_((both, [ir.append(pieces, piece), show, Stmt("continue", ())]))

    # -- events that name the element they are about

    def _addressed(self, events: list[EventRows]) -> list[Stmt]:
        event, slot = events[0].event, ir.var("slot")
        arms = [rows for rows in events if rows.event == event and rows.arm]
        if not arms:
            return []
        key = self.planner._arm_key(event, arms[0].arm)
        delta, tag = ir.var(snake(key)), ir.var("tag")
        number = ir.get(E, arms[0].rows[0].place[0].key)
        branches = []
        for rows in arms:
            for row in rows.rows:
                show = self._shown(row, slot)
                if row.operator == "append" and len(rows.rows) == 1 and show is not None:
                    value = self.wire.const(rows.arm, "type")[0]
                    branches.append((ir.eq(tag, value), self._piece(row, delta, slot, show)))
        if not branches:
            return []
        found = Expr("item", (self._once(member("elements"), "elements"), number))
        steps = [
            ir.let("slot", found), ir.let(delta.args[0], ir.get(E, key)),
            ir.let("tag", ir.get(delta, "type")), ir.if_(*branches),
        ]  # fmt: skip
        values = self.wire.const(event, "type")
        return [ir.if_((ir.eq(ir.get(E, "type"), values[0]), steps))]

    def _piece(
        self, row: StreamRow, delta: Expr, slot: Expr, show: tuple[Expr, Expr]
    ) -> list[Stmt]:
        kind = "json_pieces" if row.args == ("json",) else "pieces"
        return [
            ir.let("piece", ir.get(delta, row.source[-1])),
            ir.let("pieces", ir.get(slot_part(slot, "w"), row.place[-1].name)),
            self._add(show[0], kind, show[1]),
        ]

    def _shown(self, row: StreamRow, slot: Expr) -> tuple[Expr, Expr] | None:
        """When a piece is shown, and the event that shows it; missing if it never is so."""
        blocks = self.shown.blocks((row.place[0].name,))
        for element in blocks.elements if blocks is not None else ():
            own = element.arguments if element.kind == "toolCall" else element.text
            if own == (row.place[-1].name,):
                told = [self._deltas()] if element.kind == "toolCall" else []
                told += [ir.eq(slot_part(slot, "kind"), element.kind)]
                told += [Expr("true", (ir.var("piece"),))]
                return ir.and_(*told), delta(element.kind, slot, ir.var("piece"))
        return None

    # -- events that have the shape of the whole

    def _mirrored(self, rows: EventRows) -> list[Stmt]:
        """A path of single items and single keys that ends in a text."""
        first = next((row for row in rows.rows if len(row.source) == 1 and row.place[-1].key), None)
        if first is None:
            return []
        list_key, item, slot = first.source[0], ir.var("item"), ir.var("slot")
        # The object of an item that texts stand in.
        holders = {r.source[:2] for r in rows.rows if r.operator == "append" and len(r.source) > 2}
        base = next((row for row in rows.rows if row.source in holders), None)
        if base is None:
            return []
        inner = base.source[1]
        held = ir.var("delta")
        branches = []
        for row in rows.rows:
            if row.operator == "append" and row.source[:2] == base.source:
                found = self._branch(rows, row, held, slot, base)
                if found is not None:
                    branches.append(found)
        if not branches:
            return []
        record = self._item_record(rows.event, list_key)
        lists = self._once(slot_part(ROOT, "lists"), "lists")
        alone = self._alone(rows, list_key, record, item, slot, inner)
        steps = [
            ir.let("item", ir.at(ir.var("found"), 0)),
            ir.let("slot", Expr("item", (ir.get(lists, first.place[-1].name),
                                         ir.get(item, first.place[-1].key)))),
            ir.if_((alone, [
                ir.let("delta", ir.get(item, inner)),
                ir.if_((Expr("size_is", (held, 1)), [ir.if_(*branches)])),
            ])),
        ]  # fmt: skip
        # A key that only an error event has is never known: what is not known goes the long way.
        own = [r.source[0] for r in rows.rows if len(r.source) == 1 and r.source[0] != list_key]
        silent = [_null(E, key) for key in own]
        quiet = self._once(slot_part(ROOT, "quiet"), "quiet")
        unsaid = ir.or_(ir.not_(Expr("true", (quiet,))), ir.runtime("silent", E, quiet))
        single = Expr("size_is", (ir.var("found"), 1))
        covered = Expr("covers", (self._once(slot_part(ROOT, "known"), "known"), E))
        return [
            ir.let("found", ir.get(E, list_key)),
            ir.if_((ir.and_(single, *silent, unsaid, covered), steps)),
        ]

    def _item_record(self, event: str, key: str) -> str:
        for shape in self.planner._shapes(event, (key,)):
            for item in shape.items:
                if item.kind == "record":
                    return item.name
        return ""

    def _alone(
        self, rows: EventRows, list_key: str, record: str, item: Expr, slot: Expr, inner: str
    ) -> Expr:
        own = [r.source[1] for r in rows.rows if r.source[:1] == (list_key,) and len(r.source) == 2]
        named = [key for key in own if key != inner]
        keys = [*named, *self.planner._nullable(record, own)]
        silent = [_null(item, key) for key in dict.fromkeys(keys)]
        return ir.and_(*silent, Expr("covers", (slot_part(slot, "known"), item)))

    def _branch(
        self, rows: EventRows, row: StreamRow, held: Expr, slot: Expr, base: StreamRow
    ) -> tuple[Expr, list[Stmt]] | None:
        piece = ir.var("piece")
        key = row.source[2]
        message = ir.get(slot_part(slot, "w"), base.place[-1].name)
        first = ir.not_(Expr("true", (slot_part(slot, "index"),)))
        place = tuple(step.name for step in row.place)
        if len(row.source) == 3:
            if place not in self.shown.texts:
                return None
            event = ir.obj([("kind", ir.const("textDelta")), ("text", piece)])
            return ir.has(held, key), [
                ir.let("piece", ir.get(held, key)),
                ir.let("pieces", ir.get(message, row.place[-1].name)),
                self._add(ir.and_(Expr("true", (piece,)), first), "pieces", event),
            ]
        step = row.place[len(base.place)]
        if not step.key or len(row.source) != 5:
            return None
        blocks = self.shown.blocks(tuple(step.name for step in row.place[: len(base.place) + 1]))
        part, inner, call = ir.var("part"), ir.var("inner"), ir.var("call")
        if blocks is None:
            return None
        told = ir.and_(self._deltas(), first, slot_part(call, "kind"), Expr("true", (piece,)))
        last = [
            ir.let("call", Expr("item", (ir.get(slot_part(slot, "lists"), step.name),
                                         ir.get(part, step.key)))),
            ir.let("piece", ir.get(inner, row.source[4])),
            ir.let("pieces", ir.get(ir.get(slot_part(call, "w"), row.place[-2].name),
                                          row.place[-1].name)),
            self._add(told, "pieces", delta("toolCall", call, piece)),
        ]  # fmt: skip
        parts = ir.var("parts")
        sizes = ((parts, 1), (part, 2), (inner, 1))
        alone = [Expr("size_is", one) for one in sizes]
        return ir.has(held, key), [
            ir.let("parts", ir.get(held, key)),
            ir.let("part", ir.at(parts, 0)),
            ir.let("inner", ir.get(part, row.source[3])),
            ir.if_((ir.and_(*alone), last)),
        ]
