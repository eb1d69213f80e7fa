"""Plans the events that name the element of the reply which they begin, fill or end."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...load.stream import EventRows, StreamRow
from ...resolve.telling import common_tag
from ..asking import asked
from ..kept import kept_required, unread_absents
from .shown import Blocks, Element, Path
from .state import (
    OUT,
    ROOT,
    SHOWS_CALLS,
    E,
    S,
    StreamState,
    delta,
    lookup,
    member,
    number_of,
    slot_part,
    text_of_arguments,
    told_apart,
    value_at,
)


class ElementPlanner:
    """Plans what becomes of an element: opened, filled piece by piece, closed."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown

    def plan(self, event: str, arms: list[EventRows]) -> None:
        """An event that names its element by number."""
        scope = self.state.scope
        first = next(row for arm in arms for row in arm.rows)
        step = first.place[0]
        keys = [*sorted(self.wire.tags(event)), step.key]
        if first.operator == "open":
            self._open(first)
            self._others(E, [*keys, first.source[0]], arms[0].ignored)
            return
        number = ir.get(E, step.key)
        slot = scope.let("slot", ir.Lookup(member("elements"), number, ir.const(None)))
        never = ir.fail("the number of a part that was begun", E, step.key)
        scope.add(ir.if_((ir.missing(slot), [never])))
        if first.operator == "close":
            self._close(slot, (step.name,))
            self._others(E, keys, arms[0].ignored)
            return
        if not arms[0].arm:
            for row in arms[0].rows:
                scope.add(*self._piece(row, E, slot))
            self._others(E, [*keys, *(row.source[0] for row in arms[0].rows)], arms[0].ignored)
            return
        way, inner = self.wire.way_to(event, arms[0].arm), E
        holders = []
        for key in way:
            holders.append((inner, key))
            inner = scope.let(key, ir.get(inner, key))
        known = self.state.arms(event, arms)
        by = common_tag(known)
        tag = scope.let("tag", ir.opt(inner, by)) if by else None
        branches, quiet = [], []
        for one in known:
            arm = next((arm for arm in arms if arm.arm == one.arm), None)
            is_it = self.state.asked(one, inner, by, tag)
            if arm is None:
                continue
            if arm.ignore:
                quiet.append(ir.not_(is_it))
                continue
            with self.state.steps.inner() as steps:
                for row in arm.rows:
                    steps.add(*self._piece(row, inner, slot, arm.arm))
                if not any(row.operator == "gather" for row in arm.rows):
                    own = [*sorted(self.wire.tags(arm.arm)), *(row.source[-1] for row in arm.rows)]
                    self._others(inner, own, arm.ignored)
            branches.append((is_it, steps.body))
        told = {tag for arm in arms for tag in self.wire.tags(arm.arm)}
        tags = self.state.names_constant(sorted(told))
        args = (S, slot, ir.FormatName(), E, inner, tags, self.state.once())
        unknown = ir.runtime("show_unknown", *args)
        other = [ir.if_((unknown, [ir.Stop()]))]
        scope.add(told_apart(branches, quiet, other))
        ignored = tuple(name for arm in arms for name in arm.ignored)
        self._others(E, [*keys, way[0]], ignored)
        for holder, key in holders[1:]:
            self._others(holder, [key], ())

    def _others(self, e: Expr, named: list[str], ignored: tuple[str, ...]) -> None:
        """Keep what no row names of an event, or of an object in it, in the whole itself."""
        names = self.state.names_constant([*named, *ignored])
        keep = ir.do(ir.runtime("keep_others", ROOT, slot_part(ROOT, "w"), e, names))
        self.state.scope.add(ir.if_((ir.SizeNot(e, len(named), ""), [keep])))

    def _open(self, row: StreamRow) -> None:
        step, scope = row.place[0], self.state.scope
        value = scope.let(row.source[-1], value_at(E, row.source))
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
        branches = []
        for element in blocks.elements:
            steps = [ir.do(ir.runtime("begin", S, slot, ir.const(element.kind)))]
            if element.kind == "toolCall":
                steps += self._begin_call(element, slot, value)
            else:
                steps += self._begin_text(element, slot, value)
            union = blocks.union
            condition = asked(self.resolver.snaked, union.told_of(element.lens), value, union.tag)
            branches.append((condition, steps))
        first = [ir.let("tag", ir.opt(value, blocks.union.tag))] if blocks.union.tag else []
        return [*first, ir.if_(*branches)] if branches else []

    def _news(self, element: Element, value: Expr, *paths: Path) -> Expr:
        """What an element begins with beside its tags and what has events of its own."""
        tags = [key for key, _ in element.lens.wire_tags]
        names = self.state.names_constant([*tags, *(path[0] for path in paths if path)])
        kept = kept_required(self.resolver, element.lens) if element.lens.lens.own else []
        usual = unread_absents(self.resolver, element.lens) if kept else {}
        usual |= element.absent
        args = [ir.const({key: "" for key in kept if key not in usual})]
        args += [ir.const(usual)] if usual else []
        return ir.runtime("news_of", value, names, *args)

    def _begin_text(self, element: Element, slot: Expr, value: Expr) -> list[Stmt]:
        news, text = ir.var(self.state.scope.fresh("news")), ir.var(self.state.scope.fresh("text"))
        found = ir.Bind(ir.name_of(news), self._news(element, value, element.text))
        shows = ir.do(ir.runtime("show_overlay", S, slot, ir.FormatName(), news))
        piece = ir.append(OUT, delta(element.kind, number_of(element.kind, slot), text))
        key = element.text[-1]
        noted = ir.SetMember(slot, "told", ir.const(True))
        return [
            ir.if_((ir.Filled(found), [shows])),
            ir.assign(text, lookup(value, element.text)),
            ir.if_((ir.and_(ir.present(text), ir.isnt(text, "string")),
                    [ir.fail("a string", value, key)]),
                   (ir.Filled(text), [piece, noted])),
        ]  # fmt: skip

    def _begin_call(self, element: Element, slot: Expr, value: Expr) -> list[Stmt]:
        paths = (element.id, element.name, element.arguments, element.invalid)
        told = [lookup(value, path) for path in paths[:2]]
        news = self._news(element, value, *paths)
        show = ir.do(ir.runtime("show_begun", S, slot, ir.FormatName(), *told, news))
        return [
            ir.SetMember(slot, "told", ir.const(True)),
            ir.if_((SHOWS_CALLS, [show])),
        ]

    def _close(self, slot: Expr, path: Path) -> None:
        blocks = self.shown.blocks(path)
        self.state.scope.add(ir.do(ir.runtime("settle", slot_part(slot, "w"))))
        if blocks is None:
            return
        for element in blocks.elements:
            if element.kind == "toolCall" and element.arguments:
                self._show_given(element, slot)
        reading = ir.var("_read_blocks")
        # A text with anything in it has been shown piece by piece.
        unshown = ir.and_(ir.not_(ir.Filled(slot_part(slot, "told"))), *(
            ir.not_(ir.and_(ir.eq(slot_part(slot, "kind"), element.kind),
                            ir.Filled(lookup(slot_part(slot, "w"), element.text))))
            for element in blocks.elements if element.kind != "toolCall"
        ))  # fmt: skip
        steps = [(unshown, [ir.do(ir.runtime("show_element", S, slot, reading))])]
        for element in blocks.elements:
            if element.kind == "text" and element.lens.lens.keeps:
                text = lookup(slot_part(slot, "w"), element.text)
                empty = ir.and_(ir.eq(slot_part(slot, "kind"), "text"), ir.eq(text, ""))
                show = ir.runtime("show_empty", S, slot, ir.FormatName(), reading)
                steps.append((empty, [ir.do(show)]))
        self.state.scope.add(ir.if_(*steps), ir.do(ir.runtime("end_block", S, slot)))

    def _show_given(self, call: Element, slot: Expr) -> None:
        """Show arguments of which no pieces came: the element began with them."""
        shown = [SHOWS_CALLS, ir.eq(slot_part(slot, "kind"), "toolCall")]
        w, number = slot_part(slot, "w"), slot_part(slot, "call")
        local = ir.var(self.state.scope.fresh("arguments"))
        given = ir.Bind(ir.name_of(local), lookup(w, call.arguments))
        event = delta("toolCall", number, text_of_arguments(local, call))
        wanted = ir.and_(*shown, ir.is_(given, "object"), ir.Filled(local))
        branches = [(wanted, [ir.append(OUT, event)])]
        if call.invalid:
            text = ir.var(self.state.scope.fresh("text"))
            invalid = ir.Bind(ir.name_of(text), lookup(w, call.invalid))
            event = delta("toolCall", number, text)
            branches.append((ir.and_(*shown, ir.is_(invalid, "string")), [ir.append(OUT, event)]))
        self.state.scope.add(ir.if_(*branches))

    def _piece(self, row: StreamRow, e: Expr, slot: Expr, arm: str = "") -> list[Stmt]:
        """One piece of an element: ``e`` is the object that has it."""
        if row.operator == "gather":
            tags = self.state.names_constant(sorted(self.wire.tags(arm)))
            piece = e if arm else ir.get(e, row.source[-1])
            return [ir.do(ir.runtime("gather_piece", slot, piece, tags, self.state.once()))]
        key, source = row.place[-1].name, row.source[-1]
        w = slot_part(slot, "w")
        value = ir.var(self.state.scope.fresh(source))
        read = ir.assign(value, ir.get(e, source))
        blocks = self.shown.blocks((row.place[0].name,))
        if row.operator == "add":
            item = ir.runtime("owned", value)
            steps: list[Stmt] = [ir.append(ir.runtime("items", w, ir.const(key)), item)]
            return [read, *steps, *self.state.overlay(slot, key, ir.arr(value))]
        bad = ir.fail("a string", e, source)
        check = ir.if_((ir.isnt(value, "string"), [bad]))
        steps = [read, check, *self.state.append(row, w, key, value, blocks)]
        return [*steps, *self._shown_piece(blocks, slot, key, value)]

    def _shown_piece(self, blocks: Blocks | None, slot: Expr, key: str, value: Expr) -> list[Stmt]:
        """Show a piece as its block's, if a lens takes this key for the block's text."""
        if blocks is None:
            return []
        for element in blocks.grown(key):
            told: list[Expr] = [SHOWS_CALLS] if element.kind == "toolCall" else []
            told += [ir.eq(slot_part(slot, "kind"), element.kind), ir.Filled(value)]
            number = number_of(element.kind, slot)
            shows: list[Stmt] = [ir.append(OUT, delta(element.kind, number, value))]
            if element.kind != "toolCall":
                shows.append(ir.SetMember(slot, "told", ir.const(True)))
            return [ir.if_((ir.and_(*told), shows))]
        return self.state.overlay(slot, key, value)
