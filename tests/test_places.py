"""Where numbered elements of a stream stand."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire._runtime import assembly
from toolwire._runtime.places import Places

Json = Any


def opened(*numbers: Json) -> tuple[list[Json], list[int]]:
    """The list that is put together, and where each element was found to stand at the end."""
    slot = assembly.Slot({})
    made = [assembly.opening(slot, slot.w, "list", key, {"n": key}) for key in numbers]
    return [item["n"] for item in slot.w["list"]], [one.place for one in made]


@pytest.mark.parametrize(
    ("numbers", "indices"),
    [
        ((0, 1, 2), [0, 1, 2]),
        ((2, 0, 1), [2, 0, 1]),
        ((5, 3, 9, 4), [2, 0, 3, 1]),
        (("x", 1, 0), [0, 2, 1]),
        ((-1, -2), [1, 0]),
    ],
)
def test_numbered_elements_stand_in_the_order_of_their_numbers(
    numbers: tuple[Json, ...], indices: list[int]
) -> None:
    found, places = opened(*numbers)
    assert places == indices
    assert [found[index] for index in indices] == [*numbers]


def test_where_numbers_rise_no_other_element_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Places, "items", None)
    assert opened(0, 1, 5)[1] == [0, 1, 2]
    with pytest.raises(TypeError):
        opened(1, 0)
