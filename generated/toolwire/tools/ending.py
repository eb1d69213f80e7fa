# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Running a coroutine that must be over in time, whether it wants to stop or not.

It runs in the task that awaits it: that is cheaper than a task of its own, and what the coroutine
finds is its caller's, context variables and timeouts too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any, Literal

from .context import Cancellation
from .task_groups import taken_back

GRACE_SECONDS = 5.0
"""How long a coroutine that was told to stop may take to clean up."""


Why = Literal["", "timeout", "cancelled", "task"]
End = tuple[Why, Any, BaseException | None]


@coroutine
def ended(
    running: Coroutine[Any, Any, Any], seconds: float | None, cancellation: Cancellation
) -> Generator[Any, Any, End]:
    """``await ended(…)``: why it ended, what it returned, what it raised. It raises nothing itself.

    The reason is empty if it ended by itself; else its time was up, the run was cancelled or its
    task was. What it returned or raised then is of no interest.
    """
    try:
        waits_for = running.send(None)
    except StopIteration as stop:
        return "", stop.value, None
    except BaseException as error:
        return "", None, error
    return (yield from Watched(running, cancellation).until_ended(waits_for, seconds))


class Watched:
    """A coroutine that was begun, in the current task, and waits for something."""

    why: Why = ""
    value: Any = None
    error: BaseException | None = None
    _timer: asyncio.TimerHandle | None = None
    _over = _given_up = False

    def __init__(self, running: Coroutine[Any, Any, Any], cancellation: Cancellation) -> None:
        self._running = running
        self._cancellation = cancellation
        self._loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None, "tools run in a task"
        self._task = task

    @coroutine
    def until_ended(self, waits_for: Any, seconds: float | None) -> Generator[Any, Any, End]:
        """As ``ended``; ``waits_for`` is what the coroutine gave when it was begun."""
        task = self._task
        # Who was cancelled since the task was last woken has yet to hear of it, perhaps in here.
        # No public name tells: the count alone would be that of cancellations long over, too.
        before = task.cancelling() - getattr(task, "_must_cancel", False)
        running = self._running
        wake = self._wake
        self._cancellation.watch(wake)
        if seconds is not None:
            self._timer = self._loop.call_later(seconds, self._end, "timeout")
        try:
            # Hand on what it waits for, and to it what comes, until it has ended.
            while True:
                try:
                    came: BaseException | None = None
                    yield waits_for
                except GeneratorExit:
                    running.close()
                    raise
                except BaseException as error:
                    if self._given_up:
                        self._abandon()
                        break
                    came = error
                try:
                    waits_for = running.send(None) if came is None else self._thrown(came)
                except StopIteration as stop:
                    self.value = stop.value
                    break
                except BaseException as error:
                    self.error = error
                    break
        finally:
            self._over = True
            self._cancellation.unwatch(wake)
            if self._timer is not None:
                self._timer.cancel()
            if self._given_up:
                task.uncancel()
            if self.why and task.cancelling() > before:
                task.uncancel()
        if task.cancelling() > before:
            self.why = "task"
        return self.why, self.value, self.error

    def _thrown(self, came: BaseException) -> Any:
        """What the coroutine waits for now that it was told of ``came``."""
        try:
            return self._running.throw(came)
        finally:
            taken_back(came, self._task)

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
            self._running.close()
        except BaseException as error:  # "ignored GeneratorExit", or whatever it raises on its way
            self.error = error
