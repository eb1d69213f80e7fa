"""Places of elements and texts in a reply that events speak of, each sent in its own way."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...load.stream import Step, StreamRow
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
    lists: list[Path] = field(default_factory=list)


def outermost(place: tuple[Step, ...]) -> tuple[Step, ...]:
    """The list of elements that a place is in, the outermost."""
    return place[: next(at for at, step in enumerate(place, 1) if step.key)]


def inside(base: tuple[Step, ...], row: StreamRow) -> bool:
    """Whether a row is about the elements of a list."""
    return row.place[: len(base)] == base
