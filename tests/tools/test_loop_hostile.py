"""The loop under fire: what models, apps and networks do that nobody asked for."""

from __future__ import annotations

from typing import Any

from scripted import QUESTION, Model, asks, says
from toolwire.tools import Approve, Outcome, ToolContext, run, tool

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


def test_a_review_never_sees_arguments_that_the_tool_does_not_take() -> None:
    seen: list[int] = []

    def review(call: Json, ctx: ToolContext) -> bool:
        seen.append(call["arguments"]["amount"])
        return True

    turn = asks(("a", "pay", {"sum": 1}), ("b", "pay", {"amount": "much"}), ("c", "pay"),
                ("d", "pay", {"amount": 4}))  # fmt: skip
    model = Model([turn, says("Done.")])
    outcome = run(model, QUESTION, [pay], format="openai_chat", review=review)
    assert (outcome.reason, seen) == ("finished", [4])
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
