"""Plans the writing of events that spell an element out, and what events find elements by."""

from __future__ import annotations

from collections.abc import Callable

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.stream import EventRows, Step, StreamRow, names
from ...resolve.paths import must_be_there
from ...resolve.spelled import (
    Found,
    begun_saying,
    comes_whole,
    found_by,
    is_element,
    respelled,
    rows_at_end,
)
from ...resolve.streaming import has_inside
from .events import EventMaker
from .lanes import of_type, tagged, told_apart
from .shown import Path
from .state import PIECES, StreamState, emptied_as, lookup

W, INDEX = ir.var("w"), ir.var("index")
Rows = Callable[..., list[tuple[EventRows, StreamRow]]]


class SpelledWriter:
    """Plans these events of a wire.

    ``rows`` finds the rows about the elements of a list, ``lists`` the lists inside of these.
    """

    def __init__(
        self, state: StreamState, events: EventMaker, rows: Rows,
        lists: Callable[[tuple[Step, ...]], list[Path]],
    ) -> None:  # fmt: skip
        self.state, self.wire, self.stream = state, state.wire, state.stream
        self.events, self.rows, self.lists = events, rows, lists

    def is_element(self, rows: EventRows, row: StreamRow) -> bool:
        return is_element(self.wire, self.stream, rows.event, row)

    def opened(
        self, rows: EventRows, row: StreamRow, part: Expr, w: Expr, *at: Expr
    ) -> tuple[list[Stmt], Expr]:
        """The event that begins an element of a type, with what other events bring left out."""
        own = respelled(rows)
        taken = [names(one.place[len(row.place) :]) for one in own]
        taken += [(key,) for key in self.wire.tags(row.record)]
        taken += self.lists(row.place)
        taken += self.told_last(rows, row)
        if comes_whole(self.wire, self.stream, names(row.place), row.record):
            taken += [
                (key,) for key in self.wire.properties(row.record)
                if not begun_saying(self.wire, self.stream, rows, row, (key,))
            ]  # fmt: skip
        pieces = {
            names(piece.place[len(row.place) :]): emptied_as(piece)[1]
            for _, piece in self.rows(row.place, *PIECES)
            if piece.record in ("", row.record)
        }
        taken += pieces
        taken = [path for path in taken if has_inside(self.wire, row.record, path)]
        near = sorted({path[0] for path in taken if len(path) == 1})
        deep = tuple(dict.fromkeys(path for path in taken if path[0] not in near))
        left: Expr = ir.runtime("without", w, self.state.names_constant(near))
        if deep:
            left = ir.runtime("all_beside", left, ir.const(deep))
        if row.source:
            event = self.events.about(rows, row, part, *at)
            return [ir.let(ir.name_of(part), left)], event
        # What comes in pieces is empty as it begins; they say all of it.
        empty = [
            (one.source, pieces[path]) for one in own
            if (path := names(one.place[len(row.place) :])) in pieces
            and must_be_there(self.wire, rows.event, one.source)
        ]  # fmt: skip
        event = self.events.inside(rows, row, None, *at, beside=empty)
        body: list[Stmt] = [ir.let(ir.name_of(part), ir.runtime("saying_of", left, event))]
        for one in own:
            path = names(one.place[len(row.place) :])
            if path in pieces:
                continue
            value = ir.var(f"its_{snake(one.source[-1])}")
            bound = ir.Bind(ir.name_of(value), lookup(w, path))
            body.append(ir.if_((ir.present(bound), self._put(rows, part, one.source, value))))
        return body, self.state.sent(rows.event, part)

    def _put(
        self, rows: EventRows, event: Expr, source: Path, value: Expr, *way: str
    ) -> list[Stmt]:
        """Put a value into an event, and the constants of the objects that it stands in."""
        every = [*self.events.on_the_way(rows, source), (source, value)]
        return [
            ir.do(ir.runtime("put_at", event, ir.const((*way, *path)), one)) for path, one in every
        ]

    def told_last(self, rows: EventRows, row: StreamRow) -> list[Path]:
        """What the event that ends an element brings, if that which begins it has no place for it.
        """
        return [
            path for ended, end in self.rows(row.place, "close")
            if end.record in ("", row.record) or not row.record
            for one in rows_at_end(self.wire, self.stream, ended)
            for path in [names(one.place[len(row.place) :])]
            if not begun_saying(self.wire, self.stream, rows, row, path)
        ]  # fmt: skip

    def ended(
        self, scope: Scope, rows: EventRows, row: StreamRow, event: Expr, w: Expr, final: Expr
    ) -> tuple[list[Stmt], Expr]:
        """The event that ends an element, with what it brings of what that is then.

        What has been told of ``w`` as the element began need not be told again.
        """
        own = rows_at_end(self.wire, self.stream, rows)
        if not own:
            return [], event
        e = ir.var(scope.fresh("end"))
        body: list[Stmt] = [ir.let(ir.name_of(e), event)]
        begins = [one for one in self.rows(row.place, "open") if row.record in ("", one[1].record)]
        for one in own:
            path = names(one.place[len(row.place) :])
            value = ir.var(scope.fresh(one.source[-1]))
            wanted = ir.present(ir.Bind(ir.name_of(value), lookup(final, path)))
            at_begin = any(begun_saying(self.wire, self.stream, *begun, path) for begun in begins)
            if at_begin and not must_be_there(self.wire, rows.event, one.source):
                before = ir.runtime("built", lookup(w, path))
                wanted = ir.and_(wanted, ir.not_(ir.runtime("same", value, before)))
            put = self._put(rows, e, one.source, value, *self.state.way_of(rows.event))
            body.append(ir.if_((wanted, put)))
        return body, e

    def closes(
        self, rows: EventRows, row: StreamRow, every: list[StreamRow], w: Expr, final: Expr
    ) -> list[Expr]:  # fmt: skip
        """Whether an event is about the end of an element, which is ``final`` then."""
        if self.is_element(rows, row):
            return told_apart(self.wire, self.stream, row, rows.event, final)
        return of_type(self.wire, self.stream, row, every, w)

    # -- what events find elements by

    def found(self, base: tuple[Step, ...]) -> Found:
        return found_by(self.wire, self.stream, names(base))

    def number(self, place: tuple[Step, ...], number: Expr) -> Expr:
        """What events find an element by that has nothing of its own for it."""
        return ir.runtime("in_words", number) if self.found(place).in_words else number

    def key(self, base: tuple[Step, ...], name: str) -> list[ir.Function]:
        """What events find an element by."""
        if self.found(base).by_number:
            return []
        body: list[Stmt] = []
        for record, path in self.found(base).own:
            own = ir.var("own")
            there = ir.present(ir.Bind("own", lookup(W, path)))
            body.append(ir.if_((ir.and_(*tagged(self.wire, record, W), there), [ir.ret(own)])))
        doc = "What events find an element by."
        body.append(ir.ret(self.number(base, INDEX)))
        return [ir.Function(name, ["w", "index"], doc, [], body)]
