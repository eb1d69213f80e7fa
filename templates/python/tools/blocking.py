"""The loop for code that is not asynchronous: the same one, in an event loop of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping
from contextvars import copy_context
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .context import Cancellation
from .loop import arun
from .outcome import Outcome
from .sending import Send
from .toolbox import Toolbox

if TYPE_CHECKING:
    from .defining import Tool


def run(
    send: Send,
    request: Mapping[str, Any] | Outcome,
    tools: Toolbox | Iterable[Tool | Toolbox],
    *,
    format: ModuleType | str,
    **options: Any,
) -> Outcome:
    """``arun`` for code that is not asynchronous; it works where an event loop runs already, too.

    There the run has a thread of its own, and the loop stands still until it is over.
    """
    so_far: list[Outcome | None] = []

    async def whole() -> Outcome:
        try:
            return await arun(send, request, tools, format=format, _threads=False, **options)
        except BaseException as error:
            so_far.append(getattr(error, "outcome", None))
            raise

    if not _in_a_loop():
        return _with_outcome(lambda: asyncio.run(whole()), so_far)
    cancellation = options["cancellation"] = options.get("cancellation") or Cancellation()
    found: list[Outcome] = []
    raised: list[BaseException] = []

    def apart() -> None:
        try:
            found.append(_with_outcome(lambda: asyncio.run(whole()), so_far))
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=copy_context().run, args=(apart,), daemon=True)
    cancels = getattr(asyncio.current_task(), "cancelling", int)
    before = cancels()
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
            if cancels() > before:  # all that the first Ctrl-C does to a task that stands still
                cancellation.cancel("interrupted")
    except BaseException:
        cancellation.cancel("interrupted")
        raise
    if raised:
        raise raised[0]
    return found[0]


def _with_outcome(whole: Callable[[], Outcome], so_far: list[Outcome | None]) -> Outcome:
    """What ends an event loop, as Ctrl-C does, is not what its run raised: both get the outcome."""
    try:
        return whole()
    except BaseException as error:
        if so_far and so_far[0] and not hasattr(error, "outcome"):
            error.outcome = so_far[0]  # type: ignore[attr-defined]
        raise


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
