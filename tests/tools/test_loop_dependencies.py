"""However a run goes and wherever it is cut, what it opened is closed once, the newest first."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from inspect import Parameter, Signature
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from running_tools import Log
from scripted import QUESTION, Model, asks, says
from toolwire.tools import (
    Cancellation,
    Depends,
    Outcome,
    Reject,
    ToolContext,
    arun,
    factories,
    run,
    tool,
)

Json = Any
KEYS = 4
THREADED = ("generator", "manager")
WAYS = ("ok", "ok", "fails", "late", "exits", "cancels", "interrupts")


class Plan(NamedTuple):
    """One dependency: how it is made, how long it is kept, what it asks for, how it goes wrong."""

    kind: str
    per: str
    asks: frozenset[int]
    fails: str


class Use(NamedTuple):
    """One call: how it ends, what it asks for, whether somebody has to say yes."""

    way: str
    wants: list[int]
    risky: bool


class One(NamedTuple):
    """One that was opened: which dependency, in which run, for which call of it, if for one."""

    which: int
    run: int
    call: str
    number: int


plans = st.lists(
    st.builds(
        Plan,
        st.sampled_from([*THREADED, "async generator", "async manager"]),
        st.sampled_from(["call", "run"]),
        st.frozensets(st.integers(0, KEYS - 1), max_size=2),
        st.sampled_from(["", "", "", "", "opening", "closing", "hangs", "stays"]),
    ),
    min_size=KEYS, max_size=KEYS,
)  # fmt: skip
uses = st.builds(
    Use,
    st.sampled_from(WAYS),
    st.lists(st.integers(0, KEYS - 1), max_size=3),
    st.booleans(),
)
turns = st.lists(st.lists(uses, min_size=1, max_size=3), min_size=1, max_size=2)


class Cut(Exception):
    """Something of the app's goes wrong."""


class Crash(BaseException):
    """The process is gone."""


async def interrupted() -> None:
    """As a Ctrl-C in a task of the tool's own, which ends the event loop."""
    raise KeyboardInterrupt


class Story:
    """Dependencies as planned, and what became of them."""

    def __init__(self, plans: list[Plan], here: threading.local) -> None:
        self.plans, self.here = plans, here
        self.runs = 0
        self.opened: list[One] = []
        self.closed: list[One] = []
        self.left: set[One] = set()
        """Those that were open when a run was over."""
        self.late: set[One] = set()
        """Those opened by a thread that nobody waited for any more: it closes them by itself."""
        self.made: list[Depends] = []
        for which, plan in enumerate(plans):
            # What is kept for the run cannot ask for what is not.
            per: Any = "call" if "call" in {one.per for one in self.asked(which)} else plan.per
            self.made.append(Depends(self.factory(which, plan), per))

    def asked(self, which: int) -> list[Depends]:
        """What it asks for: of those before it, as rings have tests of their own."""
        return [self.made[one] for one in sorted(self.plans[which].asks) if one < which]

    def factory(self, which: int, plan: Plan) -> Any:
        def generator(ctx: ToolContext, **asked: Any) -> Iterator[int]:
            with InThread(self, which, plan, ctx):
                yield which

        async def async_generator(ctx: ToolContext, **asked: Any) -> AsyncIterator[int]:
            async with InTask(self, which, plan, ctx):
                yield which

        def manager(ctx: ToolContext, **asked: Any) -> Any:
            return (InTask if plan.kind == "async manager" else InThread)(self, which, plan, ctx)

        makers: Json = {"generator": generator, "async generator": async_generator}
        made = makers.get(plan.kind, manager)
        asked = {f"asked_{n}": Annotated[int, one] for n, one in enumerate(self.asked(which))}
        takes_what(made, {"ctx": ToolContext, **asked})
        return made

    def open(self, which: int, plan: Plan, ctx: ToolContext) -> One:
        if plan.fails == "opening":
            raise OSError("opening")
        one = One(which, self.runs, ctx.call.id if ctx.call else "", len(self.opened))
        self.opened.append(one)
        return one

    def close(self, one: One, plan: Plan) -> None:
        if getattr(self.here, "late", False):
            self.late.add(one)
        self.closed.append(one)
        if plan.fails == "closing":
            raise OSError("closing")

    def tools(self) -> list[Any]:
        """One that asks as it goes, one that is in a thread and has what it asks for already."""

        @tool(timeout=0.01)
        async def low(way: str, wants: list[int], ctx: ToolContext) -> str:
            """Something."""
            for want in wants:
                await ctx.resolve(self.made[want])
            await asyncio.sleep(5 if way == "late" else 0)
            if way == "fails":
                raise ValueError(way)
            if way == "exits":
                raise SystemExit(1)
            if way == "interrupts":
                await asyncio.create_task(interrupted())
            if way == "cancels":
                ctx.cancellation.cancel()
            return way

        def high(way: str, wants: list[int], **needs: Any) -> str:
            """Something that matters."""
            if way == "fails":
                raise ValueError(way)
            return way

        needs = {f"needs_{place}": Annotated[int, self.made[place]] for place in (1, 3)}
        takes_what(high, {"way": str, "wants": list[int], **needs})
        return [low, tool(risk="high", timeout=0.01)(high)]

    def in_order(self) -> None:
        """Holds what was closed against what was opened."""
        assert Counter(self.closed) == Counter(self.opened), "closed exactly once"
        ended = [one for one in self.closed if one not in self.late]
        for home in {(one.run, one.call) for one in ended}:
            here = [one for one in ended if (one.run, one.call) == home]
            if not home[1]:
                # Many calls may ask at once: two threads open in no order that the run could know.
                here = [one for one in here if self.plans[one.which].kind not in THREADED]
            assert here == sorted(here, key=lambda one: -one.number), "the newest first"
        for place, one in enumerate(ended):
            for before in ended[:place]:
                asked = before.which in self.plans[one.which].asks and before.which < one.which
                same = before.run == one.run and before.call in (one.call, "")
                assert not (asked and same), "what asked for another is closed before it"


