"""Plans the writing of a stream: the same table the other way, as events made from a body.

Two families of wires. Where elements are opened and closed, every part of a reply has events of
its own. Elsewhere an event has the shape of the whole, and a piece of the whole is an event.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.schema import Shape
from ...load.stream import EventRows, StreamRow, names
from .mirror import stripped
from .shown import Blocks, Path
from .state import StreamState, items_of, record_of

OTHER = "other"
"""The word of the intermediate format for a reason that has none of its own."""
W, INDEX, TEXT = ir.var("w"), ir.var("index"), ir.var("text")


class StreamWriterPlanner:
    """Plans what `encode_stream` needs of a format; ``entry`` names it for the renderer."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown
        self.events = [rows for rows in self.stream.events if not (rows.ignore or rows.error)]
        self.opened = next((r for e in self.events for r in e.rows if r.operator == "open"), None)
        self.scope = Scope("w", "index", "text")

    def plan(self) -> list[ir.Function]:
        return self._parts() if self.opened is not None else self._mirror()

    def entry(self) -> dict[str, Any]:
        """What the runtime's encoder is given, by name."""
        blocks = self.blocks
        texts = self.shown.texts[0] if self.shown.texts else ()
        appended = {row.place[-1].name for e in self.events for row in e.rows
                    if row.operator == "append"}  # fmt: skip
        renewing = [row.args[0] for e in self.events for row in e.rows if row.operator == "renew"]
        runs = {r.args[0] for e in self.events for r in e.rows if r.operator == "run"}
        return {
            "parts": self.opened is not None,
            "blocks": self._indexed(self.stream.whole, blocks.path),
            "writes": blocks.union.writing_list,
            "hidden": blocks.union.hides_ids,
            "text_path": self._indexed(self.stream.whole, texts),
            "arguments": blocks.text_of_call,
            "piece_paths": self._piece_paths(texts),
            "appended": frozenset(appended | runs),
            "entire": self._entire(),
            "renew": next(iter(renewing), ""),
            "unsaid": self._unsaid(),
            "last": self.stream.last,
            "usage": self.shown.usage,
        }

    def _piece_paths(self, text: Path) -> dict[str, Path]:
        """Where an event that has the shape of the whole holds the next piece of a block's text."""
        if self.opened is not None:
            return {}
        places = {"text": text} if text else {}
        if self.blocks.text_of_call:
            places["toolCall"] = (*self.blocks.path, *self.blocks.text_of_call)
        found: dict[str, Path] = {}
        for kind, place in places.items():
            for rows in self.events:
                for row in rows.rows:
                    if row.operator == "append" and names(row.place) == place:
                        found[kind] = self._indexed(rows.event, row.source)
        return found

    def _entire(self) -> frozenset[str]:
        """The kinds of blocks of which no event brings the next piece.

        Where blocks follow one another in events of the body's shape, each waits for its end.
        """
        if self.opened is None:
            whole = self.shown.texts and self.blocks.call and not self.blocks.text_of_call
            return frozenset({"toolCall"} if whole else ())
        grown = {row.place[1].name for one in self._pieces() for row in one.rows}
        return frozenset(
            element.kind for element in self.blocks.elements if grown.isdisjoint(element.growing)
        )

    def _pieces(self) -> list[EventRows]:
        """The events that bring pieces of the elements that are opened."""
        assert self.opened is not None
        place = self.opened.place[:1]
        return [rows for rows in self.events if rows.rows and rows.rows[0].place[:1] == place
                and rows.rows[0].operator in ("append", "add")]  # fmt: skip

    def _unsaid(self) -> Any:
        """What the wire says of a reply that stopped for no reason of its own.

        A body may leave it out, but a stream without an end goes on.
        """
        for row in self.shown.response.lens.rows:
            for target in row.targets:
                values = self.resolver.leaf(self.shown.response.lens, row, target).codec.values
                if target.path in self.stream.ends and values:
                    return values.get(OTHER)
        return None

    @property
    def blocks(self) -> Blocks:
        return self.shown.lists[0]

    def _indexed(self, record: str, path: Path) -> Path:
        """A path with a ``0`` for the only item of each list on the way."""
        found: list[str] = []
        for key in path:
            if found and self.state.is_list(record, tuple(found)):
                found.append("0")
            found.append(key)
        return tuple(found)

    # -- wires that open and close elements

    def _parts(self) -> list[ir.Function]:
        operators = [{row.operator for row in rows.rows} for rows in self.events]
        first = next(i for i, names in enumerate(operators) if "open" in names)
        last = max(i for i, names in enumerate(operators) if "close" in names)
        pieces = self._pieces()
        heads = [self._body(rows, W) for rows in self.events[:first]]
        return [
            ir.Function("_head_events", ["w"], "The events a reply begins with.",
                        [rows.title for rows in self.events[:first]], [ir.ret(ir.arr(*heads))]),
            self._open(self.events[first], pieces),
            self._part_events(pieces),
            self._piece(pieces),
            self._close(self.events[last]),
            self._tail(self.events[last + 1 :]),
        ]  # fmt: skip

    def _tags(self, record: str) -> list[tuple[str, Expr]]:
        return [(key, ir.const(value)) for key, value in self.wire.tags(record).items()]

    def _body(self, rows: EventRows, value: Expr) -> Expr:
        """An event that carries the body itself under one key."""
        pairs = self._tags(rows.event)
        pairs += [(row.source[0], value) for row in rows.rows if not row.place and row.source]
        return ir.obj(pairs)

    def _open(self, rows: EventRows, pieces: list[EventRows]) -> ir.Function:
        row = rows.rows[0]
        body: list[Stmt] = [ir.let("part", ir.Copy(W))]
        part = ir.var("part")
        for piece in (row for one in pieces for row in one.rows):
            key = piece.place[-1].name
            kinds = {"add": ("array", ir.arr()), "append": ("string", ir.const(""))}
            kind, empty = kinds[piece.operator]
            if piece.args == ("json",):
                kind, empty = "object", ir.obj()
            there = ir.is_(ir.opt(part, key), kind)
            body.append(ir.if_((there, [ir.put(part, key, empty)])))
        pairs = [*self._tags(rows.event), (row.place[0].key, INDEX), (row.source[0], part)]
        body.append(ir.ret(ir.obj(pairs)))
        return ir.Function("_open_part", ["w", "index"], "The event that begins an element.",
                           [row.text], body)  # fmt: skip

    def _event(self, rows: EventRows, row: StreamRow, value: Expr) -> Expr:
        """The event that brings one piece of an element."""
        inner: Expr = ir.obj([*(self._tags(rows.arm) if rows.arm else []), (row.source[-1], value)])
        pairs = [*self._tags(rows.event), (row.place[0].key, INDEX)]
        if len(row.source) > 1:
            for key in reversed(row.source[1:-1]):
                inner = ir.obj([(key, inner)])
            return ir.obj([*pairs, (row.source[0], inner)])
        return ir.obj([*pairs, (row.source[0], value)])

    def _part_events(self, pieces: list[EventRows]) -> ir.Function:
        """What an element, or news of one, brings key by key."""
        body: list[Stmt] = [ir.let("events", ir.arr())]
        events = ir.var("events")
        for rows, row in ((one, row) for one in pieces for row in one.rows):
            value = ir.var(snake(row.place[-1].name))
            told = ir.Filled(ir.Bind(ir.name_of(value), ir.opt(W, row.place[-1].name)))
            if row.operator == "add":
                add = ir.append(events, self._event(rows, row, ir.var("item")))
                steps: list[Stmt] = [ir.for_("item", value, [add])]
            elif row.args == ("json",):
                text = ir.runtime("json_text_of", value, ir.const(self.blocks.carrier))
                steps = [ir.append(events, self._event(rows, row, text))]
            else:
                steps = [ir.append(events, self._event(rows, row, value))]
            body.append(ir.if_((told, steps)))
        body.append(ir.ret(events))
        return ir.Function("_part_events", ["w", "index"], "The events that fill an element.",
                           [row.text for rows in pieces for row in rows.rows], body)  # fmt: skip

    def _piece(self, pieces: list[EventRows]) -> ir.Function:
        branches = []
        for element in self.blocks.elements:
            for rows, row in ((one, row) for one in pieces for row in one.rows):
                if element.growing == (row.place[-1].name,):
                    event = self._event(rows, row, TEXT)
                    branches.append((ir.eq(ir.var("kind"), element.kind), [ir.ret(event)]))
        fail = [ir.ret(ir.const(None))]
        return ir.Function("_piece_event", ["kind", "text", "index"],
                           "The event that brings the next piece of a block's text.", [],
                           [ir.if_(*branches, otherwise=fail)] if branches else fail)  # fmt: skip

    def _close(self, rows: EventRows) -> ir.Function:
        key = rows.rows[0].place[0].key
        event = ir.obj([*self._tags(rows.event), (key, INDEX)])
        return ir.Function("_close_part", ["index"], "The event that ends an element.",
                           [rows.rows[0].text], [ir.ret(event)])  # fmt: skip

    def _tail(self, events: list[EventRows]) -> ir.Function:
        """The events that end a reply, with all of the body that is not told yet."""
        body: list[Stmt] = [ir.let("events", ir.arr())]
        known: list[str] = []
        for rows in events:
            name = snake(rows.event).strip("_")
            e = ir.var(name)
            body.append(ir.let(name, ir.obj(self._tags(rows.event))))
            own = [row for row in rows.rows if len(row.place) == 1 and len(row.source) == 1]
            for row in own:
                known.append(row.place[0].name)
                key = row.place[0].name
                put = ir.put(e, row.source[0], ir.get(W, key))
                body.append(ir.if_((ir.has(W, key), [put])))
            named = [*known, self.opened.place[0].name] if self.opened else known
            whole = next((row for row in rows.rows if not row.place and row.source), None)
            if whole is not None:
                inner = {k for k in self.wire.properties(rows.event)} - {whole.source[0]}
                for key in sorted(inner - {row.source[0] for row in own}):
                    if self.wire.const(rows.event, key):
                        continue
                    put = ir.put(e, key, ir.get(W, key))
                    body.append(ir.if_((ir.has(W, key), [put])))
                    named = [*named, key]
                names = self.state.names_constant(named, ("NOT_IN", rows.event))
                rest = ir.runtime("without", W, names)
                body.append(ir.put(e, whole.source[0], rest))
            body.append(ir.append(ir.var("events"), e))
        body.append(ir.ret(ir.var("events")))
        texts = [f"{rows.title}: {row.text}" for rows in events for row in rows.rows]
        return ir.Function("_tail_events", ["w"], "The events a reply ends with.", texts, body)

    # -- wires whose events have the shape of the whole

    def _mirror(self) -> list[ir.Function]:
        rows = self.events[0]
        self.scope = Scope("w")
        e = self._split(list(rows.rows), rows.event, W)
        self.scope.add(ir.ret(e))
        title = f"A `{rows.event}` with what a part of the body tells."
        chunk = ir.Function("_chunk", ["w"], title,
                            [row.text for row in rows.rows], self.scope.body)  # fmt: skip
        return [chunk]

    def _split(self, rows: list[StreamRow], record: str, w: Expr) -> Expr:
        scope = self.scope
        moved = [row for row in rows if row.source]
        groups = [(key, list(group)) for key, group in groupby(moved, lambda row: row.source[0])]
        taken: list[str] = []
        steps: list[tuple[str, list[StreamRow], tuple[Shape, ...]]] = []
        for key, group in groups:
            shapes = self.resolver.format.wire_shapes(record, (key,)) if record else ()
            name = self._place_name(group)
            nested = any(shape.kind in ("array", "record") for shape in shapes)
            if name != key or (nested and (len(group) > 1 or group[0].place[-1:][0].key)):
                taken.append(name)
                steps.append((key, group, shapes))
        constants = [row.place[0].name for row in rows if row.is_const and len(row.place) == 1]
        names = self.state.names_constant([*taken, *constants])
        e = scope.let("e", ir.runtime("without", w, names))
        for key in constants:
            consts = self.wire.const(record, key)
            if consts:
                scope.add(ir.put(e, key, ir.const(consts[0])))
        for key, group, shapes in steps:
            self._split_key(key, group, shapes, record, w, e)
        return e

    def _own_keys(self, base: StreamRow) -> set[str]:
        """The keys that the elements of a list have in the whole."""
        return self.state.element_keys(names(self._path_to(base)))

    def _path_to(self, row: StreamRow) -> tuple[Any, ...]:
        """A row's whole place: rows are stripped of what they were reached through."""
        return next(
            full.place for event in self.events for full in event.rows
            if full.position == row.position
        )  # fmt: skip

    @staticmethod
    def _place_name(group: list[StreamRow]) -> str:
        base = next((row for row in group if len(row.source) == 1), None)
        return base.place[-1].name if base else group[0].place[0].name

    def _split_key(
        self, key: str, group: list[StreamRow], shapes: tuple[Shape, ...], record: str,
        w: Expr, e: Expr,
    ) -> None:  # fmt: skip
        base = next((row for row in group if len(row.source) == 1), None)
        deeper = [stripped(row, 1) for row in group if len(row.source) > 1]
        name = self._place_name(group)
        value = self.scope.let(name, ir.opt(w, name))
        outer, self.scope = self.scope, self.scope.inner()
        lists = [shape for shape in shapes if shape.kind == "array"]
        required = key in self.wire.required(record)
        if lists:
            inner = record_of(items_of(lists))
            found = self.scope.let("found", ir.arr())
            position, item = self.scope.fresh("position"), ir.var(self.scope.fresh("item"))
            held, self.scope = self.scope, self.scope.inner()
            assert base is not None
            numbered = False
            if base.operator == "run":
                self.scope.add(ir.append(found, item))
            else:
                element = self._split(deeper, inner, item)
                index = base.place[-1].key
                # Without it the piece could not be placed; a whole element tells its own.
                if index in self.wire.required(inner) or index not in self._own_keys(base):
                    numbered = True
                    put = ir.put(element, index, ir.var(position))
                    self.scope.add(ir.if_((ir.not_(ir.has(element, index)), [put])))
                self.scope.add(ir.append(found, element))
            loop = [_if_present(item, self.scope.body)]
            if numbered:
                held.add(ir.ForIndex(position, ir.name_of(item), value, loop))
            else:
                held.add(ir.for_(ir.name_of(item), value, loop))
            self.scope = held
            self.scope.add(ir.put(e, key, found))
            kind, empty = "array", ir.arr()
        else:
            inner = record_of(shapes)
            self.scope.add(ir.put(e, key, self._split(deeper, inner, value)))
            kind, empty = "object", ir.obj()
        body, self.scope = self.scope.body, outer
        otherwise = [ir.put(e, key, empty)] if required else []
        kept: list[tuple[Expr, list[Stmt]]] = [(ir.is_(value, kind), body)]
        if not required:
            kept.append((ir.has(w, name), [ir.put(e, key, value)]))
        outer.add(ir.if_(*kept, otherwise=otherwise))


def _if_present(value: Expr, body: list[Stmt]) -> Stmt:
    """None stands for an element that has no news."""
    return ir.if_((ir.present(value), body))
