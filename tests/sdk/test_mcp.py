"""A real server of the Model Context Protocol: its tools, through each provider's own client."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from mcp import Client, ClientSession, StdioServerParameters, stdio_client

from formats import having, part
from samples import invalid
from scripted import QUESTION, asks, says
from sdk.mcp_server import PIXEL
from sdk.server import Provider
from toolwire import ToolwireError, mcp
from toolwire.clients.mcp import called, hinted, listed, toolbox
from toolwire.tools import Reject, ToolContext, arun

Json = Any
SERVER = StdioServerParameters(
    command=sys.executable, args=[str(Path(__file__).parent / "mcp_server.py")]
)
NAMES = ["math_add", "greet", "fail", "draw", "break", "wipe"]
ASKED = asks(
    ("a", "math_add", {"a": 1, "b": 2}), ("b", "greet"), ("c", "fail"), ("d", "draw"),
    ("e", "break"), ("f", "wipe"), ("g", "math_add", {"a": "one", "b": 2}),
)  # fmt: skip
PICTURE = {"kind": "image", "data": PIXEL, "mimeType": "image/png"}


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as server:
        yield server


@asynccontextmanager
async def plain_session() -> AsyncIterator[ClientSession]:
    async with stdio_client(SERVER) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


def with_session(use: Callable[[Any], Awaitable[Any]], *, whole: bool) -> Any:
    """What is made of a session with the server: the package's client, or what is beneath it."""

    async def main() -> Any:
        opened: Any = Client(stdio_client(SERVER)) if whole else plain_session()
        async with opened as session:
            return await use(session)

    return anyio.run(main)


@pytest.mark.parametrize("format", having("sdk"))
def test_a_servers_tools_run_end_to_end(format: str, provider: Provider) -> None:
    adapter = import_module(f"toolwire.{format}")
    provider.expect(*map(adapter.encode_response, (ASKED, says("All is done."))))
    send = part(format, "sdk").sender(provider.url, True, False)

    async def use(session: Any) -> Any:
        tools = await toolbox(session)
        assert [(tool.name, tool.risk) for tool in tools] == [
            (name, "high" if name == "wipe" else "low") for name in NAMES
        ]
        review = lambda call, ctx: Reject("keep it")  # noqa: E731
        return await arun(send, QUESTION, tools, format=format, review=review)

    outcome = with_session(use, whole=True)
    assert outcome.text == "All is done."
    first, second = (adapter.decode_request(body) for body in provider.bodies)
    assert [one["name"] for one in first["tools"]] == NAMES
    results = [m["toolResult"] for m in outcome.request["messages"] if m["role"] == "tool"]
    answers = [(result["kind"], result["value"]) for result in results]
    assert answers[:2] == [("data", {"sum": 3}), ("text", "Hello")]
    assert answers[2] == ("error", "No such thing")
    assert answers[3] == ("multimodal", [{"kind": "text", "text": "See:"}, PICTURE])
    assert answers[4] == ("error", "break is broken")
    assert answers[5] == ("error", "The call was rejected: keep it")
    assert answers[6][0] == "error" and "a: expected" in answers[6][1]
    answered = [m["toolResult"]["name"] for m in second["messages"] if m["role"] == "tool"]
    assert answered == [*NAMES, "math_add"]
    assert all(invalid(format, "request", body) is None for body in provider.bodies)


@pytest.mark.parametrize("whole", [True, False], ids=["client", "session"])
def test_calls_are_answered_with_all_that_the_server_said(whole: bool) -> None:
    async def use(session: Any) -> Any:
        asked = [("draw", "draw"), ("break", "break")]
        calls: list[Json] = [{"id": id_, "name": name, "arguments": {}} for id_, name in asked]
        return await listed(session), [await called(session, call) for call in calls]

    tools, (drawn, broken) = with_session(use, whole=whole)
    assert [tool["name"] for tool in tools["tools"]] == ["math.add", *NAMES[1:]]
    own = tools["tools"][0]["metadata"]["mcp"]
    assert (own["title"], own["annotations"]) == ("Add", {"readOnlyHint": True})
    overlay = drawn.pop("metadata", {}).get("mcp", {})
    assert "isError" not in overlay.get("result", {})
    assert drawn == {
        "kind": "multimodal", "toolCallId": "draw", "name": "draw",
        "value": [{"kind": "text", "text": "See:"}, PICTURE],
    }  # fmt: skip
    assert (broken["kind"], broken["toolCallId"], broken["name"]) == ("error", "break", "break")
    error = mcp.encode_result(broken)["error"]
    assert error == {"code": -32602, "message": "break is broken", "data": {"seen": True}}


class Scripted:
    """A session that gives what it is told, and notes what it is asked."""

    def __init__(self, *pages: Json, result: Json = None, error: Exception | None = None) -> None:
        self.pages, self.result, self.error = [*pages], result, error
        self.asked: list[Json] = []

    async def list_tools(self, *, cursor: str | None = None) -> Json:
        self.asked.append(cursor)
        return self.pages.pop(0)

    async def call_tool(self, name: str, arguments: Json, **options: Any) -> Json:
        self.asked.append((name, arguments, options))
        if self.error is not None:
            raise self.error
        return self.result


