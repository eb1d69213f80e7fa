"""What tools see of their run, cancelling it, and the threads they run in."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC
from typing import Any

import pytest

from toolwire.tools import threads
from toolwire.tools.context import Call, Cancellation, Cancelled, ToolContext


class Mine(ToolContext):
    """An app may have a context of its own."""

    tenant = "none"


def test_a_derived_context_is_of_the_same_class_and_shares_the_state() -> None:
    ctx = Mine(deps="deps")
    ctx.tenant = "a"
    ctx.artifact = 1
    other = ctx.derived(call=Call("c1", "act"))
    assert (type(other), other.tenant, other.deps, other.artifact) == (Mine, "a", "deps", None)
    assert other.state is ctx.state and other.cancellation is ctx.cancellation
    assert ctx.call is None


def test_the_time_is_aware() -> None:
    assert ToolContext().now().tzinfo is UTC


def test_a_run_is_cancelled_once_and_for_good() -> None:
    cancellation = Cancellation()
    cancellation.raise_if_cancelled()
    cancellation.cancel("first")
    cancellation.cancel("second")
    assert cancellation.cancelled
    with pytest.raises(Cancelled, match="first"):
        cancellation.raise_if_cancelled()


def test_cancelling_is_no_exception_that_a_tool_would_catch() -> None:
    assert not issubclass(Cancelled, Exception)


def test_none_that_watches_misses_it() -> None:
    for _ in range(50):
        cancellation = Cancellation()
        woken = [threading.Event() for _ in range(20)]

        def watch(events: list[threading.Event], at: Cancellation = cancellation) -> None:
            for event in events:
                at.watch(event.set)

        watching = threading.Thread(target=watch, args=(woken,))
        watching.start()
        cancellation.cancel()
        watching.join()
        assert all(event.is_set() for event in woken)


def test_who_no_longer_watches_is_not_woken() -> None:
    cancellation = Cancellation()
    event = threading.Event()
    cancellation.watch(event.set)
    cancellation.unwatch(event.set)
    cancellation.cancel()
    assert not event.is_set()


def test_a_thread_is_used_again() -> None:
    async def twice() -> set[int]:
        names = set()
        for _ in range(5):
            names.add(await threads.in_thread(threading.get_ident))
            # It says that it is idle just after it has answered.
            await asyncio.sleep(0.01)
        return names

    assert len(asyncio.run(twice())) < 5


def test_a_thread_with_nothing_to_do_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(threads, "_idle", [])
    found: list[threading.Thread] = []

    async def one() -> None:
        found.append(await threads.in_thread(threading.current_thread))

    asyncio.run(one())
    assert found[0].daemon
    found[0].join(30)
    assert not found[0].is_alive()


def test_a_result_that_nobody_waits_for_goes_to_late_once() -> None:
    got: list[Any] = []
    gate, answered = threading.Event(), threading.Event()

    def work() -> str:
        gate.wait(30)
        return "value"

    def late(value: Any) -> None:
        got.append(value)
        answered.set()

    async def leave() -> None:
        task = asyncio.create_task(threads.in_thread(work, late=late))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(leave())
    # The loop is closed by now: the thread itself sees to it.
    gate.set()
    assert answered.wait(30)
    assert got == ["value"]
