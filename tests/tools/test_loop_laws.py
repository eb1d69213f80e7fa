"""Whatever happens in a run, every call gets one result, in order, and every request is valid."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from samples import FORMATS, invalid
from scripted import QUESTION, Model, asks, says
from toolwire.tools import Approve, Cancellation, Outcome, Reject, ToolContext, run, tool

Json = Any
WAYS = ("ok", "fails", "late", "exits", "data", "missing", "wrong", "cancels")
VERDICTS = ("yes", "no", "changed", "later")


class Crash(BaseException):
    """The process is gone."""


@tool(timeout=0.02)
async def low(way: str, ctx: ToolContext) -> Json:
    """Something."""
    await asyncio.sleep(0)
    if way == "late":
        await asyncio.sleep(5)
    if way == "fails":
        raise ValueError(way)
    if way == "exits":
        raise SystemExit(1)
    if way == "cancels":
        ctx.cancellation.cancel()
    return {"way": way} if way == "data" else way


@tool(risk="high")
def high(way: str, ctx: ToolContext) -> str:
    """Something that matters."""
    if way == "fails":
        raise ValueError(way)
    return way


turns = st.lists(
    st.lists(st.tuples(st.sampled_from(WAYS), st.booleans()), min_size=1, max_size=4),
    min_size=1, max_size=3,
)  # fmt: skip


def script_of(plan: list[list[tuple[str, bool]]]) -> list[Json]:
    script = []
    for number, calls in enumerate(plan):
        asked = []
        for place, (way, risky) in enumerate(calls):
            name = {"missing": "nothing"}.get(way, "high" if risky else "low")
            asked.append((f"t{number}c{place}", name, {} if way == "wrong" else {"way": way}))
        script.append(asks(*asked))
    return [*script, says("Done.")]


def valid(format: str, model: Model) -> None:
    for body in model.bodies:
        assert invalid(format, "request", body) is None


def answered(outcome: Outcome, model: Model) -> None:
    """Each call has one result, in the order of the calls."""
    messages = outcome.conversation["messages"]
    assert invalid("intermediate", "request", outcome.conversation) is None
    open_: list[str] = []
    for message in messages:
        if message["role"] == "assistant":
            assert not open_
            blocks = [b for b in message["content"] if b["kind"] == "toolCall"]
            open_ = [block["toolCall"]["id"] for block in blocks]
        elif message["role"] == "tool":
            assert message["toolResult"]["toolCallId"] == open_.pop(0)
    assert not open_


@pytest.mark.parametrize("format", FORMATS)
def test_any_run_that_is_cut_anywhere_and_resumed_answers_every_call_once(format: str) -> None:
    plan_of: list[Json] = []

    @settings(
        max_examples=24, deadline=None, derandomize=True, database=None,
        suppress_health_check=[*HealthCheck],
    )  # fmt: skip
    @given(turns, st.integers(0, 2**32))
    def law(plan: list[list[tuple[str, bool]]], seed: int) -> None:
        dice = random.Random(seed)
        plan_of[:] = [plan]
        model = Model(script_of(plan), format)
        stored = ""
        ran: Counter[str] = Counter()

        def checkpoint(outcome: Outcome) -> None:
            nonlocal stored
            stored = outcome.dumps()
            if dice.random() < 0.15:
                raise Crash

        def hear(event: Json) -> None:
            if event["kind"] == "callStarted":
                ran[event["call"]["id"]] += 1

        def review(call: Json, ctx: ToolContext) -> Json:
            verdict = dice.choice(VERDICTS)
            changed = Approve({"way": "changed"})
            return {"yes": True, "no": Reject("no"), "changed": changed}.get(verdict)

        current: Json = QUESTION
        for _ in range(40):
            try:
                outcome = run(
                    model, current, [low, high], format=format, review=review,
                    checkpoint=checkpoint, on_event=hear, cancellation=Cancellation(),
                )  # fmt: skip
            except Crash:
                current = Outcome.from_json(stored)
                model.script = dropped(model, current)
                answered(current, model)
                continue
            answered(outcome, model)
            if outcome.reason == "finished":
                break
            current = Outcome.from_json(outcome.dumps())
            for record in current.waiting:
                if dice.random() < 0.6:
                    current.decide(record.id, dice.random() < 0.5)
            model.script = dropped(model, current)
        assert outcome.reason == "finished"
        assert len(outcome.calls) == sum(map(len, plan))
        assert all(record.result is not None for record in outcome.calls)
        assert all(count == 1 for count in ran.values()), "no call runs twice"
        valid(format, model)

    def dropped(model: Model, outcome: Outcome) -> Json:
        """The model says again what the app that crashed has not stored."""
        whole = script_of(plan_of[0])
        return lambda request: whole[
            sum(message["role"] == "assistant" for message in request["messages"])
        ]

    law()
