"""Cutting never leaves half a character."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.tools import cut

WHOLE = [
    "e\u0301",
    "\r\n",
    "\U0001f44d\U0001f3fd",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1f3\U0001f1f4",
    "\ud83d\ude00",
    "\u0915\u093f",
    "\u2764\ufe0f",
]
CHARACTERS = [*"ab \n", "é", "中", "\U0001f600", "\ud83d", "\ude00", "\u0301", "\u200d", *WHOLE]


@pytest.mark.parametrize("whole", WHOLE, ids=ascii)
def test_a_character_of_several_parts_stays_whole(whole: str) -> None:
    text = f"a{whole}b"
    for index in range(2, 1 + len(whole)):
        assert cut.before(text, index) == 1
        assert cut.after(text, index) == 1 + len(whole)
    for index in (0, 1, 1 + len(whole), len(text)):
        assert cut.before(text, index) == cut.after(text, index) == index


def test_flags_in_a_row_are_cut_between_two() -> None:
    flags = "\U0001f1f3\U0001f1f4" * 5
    assert [cut.before(flags, index) for index in range(11)] == [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10]


def test_marks_without_end_are_cut_all_the_same() -> None:
    text = "a" + "\u0301" * 1_000
    assert 400 < cut.before(text, 500) <= 500 <= cut.after(text, 500) < 600


@settings(derandomize=True)
@given(st.lists(st.sampled_from(CHARACTERS), max_size=60).map("".join), st.integers(-5, 100))
def test_both_sides_are_near_and_no_pair_is_torn(text: str, index: int) -> None:
    inside = max(0, min(index, len(text)))
    low, high = cut.before(text, index), cut.after(text, index)
    assert 0 <= inside - low <= 32
    assert 0 <= high - inside <= 32
    for place in (low, high):
        around = text[place - 1 : place + 1] if place else ""
        assert not ("\ud800" <= around[:1] <= "\udbff" and "\udc00" <= around[1:] <= "\udfff")
