"""Tools by name, filtered, prefixed, offered or not, and the error for a name that is none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from running_tools import Log, Tool
from toolwire.tools.context import Call, ToolContext
from toolwire.tools.sending import definition
from toolwire.tools.toolbox import Toolbox

Json = Any


def tool(name: str, **options: Any) -> Any:
    return Tool(lambda: None, name=name, **options)


def box(*names: str, **options: Any) -> Toolbox:
    return Toolbox([tool(name) for name in names], **options)


def test_tools_are_found_by_name_in_their_order() -> None:
    tools = box("b", "a")
    assert (tools.names, len(tools), "a" in tools, "c" in tools) == (("b", "a"), 2, True, False)
    assert tools["a"].name == "a"
    assert tools.get("c") is None
    assert [one.name for one in tools] == ["b", "a"]
    with pytest.raises(KeyError, match="no tool 'c'"):
        tools["c"]


def test_what_is_no_tool_is_told_wherever_tools_are_taken() -> None:
    def plain() -> None: ...

    takes: tuple[Callable[[Any], object], ...] = (box().add, definition)
    for take in takes:
        with pytest.raises(TypeError, match=r"plain.* is no tool: make one with @tool"):
            take(plain)


def test_two_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match="two tools are called 'a'"):
        box("a", "b", "a")
    with pytest.raises(ValueError, match="two tools are called 'a'"):
        box("a").add(tool("a"))


def test_a_function_is_no_tool() -> None:
    function: Any = print
    with pytest.raises(TypeError, match="make one with @tool"):
        Toolbox([function])


def test_definitions_are_those_of_a_risk_or_of_names() -> None:
    tools = Toolbox([tool("read"), tool("delete", risk="high"), tool("list")])

    def names(**options: Any) -> list[str]:
        return [one["name"] for one in tools.definitions(**options)]

    assert names() == ["read", "delete", "list"]
    assert names(risk="high") == ["delete"]
    assert names(names=["list", "read"]) == ["read", "list"]
    assert names(risk="low", names=["delete"]) == []
    with pytest.raises(ValueError, match=r"no tool 'lst'\. Did you mean 'list'"):
        names(names=["lst"])
    with pytest.raises(TypeError, match="a list"):
        names(names="list")


def test_prefixes_tell_the_tools_of_two_servers_apart() -> None:
    tools = Toolbox([box("search").prefixed("git_"), box("search", prefix="web_"), tool("done")])
    assert tools.names == ("git_search", "web_search", "done")
    assert tools["git_search"].definition["name"] == "git_search"
    assert box("a", prefix="x_").add(tool("b")).names == ("x_a", "x_b")


def test_filters_keep_the_order_and_leave_the_toolbox_alone() -> None:
    tools = box("a", "b", "c")
    assert tools.filtered(lambda one: one.name != "b").names == ("a", "c")
    assert len(tools) == 3


def test_a_tool_is_offered_if_it_is_enabled_now() -> None:
    async def later(ctx: ToolContext) -> bool:
        return ctx.turn > 1

    def broken(ctx: ToolContext) -> bool:
        raise OSError("who knows")

    tools = Toolbox(
        [
            tool("always"),
            tool("never", enabled=False),
            tool("first", enabled=lambda ctx: ctx.turn == 1),
            tool("later", enabled=later),
            tool("broken", enabled=broken),
        ]
    )
    log = Log()
    for turn, names in ((1, ("always", "first")), (2, ("always", "later"))):
        ctx = ToolContext(turn=turn, logger=log.logger)
        assert asyncio.run(tools.offered(ctx)).names == names
    assert "Whether broken is enabled cannot be told" in log.text and "who knows" in log.text


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("get_wether", "get_weather"),
        ("GetWeather", "get_weather"),
        ("GET_WEATHER", "get_weather"),
        ("functions.search", "search"),
        ("default_api:search", "search"),
        ("completely different", None),
        ("x" * 100_000, None),
        ("", None),
    ],
)
def test_the_nearest_name_is_the_one_that_was_meant(name: str, meant: str | None) -> None:
    assert box("get_weather", "search").nearest(name) == meant


def test_an_unknown_tool_is_an_error_result_that_names_the_nearest() -> None:
    tools = box("get_weather", "search")
    assert tools.unknown(Call("c1", "get_wether")) == {
        "kind": "error",
        "toolCallId": "c1",
        "name": "get_wether",
        "value": "There is no tool 'get_wether'. Did you mean 'get_weather'? "
        "The tools are: get_weather, search.",
    }


def test_a_call_without_a_name_is_an_error_result() -> None:
    value = box("a").unknown(Call("c1", ""))["value"]
    assert value == "The call names no tool. The tools are: a."
    assert Toolbox().unknown(Call("c1", ""))["value"].endswith("There are no tools.")


def test_the_message_is_short_whatever_the_name_and_however_many_tools() -> None:
    many = box(*(f"tool_{n}" for n in range(200)))
    value = many.unknown(Call("c1", "x" * 100_000))["value"]
    assert len(value) < 700 and "and 170 more" in value
