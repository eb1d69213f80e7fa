"""Plans what is shown of the elements that events open and close: the blocks they are read as."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...resolve.paths import records
from ...resolve.streaming import shapes_at
from ...resolve.telling import taken_before
from ..asking import asked
from ..unread import required_overlay_keys, unread_absents
from .converted import as_read
from .shown import Blocks, Element, Path
from .state import (
    OUT,
    SHOWS_CALLS,
    S,
    StreamState,
    delta,
    lookup,
    number_of,
    slot_part,
    text_of_arguments,
)


class BlockPlanner:
    """Plans how a block's beginning, its pieces and its end are shown."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver, self.shown = state, state.resolver, state.shown

    def begin(self, blocks: Blocks, slot: Expr, value: Expr) -> list[Stmt]:
        """Say what kind of block an element is, and show what it begins with."""
        branches = []
        for element in blocks.elements:
            steps = [ir.do(ir.runtime("begin", S, slot, ir.const(element.kind)))]
            is_it = self._is(blocks, element, value)
            begun = self._begin_call if element.is_call else self.begin_text
            steps += begun(element, slot, value)
            if self._may_lack_id(element) and self.state.gathers(blocks.path):
                # What comes of it later may name it: without an id it is shown at its end.
                is_it = ir.and_(is_it, ir.Filled(lookup(value, element.id)))
            branches.append((is_it, steps))
        first = [ir.let("tag", ir.opt(value, blocks.union.tag))] if blocks.union.tag else []
        return [*first, ir.if_(*branches)] if branches else []

    def _is(self, blocks: Blocks, element: Element, value: Expr) -> Expr:
        """Whether an element is of this type, and none that is asked for before."""
        union, snaked = blocks.union, self.resolver.snaked
        question, every = union.question_of(element.lens), [question for question, _ in union.asked]
        before = taken_before(self.state.wire, every, question)
        others = [ir.not_(asked(snaked, other, value, union.tag)) for other in before]
        return ir.and_(asked(snaked, question, value, union.tag), *others)

    @staticmethod
    def _own(element: Element, path: Path) -> Path:
        """Where a block keeps its text: records that are one have events of their own."""
        if element.moved:
            return path[:-1] if element.listed else path
        return path[:1] if element.listed else path

    def _beside(self, paths: tuple[Path, ...], value: Expr) -> Expr:
        """An element without what stands inside of its keys at some paths."""
        deep = tuple(path for path in paths if len(path) > 1)
        return ir.runtime("all_beside", value, ir.const(deep)) if deep else value

    def _news(self, element: Element, value: Expr, *paths: Path) -> Expr:
        """What an element begins with beside its tags and what has events of its own."""
        tags = [key for key, _ in element.lens.wire_tags]
        names = self.state.names_constant([*tags, *(path[0] for path in paths if len(path) == 1)])
        whole, value = value, self._beside(paths, value)
        keys = required_overlay_keys(self.resolver, element.lens) if element.lens.lens.own else []
        usual = unread_absents(self.resolver, element.lens) if keys else {}
        usual |= element.absent
        args = [ir.const({key: "" for key in keys if key not in usual})]
        args += [ir.const(usual)] if usual else []
        if any("." in path for path in usual):
            args.append(whole)
        return ir.runtime("news_of", value, names, *args)

    def marked(self, element: Element, slot: Expr) -> list[Stmt]:
        """Say whose a block is that goes to its own wire alone, where nothing else will say it."""
        if not element.lens.lens.own or required_overlay_keys(self.resolver, element.lens):
            return []
        own = ir.const({"$": {"own": True}})
        return [ir.do(ir.runtime("show_overlay", S, slot, ir.FormatName(), own))]

    def begin_text(self, element: Element, slot: Expr, value: Expr) -> list[Stmt]:
        news, text = ir.var(self.state.scope.fresh("news")), ir.var(self.state.scope.fresh("text"))
        texts = (self._own(element, element.text), *filter(None, [element.rather[:1]]))
        beside = self._news(element, value, *texts)
        found = ir.Bind(ir.name_of(news), beside)
        shows = ir.do(ir.runtime("show_overlay", S, slot, ir.FormatName(), news))
        piece = ir.append(OUT, delta(element.kind, number_of(element.kind, slot), text))
        key = element.text[-1]
        # Records of a list that are the text have events of their own, which check them.
        plain = ir.and_(ir.present(text), ir.isnt(text, "string"))
        bad = [] if element.listed else [(plain, [ir.fail("a string", value, key)])]
        noted = ir.SetMember(slot, "is_shown", ir.const(True))
        begun = [ir.if_((ir.Filled(found), [shows]), otherwise=self.marked(element, slot))]
        if element.rather:
            return [*begun, *self._rest(element, slot, value, value, ())]
        return [
            *begun,
            ir.assign(text, self._text(element, value)),
            ir.if_(*bad, (ir.Filled(text), [piece, noted])),
            *([self._more_of_text(element, slot, ir.const({}), value, element.marked, ())]
              if element.marked else []),
        ]  # fmt: skip

    @staticmethod
    def _either(element: Element, path: Path) -> tuple[Expr, ...]:
        """What is said of a piece of a text that may stand in one of two lists."""
        if path[0] != element.rather[0]:
            return (ir.const(path[0]),)
        form = ir.const({"$": {"text": {"at": path[0]}}})
        return ir.const(path[0]), ir.obj([(ir.FormatName(), form)])

    def _rest(
        self, element: Element, slot: Expr, w: Expr, final: Expr, path: Path
    ) -> list[Stmt]:  # fmt: skip
        """Show what the texts of a block below a path say more than what has been told of them."""
        ways = [way for way in element.ways if way[: len(path)] == path]
        return [self._more_of_text(element, slot, w, final, way, path) for way in ways]

    def _more_of_text(
        self, element: Element, slot: Expr, w: Expr, final: Expr, way: Path, path: Path
    ) -> Stmt:  # fmt: skip
        """Show what a text in pieces, below a path, says more than what has been told of it."""
        if element.rather:
            args = (S, slot, w, final, ir.const(way[len(path) :]), *self._either(element, way))
            return ir.do(ir.runtime("show_rest_of", *args))
        mark = element.mark_at(way)
        args = (S, slot, w, final, ir.const(way[len(path) :]), *([ir.const(mark)] if mark else []))
        return ir.do(ir.runtime("show_rest", *args))

    def begin_late(self, blocks: Blocks, slot: Expr, path: Path) -> list[Stmt]:
        """Begin the block of an element that other pieces were the first of: its text has come."""
        unknown = ir.not_(ir.Filled(slot_part(slot, "kind")))
        w, branches = slot_part(slot, "w"), []
        for element in blocks.grown(path):
            begun = ir.do(ir.runtime("begin", S, slot, ir.const(element.kind)))
            news = ir.var(self.state.scope.fresh("news"))
            beside = self._news(element, ir.runtime("built", w), self._own(element, element.text))
            show = ir.do(ir.runtime("show_overlay", S, slot, ir.FormatName(), news))
            shows = ir.if_((ir.Filled(ir.Bind(ir.name_of(news), beside)), [show]))
            is_it = self._is(blocks, element, w)
            branches.append((ir.and_(unknown, is_it), [begun, shows]))
        return [ir.if_(*branches)] if branches else []

    def _may_lack_id(self, element: Element) -> bool:
        """Whether it is a call that may come without an id."""
        if not element.is_call:
            return False
        wire, (*holder, id_) = self.state.wire, element.id
        holders = records(shapes_at(wire, element.lens.lens.wire, tuple(holder)))
        return any(id_ not in wire.required(one) for one in holders)

    def _begin_call(self, element: Element, slot: Expr, value: Expr) -> list[Stmt]:
        paths = (element.id, element.name, element.arguments, element.invalid)
        fields, shows = [], list[Stmt]()
        for path in paths[:2]:
            field = lookup(value, path)
            if path in element.spelled:
                steps, field = as_read(element.spelled[path], field, value, self.state.scope)
                shows += steps
            fields.append(field)
        news = self._news(element, value, *paths)
        key = [ir.const(element.id[-1])] if self._may_lack_id(element) else []
        show = ir.do(ir.runtime("show_begun", S, slot, ir.FormatName(), *fields, news, *key))
        shows.append(show)
        if element.carrier == "" and element.arguments:
            # The first piece of a text may come with the beginning.
            text = ir.var(self.state.scope.fresh("text"))
            begun = ir.is_(ir.Bind(ir.name_of(text), lookup(value, element.arguments)), "string")
            piece = delta(element.kind, slot_part(slot, "call"), text)
            shows.append(ir.if_((ir.and_(begun, ir.Filled(text)), [ir.append(OUT, piece)])))
        return [
            ir.SetMember(slot, "is_shown", ir.const(True)),
            ir.if_((SHOWS_CALLS, shows)),
        ]

    @staticmethod
    def _text(element: Element, w: Expr) -> Expr:
        """The text that an element has so far."""
        if element.listed:
            return ir.runtime("text_at", w, ir.const(element.text))
        return lookup(w, element.text)

    @classmethod
    def _come(cls, element: Element, w: Expr) -> Expr:
        """The same of one that is complete: in an object of it, its pieces are still apart."""
        deep = len(element.text) > 1
        return ir.runtime("text_at", w, ir.const(element.text)) if deep else cls._text(element, w)

    def rest(
        self, blocks: Blocks, slot: Expr, path: Path, w: Expr, final: Expr
    ) -> list[Stmt]:  # fmt: skip
        """Show what texts at a path of a block, or inside of it, say more at their end."""
        branches: list[tuple[Expr, list[Stmt]]] = []
        for element in blocks.elements:
            if any(way[: len(path)] == path for way in element.ways):
                shows = self._rest(element, slot, w, final, path)
                branches.append((ir.eq(slot_part(slot, "kind"), element.kind), [*shows]))
        return [ir.if_(*branches)] if branches else []

    def done(
        self, blocks: Blocks, slot: Expr, path: Path, record: str, w: Expr, text: Expr
    ) -> list[Stmt]:  # fmt: skip
        """Show what a text at a path of a block, the last key of ``w``, says more as a whole."""
        whole, above = ir.obj([(path[-1], text)]), path[:-1]
        branches = [
            (ir.eq(slot_part(slot, "kind"), element.kind),
             [self._more_of_text(element, slot, w, whole, path, above)])
            for element in blocks.grown(path, record)
        ]  # fmt: skip
        return [ir.if_(*branches)] if branches else []

    def final(
        self, blocks: Blocks, slot: Expr, value: Expr, *, whole: bool = True
    ) -> list[Stmt]:  # fmt: skip
        """Show what an element says more at its end; ``whole``: or that it is another one then."""
        branches = self._others(blocks, slot, value) if whole else []
        for element in blocks.elements:
            growing = self._own(element, element.growing)
            paths = (growing, element.rather[:1], element.id, element.name, element.arguments,
                     element.invalid)  # fmt: skip
            tags = [key for key, _ in element.lens.wire_tags]
            near = [path[0] for path in paths if len(path) == 1]
            named, left = self.state.names_constant([*tags, *near]), self._beside(paths, value)
            news = ir.runtime("show_news", S, slot, ir.FormatName(), left, named)
            more = self._rest(element, slot, slot_part(slot, "w"), value, ())
            more = more if element.growing else []
            branches.append((ir.eq(slot_part(slot, "kind"), element.kind), [*more, ir.do(news)]))
        asked = whole and blocks.union.tag
        first = [ir.let("tag", ir.opt(value, asked))] if asked else []
        return [*first, ir.if_(*branches)] if branches else []

    def _others(self, blocks: Blocks, slot: Expr, value: Expr) -> list[tuple[Expr, list[Stmt]]]:
        """Whether an element is none of the types in the end that its block comes from."""
        args = (S, slot, value, self.state.reader(blocks))
        other = ir.do(ir.runtime("end_as_other", *args))
        return [
            (ir.and_(ir.eq(slot_part(slot, "kind"), kind),
                     *(ir.not_(self._is(blocks, one, value))
                       for one in blocks.elements if one.kind == kind)), [other])
            for kind in dict.fromkeys(one.kind for one in blocks.elements)
        ]  # fmt: skip

    def given(self, blocks: Blocks, slot: Expr) -> list[Stmt]:
        """Show arguments of which no pieces came; those that are a text have been shown."""
        return [
            self._show_given(element, slot, self.state.gathers(blocks.path))
            for element in blocks.elements
            if element.is_call and element.carrier != ""
        ]

    def close(self, blocks: Blocks, slot: Expr) -> list[Stmt]:
        """Show what is left of an element that is complete, and that it is."""
        w, kind = slot_part(slot, "w"), slot_part(slot, "kind")
        reading = self.state.reader(blocks)
        texts = [element for element in blocks.elements if not element.is_call]
        # A text with anything in it has been shown piece by piece.
        unshown = ir.and_(ir.not_(ir.Filled(slot_part(slot, "is_shown"))), *(
            ir.not_(ir.and_(ir.eq(kind, element.kind), ir.Filled(self._come(element, w))))
            for element in texts if not element.rather
        ))  # fmt: skip
        steps = [(unshown, [ir.do(ir.runtime("show_element", S, slot, reading))])]
        for element in texts:
            if element.kind == "text" and element.lens.lens.keeps:
                empty = ir.eq(self._text(element, w), "")
                show = ir.do(ir.runtime("show_empty", S, slot, ir.FormatName(), reading))
                steps.append(
                    self._marked(element, slot, ir.if_((empty, [show])))
                    if element.marked
                    else (ir.and_(ir.eq(kind, "text"), empty), [show])
                )
        return [ir.if_(*steps), ir.do(ir.runtime("end_block", S, slot))]

    @staticmethod
    def _marked(element: Element, slot: Expr, unless: Stmt) -> tuple[Expr, list[Stmt]]:
        """Show that a text is marked whose marked pieces say nothing; what else is done then."""
        path = ir.const(element.marked)
        unsaid = ir.not_(ir.Filled(ir.runtime("text_at", slot_part(slot, "w"), path)))
        mark = ir.runtime("show_mark", S, slot, path, ir.const(element.mark))
        return ir.and_(ir.eq(slot_part(slot, "kind"), "text"), unsaid), [ir.do(mark), unless]

    def _show_given(self, call: Element, slot: Expr, gathered: bool) -> Stmt:
        """Show arguments of which no pieces came: the element began with them.

        Or they are ``gathered``: texts in them may still be in pieces. What ends a second time has
        been shown.
        """
        shown = [SHOWS_CALLS, ir.eq(slot_part(slot, "kind"), "toolCall"),
                 ir.not_(ir.Filled(slot_part(slot, "ended")))]  # fmt: skip
        w, number = slot_part(slot, "w"), slot_part(slot, "call")
        local = ir.var(self.state.scope.fresh("arguments"))
        given = ir.Bind(ir.name_of(local), lookup(w, call.arguments))
        value = ir.runtime("built", local) if gathered else local
        event = delta("toolCall", number, text_of_arguments(value, call))
        wanted = ir.and_(*shown, ir.is_(given, "object"), ir.Filled(local))
        branches = [(wanted, [ir.append(OUT, event)])]
        if call.invalid:
            text = ir.var(self.state.scope.fresh("text"))
            invalid = ir.Bind(ir.name_of(text), lookup(w, call.invalid))
            event = delta("toolCall", number, text)
            branches.append((ir.and_(*shown, ir.is_(invalid, "string")), [ir.append(OUT, event)]))
        return ir.if_(*branches)

    def piece(
        self, blocks: Blocks, slot: Expr, path: Path, value: Expr, record: str, *, quiet: bool
    ) -> list[Stmt]:  # fmt: skip
        """Show a piece as its block's, if a lens takes this path for the block's text.

        Else it is news of the block that only its own wire understands; ``quiet``: told later.
        """
        branches = [
            self.piece_of(element, slot, path, value) for element in blocks.grown(path, record)
        ]
        if branches:
            return [ir.if_(*branches)]
        return [] if quiet else self.overlay(slot, path, value)

    def piece_of(
        self, element: Element, slot: Expr, path: Path, value: Expr
    ) -> tuple[Expr, list[Stmt]]:
        """What a piece shows of a block of this kind."""
        conditions: list[Expr] = [SHOWS_CALLS] if element.is_call else []
        conditions += [ir.eq(slot_part(slot, "kind"), element.kind), ir.Filled(value)]
        if element.rather:
            shown = ir.runtime("show_either", S, slot, value, *self._either(element, path))
            return ir.and_(*conditions), [ir.do(shown)]
        number = number_of(element.kind, slot)
        event = delta(element.kind, number, value, element.mark_at(path))
        shows: list[Stmt] = [ir.append(OUT, event)]
        if not element.is_call:
            shows.append(ir.SetMember(slot, "is_shown", ir.const(True)))
        return ir.and_(*conditions), shows

    @staticmethod
    def overlay(slot: Expr, path: Path, value: Expr) -> list[Stmt]:
        """Show news at a path of an element."""
        for key in reversed(path):
            value = ir.obj([(key, value)])
        return [ir.do(ir.runtime("show_overlay", S, slot, ir.FormatName(), value))]
