"""``alone``: fits only where its object has no other key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Modifier

if TYPE_CHECKING:
    from ..plan.resolve import Leaf


class Alone(Modifier):
    name = "alone"
    purpose = "fits only where its object has no other key"
    loss = "none"
    places = ("arm",)

    def mark(self, leaf: Leaf) -> None:
        leaf.alone = True
