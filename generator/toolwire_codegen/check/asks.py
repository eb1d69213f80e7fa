"""Which fields decide what a body is written as, where an entry has several types."""

from __future__ import annotations

from ..operators.choice import certain_fields
from ..operators.uses import asked_for, carries, surely_there
from ..resolve.format import ResolvedFormat
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path
from .references import entries


def earlier_asks(one: ResolvedFormat, lens: ResolvedLens) -> set[str]:
    """Fields a value never has here: with them an earlier type of the entry would be written.

    A type that nothing asks for belongs behind all others, wherever it stands.
    """
    found: set[str] = set()
    for _, (inter, wires) in entries(one):
        if inter == lens.lens.inter and lens.lens.wire in wires:
            behind = wires.index(lens.lens.wire) if asked_for(one, lens.lens) else len(wires)
            for wire in wires[:behind]:
                earlier = one.pairs.get((inter, wire))
                asked = asked_for(one, earlier.lens) if earlier is not None else []
                found |= {path[0] for path in asked if not carries(lens.lens, path)}
    return found


def asked_here(one: ResolvedFormat, lens: ResolvedLens) -> set[Path]:
    """Fields by which an entry, or a union, chooses this lens: they are there when it writes."""
    found = certain_fields(one, lens.lens)
    alike = [wires for _, (inter, wires) in entries(one) if inter == lens.lens.inter]
    if alike and not any(_takes_the_rest(one, lens, wires) for wires in alike):
        return found | surely_there(one, lens.lens)
    return found


def _takes_the_rest(one: ResolvedFormat, lens: ResolvedLens, wires: tuple[str, ...]) -> bool:
    """Whether a lens writes what no other of an entry's is asked for."""
    others = [one.pairs.get((lens.lens.inter, wire)) for wire in wires[:-1]]
    return wires[-1] == lens.lens.wire and all(
        other is None or asked_for(one, other.lens) or one.arms_left(other) for other in others
    )
