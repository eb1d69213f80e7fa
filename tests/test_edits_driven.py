"""What an app edits is what the wire body says, and all that it says."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from dice import Dice
from driving.edits import EDITS, Row
from driving.law import Sample, check, misread
from samples import ALL

Json = Any


@functools.cache
def samples(entry: str) -> list[tuple[str, Sample]]:
    """Our own payloads, read once."""
    return [(str(f), Sample(f.format, f.entry, f.payload)) for f in ALL if f.entry == entry]


@pytest.mark.parametrize("row", EDITS, ids=lambda row: f"{row.entry} {row.name}")
def test_a_body_says_what_the_edited_value_says(row: Row) -> None:
    dice = Dice(row.name)
    wrong = []
    for name, sample in samples(row.entry):
        edited = sample.edited(row.edit, dice)
        if edited is not None and (why := check(sample, edited, sample.wire, row.bare)):
            wrong.append(f"{name}: {why}")
    assert not wrong, "\n".join(wrong)
