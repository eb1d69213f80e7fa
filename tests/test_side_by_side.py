"""What is made in several processes is what one makes, in the same order; failures come through."""

from __future__ import annotations

import os

import pytest

from test_golden_adapter import PROJECT
from toolwire_codegen.render.classes import UnrenderableError
from toolwire_codegen.render.side_by_side import side_by_side

JOBS = [1, 2, 9]


@pytest.mark.parametrize("jobs", JOBS)
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    names = sorted(PROJECT.formats)
    assert [*side_by_side(str.upper, names, jobs)] == [name.upper() for name in names]


def test_several_jobs_are_several_processes_and_one_is_none() -> None:
    def which(_: int) -> int:
        return os.getpid()

    assert {*side_by_side(which, range(4), 1)} == {os.getpid()}
    assert os.getpid() not in {*side_by_side(which, range(4), 2)}


@pytest.mark.parametrize("jobs", JOBS)
def test_what_the_work_raises_is_raised(jobs: int) -> None:
    def fail(number: int) -> int:
        if number == 2:
            raise UnrenderableError("no name for two")
        return number

    with pytest.raises(UnrenderableError, match="no name for two"):
        list(side_by_side(fail, range(4), jobs))


def test_where_processes_cannot_be_copied_one_does_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    assert [*side_by_side(lambda _: os.getpid(), range(3), 2)] == [os.getpid()] * 3
