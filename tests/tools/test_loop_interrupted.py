"""What ends the event loop under a run: the exception has the outcome so far all the same."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from scripted import QUESTION, Model, asks, says
from toolwire.tools import Outcome, run, tool

Json = Any


@pytest.mark.parametrize("raises", [SystemExit, KeyboardInterrupt])
@pytest.mark.parametrize("inside", [False, True], ids=["alone", "in a running loop"])
def test_what_a_tools_own_task_raises_has_the_outcome(
    raises: type[BaseException], inside: bool
) -> None:
    @tool
    async def act() -> str:
        """Act."""

        async def part() -> None:
            raise raises

        await asyncio.create_task(part())
        return "done"

    model = Model([asks(("a", "act")), says("Done.")])

    async def app() -> None:
        with pytest.raises(raises) as caught:
            run(model, QUESTION, [act], format="openai_chat")
        outcomes.append(caught.value.outcome)  # type: ignore[attr-defined]

    outcomes: list[Outcome] = []
    if inside:
        asyncio.run(app())
    else:
        with pytest.raises(raises) as caught:
            run(model, QUESTION, [act], format="openai_chat")
        outcomes.append(caught.value.outcome)  # type: ignore[attr-defined]
    assert [one["role"] for one in outcomes[0].request["messages"]] == ["user", "assistant"]
    assert outcomes[0].calls[0].state == "begun"
    Outcome.from_json(outcomes[0].dumps())


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell has its background jobs ignore Ctrl-C; here it interrupts all the same."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_a_run_inside_a_running_loop() -> None:
    over = threading.Event()

    async def send(body: Json) -> Json:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(20)
        over.set()

    outcomes: list[Outcome] = []

    async def app() -> None:
        outcomes.append(run(send, QUESTION, [], format="openai_chat"))
        await asyncio.sleep(20)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(app())
    assert (outcomes[0].reason, outcomes[0].detail) == ("cancelled", "interrupted")
    assert not over.is_set()
