"""Plans the reading of a stream: how each event adds to the reply that is under construction."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.schema import Schema
from ...load.stream import EventRows, StreamRow, names
from ...load.transform import Row, Target
from ...operators.uses import definitions
from ...resolve.intermediate import MESSAGE
from ...resolve.paths import fits, follow, records
from ...resolve.signs import Sign
from ...resolve.spelled import found_by
from ...resolve.streaming import Kind, may_be_left_out, never_null, source_of
from ...resolve.telling import Question, common_tag, never_both, tell
from ..bound import BoundLens
from ..read.lenses import LensReader
from ..unread import shown_overlay
from .elements import ElementPlanner
from .failing import FailurePlanner
from .mirror import MirrorPlanner
from .progress import begun, ended
from .shown import Path
from .state import (
    OUT,
    ROOT,
    Branch,
    E,
    S,
    StreamState,
    opaque,
    slot_part,
    standing,
    told_apart,
    value_at,
)

MERGE = "_merge_event"


class StreamPlanner:
    """Plans ``_merge_event`` and a function for each kind of event."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire, self.shown = state.stream, state.wire, state.shown
        self.elements, self.mirror = ElementPlanner(state), MirrorPlanner(state)
        self.failing = FailurePlanner(state)
        #: events that a failure may be at once: none, where a tag tells each
        self.pieces: list[str] = []

    def plan(self) -> list[ir.Function]:
        by_event = [
            (event, list(rows))
            for event, rows in groupby(self.stream.events, lambda rows: rows.event)
        ]
        functions = [self._dispatch(by_event)]
        for event, rows in by_event:
            if not (_silent(rows) or rows[0].error or self.state.brings_pieces(rows)):
                functions.append(self._event(event, rows))
        functions += self.mirror.texts_in()
        counts = self.shown.counts
        counted = [LensReader(self.resolver, counts).plan()] if counts is not None else []
        functions += [*counted, begun(self.state), ended(self.stream)]
        return [*functions, *self.state.read_others()]

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
            "ends": self.stream.ends,
            "done": self.stream.framing.done,
            "sent": self.resolver.sends_made_ids,
            "shows": self._shows(),
            "usual": self._usual(),
            "going": self._going(),
            "silent": self._silent(),
            "events": (self.stream.union,),
            "whole": (self.stream.whole,),
            "block_reading": self.shown.lists[0].union.reading_list,
            "block_names": (self.shown.lists[0].union.wire,),
            "block_calls": self.shown.lists[0].union.reads_calls,
            "block_numbered": self.shown.lists[0].union.numbered,
            # Every event goes the long way, unless a pass knows a shorter one.
            "pieces": [],
            "ahead": [],
            "remembered": [],
            "beside": False,
        }

    def _shows(self) -> str:
        """The name of what a thought of another wire has in a reply; "" if none is shown."""
        overlay = shown_overlay(self.resolver)
        return "" if overlay is None else self.resolver.constants.put("SHOWN", overlay)

    def _dispatch(self, by_event: list[tuple[str, list[EventRows]]]) -> ir.Function:
        rows_of, events = dict(by_event), self.state.events
        key = common_tag(events)
        unknown = ir.append(OUT, opaque(E))
        kinds = [(question, kind) for question in events
                 if (kind := self.state.kinds[question.arm]).event in rows_of]  # fmt: skip
        keyed = all(kind.key for _, kind in kinds)
        if not keyed and all(question.tagged(key) is not None for question in events):
            # The event that most of a stream is made of comes first, and without a call.
            kinds.sort(key=lambda one: not self.state.brings_pieces(rows_of[one[1].event]))
        if not (key or keyed):
            arms = [question.arm for question, _ in kinds]
            self.pieces = [arm for arm in arms if not self.failing.tells(arm)]
        taken = [(question, self._taken(kind, rows_of[kind.event])) for question, kind in kinds]
        body: list[Stmt] = []
        if key or keyed:
            if key:
                body.append(ir.let("tag", ir.opt(E, key)))
            asked = [(self.state.asked(question, E, key), steps) for question, steps in taken]
            loud = [one for one in asked if one[1]]
            quiet = [ir.not_(is_it) for is_it, steps in asked if not steps]
            # A tag is asked of objects alone, a key of anything that may hold it.
            odd = ir.if_((ir.isnt(E, "object"), [ir.fail("an object", E, None)]))
            body.append(told_apart(loud, quiet, [unknown] if key else [odd, unknown]))
        else:
            body += self._untagged(taken)
            body.append(ir.if_((ir.not_(ir.Filled(ir.var("matched"))), [unknown])))
        rows = [f"{rows.title}: {_summary(rows)}" for rows in self.stream.events]
        title = f"Put one `{self.stream.union}` into the `{self.stream.whole}` it is a part of."
        return ir.Function(MERGE, ["e", "s"], title, rows, body)

    def _untagged(self, taken: list[tuple[Question, list[Stmt]]]) -> list[Stmt]:
        """Events that no tag tells: one may be several at once, an error beside a piece.

        Not an error that has something else where a piece has a key of its own, nor one that is
        known by not being a piece. Of several errors that one key tells it is the one that others
        go out as, unless what stands there tells another.
        """
        matched = ir.let("matched", ir.const(True))
        pieces = self.pieces
        alone: dict[Expr, list[tuple[Question, list[Stmt]]]] = {}
        first: list[Branch] = []
        others: list[Branch] = []
        for question, steps in taken:
            found = None if question.arm in pieces else self._told_first(question, pieces)
            apart = any(never_both(self.wire, question.arm, piece) for piece in pieces)
            branch = (self._told_by(found or question), [*steps, matched])
            if found is not None and not apart:
                alone.setdefault(branch[0], []).append((question, branch[1]))
                continue
            branches = others if found is None else first
            branches.append(branch)
        chain = [ir.if_(*first, *others)] if first or others else []
        # Nothing is told behind a failure.
        failures = (ir.if_(*self._one_of(same, key, taken)) for key, same in alone.items())
        return [ir.let("matched", ir.const(False)), *chain, *failures]

    def _one_of(
        self,
        same: list[tuple[Question, list[Stmt]]],
        key: Expr,
        taken: list[tuple[Question, list[Stmt]]],
    ) -> list[Branch]:
        """Errors that one key tells, each asked for what tells it from the others."""
        usual = min(same, key=lambda one: self.failing.rank(one[0].arm))
        apart = [(self._told_apart(question, taken), steps) for question, steps in same
                 if question is not usual[0]]  # fmt: skip
        return [*apart, (key, usual[1])]

    def _told_apart(self, question: Question, taken: list[tuple[Question, list[Stmt]]]) -> Expr:
        """What tells an event from all others, errors that have the same key among them."""
        arms = [question.arm, *(other.arm for other, _ in taken)]
        return self.state.asked(tell(self.wire, arms, [question.arm])[-1], E)

    def _told_first(self, question: Question, others: list[str]) -> Question | None:
        """What tells an event from all others, if it can be asked for ahead of them."""
        found = tell(self.wire, [question.arm, *others], [question.arm])[0]
        return found if found.arm == question.arm and not found.unlike else None

    def _taken(self, kind: Kind, arms: list[EventRows]) -> list[Stmt]:
        if arms[0].error:
            steps = [self.failing.shown(kind, self.pieces)]
        else:
            steps = self._put_in(kind.event, arms)
            if kind.event in self.stream.ending:
                steps = [*steps, ir.SetMember(S, "finished", ir.const(True))]
        if kind.key and steps:
            inner = ir.runtime("event_object", S, E, ir.const(kind.key))
            return [ir.let(ir.name_of(E), inner), *steps, *self.failing.named(kind, arms)]
        return steps

    def _put_in(self, event: str, arms: list[EventRows]) -> list[Stmt]:
        if self.state.brings_pieces(arms):
            with self.state.steps.inner() as inner:
                self.elements.plan(event, arms)
            return inner.body
        if _silent(arms):
            return []
        return [ir.do(ir.call(_name(event), E, S))]

    def _told_by(self, question: Question) -> Expr:
        event = question.arm
        if not self.wire.required(event):
            stem = f"KEYS_{snake(event).upper()}"
            keys = self.wire.properties(event)
            snaked = {self.resolver.snaked[key] for key in keys if key in self.resolver.snaked}
            name = self.resolver.constants.put(stem, frozenset({*keys, *snaked}))
            return ir.not_(ir.Disjoint(ir.var(name), E))
        signs = question.claims[0] if len(question.claims) == 1 else ()
        if self.failing.tells(event) and len(signs) == 1 and signs[0] == Sign(signs[0].path[:1]):
            return ir.present(ir.opt(E, signs[0].path[0]))
        return self.state.asked(question, E)

    def _event(self, event: str, arms: list[EventRows]) -> ir.Function:
        rows = [row for arm in arms for row in arm.rows]
        with self.state.steps.within(Scope("e", "s")) as scope:
            if self.state.speaks_of_elements(arms):
                self.elements.plan(event, arms)
            elif rows and rows[0].operator == "whole":
                self._whole(event, arms[0], rows[0])
            else:
                self.state.respell(event, E)
                tags = sorted(self.wire.tags(event))
                known_keys = [*arms[0].ignored, *self.state.repeated(event), *tags]
                known_keys += self.state.constants(event, ())
                whole = slot_part(ROOT, "w")
                self.mirror.plan(list(rows), event, E, whole, ROOT, "keep", known_keys)
                self._counted(whole)
                self._closed(rows)
        texts = [(f"{arm.arm}: " if arm.arm else "") + row.text for arm in arms for row in arm.rows]
        title = f"Put a `{event}` into the `{self.stream.whole}` it is a part of."
        return ir.Function(_name(event), ["e", "s"], title, texts, scope.body)

    def _whole(self, event: str, rows: EventRows, row: StreamRow) -> None:
        """An event that has the reply as a whole, as far as it is."""
        scope, root = self.state.scope, slot_part(ROOT, "w")
        reply = scope.let(row.source[-1], value_at(E, row.source))
        bad = ir.fail("an object", value_at(E, row.source[:-1]), row.source[-1])
        scope.add(ir.if_((ir.isnt(reply, "object"), [bad])))
        path = ir.const(self.shown.lists[0].path)
        named = ["_open_part", "_part_events", "_close_part"]
        if not found_by(self.wire, self.stream, self.shown.lists[0].path).by_number:
            named.append("_key_of_part")
        writers = [ir.Named(name) for name in named]
        scope.add(ir.do(ir.runtime("take_whole", S, reply, path, ir.Named(MERGE), *writers)))
        lens, usage = self.shown.usage_lens, self.shown.usage
        if lens is not None:
            counts = scope.let("usage", standing(root, usage))
            args = (ir.FormatName(), ir.const(lens.lens.wire), ir.Named(lens.reading))
            shows = ir.do(ir.runtime("show_usage", S, counts, *args))
            scope.add(ir.if_((ir.is_(counts, "object"), [shows])))
        self._counted(root)
        named = [*sorted(self.wire.tags(event)), row.source[0], *rows.ignored]
        named += self.state.repeated(event)
        others = ir.runtime("keep_others", ROOT, root, E, self.state.names_constant(named))
        scope.add(ir.do(others))

    def _counted(self, root: Expr) -> None:
        """Show the counts that the reply has by now, where they stand in it one by one."""
        counts = self.shown.counts
        if counts is None:
            return
        there = [ir.present(standing(root, place)) for place in self.shown.count_places]
        args = (ir.FormatName(), ir.const(counts.lens.wire), ir.Named(counts.reading))
        shows = ir.do(ir.runtime("show_counts", S, root, *args))
        self.state.scope.add(ir.if_((ir.or_(*there), [shows])))

    def _closed(self, rows: list[StreamRow]) -> None:
        """Note whether an event brings what goes out last, and nothing else: no item of a list."""
        last = next((row for row in rows if _place(row) == (self.stream.last,)), None)
        if last is not None:
            items = {row.source[0] for row in rows if row.place and row.place[0].key}
            empty = [ir.not_(ir.Filled(ir.opt(E, key))) for key in sorted(items)]
            alone = ir.and_(ir.Filled(ir.opt(E, last.source[0])), *empty)
            closed = ir.NotEmpty(alone)
            self.state.scope.add(ir.SetMember(S, "closed", closed))

    def _going(self) -> tuple[Any, ...]:
        """What stands where words say why a reply ended, as long as it goes on."""
        absent = {one.path: one.value for one in self.shown.response.lens.absents}
        ends = zip(self.stream.ends, self.stream.words, strict=True)
        # Where true says that it ended, false says that it goes on, if it may stand there.
        usual = [None if words != (True,) or self._only_true(path) else False
                 for path, words in zip(self.stream.ends, self.stream.words, strict=True)]
        return tuple(
            absent.get(path, word) if words else None
            for (path, words), word in zip(ends, usual, strict=True)
        )

    def _silent(self) -> list[Path]:
        """The places of these that are left out so long: no event takes null there, or needs it."""
        going = dict(zip(self.stream.ends, self._going(), strict=True))
        at, alone = (self.wire, self.stream), {*going.values()} == {None}
        return [
            path for path, word in going.items()
            if word is None and (never_null(*at, path) or (alone and may_be_left_out(*at, path)))
        ]  # fmt: skip

    def _only_true(self, path: Path) -> bool:
        """Whether false may not stand at a place of the reply."""
        return not fits(self.wire, False, follow(self.wire, self.stream.whole, path).shapes)

    def _usual(self) -> dict[str, Any]:
        """What stands for keys at a reply's beginning that services leave out.

        Why it ended is not among them: that is blank as long as it goes on. Nor are counts: they
        come when they come.
        """
        later = (*self.stream.ends, *self.shown.count_places)
        found = _filled(self.shown.response, later)
        found |= _given(self.shown.response, self.wire, later)
        for row in self.shown.response.lens.rows:
            for target in row.targets:
                if row.fields[0] == (MESSAGE,):
                    found |= self._filled_in_message(row, target)
                if len(target.path) == 1 and any(d.excuses for d in definitions(target)):
                    found[target.dotted] = None
        for event in self.stream.events:
            for source in event.rows:
                found |= self._given_around(event, source)
        usage = self.shown.usage_lens
        if usage is not None and len(self.shown.usage) == 1:
            inner = _filled(usage, ())
            found |= {f"{self.shown.usage[0]}.{key}": value for key, value in inner.items()}
        return found

    def _filled_in_message(self, row: Row, target: Target) -> dict[str, Any]:
        """What the lens of the message fills in."""
        leaf = self.resolver.leaf(self.shown.response.lens, row, target)
        return {
            ".".join((*target.path, key)): value
            for lens in leaf.codec.lenses() for key, value in _filled(lens, ()).items()
        }  # fmt: skip

    def _given_around(self, event: EventRows, row: StreamRow) -> dict[str, Any]:
        """What the lens of an object that holds blocks gives it, if events have such an object."""
        around = row.place and names(row.place) in [one.path[:-1] for one in self.shown.lists]
        there = records(source_of(self.wire, event.event, event.arm, row.source).shapes)
        steps = [step for one in row.place for step in (one.name, *(("0",) if one.key else ()))]
        return {
            ".".join((*steps, given.path[0])): given.values[0]
            for lens in self.resolver.transform.lenses if around and [lens.wire] == there
            for given in lens.givens
            if len(given.path) == 1 and not given.when and self.wire.const(lens.wire, given.path[0])
        }  # fmt: skip


