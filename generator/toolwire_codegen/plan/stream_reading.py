"""Plans the reading of a stream: how each event adds to the reply that is under construction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ..load.schema import Shape
from ..load.stream import EventRows, Step, Stream, StreamRow
from . import ir
from .codecs import Scope, snake
from .ir import Expr, Stmt
from .resolve import Resolver
from .shown import Blocks, Element, Path, Shown, shown
from .unions import arm_condition
from .wire_objects import kept_required

E, S = ir.var("e"), ir.var("s")
MERGE = "_merge_event"


def member(name: str) -> Expr:
    return Expr("member", (S, name))


OUT, CALLS, ROOT = member("out"), member("calls"), member("root")
SHOWS_CALLS = member("deltas")


def slot_part(slot: Expr, name: str) -> Expr:
    return Expr("member", (slot, name))


class StreamPlanner:
    """Plans ``_merge_event`` and a function for each kind of event."""

    def __init__(self, resolver: Resolver, stream: Stream) -> None:
        self.resolver, self.stream = resolver, stream
        self.wire = resolver.wire
        self.shown: Shown = shown(resolver, stream.whole)
        self.functions: list[ir.Function] = []
        self.scope = Scope("e", "s")

    def plan(self) -> list[ir.Function]:
        by_event = [
            (event, list(rows))
            for event, rows in groupby(self.stream.events, lambda rows: rows.event)
        ]
        self.functions = [self._dispatch(by_event)]
        for event, rows in by_event:
            if not (rows[0].ignore or rows[0].error or self._brings_pieces(rows)):
                self.functions.append(self._event(event, rows))
        self.functions += [self._begun(), self._ended()]
        return self.functions

    def entry(self) -> dict[str, Any]:
        """What the public functions on streams need to know."""
        rows = [row for event in self.stream.events for row in event.rows if row.is_const]
        body = {row.place[0].name: row.const for row in rows if len(row.place) == 1}
        lens = self.shown.response
        return {
            "merge": MERGE,
            "read": lens.reading,
            "calls": lens.reads_calls,
            "body": body,
            "events": (self.stream.union,),
            "whole": (self.stream.whole,),
            "block_reading": self.shown.lists[0].union.reading_list,
            "block_calls": self.shown.lists[0].union.reads_calls,
        }

    # -- which event it is

    def _dispatch(self, by_event: list[tuple[str, list[EventRows]]]) -> ir.Function:
        # The event that most of a stream is made of comes first, and without a call.
        by_event = sorted(by_event, key=lambda pair: not self._brings_pieces(pair[1]))
        arms = [
            (event, tag, self._taken(event, rows), rows[0].ignore)
            for event, rows in by_event
            for tag in [self._tag(event)]
        ]
        opaque = ir.append(OUT, _opaque(E))
        body: list[Stmt] = []
        tagged = all(tag for _, tag, _, _ in arms)
        if tagged:
            tag = ir.var("tag")
            body.append(ir.let("tag", ir.opt(E, "type")))
            known = [(ir.eq(tag, t), steps) for _, t, steps, silent in arms if not silent]
            quiet = [ir.not_(ir.eq(tag, t)) for _, t, _, silent in arms if silent]
            if quiet:
                known.append((ir.and_(*quiet), [opaque]))
                body.append(ir.if_(*known))
            else:
                body.append(ir.if_(*known, otherwise=[opaque]))
        else:
            # One event may be several at once: an error beside a piece of the reply.
            body.append(ir.let("known", ir.const(False)))
            arms.sort(key=lambda arm: not self._is_error(arm[0]))
            for event, _, steps, _ in arms:
                condition = self._told_by(event)
                body.append(ir.if_((condition, [*steps, ir.let("known", ir.const(True))])))
            body.append(ir.if_((ir.not_(Expr("true", (ir.var("known"),))), [opaque])))
        rows = [f"{rows.title}: {_summary(rows)}" for rows in self.stream.events]
        title = f"Put one `{self.stream.union}` into the `{self.stream.whole}` it is a part of."
        return ir.Function(MERGE, ["e", "s"], title, rows, body)

    def _is_error(self, event: str) -> bool:
        return any(rows.error for rows in self.stream.events if rows.event == event)

    @staticmethod
    def _brings_pieces(arms: list[EventRows]) -> bool:
        """Whether an event brings the next piece of an element that it names."""
        rows = [row for arm in arms for row in arm.rows]
        return any(row.operator == "append" and row.place[0].key and len(row.place) == 2
                   for row in rows)  # fmt: skip

    def _taken(self, event: str, arms: list[EventRows]) -> list[Stmt]:
        if self._brings_pieces(arms):
            outer, self.scope = self.scope, self.scope.inner()
            self._addressed(event, arms)
            body, self.scope = self.scope.body, outer
            return body
        if arms[0].error:
            lens = self.resolver.bound[self.resolver.transform.response[0], event]
            args = [E, *([CALLS] if lens.reads_calls else [])]
            return [ir.do(ir.runtime("show_error", S, ir.call(lens.reading, *args)))]
        return [ir.do(ir.call(_name(event), E, S))]

    def _tag(self, event: str) -> str:
        values = self.wire.const(event, "type") if "type" in self.wire.required(event) else ()
        return str(values[0]) if values else ""

    def _told_by(self, event: str) -> Expr:
        required = sorted(self.wire.required(event))
        if not required:
            name = f"KEYS_{snake(event).upper()}"
            keys = {*self.wire.properties(event), *self.resolver.spellings(event, ())}
            self.resolver.constants[name] = frozenset(keys)
            return ir.not_(Expr("disjoint", (ir.var(name), E)))
        if self._is_error(event):
            return ir.is_(ir.opt(E, required[0]), "object")
        return ir.and_(*(ir.has(E, key) for key in required))

    # -- one kind of event

    def _event(self, event: str, arms: list[EventRows]) -> ir.Function:
        self.scope = Scope("e", "s")
        rows = [row for arm in arms for row in arm.rows]
        places = {row.place[0] for row in rows if row.place and row.place[0].key}
        mirrored = any(self._is_list(event, row.source[:1]) for row in rows)
        if len(places) == 1 and not mirrored:
            self._addressed(event, arms)
        else:
            self._respell(event, E)
            rest = "keep" if arms[0].rest else ""
            tags = [k for k in self.wire.required(event) if self.wire.const(event, k)]
            known = [*arms[0].ignored, *sorted(tags)]
            self._merged(list(rows), event, E, slot_part(ROOT, "w"), ROOT, rest, known)
        texts = [
            (f"{arm.arm}: " if arm.arm else "") + row.text for arm in arms for row in arm.rows
        ] + (["*: *"] if arms[0].rest else [])
        title = f"Put a `{event}` into the `{self.stream.whole}` it is a part of."
        return ir.Function(_name(event), ["e", "s"], title, texts, self.scope.body)

    # -- events that say in a key of their own which element they are about

    def _addressed(self, event: str, arms: list[EventRows]) -> None:
        scope = self.scope
        first = arms[0].rows[0]
        step = first.place[0]
        if first.operator == "open":
            self._open(event, first)
            return
        number = ir.get(E, step.key)
        slot = scope.let("slot", Expr("lookup", (member("elements"), number, ir.const(None))))
        never = ir.fail("the number of a part that was begun", E, step.key)
        scope.add(ir.if_((ir.missing(slot), [never])))
        if first.operator == "close":
            self._close(slot, (step.name,))
            return
        if not arms[0].arm:
            for row in arms[0].rows:
                scope.add(*self._piece(row, E, slot, event))
            return
        key = self._arm_key(event, arms[0].arm)
        inner = scope.let(key, ir.get(E, key))
        tag = scope.let("tag", ir.opt(inner, "type"))
        branches = []
        for arm in arms:
            self.scope = scope.inner()
            for row in arm.rows:
                self.scope.add(*self._piece(row, inner, slot, arm.arm))
            values = self.wire.const(arm.arm, "type")
            branches.append((ir.eq(tag, values[0]), self.scope.body))
        self.scope = scope
        scope.add(ir.if_(*branches, otherwise=[ir.append(OUT, _opaque(E))]))

    def _arm_key(self, event: str, arm: str) -> str:
        """The key of an event under which a union has this arm."""
        for key, schema in self.wire.properties(event).items():
            if any(shape.name == arm for shape in self.wire.shapes(schema)):
                return key
        raise KeyError(arm)

    def _open(self, event: str, row: StreamRow) -> None:
        step, scope = row.place[0], self.scope
        value = scope.let(row.source[-1], self._value(E, row.source))
        args = (
            member("elements"), slot_part(ROOT, "w"), ir.const(step.name), ir.get(E, step.key),
            value,
        )  # fmt: skip
        slot = scope.let("slot", ir.runtime("opening", *args))
        blocks = self.shown.blocks((step.name,))
        if blocks is not None:
            scope.add(*self._begin(blocks, slot, value))

    def _begin(self, blocks: Blocks, slot: Expr, value: Expr) -> list[Stmt]:
        """Say what kind of block an element is, and show what it begins with."""
        tag = ir.var("tag")
        branches = []
        for element in blocks.elements:
            steps: list[Stmt] = [Stmt("set_member", (slot, "kind", ir.const(element.kind)))]
            if element.kind == "toolCall":
                steps += self._begin_call(element, slot, value)
            else:
                steps += self._begin_text(element, slot, value)
            condition = arm_condition(self.resolver, element.lens, blocks.union.tag, tag)
            branches.append((condition, steps))
        first = [ir.let("tag", ir.opt(value, blocks.union.tag))] if blocks.union.tag else []
        return [*first, ir.if_(*branches)] if branches else []

    def _news(self, element: Element, value: Expr, *paths: Path) -> Expr:
        """What an element begins with beside its tags and what has events of its own."""
        tags = [key for key, _ in element.lens.wire_tags]
        names = self._names([*tags, *(path[0] for path in paths)])
        kept = kept_required(self.resolver, element.lens) if element.lens.lens.own else []
        return ir.runtime("news_of", value, names, ir.const(dict.fromkeys(kept, "")))

    def _begin_text(self, element: Element, slot: Expr, value: Expr) -> list[Stmt]:
        news, text = ir.var(self.scope.fresh("news")), ir.var(self.scope.fresh("text"))
        found = Expr("bind", (news.args[0], self._news(element, value, element.text)))
        shows = ir.do(ir.runtime("show_overlay", S, slot, Expr("FORMAT", ()), news))
        piece = ir.append(OUT, _delta(element.kind, slot, text))
        key = element.text[-1]
        noted = Stmt("set_member", (slot, "told", ir.const(True)))
        return [
            ir.if_((found, [shows])),
            ir.let(text.args[0], self._lookup(value, element.text)),
            ir.if_((ir.and_(ir.present(text), ir.isnt(text, "string")),
                    [ir.fail("a string", value, key)]),
                   (Expr("true", (text,)), [piece, noted])),
        ]  # fmt: skip

    def _begin_call(self, element: Element, slot: Expr, value: Expr) -> list[Stmt]:
        paths = (element.id, element.name, element.arguments)
        count = member("call_count")
        told = [self._lookup(value, path) for path in paths[:2]]
        news = self._news(element, value, *paths)
        show = ir.do(ir.runtime("show_begun", S, slot, Expr("FORMAT", ()), *told, news))
        return [
            Stmt("set_member", (slot, "call", count)),
            Stmt("set_member", (S, "call_count", Expr("sum", (count, ir.const(1))))),
            Stmt("set_member", (slot, "told", ir.const(True))),
            ir.if_((Expr("true", (SHOWS_CALLS,)), [show])),
        ]

    def _close(self, slot: Expr, path: Path) -> None:
        blocks = self.shown.blocks(path)
        settled = ir.runtime("settle", slot_part(slot, "w"))
        if blocks is None:
            self.scope.add(ir.do(settled))
            return
        self.scope.add(ir.do(settled))
        for element in blocks.elements:
            if element.kind == "toolCall" and element.arguments:
                # No pieces came: the element began with its arguments.
                given = self._lookup(slot_part(slot, "w"), element.arguments)
                local = ir.var(self.scope.fresh("arguments"))
                whole = ir.is_(Expr("bind", (local.args[0], given)), "object")
                wanted = ir.and_(SHOWS_CALLS, ir.eq(slot_part(slot, "kind"), "toolCall"), whole,
                                 Expr("true", (local,)))  # fmt: skip
                text = ir.runtime("json_text_of", local, ir.const(element.carrier))
                event = _delta("toolCall", slot, text)
                self.scope.add(ir.if_((wanted, [ir.append(OUT, event)])))
        w = ir.runtime("built", slot_part(slot, "w"))
        unshown = ir.not_(Expr("true", (slot_part(slot, "told"),)))
        steps = [(unshown, [self._show(blocks, w, slot_part(slot, "index"))])]
        for element in blocks.elements:
            if element.kind == "text" and element.lens.lens.keeps:
                text = self._lookup(slot_part(slot, "w"), element.text)
                empty = ir.and_(ir.eq(slot_part(slot, "kind"), "text"), ir.eq(text, ""))
                reading = ir.var("_read_blocks")
                show = ir.runtime("show_empty", S, slot, Expr("FORMAT", ()), reading)
                steps.append((empty, [ir.do(show)]))
        self.scope.add(ir.if_(*steps))

    def _show(self, blocks: Blocks, w: Expr, index: Expr) -> Stmt:
        """Show a whole element, as the block that its lens makes of it."""
        context = [CALLS] if blocks.union.reads_calls else []
        read = ir.call(blocks.union.reading_list, ir.arr(w), *context)
        return ir.do(ir.runtime("show_block", S, ir.at(read, 0), index))

    def _piece(self, row: StreamRow, e: Expr, slot: Expr, owner: str) -> list[Stmt]:
        """One piece of an element: ``e`` is the object that has it, ``owner`` its type."""
        key, source = row.place[-1].name, row.source[-1]
        w = slot_part(slot, "w")
        value = ir.var(self.scope.fresh(source))
        read = ir.let(value.args[0], ir.get(e, source))
        blocks = self.shown.blocks((row.place[0].name,))
        if row.operator == "add":
            steps: list[Stmt] = [ir.append(ir.runtime("items", w, ir.const(key)), value)]
            return [read, *steps, *self._overlay(slot, key, ir.arr(value))]
        bad = ir.fail("a string", e, source)
        check = ir.if_((ir.isnt(value, "string"), [bad]))
        steps = [read, check, *self._append(row, w, key, value, blocks)]
        return [*steps, *self._shown_piece(blocks, slot, key, value)]

    def _append(
        self, row: StreamRow, w: Expr, key: str, value: Expr, blocks: Blocks | None,
        first: Sequence[Stmt] = (), more: Sequence[Stmt] = (),
    ) -> list[Stmt]:  # fmt: skip
        """Add a piece to a text; then ``first`` if it is its first, else ``more``."""
        pieces = ir.var(self.scope.fresh("pieces"))
        as_json = row.args == ("json",)
        kind, start = ("json_pieces", "start_json") if as_json else ("pieces", "start_pieces")
        args = [w, ir.const(key), value]
        if as_json:
            carriers = [e.carrier for e in (blocks.elements if blocks else []) if e.carrier]
            args.append(ir.const(carriers[0] if carriers else ""))
        begin = ir.do(ir.runtime(start, *args))
        return [
            ir.let(pieces.args[0], ir.opt(w, key)),
            ir.if_(
                (ir.is_(pieces, kind), [ir.append(pieces, value), *more]),
                otherwise=[begin, *first],
            ),
        ]

    def _shown_piece(
        self, blocks: Blocks | None, slot: Expr, key: str, value: Expr
    ) -> list[Stmt]:
        """Show a piece as its block's, if a lens takes this key for the block's text."""
        if blocks is None:
            return []
        for element in blocks.elements:
            own = element.arguments if element.kind == "toolCall" else element.text
            if own == (key,):
                told = [Expr("true", (SHOWS_CALLS,))] if element.kind == "toolCall" else []
                told += [ir.eq(slot_part(slot, "kind"), element.kind), Expr("true", (value,))]
                shows: list[Stmt] = [ir.append(OUT, _delta(element.kind, slot, value))]
                if element.kind != "toolCall":
                    shows.append(Stmt("set_member", (slot, "told", ir.const(True))))
                return [ir.if_((ir.and_(*told), shows))]
        return self._overlay(slot, key, value)

    def _overlay(self, slot: Expr, key: str, value: Expr) -> list[Stmt]:
        news = ir.obj([(key, value)])
        return [ir.do(ir.runtime("show_overlay", S, slot, Expr("FORMAT", ()), news))]

    @staticmethod
    def _value(e: Expr, path: Path) -> Expr:
        value = e
        for key in path:
            value = ir.get(value, key)
        return value

    @staticmethod
    def _lookup(value: Expr, path: Path) -> Expr:
        for key in path[:-1]:
            value = Expr("lookup", (value, ir.const(key), ir.var("EMPTY")))
        return ir.opt(value, path[-1])

    # -- events that have the shape of the whole

    def _respell(self, record: str, e: Expr) -> None:
        name = self.resolver.spellings_constant(record, ())
        if name:
            odd = ir.not_(Expr("disjoint", (ir.var(f"{name}_KEYS"), e)))
            turned = ir.runtime("camel", e, ir.var(name), ir.const(""), ir.const(None))
            self.scope.add(ir.if_((odd, [ir.let(e.args[0], ir.at(turned, 0))])))

    def _merged(
        self, rows: list[StreamRow], record: str, e: Expr, w: Expr, slot: Expr,
        rest: str, known: list[str], path: Path = (), shows: Expr | None = None,
    ) -> None:  # fmt: skip
        """Put an object of the event into one of the whole, key by key.

        ``path`` is where the latter stands in the whole. What no row names is kept as the
        runtime's function ``rest`` keeps it, but for ``known`` keys.
        """
        groups = [
            (key, list(group))
            for key, group in groupby([r for r in rows if r.source], lambda row: row.source[0])
        ]
        if rest == "keep" and self.shown.blocks(path) is None:
            self._by_row(groups, record, e, w, slot, rest, known, path, shows)
        elif rest:
            self._by_key(groups, record, e, w, slot, rest, known, path, shows)
        else:
            for key, group in groups:
                value = self.scope.let(key, ir.opt(e, key))
                self.scope.add(self._key(key, group, record, e, value, w, slot, path, shows, True))

    def _by_row(
        self, groups: list[tuple[str, list[StreamRow]]], record: str, e: Expr, w: Expr, slot: Expr,
        rest: str, known: list[str], path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        """Ask for the key of each row: of many keys few have news."""
        scope = self.scope
        for key, group in groups:
            value = scope.let(key, ir.opt(e, key))
            scope.add(self._key(key, group, record, e, value, w, slot, path, shows, True))
        named = [*known, *(key for key, _ in groups)]
        news = slot_part(slot, "seen")
        quiet = self._nullable(record, named)
        for key in quiet:
            untold = ir.not_(Expr("in", (ir.const(key), news)))
            there = ir.present(ir.opt(e, key))
            put = ir.do(ir.runtime("keep", slot, w, ir.const(key), ir.get(e, key)))
            scope.add(ir.if_((ir.and_(untold, there), [put])))
        more = ir.not_(Expr("covers", (slot_part(slot, "known"), e)))
        names = self._names(named)
        more_names = [self._names(quiet)] if quiet else []
        rests = [ir.do(ir.runtime("keep_rest", slot, w, e, names, *more_names))]
        same = [key for key, group in groups if len(group[0].source) == len(group[0].place) == 1
                and group[0].place[0].name == key and not group[0].place[0].key]  # fmt: skip
        if same:
            rests.append(ir.do(ir.runtime("note_nulls", w, e, self._names(same))))
        scope.add(ir.if_((more, rests)))

    def _nullable(self, record: str, named: list[str]) -> list[str]:
        """Keys without rows that are there, and null, for most of a stream."""
        return [
            key for key in self.wire.properties(record)
            if key not in named
            and any(shape.kind == "null" for shape in self._shapes(record, (key,)))
        ]  # fmt: skip

    def _by_key(
        self, groups: list[tuple[str, list[StreamRow]]], record: str, e: Expr, w: Expr, slot: Expr,
        rest: str, known: list[str], path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        """Look at the keys there are: mostly one, of many that there might be."""
        scope = self.scope
        key, value = ir.var(scope.fresh("key")), ir.var(scope.fresh("value"))
        branches = []
        for name, group in groups:
            self.scope = scope.inner()
            step = self._key(name, group, record, e, value, w, slot, path, shows, False)
            branches.append((ir.eq(key, name), [step]))
        self.scope = scope
        more = (slot, w, key, value) if rest == "keep" else (w, key, value)
        other: list[Stmt] = [ir.do(ir.runtime(rest, *more))]
        if known:
            unknown = ir.and_(*(ir.not_(ir.eq(key, name)) for name in known))
            branches.append((unknown, other))
            other = []
        body = [ir.if_(*branches, otherwise=other)] if branches else other
        scope.add(Stmt("for_keys", (key.args[0], value.args[0], e, body)))

    def _names(self, names: list[str]) -> Expr:
        if not names:
            return ir.var("NOTHING")
        name = "NAMED_" + "_".join(snake(n).upper().strip("_") for n in sorted(set(names)))
        self.resolver.constants[name] = frozenset(names)
        return ir.var(name)

    def _key(
        self, key: str, rows: list[StreamRow], record: str, e: Expr, value: Expr, w: Expr,
        slot: Expr, path: Path, shows: Expr | None, asked: bool,
    ) -> Stmt:  # fmt: skip
        """What the value of one key does; ``asked``: the key may not be there."""
        base = next((row for row in rows if len(row.source) == 1), None)
        deeper = [row for row in rows if len(row.source) > 1]
        shapes = self._shapes(record, (key,))
        outer, self.scope = self.scope, self.scope.inner()
        if any(shape.kind == "array" for shape in shapes):
            kind, what = "array", "a list"
            items = [s for shape in shapes if shape.kind == "array" for s in shape.items]
            assert base is not None, key
            self._items(key, base, deeper, items, value, w, slot, path, shows)
        elif base is not None and not base.operator and base.place and not (
            deeper or any(shape.kind in ("record", "object") for shape in shapes)
        ):
            # The latest value that says anything.
            name = base.place[-1].name
            self.scope = outer
            told = ir.do(ir.runtime("put", w, ir.const(name), value))
            return ir.if_((ir.present(value), [told]))
        elif base is not None and base.operator == "append":
            kind, what = "string", "a string"
            self._text(base, value, w, path, slot, shows)
        else:
            kind, what = "object", "an object"
            self._object(base, deeper, shapes, value, w, slot, path, shows)
        inner, self.scope = self.scope, outer
        branches = [(ir.is_(value, kind), inner.body), (ir.present(value), [ir.fail(what, e, key)])]
        otherwise: list[Stmt] = []
        if not asked and base is not None and base.place and not base.place[-1].key:
            null = ir.runtime("note_nulls", w, e, self._names([base.place[-1].name]))
            otherwise = [ir.do(null)]
        return ir.if_(*branches, otherwise=otherwise)

    def _text(
        self, row: StreamRow, value: Expr, w: Expr, path: Path, slot: Expr, shows: Expr | None
    ) -> None:
        name = row.place[-1].name
        first: list[Stmt] = []
        more: list[Stmt] = []
        if (*path, name) in self.shown.texts:
            # An empty text is shown once: it is a block too.
            event = ir.obj([("kind", ir.const("textDelta")), ("text", value)])
            show = ir.append(OUT, event)
            there = [Expr("true", (value,)), *([shows] if shows is not None else [])]
            first = [ir.if_((shows, [show])) if shows is not None else show]
            more = [ir.if_((ir.and_(*there), [show]))]
        self.scope.add(*self._append(row, w, name, value, None, first, more))

    def _object(
        self, base: StreamRow | None, deeper: list[StreamRow], shapes: tuple[Shape, ...],
        value: Expr, w: Expr, slot: Expr, path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        rest = "add" if base is not None and base.operator == "gather" else "put"
        here = base is not None and not base.place
        name = "" if here else (base or deeper[0]).place[-1 if base else 0].name
        inner = w
        if not here:
            tags = ir.const(self._tags((*path, name)))
            inner = self.scope.let(f"our_{snake(name)}", ir.opt(w, name))
            made = ir.let(inner.args[0], ir.runtime("held", w, ir.const(name), tags))
            self.scope.add(ir.if_((ir.isnt(inner, "object"), [made])))
        record = next((shape.name for shape in shapes if shape.kind == "record"), "")
        if record:
            self._respell(record, value)
        rows = [_stripped(row, 0 if here else 1) for row in deeper]
        steps = path if here else (*path, name)
        self._merged(rows, record, value, inner, slot, rest, [], steps, shows)
        if steps == self.shown.usage:
            usage = ir.runtime("show_usage", S, ir.var(self.shown.usage_reading), inner)
            self.scope.add(ir.do(usage))

    def _items(
        self, key: str, base: StreamRow, deeper: list[StreamRow], shapes: list[Shape],
        value: Expr, w: Expr, slot: Expr, path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        step = base.place[-1]
        place = (*path, step.name)
        blocks = self.shown.blocks(place)
        record = next((shape.name for shape in shapes if shape.kind == "record"), "")
        item = ir.var(self.scope.fresh(key.rstrip("s") or "item"))
        outer, self.scope = self.scope, self.scope.inner()
        if base.operator == "run":
            self._run(base, deeper, item, w, step.name, blocks, shows)
        else:
            keeps_key = step.key in self._element_keys(place)
            renew = base.args[0] if base.operator == "renew" else ""
            known = [step.key]
            args = (slot, w, ir.const(step.name), item, ir.const(step.key), ir.const(renew))
            if record:
                self._respell(record, item)
            found = self._found(args, item, step, renew, slot)
            first = shows
            if blocks is None and not path:
                first = ir.not_(Expr("true", (slot_part(found, "index"),)))
            if keeps_key:
                untold = ir.not_(ir.has(slot_part(found, "w"), step.key))
                put = ir.put(slot_part(found, "w"), step.key, ir.get(item, step.key))
                self.scope.add(ir.if_((ir.and_(ir.has(item, step.key), untold), [put])))
            rows = [_stripped(row, 1) for row in deeper]
            self._merged(rows, record, item, slot_part(found, "w"), found,
                         "keep" if blocks is None else "add", known,
                         place, first)  # fmt: skip
            if blocks is not None:
                self._show_call(blocks, found, item, deeper, shows)
        body, self.scope = self.scope.body, outer
        outer.add(ir.for_(item.args[0], value, body))

    def _found(
        self, args: tuple[Expr, ...], item: Expr, step: Step, renew: str, slot: Expr
    ) -> Expr:
        """The slot of an item: looked up, unless there is more to say than its number."""
        slots = Expr(
            "lookup", (slot_part(slot, "lists"), ir.const(step.name), ir.var("EMPTY"))
        )  # fmt: skip
        number = ir.opt(item, step.key)
        found = self.scope.let("slot", Expr("lookup", (slots, number, ir.const(None))))
        more = ir.missing(found)
        if renew:
            more = ir.or_(more, ir.has(item, renew))
        self.scope.add(ir.if_((more, [ir.let(found.args[0], ir.runtime("keyed", *args))])))
        return found

    def _run(
        self, base: StreamRow, deeper: list[StreamRow], item: Expr, w: Expr, name: str,
        blocks: Blocks | None, shows: Expr | None,
    ) -> None:  # fmt: skip
        scope = self.scope
        found = ir.runtime("items", w, ir.const(name))
        added = ir.runtime("run_on", found, item, ir.const(base.args[0]))
        steps: list[Stmt] = [ir.do(added)]
        whole: Stmt | None = None
        if blocks is not None:
            position = ir.var(scope.fresh("position"))
            show = self._show(blocks, item, position)
            steps = [ir.let(position.args[0], added),
                     ir.if_((shows, [show])) if shows is not None else show]  # fmt: skip
            last = ir.runtime("built", Expr("last", (found,)))
            told = self._show(blocks, last, ir.const(None))
            whole = ir.if_((shows, [told])) if shows is not None else told
        paths = next((row for row in deeper if row.operator == "paths"), None)
        if paths is None:
            scope.add(*steps)
            return
        call, partial = paths.source[1], paths.source[2]
        carriers = [e.carrier for e in (blocks.elements if blocks else []) if e.carrier]
        args = (found, item, ir.const(call), ir.const(partial), ir.const(paths.place[-1].name),
                ir.const((carriers or [""])[0]))  # fmt: skip
        more = scope.let("whole", ir.runtime("continued", *args))
        complete = ir.and_(Expr("true", (more,)))
        branches = [(ir.missing(more), steps)]
        if whole is not None:
            branches.append((complete, [whole]))
        scope.add(ir.if_(*branches))

    def _show_call(
        self, blocks: Blocks, slot: Expr, item: Expr, rows: list[StreamRow], shows: Expr | None
    ) -> None:
        """Show the piece of a tool call that an element of a keyed list brought."""
        element = next((one for one in blocks.elements if one.kind == "toolCall"), None)
        if element is None:
            return
        kind = slot_part(slot, "kind")
        w = slot_part(slot, "w")
        is_call = arm_condition(self.resolver, element.lens, "", ir.var("tag"), blocks.union.keys)
        is_call = _about(is_call, w)
        begin = [
            Stmt("set_member", (slot, "kind", ir.const("toolCall"))),
            Stmt("set_member", (slot, "call", member("call_count"))),
            Stmt("set_member", (S, "call_count", Expr("sum", (member("call_count"), ir.const(1))))),
        ]
        # What stood before it and is no call has come to its end.
        begin.append(ir.do(ir.runtime("show_waiting", S, ir.var("_read_blocks"))))
        new = ir.and_(ir.not_(Expr("true", (kind,))), is_call)
        steps: list[Stmt] = [ir.if_((new, begin))]
        paths = (element.id, element.name, element.arguments)
        told = [ir.runtime("inside", item, *map(ir.const, path)) for path in paths]
        show = ir.do(ir.runtime("show_call", S, slot, Expr("FORMAT", ()), ir.const("id"), *told))
        wanted = [Expr("true", (SHOWS_CALLS,)), Expr("true", (kind,))]
        reading = ir.var("_read_blocks")
        other = ir.do(ir.runtime("show_later", S, slot, reading))
        steps.append(ir.if_((ir.not_(Expr("true", (kind,))), [other]),
                            (ir.and_(*wanted), [show])))  # fmt: skip
        if shows is not None:
            steps = [ir.if_((shows, steps))]
        self.scope.add(*steps)

    # -- schema

    def _is_list(self, record: str, path: Path) -> bool:
        return any(shape.kind == "array" for shape in self._shapes(record, path))

    def _shapes(self, record: str, path: Path) -> tuple[Shape, ...]:
        return self.resolver.wire_shapes(record, path) if path and record else ()

    def _whole_shapes(self, path: Path) -> tuple[Shape, ...]:
        """The shapes at a place of the whole, whose lists are passed through."""
        shapes = self.wire.shapes({"$ref": f"#/$defs/{self.stream.whole}"})
        for key in path:
            found: list[Shape] = []
            for shape in shapes:
                inner = [shape] if shape.kind != "array" else list(shape.items)
                for one in inner:
                    if one.kind == "record" and key in self.wire.properties(one.name):
                        found += self.wire.shapes(self.wire.properties(one.name)[key])
            shapes = tuple(found)
        return shapes

    def _tags(self, path: Path) -> dict[str, object]:
        """The constants that an object of the whole must have."""
        for shape in self._whole_shapes(path):
            if shape.kind == "record":
                required = self.wire.required(shape.name)
                keys = [k for k in self.wire.properties(shape.name) if k in required]
                consts = {key: self.wire.const(shape.name, key) for key in keys}
                return {key: values[0] for key, values in consts.items() if values}
        return {}

    def _element_keys(self, path: Path) -> set[str]:
        keys: set[str] = set()
        for shape in self._whole_shapes(path):
            for item in shape.items if shape.kind == "array" else ():
                if item.kind == "record":
                    keys |= set(self.wire.properties(item.name))
        return keys

    # -- the reply as a whole

    def _begun(self) -> ir.Function:
        """The reply's id and model, as far as the body tells them."""
        w = ir.var("w")
        body: list[Stmt] = [ir.let("x", ir.obj())]
        scope = Scope("w", "x")
        for row in self.shown.response.lens.rows:
            if row.fields[0] in (("id",), ("model",)) and row.targets:
                path = row.targets[0].path
                local = scope.fresh(row.name)
                bound = Expr("bind", (local, self._lookup(w, path)))
                put = ir.put(ir.var("x"), row.fields[0][0], ir.var(local))
                body.append(ir.if_((bound, [put])))
        body.append(ir.ret(ir.var("x")))
        return ir.Function("_begun", ["w"], "Whose reply a body is.", [], body)

    def _ended(self) -> ir.Function:
        """Whether the wire said why the reply stopped."""
        conditions = []
        for path in self.stream.ends:
            value: Expr = ir.var("w")
            for key in path[:-1]:
                value = ir.runtime("first", value) if key == "0" else Expr(
                    "lookup", (value, ir.const(key), ir.var("EMPTY")))  # fmt: skip
            conditions.append(Expr("true", (ir.opt(value, path[-1]),)))
        told = ir.or_(*conditions) if conditions else ir.const(True)
        result = Expr("not_empty", (told,))
        rows = [".".join(path) for path in self.stream.ends]
        return ir.Function("_ended", ["w"], "Whether a body is complete.", rows, [ir.ret(result)])


