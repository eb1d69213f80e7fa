"""A task that is cancelled while a tool begins: the cancellation is never lost."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from running_tools import executed
from scripted import QUESTION, Model, asks, says
from toolwire.tools import Depends, Outcome, arun, tool
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


@pytest.mark.parametrize("function", FIRST_STEPS)
def test_so_is_a_run(function: Any) -> None:
    act = tool(name="act", description="Act.")(function)
    model = Model([asks(("a", "act")), says("Done.")])

    async def call() -> Outcome:
        return await arun(model, QUESTION, [act], format="openai_chat")

    assert outcome_of(call) == "cancelled"
    assert len(model.seen) == 1