class Opened:
    """A context manager, of either kind, that is told of in the story."""

    def __init__(self, story: Story, which: int, plan: Plan, ctx: ToolContext) -> None:
        self.story, self.which, self.plan, self.ctx = story, which, plan, ctx

    def enter(self) -> None:
        self.one = self.story.open(self.which, self.plan, self.ctx)

    def exit(self, kind: Any) -> None:
        # Collected as garbage is not closed.
        if kind is not GeneratorExit:
            self.story.close(self.one, self.plan)


class InThread(Opened):
    """One that blocks."""

    def __enter__(self) -> None:
        self.enter()

    def __exit__(self, kind: Any, *_: Any) -> None:
        self.exit(kind)


class InTask(Opened):
    """One that waits: perhaps for long, perhaps whoever tells it to stop."""

    async def __aenter__(self) -> None:
        try:
            await asyncio.sleep(5 if self.plan.fails in ("hangs", "stays") else 0)
        except asyncio.CancelledError:
            if self.plan.fails != "stays":
                raise
        self.enter()

    async def __aexit__(self, kind: Any, *_: Any) -> None:
        await asyncio.sleep(0)
        self.exit(kind)


def takes_what(function: Any, types: dict[str, Any]) -> None:
    """Give a function the parameters that ``**`` stands for."""
    function.__annotations__ = types
    function.__signature__ = Signature(
        [Parameter(name, Parameter.KEYWORD_ONLY, annotation=type_) for name, type_ in types.items()]
    )


def play(story: Story, plan: list[list[Use]], dice: random.Random) -> None:
    """Run, be cut, and go on, until the model has said all."""

    def send(body: Json) -> Json:
        may_cut()
        return model(body)

    def answer(request: Json) -> Json:
        return script_of(plan)[sum(one["role"] == "assistant" for one in request["messages"])]

    def may_cut(*_: Any) -> None:
        if dice.random() < 0.05:
            raise dice.choice([Cut, Crash, SystemExit, KeyboardInterrupt])

    def review(call: Json, ctx: ToolContext) -> Any:
        may_cut()
        return {"yes": True, "no": Reject("no")}.get(dice.choice(["yes", "yes", "no", "later"]))

    model = Model(answer)
    current: Json = QUESTION
    for _ in range(12):
        story.runs += 1
        options: Json = {
            "format": "openai_chat", "review": review, "checkpoint": may_cut, "on_event": may_cut,
            "before_call": may_cut, "after_call": may_cut, "cancellation": Cancellation(),
            "logger": Log().logger,
        }  # fmt: skip
        try:
            if dice.random() < 0.5:
                current = run(send, current, story.tools(), **options)
            else:
                going = arun(send, current, story.tools(), **options)
                current = asyncio.run(cut_after(dice.choice([None, *range(3, 40)]), going))
        except (Cut, Crash, SystemExit, KeyboardInterrupt, asyncio.CancelledError) as error:
            current = getattr(error, "outcome", current)
        story.left |= set(story.opened) - set(story.closed)
        if isinstance(current, Outcome):
            if current.reason == "finished":
                return
            current = Outcome.from_json(current.dumps())
            for record in current.waiting:
                current.decide(record.id, dice.random() < 0.5)


def script_of(plan: list[list[Use]]) -> list[Json]:
    """A reply for each turn of calls, and a last one."""
    script = []
    for number, calls in enumerate(plan):
        asked = []
        for place, use in enumerate(calls):
            given = {"way": use.way, "wants": use.wants}
            asked.append((f"t{number}c{place}", "high" if use.risky else "low", given))
        script.append(asks(*asked))
    return [*script, says("Done.")]


async def cut_after(steps: int | None, going: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run in this task, cancelled after so many steps of the event loop if it still runs."""
    ours = asyncio.current_task()
    assert ours is not None

    async def cut(steps: int) -> None:
        for _ in range(steps):
            await asyncio.sleep(0)
        ours.cancel()

    cutting = None if steps is None else asyncio.create_task(cut(steps))
    try:
        return await going
    finally:
        if cutting is not None:
            cutting.cancel()


def test_what_any_run_opens_is_closed_once_and_the_newest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = threading.local()
    shut = factories._shut

    def shut_late(manager: Any) -> None:
        here.late = True
        shut(manager)
        here.late = False

    monkeypatch.setattr(factories, "_shut", shut_late)

    @settings(
        max_examples=120, deadline=None, derandomize=True, database=None,
        suppress_health_check=[*HealthCheck],
    )  # fmt: skip
    @given(plans, turns, st.integers(0, 2**32))
    def law(plans: list[Plan], turns: list[list[Use]], seed: int) -> None:
        story = Story(plans, here)
        play(story, turns, random.Random(seed))
        # What a thread opened too late, it closes when it gets to it.
        for _ in range(2000):
            if len(story.closed) >= len(story.opened):
                break
            time.sleep(0.001)
        assert story.left <= story.late, "nothing is open when a run is over"
        story.in_order()

    law()
