"""Which fields decide what a body is written as, where an entry has several types."""

from __future__ import annotations

from .paths import must_be_there
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
