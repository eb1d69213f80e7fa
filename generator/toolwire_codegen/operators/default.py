"""``default``: absent on one side is this value on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..load.transform import literal
from ..resolve.intermediate import ANSWERED, CALL, CALL_ID, FOR_CALLS, RESULT
from ..resolve.problems import Problem, Problems
from .base import Reason
from .fillers import StandIn, there

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf

OWN_IDS = {(CALL, CALL_ID): "minted", (RESULT, ANSWERED): "position"}
"""Fields that tell one from another, and the operator that finds what they are without a value."""


class Default(StandIn):
    name = "default"
    example = "default(value)"
    takes = (1, 1)
    purpose = "absent on one side is this value on the other"
    loss = "none"
    empties = settles = stands_in = True
    places = ("row", "arm")
    fills = True

    def mark(self, leaf: Leaf) -> None:
        leaf.default, leaf.has_default = literal(self.args[0]), True

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        other = OWN_IDS.get((slot.record, slot.row.name))
        if other is not None:
            what = f"`default` gives all that come without `{slot.row.left}` the same one"
            note = "results are matched with their calls by it"
            yield Problem(slot.target.position, what, note, f"use `{other}`")

        yield from cls._read_otherwise(one, slot)

    @classmethod
    def _read_otherwise(cls, one: ResolvedFormat, slot: Slot) -> Problems:
        """What is written as nothing is what a table of several places reads where nothing is."""
        from .uses import arguments

        value = literal((arguments(slot, lambda d: d is cls) or ("",))[0])
        table = one.transform.tables.get((arguments(slot, lambda d: d.tells) or ("",))[0])
        nothing = tuple(None for _ in slot.target.paths)
        read = None if table is None else table.decoding.get(nothing)
        if read is not None and value not in (read, FOR_CALLS):
            what = f"`{slot.row.left}` is written as nothing where it is {value}"
            note = f"its table reads nothing as {read}"
            yield Problem(slot.target.position, what, note, f"write `default({read})`")

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        wire, inter = there(one, view, slot)
        if wire is None or wire != inter:
            return None
        if wire:
            return "the wire and the field always have it", "leave it out"
        return "the wire and the field may both be without it", "leave it out"