def _summary(rows: EventRows) -> str:
    if rows.ignore or rows.error:
        return "ignore" if rows.ignore else "error"
    texts = [row.text for row in rows.rows] + (["*: *"] if rows.rest else [])
    return texts[0] if len(texts) == 1 else f"{len(texts)} rows"


def _delta(kind: str, slot: Expr, value: Expr) -> Expr:
    if kind == "toolCall":
        pairs = [("kind", ir.const("toolCallDelta")), ("index", slot_part(slot, "call"))]
        return ir.obj([*pairs, ("argumentsDelta", value)])
    pairs = [("kind", ir.const(f"{kind}Delta")), ("index", slot_part(slot, "index"))]
    return ir.obj([*pairs, ("text", value)])


def _opaque(value: Expr) -> Expr:
    return ir.obj(
        [("kind", ir.const("opaque")), ("format", Expr("FORMAT", ())), ("value", value)]
    )


def _name(event: str) -> str:
    return f"_merge_{snake(event).strip('_')}"


def _stripped(row: StreamRow, steps: int) -> StreamRow:
    """A row as seen from inside the object it goes through."""
    return StreamRow(
        row.place[steps:], row.source[1:], row.position, row.operator, row.args,
        row.const, row.is_const,
    )  # fmt: skip


def _about(condition: Expr, value: Expr) -> Expr:
    """A condition on ``w``, asked of another value."""
    if condition == ir.var("w"):
        return value
    args = tuple(_about(arg, value) if isinstance(arg, Expr) else arg for arg in condition.args)
    return Expr(condition.op, args)
