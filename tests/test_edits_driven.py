"""What an app edits is what the wire body says, and all that it says."""

from __future__ import annotations

from typing import Any

import pytest

from dice import Dice
from driving.edits import EDITS, Row, Sample, check
from samples import ALL, Fixture

Json = Any


@pytest.mark.parametrize("row", EDITS, ids=lambda row: f"{row.entry} {row.name}")
def test_a_body_says_what_the_edited_value_says(row: Row) -> None:
    dice = Dice(row.name)
    wrong = []
    for fixture in ALL:
        if fixture.entry != row.entry:
            continue
        sample = Sample(fixture.format, fixture.entry, fixture.payload)
        edited = sample.edited(row.edit, dice)
        if edited is not None and (why := check(sample, edited, sample.wire)):
            wrong.append(f"{fixture}: {why}")
    assert not wrong, "\n".join(wrong)
