"""``expected``: what the wire demands may be absent from this wire's own traffic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Modifier

if TYPE_CHECKING:
    from ..plan.resolve import Leaf


class Expected(Modifier):
    name = "expected"
    purpose = "may be absent from this wire's own traffic; else an error, or filled"
    loss = "none"
    fills = excuses = True

    def mark(self, leaf: Leaf) -> None:
        leaf.excused = True
