"""A call is answered by exactly one result, whatever the tool does."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import os
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from running_tools import Log, Takes, Tool, call, executed
from toolwire.tools import ending
from toolwire.tools.context import Call, Cancellation, Cancelled, ToolContext
from toolwire.tools.execution import execute
from toolwire.tools.results import ToolError

Json = Any


def run(function: Any, raw: Any = None, ctx: ToolContext | None = None, **options: Any) -> Any:
    return asyncio.run(executed(function, raw, ctx, **options))


def result(function: Any, raw: Any = None, **options: Any) -> Json:
    return run(function, raw, **options).result


def error(function: Any, raw: Any = None, **options: Any) -> str:
    found = result(function, raw, **options)
    assert found["kind"] == "error"
    assert (found["toolCallId"], found["name"]) == ("c1", "act")
    value: str = found["value"]
    return value


async def echo(**arguments: Any) -> Any:
    return arguments


# -- arguments


def test_a_call_a_text_and_an_object_mean_the_same() -> None:
    expected = {"kind": "data", "toolCallId": "c1", "name": "act", "value": {"a": [1]}}
    ctx = ToolContext(call=Call("c1", "act"))
    assert result(echo, call({"a": [1]})) == expected
    assert result(echo, '{"a": [1]}', ctx=ctx) == expected
    assert result(echo, {"a": [1]}, ctx=ctx) == expected


def test_a_call_may_be_a_model() -> None:
    from toolwire.models import ToolCall

    assert result(echo, ToolCall.model_validate(call({"a": 1})))["value"] == {"a": 1}


def test_no_arguments_at_all_mean_an_empty_object() -> None:
    for nothing in ("", "  ", "null"):
        assert result(echo, nothing)["value"] == {}


def test_an_object_that_looks_like_a_call_is_arguments_where_the_tool_takes_such() -> None:
    takes = Takes({"type": "object", "properties": {"id": {}, "name": {}, "arguments": {}}})
    found = result(echo, call({"a": 1}, name="other"), input=takes)
    assert found["value"] == call({"a": 1}, name="other")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"city": "Os', "no JSON: Unterminated string"),
        ('{"a": 1,}', "near"),
        ("[1]", "must be a JSON object, not a list"),
        ("3", "not a number"),
        ('"x"', "not a string"),
        ("true", "not true or false"),
        ('{"a": NaN}', "NaN"),
        ("[" * 100_000, "too deep"),
        ('{"a":' * 600 + "1" + "}" * 600, "too deep"),
        ('{"a": ' + "9" * 10_000 + "}", "no JSON"),
    ],
)
def test_arguments_that_are_no_object_are_told_to_the_model(text: str, expected: str) -> None:
    whole = call() | {"invalidArguments": text}
    assert expected in error(echo, whole)
    assert len(error(echo, whole)) < 500


@pytest.mark.parametrize("text", ['{"a": 1}', "{}", "null", "", "  "])
def test_arguments_that_did_not_arrive_as_an_object_are_not_run(text: str) -> None:
    """Whatever there is of them: a call that was cut is another one than the model's."""
    done = run(echo, call() | {"invalidArguments": text})
    assert done.arguments is None
    assert done.result["kind"] == "error"
    assert "as a whole" in done.result["value"]


def test_a_call_of_the_tool_is_one_whatever_keys_it_has_beside() -> None:
    assert result(echo, call({"a": 1}) | {"index": 0})["value"] == {"a": 1}
    assert "as a whole" in error(echo, call() | {"index": 0, "invalidArguments": "{}"})


def test_an_optional_field_of_a_call_that_is_none_is_absent() -> None:
    whole = call({"a": 1}) | {"invalidArguments": None, "input": None, "metadata": None}
    assert result(echo, whole)["value"] == {"a": 1}


def test_arguments_that_the_input_refuses_are_its_message() -> None:
    done = run(echo, call({"bad": 1}))
    assert "- bad: expected nothing; came 1" in done.result["value"]
    assert done.arguments is None


def test_an_object_that_nests_too_deep_is_told() -> None:
    deep: Json = {}
    for _ in range(100_000):
        deep = {"a": deep}
    assert "too deep" in error(echo, call(deep))


def test_the_conversation_keeps_the_arguments_that_a_tool_changes() -> None:
    def change(**arguments: Any) -> str:
        arguments["list"].append(arguments["object"].pop("a"))
        return "done"

    raw = call({"list": [[1]], "object": {"a": {"b": 2}}})
    done = run(change, raw)
    assert raw == call({"list": [[1]], "object": {"a": {"b": 2}}})
    assert done.arguments == {"list": [[1]], "object": {"a": {"b": 2}}}


def test_a_tool_that_keeps_what_it_returned_may_go_on_changing_it() -> None:
    state: Json = {"seen": []}

    async def remember() -> Json:
        state["seen"].append(1)
        return state

    first = result(remember)
    result(remember)
    assert first["value"] == {"seen": [1]}


# -- running


