"""Conversations driven as apps drive them: every result answers its own call, on every wire."""

from __future__ import annotations

import pytest

from driving.conversations import drive

SEEDS = 300


@pytest.mark.parametrize("first", range(0, SEEDS, 50))
def test_in_driven_conversations_every_result_answers_its_own_call(first: int) -> None:
    found = {seed: faults for seed in range(first, first + 50) if (faults := drive(seed))}
    assert found == {}
