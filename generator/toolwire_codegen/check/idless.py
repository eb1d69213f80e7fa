"""The rule ``unnumbered``: ids are left out of calls and results that are read without them, too.

Anywhere else the body would lack what its wire demands, or nobody could say which call a result
answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..load.findings import Position
from ..load.transform import Operator
from ..operators.registry import OPERATORS
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import ANSWERED, CALL, CALL_ID, RESULT
from ..resolve.lenses import Slot
from ..resolve.paths import records
from ..resolve.problems import Problem, Problems
from .accepting import rules_files

KIND = "unnumbered"
READ_BY = {(CALL, CALL_ID): "minted", (RESULT, ANSWERED): "position(name)"}
"""The ids that the rule leaves out, and what reads a value that has none."""


def demanded(project: ResolvedProject) -> Problems:
    for one in project.formats:
        slots = [slot for lens in one.lenses for slot in lens.slots]
        needed = [slot for slot in slots if _operator(slot) and not _left_out(one, slot)]
        for at in _rules(one) if needed else ():
            slot = needed[0]
            place = f"`{slot.target.dotted}` of `{slot.owner.wire}`"
            yield Problem(
                at,
                f"`{KIND}` leaves out {place}, which has to be there",
                f"`{slot.record}.{slot.row.name}` stands there",
                f"read it with `{_operator(slot)}`, and let the schema not require it",
            )


def _operator(slot: Slot) -> str:
    return READ_BY.get((slot.owner.inter, slot.row.name), "")


def _left_out(one: ResolvedFormat, slot: Slot) -> bool:
    """Whether the wire may lack an id, and its reader knows what that means."""
    path = slot.target.path
    holders = records(one.wire_shapes(slot.owner.wire, path[:-1]))
    optional = not any(path[-1] in one.wire.required(name) for name in holders)
    return optional and any(_reads_nothing(operator) for operator in slot.target.operators)


def _reads_nothing(operator: Operator) -> bool:
    """Whether it reads a missing id, and none is sent in its place."""
    definition = OPERATORS.get(operator.name)
    if definition is None or not definition.call_ids:
        return False
    return not (definition.hides_ids and operator.args)


def _rules(one: ResolvedFormat) -> Iterator[Position]:
    """Where the wire, or a service that speaks it, has such a rule."""
    for file in rules_files(one):
        for name, row in file.section("rules").items():
            if isinstance(row, dict) and row.get("kind") == KIND:
                yield file.document.at("rules", name)
