"""Plans events that open, fill and close elements: every part of a reply has events of its own.

An element may hold lists of elements with events of their own: these are opened where their
element is filled, and closed ahead of it.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.stream import EventRows, Step, StreamRow, names
from ...resolve.paths import records
from ...resolve.streaming import found_at, source_of, subject, walk
from .lanes import Lane, inside, of_type, outermost
from .shown import Blocks, Path
from .state import EMPTIED, PIECES, StreamState, emptied_as, lookup
from .unnumbered import text_of_one, texts_of

W, INDEX, TEXT = ir.var("w"), ir.var("index"), ir.var("text")
FINAL, BODY = ir.var("final"), ir.var("body")


class PartWriter:
    """Plans the functions of a wire whose elements are opened and closed."""

    def __init__(self, state: StreamState, events: list[EventRows]) -> None:
        self.state, self.wire, self.shown = state, state.wire, state.shown
        self.events = events
        about = [at for at, rows in enumerate(events) if state.speaks_of_elements([rows])]
        first, last = about[0], about[-1]
        self.heads, self.tails = events[:first], events[last + 1 :]
        told = [rows for rows in events[first : last + 1] if rows.rows]
        self.own = [rows for rows in told if subject(rows.rows[0].place)]
        #: the events that bring pieces of a block which is a text and no element
        self.texts = [rows for rows in told if not subject(rows.rows[0].place)]
        #: the lists of elements; the first has blocks
        found = dict.fromkeys(outermost(rows.rows[0].place) for rows in self.own)
        path = state.shown.lists[0].path
        self.bases = sorted(found, key=lambda base: names(base) != path)
        self.base = self.bases[0]

    def lists(self, base: tuple[Step, ...]) -> list[Path]:
        """Where elements hold lists of elements with events of their own."""
        return [names(inner[len(base) :]) for inner in self._inner(base)]

    @property
    def pieces(self) -> list[EventRows]:
        """The events that bring pieces of elements."""
        return [rows for rows in self.own if rows.rows[0].operator in PIECES]

    def plan(self) -> list[ir.Function]:
        return [
            self._head(),
            *(function for base in self.bases for function in self._functions(base)),
            *(self._text(rows) for rows in self.texts),
            self._tail(),
        ]

    def _functions(self, base: tuple[Step, ...]) -> list[ir.Function]:
        """How elements of a list are begun, filled and ended."""
        blocks = self.shown.blocks(names(base))
        piece = [self._piece(base, blocks)] if blocks is not None else []
        return [self._open(base), self._fill(base), *piece, self._close(base)]

    def named(self, base: tuple[Step, ...]) -> Lane:
        """The names of these functions."""
        blocks = self.shown.blocks(names(base))
        stem = "part" if base == self.base else snake(base[-1].name)
        piece = "_piece_event" if base == self.base else f"_{stem}_piece"
        return Lane(
            names(base), piece if blocks is not None else "", blocks,
            f"_open_{stem}", f"_{stem}_events", f"_close_{stem}", self.lists(base),
        )  # fmt: skip

    @property
    def lanes(self) -> list[tuple[str, Lane]]:
        """What has a place of its own beside the first list, by the blocks that stand there."""
        found: list[tuple[str, Lane]] = []
        for base in self.bases[1:]:
            lane = self.named(base)
            if lane.blocks is not None:
                kind = self.state.resolver.inter.const(lane.blocks.arm, "kind")[0]
                found += [(kind, lane), (base[-1].name, lane)]
        for rows in self.texts:
            path = names(rows.rows[0].place)
            aside = path in self.shown.asides
            word = path[-1] if aside else self.shown.marks.get(path, self.shown.texts[path])
            found.append((word, Lane(path, f"_{snake(path[-1])}_piece")))
        return found

    @property
    def kept(self) -> list[Lane]:
        """Lists of elements that are no blocks."""
        lanes = [self.named(base) for base in self.bases[1:]]
        return [lane for lane in lanes if lane.blocks is None]

    def _text(self, rows: EventRows) -> ir.Function:
        row = rows.rows[0]
        event = self._sent(rows, [(row.source, TEXT)])
        doc = "The event that brings the next piece of this text."
        name = f"_{snake(row.place[-1].name)}_piece"
        return ir.Function(name, ["kind", "text", "index"], doc, [row.text], [ir.ret(event)])

    # -- events made of their pieces

    def _event(self, rows: EventRows, row: StreamRow, value: Expr | None, *at: Expr) -> Expr:
        """An event about the element with these numbers, which brings a value."""
        told: list[tuple[Path, Expr]] = []
        keys = [step.key for step in row.place if step.key]
        for key, number in zip(keys, at, strict=True):
            path = found_at(self.wire, rows.event, rows.arm, row.source, key)
            assert path is not None, key
            told.append((path, number))
        if value is not None:
            told.append((row.source, value))
        return self._sent(rows, told)

    def _sent(self, rows: EventRows, told: list[tuple[Path, Expr]]) -> Expr:
        return self.state.sent(rows.event, self._made(rows, (), told))

    def _made(self, rows: EventRows, path: Path, told: list[tuple[Path, Expr]]) -> Expr:
        """The object at a path of an event: its tags, and what is told inside of it."""
        types = records(source_of(self.wire, rows.event, rows.arm, path).shapes)
        pairs: list[tuple[str, Expr]] = []
        if len(types) == 1:
            pairs = [(key, ir.const(value)) for key, value in self.wire.tags(types[0]).items()]
        pairs += [] if path else self.state.repeating(rows.event)
        depth = len(path)
        for key in dict.fromkeys(one[depth] for one, _ in told):
            inside = [(one, value) for one, value in told if one[depth] == key]
            one, value = inside[0]
            if len(one) > depth + 1:
                value = self._made(rows, (*path, key), inside)
            pairs.append((key, value))
        return ir.obj(pairs)

    # -- elements

    def _rows(self, place: tuple[Step, ...], *operators: str) -> list[tuple[EventRows, StreamRow]]:
        """The rows about the elements of one list."""
        return [
            (rows, row) for rows in self.own for row in rows.rows
            if subject(row.place) == place and row.operator in operators
        ]  # fmt: skip

    def _inner(self, place: tuple[Step, ...]) -> list[tuple[Step, ...]]:
        """The lists of elements that stand right inside of the elements of a list."""
        found = [subject(row.place) for rows in self.own for row in rows.rows]
        return [
            one for one in dict.fromkeys(found)
            if one[: len(place)] == place and sum(bool(step.key) for step in one[len(place) :]) == 1
        ]  # fmt: skip

    def _opened(self, place: tuple[Step, ...], w: Expr, *at: Expr) -> tuple[list[Stmt], Expr]:
        """The event that begins an element, with what comes in pieces left out."""
        rows, row = self._rows(place, "open")[0]
        part = ir.var(f"part_{len(at)}" if len(at) > 1 else "part")
        body: list[Stmt] = [ir.let(ir.name_of(part), ir.Copy(w))]
        begun = source_of(self.wire, rows.event, rows.arm, row.source).shapes
        for _, piece in self._rows(place, *PIECES):
            path = names(piece.place[len(place) :])
            lone = text_of_one(self.state, len(place), piece, part)
            if piece.record:
                continue  # another event brings the same of other elements
            if piece.opens and place == self.base:
                continue  # an element that has this begins with it, and has no such event
            if walk(self.wire, begun, path).lost:
                body.append(ir.assign(part, ir.runtime("beside", part, ir.const(path))))
                continue
            if lone is not None:
                empty = self._emptied(part, lone[0], *EMPTIED["add"])
                body.append(ir.if_((ir.Filled(lone[1]), [empty])))
                continue
            body.append(self._emptied(part, path, *emptied_as(piece)))
        for inner in self._inner(place):
            body.append(self._emptied(part, names(inner[len(place) :]), "array", ir.arr()))
        return body, self._event(rows, row, part, *at)

    @staticmethod
    def _emptied(part: Expr, path: Path, kind: str, empty: Expr) -> Stmt:
        if len(path) == 1:
            there = ir.is_(ir.opt(part, path[0]), kind)
            return ir.if_((there, [ir.put(part, path[0], empty)]))
        return ir.do(ir.runtime("emptied", part, ir.const(path)))

    def _open(self, base: tuple[Step, ...]) -> ir.Function:
        opening = self._rows(base, "open")
        if not opening:
            body: list[Stmt] = [ir.ret(ir.arr())]
        else:
            made, event = self._opened(base, W, INDEX)
            begun = [row for _, row in self._rows(base, *PIECES) if row.opens]
            there = [ir.present(lookup(W, names(row.place[len(base) :]))) for row in begun]
            first = [ir.if_((ir.or_(*there), [ir.ret(ir.arr())]))] if there else []
            body = [*first, *made, ir.ret(ir.arr(event))]
        texts = [row.text for _, row in opening]
        doc = "The event that begins an element, if one does."
        return ir.Function(self.named(base).open, ["w", "index"], doc, texts, body)

    def _fill(self, base: tuple[Step, ...]) -> ir.Function:
        """What an element, or news of one, brings key by key."""
        scope = Scope("w", "index", "events")
        scope.add(ir.let("events", ir.arr()))
        self._filled(scope, base, W, INDEX)
        scope.add(ir.ret(ir.var("events")))
        texts = [row.text for rows in self.pieces for row in rows.rows if inside(base, row)]
        return ir.Function(self.named(base).fill, ["w", "index"],
                           "The events that fill an element.", texts, scope.body)  # fmt: skip

    def _filled(self, scope: Scope, place: tuple[Step, ...], w: Expr, *at: Expr) -> None:
        events = ir.var("events")
        for rows, row in self._rows(place, *PIECES):
            path = names(row.place[len(place) :])
            texts = texts_of(self.state, rows, row, len(place), w)
            if texts is not None:
                text = ir.var(scope.fresh("piece"))
                add = ir.append(events, self._event(rows, row, text, *at))
                scope.add(ir.for_(ir.name_of(text), texts, [add]))
                continue
            value = ir.var(scope.fresh(path[-1]))
            bound = ir.Bind(ir.name_of(value), lookup(w, path))
            # An element that begins with its first piece begins with an empty one, too.
            told = ir.present(bound) if row.opens and not row.record else ir.Filled(bound)
            if row.operator == "add":
                item = ir.var(scope.fresh("part"))
                add = ir.append(events, self._event(rows, row, item, *at))
                steps: list[Stmt] = [ir.for_(ir.name_of(item), value, [add])]
            elif "json" in row.args:
                text = ir.runtime("json_text_of", value, ir.const(self.shown.lists[0].carrier))
                steps = [ir.append(events, self._event(rows, row, text, *at))]
            else:
                steps = [ir.append(events, self._event(rows, row, value, *at))]
            sends: Stmt = ir.if_((told, steps))
            own = of_type(self.wire, row, [one for _, one in self._rows(place, *PIECES)], w)
            scope.add(ir.if_((ir.and_(*own), [sends])) if own else sends)
        for inner in self._inner(place):
            self._each(scope, place, inner, w, at, opens=True)

    def _each(
        self, scope: Scope, place: tuple[Step, ...], inner: tuple[Step, ...], w: Expr,
        at: tuple[Expr, ...], *, opens: bool,
    ) -> None:  # fmt: skip
        """Open and fill the elements of a list inside of an element, or close them."""
        path = names(inner[len(place) :])
        items = ir.var(scope.fresh(path[-1]))
        item, number = ir.var(scope.fresh("part")), ir.var(scope.fresh("position"))
        steps = scope.inner()
        if opens:
            if self._rows(inner, "open"):
                made, event = self._opened(inner, item, *at, number)
                steps.add(*made, ir.append(ir.var("events"), event))
            self._filled(steps, inner, item, *at, number)
            steps.body = [ir.if_((ir.present(item), steps.body))]
        else:
            self._closed(steps, inner, item, *at, number)
        there = ir.Filled(ir.Bind(ir.name_of(items), lookup(w, path)))
        if steps.body:
            each = ir.ForIndex(ir.name_of(number), ir.name_of(item), items, steps.body)
            scope.add(ir.if_((there, [each])))

    def _piece(self, base: tuple[Step, ...], blocks: Blocks) -> ir.Function:
        branches = []
        for element in blocks.elements:
            for rows, row in ((one, row) for one in self.pieces for row in one.rows):
                moved = any(later is row for _, later in rows.moves)
                path = names(row.place)[len(blocks.path) :]
                word = element.word(path, row.record)
                if inside(base, row) and word and not moved:
                    # A text of records goes on in the first of them.
                    keys = [step for step in row.place if step.key]
                    at = [INDEX, *[ir.const(0)] * (len(keys) - 1)]
                    event = self._event(rows, row, TEXT, *at)
                    branches.append((ir.eq(ir.var("kind"), word), [ir.ret(event)]))
        fail = [ir.ret(ir.const(None))]
        return ir.Function(self.named(base).piece, ["kind", "text", "index"],
                           "The event that brings the next piece of a block's text.", [],
                           [ir.if_(*branches, otherwise=fail)] if branches else fail)  # fmt: skip

    def _close(self, base: tuple[Step, ...]) -> ir.Function:
        scope = Scope("w", "index", "events", "final")
        self._closed(scope, base, W, INDEX)
        if len(scope.body) == 1 and isinstance(scope.body[0], ir.Append):
            body: list[Stmt] = [ir.ret(ir.arr(scope.body[0].value))]
        else:
            body = [ir.let("events", ir.arr()), *scope.body, ir.ret(ir.var("events"))]
        texts = [row.text for rows in self.own for row in rows.rows
                 if row.operator == "close" and inside(base, row)]  # fmt: skip
        doc = "The events that end an element."
        return ir.Function(self.named(base).close, ["w", "index", "final"], doc, texts, body)

    def _closed(self, scope: Scope, place: tuple[Step, ...], w: Expr, *at: Expr) -> None:
        """End what stands in an element, and then itself."""
        for inner in self._inner(place):
            self._each(scope, place, inner, w, at, opens=False)
        for rows, row in self._rows(place, "close"):
            whole = FINAL if place in self.bases else ir.runtime("built", w)
            final = whole if row.source else None
            scope.add(ir.append(ir.var("events"), self._event(rows, row, final, *at)))

    # -- what comes before the elements, and after

    def _head(self) -> ir.Function:
        scope = Scope("w", "events")
        plain = all(
            row.is_const or (not row.place and len(row.source) == 1)
            for rows in self.heads for row in rows.rows
        )  # fmt: skip
        if plain:
            heads = [
                self._sent(rows, [(row.source, W) for row in rows.rows if row.source])
                for rows in self.heads
            ]
            scope.add(ir.ret(ir.arr(*heads)))
        else:
            scope.add(ir.let("events", ir.arr()))
            for rows in self.heads:
                scope.add(ir.let("event", self._made(rows, (), [])))
                for row in (row for row in rows.rows if not row.is_const):
                    value = lookup(W, names(row.place)) if row.place else W
                    put = ir.runtime("put_at", ir.var("event"), ir.const(row.source), value)
                    scope.add(ir.if_((ir.present(value), [ir.do(put)])))
                event = self.state.sent(rows.event, ir.var("event"))
                scope.add(ir.append(ir.var("events"), event))
            scope.add(ir.ret(ir.var("events")))
        titles = [rows.title for rows in self.heads]
        return ir.Function("_head_events", ["w"], "The events a reply begins with.",
                           titles, scope.body)  # fmt: skip

    def _tail(self) -> ir.Function:
        """The events that end a reply, with all of the body that is not told yet."""
        body: list[Stmt] = [ir.let("events", ir.arr())]
        known: list[str] = []
        for rows in self.tails:
            if rows.rows and rows.rows[0].operator == "whole":
                body.append(self._whole(rows, rows.rows[0]))
                continue
            name = snake(rows.event).strip("_")
            e = ir.var(name)
            body.append(ir.let(name, self._made(rows, (), [])))
            own = [row for row in rows.rows if len(row.place) == 1 and len(row.source) == 1]
            whole = next((row for row in rows.rows if not row.place and row.source), None)
            for row in own:
                known.append(row.place[0].name)
                key = row.place[0].name
                put = ir.put(e, row.source[0], ir.get(W, key))
                body.append(ir.if_((ir.has(W, key), [put])))
            for row in rows.rows:
                inside = whole is not None and row.source[:1] == whole.source[:1]
                if row.place and row not in own and not inside:
                    value = lookup(W, names(row.place))
                    put_at = ir.do(ir.runtime("put_at", e, ir.const(row.source), value))
                    body.append(ir.if_((ir.present(value), [put_at])))
            # What stands beside the elements, in the object that holds them, goes out with it.
            named = [*known, *([self.base[0].name] if len(self.bases) == 1 else [])]
            if whole is not None:
                inner = {k for k in self.wire.properties(rows.event)} - {whole.source[0]}
                for key in sorted(inner - {row.source[0] for row in own}):
                    if self.wire.const(rows.event, key):
                        continue
                    put = ir.put(e, key, ir.get(W, key))
                    body.append(ir.if_((ir.has(W, key), [put])))
                    named = [*named, key]
                left = self.state.names_constant(named, ("NOT_IN", rows.event))
                rest = ir.runtime("without", W, left)
                body.append(ir.put(e, whole.source[0], rest))
            if rows is self.tails[-1] and not self._told_as_one:
                # What nobody knows of the body goes out with what is last.
                every = {*known, *self.wire.properties(self.state.stream.whole)}
                left = self.state.names_constant(sorted(every), ("NOT_IN", rows.event))
                unknown = ir.runtime("without", W, left)
                body.append(ir.do(ir.runtime("update", e, unknown)))
            add: Stmt = ir.append(ir.var("events"), self.state.sent(rows.event, e))
            deep = [lookup(W, names(row.place)) for row in rows.rows
                    if row.place and row not in own]  # fmt: skip
            if deep and whole is None and not own:
                # What brings one thing alone has nothing to say without it.
                add = ir.if_((ir.or_(*(ir.present(value) for value in deep)), [add]))
            body.append(add)
        body.append(ir.ret(ir.var("events")))
        texts = [f"{rows.title}: {row.text}" for rows in self.tails for row in rows.rows]
        doc = "The events a reply ends with."
        return ir.Function("_tail_events", ["w", "body"], doc, texts, body)

    @property
    def _told_as_one(self) -> bool:
        """Whether an event at the end has a part of the body as it is."""
        return any(row.source and not row.place for rows in self.tails for row in rows.rows)

    def _whole(self, rows: EventRows, row: StreamRow) -> Stmt:
        """An event that has the reply as a whole goes out where the reply says what it is for."""
        add = ir.append(ir.var("events"), self._sent(rows, [(row.source, BODY)]))
        key, *values = row.args or ("",)
        told = [ir.eq(ir.opt(BODY, key), value) for value in values]
        return ir.if_((ir.or_(*told), [add])) if told else add

    @property
    def finals(self) -> bool:
        """Whether an element comes once more as a whole where it ends."""
        return any(row.source for _, row in self._rows(self.base, "close"))