def page(*names: str, more: str | None = None, **rest: Any) -> Json:
    tools = [{"name": name, "inputSchema": {"type": "object"}, **rest} for name in names]
    return {"tools": tools, **({"nextCursor": more} if more else {})}


def test_names_are_such_as_every_provider_takes_and_each_is_its_own() -> None:
    long = "x" * 70
    names = ("a.b", "a_b", "a/b", long, f"{long}y")
    made = anyio.run(toolbox, Scripted(page(*names)))
    assert [*made.names] == ["a_b_2", "a_b", "a_b_3", "x" * 64, f"{'x' * 62}_2"]


def test_a_tool_whose_name_every_provider_takes_keeps_it() -> None:
    names = ("db.drop", "db_drop", "db/drop", "db_drop_2", "db_drop")
    session = Scripted(page(*names), result={"content": []})

    async def use() -> Any:
        made = await toolbox(session)
        call = {"id": "c", "name": "db_drop", "arguments": {}}
        await made["db_drop"].execute_raw(call, ToolContext())
        return made.names

    assert anyio.run(use) == ("db_drop_3", "db_drop", "db_drop_4", "db_drop_2", "db_drop_5")
    assert session.asked[-1] == ("db_drop", {}, {})


@pytest.mark.parametrize("odd", [{"invalidArguments": '{"dir": "/tmp'}, {"input": "all of it"}])
def test_a_call_that_was_cut_or_is_free_text_is_not_run(odd: Json) -> None:
    session = Scripted()
    call = {"id": "c", "name": "wipe", "arguments": {}, **odd}
    result: Json = anyio.run(called, session, call)
    assert (result["kind"], result["toolCallId"], result["name"]) == ("error", "c", "wipe")
    assert session.asked == []


def test_pages_are_asked_for_until_there_are_no_more() -> None:
    session = Scripted(page("a", more="1"), page("b", more="2"), page("c"))
    listing: Json = anyio.run(listed, session)
    assert [one["name"] for one in listing["tools"]] == ["a", "b", "c"]
    assert session.asked == [None, "1", "2"]


def test_a_server_that_goes_round_in_circles_is_found_out() -> None:
    session = Scripted(page("a", more="1"), page("b", more="1"), page("b", more="1"))
    with pytest.raises(ToolwireError, match="nextCursor"):
        anyio.run(listed, session)


@pytest.mark.parametrize(
    ("hints", "risk"),
    [
        ({}, "low"),
        ({"destructiveHint": True}, "high"),
        ({"destructiveHint": True, "readOnlyHint": True}, "low"),
        ({"destructiveHint": False}, "low"),
        (None, "low"),
    ],
)
def test_what_a_server_says_of_a_tool_is_its_risk_until_the_app_says_otherwise(
    hints: Json, risk: str
) -> None:
    (tool,) = anyio.run(toolbox, Scripted(page("a", annotations=hints)))
    assert tool.risk == risk

    async def wary() -> Any:
        return await toolbox(Scripted(page("a", annotations=hints)), risk="high", timeout=3)

    (tool,) = anyio.run(wary)
    assert (tool.risk, tool.timeout) == ("high", 3)
    assert hinted({"name": "a"}) == "low"


def test_options_go_to_the_session_and_other_failures_are_raised_as_they_are() -> None:
    call = {"id": "c", "name": "a", "arguments": {"x": 1}}
    session = Scripted(result={"content": [], "isError": False, "resultType": "complete"})

    async def use(one: Scripted) -> Any:
        return await called(one, call, read_timeout_seconds=3)

    assert anyio.run(use, session) == {
        "kind": "multimodal", "toolCallId": "c", "name": "a", "value": [],
    }  # fmt: skip
    assert session.asked == [("a", {"x": 1}, {"read_timeout_seconds": 3})]
    with pytest.raises(TimeoutError):
        anyio.run(use, Scripted(error=TimeoutError()))
    details = SimpleNamespace(code="no number", message="m")
    odd = RuntimeError("no error of the protocol's")
    odd.error = details  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError):
        anyio.run(use, Scripted(error=odd))


def test_results_of_every_kind_reach_the_model() -> None:
    parts = [{"type": "text", "text": "See:"}, {"type": "map"}]
    kinds: list[tuple[Json, tuple[str, Json]]] = [
        ({"content": []}, ("text", "")),
        ({"content": parts, "isError": True}, ("multimodal", None)),
        ({"content": [{"type": "text", "text": "[1]"}], "structuredContent": [1]}, ("data", [1])),
        ({"content": [], "structuredContent": {"degrees": 22.5}}, ("data", {"degrees": 22.5})),
    ]
    for result, (kind, value) in kinds:
        session = Scripted(page("a"), result=result)

        async def use(session: Scripted = session) -> Any:
            (tool,) = await toolbox(session)
            return await tool.execute_raw({"id": "c", "name": "a", "arguments": {}}, ToolContext())

        answer = anyio.run(use)
        assert answer["kind"] == kind
        assert answer.get("isError") is (True if result.get("isError") else None)
        if value is not None:
            assert answer["value"] == value
