"""The loop: turns, risk, review, waiting, and what ends a run."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from typing import Any

import jsonschema
import pytest

import toolwire
from samples import FORMATS, invalid
from scripted import QUESTION, Model, asks, says
from toolwire import openai_chat, types
from toolwire.tools import (
    Approve,
    Cancellation,
    DecisionError,
    Later,
    MemoryLedger,
    Outcome,
    OutputCache,
    Reject,
    SqliteLedger,
    Tool,
    Toolbox,
    ToolContext,
    UsageLimits,
    arun,
    done,
    run,
    tool,
    tool_output_cache,
    tool_output_cache_grep,
)

Json = Any
each_format = pytest.mark.parametrize("format", FORMATS)


@tool
def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b


@tool
def fail() -> None:
    """Fail."""
    raise RuntimeError("no luck")


@tool(risk="high")
def pay(amount: int) -> str:
    """Pay."""
    return f"paid {amount}"


TOOLS = [add, fail, pay]


def texts(outcome: Outcome) -> list[Json]:
    return [record.result["value"] for record in outcome.calls if record.result]


@each_format
@pytest.mark.parametrize("stream", [False, True])
def test_calls_are_answered_until_the_model_is_done(format: str, stream: bool) -> None:
    model = Model([asks(("a", "add", {"a": 1}), ("b", "fail")), says("3.")], format, stream)
    outcome = run(model, QUESTION, TOOLS, format=format, stream=stream)
    assert (outcome.reason, outcome.text) == ("finished", "3.")
    assert (outcome.turns, outcome.requests) == (1, 2)
    assert outcome.usage == {"inputTokens": 6, "outputTokens": 4}
    assert [one["name"] for one in model.requests[0]["tools"]] == ["add", "fail", "pay"]
    assert texts(outcome) == [3, "Error executing tool: RuntimeError: no luck"]
    assert [one["toolCallId"] for one in model.results] == model.ids(outcome)
    assert QUESTION["messages"] == [{"role": "user", "content": "Go on."}]
    assert [m["role"] for m in outcome.request["messages"]] == [
        "user", "assistant", "tool", "tool", "assistant",
    ]  # fmt: skip


def test_text_is_told_as_it_comes() -> None:
    heard: list[Json] = []
    model = Model([asks(("a", "add", {"a": 1})), says("It is 3.")], stream=True)
    run(model, QUESTION, TOOLS, format="openai_chat", stream=True, on_event=heard.append)
    assert [one["text"] for one in heard if one["kind"] == "textDelta"] == ["It ", "is ", "3."]
    kinds = [one["kind"] for one in heard if one["kind"].startswith("call")]
    assert kinds == ["callStarted", "callEnded"]


@pytest.mark.parametrize(
    ("answer", "expected", "rejected"),
    [
        (True, "paid 5", None),
        (Approve(), "paid 5", None),
        (Approve({"amount": 1}), "paid 1", None),
        (False, "The call was rejected.", True),
        (Reject("too much"), "The call was rejected: too much", True),
    ],
)
def test_a_review_decides_on_calls_of_high_risk(
    answer: Json, expected: str, rejected: bool | None
) -> None:
    asked: list[Json] = []

    def review(call: Json, ctx: ToolContext) -> Json:
        asked.append((call["name"], ctx.call and ctx.call.id))
        return answer

    turn = asks(("a", "pay", {"amount": 5}), ("b", "add", {"a": 1}))
    model = Model([turn, says("Done.")])
    outcome = run(model, QUESTION, TOOLS, format="openai_chat", review=review)
    assert asked == [("pay", "a")]
    assert texts(outcome) == [expected, 3]
    assert outcome.calls[0].result is not None
    assert outcome.calls[0].result.get("rejected") is rejected
    assert outcome.calls[0].call["arguments"] == {"amount": 5}, "the history keeps the model's"
    changed = isinstance(answer, Approve) and answer.arguments is not None
    ran = None if rejected else {"amount": 1 if changed else 5}
    assert outcome.calls[0].ran == ran
    asked_for = outcome.request["messages"][1]["content"][0]["toolCall"]["arguments"]
    assert asked_for == {"amount": 5}


@each_format
def test_a_run_waits_for_decisions_and_goes_on_elsewhere(format: str) -> None:
    turn = asks(("a", "pay", {"amount": 1}), ("b", "add", {"a": 1}), ("c", "pay", {"amount": 2}))
    model = Model([turn, says("Done.")], format)
    outcome = run(model, QUESTION, TOOLS, format=format)
    assert outcome.reason == "waiting"
    first, second = outcome.waiting
    assert (first.call["arguments"], second.call["arguments"]) == ({"amount": 1}, {"amount": 2})
    assert outcome.calls[1].result is not None, "low risk does not wait"
    assert invalid("intermediate", "request", outcome.conversation) is None

    stored = Outcome.from_json(outcome.dumps())
    stored.decide(second.id, True)
    again = run(model, stored, TOOLS, format=format)
    assert again.reason == "waiting" and [one.id for one in again.waiting] == [first.id]
    assert again.calls[2].result is not None and stored.calls[2].result is None

    last = Outcome.from_json(json.loads(json.dumps(again.to_json())))
    last.decide(first.id, Reject("no"))
    done = run(model, last, TOOLS, format=format)
    assert (done.reason, done.requests) == ("finished", 2)
    assert texts(done) == ["The call was rejected: no", 3, "paid 2"]
    assert [one["toolCallId"] for one in model.results] == model.ids(done)


def test_a_decision_counts_once_and_for_its_own_call() -> None:
    model = Model([asks(("a", "pay", {"amount": 1})), says("Done.")])
    outcome = run(model, QUESTION, TOOLS, format="openai_chat")
    with pytest.raises(DecisionError, match="none of this run"):
        outcome.decide("b", True)
    outcome.decide("a", True)
    with pytest.raises(DecisionError, match="has been decided on"):
        outcome.decide("a", False)
    stored = outcome.to_json()
    stored["calls"][0]["call"]["arguments"] = {"amount": 1000}
    forged = run(model, Outcome.from_json(stored), TOOLS, format="openai_chat")
    assert forged.reason == "waiting", "a yes to other arguments is none"


def test_low_risk_calls_run_at_the_same_time_and_groups_one_after_the_other() -> None:
    running: list[str] = []
    most: dict[str, int] = {"free": 0, "files": 0}

    async def busy(kind: str) -> str:
        running.append(kind)
        most[kind] = max(most[kind], running.count(kind))
        await asyncio.sleep(0.01)
        running.remove(kind)
        return kind

    async def free() -> str:
        return await busy("free")

    async def files() -> str:
        return await busy("files")

    box = Toolbox([tool(free), tool(group="disk")(files)])
    calls = [(f"c{n}", ("free", "files")[n % 2]) for n in range(12)]
    model = Model([asks(*calls), says("Done.")])
    outcome = run(model, QUESTION, box, format="openai_chat", max_parallel=4)
    assert most["files"] == 1 and 2 <= most["free"] <= 4
    assert texts(outcome) == [name for _, name in calls], "in the order of the calls"


@pytest.mark.parametrize(
    ("script", "options", "reason", "detail"),
    [
        ([says("x", finishReason="length")], {}, "length", ""),
        ([says("x", finishReason="content_filter")], {}, "content_filter", ""),
        ([asks(("a", "add", {"a": 1}))] * 3, {"max_turns": 2}, "max_turns", ""),
        ([asks(("a", "add", {"a": 1}))] * 3, {"limits": UsageLimits(requests=1)}, "limit",
         "requests: 1 of 1"),
        ([asks(("a", "add", {"a": 1}))] * 3, {"limits": UsageLimits(total_tokens=9)}, "limit",
         "total_tokens: 10 of 9"),
        ([asks(("a", "add", {"a": 1}))] * 3, {"stop_when": lambda o: o.turns == 2}, "stopped", ""),
        ([asks(("a", "add", {"a": 1}), finishReason="length")], {}, "length", ""),
    ],
)  # fmt: skip
def test_what_ends_a_run(script: list[Json], options: Json, reason: str, detail: str) -> None:
    model = Model(script)
    outcome = run(model, QUESTION, TOOLS, format="openai_chat", **options)
    assert (outcome.reason, outcome.detail) == (reason, detail)
    assert invalid("intermediate", "request", outcome.request) is None
    answered = [m["toolResult"]["toolCallId"] for m in outcome.request["messages"]
                if m["role"] == "tool"]  # fmt: skip
    assert len(answered) == len(outcome.calls)


def test_an_error_body_ends_a_run() -> None:
    failed = {
        "message": {"role": "assistant", "content": []}, "finishReason": "error",
        "error": {"message": "overloaded"},
    }  # fmt: skip
    outcome = run(Model([failed]), QUESTION, TOOLS, format="openai_chat")
    assert (outcome.reason, outcome.detail) == ("error", "overloaded")
    assert outcome.request["messages"] == QUESTION["messages"]


def test_a_pause_goes_on() -> None:
    model = Model([says("Wait.", finishReason="pause"), says("Done.")], "anthropic_messages")
    outcome = run(model, QUESTION, [], format="anthropic_messages")
    assert (outcome.reason, outcome.requests) == ("finished", 2)


def test_what_send_raises_has_the_outcome_so_far_and_the_run_goes_on_from_there() -> None:
    script: list[Json] = [asks(("a", "add", {"a": 1})), OSError("no line"), says("3.")]
    model = Model(script)
    with pytest.raises(OSError, match="no line") as caught:
        run(model, QUESTION, TOOLS, format="openai_chat")
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert (outcome.reason, outcome.detail) == ("failed", "no line")
    again = run(model, Outcome.from_json(outcome.dumps()), TOOLS, format="openai_chat")
    assert (again.reason, again.text, len(again.calls)) == ("finished", "3.", 1)


def test_a_finished_run_goes_on_once_somebody_asks() -> None:
    model = Model([says("Hello."), says("Fine.")])
    outcome = run(model, QUESTION, TOOLS, format="openai_chat")
    assert run(model, outcome, TOOLS, format="openai_chat").text == "Hello."
    outcome.request["messages"].append({"role": "user", "content": "How are you?"})
    assert run(model, outcome, TOOLS, format="openai_chat").text == "Fine."


def test_a_review_that_raises_runs_nothing_and_can_be_asked_again() -> None:
    model = Model([asks(("a", "pay", {"amount": 1})), says("Done.")])

    def review(call: Json, ctx: ToolContext) -> Json:
        raise LookupError("nobody there")

    with pytest.raises(LookupError) as caught:
        run(model, QUESTION, TOOLS, format="openai_chat", review=review)
    outcome: Outcome = caught.value.outcome  # type: ignore[attr-defined]
    assert outcome.calls[0].result is None
    again = run(model, outcome, TOOLS, format="openai_chat", review=lambda call, ctx: True)
    assert texts(again) == ["paid 1"]


def test_a_call_with_the_id_of_another_is_not_run() -> None:
    turn = asks(("a", "add", {"a": 1}), ("a", "add", {"a": 2}), ("", "add", {"a": 3}))
    model = Model([turn, says("Done.")], "anthropic_messages")
    outcome = run(model, QUESTION, TOOLS, format="anthropic_messages")
    assert outcome.reason == "finished"
    ids = [record.id for record in outcome.calls]
    assert len(set(ids)) == 3 and "" not in ids
    assert [record.ran for record in outcome.calls] == [{"a": 1}, None, None]
    assert len(model.results) == 3


def test_a_tool_that_the_model_was_not_told_of_is_none() -> None:
    hidden = Tool(**{**vars(add), "name": "hidden", "enabled": False})
    model = Model([asks(("a", "hidden", {"a": 1}), ("b", "ad", {"a": 1})), says("Done.")])
    outcome = run(model, QUESTION, [add, hidden], format="openai_chat")
    assert [one["name"] for one in model.requests[0]["tools"]] == ["add"]
    first, second = texts(outcome)
    assert "There is no tool 'hidden'" in first and "Did you mean 'add'?" in second


def test_a_tool_that_keeps_failing_is_not_run_again() -> None:
    count = 0

    def flaky() -> None:
        nonlocal count
        count += 1
        raise RuntimeError("no luck")

    model = Model([*([asks(("a", "flaky"))] * 5), says("Done.")])
    outcome = run(model, QUESTION, [tool(max_retries=1)(flaky)], format="openai_chat")
    assert count == 2
    assert "has failed 2 times in a row" in texts(outcome)[-1]


def test_a_success_in_between_forgives_what_failed_before() -> None:
    def odd(number: int) -> int:
        if number % 2:
            raise ValueError("odd")
        return number

    turns = [asks((f"c{number}", "odd", {"number": number})) for number in (1, 2, 3, 4, 5)]
    outcome = run(
        Model([*turns, says("Done.")]), QUESTION, [tool(max_retries=0)(odd)], format="openai_chat"
    )
    assert [record.ran is not None for record in outcome.calls] == [True, *[False] * 4]
    outcome = run(
        Model([*turns, says("Done.")]), QUESTION, [tool(max_retries=1)(odd)], format="openai_chat"
    )
    assert all(record.ran is not None for record in outcome.calls)


def test_a_decision_that_comes_later_may_change_the_arguments() -> None:
    model = Model([asks(("a", "pay", {"amount": 9})), says("Done.")])
    outcome = run(model, QUESTION, TOOLS, format="openai_chat")
    outcome.decide("a", Approve({"amount": 1}))
    done = run(model, Outcome.from_json(outcome.dumps()), TOOLS, format="openai_chat")
    assert texts(done) == ["paid 1"]


def test_a_run_is_over_once_the_model_says_so() -> None:
    turn = asks(("a", "done", {"answer": "It is 3."}), ("b", "add", {"a": 1}))
    outcome = run(Model([turn]), QUESTION, [done, add], format="openai_chat")
    assert (outcome.reason, outcome.requests) == ("done", 1)
    assert texts(outcome) == ["It is 3.", 3]


def test_old_outputs_are_trimmed_and_can_be_read_back() -> None:
    lines = "".join(f"line {number}\n" for number in range(2_000))

    def listing() -> str:
        return lines

    def script(request: Json) -> Json:
        results = [m["toolResult"] for m in request["messages"] if m["role"] == "tool"]
        if len(results) < 2:
            return asks((f"c{len(results)}", "listing"))
        if len(results) == 2:
            (reference,) = re.findall(r"[0-9a-zA-Z_-]{16,}", results[0]["value"])[:1]
            pattern = {"ref_id": reference, "pattern": "line 1234"}
            return asks(("g", "tool_output_cache_grep", pattern))
        return says(results[-1]["value"])

    tools = [tool(listing), tool_output_cache, tool_output_cache_grep]
    with OutputCache(limit=25_000) as cache:
        outcome = run(Model(script), QUESTION, tools, format="openai_chat", cache=cache)
        first, second = (m["toolResult"] for m in outcome.request["messages"][2:5:2])
        assert len(first["value"]) < 3_000 and second["value"] == lines
        assert cache.whole(first["outputRef"])["value"] == lines
        assert "line 1234" in outcome.text
        again = run(Model(script), Outcome.from_json(outcome.dumps()), tools,
                    format="openai_chat", cache=cache)  # fmt: skip
    assert again.request["messages"][2]["toolResult"] == first
    assert outcome.calls[0].result is not None and outcome.calls[0].result["value"] == lines


def test_a_choice_that_forces_a_call_holds_for_one_turn() -> None:
    model = Model([asks(("a", "add", {"a": 1})), says("Done.")])
    run(model, {**QUESTION, "toolChoice": "required"}, TOOLS, format="openai_chat")
    assert [one.get("toolChoice") for one in model.requests] == ["required", None]


def test_hooks_are_told_of_each_call() -> None:
    heard: list[Json] = []

    async def after(call: Json, result: Json, ctx: ToolContext) -> None:
        heard.append(("after", call["id"], result["value"]))

    model = Model([asks(("a", "add", {"a": 1})), says("Done.")])
    run(
        model, QUESTION, TOOLS, format="openai_chat", after_call=after,
        before_call=lambda call, ctx: heard.append(("before", call["id"], ctx.turn)),
    )  # fmt: skip
    assert heard == [("before", "a", 1), ("after", "a", 3)]


def test_a_cancelled_run_ends_and_its_conversation_is_whole() -> None:
    cancellation = Cancellation()

    async def slow() -> None:
        cancellation.cancel("enough")
        await asyncio.sleep(60)

    model = Model([asks(("a", "slow"), ("b", "add", {"a": 1})), says("Done.")])
    box = [tool(slow), add]
    outcome = run(model, QUESTION, box, format="openai_chat", cancellation=cancellation)
    assert (outcome.reason, outcome.detail) == ("cancelled", "enough")
    assert invalid("intermediate", "request", outcome.conversation) is None
    results = [m for m in outcome.conversation["messages"] if m["role"] == "tool"]
    assert len(results) == 2
    again = run(model, Outcome.from_json(outcome.dumps()), box, format="openai_chat")
    assert again.reason == "finished"
    assert "was begun before" in texts(again)[0], "it may have been carried out"


def test_it_runs_inside_of_a_running_event_loop_too() -> None:
    async def app() -> Outcome:
        model = Model([asks(("a", "add", {"a": 1})), says("Done.")])
        return run(model, QUESTION, TOOLS, format="openai_chat")

    assert asyncio.run(app()).reason == "finished"


def test_a_plain_send_does_not_block_an_asynchronous_app() -> None:
    beats = 0

    def send(body: Json) -> Json:
        time.sleep(0.05)
        return model(body)

    async def app() -> Outcome:
        async def beat() -> None:
            nonlocal beats
            while True:
                beats += 1
                await asyncio.sleep(0.005)

        task = asyncio.create_task(beat())
        outcome = await arun(send, QUESTION, TOOLS, format="openai_chat")
        task.cancel()
        return outcome

    model = Model([says("Done.")])
    assert asyncio.run(app()).reason == "finished"
    assert beats > 1


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_call_is_run_by_one_of_several_runs_of_an_outcome(kind: str, tmp_path: Any) -> None:
    ledger = MemoryLedger() if kind == "memory" else SqliteLedger(tmp_path / "calls.db")
    count, lock = 0, threading.Lock()

    def count_up() -> int:
        nonlocal count
        with lock:
            count += 1
        time.sleep(0.05)
        return count

    box = [tool(risk="high")(count_up)]
    script = [asks(("a", "count_up")), says("Done.")]
    outcome = run(Model(script), QUESTION, box, format="openai_chat", ledger=ledger)
    outcome.decide("a", True)
    found: list[Outcome] = []

    def go() -> None:
        model = Model(lambda request: says("Done."))
        found.append(run(model, outcome, box, format="openai_chat", ledger=ledger))

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count == 1
    assert sorted(str(texts(one)[0])[:20] for one in found)[0] == "1"
    later = run(Model(lambda r: says("Done.")), outcome, box, format="openai_chat", ledger=ledger)
    assert texts(later) == [1], "what has a result keeps it"


def test_what_is_no_outcome_is_refused() -> None:
    for stored in ({}, {"version": 7}, "[]"):
        with pytest.raises(ValueError, match="no outcome"):
            Outcome.from_json(stored)


def test_a_format_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no format 'nothing'"):
        run(Model([]), QUESTION, [], format="nothing")


def test_a_request_that_was_read_can_be_run_and_restored() -> None:
    """With its type: all of this is checked by mypy."""
    body = Model([]).adapter.encode_request(QUESTION)
    request: types.Request = openai_chat.decode_request(body)
    back: types.Request = toolwire.restored(request, openai_chat.renamed(request))
    assert back == request
    for given in (request, back):
        assert run(Model([says("Done.")]), given, [add], format=openai_chat).text == "Done."
        model = Model([says("Done.")])
        assert asyncio.run(arun(model, given, [add], format=openai_chat)).text == "Done."


def test_a_waiting_run_says_later() -> None:
    model = Model([asks(("a", "pay", {"amount": 1}))])
    outcome = run(model, QUESTION, TOOLS, format="openai_chat", review=lambda call, ctx: Later())
    assert outcome.reason == "waiting"
    jsonschema.validate(outcome.to_json(), {"type": "object"})


@each_format
def test_a_definition_may_call_its_schema_input_schema(format: str) -> None:
    schema = {"type": "object", "properties": {"to": {"type": "string"}}}
    mail = {"name": "send_mail", "input_schema": schema}
    model = Model([says("No.")], format)
    request = {**QUESTION, "tools": [mail]}
    run(model, request, [], format=format)
    (definition,) = model.requests[0]["tools"]
    assert definition.pop("strict", False) is False
    assert definition == {"name": "send_mail", "parameters": schema}
    assert request["tools"] == [mail]
