"""Plans the events that name the element of the reply which they begin, fill or end.

An event is about one element, however deep it stands: each step of its place with a key is a list
whose element the event names, each without one an object, made where it is missing.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import groupby

from ... import ir
from ...ir import Expr, Stmt
from ...load.stream import UNNAMED, EventRows, Step, StreamRow, names
from ...resolve.paths import records
from ...resolve.spelled import is_element, rows_at_end
from ...resolve.streaming import found_at, source_of, subject
from ...resolve.telling import common_tag
from .about import About
from .beginning import Beginner
from .blocks import BlockPlanner
from .moves import begun_otherwise, moves_of
from .shown import Blocks, Path
from .spelled import begun_as, ended_with, last_end, taken_whole, unbegun, whole_at_once
from .state import READING, ROOT, E, S, StreamState, slot_part, told_apart, value_at


class ElementPlanner:
    """Plans what becomes of an element: opened, filled piece by piece, closed."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown
        self.blocks = BlockPlanner(state)
        self.begins = Beginner(state, self.blocks)

    def plan(self, event: str, arms: list[EventRows]) -> None:
        rows = [row for arm in arms for row in arm.rows]
        first = next((row for row in rows if row.operator in ("open", "close")), rows[0])
        whole = is_element(self.wire, self.stream, event, first)
        if first.operator == "open":
            about = self._above(event, "", first, 1)
            self._open(arms[0], first, about)
        else:
            unnamed = whole and first.unnamed
            about = self._above(event, arms[0].arm, first, int(unnamed), opens=whole)
        keys = [*sorted(self.wire.tags(event)), *(path[0] for path in about.numbers if path)]
        if whole:
            self._taken(about)
        elif first.operator in ("open", "close"):
            if first.operator == "close":
                self._close(arms[0], about, first)
            if first.source or first.operator == "close":
                beside = rows_at_end(self.wire, self.stream, arms[0])
                named = [*keys, *first.source[:1], *(one.source[0] for one in beside)]
                self._others(E, named, self._unread(arms[0], ()), self.wire.required(event))
        elif not arms[0].arm:
            self._object(arms[0], list(arms[0].rows), E, (), about)
        else:
            self._arms(event, arms, about)
            way = self.wire.way_to(event, arms[0].arm)
            ignored = tuple(name for arm in arms for name in self._unread(arm, ()))
            self._others(E, [*keys, way[0]], ignored, self.wire.required(event))

    def _taken(self, about: About) -> None:
        """An event that is the element itself."""
        blocks, named = self.shown.blocks(names(about.steps)), about.numbers[-1] != ()
        if not named:
            about.slots.append((len(about.steps), ir.var(self.state.scope.fresh("slot"))))
        upper = About(about.steps, about.slots[:-1], about.numbers)
        opened = self.begins.opening(upper, E, whole=True)
        showing = [] if blocks else self._show_complete(about)
        whole = taken_whole(self.blocks, blocks, about.slot, opened, showing, named=named)
        self.state.scope.add(*whole)

    def _above(
        self, event: str, arm: str, row: StreamRow, less: int, *, opens: bool = False
    ) -> About:  # fmt: skip
        """Look up the element that an event is about, and those it stands in, but for the last."""
        scope, steps = self.state.scope, subject(row.place)
        about = About(steps, [(0, ROOT)], [])
        lists = [at for at, step in enumerate(steps, 1) if step.key]
        for at in lists:
            key = steps[at - 1].key
            number = found_at(self.wire, event, arm, row.source, key) if key != UNNAMED else ()
            assert number is not None, steps
            about.numbers.append(number)
        for at, number in list(zip(lists, about.numbers, strict=True))[: len(lists) - less]:
            slots = _slots(about, at)
            found = ir.Lookup(slots, value_at(E, number), ir.const(None)) if number else (
                ir.runtime("last_begun", slots))  # fmt: skip
            about.slots.append((at, scope.let("slot", found)))
            if at != lists[-1] or not (opens or self._opens(event)):
                missing = self.begins.missing(event, row, about)
                scope.add(ir.if_((ir.missing(about.slot), missing)))
        return about

    def _opens(self, event: str) -> bool:
        """Whether a piece may begin the element that it is for."""
        own = [rows for rows in self.stream.events if rows.event == event]
        return any(row.opens for rows in own for row in rows.rows)

    def _unread(self, rows: EventRows, path: Path) -> tuple[str, ...]:
        """The keys of an object of an event that say nothing of the reply."""
        return (*rows.ignored, *(() if path else self.state.repeated(rows.event)))

    def _others(
        self, e: Expr, named: list[str], ignored: tuple[str, ...], there: AbstractSet[str]
    ) -> None:
        """Keep what no row names of an event, or of an object in it, in the whole itself.

        ``there`` are keys that it must have.
        """
        named = list(dict.fromkeys(named))
        names = self.state.names_constant([*named, *ignored])
        keep = ir.do(ir.runtime("keep_others", ROOT, slot_part(ROOT, "w"), e, names))
        more = ir.SizeNot(e, len(named), "") if there >= {*named} else ir.not_(ir.Covers(names, e))
        self.state.scope.add(ir.if_((more, [keep])))

    # -- an element as a whole

    def _open(self, rows: EventRows, row: StreamRow, about: About) -> None:
        scope = self.state.scope
        value = begun_as(self.state, rows, row)
        self._end_of_last(about, row)
        opened = self.begins.opening(about, value)
        blocks, later = self.shown.blocks(names(row.place)), unbegun(self.state, rows.event, row)
        if blocks is None and not later:
            scope.add(ir.do(opened))
        else:
            slot = scope.let("slot", opened)
            for path, empty in later:
                scope.add(ir.do(ir.runtime("begun_with", slot, ir.const(path), empty)))
        if blocks is None:
            scope.add(*self._begun_with(about, value))
        else:
            scope.add(*self.blocks.begin(blocks, slot, value))
            if whole_at_once(self.state, row):
                scope.add(*self.blocks.given(blocks, slot), *self.blocks.close(blocks, slot))

    def _end_of_last(self, about: About, row: StreamRow) -> None:
        """Where nothing names elements, and nothing ends them, one ends where the next begins."""
        blocks = self.shown.blocks(names(row.place))
        closing = [one for rows in self.stream.events for one in rows.rows
                   if one.operator == "close" and names(one.place) == names(row.place)]  # fmt: skip
        if about.numbers[-1] or closing or blocks is None:
            return
        slots = _slots(about, len(about.steps))
        last = self.state.scope.let("last", ir.runtime("last_begun", slots))
        self.state.scope.add(ir.if_((ir.present(last), self.blocks.close(blocks, last))))

    def _begun_with(self, about: About, value: Expr) -> list[Stmt]:
        """Show the text that a part of a shown element begins with: it may be all of it."""
        owner, path, above = self._owner(about.steps, about)
        return [] if above is None else self.blocks.rest(above, owner, path, ir.const({}), value)

    def _close(self, rows: EventRows, about: About, row: StreamRow) -> None:
        scope, slot = self.state.scope, about.slot
        blocks = self.shown.blocks(names(about.steps))
        close = self.blocks.close(blocks, slot) if blocks else self._show_complete(about)
        if row.source:
            self._final(about, row, blocks)
            scope.add(*close)
            return
        given = self.blocks.given(blocks, slot) if blocks else []
        if rows_at_end(self.wire, self.stream, rows):
            # What the end says once more as an object would be shown as if no pieces had come.
            scope.add(*given)
            ended_with(self.state, self.blocks, blocks, slot, rows)
            given = []
        others = [*moves_of(self.state, about.steps, slot), *given]
        scope.add(*last_end(self.state, row, slot, others, close))

    def _final(self, about: About, row: StreamRow, blocks: Blocks | None) -> None:
        """What an element is at its end replaces what its pieces made."""
        scope, slot = self.state.scope, about.slot
        value = scope.let(row.source[-1], value_at(E, row.source))
        bad = ir.fail("an object", value_at(E, row.source[:-1]), row.source[-1])
        scope.add(ir.if_((ir.isnt(value, "object"), [bad])))
        with self.state.steps.inner() as final:
            final.add(*self._more_at_end(about, blocks, value))
        if row.opens:
            begun = self._whole(about, blocks, value)
            scope.add(ir.if_((ir.missing(slot), begun), otherwise=final.body))
        else:
            scope.add(*final.body)
        scope.add(ir.do(ir.runtime("renew", slot, value)))

    def _more_at_end(self, about: About, blocks: Blocks | None, value: Expr) -> list[Stmt]:
        """Show what an element says more in the end than its pieces did."""
        if blocks is not None:
            return self.blocks.final(blocks, about.slot, value)
        owner, path, above = self._owner(about.steps, about)
        w = slot_part(about.slot, "w")
        return [] if above is None else self.blocks.rest(above, owner, path, w, value)

    def _whole(self, about: About, blocks: Blocks | None, value: Expr) -> list[Stmt]:
        """Begin an element of which no event said so with what it is in the end."""
        upper = About(about.steps, about.slots[:-1], about.numbers)
        opened = ir.assign(about.slot, self.begins.opening(upper, value))
        if blocks is None:
            return [opened, *self._begun_with(about, value)]
        begun = self.blocks.begin(blocks, about.slot, value)
        return [opened, *begun, *self.blocks.given(blocks, about.slot)]

    def _show_complete(self, about: About) -> list[Stmt]:
        """Show an element of a block, now that it is complete, unless it is the block's text."""
        owner, path, blocks = self._owner(about.steps, about)
        found = blocks.elements if blocks is not None else []
        texts = [way[: len(path)] for one in found for way in one.ways]
        if blocks is None or path in texts:
            return []
        done = ir.arr(ir.runtime("built", slot_part(about.slot, "w")))
        return self.blocks.overlay(owner, path, done)

    # -- pieces of an element

    def _arms(self, event: str, arms: list[EventRows], about: About) -> None:
        """What stands in the event is one of several types."""
        scope, way, inner = self.state.scope, self.wire.way_to(event, arms[0].arm), E
        holders = []
        for key in way:
            holders.append(inner)
            inner = scope.let(key, ir.get(inner, key))
        questions = self.state.arms(event, arms)
        by = common_tag(questions)
        tag = scope.let("tag", ir.opt(inner, by)) if by else None
        branches, quiet = [], []
        for question in questions:
            arm = next((arm for arm in arms if arm.arm == question.arm), None)
            is_it = self.state.asked(question, inner, by, tag)
            if arm is None:
                continue
            if arm.ignore:
                quiet.append(ir.not_(is_it))
                continue
            with self.state.steps.inner() as steps:
                self._object(arm, list(arm.rows), inner, way, about)
            branches.append((is_it, steps.body))
        scope.add(told_apart(branches, quiet, [self._unknown(arms, inner, about)]))
        for depth, holder in enumerate(holders[1:], 1):
            numbers = [path[-1] for path in about.numbers if path[:-1] == way[:depth]]
            types = records(source_of(self.wire, event, "", way[:depth]).shapes)
            there = {key for key in numbers if all(key in self.wire.required(t) for t in types)}
            self._others(holder, [way[depth], *numbers], (), {way[depth], *there})

    def _unknown(self, arms: list[EventRows], inner: Expr, about: About) -> Stmt:
        """A piece that no row knows."""
        keys = {key for arm in arms for key in self.wire.tags(arm.arm)}
        tags = self.state.names_constant(sorted(keys))
        event = self.state.sent(arms[0].event, E)
        blocks = self.shown.blocks(names(about.steps))
        read = self.state.reader(blocks) if blocks is not None else READING
        args = (S, about.slot, ir.FormatName(), event, inner, tags, self.state.once(), read)
        return ir.if_((ir.runtime("show_unknown", *args), [ir.Stop()]))

    def _object(
        self, rows: EventRows, inside: list[StreamRow], e: Expr, path: Path, about: About
    ) -> None:
        """The pieces in an object of the event, which stands at a path of it."""
        shapes = source_of(self.wire, rows.event, rows.arm, path).shapes
        types, others = records(shapes), [one for one in shapes if one.kind in ("object", "any")]
        either, own = len(types) > 1 or bool(types and others), types[0] if types else ""
        named = [] if either else sorted(self.wire.tags(own))
        depth = len(path)
        named += [number[depth] for number in about.numbers if number and number[:depth] == path]
        branches: list[tuple[Expr, list[Stmt]]] = []
        for key, group in groupby(inside, lambda row: "".join(row.source[depth : depth + 1])):
            with self.state.steps.inner() as steps:
                self._key(rows, list(group), e, (*path, key) if key else path, about)
                if either:
                    tags = {tag for name in types if key in self.wire.properties(name)
                            for tag in self.wire.tags(name)}  # fmt: skip
                    there = {key} if tags <= {key} else set()
                    self._others(e, [key, *sorted(tags)], self._unread(rows, path), there)
            named.append(key)
            if either:
                branches.append((ir.has(e, key), steps.body))
            elif key and (key not in self.wire.required(own) or self._nullable(rows, (*path, key))):
                self.state.scope.add(ir.if_((ir.present(ir.opt(e, key)), steps.body)))
            else:
                self.state.scope.add(*steps.body)
        if either:
            self.state.scope.add(told_apart(branches, [], [self._unknown([rows], e, about)]))
        elif "" not in named:
            self._others(e, named, self._unread(rows, path), self.wire.required(own))

    def _nullable(self, rows: EventRows, path: Path) -> bool:
        """Whether an event may say by null that it brings nothing there."""
        shapes = source_of(self.wire, rows.event, rows.arm, path).shapes
        return any(shape.kind == "null" for shape in shapes)

    def _key(
        self, rows: EventRows, inside: list[StreamRow], e: Expr, path: Path, about: About
    ) -> None:
        """The rows that take one key of an object, or go through it."""
        scope = self.state.scope
        if len(inside[0].source) > len(path):
            inner = scope.let(path[-1], ir.get(e, path[-1]))
            if rows.arm and not self.wire.tags(rows.arm):
                # Told by its keys, it may fit another arm of the schema, whatever stands there.
                bad = ir.fail("an object", e, path[-1])
                scope.add(ir.if_((ir.isnt(inner, "object"), [bad])))
            self._object(rows, inside, inner, path, about)
        else:
            moved = [later for _, later in rows.moves]
            for row in (row for row in inside if row not in moved):
                self._piece(rows, row, e, about)

    def _piece(self, rows: EventRows, row: StreamRow, e: Expr, about: About) -> None:
        """One piece of an element: ``e`` is the object that has it."""
        scope, slot = self.state.scope, about.slot
        place = row.place[len(about.steps) :]
        owner, path, blocks = self._owner(row.place, about)
        if self._opens(rows.event):
            begin = self.begins.by_piece(row, about, path, blocks) if row.opens else (
                self.begins.missing(rows.event, row, about))  # fmt: skip
            scope.add(ir.if_((ir.missing(slot), begin)))
        if row.operator == "gather":
            tags = self.state.names_constant(sorted(self.wire.tags(rows.arm)))
            piece = e if rows.arm else ir.get(e, row.source[-1])
            gathered = ir.runtime("gather_piece", slot, piece, tags, self.state.once())
            scope.add(ir.do(gathered))
            return
        key, source = place[-1].name, row.source[-1]
        w = self.begins.holder(slot, about.steps, names(place))
        value = scope.let(source, ir.get(e, source))
        if len(place) > 1:
            w = scope.let("holder", w)
        if row.operator in ("append", "done"):
            bad = ir.fail("a string", e, source)
            if row.operator == "append":
                shapes = self.state.shapes(rows.event, row.source)
                scope.add(*self.state.as_text(shapes, value))
            scope.add(ir.if_((ir.isnt(value, "string"), [bad])))
        if row.operator == "done":
            if blocks is not None:
                scope.add(*self.blocks.done(blocks, owner, path, row.record, w, value))
            scope.add(ir.do(ir.runtime("done", w, ir.const(key), value)))
            return
        if row.operator == "append":
            carrier = blocks.carrier if blocks else ""
            scope.add(*self.state.append(row, w, key, value, carrier))
            if blocks is not None:
                if begun_otherwise(self.state, blocks, rows, row):
                    scope.add(*self.blocks.begin_late(blocks, slot, path))
                inside = owner is not slot
                scope.add(*self.blocks.piece(blocks, owner, path, value, row.record, quiet=inside))
            return
        found = ir.runtime("items", w, ir.const(key))
        news = value
        if row.operator == "add":
            scope.add(ir.append(found, ir.runtime("owned", value)))
            news = ir.arr(value)
        else:
            item = ir.var(scope.fresh("part"))
            run = ir.do(self.state.run_on(row, names(row.place), found, item))
            scope.add(ir.if_((ir.isnt(value, "array"), [ir.fail("a list", e, source)])))
            scope.add(ir.for_(ir.name_of(item), value, [run]))
        if blocks is not None and owner is slot:
            scope.add(*self.blocks.overlay(slot, path, news))

    def _owner(
        self, steps: tuple[Step, ...], about: About
    ) -> tuple[Expr, Path, Blocks | None]:  # fmt: skip
        """The shown element that a place is in, and where it is in that."""
        place = names(steps)
        for at, slot in about.slots[1:]:
            blocks = self.shown.blocks(place[:at])
            if blocks is not None:
                return slot, place[at:], blocks
        return about.slot, place, None


def _slots(about: About, at: int) -> Expr:
    """The elements of a list that have begun, which stands at so many steps, by their keys."""
    begun, slot = about.slots[-1]
    path = ir.const(".".join(names(about.steps[begun:at])))
    return ir.Lookup(slot_part(slot, "lists"), path, ir.var("EMPTY"))
