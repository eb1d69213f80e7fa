"""Work on independent things in as many processes as there are processors."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_task: list[Any] = []
"""The work and the items of a copied process: they are inherited, not sent to it."""


def side_by_side(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """The results in the order of the items. Raises what the work raises.

    One after the other with one job, or where processes cannot be copied.
    """
    if min(jobs, len(items)) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(work, items)
        return
    context = multiprocessing.get_context("fork")
    with context.Pool(min(jobs, len(items)), _begin, (work, items)) as pool:
        yield from pool.imap(_do, range(len(items)))


def _begin(work: Callable[[Item], Result], items: Sequence[Item]) -> None:
    """The process that waits for this one says what an interruption means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _task[:] = [work, items]


def _do(number: int) -> Any:
    work, items = _task
    return work(items[number])
