"""A task that is cancelled while a tool begins: the cancellation is never lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from running_tools import executed
from scripted import QUESTION, Model, asks, says
from toolwire.tools import Depends, Outcome, arun, run, tool
from toolwire.tools.context import Cancellation
from toolwire.tools.ending import ended

Json = Any


def cancel_this_task() -> None:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()


async def at_once() -> str:
    cancel_this_task()
    return "ended"


async def raising() -> str:
    cancel_this_task()
    raise LookupError("mine")


async def waiting() -> str:
    cancel_this_task()
    await asyncio.sleep(60)
    return "never"


async def swallowing() -> str:
    cancel_this_task()
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        return "swallowed"
    return "never"


FIRST_STEPS = [at_once, raising, waiting, swallowing]


def outcome_of(running: Any) -> str:
    """What became of a task, that would go on waiting if nobody cancelled it."""

    async def whole() -> str:
        async def inner() -> None:
            await running()
            await asyncio.sleep(0)  # where a cancellation that is still to come comes
            await asyncio.sleep(0)

        task = asyncio.create_task(inner())
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()  # raises what went wrong
        return "cancelled" if task.cancelled() else "went on"

    return asyncio.run(whole())


@pytest.mark.parametrize("seconds", [None, 60.0])
@pytest.mark.parametrize("function", FIRST_STEPS)
@pytest.mark.parametrize("injected", [{}, {"x": Depends(dict)}], ids=["plain", "injected"])
def test_a_task_cancelled_in_a_tools_first_step_is_cancelled(
    function: Any, seconds: float | None, injected: Json
) -> None:
    async def filled(x: Json = None) -> str:
        answer: str = await function()
        return answer

    async def call() -> None:
        await executed(filled if injected else function, timeout=seconds, injected=injected)

    assert outcome_of(call) == "cancelled"


def test_so_is_one_that_was_cancelled_just_before_a_tool_began() -> None:
    async def call() -> None:
        cancel_this_task()
        await executed(asyncio.sleep, {"delay": 60})

    assert outcome_of(call) == "cancelled"


def test_one_that_was_cancelled_before_and_said_no_goes_on() -> None:
    async def call() -> None:
        cancel_this_task()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)
        # Nobody took it back: the count stays at one.
        why, value, error = await ended(asyncio.sleep(0, "slept"), 60, Cancellation())
        assert (why, value, error) == ("", "slept", None)

    assert outcome_of(call) == "went on"


async def failing() -> None:
    raise LookupError("mine")


async def group_that_fails() -> str:
    """One task of the group fails while the group waits for all of them."""
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(60))
        group.create_task(failing())
    return "never"


async def group_that_fails_in_its_body() -> str:
    async with asyncio.TaskGroup() as group:
        group.create_task(failing())
        await asyncio.sleep(60)
    return "never"


async def group_of_groups() -> str:
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(60))
        await group_that_fails()
    return "never"


@asynccontextmanager
async def grouped() -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(60))
        group.create_task(failing())
        yield


async def group_in_a_generator() -> str:
    async with grouped():
        pass
    return "never"


GROUPS = [group_that_fails, group_that_fails_in_its_body, group_of_groups, group_in_a_generator]


@pytest.mark.parametrize("handled", [False, True])
@pytest.mark.parametrize("group", GROUPS)
def test_a_task_group_that_fails_cancels_nobody_but_its_tasks(group: Any, handled: bool) -> None:
    async def act() -> str:
        if not handled:
            answer: str = await group()
            return answer
        try:
            await group()
        except* LookupError:
            pass
        with suppress(TimeoutError):
            async with asyncio.timeout(0):  # which looks at the count of cancellations
                await asyncio.sleep(60)
        return "handled"

    async def call() -> None:
        done = await executed(act)
        assert done.result["kind"] == ("text" if handled else "error")
        task = asyncio.current_task()
        assert task is not None and not task.cancelling()

    assert outcome_of(call) == "went on"


@pytest.mark.parametrize("group", GROUPS)
def test_nor_does_one_end_a_run(group: Any) -> None:
    act = tool(name="act", description="Act.")(group)
    rest = tool(name="rest", description="Rest.")(resting)
    model = Model([asks(("a", "act"), ("b", "rest")), says("Done.")])

    async def send(body: Json) -> Json:
        with suppress(BaseExceptionGroup):
            await group()
        return model(body)

    outcome = run(send, QUESTION, [act, rest], format="openai_chat")
    assert outcome.reason == "finished"
    assert [one["kind"] for one in model.results] == ["error", "text"]


async def resting() -> str:
    await asyncio.sleep(0.01)
    return "rested"


@pytest.mark.parametrize("steps", range(4))
@pytest.mark.parametrize("in_body", [False, True])
@pytest.mark.parametrize("handled", [False, True])
def test_a_task_that_is_cancelled_while_its_group_fails_is_cancelled(
    handled: bool, in_body: bool, steps: int
) -> None:
    """The group wakes the task in the same moment, or has done so some steps before."""

    async def last(cancelled: asyncio.Task[Any]) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            for _ in range(steps):
                await asyncio.sleep(0)
            cancelled.cancel()
            await asyncio.sleep(0)

    async def act() -> None:
        task = asyncio.current_task()
        assert task is not None
        async with asyncio.TaskGroup() as group:
            group.create_task(last(task))
            group.create_task(failing())
            if in_body:
                await asyncio.sleep(60)

    async def call() -> None:
        async def handling() -> None:
            with suppress(BaseExceptionGroup):
                await act()

        await executed(handling if handled else act)

    assert outcome_of(call) == "cancelled"


@pytest.mark.parametrize("function", FIRST_STEPS)
def test_so_is_a_run(function: Any) -> None:
    act = tool(name="act", description="Act.")(function)
    model = Model([asks(("a", "act")), says("Done.")])

    async def call() -> Outcome:
        return await arun(model, QUESTION, [act], format="openai_chat")

    assert outcome_of(call) == "cancelled"
    assert len(model.requests) == 1
