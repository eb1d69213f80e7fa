"""Plans events that have the shape of the whole: a piece of the whole is an event."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope
from ...load.schema import Shape
from ...load.stream import EventRows, Stream, StreamRow, names
from ...resolve.paths import is_number, records, types
from .events import EventMaker
from .mirror import stripped
from .shown import Path
from .state import StreamState, items_of, record_of

W = ir.var("w")


class ChunkWriter:
    """Plans `_chunk`, which makes an event of a part of the body."""

    def __init__(self, state: StreamState, events: list[EventRows]) -> None:
        self.state, self.resolver = state, state.resolver
        self.wire, self.events = state.wire, events
        self.scope = Scope("w", "index", "text")

    def plan(self) -> list[ir.Function]:
        rows = next(one for one in self.events if one.rows)
        self.scope = Scope("w")
        e = self._split(list(rows.rows), rows.event, W, ())
        for key, value in self.state.repeating(rows.event):
            self.scope.add(ir.put(e, key, value))
        self.scope.add(ir.ret(self.state.sent(rows.event, e)))
        title = f"A `{rows.event}` with what a part of the body tells."
        chunk = ir.Function("_chunk", ["w"], title,
                            [row.text for row in rows.rows], self.scope.body)  # fmt: skip
        ending = ended_by(self.state.stream, self.events)
        return [chunk, self._tail(ending)] if ending is not None else [chunk]

    def _tail(self, rows: EventRows) -> ir.Function:
        """The event that ends a reply by its type, with what that says there."""
        event, e = self.wire.properties(rows.event), ir.var("e")
        body: list[Stmt] = [ir.let("e", EventMaker(self.state).made(rows, (), []))]
        for key, place in brought_last(self.state, rows).items():
            # What it requires is said once more, if it has been told.
            holder = ir.var("body") if key in self.wire.required(rows.event) else W
            body.append(ir.if_((ir.has(holder, place), [ir.put(e, key, ir.get(holder, place))])))
        body.append(ir.ret(ir.arr(self.state.sent(rows.event, e))))
        texts = [row.text for row in rows.rows] or [f"{rows.title}: {', '.join(event)}"]
        return ir.Function("_tail_events", ["w", "body"], "The event a reply ends with.",
                           texts, body)  # fmt: skip

    def _split(
        self, rows: list[StreamRow], record: str, w: Expr, path: Path, alone: bool = True
    ) -> Expr:  # fmt: skip
        """Make an object of an event of that at a path of the whole.

        ``alone``: no object of another type may stand there; else it says of which it is itself.
        """
        scope = self.scope
        moved = [row for row in rows if row.source]
        groups = _by_key(moved)
        taken: list[str] = []
        steps: list[tuple[str, list[StreamRow], tuple[Shape, ...]]] = []
        around = [(key, group) for key, group in groups if _stands_around(group)]
        taken += [name for key, group in around for name in self._around(key, group, record)]
        for key, group in (one for one in groups if one not in around):
            shapes = self.resolver.format.wire_shapes(record, (key,)) if record else ()
            name = self._place_name(group)
            listed = any(shape.kind == "array" for shape in shapes) and not _grows(group)
            # What an object of every event must have is said in each of them.
            demanded = bool(record) and key in self.wire.required(record)
            inner = demanded or len(group) > 1 or any(map(_holds_list, group))
            nested = inner and any(shape.kind == "record" for shape in shapes)
            if name != key or listed or nested:
                taken.append(name)
                steps.append((key, group, shapes))
        constants = [row.place[0].name for row in rows if row.is_const and len(row.place) == 1]
        others = self.state.constants(record, path) if path else {}
        tags = self.state.whole_tags(path) if path and record else {}
        unsaid = [key for key in tags if key not in self.wire.properties(record)]
        # What tells the event itself is no key of the reply.
        own = self.wire.tags(record) if record and not path else {}
        names = self.state.names_constant([*taken, *constants, *others, *unsaid, *own])
        e = scope.let("e", ir.runtime("without", w, names))
        for key in constants:
            consts = self.wire.const(record, key)
            if consts:
                scope.add(ir.put(e, key, ir.const(consts[0])))
        for key in others:
            # One that it need not have is said where the reply says its own.
            if key not in self.wire.required(record):
                put = ir.put(e, key, ir.const(self.wire.const(record, key)[0]))
                scope.add(ir.if_((ir.has(w, key), [put])))
        for key, value in self.wire.tags(record).items() if record and alone else ():
            # What tells an object of an event is said in each of them.
            if key not in constants:
                scope.add(ir.if_((ir.not_(ir.has(e, key)), [ir.put(e, key, ir.const(value))])))
        for key, group, shapes in steps:
            self._split_key(key, group, shapes, record, w, e, path)
        for key, group in around:
            self._put_around(key, group, record, w, e, path)
        for key in self._demanded_texts(record, groups):
            scope.add(ir.if_((ir.not_(ir.has(e, key)), [ir.put(e, key, ir.const(""))])))
        return e

    def _demanded_texts(
        self, record: str, groups: list[tuple[str, list[StreamRow]]]
    ) -> list[str]:  # fmt: skip
        """The keys that every object of a type has and a text comes under in pieces.

        In an event that brings none of it, an empty text says so.
        """
        required = self.wire.required(record) if record else ()
        return [
            key for key, group in groups if key in required and _grows(group)
            and "string" in types(self.resolver.format.wire_shapes(record, (key,)))
        ]

    def _around(self, key: str, group: list[StreamRow], record: str) -> list[str]:
        """What of the whole stands in such an object: what rows name, or all that it has."""
        found = [row.place[0].name for row in group if row.place]
        if len(found) < len(group):
            inner = record_of(self.resolver.format.wire_shapes(record, (key,)))
            found += {*self.wire.properties(inner)} - {*self.wire.properties(record)}
        return sorted({*found})

    def _put_around(
        self, key: str, group: list[StreamRow], record: str, w: Expr, e: Expr, path: Path
    ) -> None:  # fmt: skip
        """An object of the event around what stands in the whole without it."""
        inside = self.state.names_constant(self._around(key, group, record))
        part = self.scope.let(key, ir.runtime("only", w, inside))
        outer, self.scope = self.scope, self.scope.inner()
        rows = [replace(row, source=row.source[1:]) for row in group if row.place]
        inner = record_of(self.resolver.format.wire_shapes(record, (key,)))
        self.scope.add(ir.put(e, key, self._split(rows, inner, part, path)))
        body, self.scope = self.scope.body, outer
        demanded = key in self.wire.required(record)
        outer.add(*body if demanded else [ir.if_((ir.Filled(part), body))])

    def _numbered(
        self, base: StreamRow, record: str, element: Expr, position: Expr, place: Path
    ) -> list[Stmt]:
        """Give an element of an event the number that tells where it stands, if it needs one.

        A whole element tells its own. What is no number tells nothing; and of what holds the
        blocks the first has told them by its position, which no other may have.
        """
        index = base.place[-1].key
        own = index in self._own_keys(base)
        counts = is_number(self.resolver.format.wire_shapes(record, (index,)))
        demanded = not own or (index in self.wire.required(record) and counts)
        there, later = ir.has(element, index), ir.NotZero(position)
        lacks = ir.not_(there) if demanded else None
        lists = [one.path for one in self.state.shown.lists]
        around = place not in lists and any(path[: len(place)] == place for path in lists)
        if own and counts and around:
            wrong = ir.not_(ir.Filled(ir.opt(element, index)))
            lacks = ir.or_(ir.not_(later), wrong) if demanded else ir.or_(
                ir.and_(ir.not_(later), there), ir.and_(later, wrong)
            )  # fmt: skip
        return [ir.if_((lacks, [ir.put(element, index, position)]))] if lacks is not None else []

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

    def _least(self, record: str, around: tuple[str, ...] = ()) -> dict[str, Any]:
        """What an object of an event has that brings nothing: tags, empty lists and texts."""
        found: dict[str, Any] = dict(self.wire.tags(record)) if record else {}
        for key in sorted(self.wire.required(record)) if record else ():
            shapes = self.resolver.format.wire_shapes(record, (key,))
            inners = [shape.name for shape in shapes if shape.kind == "record"]
            inner = inners[0] if len(inners) == 1 else ""
            if any(shape.kind == "array" for shape in shapes):
                found[key] = "" if "string" in types(shapes) else []
            elif inner and inner not in (record, *around):
                found[key] = self._least(inner, (*around, record))
        return found

    def _split_key(
        self, key: str, group: list[StreamRow], shapes: tuple[Shape, ...], record: str,
        w: Expr, e: Expr, path: Path,
    ) -> None:  # fmt: skip
        base = next((row for row in group if len(row.source) == 1), None)
        deeper = [stripped(row, 1) for row in group if len(row.source) > 1]
        name = self._place_name(group)
        place = names(self._path_to(base)) if base else (*path, name)
        value = self.scope.let(name, ir.opt(w, name))
        lists = [] if _grows(group) else [shape for shape in shapes if shape.kind == "array"]
        if not lists and not types(shapes) & {"object", "any"}:
            self.scope.add(ir.if_((ir.has(w, name), [ir.put(e, key, value)])))
            return
        outer, self.scope = self.scope, self.scope.inner()
        required = key in self.wire.required(record)
        if lists:
            inner = record_of(items_of(lists))
            found = self.scope.let("found", ir.arr())
            position, item = self.scope.fresh("position"), ir.var(self.scope.fresh("item"))
            list_scope, self.scope = self.scope, self.scope.inner()
            assert base is not None
            numbered = False
            if base.operator == "run":
                self.scope.add(ir.append(found, item))
            else:
                alone = len(records(tuple(items_of(lists)))) < 2
                element = self._split(deeper, inner, item, place, alone)
                put = self._numbered(base, inner, element, ir.var(position), place)
                numbered = bool(put)
                self.scope.add(*put)
                self.scope.add(ir.append(found, element))
            loop = [_if_present(item, self.scope.body)]
            if numbered:
                list_scope.add(ir.ForIndex(position, ir.name_of(item), value, loop))
            else:
                list_scope.add(ir.for_(ir.name_of(item), value, loop))
            self.scope = list_scope
            self.scope.add(ir.put(e, key, found))
            kind, empty = "array", ir.arr()
        else:
            inner = record_of(shapes)
            self.scope.add(ir.put(e, key, self._split(deeper, inner, value, place)))
            least = self._least(inner)
            for text in self._demanded_texts(inner, _by_key(deeper)):
                least.setdefault(text, "")
            kind, empty = "object", ir.const(least) if least else ir.obj()
        body, self.scope = self.scope.body, outer
        otherwise = [ir.put(e, key, empty)] if required else []
        branches: list[tuple[Expr, list[Stmt]]] = [(ir.is_(value, kind), body)]
        if not required:
            branches.append((ir.has(w, name), [ir.put(e, key, value)]))
        outer.add(ir.if_(*branches, otherwise=otherwise))


def ended_by(stream: Stream, events: list[EventRows]) -> EventRows | None:
    """The event that ends a reply by its type, and goes out behind all that tells of it."""
    return next((rows for rows in events if rows.event in stream.ending), None)


def brought_last(state: StreamState, rows: EventRows | None) -> dict[str, str]:
    """The keys of that event which tell of the reply, each with the key that it has there."""
    if rows is None:
        return {}
    wire, whole = state.wire, state.stream.whole
    found = {row.source[0]: row.place[0].name for row in rows.rows}
    left = {*rows.ignored, *state.repeated(rows.event), *wire.tags(rows.event)}
    own = {*wire.properties(rows.event)} & {*wire.properties(whole)} - left
    return {key: key for key in sorted(own) if not wire.const(rows.event, key)} | found


def _stands_around(group: list[StreamRow]) -> bool:
    """Whether an object of an event is none of the whole: its keys go where it stands."""
    return all(len(row.source) > len(row.place) for row in group)


def _by_key(rows: list[StreamRow]) -> list[tuple[str, list[StreamRow]]]:
    """Rows by the key that they stand under, or inside of."""
    return [(key, list(group)) for key, group in groupby(rows, lambda row: row.source[0])]


def _grows(group: list[StreamRow]) -> bool:
    """Whether the rows of a key take the pieces of a text: it is told as it is."""
    return any(row.operator == "append" and len(row.source) == 1 for row in group)


def _holds_list(row: StreamRow) -> bool:
    """Whether what stands right under a key holds a list with a row of its own."""
    listed = row.operator == "run" or any(step.key for step in row.place)
    return listed and len(row.source) > 1


def _if_present(value: Expr, body: list[Stmt]) -> Stmt:
    """None stands for an element that has no news."""
    return ir.if_((ir.present(value), body))
