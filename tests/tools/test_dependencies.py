"""Dependencies: made once, shared, told of failures, closed in reverse order exactly once."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any

import pytest

from running_tools import Log, Tool, call, executed
from toolwire.tools.context import ToolContext
from toolwire.tools.dependencies import (
    DependencyError,
    DependencyKey,
    Depends,
    Scope,
    override,
)
from toolwire.tools.execution import execute
from toolwire.tools.threads import in_thread

Json = Any
Events = list[str]


def resolving(*keys: Any, ctx: ToolContext | None = None, scope: Scope | None = None) -> Any:
    """The values of ``keys``, asked for by a tool one after the other."""

    async def tool(ctx: ToolContext) -> None:
        ctx.artifact = [await ctx.resolve(key) for key in keys]

    async def run() -> Any:
        done = await executed(tool, ctx=ctx, scope=scope, injected={"ctx": ToolContext})
        assert done.result["kind"] != "error", done.result["value"]
        return done.artifact

    return asyncio.run(run())


def failing(*keys: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        resolving(*keys)
    return str(caught.value)


# -- factories of every kind


class Resource:
    def __init__(self, events: Events) -> None:
        self.events = events

    def __enter__(self) -> str:
        self.events.append("open")
        return "value"

    def __exit__(self, *error: object) -> None:
        self.events.append("close")


class AsyncResource(Resource):
    async def __aenter__(self) -> str:
        return self.__enter__()

    async def __aexit__(self, *error: object) -> None:
        self.__exit__()


def factories(events: Events) -> dict[str, Callable[..., Any]]:
    def generator() -> Iterator[str]:
        events.append("open")
        yield "value"
        events.append("close")

    async def async_generator() -> AsyncIterator[str]:
        events.append("open")
        yield "value"
        events.append("close")

    class Callable:
        def __call__(self) -> Iterator[str]:
            return generator()

    async def manager() -> Resource:
        return Resource(events)

    return {
        "generator": generator,
        "async generator": async_generator,
        "context manager": contextlib.contextmanager(generator),
        "async context manager": contextlib.asynccontextmanager(async_generator),
        "returns a manager": lambda: Resource(events),
        "returns an async manager": lambda: AsyncResource(events),
        "async, returns a manager": manager,
    }


@pytest.mark.parametrize("kind", factories([]))
def test_what_can_be_closed_is_closed_after_the_call(kind: str) -> None:
    events: Events = []
    factory = factories(events)[kind]

    async def tool(value: str) -> str:
        events.append(value)
        return value

    done = asyncio.run(executed(tool, injected={"value": Depends(factory)}))
    assert done.result["value"] == "value"
    assert events == ["open", "value", "close"]


def test_a_function_may_be_asynchronous_or_not_a_class_or_an_object() -> None:
    async def later() -> int:
        return 1

    class Db:
        pass

    class Made:
        def __call__(self) -> int:
            return 3

    db, *rest = resolving(Depends(Db), Depends(later), Depends(lambda: 2), Depends(Made()))
    assert isinstance(db, Db)
    assert rest == [1, 2, 3]
    assert resolving(Depends(lambda: later())) == [1]


def test_a_factory_that_is_not_asynchronous_does_not_block_the_loop() -> None:
    gate = threading.Event()

    async def opens() -> int:
        gate.set()
        return 1

    async def tool(ctx: ToolContext) -> Any:
        wait = Depends(lambda: gate.wait(30))
        return await asyncio.gather(ctx.resolve(wait), ctx.resolve(Depends(opens)))

    done = asyncio.run(executed(tool, injected={"ctx": ToolContext}))
    assert done.result["value"] == [True, 1]


def settings() -> str:
    return "settings"


def open_db(settings: Annotated[str, Depends(settings)], ctx: ToolContext) -> str:
    assert ctx.call is not None
    return f"db({settings}, {ctx.call.id})"


class Repository:
    def __init__(self, db: Annotated[str, Depends(open_db)], size: int = 3) -> None:
        self.value = f"repository({db}, {size})"


def test_factories_ask_for_each_other_and_for_the_context() -> None:
    (repository,) = resolving(Depends(Repository))
    assert repository.value == "repository(db(settings, c1), 3)"


def test_a_parameter_that_nothing_fills_is_an_error_that_names_it() -> None:
    def needs(city: str) -> None: ...

    assert "needs: nothing fills the parameter 'city'" in failing(Depends(needs))


def test_a_factory_is_called_with_what_its_own_factory_gave_once() -> None:
    made: list[int] = []

    def shared() -> int:
        made.append(1)
        return len(made)

    def left(n: Annotated[int, Depends(shared)]) -> int:
        return n

    # Annotations of this module are text, and `shared` is a local name: the default says it.
    def right(n: int = Depends(shared)) -> int:  # type: ignore[assignment]
        return n

    left.__annotations__["n"] = Annotated[int, Depends(shared)]
    assert resolving(Depends(left), Depends(right), Depends(shared)) == [1, 1, 1]


# -- keys and overrides


def test_a_key_is_resolved_by_its_id() -> None:
    key = DependencyKey[int]("answer", lambda: 42)
    assert resolving(key, DependencyKey[int]("answer", key.create)) == [42, 42]


def test_two_keys_of_one_id_are_an_error() -> None:
    message = failing(DependencyKey("db", lambda: 1), DependencyKey("db", lambda: 2))
    assert "two dependencies have the id 'db'" in message


def test_an_id_that_nobody_knows_is_an_error() -> None:
    assert "nothing is known to make 'db' of" in failing("db")


def test_without_a_run_nothing_can_be_resolved() -> None:
    with pytest.raises(DependencyError, match="no run"):
        asyncio.run(ToolContext().resolve(Depends(settings)))


def test_overrides_go_by_id_key_or_factory() -> None:
    key = DependencyKey[int]("answer", lambda: 42)
    by: Any
    for by in ("answer", key):
        assert resolving(key, scope=Scope({by: lambda: 1})) == [1]
    for by in (settings, Depends(settings)):
        assert resolving(Depends(open_db), scope=Scope({by: lambda: "fake"})) == ["db(fake, c1)"]
    assert resolving("answer", scope=Scope({"answer": Depends(settings)})) == ["settings"]


def test_an_override_that_cannot_be_called_is_the_value_itself() -> None:
    events: Events = []
    value = Resource(events)
    assert resolving(Depends(settings), scope=Scope({settings: value})) == [value]
    assert events == []


def test_overrides_hold_in_their_block_and_those_of_the_run_come_first() -> None:
    with override({settings: "outer"}):
        with override({settings: "inner"}):
            assert resolving(Depends(settings)) == ["inner"]
        assert resolving(Depends(settings)) == ["outer"]
        assert resolving(Depends(settings), scope=Scope({settings: "run"})) == ["run"]
    assert resolving(Depends(settings)) == ["settings"]


def test_a_marker_that_cannot_work_is_refused_where_it_is_written() -> None:
    bad: Any = "per request"
    with pytest.raises(TypeError, match="needs a factory"):
        Depends(bad)
    with pytest.raises(ValueError, match="'call' or 'run'"):
        Depends(settings, per=bad)


# -- once per call, once per run


async def counted(per: Any, calls: int, fails: int = 0) -> tuple[list[Any], int]:
    """The results of parallel calls that all ask for one dependency, and how often it was made."""
    made = 0

    async def make() -> int:
        nonlocal made
        made += 1
        mine = made
        await asyncio.sleep(0.001)
        if mine <= fails:
            raise OSError(f"attempt {mine}")
        return mine

    async def use(value: int) -> int:
        return value

    tool: Any = Tool(use, injected={"value": Depends(make, per=per)})
    ctx = ToolContext(logger=Log().logger)
    async with Scope() as scope:
        done = await asyncio.gather(
            *(execute(tool, call(id=f"c{n}"), ctx, scope=scope) for n in range(calls))
        )
        if fails:
            done.append(await execute(tool, call(id="again"), ctx, scope=scope))
    return [one.result["value"] for one in done], made


def test_what_belongs_to_the_run_is_made_once_also_by_parallel_calls() -> None:
    assert asyncio.run(counted("run", 5)) == ([1] * 5, 1)


def test_what_belongs_to_a_call_is_made_for_each() -> None:
    values, made = asyncio.run(counted("call", 5))
    assert (sorted(values), made) == ([1, 2, 3, 4, 5], 5)


def test_a_failure_is_everybodys_and_is_tried_again() -> None:
    values, made = asyncio.run(counted("run", 3, fails=1))
    assert values == ["Error executing tool: OSError: attempt 1"] * 3 + [2]
    assert made == 2


def test_who_asks_first_and_is_cut_off_does_not_take_it_from_the_others() -> None:
    async def run() -> list[Any]:
        gate = asyncio.Event()

        async def make() -> str:
            await gate.wait()
            return "made"

        async def use(value: str) -> str:
            return value

        wanted = {"value": Depends(make, per="run")}
        async with Scope() as scope:
            first = executed(use, injected=wanted, timeout=0.01, scope=scope)
            second = asyncio.create_task(executed(use, injected=wanted, scope=scope))
            cut = (await first).result["value"]
            gate.set()
            return [cut, (await second).result["value"]]

    assert asyncio.run(run()) == ["Error executing tool: timed out after 0.01 seconds", "made"]


def test_what_belongs_to_the_run_cannot_ask_for_what_belongs_to_a_call() -> None:
    def factory(value: str = Depends(settings)) -> str:  # type: ignore[assignment]
        return value

    message = failing(Depends(factory, per="run"))
    assert "factory, made once per run, cannot ask for settings, made once per call" in message


def test_what_belongs_to_the_run_sees_no_call() -> None:
    def factory(ctx: ToolContext) -> Any:
        return ctx.call

    factory.__annotations__["ctx"] = ToolContext
    assert resolving(Depends(factory, per="run")) == [None]


def test_nothing_is_made_when_all_is_over() -> None:
    contexts: list[ToolContext] = []

    async def tool(ctx: ToolContext) -> None:
        contexts.append(ctx)

    async def run() -> None:
        await executed(tool, injected={"ctx": ToolContext})
        await contexts[0].resolve(Depends(settings))

    with pytest.raises(DependencyError, match="settings is asked for when its call is over"):
        asyncio.run(run())


# -- rings


def ring(*names: str) -> list[DependencyKey[Any]]:
    """Keys each of which asks for the next, and the last for the first."""
    keys: list[DependencyKey[Any]] = []

    def key(index: int) -> DependencyKey[Any]:
        async def create(ctx: ToolContext) -> Any:
            await asyncio.sleep(0)
            return await ctx.resolve(keys[(index + 1) % len(names)])

        return DependencyKey(names[index], create)

    keys.extend(key(index) for index in range(len(names)))
    return keys


@pytest.mark.parametrize("names", ["a", "ab", "abcd"])
def test_a_ring_is_an_error_that_names_it(names: str) -> None:
    message = failing(ring(*names)[0])
    assert " → ".join([*names, names[0]]) in message


def test_a_ring_is_found_also_when_it_is_entered_in_two_places_at_once() -> None:
    keys = ring("a", "b", "c")

    async def tool(ctx: ToolContext) -> None:
        await asyncio.gather(*(ctx.resolve(key) for key in keys))

    done = asyncio.run(executed(tool, injected={"ctx": ToolContext}, timeout=30))
    assert "dependencies ask for each other" in done.result["value"]


def test_two_that_ask_for_the_same_are_no_ring() -> None:
    leaf = DependencyKey[int]("leaf", lambda: 1)

    async def branch(ctx: ToolContext) -> int:
        return sum(await asyncio.gather(ctx.resolve(leaf), ctx.resolve(leaf)))

    async def root(ctx: ToolContext) -> int:
        left, right = DependencyKey[int]("left", branch), DependencyKey[int]("right", branch)
        return sum(await asyncio.gather(ctx.resolve(left), ctx.resolve(right)))

    assert resolving(DependencyKey("root", root)) == [4]


# -- closing


def tracked(events: Events, name: str, *, fails: bool = False) -> DependencyKey[str]:
    async def make() -> AsyncIterator[str]:
        events.append(f"open {name}")
        try:
            yield name
        except BaseException as error:
            events.append(f"{name} saw {type(error).__name__}")
            raise
        finally:
            events.append(f"close {name}")
            if fails:
                raise OSError(f"{name} will not close")

    return DependencyKey(name, make)


def ended(function: Callable[[], Any], **options: Any) -> tuple[Events, Log, Any]:
    events: Events = []
    log = Log()
    keys = [tracked(events, "a"), tracked(events, "b", fails=True), tracked(events, "c")]

    async def tool(ctx: ToolContext) -> Any:
        for key in keys:
            await ctx.resolve(key)
        return await function()

    ctx = ToolContext(logger=log.logger)
    done = asyncio.run(executed(tool, ctx=ctx, injected={"ctx": ToolContext}, **options))
    return events, log, done.result


def test_they_are_closed_in_reverse_order_also_if_one_fails_to() -> None:
    async def succeeds() -> str:
        return "fine"

    events, log, result = ended(succeeds)
    assert result["value"] == "fine"
    assert events == ["open a", "open b", "open c", "close c", "close b", "close a"]
    assert "The dependency b failed to close" in log.text and "b will not close" in log.text


def test_they_see_what_the_tool_raised_and_cannot_make_it_go_away() -> None:
    async def fails() -> str:
        raise ValueError("no such city")

    events, _, result = ended(fails)
    assert result["value"] == "Error executing tool: ValueError: no such city"
    assert events[3:5] == ["c saw ValueError", "close c"]

    @contextlib.contextmanager
    def swallows() -> Iterator[None]:
        with contextlib.suppress(BaseException):
            yield

    async def tool(value: None) -> str:
        raise ValueError("still here")

    done = asyncio.run(executed(tool, injected={"value": Depends(swallows)}))
    assert "still here" in done.result["value"]


def test_they_are_told_that_the_time_was_up() -> None:
    async def slow() -> None:
        await asyncio.sleep(60)

    events, _, result = ended(slow, timeout=0.05)
    assert "timed out" in result["value"]
    assert [one for one in events if "saw" in one] == [f"{n} saw TimeoutError" for n in "cba"]


def test_what_comes_when_the_loop_turns_no_more_is_handed_over_all_the_same() -> None:
    gate, late = threading.Event(), threading.Event()

    async def left() -> None:
        waits = asyncio.ensure_future(in_thread(gate.wait, late=lambda _: late.set()))
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.wait([waits])

    loop = asyncio.new_event_loop()
    loop.run_until_complete(left())
    gate.set()
    assert late.wait(10)
    loop.close()


def test_one_that_is_opened_too_late_is_closed_all_the_same() -> None:
    opened, closed = threading.Event(), threading.Event()
    gate = threading.Event()

    def slow() -> Iterator[None]:
        gate.wait(30)
        opened.set()
        yield
        closed.set()

    async def tool(value: None) -> None: ...

    async def run() -> str:
        done = await executed(tool, injected={"value": Depends(slow)}, timeout=0.01)
        assert not opened.is_set()
        gate.set()
        await asyncio.get_running_loop().run_in_executor(None, closed.wait, 30)
        return str(done.result["value"])

    assert "timed out" in asyncio.run(run())
    assert opened.is_set() and closed.is_set()


def test_the_context_variables_of_a_factory_are_the_same_when_it_closes() -> None:
    variable = contextvars.ContextVar("variable", default="unset")
    values: list[str] = []

    def in_threads() -> Iterator[None]:
        token = variable.set("set")
        yield
        values.append(variable.get())
        variable.reset(token)

    async def in_task() -> AsyncIterator[None]:
        token = variable.set("set too")
        yield
        values.append(variable.get())
        variable.reset(token)

    log = Log()
    resolving(Depends(in_threads), Depends(in_task), ctx=ToolContext(logger=log.logger))
    assert (values, log.text) == (["set too", "set"], "")


def test_a_task_group_can_be_held_open() -> None:
    async def group() -> AsyncIterator[asyncio.TaskGroup]:
        async with asyncio.TaskGroup() as tasks:
            yield tasks

    steps: list[str] = []

    async def tool(tasks: asyncio.TaskGroup) -> None:
        async def work() -> None:
            steps.append("worked")

        tasks.create_task(work())

    asyncio.run(executed(tool, injected={"tasks": Depends(group)}))
    assert steps == ["worked"]


def test_a_factory_that_yields_twice_or_never_is_told_to_the_log_or_the_model() -> None:
    def twice() -> Iterator[int]:
        yield 1
        yield 2

    def never() -> Iterator[int]:
        yield from ()

    log = Log()
    assert resolving(Depends(twice), ctx=ToolContext(logger=log.logger)) == [1]
    assert "didn't stop" in log.text
    assert "didn't yield" in failing(Depends(never))


@pytest.mark.parametrize("problem", [SystemExit(3), asyncio.CancelledError(), StopIteration()])
def test_a_factory_may_fail_in_any_way(problem: BaseException) -> None:
    def fails() -> None:
        raise problem

    async def fails_later() -> None:
        await asyncio.sleep(0)
        raise problem

    for factory in (fails, fails_later):
        assert "Error executing tool: " in failing(Depends(factory))


def test_a_keyboard_interrupt_in_a_factory_goes_through() -> None:
    async def interrupted() -> None:
        raise KeyboardInterrupt

    async def tool(value: None) -> None: ...

    async def run() -> str:
        try:
            await executed(tool, injected={"value": Depends(interrupted)})
        except KeyboardInterrupt:
            return "through"
        return "swallowed"

    assert asyncio.run(run()) == "through"
