"""What executing a tool call costs, beside what cannot be done without.

    .venv/bin/python tests/bench/tools_bench.py [--passes N]
    .venv/bin/python tests/tools/peers.py --run tests/bench/tools_bench.py   # beside the peers

One call is parsed, validated, run and converted. What that takes beyond the tool's own function is
the overhead; its measure is the validation of the same arguments by ``pydantic_core`` alone. Peers
are measured where they are installed. A thousand parallel calls of 10 ms with a timeout are
measured beside ``asyncio.gather`` of the same functions.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

# Works in a checkout that is not installed too.
sys.path.append(str(Path(__file__).resolve().parents[2] / "generated"))

from pydantic import TypeAdapter, create_model

from toolwire.tools.context import ToolContext
from toolwire.tools.defining import Tool, define_tool
from toolwire.tools.execution import execute

Json = Any
Measured = Callable[[], Awaitable[Any]]
ARGUMENTS: Json = {"city": "Oslo", "unit": "C", "days": 3, "tags": ["a", "b"]}
TEXT = json.dumps(ARGUMENTS)
ROUND = 300
MANY = 1_000
GOAL, GOAL_MANY = 4.0, 1.4


async def forecast(
    city: str, unit: Literal["C", "F"] = "C", days: int = 1, tags: list[str] | None = None
) -> dict[str, Any]:
    """The forecast."""
    return {"city": city, "celsius": 21.0, "days": [days, days]}


def forecast_sync(
    city: str, unit: Literal["C", "F"] = "C", days: int = 1, tags: list[str] | None = None
) -> dict[str, Any]:
    """The forecast."""
    return {"city": city, "celsius": 21.0, "days": [days, days]}


async def per_call(measured: dict[str, Measured], passes: int) -> dict[str, float]:
    """Seconds of one call of each: the best round, all of them in turn in every pass."""
    best = dict.fromkeys(measured, float("inf"))
    for _ in range(passes * 10):
        for name, one in measured.items():
            start = perf_counter()
            for _ in range(ROUND):
                await one()
            best[name] = min(best[name], (perf_counter() - start) / ROUND)
    return best


def validated() -> Callable[[Json], Any]:
    fields: Json = {
        "city": (str, ...),
        "unit": (Literal["C", "F"], "C"),
        "days": (int, 1),
        "tags": (list[str] | None, None),
    }
    return TypeAdapter(create_model("Arguments", **fields)).validator.validate_python


def rows() -> dict[str, Measured]:
    """What is measured, by name; the first is the measure, the second no overhead."""
    validate = validated()
    ctx = ToolContext()
    call = {"id": "c1", "name": "forecast", "arguments": ARGUMENTS}
    tool = define_tool(execute=forecast)
    timed = define_tool(execute=forecast, timeout=30)
    threaded = define_tool(execute=forecast_sync, name="forecast")

    async def alone() -> Any:
        return validate(ARGUMENTS)

    found: dict[str, Measured] = {
        "pydantic_core alone": alone,
        "the tool's function alone": lambda: forecast(**ARGUMENTS),
        "async tool, a call": lambda: execute(tool, call, ctx),
        "async tool, JSON text": lambda: execute(tool, TEXT, ctx),
        "async tool with a timeout": lambda: execute(timed, call, ctx),
        "function in a thread": lambda: execute(threaded, call, ctx),
        "asyncio.to_thread alone": lambda: asyncio.to_thread(forecast_sync, **ARGUMENTS),
    }
    return found | peers()


def peers() -> dict[str, Measured]:
    """LangChain and pydantic-ai, if they are installed."""
    found: dict[str, Measured] = {}
    try:
        from langchain_core.tools import StructuredTool  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("langchain-core is not installed", file=sys.stderr)
    else:
        lang: Any = StructuredTool.from_function(coroutine=forecast)
        lang_call = {"id": "c1", "name": "forecast", "args": ARGUMENTS, "type": "tool_call"}
        found["LangChain, async tool"] = lambda: lang.ainvoke(lang_call)
    try:
        from pydantic_ai import RunContext, RunUsage  # type: ignore[import-not-found, unused-ignore]
        from pydantic_ai.messages import ToolCallPart  # type: ignore[import-not-found, unused-ignore]
        from pydantic_ai.models.test import TestModel  # type: ignore[import-not-found, unused-ignore]
        from pydantic_ai.tool_manager import ToolManager  # type: ignore[import-not-found, unused-ignore]
        from pydantic_ai.toolsets import FunctionToolset  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("pydantic-ai is not installed", file=sys.stderr)
    else:
        context: Any = RunContext(deps=None, model=TestModel(), usage=RunUsage(), run_step=1)
        manager: Any = ToolManager(FunctionToolset([forecast]))
        part: Any = ToolCallPart("forecast", ARGUMENTS, "c1")
        ready: list[Any] = []

        async def pydantic_ai() -> Any:
            if not ready:
                ready.append(await manager.for_run_step(context))
            return await ready[0].handle_call(part)

        found["pydantic-ai, async tool"] = pydantic_ai
    return found


async def wait(n: int) -> int:
    """Waits."""
    await asyncio.sleep(0.01)
    return n


async def many(tool: Tool) -> tuple[float, float]:
    """Seconds of a thousand waiting functions by ``gather``, and of as many calls."""
    ctx = ToolContext()
    calls = [{"id": f"c{n}", "name": "wait", "arguments": {"n": n}} for n in range(MANY)]
    gc.collect()
    start = perf_counter()
    await asyncio.gather(*(wait(n) for n in range(MANY)))
    middle = perf_counter()
    gc.collect()
    begin = perf_counter()
    await asyncio.gather(*(execute(tool, call, ctx) for call in calls))
    return middle - start, perf_counter() - begin


async def measure(passes: int) -> None:
    best = await per_call(rows(), passes)
    measure, function, *_ = best.values()
    print(f"\n{'per executed call':30} {'µs':>8} {'ratio':>7} {'overhead':>9}   goal ≤ {GOAL}")
    for name, seconds in best.items():
        over = (seconds - function) / measure
        print(f"{name:30} {seconds * 1e6:8.2f} {seconds / measure:7.2f} {over:9.2f}")
    tool = define_tool(execute=wait, timeout=30)
    pairs = [await many(tool) for _ in range(passes * 10)]
    alone, ours = min(one for one, _ in pairs), min(two for _, two in pairs)
    print(f"\n{MANY} parallel calls of 10 ms     {'ms':>8} {'ratio':>7}   goal ≤ {GOAL_MANY}")
    print(f"{'asyncio.gather alone':30} {alone * 1e3:8.2f} {1.0:7.2f}")
    print(f"{'async tools with a timeout':30} {ours * 1e3:8.2f} {ours / alone:7.2f}")


def tools(passes: int = 5) -> None:
    """Measure and print; `bench` may call it too."""
    asyncio.run(measure(passes))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passes", type=int, default=5)
    tools(parser.parse_args().passes)
