"""Plans the events that have the shape of the reply: each tells a part of it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import snake
from ...load.schema import Shape
from ...load.stream import Step, StreamRow, names
from ..asking import asked
from ..bound import place_of
from .call_pieces import piece_shown
from .shown import Blocks, Path
from .state import (
    CALLS,
    OUT,
    READING,
    ROOT,
    S,
    StreamState,
    first_of_several,
    items_of,
    record_of,
    slot_part,
)

W = ir.var("w")
RESTS = {"gather": "add", "filled": "fill"}
"""How the runtime takes the keys of an object that have no row, by the operator of its own."""


class MirrorPlanner:
    """Plans the way an object of an event goes into one of the reply, key by key."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown

    def plan(
        self, rows: list[StreamRow], record: str, e: Expr, w: Expr, slot: Expr,
        rest: str, known_keys: list[str], path: Path = (), shows: Expr | None = None,
    ) -> None:  # fmt: skip
        """Put an object of the event into one of the whole, key by key.

        ``path`` is where the latter stands in the whole. What no row names is kept as the
        runtime's function ``rest`` keeps it, but for ``known_keys``.
        """
        groups = [
            (key, list(group))
            for key, group in groupby([r for r in rows if r.source], lambda row: row.source[0])
        ]
        if rest == "keep":
            self._by_row(groups, record, e, w, slot, known_keys, path, shows)
        else:
            self._by_key(groups, record, e, w, slot, rest, known_keys, path, shows)

    def _by_row(
        self, groups: list[tuple[str, list[StreamRow]]], record: str, e: Expr, w: Expr, slot: Expr,
        known_keys: list[str], path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        """Ask for the key of each row: of many keys few have news."""
        scope = self.state.scope
        named = [*known_keys, *(key for key, _ in groups)]
        for key, group in groups:
            value = scope.let(key, ir.opt(e, key))
            scope.add(self._key(key, group, record, e, value, w, slot, path, shows, True))
        same = [key for key, group in groups if len(group[0].source) == len(group[0].place) == 1
                and group[0].place[0].name == key and not group[0].place[0].key]  # fmt: skip
        nulls = self.state.names_constant(same, ("NULLS_OF", record))
        noted = [ir.do(ir.runtime("note_nulls", w, e, nulls))] if same else []
        if slot == ROOT and not self._alike():
            names = self.state.names_constant(named)
            scope.add(ir.do(ir.runtime("keep_others", slot, w, e, names)), *noted)
            return
        names = self.state.names_constant(named, ("NAMED_IN", record))
        keep = ir.do(ir.runtime("keep_rest", slot, w, e, names))
        scope.add(ir.if_((ir.not_(ir.runtime("unsaid", slot, e)), [keep, *noted])))

    def _alike(self) -> bool:
        """Whether all events have one shape: what one has told, another need not tell."""
        return len({rows.event for rows in self.stream.events if rows.rows}) == 1

    def _by_key(
        self, groups: list[tuple[str, list[StreamRow]]], record: str, e: Expr, w: Expr, slot: Expr,
        rest: str, known_keys: list[str], path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        """Look at the keys there are: mostly one, of many that there might be."""
        scope = self.state.scope
        key, value = ir.var(scope.fresh("key")), ir.var(scope.fresh("value"))
        branches = []
        for name, group in groups:
            with self.state.steps.inner():
                step = self._key(name, group, record, e, value, w, slot, path, shows, False)
            branches.append((ir.eq(key, name), [step]))
        once = [self.state.once()] if rest == "add" else []
        other: list[Stmt] = [ir.do(ir.runtime(rest, w, key, value, *once))]
        if known_keys:
            unknown = ir.and_(*(ir.not_(ir.eq(key, name)) for name in known_keys))
            branches.append((unknown, other))
            other = []
        body = [ir.if_(*branches, otherwise=other)] if branches else other
        scope.add(ir.ForKeys(ir.name_of(key), ir.name_of(value), e, body))

    def _key(
        self, key: str, rows: list[StreamRow], record: str, e: Expr, value: Expr, w: Expr,
        slot: Expr, path: Path, shows: Expr | None, asked: bool,
    ) -> Stmt:  # fmt: skip
        """What the value of one key does; ``asked``: the key may not be there."""
        base = next((row for row in rows if len(row.source) == 1), None)
        deeper = [row for row in rows if len(row.source) > 1]
        shapes = self.state.shapes(record, (key,))
        lists = any(shape.kind == "array" for shape in shapes)
        objects = any(shape.kind in ("record", "object") for shape in shapes)
        whole = not (lists or objects or deeper)
        if whole and base is not None and not base.operator and base.place:
            # The latest value that says anything.
            for end, step in enumerate(base.place[:-1], 1):
                tags = ir.const(self.state.whole_tags((*path, *names(base.place[:end]))))
                w = ir.runtime("opened_object", w, ir.const(step.name), tags)
            put = ir.do(ir.runtime("put", w, ir.const(base.place[-1].name), value))
            return ir.if_((ir.present(value), [put]))
        kinds: tuple[str, ...]
        with self.state.steps.inner() as inner:
            if lists and base is not None and base.operator == "append":
                kinds, what = ("string", "array"), "a string or a list"
                self._mixed(base, value, w, path, shows)
            elif lists:
                kinds, what = ("array",), "a list"
                items = items_of(shapes)
                assert base is not None, key
                self._items(key, base, deeper, items, value, w, slot, path, shows)
            elif base is not None and base.operator == "append":
                kinds, what = ("string", "object") if objects else ("string",), "a string"
                self.state.scope.add(*self.state.as_text(shapes, value))
                self._text(base, value, w, path, slot, shows)
            else:
                kinds, what = ("object",), "an object"
                self._object(base, deeper, shapes, value, w, slot, path, shows)
        fits = ir.or_(*(ir.is_(value, one) for one in kinds))
        branches = [(fits, inner.body), (ir.present(value), [ir.fail(what, e, key)])]
        otherwise: list[Stmt] = []
        if not asked and base is not None and self._says_null(base, path):
            null = ir.runtime("note_nulls", w, e, self.state.names_constant([base.place[-1].name]))
            otherwise = [ir.do(null)]
        return ir.if_(*branches, otherwise=otherwise)

    def _says_null(self, row: StreamRow, path: Path) -> bool:
        """Whether null says what it says in the reply.

        Beside the pieces of a list whose numbers are the events' alone it says nothing.
        """
        if not row.place:
            return False
        step = row.place[-1]
        return not step.key or step.key in self.state.element_keys((*path, step.name))

    def _text(
        self, row: StreamRow, value: Expr, w: Expr, path: Path, slot: Expr, shows: Expr | None
    ) -> None:
        name, first, more = row.place[-1].name, list[Stmt](), list[Stmt]()
        kind = self.shown.texts.get((*path, name))
        if kind is not None:
            if (*path, name) in self.shown.alike:
                show = self._alike_text(row, value, kind, path, shows)
                self.state.scope.add(*self.state.append(row, w, name, value, ""), show)
                return
            args = self.shown.beside_first_piece((*path, name))
            begun = ir.do(ir.runtime("show_text", S, value, ir.const(kind), *args))
            there = ir.and_(ir.Filled(value), *([shows] if shows is not None else []))
            if (*path, name) in self.shown.marks.keys() | self.shown.demanded:
                first = more = [ir.if_((there, [begun]))]
            else:
                # An empty text is shown once: it is a block too.
                first = [ir.if_((shows, [begun])) if shows is not None else begun]
                event = ir.obj([("kind", ir.const(f"{kind}Delta")), ("text", value)])
                more = [ir.if_((there, [ir.append(OUT, event)]))]
        carrier = self.shown.carrier((*path, name))
        self.state.scope.add(*self.state.append(row, w, name, value, carrier, first, more))

    def _alike_text(
        self, row: StreamRow, value: Expr, kind: str, path: Path, shows: Expr | None
    ) -> Stmt:
        """Show a piece of a text that may come under several keys."""
        key = row.place[-1].name
        noted = ir.obj([(ir.FormatName(), ir.const({"$": {"at": key}}))])
        usual = key == self.shown.alike[*path, key][0]
        args = (S, value, ir.const(kind), ir.const(key), *([] if usual else [noted]))
        there = [ir.Filled(value), *([shows] if shows is not None else [])]
        return ir.if_((ir.and_(*there), [ir.do(ir.runtime("show_alike", *args))]))

    def _mixed(
        self, row: StreamRow, value: Expr, w: Expr, path: Path, shows: Expr | None
    ) -> None:
        """The next piece of what is a text, or a list of blocks."""
        name = row.place[-1].name
        blocks = self.shown.mixed[(*path, name)]
        is_shown = shows if shows is not None else ir.const(True)
        # Blocks of these kinds have keys of their own as well, and say that they stood here.
        others = {kind for place, kind in self.shown.texts.items() if place != (*path, name)}
        aside = sorted(others & {one.kind for one in blocks.elements} - {"text"})
        noted = ir.const({"kinds": aside, "key": name} if aside else {})
        args = (ir.const(name), value, is_shown, ir.const(blocks.plain), ir.Named(text_in(name)),
                ir.FormatName(), noted)  # fmt: skip
        context = [CALLS] if blocks.union.reads_calls else []
        context += place_of(blocks.union)
        read = (ir.Named(blocks.union.reading_list), *context)
        self.state.scope.add(ir.do(ir.runtime("mix", S, w, *args, *read)))

    def texts_in(self) -> list[ir.Function]:
        """Where the items have texts of what is a text, or a list."""
        found = []
        for path, blocks in self.shown.mixed.items():
            branches = [
                (asked(self.resolver.snaked, blocks.union.question_of(one.lens), W),
                 [ir.ret(ir.const(one.text))])
                for one in blocks.elements
            ]  # fmt: skip
            none = [ir.ret(ir.const(()))]
            rows = [f"{one.lens.lens.wire}: {'.'.join(one.text)}" for one in blocks.elements]
            doc = "Where an item has the text that goes on in the next one."
            body = [ir.if_(*branches, otherwise=none)] if branches else none
            found.append(ir.Function(text_in(path[-1]), ["w"], doc, rows, body))
        return found

    def _object(
        self, base: StreamRow | None, deeper: list[StreamRow], shapes: tuple[Shape, ...],
        value: Expr, w: Expr, slot: Expr, path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        rest = RESTS.get(base.operator if base is not None else "", "put")
        wrapped = base is None and len(deeper[0].source) > len(deeper[0].place)
        here = wrapped or (base is not None and not base.place)
        name = "" if here else (base or deeper[0]).place[-1 if base else 0].name
        inner = w
        for step in base.place[:-1] if base is not None else ():
            # Objects on the way to a place that lies deeper than what goes there.
            path = (*path, step.name)
            on_way = (inner, ir.const(step.name), ir.const(self.state.whole_tags(path)))
            opened = ir.runtime("opened_object", *on_way)
            inner = self.state.scope.let(f"our_{snake(step.name)}", opened)
        if not here:
            w = inner
            tags = ir.const(self.state.whole_tags((*path, name)))
            if base is not None and base.operator == "latest":
                fresh = ir.runtime("anew", w, ir.const(name), tags, value)
                inner = self.state.scope.let(f"our_{snake(name)}", fresh)
            else:
                inner = self.state.scope.let(f"our_{snake(name)}", ir.opt(w, name))
                made = ir.assign(inner, ir.runtime("opened_object", w, ir.const(name), tags))
                self.state.scope.add(ir.if_((ir.isnt(inner, "object"), [made])))
        record = record_of(shapes)
        if record:
            self.state.respell(record, value)
        depth = len(base.place) if base is not None else 0 if wrapped else 1
        rows = [stripped(row, depth) for row in deeper]
        steps = path if here else (*path, name)
        blocks = self.shown.blocks(steps)
        if blocks is not None:
            alone = ir.runtime("single", slot, w, ir.const(name))
            slot = self.state.scope.let("slot", alone)
        others = [*self.state.constants(record, steps)]
        self.plan(rows, record, value, inner, slot, rest, others, steps, shows)
        if blocks is not None:
            self.state.scope.add(*piece_shown(self.state, blocks, slot, value, None, shows))
        if (table := self.shown.alike_in.get(steps)) is not None:
            records = ir.runtime("show_records", S, value, ir.FormatName(), table)
            show = ir.do(records)
            self.state.scope.add(ir.if_((shows, [show])) if shows is not None else show)
        if self.shown.usage_lens is not None and steps in self.shown.usages:
            lens = self.shown.usage_lens
            args = (ir.FormatName(), ir.const(lens.lens.wire), ir.Named(lens.reading))
            self.state.scope.add(ir.do(ir.runtime("show_usage", S, inner, *args)))

    def _items(
        self, key: str, base: StreamRow, deeper: list[StreamRow], shapes: list[Shape],
        value: Expr, w: Expr, slot: Expr, path: Path, shows: Expr | None,
    ) -> None:  # fmt: skip
        step = base.place[-1]
        place = (*path, step.name)
        blocks = self.shown.blocks(place)
        record = record_of(shapes)
        item = ir.var(self.state.scope.fresh(key.rstrip("s") or "item"))
        several = base.operator == "renew" and bool(base.args[1:])
        at = ir.var(self.state.scope.fresh("at")) if several else item
        with self.state.steps.inner() as inner:
            if base.operator == "run":
                self._run(base, deeper, item, w, place, blocks, shows)
            else:
                keeps_key = step.key in self.state.element_keys(place)
                renew = base.args[0] if base.operator == "renew" else ""
                again = [path.split(".") for path in base.args[1:]] if renew else []
                args = [slot, w, ir.const(step.name), item, ir.const(step.key), ir.const(renew)]
                args += [ir.const(again), at, value] if again else []
                if record:
                    self.state.respell(record, item)
                others = self.state.constants(record, place)
                found = self._found(args, item, step, renew, again, slot, others)
                first = shows
                if blocks is None and not path:
                    first = first_of_several(found)
                if keeps_key:
                    untold = ir.not_(ir.has(slot_part(found, "w"), step.key))
                    put = ir.put(slot_part(found, "w"), step.key, ir.get(item, step.key))
                    self.state.scope.add(ir.if_((ir.and_(ir.has(item, step.key), untold), [put])))
                rows = [stripped(row, 1) for row in deeper]
                self.plan(rows, record, item, slot_part(found, "w"), found,
                             "keep" if blocks is None else "add", [step.key, *others],
                             place, first)  # fmt: skip
                if blocks is not None:
                    number = (step.key, keeps_key)
                    steps = piece_shown(self.state, blocks, found, item, number, shows)
                    self.state.scope.add(*steps)
        names = (ir.name_of(at), ir.name_of(item))
        each = ir.ForIndex(*names, value, inner.body) if several else (
            ir.for_(ir.name_of(item), value, inner.body))  # fmt: skip
        self.state.scope.add(each)
        if path or not self.state.is_required(path, step.name):
            empty = ir.do(ir.runtime("items", w, ir.const(step.name)))
            self.state.scope.add(ir.if_((ir.not_(ir.Filled(value)), [empty])))

    def _found(
        self, args: list[Expr], item: Expr, step: Step, renew: str,
        again: list[list[str]], slot: Expr, others: dict[str, Any],
    ) -> Expr:  # fmt: skip
        """The slot of an item: looked up, unless there is more to say than its number.

        ``others`` are constants that are none of a new element.
        """
        slots = ir.Lookup(slot_part(slot, "lists"), ir.const(step.name), ir.var("EMPTY"))
        number = ir.opt(item, step.key)
        found = self.state.scope.let("slot", ir.Lookup(slots, number, ir.const(None)))
        more = ir.missing(found)
        if renew:
            more = ir.or_(more, ir.has(item, renew))
        named = [ir.runtime("inside", item, *map(ir.const, path)) for path in again[:1]]
        # Which one it is that says neither, its place among the items may say.
        more = ir.or_(more, *map(ir.Filled, named), *(ir.missing(number) for _ in again[:1]))
        own: list[Stmt] = [
            ir.if_((ir.has(item, key), [ir.put(slot_part(found, "w"), key, ir.const(value))]))
            for key, value in others.items() if value is not None
        ]  # fmt: skip
        begun = ir.assign(found, ir.runtime("keyed", *args))
        self.state.scope.add(ir.if_((more, [begun, *own])))
        return found

    def _run(
        self, base: StreamRow, deeper: list[StreamRow], item: Expr, w: Expr, place: Path,
        blocks: Blocks | None, shows: Expr | None,
    ) -> None:  # fmt: skip
        scope = self.state.scope
        found = ir.runtime("items", w, ir.const(place[-1]))
        added = self.state.run_on(base, place, found, item)
        steps: list[Stmt] = [ir.do(added)]
        whole: Stmt | None = None
        if blocks is not None:
            position = ir.var(scope.fresh("position"))
            show = self.state.show_item(blocks, item, position, base)
            steps = [ir.assign(position, added),
                     ir.if_((shows, [show])) if shows is not None else show]  # fmt: skip
            path = blocks.call.arguments if blocks.call is not None else ()
            show_part = ir.do(ir.runtime(
                "show_partial", S, ir.var("piece"), READING,
                ir.const(list(path)), ir.const(blocks.carrier),
            ))  # fmt: skip
            whole = ir.if_((shows, [show_part])) if shows is not None else show_part
        paths = next((row for row in deeper if row.operator == "paths"), None)
        if paths is None:
            scope.add(*steps)
            return
        call, partial = paths.source[1], paths.source[2]
        carrier = blocks.carrier if blocks else ""
        names = blocks.call.named if blocks and blocks.call else ()
        args = (call, partial, paths.place[-1].name, list(names), carrier)
        piece = scope.let("piece", ir.runtime("continued", found, item, *map(ir.const, args)))
        otherwise = [whole] if whole is not None else []
        scope.add(ir.if_((ir.missing(piece), steps), otherwise=otherwise))


def text_in(name: str) -> str:
    """The function that says where the items of a list have their text."""
    return f"_text_in_{snake(name)}"


def stripped(row: StreamRow, steps: int) -> StreamRow:
    """A row as seen from inside the object it goes through."""
    return StreamRow(
        row.place[steps:], row.source[1:], row.position, row.operator, row.args,
        row.const, row.is_const,
    )  # fmt: skip
