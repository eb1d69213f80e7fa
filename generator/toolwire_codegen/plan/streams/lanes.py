"""Places of elements and texts in a reply that events speak of, each sent in its own way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ... import ir
from ...ir import Expr
from ...load.schema import Schema
from ...load.stream import Step, Stream, StreamRow, names
from ...resolve.paths import records, through
from ...resolve.streaming import shapes_at, subject
from .shown import Blocks, Path


@dataclass(frozen=True)
class Lane:
    """Where blocks of some kind, or other elements, stand: the functions that send them, by name.

    Without ``open`` it is one text.
    """

    path: Path
    piece: str
    blocks: Blocks | None = None
    open: str = ""
    fill: str = ""
    close: str = ""
    key: str = ""
    lists: list[Path] = field(default_factory=list)

    @property
    def entry(self) -> dict[str, Any]:
        """What the runtime's encoder is given, by name."""
        union = self.blocks.union if self.blocks is not None else None
        return {
            "blocks": self.path,
            "writes": union.writing_list if union is not None else "",
            "hidden": union is not None and union.hides_ids,
            "numbered": union is not None and union.numbered,
            "arguments": self.blocks.text_of_call if self.blocks is not None else (),
            "open": self.open,
            "fill": self.fill,
            "piece": self.piece,
            "close": self.close,
            "key": self.key,
            "lists": self.lists,
        }


def outermost(place: tuple[Step, ...]) -> tuple[Step, ...]:
    """The list of elements that a place is in, the outermost."""
    return place[: next(at for at, step in enumerate(place, 1) if step.key)]


def inside(base: tuple[Step, ...], row: StreamRow) -> bool:
    """Whether a row is about the elements of a list."""
    return names(row.place)[: len(base)] == names(base)


def of_type(
    wire: Schema, stream: Stream, row: StreamRow, rows: list[StreamRow], w: Expr
) -> list[Expr]:
    """Whether an element is of the type that a row is about, or of none that others are about."""
    if row.record:
        return told_apart(wire, stream, row, row.record, w)
    there = names(row.place)
    others = [one.record for one in rows if one.record and names(one.place) == there]
    return [ir.not_(ir.and_(*tagged(wire, record, w))) for record in others]


def told_apart(wire: Schema, stream: Stream, row: StreamRow, record: str, w: Expr) -> list[Expr]:
    """Whether an element of a row's list is of a type, and of none that says that and more."""
    own = wire.tags(record)
    every = records(through(shapes_at(wire, stream.whole, names(subject(row.place)))))
    more = [
        [ir.eq(ir.opt(w, key), tag) for key, tag in tags.items() if key not in own]
        for tags in map(wire.tags, every) if tags.items() > own.items()
    ]  # fmt: skip
    return [*tagged(wire, record, w), *(ir.not_(ir.and_(*beside)) for beside in more)]


def tagged(wire: Schema, record: str, w: Expr) -> list[Expr]:
    return [ir.eq(ir.opt(w, key), tag) for key, tag in wire.tags(record).items()]
