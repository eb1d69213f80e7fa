"""What ``default`` and ``fill`` ask of their place: one side is without what the other demands.

Where both sides may be without a value, a value that stands for its absence would be lost, or be
written where there was none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..load.transform import literal
from ..resolve.paths import fits, follow, must_be_there, text
from ..resolve.problems import Problem, Problems
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot


def there(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[bool | None, bool]:
    """Whether the wire always has a row's key, and the field its value; None for no such key."""
    path, field = slot.target.path, slot.row.fields[0]
    described = not follow(one.wire, view.lens.wire, path).lost
    described = described and not follow(one.inter, slot.record, field).lost
    wire = must_be_there(one.wire, view.lens.wire, path) if described else None
    return wire, must_be_there(one.inter, slot.record, field)


class StandIn(Modifier):
    """A value that stands for an absent field is one of the field's."""

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        shapes = one.inter_shapes(slot.record, slot.row.fields[0])
        if shapes and not fits(one.inter, literal(args[0]), shapes):
            yield Problem(
                slot.target.position,
                f"{args[0]} cannot stand in `{slot.row.left}`",
                f"the field is {text(shapes)}",
                "write a value of the field, as JSON",
            )
