"""``alone``: fits only where its object has no other key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Reason
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class Alone(Modifier):
    name = "alone"
    example = "alone"
    purpose = "fits only where its object has no other key"
    loss = "none"
    places = ("arm",)
    apart = True

    def mark(self, leaf: Leaf) -> None:
        leaf.alone = True

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if len(slot.target.path) < 2:
            return "the arm's own object always has other keys", "name a key of an inner object"
        return None
