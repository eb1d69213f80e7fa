"""Calls whose name a model forgets, as each provider brings them: answered, and the run goes on."""

from __future__ import annotations

import asyncio
import copy
from typing import Any

import pytest

from dice import Dice
from samples import FORMATS, invalid
from scripted import QUESTION, Model, asks, says
from splitting import split
from toolwire.tools import Outcome, arun, run, tool
from wire_places import fields

Json = Any
ADD = ("b", "add", {"a": 1})
NAMES: list[Json] = [{}, {"name": None}, {"name": ""}, {"name": "  "}]


@tool
def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b


def names(format: str, entry: str, body: Json) -> list[str]:
    """The tools that the calls of a body are for."""
    return [holder[key] for holder, key in fields(format, entry, body, "ToolCall", "name")]


NAMED = [(one, name) for one in FORMATS for name in NAMES]


class Forgetful(Model):
    """A model whose first call in each reply is of no tool. It may stream."""

    def __init__(self, script: Json, format: str, name: Json, stream: bool) -> None:
        super().__init__(script, format)
        self.name, self.in_pieces = name, stream

    def __call__(self, body: Json) -> Json:
        reply = copy.deepcopy(super().__call__(body))
        for holder, key in fields(self.format, "response", reply, "ToolCall", "name")[:1]:
            del holder[key]
            if self.name:
                holder[key] = self.name["name"]
        return split(self.format, reply, Dice(1)) if self.in_pieces else reply


def ran(model: Model, how: str, request: Json = QUESTION) -> Outcome:
    options: Json = {"format": model.format, "stream": "stream" in how}
    if "arun" in how:
        return asyncio.run(arun(model, request, [add], **options))
    return run(model, request, [add], **options)


@pytest.mark.parametrize("how", ["run", "run stream", "arun", "arun stream"])
@pytest.mark.parametrize(("format", "name"), NAMED, ids=str)
def test_a_call_without_a_name_is_answered(format: str, name: Json, how: str) -> None:
    script = [asks(("a", "add", {"a": 1}), ADD), says("Done.")]
    model = Forgetful(script, format, name, "stream" in how)
    outcome = ran(model, how)
    assert outcome.reason == "finished"
    results = [record.result for record in outcome.calls]
    assert results[0] is not None and results[0]["kind"] == "error"
    assert "names no tool" in results[0]["value"]
    assert results[1] is not None and results[1]["value"] == 3
    body = model.bodies[-1]
    assert invalid(format, "request", body) is None
    assert [one.strip() for one in names(format, "request", body)] == ["unnamed", "add"]
    assert [one["toolCallId"] for one in model.results] == model.ids(outcome)


@pytest.mark.parametrize(("format", "name"), NAMED, ids=str)
def test_a_history_that_ends_with_such_a_call_goes_on(format: str, name: Json) -> None:
    model = Forgetful([asks(("a", "add", {"a": 1}), ADD)], format, name, False)
    body = model.adapter.encode_request(QUESTION)
    response = model.adapter.decode_response(model(body))
    question: Json = {
        **QUESTION,
        "messages": [model.requests[0]["messages"][0], response["message"]],
    }
    # As an app that keeps bodies has it.
    sent = model.adapter.encode_request(question, rules="off")
    question = model.adapter.decode_request(sent)
    answering = Model([says("Done.")], format)
    outcome = ran(answering, "run", {**question, "model": "m"})
    assert outcome.reason == "finished"
    assert [(one.name, one.ran) for one in outcome.calls] == [("unnamed", None), ("add", {"a": 1})]
    assert names(format, "request", answering.bodies[-1]) == ["unnamed", "add"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_run_that_stops_at_such_a_call_can_be_stored_and_goes_on(format: str) -> None:
    model = Forgetful([asks(("a", "add", {"a": 1}), ADD)], format, {}, False)
    with pytest.raises(IndexError) as caught:
        ran(model, "run")
    stored = caught.value.outcome.dumps()  # type: ignore[attr-defined]
    again = Model([says("Done.")], format)
    outcome = ran(again, "run", Outcome.from_json(stored))
    assert outcome.reason == "finished"
    assert names(format, "request", again.bodies[-1]) == ["unnamed", "add"]
