"""What ``joined`` and ``worded`` share: the texts of a list, where the wire has no blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import Stmt
from ..resolve.paths import lists
from .base import Reason, RowCodec

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf

TEXT = "text"


class Texts(RowCodec):
    """A row, or a part of one, that takes the texts of the blocks that come to it."""

    field_alone = TEXT

    args: tuple[str, ...]

    def losses(self, leaf: Leaf) -> list[Stmt]:
        """A part reports of each block by itself."""
        return []

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        blocks = lists(one.inter_shapes(slot.record, slot.row.fields[0]))
        arms = [slot.part] if slot.part not in ("", "*") else [shape.name for shape in blocks]
        if any("text" in one.inter.properties(arm) for arm in arms) or not blocks:
            return None
        return "it joins blocks that hold a `text`", "use it for such an arm"
