"""Whatever finishes, fails, times out or is cancelled, in any order: opened and closed once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from running_tools import Log, Tool, call
from toolwire.tools.context import Cancellation, Cancelled, ToolContext
from toolwire.tools.dependencies import DependencyKey, Scope
from toolwire.tools.execution import execute

KEYS = 5


class Plan(NamedTuple):
    """One dependency: when and how it is made and closed, and which of those before it it asks."""

    per: str
    steps: int
    closing: int
    fails: str
    asks: frozenset[int]
    threaded: bool


class Use(NamedTuple):
    """One call: what it asks for, how long it takes, and how it ends."""

    wants: list[int]
    together: bool
    steps: int
    end: str


plans = st.lists(
    st.builds(
        Plan,
        st.sampled_from(["call", "run"]),
        st.integers(0, 3),
        st.integers(0, 2),
        st.sampled_from(["", "", "", "opening", "closing"]),
        st.frozensets(st.integers(0, KEYS - 1), max_size=2),
        st.booleans(),
    ),
    min_size=KEYS,
    max_size=KEYS,
)
uses = st.lists(
    st.builds(
        Use,
        st.lists(st.integers(0, KEYS - 1), max_size=4),
        st.booleans(),
        st.integers(0, 4),
        st.sampled_from(["", "", "raises", "times out", "cancels the run", "exits"]),
    ),
    min_size=1,
    max_size=4,
)


class Story:
    """What was opened and closed, in order."""

    def __init__(self) -> None:
        self.count = 0
        self.opened: list[tuple[int, int]] = []
        self.closed: list[tuple[int, int]] = []

    def keys(self, plans: list[Plan]) -> list[DependencyKey[Any]]:
        made: list[DependencyKey[Any]] = []
        for index, plan in enumerate(plans):
            # Only of those before it: rings have tests of their own.
            asked = [made[one] for one in plan.asks if one < index]
            factory = self.threaded(index, plan) if plan.threaded else self.task(index, plan, asked)
            per: Any = plan.per
            made.append(DependencyKey(str(index), factory, per))
        return made

    def open(self, index: int, plan: Plan) -> tuple[int, int]:
        if plan.fails == "opening":
            raise OSError("opening")
        self.count += 1
        self.opened.append((index, self.count))
        return index, self.count

    def close(self, mine: tuple[int, int], plan: Plan) -> None:
        self.closed.append(mine)
        if plan.fails == "closing":
            raise OSError("closing")

    def task(self, index: int, plan: Plan, asked: list[DependencyKey[Any]]) -> Any:
        async def make(ctx: ToolContext) -> AsyncIterator[int]:
            for key in asked:
                await ctx.resolve(key)
            await steps(plan.steps)
            mine = self.open(index, plan)
            try:
                yield index
            finally:
                await steps(plan.closing)
                self.close(mine, plan)

        return make

    def threaded(self, index: int, plan: Plan) -> Any:
        def make() -> Iterator[int]:
            mine = self.open(index, plan)
            try:
                yield index
            finally:
                self.close(mine, plan)

        return make


async def steps(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def story_of(plans: list[Plan], uses: list[Use], cut: int | None) -> tuple[Story, list[Any]]:
    story = Story()
    keys = story.keys(plans)
    ctx = ToolContext(logger=Log().logger, cancellation=Cancellation())

    async def one(scope: Scope, number: int, use: Use) -> Any:
        async def work(ctx: ToolContext) -> str:
            if use.together:
                await asyncio.gather(*(ctx.resolve(keys[want]) for want in use.wants))
            else:
                for want in use.wants:
                    await ctx.resolve(keys[want])
            await steps(use.steps)
            if use.end == "raises":
                raise ValueError
            if use.end == "exits":
                raise SystemExit
            if use.end == "cancels the run":
                ctx.cancellation.cancel()
            if use.end == "times out":
                await asyncio.sleep(60)
            return "fine"

        timeout = 0.002 if use.end == "times out" else 30
        tool: Any = Tool(work, timeout=timeout, injected={"ctx": ToolContext})
        return (await execute(tool, call(id=str(number)), ctx, scope=scope)).result

    async def run() -> list[Any]:
        async with Scope() as scope:
            tasks = [asyncio.create_task(one(scope, n, use)) for n, use in enumerate(uses)]
            if cut is not None:
                await steps(cut)
                tasks[0].cancel()
            return await asyncio.gather(*tasks, return_exceptions=True)

    results = await run()
    # What a thread opened too late is closed by a thread: wait for it.
    for _ in range(2000):
        if len(story.closed) == len(story.opened):
            break
        await asyncio.sleep(0.001)
    return story, results


@settings(derandomize=True, deadline=None, max_examples=150)
@given(plans, uses, st.none() | st.integers(0, 12))
def test_what_was_opened_is_closed_exactly_once(
    plans: list[Plan], uses: list[Use], cut: int | None
) -> None:
    story, results = asyncio.run(story_of(plans, uses, cut))
    assert Counter(story.closed) == Counter(story.opened)
    assert len(results) == len(uses)
    for number, result in enumerate(results):
        if isinstance(result, BaseException):
            cancelled = any(use.end == "cancels the run" for use in uses)
            through = isinstance(result, Cancelled) and cancelled
            assert through or (number == 0 and isinstance(result, asyncio.CancelledError))
        else:
            assert (result["toolCallId"], result["kind"] in ("text", "error")) == (
                str(number),
                True,
            )


@settings(derandomize=True, deadline=None, max_examples=100)
@given(plans, uses)
def test_what_asked_for_another_is_closed_before_it(plans: list[Plan], uses: list[Use]) -> None:
    calm = [plan._replace(threaded=False, fails="") for plan in plans]
    quiet = [use._replace(end="") for use in uses][:1]
    story, _ = asyncio.run(story_of(calm, quiet, None))
    order = [index for index, _ in story.closed]
    for index, _ in story.opened:
        for asked in calm[index].asks:
            if asked < index and calm[asked].per == calm[index].per:
                assert order.index(index) < order.index(asked)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(plans, uses)
def test_what_belongs_to_the_run_is_opened_once_however_many_ask(
    plans: list[Plan], uses: list[Use]
) -> None:
    shared = [plan._replace(per="run", fails="") for plan in plans]
    story, _ = asyncio.run(story_of(shared, [use._replace(end="") for use in uses], None))
    assert all(count == 1 for count in Counter(index for index, _ in story.opened).values())