def _place(row: StreamRow) -> tuple[str, ...]:
    """Where a value goes that is taken from an event as it is; () if none is."""
    return names(row.place) if len(row.source) == 1 else ()


def _silent(arms: list[EventRows]) -> bool:
    """Whether nothing of an event is read."""
    return all(rows.ignore for rows in arms)


def _summary(rows: EventRows) -> str:
    if rows.ignore or rows.error:
        return "ignore" if rows.ignore else "error"
    texts = [row.text for row in rows.rows]
    if not texts:
        return f"all but {', '.join(rows.ignored)}"
    return texts[0] if len(texts) == 1 else f"{len(texts)} rows"


def _name(event: str) -> str:
    return f"_merge_{snake(event).strip('_')}"


def _given(bound: BoundLens, wire: Schema, without: tuple[Path, ...]) -> dict[str, Any]:
    """The constants that a lens writes there, and that services may leave out."""
    required = wire.required(bound.lens.wire)
    return {
        given.path[0]: given.values[0]
        for given in bound.lens.givens
        if not (given.computed or given.built or given.path[1:] or given.path in without)
        and given.path[0] not in required
    }


def _filled(bound: BoundLens, without: tuple[Path, ...]) -> dict[str, Any]:
    """What a lens fills in at the wire object itself."""
    return {
        absent.path[0]: absent.value
        for absent in bound.lens.absents
        if len(absent.path) == 1 and absent.path not in without
    }
