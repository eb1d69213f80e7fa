"""What `default` and `fill` ask of their place: one side has to be without what the other demands.

Where both sides may be without a value, a value that stands for its absence would be lost, or be
written where there was none.
"""

from __future__ import annotations

from ..resolve.format import ResolvedFormat
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import follow, must_be_there


def default(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    wire, inter = _there(one, view, slot)
    if wire is None or wire != inter:
        return None
    if wire:
        return "the wire and the field always have it", "leave it out"
    return "the wire and the field may both be without it", "leave it out"


def fill(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    wire, inter = _there(one, view, slot)
    if wire is False and slot.target.operator("expected") is None:
        return "the wire may be without it", "leave it out, or add `expected`"
    return ("the field is always there", "leave it out") if wire and inter else None


def _there(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[bool | None, bool]:
    """Whether the wire always has a row's key, and the field its value; None for no such key."""
    path, field = slot.target.path, slot.row.fields[0]
    known = not follow(one.wire, view.lens.wire, path).lost
    known = known and not follow(one.inter, slot.record, field).lost
    wire = must_be_there(one.wire, view.lens.wire, path) if known else None
    return wire, must_be_there(one.inter, slot.record, field)
