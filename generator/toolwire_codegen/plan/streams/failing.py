"""Plans what streams do about failures: how an event of one is shown, and which one goes out."""

from __future__ import annotations

from functools import cached_property

from ... import ir
from ...ir import Expr, Stmt
from ...load.stream import EventRows
from ...resolve.streaming import Kind, failing
from ...resolve.telling import never_both
from ..bound import written_by
from ..failures import failures
from .state import CALLS, E, S, StreamState

FAILED = "_failed_event"
MATCHED, X = ir.var("matched"), ir.var("x")


class FailurePlanner:
    """Plans ``show_error``, and the event of a reply that failed."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.resolver = state, state.resolver
        self.stream, self.wire = state.stream, state.wire

    @cached_property
    def events(self) -> list[str]:
        """The types of events that tell of a failure: others go out as the first of them."""
        return [rows.event for rows in self.stream.events if rows.error]

    def tells(self, arm: str) -> bool:
        """Whether an event tells of a failure."""
        return self.state.kinds[arm].event in self.events

    def rank(self, arm: str) -> int:
        """Where it stands among them."""
        return self.events.index(self.state.kinds[arm].event)

    # -- as it is read

    def shown(self, kind: Kind, pieces: list[str]) -> Stmt:
        """Show a failure. ``pieces``: events that it may be at once."""
        event = kind.event
        lens = self.resolver.bound[self.resolver.transform.response[0], event]
        context = [CALLS] if lens.reads_calls else []
        names = (ir.FormatName(), ir.const(event), ir.const(kind.key))
        args = (self._read_of(event, pieces), *names, ir.Named(lens.reading), *context)
        return ir.do(ir.runtime("show_error", S, *args))

    def _read_of(self, event: str, pieces: list[str]) -> Expr:
        """The event without the keys that are not read, and those that a piece has told."""
        read: Expr = E
        if repeated := self.state.repeated(event):
            read = ir.runtime("besides", read, ir.const([*repeated]))
        both = [piece for piece in pieces if not never_both(self.wire, event, piece)]
        keys = {key for piece in both for key in self.wire.properties(piece)}
        snaked = {self.resolver.snaked[key] for key in keys if key in self.resolver.snaked}
        if keys:
            spellings = frozenset({*keys, *snaked})
            name = self.resolver.constants.put("BESIDE_FAILURES", spellings)
            read = ir.IfElse(ir.Filled(MATCHED), ir.runtime("besides", read, ir.var(name)), read)
        return read

    def named(self, kind: Kind, arms: list[EventRows]) -> list[Stmt]:
        """The kind of a failure is the name of its event, where it says no other."""
        shapes = self.resolver.format.inter_shapes(self.resolver.transform.response[0], ("error",))
        typed = any("type" in self.resolver.inter.properties(shape.name) for shape in shapes)
        if not arms[0].error or not typed:
            return []
        words = [failures(self.resolver)] if self.resolver.transform.errors else []
        return [ir.do(ir.runtime("name_failure", S, ir.const(kind.key), *words))]

    # -- as it is written

    def written(self) -> list[ir.Function]:
        """The event of a reply that failed, where that is not simply its body."""
        if not self.own:
            return []
        doc = "The event that tells of a failure."
        return [ir.Function(FAILED, ["x"], doc, [], self._repeating(self.events[0]))]

    @cached_property
    def own(self) -> bool:
        """Whether a failure goes out otherwise than as the body that its reply would be."""
        *errors, _ = self.resolver.transform.streamed_entry[1]
        first = self.events[:1]
        apart = any(self.state.way_of(one) or self.state.repeated(one) for one in first)
        return bool(first) and (apart or errors[:1] != first)

    def _made(self, event: str) -> Expr:
        lens = self.resolver.bound[self.resolver.transform.response[0], event]
        names = failing(self.state.kinds.values(), self.stream)
        if names and self.resolver.transform.errors:
            # What failed is said by the name of the event.
            args = (failures(self.resolver), ir.const(list(names)), ir.Named(lens.writing))
            return ir.runtime("failed_event", X, *args, ir.FormatName())
        return self.state.sent(event, written_by(lens, X))

    def _repeating(self, event: str) -> list[Stmt]:
        """Give out an event with what it repeats."""
        made, repeated = self._made(event), self.state.repeating(event)
        if not repeated:
            return [ir.ret(made)]
        e = ir.var("e")
        puts = [ir.put(e, key, value) for key, value in repeated]
        return [ir.let(ir.name_of(e), made), *puts, ir.ret(e)]
