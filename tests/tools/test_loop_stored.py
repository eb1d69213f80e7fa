"""What a run leaves behind can be stored: it holds nothing infinite, and nothing too deep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from dice import Dice
from samples import FORMATS, invalid
from scripted import QUESTION, Model, asks, says
from splitting import split
from toolwire import ToolwireError
from toolwire.tools import Outcome, ToolContext, run, tool
from wire_places import fields, lenses, target_of

Json = Any
HUGE = float("inf")


@tool
def count(n: float = 0, of: dict[str, Any] | None = None) -> float:
    """Count."""
    return n


@tool(risk="high")
def pay(n: float = 0, of: dict[str, Any] | None = None) -> str:
    """Pay."""
    return "paid"


def nested(levels: int) -> Json:
    value: Json = 1
    for _ in range(levels):
        value = {"a": value}
    return value


class Bodies:
    """``send``: gives one body after the other, and keeps what it was sent."""

    def __init__(self, format: str, *replies: Json) -> None:
        self.format = format
        self.replies: Iterator[Json] = iter(replies)
        self.sent: list[Json] = []

    def __call__(self, body: Json) -> Json:
        self.sent.append(body)
        return next(self.replies)


def written(format: str, *script: Json) -> list[Json]:
    """Replies as a provider sends them."""
    adapter = Model([], format).adapter
    return [adapter.encode_response(one) for one in script]


def with_arguments(format: str, arguments: Json, text: str, name: str) -> Json:
    """A reply that asks for a call of these arguments; ``text`` is what they are as JSON."""
    (body,) = written(format, asks(("a", name, {"n": 1})))
    ((holder, key),) = fields(format, "response", body, "ToolCall", "arguments")
    ids = [fields(format, "response", body, inter, "id") for inter in ("ToolCall", "Response")]
    holder[key] = text if type(holder[key]) is str else arguments
    if all(str(target_of(lens, "id")).endswith("| minted") for lens in lenses(format, "ToolCall")):
        # As most bodies of such wires are, without ids.
        for holder, key in (one for found in ids for one in found):
            del holder[key]
    return body


def check_answered(outcome: Outcome, send: Bodies, message: str) -> None:
    """The call is an error that says so, the conversation is valid, and the run can be stored."""
    assert outcome.reason == "finished"
    (record,) = outcome.calls
    assert record.ran is None and record.result is not None
    assert record.result["kind"] == "error"
    assert message in record.result["value"]
    assert invalid(send.format, "request", send.sent[-1]) is None
    json.dumps(send.sent[-1], allow_nan=False)
    stored = outcome.dumps()
    json.loads(stored, parse_constant=lambda name: pytest.fail(name))
    assert Outcome.from_json(stored).request == outcome.request


@pytest.mark.parametrize("name", ["count", "pay"])
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("number", "text"), [(HUGE, "1e999"), (-HUGE, "-1e999")])
def test_arguments_with_an_infinite_number_are_no_json(
    format: str, number: float, text: str, name: str
) -> None:
    for arguments, spelled in [
        ({"n": number}, f'{{"n":{text}}}'),
        ({"of": {"x": [number]}}, f'{{"of": {{"x": [{text}]}}}}'),
    ]:
        body = with_arguments(format, arguments, spelled, name)
        send = Bodies(format, body, *written(format, says("Done.")))
        outcome = run(send, QUESTION, [count, pay], format=format, review=lambda call, ctx: True)
        check_answered(outcome, send, "The arguments are no JSON")


def streamed(format: str, text: str) -> list[Json]:
    """A stream that asks for a call of these arguments."""
    body = with_arguments(format, {}, text, "count")
    events = split(format, body, Dice(1))
    if format == "anthropic_messages":
        piece = {"type": "input_json_delta", "partial_json": text}
        end = next(at for at, one in enumerate(events) if one["type"] == "content_block_stop")
        events[2:end] = [{"type": "content_block_delta", "index": 0, "delta": piece}]
    return events


@pytest.mark.parametrize("format", ["openai_chat", "anthropic_messages"])
def test_so_are_those_that_a_stream_brings_as_text(format: str) -> None:
    (last,) = written(format, says("Done."))
    send = Bodies(format, streamed(format, '{"n":1e999}'), split(format, last, Dice(1)))
    outcome = run(send, QUESTION, [count], format=format, stream=True)
    check_answered(outcome, send, "The arguments are no JSON: 1e999 is too large a number")
    assert "1e999" in json.dumps(send.sent[-1])


@pytest.mark.parametrize(("levels", "name"), [(3000, "count"), (20_000, "pay")])
@pytest.mark.parametrize("format", FORMATS)
def test_arguments_too_deep_to_be_sent_are_refused(format: str, levels: int, name: str) -> None:
    text = '{"a":' * levels + "1" + "}" * levels
    body = with_arguments(format, nested(levels), text, name)
    send = Bodies(format, body, *written(format, says("Done.")))
    outcome = run(send, QUESTION, [count, pay], format=format, review=lambda call, ctx: True)
    check_answered(outcome, send, "The arguments")


@pytest.mark.parametrize("format", FORMATS)
def test_a_history_may_end_with_a_call_too_deep(format: str) -> None:
    turn = asks(("a", "count", nested(3000)))
    asked: list[Json] = [{"role": "user", "content": "Go on."}, turn["message"]]
    question = {**QUESTION, "messages": asked}
    send = Bodies(format, *written(format, says("Done.")))
    check_answered(run(send, question, [count], format=format), send, "The arguments")


def test_a_reply_that_is_no_json_ends_the_run_and_says_where() -> None:
    reply = {**says("Done."), "metadata": {"openai_chat": {"logprobs": {"x": [HUGE]}}}}
    send = Bodies("openai_chat", *written("openai_chat", reply))
    with pytest.raises(ToolwireError, match="logprobs/x/0") as caught:
        run(send, QUESTION, [count], format="openai_chat")
    outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert (outcome.reason, outcome.response) == ("failed", None)
    again = Bodies("openai_chat", *written("openai_chat", says("Done.")))
    assert run(again, outcome, [count], format="openai_chat").text == "Done."


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (HUGE, "/state/seen/a: value: expected a finite number"),
        ({1, 2}, "/state/seen/a: type: expected JSON data, not set"),
        (nested(3000), "/state/seen/a/a"),
        ({("x", 1): 2}, "/state/seen/a: type: expected keys that are strings"),
    ],
    ids=["infinite", "set", "deep", "key"],
)
def test_state_that_cannot_be_stored_is_told_at_the_turns_end(value: Json, message: str) -> None:
    @tool
    def note(ctx: ToolContext) -> str:
        """Note."""
        ctx.state["seen"] = {"a": value}
        return "noted"

    model = Model([asks(("a", "note")), says("Done.")])
    with pytest.raises(ToolwireError) as caught:
        run(model, QUESTION, [note], format="openai_chat")
    assert str(caught.value).startswith(message)
    outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert [one["role"] for one in outcome.request["messages"]] == ["user", "assistant", "tool"]
    assert len(model.requests) == 1
    with pytest.raises(ToolwireError, match="/state/seen/a"):
        outcome.dumps()
    # With that mended, the run goes on, and nothing is run again.
    outcome.state["seen"] = []
    model.script = [says("Done.")] * 2
    assert run(model, outcome, [note], format="openai_chat").reason == "finished"


def test_an_outcome_with_an_infinite_number_is_not_stored() -> None:
    outcome = Outcome({**QUESTION, "temperature": HUGE})
    with pytest.raises(ToolwireError, match="/request/temperature: value: expected a finite"):
        outcome.dumps()
    with pytest.raises(ValueError):
        Outcome.from_json(Outcome(QUESTION).dumps().replace("64", "Infinity"))
    with pytest.raises(ValueError):
        Outcome.from_json(Outcome(QUESTION).dumps().replace("64", "1e999"))
