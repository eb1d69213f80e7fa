"""What ``joined`` and ``worded`` share: the texts of a list, where the wire has no blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import Stmt
from .base import RowCodec

if TYPE_CHECKING:
    from ..plan.losses import LossPlanner
    from ..plan.resolve import Leaf


class Texts(RowCodec):
    """A part of a row that takes the texts of the blocks that come to it."""

    texts_only = True

    args: tuple[str, ...]

    def losses(self, planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
        """A part reports of each block by itself."""
        return []
