"""Tools as apps write them, from the decorator to the result."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from toolwire.tools.context import ToolContext
from toolwire.tools.dependencies import Depends, Scope
from toolwire.tools.execution import execute
from toolwire.tools.tool import tool
from toolwire.tools.toolbox import Toolbox

Json = Any
EVENTS: list[str] = []


class Db:
    def __init__(self, name: str) -> None:
        self.name = name


async def open_db(ctx: ToolContext) -> AsyncIterator[Db]:
    EVENTS.append("open")
    yield Db(ctx.deps)
    EVENTS.append("close")


@tool(timeout=30)
async def get_weather(
    city: str,
    unit: Literal["C", "F"] = "C",
    *,
    ctx: ToolContext,
    db: Annotated[Db, Depends(open_db, per="run")],
) -> dict[str, Any]:
    """Current weather."""
    ctx.artifact = db
    return {"city": city, "unit": unit, "db": db.name}


@tool(risk="high")
def forget(places: list[dict[str, int]]) -> str:
    """Forgets."""
    places.clear()
    return "gone"


def test_the_tools_of_a_toolbox_answer_calls_with_what_the_run_shares() -> None:
    box = Toolbox([get_weather, forget], prefix="w_")
    EVENTS.clear()

    async def run() -> list[Any]:
        ctx = ToolContext(deps="main")
        async with Scope() as scope:
            calls = [
                {"id": "1", "name": "w_get_weather", "arguments": {"city": "Oslo"}},
                {"id": "2", "name": "w_get_weather", "arguments": {"city": "Rome", "unit": "F"}},
                {"id": "3", "name": "w_get_weather", "arguments": {"town": "Oslo"}},
                {"id": "4", "name": "w_forget", "arguments": {"places": [{"a": 1}]}},
            ]
            done = [execute(box[one["name"]], one, ctx, scope=scope) for one in calls]
            found = list(await asyncio.gather(*done))
        assert calls[3]["arguments"] == {"places": [{"a": 1}]}
        return found

    oslo, rome, wrong, gone = asyncio.run(run())
    assert oslo.result["value"] == {"city": "Oslo", "unit": "C", "db": "main"}
    assert rome.result["value"] == {"city": "Rome", "unit": "F", "db": "main"}
    assert oslo.artifact is rome.artifact
    assert wrong.result["kind"] == "error" and "town" in wrong.result["value"]
    assert (gone.result["kind"], gone.result["value"]) == ("text", "gone")
    assert EVENTS == ["open", "close"]


def test_execute_raw_gives_the_result() -> None:
    ctx = ToolContext(deps="main")
    found = asyncio.run(get_weather.execute_raw('{"city": "Oslo"}', ctx))
    assert found["value"]["db"] == "main"
    assert "ctx" not in str(get_weather.definition) and "db" not in str(get_weather.definition)
