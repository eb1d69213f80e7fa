"""The short way of a stream: events that bring the next piece of a text, and nothing else.

They are most of a stream. They are put in where the loop is, without a call; whatever else an
event may hold sends it the long way, which gives the same.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.stream import EventRows, Step, StreamRow, names
from ...resolve.telling import common_tag
from ..resolve import Resolver
from ..streams.state import (
    ROOT,
    SHOWS_CALLS,
    E,
    S,
    StreamState,
    delta,
    number_of,
    slot_part,
)

PIECE, PIECES = ir.var("piece"), ir.var("pieces")


def stream_pieces(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: the loop over a stream's events begins with the short way."""
    stream = resolver.transform.stream
    if module.stream is None or stream is None:
        return module
    pieces = PiecePlanner(StreamState(resolver, stream))
    return replace(
        module,
        functions=[*module.functions, *pieces.functions],
        stream={
            **module.stream,
            "pieces": pieces.body,
            "ahead": [ir.let(name, value) for name, value in pieces.ahead.items()],
            "remembered": [*pieces.remembered],
        },
    )


class PiecePlanner:
    """Plans the beginning of the loop's body, which ends where it has put a piece in.

    It leaves what the piece shows in ``shown``, or goes on with the next event if that is nothing.
    Nothing is given out here: the loop has yet to leave the ``try`` that the body stands in.
    """

    def __init__(self, state: StreamState) -> None:
        self.state, self.wire, self.shown = state, state.wire, state.shown
        #: members of the state that stay the same object: looked up once, ahead of the loop
        self.hoisted: dict[str, Expr] = {}
        #: tables of what the state says, which hold until an event goes the long way
        self.remembered: dict[str, Expr] = {}
        self.functions: list[ir.Function] = []
        self.events = [rows for rows in state.stream.events if not (rows.ignore or rows.error)]
        self.body = self._body()

    @property
    def ahead(self) -> dict[str, Expr]:
        """What is looked up ahead of the loop."""
        return {**self.hoisted, **self.remembered}

    def _body(self) -> list[Stmt]:
        addressed = [rows for rows in self.events if self.state.brings_pieces([rows])]
        if addressed:
            return self._addressed(addressed)
        mirrored = [rows for rows in self.events
                    if any(row.operator == "append" for row in rows.rows)]  # fmt: skip
        return self._mirrored(mirrored[0]) if len(mirrored) == 1 else []

    def _once(self, value: Expr, name: str) -> Expr:
        self.hoisted[name] = value
        return ir.var(name)

    # -- events that name the element they are about

    def _addressed(self, events: list[EventRows]) -> list[Stmt]:
        event = events[0].event
        arms = [rows for rows in events if rows.event == event and rows.arm]
        if not arms:
            return []
        key, *deeper = self.wire.way_to(event, arms[0].arm)
        if deeper:
            return []
        held, tag = ir.var(snake(key)), ir.var("tag")
        known = {told.arm: told for told in self.state.arms(event, arms)}
        told = next((told for told in self.state.events if told.arm == event), None)
        by, within = common_tag(self.state.events), common_tag([*known.values()])
        whole = told.tagged(by) if told is not None else None
        branches = []
        for rows in arms:
            for row in rows.rows:
                if row.operator == "append" and len(rows.rows) == 1:
                    piece = self._piece(row, held)
                    value = known[rows.arm].tagged(within) if rows.arm in known else None
                    branches += [(ir.eq(tag, value), piece)] if piece and value else []
        if not branches or whole is None:
            return []
        # The tag, the element's number and the piece: an event, or a piece, with more has a rest.
        plain = ir.and_(ir.eq(ir.get(E, by), whole), ir.SizeIs(E, 3))
        return [ir.if_((plain, [
            ir.assign(held, ir.get(E, key)),
            ir.if_((ir.SizeIs(held, 2), [ir.let("tag", ir.get(held, within)),
                                                 ir.if_(*branches)])),
        ]))]  # fmt: skip

    def _piece(self, row: StreamRow, held: Expr) -> list[Stmt]:
        """The next piece of a text of the element that an event names, if it is ever shown."""
        slot, number = ir.var("slot"), ir.var("number")
        key, place = row.place[-1].name, row.place[0]
        if len(row.place) != 2:
            return []
        blocks = self.shown.blocks((place.name,))
        for element in blocks.grown((key,)) if blocks is not None else ():
            deltas = [SHOWS_CALLS] if element.kind == "toolCall" else []
            told = ir.and_(*deltas, ir.eq(slot_part(slot, "kind"), element.kind))
            find = [ir.let("slot", _slot(ROOT, place, ir.var("index")))]
            w = ir.get(slot_part(slot, "w"), key)
            table = self._remember(row, ["index"], find, w, [told, number_of(element.kind, slot)])
            text = ir.Item(table, ir.get(E, place.key))
            return [
                ir.let("piece", ir.get(held, row.source[-1])),
                ir.Unpack(
                    (
                        "pieces",
                        "told",
                        "number",
                    ),
                    text,
                ),
                *_grown(delta(element.kind, number, PIECE)),
            ]
        return []

    # -- events that have the shape of the whole

    def _mirrored(self, rows: EventRows) -> list[Stmt]:
        """A path of single items and single keys that ends in a text."""
        items = next((row for row in rows.rows if len(row.source) == 1 and row.place[-1].key), None)
        # The object of an item that texts stand in.
        holders = {r.source[:2] for r in rows.rows if r.operator == "append" and len(r.source) > 2}
        holder = next((row for row in rows.rows if row.source in holders), None)
        if items is None or holder is None:
            return []
        item, held = ir.var("item"), ir.var("delta")
        branches = []
        for row in rows.rows:
            if row.operator == "append" and row.source[:2] == holder.source:
                steps = self._text(row, items, holder) or self._element(row, items, holder)
                if steps:
                    branches.append((ir.has(held, row.source[2]), steps))
        if not branches:
            return []
        alone = ir.and_(ir.SizeIs(held, 1), self._alone(rows, items, holder))
        return [
            ir.Unpack((ir.name_of(item),), ir.get(E, items.source[0])),
            ir.if_((self._quiet(rows, items), [
                ir.assign(held, ir.get(item, holder.source[1])),
                ir.if_((alone, [ir.if_(*branches)])),
            ])),
        ]  # fmt: skip

    def _quiet(self, rows: EventRows, items: StreamRow) -> Expr:
        """Whether an event says nothing beside its items.

        A key that only an error event has is never known: what is not known goes the long way.
        """
        own = [r.source[0] for r in rows.rows if len(r.source) == 1 and r.source != items.source]
        nulls = [ir.or_(ir.not_(ir.has(E, key)), ir.missing(ir.get(E, key))) for key in own]
        quiet = self._once(slot_part(ROOT, "quiet"), "quiet")
        silent = ir.or_(ir.not_(ir.Filled(quiet)), ir.runtime("silent", E, quiet))
        known = self._once(slot_part(ROOT, "known"), "known")
        return ir.and_(*nulls, silent, ir.Covers(known, E))

    def _alone(self, rows: EventRows, items: StreamRow, holder: StreamRow) -> Expr:
        """Whether an item says nothing beside its piece: all its other keys are told, or null."""
        item = ir.var("item")
        own = [r for r in rows.rows if r.source[:1] == items.source and r is not holder]
        keys = [row.source[1] for row in own if len(row.source) == 2]
        nulls = [condition for key in keys
                 for condition in (ir.has(item, key), ir.missing(ir.get(item, key)))]  # fmt: skip
        index = ir.get(item, items.place[-1].key)
        # Counting is quicker than looking at what has been told, and mostly enough.
        told = ir.Item(self._told(items, keys), index)
        usual = ir.and_(ir.SizeIs(item, len(keys) + 2), *nulls, ir.Holds(told))
        slots = ir.get(self._once(slot_part(ROOT, "lists"), "lists"), items.place[-1].name)
        slot = ir.Item(slots, index)
        absent = ir.runtime("all_null", item, self.state.names_constant(keys))
        return ir.or_(usual, ir.and_(absent, ir.runtime("unsaid", slot, item)))

    def _told(self, items: StreamRow, keys: list[str]) -> Expr:
        """The table of items of which all these keys have been told, if only that they are null."""
        name = f"{snake(items.place[-1].name)}_told"
        known = slot_part(_slot(ROOT, items.place[-1], ir.var("index")), "known")
        said = ir.Covers(known, self.state.names_constant(keys))
        self.functions.append(ir.Function(
            f"_{name}", ["s", "index"], "Whether an item has told what may be null in each event.",
            [], [ir.ret(said)],
        ))  # fmt: skip
        self.remembered[name] = ir.runtime("Remembered", ir.Named(f"_{name}"), ir.const(1), S)
        return ir.var(name)

    def _text(self, row: StreamRow, items: StreamRow, holder: StreamRow) -> list[Stmt]:
        """The next piece of a text of the object itself."""
        if len(row.source) != 3 or names(row.place) not in self.shown.texts:
            return []
        slot = ir.var("slot")
        w = ir.get(ir.get(slot_part(slot, "w"), holder.place[-1].name), row.place[-1].name)
        find = [ir.let("slot", _slot(ROOT, items.place[-1], ir.var("index")))]
        table = self._remember(row, ["index"], find, w, [_first(slot)])
        text = ir.Item(table, ir.get(ir.var("item"), items.place[-1].key))
        event = ir.obj([("kind", ir.const("textDelta")), ("text", PIECE)])
        return [
            ir.let("piece", ir.get(ir.var("delta"), row.source[2])),
            ir.Unpack(
                (
                    "pieces",
                    "told",
                ),
                text,
            ),
            *_grown(event),
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
            ir.let("slot", _slot(ROOT, items.place[-1], ir.var("index"))),
            ir.let("call", ir.Item(slots, ir.var("number"))),
        ]
        told = ir.and_(SHOWS_CALLS, _first(slot), ir.Filled(slot_part(call, "kind")))
        table = self._remember(row, ["index", "number"], find, w, [told, slot_part(call, "call")])
        part, inner = ir.var("part"), ir.var("inner")
        texts = ir.Item(table, ir.get(ir.var("item"), items.place[-1].key))
        text = ir.Item(texts, ir.get(part, steps[-1].key))
        alone = ir.and_(ir.SizeIs(part, 2), ir.SizeIs(inner, 1))
        return [
            ir.Unpack(("part",), ir.get(ir.var("delta"), row.source[2])),
            ir.let("inner", ir.get(part, row.source[3])),
            ir.if_((alone, [
                ir.let("piece", ir.get(inner, row.source[4])),
                ir.Unpack(("pieces", "told", "number",), text),
                *_grown(delta("toolCall", ir.var("number"), PIECE)),
            ])),
        ]  # fmt: skip

    def _remember(
        self, row: StreamRow, keys: list[str], find: list[Stmt], w: Expr, told: list[Expr]
    ) -> Expr:
        """The table of the texts that a row's pieces go to, by the keys that tell them apart."""
        name = stem = snake(row.place[-1].name).strip("_")
        number = 1
        while f"{name}_pieces" in self.remembered:
            number += 1
            name = f"{stem}_{number}"
        self.functions.append(ir.Function(
            f"_find_{name}", ["s", *keys], "The pieces of a text, and how they are shown.",
            [row.text], [*find, ir.ret(ir.runtime("growing", S, w, *told))],
        ))  # fmt: skip
        finds = ir.Named(f"_find_{name}")
        made = ir.runtime("Remembered", finds, ir.const(len(keys)), S)
        self.remembered[f"{name}_pieces"] = made
        return ir.var(f"{name}_pieces")


def _slot(outer: Expr, step: Step, number: Expr) -> Expr:
    return ir.Item(ir.get(slot_part(outer, "lists"), step.name), number)


def _first(slot: Expr) -> Expr:
    """Only what stands in the first of several elements is shown."""
    return ir.not_(ir.Filled(slot_part(slot, "index")))


def _grown(event: Expr) -> list[Stmt]:
    """Add a piece, and show it if there is anything to show; else go on with the next event."""
    there = ir.and_(ir.Holds(ir.var("told")), ir.Filled(PIECE))
    return [ir.if_((ir.is_(PIECE, "string"), [
        ir.append(PIECES, PIECE),
        ir.if_((ir.not_(there), [ir.Continue()])),
        ir.let("shown", event),
    ]))]  # fmt: skip
