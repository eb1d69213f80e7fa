"""What was worked out once is known again by value, exactly, and is nobody's to spoil."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire import Loss
from toolwire._runtime import recalled as module
from toolwire._runtime.recalled import recalled, stays

Json = Any
LOSS = Loss("/a", "dropped", "gone")


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have left is forgotten whenever it is too much, in the middle of a test."""
    monkeypatch.setattr(module, "_remembered", {})


class Worker:
    """Counts how often it is asked; gives the value itself, or another one."""

    def __init__(self, other: Json = None) -> None:
        self.asked, self.other = 0, other

    def on(self, value: Json) -> tuple[Json, list[Loss]]:
        def work(given: Json) -> tuple[Json, list[Loss]]:
            self.asked += 1
            return (given, []) if self.other is None else (self.other, [LOSS])

        return recalled(self, value, work)


def test_an_equal_value_is_known_and_given_back_itself() -> None:
    worker = Worker()
    first, second = [{"a": [1, "x"]}], [{"a": [1, "x"]}]
    assert worker.on(first)[0] is first
    assert worker.on(second)[0] is second
    assert worker.asked == 1


def test_another_value_is_given_as_a_copy_that_may_be_changed() -> None:
    worker = Worker(other=[{"b": 1}])
    for _ in range(3):
        made, losses = worker.on([1])
        assert (made, losses) == ([{"b": 1}], [LOSS])
        if worker.asked == 1 and made is not worker.other:
            made[0]["b"] = 2
        losses.clear()
    assert worker.asked == 1


def test_values_that_python_holds_for_equal_are_told_apart() -> None:
    worker = Worker()
    for value in ([1], [True], [1.0], [{"a": 1, "b": 2}], [{"b": 2, "a": 1}]):
        worker.on(value)
    assert worker.asked == 5


def test_what_has_no_exact_form_or_is_long_is_worked_out_each_time() -> None:
    deep: Json = []
    for _ in range(3000):
        deep = [deep]
    for value in ([object()], ["x" * module.LONGEST], deep):
        worker = Worker()
        assert worker.on(value)[0] is value
        assert worker.on(value)[0] is value
        assert worker.asked == 2


def test_no_more_is_remembered_than_may_be() -> None:
    worker = Worker()
    for number in range(3 * module.MOST):
        worker.on([number])
    assert len(module._remembered) <= module.MOST


def test_what_stays_as_it_is_is_told_by_value_once_it_was_worked_out() -> None:
    same, other = Worker(), Worker(other=[{"b": 1}])
    for value in ([{"a": [1]}], [object()]):
        assert not stays(same, value)
        same.on(value)
    other.on([{"a": [1]}])
    assert stays(same, [{"a": [1]}])
    assert not stays(same, [{"a": [True]}])
    assert not stays(same, [object()])
    assert not stays(other, [{"a": [1]}])
