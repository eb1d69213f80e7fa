"""The loop under fire: what models, apps and networks do that nobody asked for."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from samples import FORMATS, invalid
from scripted import QUESTION, Model, asks, says
from toolwire.tools import (
    Approve,
    Cancellation,
    MemoryLedger,
    Outcome,
    ToolContext,
    UsageLimits,
    arun,
    done,
    run,
    tool,
)

Json = Any


@tool
def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b


@tool(risk="high")
def pay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


def texts(outcome: Outcome) -> list[Json]:
    return [record.result["value"] for record in outcome.calls if record.result]


def ending_with(turn: Json) -> Json:
    """A request whose history ends with what the model asked for."""
    question: Json = QUESTION
    return {**question, "messages": [*question["messages"], turn["message"]]}


def test_a_review_never_sees_arguments_that_the_tool_does_not_take() -> None:
    amounts: list[int] = []

    def review(call: Json, ctx: ToolContext) -> bool:
        amounts.append(call["arguments"]["amount"])
        return True

    turn = asks(("a", "pay", {"sum": 1}), ("b", "pay", {"amount": "much"}), ("c", "pay"),
                ("d", "pay", {"amount": 4}))  # fmt: skip
    model = Model([turn, says("Done.")])
    outcome = run(model, QUESTION, [pay], format="openai_chat", review=review)
    assert (outcome.reason, amounts) == ("finished", [4])
    assert [one["kind"] for one in model.results] == ["error", "error", "error", "text"]
    assert outcome.calls[0].review is None


def test_nobody_is_waited_for_to_decide_on_what_cannot_run() -> None:
    model = Model([asks(("a", "pay", {"amount": None})), says("Done.")])
    assert run(model, QUESTION, [pay], format="openai_chat").reason == "finished"


def test_what_a_review_or_a_hook_does_to_a_call_is_not_done_to_the_conversation() -> None:
    def review(call: Json, ctx: ToolContext) -> Approve:
        call["arguments"]["amount"] = 1
        return Approve(call["arguments"])

    def before(call: Json, ctx: ToolContext) -> None:
        call["arguments"].clear()

    model = Model([asks(("a", "pay", {"amount": 5}), ("b", "add", {"a": 1})), says("Done.")])
    outcome = run(
        model, QUESTION, [pay, add], format="openai_chat", review=review, before_call=before
    )
    assert texts(outcome) == ["paid 1", 3]
    asked = outcome.request["messages"][1]["content"]
    assert [one["toolCall"]["arguments"] for one in asked] == [{"amount": 5}, {"a": 1}]


def test_a_cancellation_ends_a_request_on_its_way() -> None:
    cancellation = Cancellation()

    async def send(body: Json) -> Json:
        cancellation.cancel("enough")
        await asyncio.sleep(60)

    outcome = run(send, QUESTION, [add], format="openai_chat", cancellation=cancellation)
    assert (outcome.reason, outcome.detail) == ("cancelled", "enough")


def test_a_cancellation_does_not_wait_for_a_plain_send() -> None:
    cancellation, let_go = Cancellation(), threading.Event()

    def send(body: Json) -> Json:
        cancellation.cancel()
        let_go.wait(60)

    async def app() -> Outcome:
        return await arun(send, QUESTION, [], format="openai_chat", cancellation=cancellation)

    assert asyncio.run(app()).reason == "cancelled"
    assert not let_go.is_set()
    let_go.set()


@pytest.mark.parametrize("how", ["raises", "cancels"])
@pytest.mark.parametrize("sync", [True, False])
def test_a_stream_that_is_left_early_is_closed(how: str, sync: bool) -> None:
    cancellation, closed = Cancellation(), False
    streams: list[Json] = []

    def events(body: Json) -> Iterator[Json]:
        nonlocal closed
        try:
            yield from Model([says("a b c d")], stream=True)(body)
        finally:
            closed = True

    async def later(body: Json) -> AsyncIterator[Json]:
        nonlocal closed
        try:
            for event in Model([says("a b c d")], stream=True)(body):
                yield event
        finally:
            closed = True

    def send(body: Json) -> Json:
        streams.append(events(body) if sync else later(body))
        return streams[0]

    def hear(event: Json) -> None:
        if event["kind"] == "textDelta":
            heard.append(event["text"])
            if how == "raises":
                raise LookupError
            cancellation.cancel()

    heard: list[str] = []

    async def app() -> str:
        try:
            outcome = await arun(
                send, QUESTION, [], format="openai_chat", stream=True, on_event=hear,
                cancellation=cancellation,
            )  # fmt: skip
        except LookupError:
            return "raises"
        return outcome.reason

    async def whole() -> None:
        assert await app() == {"raises": "raises", "cancels": "cancelled"}[how]
        assert closed and heard == ["a "]

    asyncio.run(whole())


class Waiting:
    """A stream of an SDK that is not asynchronous: somebody waits in it until it is let go on."""

    def __init__(self) -> None:
        self.entered, self.go_on, self.ended = (threading.Event() for _ in range(3))

    def wait(self) -> None:
        self.entered.set()
        self.go_on.wait(60)

    def events(self) -> Iterator[Json]:
        first, *rest = Model([says("a b c d")], stream=True)({"messages": []})
        try:
            yield first
            self.wait()
            yield from rest
        finally:
            self.ended.set()

    async def left(self, send: Any) -> None:
        """Cancel a run while a thread waits in this."""
        run = asyncio.create_task(arun(send, QUESTION, [], format="openai_chat", stream=True))
        await asyncio.to_thread(self.entered.wait, 60)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        assert not self.ended.is_set()
        self.go_on.set()
        assert await asyncio.to_thread(self.ended.wait, 20)


@pytest.mark.parametrize("kind", ["generator", "iterable"])
def test_a_stream_that_a_thread_waits_in_is_closed_when_it_is_out(kind: str) -> None:
    waiting = Waiting()
    events = waiting.events()  # held, or it would close when it is forgotten

    closed: list[str] = []

    class Iterable:
        def __iter__(self) -> Iterator[Json]:
            return events

        def close(self) -> None:
            closed.append(kind)

    asyncio.run(waiting.left(lambda body: events if kind == "generator" else Iterable()))
    assert {*closed} == {kind} - {"generator"}


def test_a_stream_that_opens_when_nobody_waits_for_it_any_more_is_closed() -> None:
    waiting = Waiting()

    class Late:
        def __iter__(self) -> Iterator[Json]:
            raise AssertionError("nobody reads this")

        def close(self) -> None:
            waiting.ended.set()

    def send(body: Json) -> Late:
        waiting.wait()
        return Late()

    asyncio.run(waiting.left(send))


def test_a_send_that_raises_stop_iteration_does_not_hang() -> None:
    def send(body: Json) -> Json:
        return next(iter(()))

    async def app() -> None:
        async with asyncio.timeout(10):
            await arun(send, QUESTION, [], format="openai_chat")

    with pytest.raises(RuntimeError, match="StopIteration") as caught:
        asyncio.run(app())
    assert hasattr(caught.value, "outcome")


def test_a_run_ends_at_its_deadline() -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    model = Model([says("Done.")])
    outcome = run(model, QUESTION, [add], format="openai_chat", deadline=past)
    assert (outcome.reason, outcome.detail) == ("limit", "the deadline has passed")
    assert not model.bodies
    assert run(model, outcome, [add], format="openai_chat").reason == "finished"


def test_a_request_on_its_way_ends_at_the_deadline() -> None:
    async def send(body: Json) -> Json:
        await asyncio.sleep(60)

    soon = datetime.now(UTC) + timedelta(seconds=0.05)
    outcome = run(send, QUESTION, [], format="openai_chat", deadline=soon)
    assert (outcome.reason, outcome.detail) == ("limit", "the deadline has passed")


def test_limits_hold_for_pauses_and_after_a_resume() -> None:
    model = Model(lambda request: says("Wait.", finishReason="pause"), "anthropic_messages")
    limits = UsageLimits(requests=2)
    outcome = run(model, QUESTION, [], format="anthropic_messages", limits=limits)
    assert (outcome.reason, outcome.requests) == ("limit", 2)
    again = run(model, outcome, [], format="anthropic_messages", limits=limits)
    assert (again.reason, again.requests) == ("limit", 2)


def test_a_run_that_goes_on_forgets_why_it_stood_still() -> None:
    model = Model([OSError("no line"), says("Done.")])
    with pytest.raises(OSError) as caught:
        run(model, QUESTION, [], format="openai_chat")
    outcome = run(model, caught.value.outcome, [], format="openai_chat")  # type: ignore[attr-defined]
    assert (outcome.reason, outcome.detail) == ("finished", "")


def test_what_the_app_hears_with_may_be_asynchronous() -> None:
    heard: list[str] = []

    async def on_event(event: Json) -> None:
        await asyncio.sleep(0)
        heard.append(event["kind"])

    async def checkpoint(outcome: Outcome) -> None:
        await asyncio.sleep(0)
        heard.append("stored")

    async def stop_when(outcome: Outcome) -> bool:
        return False

    model = Model([asks(("a", "add", {"a": 1})), says("Done.")])
    outcome = run(
        model, QUESTION, [add], format="openai_chat", on_event=on_event, checkpoint=checkpoint,
        stop_when=stop_when,
    )  # fmt: skip
    assert outcome.reason == "finished"
    kinds = ["reply", "callStarted", "callEnded", "reply"]
    assert heard == [word for kind in kinds for word in ("stored", kind)]


@pytest.mark.parametrize("which", ["before_call", "after_call", "on_event"])
def test_what_a_hook_raises_takes_no_result_from_other_calls(which: str) -> None:
    ran: list[str] = []

    @tool
    async def slow(name: str) -> str:
        """Take a while."""
        ran.append(name)
        await asyncio.sleep(0.03)
        return name

    def raises(event: Json, *others: Any) -> None:
        call = event.get("call", event)
        if call.get("name") == "add" and event.get("kind") != "callStarted":
            raise LookupError("no hook")

    calls = [("b", "slow", {"name": "b"}), ("a", "add", {"a": 1}), ("c", "slow", {"name": "c"})]
    model = Model([asks(*calls), says("Done.")])
    ledger = MemoryLedger()
    options: Json = {which: raises, "format": "openai_chat", "ledger": ledger}
    with pytest.raises(LookupError) as caught:
        run(model, QUESTION, [slow, add], **options)
    stored = caught.value.outcome.dumps()  # type: ignore[attr-defined]
    outcome = run(
        model, Outcome.from_json(stored), [slow, add], format="openai_chat", ledger=ledger
    )
    assert texts(outcome) == ["b", 3, "c"]
    assert sorted(ran) == ["b", "c"], "no call ran twice"


@pytest.mark.parametrize("others", [0, 1])
def test_an_interrupt_in_a_tool_goes_through_with_the_outcome(others: int) -> None:
    @tool
    async def interrupted() -> None:
        """Somebody presses Ctrl-C."""
        await asyncio.sleep(0)
        raise KeyboardInterrupt

    @tool
    async def endless() -> None:
        """Never return."""
        await asyncio.sleep(60)

    model = Model([asks(("a", "interrupted"), *[("b", "endless")] * others), says("Done.")])
    with pytest.raises(KeyboardInterrupt) as caught:
        run(model, QUESTION, [interrupted, endless], format="openai_chat")
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    again = run(model, outcome, [interrupted, endless], format="openai_chat")
    assert again.reason == "finished"
    assert all("was begun before" in text for text in texts(again))


def test_a_result_outlives_a_ledger_that_fails() -> None:
    class Broken(MemoryLedger):
        def settle(self, key: str, result: Json) -> None:
            raise OSError("disk full")

    model = Model([asks(("a", "add", {"a": 1})), says("Done.")])
    with pytest.raises(OSError, match="disk full") as caught:
        run(model, QUESTION, [add], format="openai_chat", ledger=Broken())
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert texts(run(model, outcome, [add], format="openai_chat")) == [3]


@pytest.mark.parametrize("count", [0, -1])
def test_a_run_that_could_never_run_a_call_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="max_parallel must be at least 1"):
        run(Model([]), QUESTION, [add], format="openai_chat", max_parallel=count)


def test_a_call_whose_start_could_not_be_told_has_not_begun() -> None:
    def hear(event: Json) -> None:
        if event["kind"] == "callStarted":
            raise LookupError

    model = Model([asks(("a", "add", {"a": 1})), says("Done.")])
    with pytest.raises(LookupError) as caught:
        run(model, QUESTION, [add], format="openai_chat", on_event=hear)
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert texts(run(model, outcome, [add], format="openai_chat")) == [3]


@pytest.mark.parametrize("format", FORMATS)
def test_a_call_without_a_name_is_answered_and_the_run_goes_on(format: str) -> None:
    turn = asks(("a", "", {"a": 1}), ("b", "add", {"a": 1}))
    # What providers write of it differs, and some readers refuse it: it is put into the history.
    question = ending_with(turn)
    model = Model([says("Done.")], format)
    outcome = run(model, question, [add], format=format)
    assert outcome.reason == "finished"
    assert texts(outcome) == ["The call names no tool: it was not run.", 3]
    assert invalid(format, "request", model.bodies[-1]) is None


def test_an_id_made_for_a_second_call_takes_no_other_calls_id() -> None:
    calls = [("a", "add", {"a": n}) for n in (1, 2)]
    turn = asks(*calls, ("a_2", "add", {"a": 3}))
    model = Model([turn, says("Done.")], "anthropic_messages")
    outcome = run(model, QUESTION, [add], format="anthropic_messages")
    assert [record.ran for record in outcome.calls] == [{"a": 1}, None, {"a": 3}]
    assert [one["toolCallId"] for one in model.results] == ["a", "a_3", "a_2"]


def test_a_last_word_is_not_asked_for_again_when_telling_it_failed() -> None:
    def hear(event: Json) -> None:
        if event["kind"] == "reply":
            raise LookupError

    model = Model([says("Done.")])
    with pytest.raises(LookupError) as caught:
        run(model, QUESTION, [], format="openai_chat", on_event=hear)
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    again = run(model, Outcome.from_json(outcome.dumps()), [], format="openai_chat")
    assert (again.reason, again.text, again.requests) == ("finished", "Done.", 1)


def test_a_run_that_is_done_stays_so_until_somebody_asks() -> None:
    model = Model([asks(("a", "done", {"answer": "3"})), says("Fine.")])
    outcome = run(model, QUESTION, [done], format="openai_chat")
    assert run(model, outcome, [done], format="openai_chat").requests == 1
    outcome.request["messages"].append({"role": "user", "content": "And?"})
    again = run(model, outcome, [done], format="openai_chat")
    assert (again.reason, again.text) == ("finished", "Fine.")


def test_a_history_that_ends_with_calls_has_them_run() -> None:
    question = ending_with(asks(("a", "add", {"a": 1})))
    model = Model([says("Done.")])
    outcome = run(model, question, [add], format="openai_chat")
    assert texts(outcome) == [3] and len(model.results) == 1
    assert len(question["messages"]) == 2


def test_a_conversation_that_the_app_turned_back_gets_no_result_of_another_call() -> None:
    model = Model([asks(("a", "add", {"a": 1})), asks(("b", "add", {"a": 5})), says("Done.")])
    outcome = run(model, QUESTION, [add], format="openai_chat")
    del outcome.request["messages"][2:]
    again = run(Model([says("Done.")]), outcome, [add], format="openai_chat")
    assert again.request["messages"][2]["toolResult"]["toolCallId"] == "a"
    assert again.request["messages"][2]["toolResult"]["value"] == 3


def test_an_exception_that_takes_no_outcome_goes_through_as_it_is() -> None:
    @dataclass(frozen=True)
    class Frozen(Exception):
        code: int

    with pytest.raises(Frozen):
        run(Model([Frozen(1)]), QUESTION, [], format="openai_chat")


def test_a_decision_is_plain_json_from_the_start() -> None:
    day, arguments = datetime(2026, 1, 2, tzinfo=UTC), {"amount": 1}
    assert Approve({"day": day}).arguments == {"day": "2026-01-02T00:00:00Z"}
    approved = Approve(arguments)
    arguments["amount"] = 1000
    assert approved.arguments == {"amount": 1}
    wrong: list[Json] = ["amount", {"amount": object()}, {"amount": float("nan")}]
    for one in wrong:
        with pytest.raises((TypeError, ValueError)):
            Approve(one)


def test_what_is_no_decision_is_refused() -> None:
    outcome = run(Model([asks(("a", "pay", {"amount": 1}))]), QUESTION, [pay], format="openai_chat")
    nothing: Json = "no"
    with pytest.raises(TypeError, match="Approve, Reject or Later"):
        outcome.decide("a", nothing)
    assert [record.id for record in outcome.waiting] == ["a"]


def test_an_exception_that_cannot_say_what_it_is_goes_through() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    with pytest.raises(Mute) as caught:
        run(Model([Mute()]), QUESTION, [], format="openai_chat")
    assert caught.value.outcome.reason == "failed"  # type: ignore[attr-defined]


def test_an_interrupt_from_the_keyboard_has_the_outcome() -> None:
    @tool
    async def endless() -> None:
        """Never return."""
        await asyncio.sleep(0)
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(60)

    model = Model([asks(("a", "endless")), says("Done.")])
    with pytest.raises(KeyboardInterrupt) as caught:
        run(model, QUESTION, [endless], format="openai_chat")
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert outcome.calls[0].state == "begun"


def test_a_run_that_was_cut_off_after_done_is_done_by_the_ledger() -> None:
    ledger = MemoryLedger()
    stored: list[str] = []
    model = Model([asks(("a", "done", {"answer": "3"}))])
    run(
        model, QUESTION, [done], format="openai_chat", ledger=ledger,
        checkpoint=lambda outcome: stored.append(outcome.dumps()),
    )  # fmt: skip
    begun = Outcome.from_json(stored[1])
    assert begun.calls[0].state == "begun"
    outcome = run(model, begun, [done], format="openai_chat", ledger=ledger)
    assert (outcome.reason, texts(outcome)) == ("done", ["3"])


@pytest.mark.parametrize("format", FORMATS)
def test_a_model_may_use_one_id_in_every_turn(format: str) -> None:
    turns = [asks(("call", "add", {"a": n})) for n in range(3)]
    model = Model([*turns, says("Done.")], format)
    outcome = run(model, QUESTION, [add], format=format, ledger=MemoryLedger())
    assert texts(outcome) == [2, 3, 4]
    assert invalid(format, "request", model.bodies[-1]) is None
    ids = [one["toolCallId"] for one in model.results]
    asked = [
        block["toolCall"]["id"]
        for message in model.requests[-1]["messages"] if message["role"] == "assistant"
        for block in message["content"]
    ]  # fmt: skip
    assert ids == asked and len(set(ids)) == 3
