# Copied by toolwire from schemas/mcp/client.py. Do not edit this copy.
"""Tools of a server of the Model Context Protocol, offered to any model.

A ``session`` is an open one of the ``mcp`` package, its ``ClientSession`` or its ``Client``:
whatever has their ``list_tools`` and ``call_tool``. Nothing of that package is imported here.

    async with Client(stdio_client(parameters)) as session:
        outcome = await arun(send, request, await toolbox(session), format=openai_chat)
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Literal, cast

from .. import mcp
from .._runtime.errors import ToolwireError, plain

if TYPE_CHECKING:
    from ..tools import Tool, Toolbox
    from ..types import ToolDefinition, ToolList, ToolResult

Risk = Literal["low", "high"]
LONGEST = 64
"""Characters of a name that every provider takes."""


def hinted(definition: ToolDefinition) -> Risk:
    """``high`` where the server says that a tool may destroy something.

    Nothing vouches for what a server says: with one that you do not trust, all risk is high.
    """
    hints = _hints(definition)
    destroys = hints.get("destructiveHint") is True and hints.get("readOnlyHint") is not True
    return "high" if destroys else "low"


async def toolbox(
    session: Any,
    *,
    risk: Risk | Callable[[ToolDefinition], Risk] = hinted,
    timeout: float | None = None,
) -> Toolbox:
    """The server's tools, of all pages, to hand to ``run``; the session stays open meanwhile.

    Names that a provider may refuse (``maps.route``) are changed (``maps_route``), and no others;
    the server is called by its own. What a tool gives, or that it failed, the model reads as of
    any other tool. Raises ToolwireError for what is no list of tools, ToolDefinitionError for a
    broken one.
    """
    from ..tools import Toolbox

    # A list that came from a server has no tools of another wire's.
    definitions = cast("list[ToolDefinition]", (await listed(session))["tools"])
    names = _names([definition["name"] for definition in definitions])
    made: list[Tool] = []
    for definition, name in zip(definitions, names, strict=True):
        level = risk if isinstance(risk, str) else risk(definition)
        made.append(_tool(session, definition, name, level, timeout))
    return Toolbox(made)


async def listed(session: Any) -> ToolList:
    """The server's tools, of all pages, as the intermediate format has them."""
    found: ToolList = {"tools": []}
    cursors: set[str] = set()
    cursor = None
    while True:
        page = plain(await _page(session, cursor))
        found["tools"] += mcp.decode_tools(_message("tools/list", result=page))["tools"]
        cursor = page.get("nextCursor")
        if not cursor:
            return found
        if cursor in cursors:
            raise ToolwireError("/result/nextCursor", "value", "a page that was not listed yet")
        cursors.add(cursor)


async def called(session: Any, call: Any, **options: Any) -> ToolResult:
    """The result of a ``ToolCall``, an error of the server's as well.

    A call that has ``invalidArguments`` is answered with an error, and the server not asked.
    ``options`` go to the session's ``call_tool``. What else goes wrong, such as a connection that
    is closed before anything was sent, is raised as it is.
    """
    asked = plain(call)
    if asked.get("invalidArguments") is not None or asked.get("input") is not None:
        why = "The arguments are not a JSON object: the call was not run."
        return {"kind": "error", "toolCallId": asked["id"], "name": asked["name"], "value": why}
    try:
        came = plain(await session.call_tool(asked["name"], asked["arguments"], **options))
    except Exception as error:
        error_data = getattr(error, "error", None)
        if not isinstance(getattr(error_data, "code", None), int):
            raise
        return mcp.decode_result(_message(asked["id"], error=plain(error_data)), call=asked)
    # What is said of a result that is whole, and none that failed, says no more than silence.
    usual = {"isError": False, "resultType": "complete"}
    came = {key: item for key, item in came.items() if key not in usual or item != usual[key]}
    return mcp.decode_result(_message(asked["id"], result=came), call=asked)


def _tool(
    session: Any, definition: ToolDefinition, name: str, risk: Risk, timeout: float | None
) -> Tool:
    from ..tools import define_tool

    own, hints = definition["name"], _hints(definition)

    async def execute(**arguments: Any) -> Any:
        call = {"id": "call", "name": own, "arguments": arguments}
        return _returned(await called(session, call))

    return define_tool(
        execute=execute,
        name=name,
        description=definition.get("description") or hints.get("title") or "",
        input=definition.get("parameters", {}),
        risk=risk,
        idempotent=hints.get("idempotentHint") is True or hints.get("readOnlyHint") is True,
        timeout=timeout,
    )


def _returned(result: ToolResult) -> Any:
    """What a tool returns, or raises, that has this result."""
    from ..tools import ToolError

    value: Any = result["value"]
    if result["kind"] == "multimodal":
        from ..models import ContentBlock

        value = [ContentBlock.model_validate(block) for block in value] or ""
    if result["kind"] == "error" or result.get("isError"):
        raise ToolError(value)
    return value


def _names(own: list[str]) -> list[str]:
    """A name for each tool that every provider takes, and no other tool has: its own if it can."""
    legal = {name for name in own if name == _legal(name)}
    given: list[str] = []
    for name in own:
        mine = name in legal and name not in given
        given.append(name if mine else _free(_legal(name), legal.union(given)))
    return given


def _legal(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:LONGEST]


def _free(name: str, taken: Collection[str]) -> str:
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name[: LONGEST - len(str(count)) - 1]}_{count}"
    return found


def _hints(definition: ToolDefinition) -> dict[str, Any]:
    own = definition.get("metadata", {}).get("mcp", {})
    hints = own.get("annotations")
    title = {"title": own["title"]} if isinstance(own.get("title"), str) else {}
    return {**hints, **title} if isinstance(hints, dict) else title


async def _page(session: Any, cursor: str | None) -> Any:
    """A page of tools; a session takes where it begins by itself, or in parameters of its own."""
    if cursor is None:
        return await session.list_tools()
    if "cursor" in inspect.signature(session.list_tools).parameters:
        return await session.list_tools(cursor=cursor)
    hint = typing.get_type_hints(session.list_tools)["params"]
    parameters = next(one for one in typing.get_args(hint) if one is not type(None))
    return await session.list_tools(params=parameters(cursor=cursor))


def _message(id_: str, **body: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, **body}
