"""A server of the Model Context Protocol over stdin and stdout, with tools of every kind."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from mcp import MCPError, types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
NUMBERS = {"a": {"type": "integer"}, "b": {"type": "integer"}}
TOOLS = [
    types.Tool(
        name="math.add",
        title="Add",
        description="Add two numbers.",
        input_schema={"type": "object", "properties": NUMBERS, "required": ["a", "b"]},
        output_schema={"type": "object", "properties": {"sum": {"type": "integer"}}},
        annotations=types.ToolAnnotations(read_only_hint=True),
    ),
    types.Tool(name="greet", description="Greet.", input_schema={"type": "object"}),
    types.Tool(name="fail", description="Fail.", input_schema={"type": "object"}),
    types.Tool(name="draw", description="Draw.", input_schema={"type": "object"}),
    types.Tool(name="break", description="Break.", input_schema={"type": "object"}),
    types.Tool(
        name="wipe",
        description="Wipe everything.",
        input_schema={"type": "object"},
        annotations=types.ToolAnnotations(destructive_hint=True),
    ),
]
PAGE = 4
"""Tools on a page: not all of them."""


async def list_tools(ctx: Any, params: types.PaginatedRequestParams | None) -> Any:
    start = int(params.cursor) if params is not None and params.cursor else 0
    more = str(start + PAGE) if start + PAGE < len(TOOLS) else None
    return types.ListToolsResult(tools=TOOLS[start : start + PAGE], next_cursor=more)


async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    arguments = params.arguments or {}
    match params.name:
        case "math.add":
            data = {"sum": arguments["a"] + arguments["b"]}
            text = types.TextContent(text=f'{{ "sum": {data["sum"]} }}')
            return types.CallToolResult(content=[text], structured_content=data)
        case "greet":
            return types.CallToolResult(content=[types.TextContent(text="Hello")])
        case "fail":
            text = types.TextContent(text="No such thing")
            return types.CallToolResult(content=[text], is_error=True)
        case "draw":
            caption = types.TextContent(text="See:")
            picture = types.ImageContent(data=PIXEL, mime_type="image/png")
            return types.CallToolResult(content=[caption, picture])
    raise MCPError(types.INVALID_PARAMS, f"{params.name} is broken", {"seen": True})


async def main() -> None:
    server: Any = Server("tools", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
