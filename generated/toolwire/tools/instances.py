# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""One dependency that is made, held and closed, all by a task of its own.

So it outlives whoever asked first and is cancelled, and what may only be left in the task where it
was entered (task groups, timeouts, context variables) is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import copy_context
from logging import Logger, LoggerAdapter
from typing import Any

from .factories import Close, DependencyError, opened

PATIENCE_SECONDS = 30.0
"""How long one dependency may take to close before the next ones are closed without it."""


class Instance:
    """A dependency between the first time it is asked for and the end of its scope."""

    def __init__(self, name: str, declared: Any, factory: Callable[..., Any]) -> None:
        loop = asyncio.get_running_loop()
        self.name = name
        self.declared = declared
        self.factory = factory
        self.ready: asyncio.Future[Any] = loop.create_future()
        self.over: asyncio.Future[BaseException | None] = loop.create_future()
        self.task: asyncio.Task[None] | None = None
        self.waits_for: list[Instance] = []
        self.asked_by: list[Instance] = []
        """Those that are closed before it."""

    async def wanted_by(self, asker: Instance | None) -> Any:
        """The value, when it is made. Raises DependencyError where that would wait for itself."""
        if asker is None:
            return await asyncio.shield(self.ready)
        ring = [] if self.ready.done() else self._way_to(asker)
        if ring:
            names = " → ".join(instance.name for instance in (*ring, self))
            raise DependencyError(f"dependencies ask for each other: {names}")
        self.asked_by.append(asker)
        asker.waits_for.append(self)
        try:
            return await asyncio.shield(self.ready)
        finally:
            asker.waits_for.remove(self)

    def _way_to(self, goal: Instance) -> list[Instance]:
        """What waits for what, from here to ``goal``; empty if it does not."""
        ways, visited = [[self]], set()
        for way in ways:
            last = way[-1]
            if last is goal:
                return way
            if last not in visited:
                visited.add(last)
                ways.extend([*way, after] for after in last.waits_for)
        return []

    def fail(self, error: BaseException) -> None:
        """It cannot be made, all hear that asked for it."""
        if self.ready.done():
            return
        if isinstance(error, asyncio.CancelledError):
            error = DependencyError(f"{self.name} was cancelled while it was made")
        self.ready.set_exception(error)
        self.ready.exception()  # if nobody asks any more, asyncio need not complain


def hold(
    instance: Instance,
    fill: Callable[[], Awaitable[dict[str, Any]]],
    stack: list[Instance],
    forget: Callable[[], object],
    logger: Logger | LoggerAdapter[Any],
) -> None:
    """Begin to make it. What is to be closed goes on ``stack``; ``forget`` tells that it failed."""

    async def live() -> None:
        context = copy_context()
        try:
            value, close = await opened(instance.factory, await fill(), context)
        except BaseException as error:
            forget()
            instance.fail(error)
            return
        if close is None:
            if not instance.ready.done():
                instance.ready.set_result(value)
            return
        stack.append(instance)
        if not instance.ready.done():
            instance.ready.set_result(value)
        await _until_over(instance, close, stack, logger)

    instance.task = asyncio.get_running_loop().create_task(live())
    # Told to stop before it began, it has said nothing.
    instance.task.add_done_callback(lambda _: instance.fail(asyncio.CancelledError()))


async def _until_over(
    instance: Instance, close: Close, stack: list[Instance], logger: Logger | LoggerAdapter[Any]
) -> None:
    try:
        error = await instance.over
    except asyncio.CancelledError as cancelled:
        # The event loop ends before the scope, and tells all at once: those after us go first.
        error = cancelled
        after = [*stack[stack.index(instance) + 1 :], *instance.asked_by]
        tasks = [one.task for one in after if one.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)
    try:
        await close(error)
    except BaseException as failure:
        if failure is not error:
            logger.error("The dependency %s failed to close", instance.name, exc_info=failure)


async def let_go(
    every: Sequence[Instance],
    stack: list[Instance],
    error: BaseException | None,
    logger: Logger | LoggerAdapter[Any],
) -> None:
    """Close what is on the stack, the newest first; give up what is still being made.

    Goes on when it is cancelled, and raises that when all is closed.
    """
    closing = asyncio.get_running_loop().create_task(_let_go(every, stack, error, logger))
    cancelled: asyncio.CancelledError | None = None
    while not closing.done():
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError as stop:
            cancelled = stop
    if cancelled is not None:
        raise cancelled


async def _let_go(
    every: Sequence[Instance],
    stack: list[Instance],
    error: BaseException | None,
    logger: Logger | LoggerAdapter[Any],
) -> None:
    making = [instance for instance in every if not instance.ready.done()]
    for instance in making:
        if instance.task is not None:
            instance.task.cancel()
    if making:
        # Not for their tasks: what is made although it was told to stop waits to be closed.
        await asyncio.wait([instance.ready for instance in making], timeout=PATIENCE_SECONDS)
    for instance in making:
        # Should it be made after all, it closes at once.
        if not instance.over.done() and instance not in stack:
            instance.over.set_result(error)
        instance.fail(asyncio.CancelledError())
    for instance in reversed(stack):
        if not instance.over.done():
            instance.over.set_result(error)
        if instance.task is not None:
            done, _ = await asyncio.wait([instance.task], timeout=PATIENCE_SECONDS)
            if not done:
                logger.error("The dependency %s takes too long to close", instance.name)
