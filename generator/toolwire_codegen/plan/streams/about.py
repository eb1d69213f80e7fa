"""Which element an event speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from ...ir import Expr
from ...load.stream import Step
from .shown import Path


@dataclass
class About:
    """What an event is about: an element, and those that it stands in.

    ``slots``: that of each list on the way, with the number of steps to there. ``numbers``: where
    the event names them.
    """

    steps: tuple[Step, ...]
    slots: list[tuple[int, Expr]]
    numbers: list[Path]

    @property
    def slot(self) -> Expr:
        return self.slots[-1][1]