def test_a_function_that_is_not_asynchronous_does_not_block_the_loop() -> None:
    async def both() -> Any:
        gate = threading.Event()

        async def open_gate() -> None:
            gate.set()

        waiting = executed(lambda: gate.wait(30))
        return (await asyncio.gather(waiting, open_gate()))[0]

    assert asyncio.run(both()).result["value"] is True


def test_a_thread_sees_the_context_variables_of_the_caller() -> None:
    variable = contextvars.ContextVar("variable", default="unset")

    async def within() -> Any:
        variable.set("set")
        return (await executed(variable.get)).result["value"]

    assert asyncio.run(within()) == "set"


def test_a_coroutine_that_a_plain_function_hands_on_is_awaited() -> None:
    assert result(lambda: echo(a=1))["value"] == {"a": 1}


def test_an_object_with_an_asynchronous_call_is_a_tool() -> None:
    class Callable:
        async def __call__(self) -> str:
            return threading.current_thread().name

    assert result(Callable())["value"] == threading.current_thread().name


def test_a_tool_may_have_parameters_of_any_name() -> None:
    def odd(function: int, context: int, late: int) -> int:
        return function + context + late

    assert result(odd, call({"function": 1, "context": 2, "late": 3}))["value"] == 6


def test_what_a_tool_prints_is_no_part_of_its_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert result(lambda: print("noise") or "result")["value"] == "result"
    assert capsys.readouterr().out == "noise\n"


# -- failures


class OddError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def raises(problem: BaseException) -> list[Any]:
    async def later() -> None:
        await asyncio.sleep(0)
        raise problem

    async def at_once() -> None:
        raise problem

    def in_thread() -> None:
        raise problem

    return [later, at_once, in_thread]


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (ValueError("no such city"), "ValueError: no such city"),
        (KeyError("x"), "KeyError: 'x'"),
        (RuntimeError(), "RuntimeError"),
        (OddError(), "OddError"),
        (SystemExit(2), "SystemExit: 2"),
        (asyncio.CancelledError(), "CancelledError"),
        (Cancelled("by the tool itself"), "Cancelled: by the tool itself"),
        (GeneratorExit(), "GeneratorExit"),
        (ExceptionGroup("two", [OSError("disk"), ValueError("v")]), "- OSError: disk"),
        (BaseExceptionGroup("odd", [SystemExit(1)]), "- SystemExit: 1"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_any_exception_is_an_error_result(kind: int, problem: BaseException, expected: str) -> None:
    message = error(raises(problem)[kind])
    assert message.startswith("Error executing tool: ")
    assert expected in message
    assert "Traceback" not in message and ".py" not in message


def test_stop_iteration_is_an_error_result() -> None:
    for function in raises(StopIteration(1)):
        assert "StopIteration" in error(function)


def test_the_traceback_goes_to_the_logger() -> None:
    log = Log()
    run(raises(ValueError("no such city"))[0], ctx=ToolContext(logger=log.logger))
    assert "Traceback" in log.text and "in later" in log.text


def test_a_long_message_is_cut() -> None:
    assert len(error(raises(ValueError("x" * 1_000_000))[0])) < 2_500


def test_a_message_that_cannot_be_sent_is_mended() -> None:
    error(raises(ValueError("bad \ud800"))[0]).encode()


def test_a_tool_may_fail_with_words_data_or_blocks() -> None:
    from toolwire.tools.blocks import image_block

    base = {"toolCallId": "c1", "name": "act"}
    assert result(raises(ToolError("no"))[0]) == {**base, "kind": "error", "value": "no"}
    assert result(raises(ToolError({"code": 503}))[0]) == {
        **base, "kind": "data", "value": {"code": 503}, "isError": True,
    }  # fmt: skip
    found = result(raises(ToolError(["see", image_block(url="https://x/y.png")]))[0])
    assert (found["kind"], found["isError"], len(found["value"])) == ("multimodal", True, 2)
    assert "is nan" in error(raises(ToolError([float("nan")]))[0])


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize("grouped", [False, True])
def test_a_keyboard_interrupt_goes_through(kind: int, grouped: bool) -> None:
    problem: BaseException = KeyboardInterrupt()
    if grouped:
        problem = BaseExceptionGroup("with others", [ValueError(), problem])

    async def caught() -> str:
        try:
            await executed(raises(problem)[kind])
        except BaseException as raised:
            return type(raised).__name__
        return "nothing"

    assert asyncio.run(caught()) == type(problem).__name__


# -- time


def test_a_coroutine_that_takes_too_long_is_cancelled() -> None:
    steps: list[str] = []

    async def slow() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            steps.append("cancelled")
            raise

    assert error(slow, timeout=0.01) == "Error executing tool: timed out after 0.01 seconds"
    assert steps == ["cancelled"]


def test_a_thread_that_never_returns_is_left_behind() -> None:
    gate = threading.Event()
    assert "timed out" in error(gate.wait, timeout=0.01)
    gate.set()


def test_a_process_ends_although_a_tool_never_returns() -> None:
    script = """
import asyncio, threading
from running_tools import executed
print(asyncio.run(executed(threading.Event().wait, timeout=0.01)).result["value"])
"""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "timed out" in done.stdout, done.stderr


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_coroutine_that_will_not_stop_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "GRACE_SECONDS", 0.01)

    async def stubborn() -> None:
        while True:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    released: list[bool] = []

    async def immortal() -> None:
        while not released:
            with contextlib.suppress(BaseException):
                await asyncio.sleep(60)

    async def both() -> list[str]:
        return [(await executed(f, timeout=0.01)).result["value"] for f in (stubborn, immortal)]

    for message in asyncio.run(both()):
        assert "timed out" in message
    # Or Python would say of it, in the midst of another test, that it does not end.
    released.append(True)


