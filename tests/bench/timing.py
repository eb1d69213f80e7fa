"""The clock of the benchmark: how sides are timed that are to be compared.

Read is the processor time of this thread: what else the machine does meanwhile is not counted, nor
is what reading the clock costs. Sides of a comparison are timed in turn, pass after pass, and each
step of each payload counts with the median of its passes: where a neighbour on the same core makes
some of them slow, it does so to both sides alike, while the very best pass of a long step is luck.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from statistics import median
from time import thread_time_ns
from typing import Any

Timed = Callable[[], object]


def passes(count: int) -> Iterator[int]:
    """The numbers of so many passes; garbage is collected between them, and not while they last."""
    for number in range(count):
        gc.collect()
        gc.disable()
        try:
            yield number
        finally:
            gc.enable()


class Stopwatch:
    """Times calls, and knows the median time of each step of each payload."""

    def __init__(self) -> None:
        self._spent: dict[tuple[str, int], list[float]] = defaultdict(list)

    def timed(self, step: str, payload: int, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function, and count what it takes as one step of a payload."""
        start = thread_time_ns()
        result = function(*args)
        spent = thread_time_ns() - start - READING
        self._spent[step, payload].append(spent)
        return result

    def steps(self) -> dict[str, float]:
        """Nanoseconds of each step, of all payloads together."""
        found: dict[str, float] = defaultdict(float)
        for (step, _), spent in self._spent.items():
            found[step] += median(spent)
        return found


def usual_of(timed: Mapping[str, Timed], count: int) -> dict[str, float]:
    """Nanoseconds of each, of so many passes; which is first rotates."""
    watch, names = Stopwatch(), [*timed]
    for number in passes(count):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            watch.timed(name, 0, timed[name])
    return watch.steps()


def _reading() -> float:
    """Nanoseconds that are counted where nothing is done."""
    watch = Stopwatch()
    for _ in range(1000):
        watch.timed("", 0, bool, None)
    return watch.steps()[""]


READING: float = 0
READING = _reading()
