"""Which fields decide what a body is written as, where an entry has several types."""

from __future__ import annotations

from .paths import must_be_there
from .references import entries
from .view import FormatView, LensView

FILLED = frozenset({"default", "fill", "expected"})


def asked_for(one: FormatView, view: LensView) -> list[str]:
    """Optional fields that the wire type requires: with all of them a value is written so."""
    found = []
    for row in view.lens.rows:
        for target in row.targets[:1]:
            names = {operator.name for operator in target.operators}
            if (
                row.fields[0]
                and must_be_there(one.wire, view.lens.wire, target.path)
                and not must_be_there(one.inter, view.lens.inter, row.fields[0])
                and not names & FILLED
                and one.sequence(view, row) is None
            ):
                found.append(row.fields[0][0])
    return found


def earlier_asks(one: FormatView, view: LensView) -> set[str]:
    """Fields a value never has here: with them an earlier type of the entry would be written.

    A type that nothing asks for belongs behind all others, wherever it stands.
    """
    found: set[str] = set()
    for _, (inter, wires) in entries(one):
        if inter == view.lens.inter and view.lens.wire in wires:
            behind = wires.index(view.lens.wire) if asked_for(one, view) else len(wires)
            for wire in wires[:behind]:
                earlier = one.pairs.get((inter, wire))
                found |= set(asked_for(one, earlier)) if earlier is not None else set()
    return found


def asked_here(one: FormatView, view: LensView) -> set[str]:
    """Fields by which an entry chooses this lens: they are there when it writes."""
    for _, (inter, wires) in entries(one):
        if inter == view.lens.inter and not _takes_the_rest(one, view, wires):
            return set(asked_for(one, view))
    return set()


def _takes_the_rest(one: FormatView, view: LensView, wires: tuple[str, ...]) -> bool:
    """Whether a lens writes what no other of an entry's is asked for."""
    others = [one.pairs.get((view.lens.inter, wire)) for wire in wires[:-1]]
    return wires[-1] == view.lens.wire and all(
        other is None or asked_for(one, other) for other in others
    )