def test_what_a_coroutine_returns_when_told_to_stop_is_too_late() -> None:
    async def partial() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0)
        return "half"

    assert "timed out" in error(partial, timeout=0.01)


def test_the_timeouts_of_a_tool_itself_work_inside() -> None:
    async def bounded() -> str:
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(60)
        except TimeoutError:
            return "inner"
        return "none"

    assert result(bounded, timeout=60)["value"] == "inner"


def test_a_timed_out_tool_leaves_its_task_as_it_was() -> None:
    async def then() -> int:
        async def slow() -> None:
            await asyncio.sleep(60)

        for _ in range(3):
            await executed(slow, timeout=0.001)
        task = asyncio.current_task()
        assert task is not None
        await asyncio.sleep(0.01)
        return task.cancelling()

    assert asyncio.run(then()) == 0


def test_the_deadline_of_the_run_counts_too() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    ctx = ToolContext(now=lambda: now, deadline=now + timedelta(seconds=0.01))

    async def slow() -> None:
        await asyncio.sleep(60)

    assert "timed out" in error(slow, ctx=ctx, timeout=60)
    over = ToolContext(now=lambda: now, deadline=now)
    assert run(slow, ctx=over).arguments is None


# -- cancellation


def test_a_cancelled_run_begins_no_tool() -> None:
    cancellation = Cancellation()
    cancellation.cancel("enough")
    with pytest.raises(Cancelled, match="enough"):
        run(echo, ctx=ToolContext(cancellation=cancellation))


@pytest.mark.parametrize("timeout", [None, 60])
def test_cancelling_the_run_from_another_thread_wakes_what_waits(timeout: Any) -> None:
    cancellation = Cancellation()
    ctx = ToolContext(cancellation=cancellation)

    async def slow() -> None:
        threading.Thread(target=cancellation.cancel, args=("enough",)).start()
        await asyncio.sleep(60)

    with pytest.raises(Cancelled, match="enough"):
        run(slow, ctx=ctx, timeout=timeout)
    gate = threading.Event()
    cancellation = Cancellation()
    ctx = ToolContext(cancellation=cancellation)

    def cancels() -> None:
        cancellation.cancel("enough")
        gate.wait(60)

    with pytest.raises(Cancelled, match="enough"):
        run(cancels, ctx=ctx, timeout=timeout)
    gate.set()


def test_a_tool_that_asks_whether_the_run_is_cancelled_ends_it() -> None:
    ctx = ToolContext()

    def long() -> None:
        ctx.cancellation.cancel("by a button")
        while True:
            ctx.cancellation.raise_if_cancelled()
            time.sleep(0.001)

    with pytest.raises(Cancelled, match="by a button"):
        run(long, ctx=ctx)


@pytest.mark.parametrize("swallows", [False, True])
def test_cancelling_the_task_goes_through(swallows: bool) -> None:
    async def main() -> str:
        begun = asyncio.Event()

        async def slow() -> str:
            begun.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if not swallows:
                    raise
            return "swallowed"

        task = asyncio.create_task(executed(slow, timeout=60))
        await begun.wait()
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            return "cancelled"
        return "not"

    assert asyncio.run(main()) == "cancelled"


# -- the context


def test_the_tool_sees_its_call_and_leaves_an_artifact() -> None:
    async def act(ctx: ToolContext) -> str:
        assert ctx.call is not None
        ctx.artifact = object
        return ctx.call.id

    ctx = ToolContext()
    done = run(act, ctx=ctx, injected={"ctx": ToolContext})
    assert (done.result["value"], done.artifact) == ("c1", object)
    assert ctx.artifact is None and ctx.call is None


def test_parallel_calls_have_contexts_of_their_own_and_one_state() -> None:
    async def act(ctx: ToolContext, n: int) -> None:
        ctx.artifact = n
        await asyncio.sleep(0)
        ctx.state.setdefault("seen", []).append((ctx.call and ctx.call.id, ctx.artifact))

    async def both() -> Any:
        ctx = ToolContext()
        tool: Any = Tool(act, injected={"ctx": ToolContext})
        done = await asyncio.gather(
            *(execute(tool, call({"n": n}, f"c{n}"), ctx) for n in range(3))
        )
        return [one.artifact for one in done], ctx.state["seen"]

    assert asyncio.run(both()) == ([0, 1, 2], [("c0", 0), ("c1", 1), ("c2", 2)])
