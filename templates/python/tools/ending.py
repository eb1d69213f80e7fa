"""Running a coroutine that must be over in time, whether it wants to stop or not.

It runs in the task that awaits it: that is cheaper than a task of its own, and what the coroutine
finds is its caller's, context variables and timeouts too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from contextlib import suppress
from typing import Any, Literal

from .context import Cancellation

GRACE_SECONDS = 5.0
"""How long a coroutine that was told to stop may take to clean up."""


class Ending:
    """``await Ending(coroutine, seconds, cancellation)``: how it ended. It raises nothing itself.

    ``why`` says what ended it, if not the coroutine itself: the time, the run's cancellation, or
    that its task was cancelled. What it returned or raised then is of no interest.
    """

    why: Literal["", "timeout", "cancelled", "task"]
    value: Any
    error: BaseException | None

    __slots__ = (
        "_cancellation",
        "_coroutine",
        "_given_up",
        "_loop",
        "_over",
        "_seconds",
        "_task",
        "_timer",
        "error",
        "value",
        "why",
    )

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, Any],
        seconds: float | None,
        cancellation: Cancellation,
    ) -> None:
        self._coroutine = coroutine
        self._seconds = seconds
        self._cancellation = cancellation
        self._timer: asyncio.TimerHandle | None = None
        self._over = self._given_up = False
        self.why = ""
        self.value = self.error = None

    def __await__(self) -> Generator[Any, Any, Ending]:
        coroutine = self._coroutine
        try:
            waits_for = coroutine.send(None)
        except StopIteration as stop:
            # Most that end at once need no watching.
            self.value = stop.value
            return self
        except BaseException as error:
            self.error = error
            return self
        self._loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None, "tools run in a task"
        self._task = task
        before = task.cancelling()
        self._cancellation.watch(self._wake)
        if self._seconds is not None:
            self._timer = self._loop.call_later(self._seconds, self._end, "timeout")
        try:
            yield from self._steps(waits_for)
        finally:
            self._over = True
            self._cancellation.unwatch(self._wake)
            if self._timer is not None:
                self._timer.cancel()
            if self._given_up:
                task.uncancel()
            if self.why and task.cancelling() > before:
                task.uncancel()
        if task.cancelling() > before:
            self.why = "task"
        return self

    def _steps(self, waits_for: Any) -> Generator[Any, Any, None]:
        """Hand on what the coroutine waits for, and to it what comes, until it has ended."""
        coroutine = self._coroutine
        while True:
            try:
                came: BaseException | None = None
                yield waits_for
            except GeneratorExit:
                coroutine.close()
                raise
            except BaseException as error:
                if self._given_up:
                    self._abandon()
                    return
                came = error
            try:
                waits_for = coroutine.send(None) if came is None else coroutine.throw(came)
            except StopIteration as stop:
                self.value = stop.value
                return
            except BaseException as error:
                self.error = error
                return

    def _wake(self) -> None:
        """The run is cancelled, says a thread, perhaps another one."""
        with suppress(RuntimeError):  # the loop is closed, and so nothing runs in it
            self._loop.call_soon_threadsafe(self._end, "cancelled")

    def _end(self, why: Literal["timeout", "cancelled"]) -> None:
        if self._over or self.why:
            return
        self.why = why
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(GRACE_SECONDS, self._give_up)
        self._task.cancel()

    def _give_up(self) -> None:
        if not self._over:
            self._given_up = True
            self._task.cancel()

    def _abandon(self) -> None:
        """It was told to stop and goes on: it will not be woken any more."""
        try:
            self._coroutine.close()
        except BaseException as error:  # "ignored GeneratorExit", or whatever it raises on its way
            self.error = error
