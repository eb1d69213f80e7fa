# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Functions that are not asynchronous run in threads that never keep the process from ending.

The event loop's own pool will not do: its threads are waited for at exit, and a tool that never
returns would hold one for good.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

IDLE_SECONDS = 10.0
"""How long a thread waits for more to do."""

_lock = threading.Lock()
_idle: list[_Worker] = []


class _Worker(threading.Thread):
    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(name="toolwire-tool", daemon=True)
        self.todo: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self.todo.put(work)

    def run(self) -> None:
        while True:
            try:
                work = self.todo.get(timeout=IDLE_SECONDS)
            except Empty:
                with _lock:
                    if self in _idle:
                        _idle.remove(self)
                        return
                continue  # it was just taken: work is on its way
            work()
            del work  # holds what it returned
            with _lock:
                _idle.append(self)


# A child process has none of its parent's threads.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


def start(work: Callable[[], object]) -> None:
    """Run ``work``, which must not raise, in a thread."""
    with _lock:
        worker = _idle.pop() if _idle else None
    if worker is None:
        _Worker(work).start()
    else:
        worker.todo.put(work)


async def in_thread(
    function: Callable[[], Any],
    *,
    context: contextvars.Context | None = None,
    late: Callable[[Any], object] | None = None,
) -> Any:
    """What ``function()`` returns or raises, run in a thread, with the context variables of here.

    Who is cancelled while waiting leaves the thread behind. Its result is dropped then; ``late``
    gets it, in a thread, where it must not be: once, and only if the function returned.
    """
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[tuple[Any, BaseException | None]] = loop.create_future()
    context = contextvars.copy_context() if context is None else context
    came: list[Any] = []
    gone = False

    def drop() -> None:
        # The thread adds it and looks for us, we leave and look for it: one of us finds it.
        try:
            value = came.pop()
        except IndexError:
            return
        if late is not None:
            late(value)

    def settle(value: Any, error: BaseException | None) -> None:
        if not waiting.done():
            waiting.set_result((value, error))

    def work() -> None:
        value, error = None, None
        try:
            value = context.run(function)
            came.append(value)
        except BaseException as caught:
            error = caught
        if gone:
            drop()
            return
        try:
            loop.call_soon_threadsafe(settle, value, error)
        except RuntimeError:  # the loop is closed
            drop()

    start(work)
    try:
        value, error = await waiting
    except BaseException:
        gone = True
        if came:
            # It came just as we were told to stop. The loop may be closed before it hears of it.
            start(drop)
        raise
    if error is None:
        return value
    try:
        raise error
    finally:
        del error  # or it would hold this frame, and this frame it
