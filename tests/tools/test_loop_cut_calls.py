"""Calls whose arguments did not arrive as an object: nobody runs them, and nobody is asked to."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from scripted import QUESTION, Model, asks, reply, says
from toolwire.tools import Outcome, ToolContext, arun, run, tool

Json = Any


@tool
def spend(amount: int = 1) -> str:
    """Spend."""
    raise AssertionError(amount)


@tool(risk="high")
def pay(amount: int = 1) -> str:
    """Pay."""
    raise AssertionError(amount)


INVALID = {"id": "a", "arguments": {}, "invalidArguments": '{"amount": 1}'}
"""A call of which a JSON object arrived, and nobody knows whether that is all of it."""


def asks_invalid(name: str) -> Json:
    return reply([{"kind": "toolCall", "toolCall": {**INVALID, "name": name}}])


def ending_with(turn: Json) -> Json:
    """A request whose history ends with what the model asked for."""
    question: Json = QUESTION
    return {**question, "messages": [*question["messages"], turn["message"]]}


def never(call: Json, ctx: ToolContext) -> bool:
    raise AssertionError(call)


def not_run(outcome: Outcome) -> None:
    (record,) = outcome.calls
    assert (outcome.reason, record.ran, record.review) == ("finished", None, None)
    assert record.result is not None and record.result["kind"] == "error"
    assert "Send them again" in record.result["value"]


@pytest.mark.parametrize("name", ["spend", "pay"])
@pytest.mark.parametrize("asynchronous", [False, True])
def test_arguments_that_did_not_arrive_as_a_whole_are_neither_run_nor_reviewed(
    name: str, asynchronous: bool
) -> None:
    """In a reply or a history: a model can write the key that such text goes under."""
    scripts: list[tuple[Json, list[Json]]] = [
        (QUESTION, [asks_invalid(name), says("Done.")]),
        (ending_with(asks_invalid(name)), [says("Done.")]),
    ]
    for request, script in scripts:
        model = Model(script, "anthropic_messages")
        options: Json = {"format": model.format, "review": never}
        if asynchronous:
            outcome = asyncio.run(arun(model, request, [spend, pay], **options))
        else:
            outcome = run(model, request, [spend, pay], **options)
        not_run(outcome)


@pytest.mark.parametrize("name", ["spend", "pay"])
def test_so_are_those_of_a_stream(name: str) -> None:
    def chunk(*parts: Json, **more: Json) -> Json:
        content = {"role": "model", "parts": [*parts]}
        candidate = {"content": content, "index": 0, **more}
        return {"candidates": [candidate], "responseId": "r", "modelVersion": "g"}

    piece = {"jsonPath": "$.amount", "numberValue": 1, "willContinue": True}
    cut = [
        chunk({"functionCall": {"name": name, "id": "a", "willContinue": True}}),
        chunk({"functionCall": {"partialArgs": [piece], "willContinue": True}}),
        chunk(finishReason="STOP"),
    ]
    streams = iter([cut, [chunk({"text": "Done."}, finishReason="STOP")]])
    outcome = run(
        lambda body: next(streams), QUESTION, [spend, pay], format="gemini", stream=True,
        review=never,
    )  # fmt: skip
    not_run(outcome)


def test_a_yes_to_such_a_call_that_was_stored_runs_nothing() -> None:
    """It may have been stored by an older version, or written by the app."""
    waiting = run(Model([asks(("a", "pay", {"amount": 1}))]), QUESTION, [pay], format="openai_chat")
    stored = waiting.to_json()
    stored["calls"][0]["call"] |= INVALID
    outcome = Outcome.from_json(stored)
    outcome.decide("a", True)
    outcome = run(Model([says("Done.")]), outcome, [pay], format="openai_chat")
    assert outcome.calls[0].ran is None
    assert "as a whole" in outcome.calls[0].result["value"]  # type: ignore[index]
