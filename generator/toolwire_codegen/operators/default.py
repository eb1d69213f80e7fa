"""``default``: absent on one side is this value on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..load.transform import literal
from .base import Modifier

if TYPE_CHECKING:
    from ..plan.resolve import Leaf


class Default(Modifier):
    name = "default"
    takes = (1, 1)
    purpose = "absent on one side is this value on the other"
    loss = "none"
    places = ("row", "arm")
    fills = True

    def mark(self, leaf: Leaf) -> None:
        leaf.default, leaf.has_default = literal(self.args[0]), True
