"""Plans events of a wire, made of what they tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import ir
from ...ir import Expr
from ...load.stream import UNNAMED, EventRows, StreamRow
from ...resolve.paths import records
from ...resolve.streaming import found_at, source_of
from .shown import Path
from .state import StreamState


class EventMaker:
    """Makes the events of one wire."""

    def __init__(self, state: StreamState) -> None:
        self.state, self.wire = state, state.wire

    def about(self, rows: EventRows, row: StreamRow, value: Expr | None, *at: Expr) -> Expr:
        """An event about the element with these numbers, which brings a value."""
        return self.state.sent(rows.event, self.inside(rows, row, value, *at))

    def inside(
        self, rows: EventRows, row: StreamRow, value: Expr | None, *at: Expr,
        beside: Sequence[tuple[Path, Expr]] = (),
    ) -> Expr:  # fmt: skip
        """The object of it that has rows: the event itself, or what it holds."""
        values = [*beside]
        keys = [step.key for step in row.place if step.key]
        for key, number in zip(keys, at, strict=True):
            if key == UNNAMED:
                continue
            path = found_at(self.wire, rows.event, rows.arm, row.source, key)
            assert path is not None, key
            values.append((path, number))
        if value is not None:
            values.append((row.source, value))
        return self.made(rows, (), values)

    def sent(self, rows: EventRows, values: list[tuple[Path, Expr]]) -> Expr:
        return self.state.sent(rows.event, self.made(rows, (), values))

    def made(self, rows: EventRows, path: Path, values: list[tuple[Path, Expr]]) -> Expr:
        """The object at a path of an event: its tags, and what is told inside of it."""
        depth = len(path)
        keys = dict.fromkeys(one[depth] for one, _ in values)
        pairs = [(key, ir.const(value)) for key, value in self._tags(rows, path, *keys).items()]
        pairs += [] if path else self.state.repeating(rows.event)
        for key in keys:
            inside = [(one, value) for one, value in values if one[depth] == key]
            one, value = inside[0]
            if len(one) > depth + 1:
                value = self.made(rows, (*path, key), inside)
            pairs.append((key, value))
        return ir.obj(pairs)

    def on_the_way(self, rows: EventRows, source: Path) -> list[tuple[Path, Expr]]:
        """The constants of the objects that an event has on the way to a value."""
        return [
            ((*source[:depth], key), ir.const(value))
            for depth in range(1, len(source))
            for key, value in self._tags(rows, source[:depth], source[depth]).items()
        ]

    def _tags(self, rows: EventRows, path: Path, *keys: str) -> dict[str, Any]:
        """The constants of the object at a path of an event: of the only type with these keys."""
        types = records(source_of(self.wire, rows.event, rows.arm, path).shapes)
        if len(types) > 1:
            types = [one for one in types if {*keys} <= {*self.wire.properties(one)}]
        return self.wire.tags(types[0]) if len(types) == 1 else {}
