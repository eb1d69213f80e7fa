"""Plans events that open, fill and close elements: every part of a reply has events of its own.

An element may hold lists of elements with events of their own: these are opened where their
element is filled, and closed ahead of it.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.stream import EventRows, Step, StreamRow, names
from ...resolve.beginning import kind_of
from ...resolve.spelled import said_at_end
from ...resolve.streaming import source_of, subject, walk
from .ends import EndsWriter
from .events import EventMaker
from .lanes import Lane, inside, of_type, outermost
from .shown import Blocks, Path
from .spelling import SpelledWriter
from .state import EMPTIED, PIECES, StreamState, emptied_as, lookup
from .unnumbered import text_of_one, texts_of

Opening = tuple[list[Expr], list[Stmt], Expr]
W, INDEX, TEXT = ir.var("w"), ir.var("index"), ir.var("text")
FINAL, BODY = ir.var("final"), ir.var("body")


class PartWriter:
    """Plans the functions of a wire whose elements are opened and closed."""

    def __init__(self, state: StreamState, events: list[EventRows]) -> None:
        self.state, self.wire, self.shown = state, state.wire, state.shown
        self.events = EventMaker(state)
        #: the events that bring pieces of a block which is a text and no element
        text_rows = [(rows, self._text_of(rows)) for rows in events]
        self.texts = [(rows, row) for rows, row in text_rows if row is not None]
        others = [rows for rows, row in text_rows if row is None]
        about = [at for at, rows in enumerate(others) if state.speaks_of_elements([rows])]
        first, last = about[0], about[-1]
        heads, tails = others[:first], others[last + 1 :]
        self.own = [rows for rows in others[first : last + 1] if rows.rows]
        #: the lists of elements; the first has blocks
        found: dict[Path, tuple[Step, ...]] = {}
        for rows in self.own:
            base = outermost(rows.rows[0].place)
            found.setdefault(names(base), base)
        path = state.shown.lists[0].path
        self.bases = sorted(found.values(), key=lambda base: names(base) != path)
        self.base = self.bases[0]
        self.ends = EndsWriter(state, heads, tails, self.bases)
        self.spelling = SpelledWriter(state, self.events, self._rows, self.lists)

    def _text_of(self, rows: EventRows) -> StreamRow | None:
        """The row that brings pieces of a text which is a block of its own, if one does.

        Ahead of it may be rows about the objects that the text stands in.
        """
        for row in rows.rows:
            if row.operator == "append" and names(row.place) in self.shown.texts:
                return row
            if row.operator or not any(
                row.source and row.source == one.source[: len(row.source)]
                for one in rows.rows if one.operator == "append"
            ):  # fmt: skip
                return None
        return None

    def lists(self, base: tuple[Step, ...]) -> list[Path]:
        """Where elements hold lists of elements with events of their own."""
        return [names(inner[len(base) :]) for inner in self._inner(base)]

    @property
    def pieces(self) -> list[EventRows]:
        """The events that bring pieces of elements."""
        return [rows for rows in self.own if rows.rows[0].operator in PIECES]

    @property
    def so_far(self) -> frozenset[str]:
        """What pieces are called of texts that go out as far as they have come, each time."""
        rows = [row for rows in self.pieces for row in rows.rows if row.so_far]
        texts = [names(row.place) for _, row in self.texts if row.so_far]
        words = {one.word(names(row.place)[len(blocks.path) :], row.record)
                 for blocks in self.shown.lists for one in blocks.elements for row in rows
                 if names(row.place)[: len(blocks.path)] == blocks.path}  # fmt: skip
        kinds = {self.shown.marks.get(path, self.shown.texts[path]) for path in texts}
        return frozenset((words | kinds) - {""})

    def plan(self) -> list[ir.Function]:
        return [
            self.ends.head(),
            *(function for base in self.bases for function in self._functions(base)),
            *(self._text(rows, row) for rows, row in self.texts),
            self.ends.tail(),
        ]

    def _functions(self, base: tuple[Step, ...]) -> list[ir.Function]:
        """How elements of a list are begun, filled and ended."""
        blocks = self.shown.blocks(names(base))
        piece = [self._piece(base, blocks)] if blocks is not None else []
        key = self.spelling.key(base, self.named(base).key)
        return [self._open(base), self._fill(base), *piece, self._close(base), *key]

    def named(self, base: tuple[Step, ...]) -> Lane:
        """The names of these functions."""
        blocks = self.shown.blocks(names(base))
        stem = "part" if base == self.base else snake(base[-1].name)
        piece = "_piece_event" if base == self.base else f"_{stem}_piece"
        return Lane(
            names(base), piece if blocks is not None else "", blocks,
            f"_open_{stem}", f"_{stem}_events", f"_close_{stem}",
            "" if self.spelling.found(base).by_number else f"_key_of_{stem}", self.lists(base),
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
        for _, row in self.texts:
            path = names(row.place)
            aside = path in self.shown.asides
            word = path[-1] if aside else self.shown.marks.get(path, self.shown.texts[path])
            found.append((word, Lane(path, f"_{snake(path[-1])}_piece")))
        return found

    @property
    def bare_lanes(self) -> list[Lane]:
        """Lists of elements that are no blocks."""
        lanes = [self.named(base) for base in self.bases[1:]]
        return [lane for lane in lanes if lane.blocks is None]

    def _text(self, rows: EventRows, row: StreamRow) -> ir.Function:
        event = self.events.sent(rows, [(row.source, TEXT)])
        doc = "The event that brings the next piece of this text."
        name = f"_{snake(row.place[-1].name)}_piece"
        return ir.Function(name, ["kind", "text", "index"], doc, [row.text], [ir.ret(event)])

    # -- elements

    def _rows(self, place: tuple[Step, ...], *operators: str) -> list[tuple[EventRows, StreamRow]]:
        """The rows about the elements of one list."""
        return [
            (rows, row) for rows in self.own for row in rows.rows
            if names(subject(row.place)) == names(place) and row.operator in operators
        ]  # fmt: skip

    def _inner(self, place: tuple[Step, ...]) -> list[tuple[Step, ...]]:
        """The lists of elements that stand right inside of the elements of a list."""
        found = [subject(row.place) for rows in self.own for row in rows.rows]
        return [
            one for one in dict.fromkeys(found)
            if names(one)[: len(place)] == names(place)
            and sum(bool(step.key) for step in one[len(place) :]) == 1
        ]  # fmt: skip

    def _of_type(self, row: StreamRow, every: list[StreamRow], w: Expr) -> list[Expr]:
        return of_type(self.wire, self.state.stream, row, every, w)

    def _openings(self, place: tuple[Step, ...], w: Expr, *at: Expr) -> list[Opening]:
        """The events that begin an element: of which they are, what makes one, and that."""
        found = self._rows(place, "open")
        every = [row for _, row in found]
        return [
            (self._of_type(row, every, w), *self._opened(rows, row, place, w, *at))
            for rows, row in found
        ]

    def _opened(
        self, rows: EventRows, row: StreamRow, place: tuple[Step, ...], w: Expr, *at: Expr
    ) -> tuple[list[Stmt], Expr]:
        """The event that begins an element, with what comes in pieces left out."""
        part = ir.var(f"part_{len(at)}" if len(at) > 1 else "part")
        if row.record:
            return self.spelling.opened(rows, row, part, w, *at)
        body: list[Stmt] = [ir.let(ir.name_of(part), ir.Copy(w))]
        begun = source_of(self.wire, rows.event, rows.arm, row.source).shapes
        pieces = [piece for _, piece in self._rows(place, *PIECES)]
        for piece in pieces:
            if piece.opens and place == self.base:
                continue  # an element that has this begins with it, and has no such event
            path = names(piece.place[len(place) :])
            lost = walk(self.wire, begun, path).lost
            left_out = self._beside(part, path) if lost else self._without(piece, part, place)
            own = self._of_type(piece, pieces, part)
            body.append(ir.if_((ir.and_(*own), [left_out])) if own else left_out)
        body += [self._beside(part, path) for path in self.spelling.told_last(rows, row)]
        for inner in self._inner(place):
            body.append(self._emptied(part, names(inner[len(place) :]), "array", ir.arr()))
        return body, self.events.about(rows, row, part, *at)

    @staticmethod
    def _beside(part: Expr, path: Path) -> Stmt:
        return ir.assign(part, ir.runtime("beside", part, ir.const(path)))

    def _without(self, piece: StreamRow, part: Expr, place: tuple[Step, ...]) -> Stmt:
        """Leave out of an element what comes in pieces."""
        lone = text_of_one(self.state, len(place), piece, part)
        if lone is None:
            return self._emptied(part, names(piece.place[len(place) :]), *emptied_as(piece))
        return ir.if_((ir.Filled(lone[1]), [self._emptied(part, lone[0], *EMPTIED["add"])]))

    @staticmethod
    def _emptied(part: Expr, path: Path, kind: str, empty: Expr) -> Stmt:
        if len(path) == 1:
            there = ir.is_(ir.opt(part, path[0]), kind)
            return ir.if_((there, [ir.put(part, path[0], empty)]))
        return ir.do(ir.runtime("emptied", part, ir.const(path)))

    def _open(self, base: tuple[Step, ...]) -> ir.Function:
        opening, body = self._rows(base, "open"), list[Stmt]()
        spelled = {row.record for _, row in opening} - {""}  # an event says that one begins
        begun = [
            row for _, row in self._rows(base, *PIECES)
            if row.opens and kind_of(self.wire, self.state.stream, row) not in spelled
        ]  # fmt: skip
        if opening and begun:
            there = [ir.present(lookup(W, names(row.place[len(base) :]))) for row in begun]
            body.append(ir.if_((ir.or_(*there), [ir.ret(ir.arr())])))
        every = True
        for own, made, event in self._openings(base, W, INDEX):
            steps = [*made, ir.ret(ir.arr(event))]
            body += [ir.if_((ir.and_(*own), steps))] if own else steps
            every = every and bool(own)
        if every:
            body.append(ir.ret(ir.arr()))
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
                add = ir.append(events, self.events.about(rows, row, text, *at))
                scope.add(ir.for_(ir.name_of(text), texts, [add]))
                continue
            value = ir.var(scope.fresh(path[-1]))
            bound = ir.Bind(ir.name_of(value), lookup(w, path))
            # An element that its first piece alone begins, begins with an empty one, too.
            alone = row.opens and not row.record and place in self.bases
            there = ir.present(bound) if alone else ir.Filled(bound)
            if row.operator == "add":
                item = ir.var(scope.fresh("part"))
                add = ir.append(events, self.events.about(rows, row, item, *at))
                steps: list[Stmt] = [ir.for_(ir.name_of(item), value, [add])]
            elif "json" in row.args:
                text = ir.runtime("json_text_of", value, ir.const(self.shown.lists[0].carrier))
                steps = [ir.append(events, self.events.about(rows, row, text, *at))]
            else:
                steps = [ir.append(events, self.events.about(rows, row, value, *at))]
            sends: Stmt = ir.if_((there, steps))
            own = self._of_type(row, [one for _, one in self._rows(place, *PIECES)], w)
            scope.add(ir.if_((ir.and_(*own), [sends])) if own else sends)
        for inner in self._inner(place):
            self._each(scope, place, inner, w, at)

    def _each(
        self, scope: Scope, place: tuple[Step, ...], inner: tuple[Step, ...], w: Expr,
        at: tuple[Expr, ...], last: Expr | None = None,
    ) -> None:  # fmt: skip
        """Open and fill the elements of a list inside of an element, or close them.

        ``last`` is what that is in the end.
        """
        path = names(inner[len(place) :])
        items = ir.var(scope.fresh(path[-1]))
        item, number = ir.var(scope.fresh("part")), ir.var(scope.fresh("position"))
        named = self.spelling.number(inner, number)
        steps = scope.inner()
        if last is None:
            for own, made, event in self._openings(inner, item, *at, named):
                opened = [*made, ir.append(ir.var("events"), event)]
                steps.add(*([ir.if_((ir.and_(*own), opened))] if own else opened))
            self._filled(steps, inner, item, *at, named)
            steps.body = [ir.if_((ir.present(item), steps.body))]
        else:
            if any(said_at_end(self.wire, self.state.stream, rows) for rows in self.own):
                final, last = last, ir.var(scope.fresh("last"))
                found = ir.runtime("item_at", final, ir.const(path), number)
                steps.add(ir.let(ir.name_of(last), found))
            self._closed(steps, inner, item, last, *at, named)
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
                other = not row.record and element.lens.lens.wire in self._named(row)
                if inside(base, row) and word and not moved and not other:
                    # A text of records goes on in the first of them.
                    keys = [end for end, step in enumerate(row.place, 1) if step.key]
                    inner = [row.place[:end] for end in keys[1:]]
                    at = [INDEX, *(self.spelling.number(one, ir.const(0)) for one in inner)]
                    event = self.events.about(rows, row, TEXT, *at)
                    branches.append((ir.eq(ir.var("kind"), word), [ir.ret(event)]))
        fail = [ir.ret(ir.const(None))]
        return ir.Function(self.named(base).piece, ["kind", "text", "index"],
                           "The event that brings the next piece of a block's text.", [],
                           [ir.if_(*branches, otherwise=fail)] if branches else fail)  # fmt: skip

    def _named(self, row: StreamRow) -> set[str]:
        """The types of elements whose pieces, in the same place, have rows of their own."""
        every = [one for rows in self.pieces for one in rows.rows]
        return {one.record for one in every if names(one.place) == names(row.place)}

    def _close(self, base: tuple[Step, ...]) -> ir.Function:
        scope = Scope("w", "index", "events", "final")
        self._closed(scope, base, W, FINAL, INDEX)
        if len(scope.body) == 1 and isinstance(scope.body[0], ir.Append):
            body: list[Stmt] = [ir.ret(ir.arr(scope.body[0].value))]
        else:
            body = [ir.let("events", ir.arr()), *scope.body, ir.ret(ir.var("events"))]
        texts = [row.text for rows in self.own for row in rows.rows
                 if row.operator in ("done", "close") and inside(base, row)]  # fmt: skip
        doc = "The events that end an element."
        return ir.Function(self.named(base).close, ["w", "index", "final"], doc, texts, body)

    def _closed(
        self, scope: Scope, place: tuple[Step, ...], w: Expr, last: Expr, *at: Expr
    ) -> None:
        """End what stands in an element, say its texts as a whole, and then end itself.

        ``w`` is what has been told of it, ``last`` what it is in the end.
        """
        for inner in self._inner(place):
            self._each(scope, place, inner, w, at, last)
        done = self._rows(place, "done")
        for rows, row in done:
            text = ir.var(scope.fresh(row.place[-1].name))
            there = ir.Bind(ir.name_of(text), lookup(w, names(row.place[len(place) :])))
            event = self.events.about(rows, row, ir.runtime("built", text), *at)
            own = self._of_type(row, [one for _, one in done], w)
            wanted = ir.and_(*own, ir.present(there))
            scope.add(ir.if_((wanted, [ir.append(ir.var("events"), event)])))
        closing = self._rows(place, "close")
        for rows, row in closing:
            whole = FINAL if place in self.bases else ir.runtime("built", w)
            event = self.state.sent(rows.event, whole)
            says: list[Stmt] = []
            if not self.spelling.is_element(rows, row):
                event = self.events.about(rows, row, whole if row.source else None, *at)
                says, event = self.spelling.ended(scope, rows, row, event, w, last)
            own = self.spelling.closes(rows, row, [one for _, one in closing], w, whole)
            steps = [*says, ir.append(ir.var("events"), event)]
            scope.add(*([ir.if_((ir.and_(*own), steps))] if own else steps))

    @property
    def told_by(self) -> frozenset[str]:
        """The keys of an element that say which pieces are its own."""
        rows = [row for base in self.bases for _, row in self._rows(base, *PIECES)]
        return frozenset(key for row in rows for key in self.wire.tags(row.record) if row.record)

    @property
    def endings(self) -> bool:
        """Whether the event that ends an element brings more of it."""
        return any(said_at_end(self.wire, self.state.stream, rows) for rows in self.own)

    @property
    def finals(self) -> bool:
        """Whether an element comes once more as a whole where it ends."""
        closing = self._rows(self.base, "close")
        return any(row.source or self.spelling.is_element(rows, row) for rows, row in closing)
