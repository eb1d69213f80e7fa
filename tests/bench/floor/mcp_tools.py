"""The Model Context Protocol by hand: lists of tools, and calls."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.errors import expected

from .common import Json, flag, items_of, lay, refused, sealed, text_at, texts, unknown
from .rpc import VERSION, check_request, id_of_text, inner, own_of, text_of_id

FORMAT = "mcp"
METHOD = "tools/call"
GIVEN_PAGE = frozenset({"jsonrpc", "id"})


def decode_tools(w: dict[str, Any]) -> dict[str, Any]:
    """Read the answer to tools/list."""
    page = inner(w, "result")
    x: dict[str, Any] = {"tools": [_tool(tool) for tool in items_of(page["tools"])]}
    form: dict[str, Any] | None = None
    rest = w.copy()
    del rest["result"]
    if "jsonrpc" not in w:
        form = absent(form, "jsonrpc")
    elif w["jsonrpc"] == VERSION:
        del rest["jsonrpc"]
    if "id" not in w:
        form = absent(form, "id")
    elif type(w["id"]) is int and w["id"] == 0:
        del rest["id"]
    if len(page) > 1:
        rest["result"] = page = page.copy()
        del page["tools"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    if "name" not in w or "inputSchema" not in w:
        return unknown(w, FORMAT)
    x: dict[str, Any] = {"name": text_at(w, "name"), "parameters": inner(w, "inputSchema")}
    if type(w.get("description")) is str:
        x["description"] = w["description"]
    if len(w) != len(x):
        rest = w.copy()
        del rest["name"], rest["inputSchema"]
        if "description" in x:
            del rest["description"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def encode_tools(x: dict[str, Any]) -> dict[str, Any]:
    """Write the answer to tools/list."""
    tools = x["tools"]
    if type(tools) is not list:
        raise expected("a list", x, "tools")
    written: list[Json] = []
    for tool in tools:
        if "name" in tool:
            written.append(_tool_back(tool))
        elif tool.get("kind") == "opaque" and tool["format"] == FORMAT:
            written.append(tool["value"])
    w = {"jsonrpc": VERSION, "id": 0, "result": {"tools": written}}
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own, GIVEN_PAGE)
    return w


def _tool_back(x: dict[str, Any]) -> dict[str, Any]:
    if type(name := x["name"]) is not str:
        raise expected("a string", x, "name")
    schema = x.get("parameters")
    if schema is None:
        schema = {"type": "object"}
    elif type(schema) is not dict:
        raise expected("an object", x, "parameters")
    flag(x, "strict")
    refused(x, "inputFormat", dict, "an object")
    w: dict[str, Any] = {"name": name, "inputSchema": schema}
    if "description" in x and (text := x["description"]) is not None:
        if type(text) is not str:
            raise expected("a string", x, "description")
        w["description"] = text
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own)
    return w


def decode_call(w: dict[str, Any]) -> dict[str, Any]:
    """Read the request tools/call."""
    check_request(w, METHOD)
    call_id, spelled = text_of_id(w)
    params = inner(w, "params")
    arguments = params.get("arguments")
    if arguments is not None and type(arguments) is not dict:
        raise ValueError("arguments")
    x: dict[str, Any] = {"id": call_id, "name": text_at(params, "name"), "arguments": {}}
    if arguments:
        x["arguments"] = arguments
    left = len(params) > (2 if arguments else 1)
    if left or spelled or len(w) > 4:
        rest = w.copy()
        del rest["jsonrpc"], rest["method"], rest["id"], rest["params"]
        if left:
            rest["params"] = params = params.copy()
            del params["name"]
            if arguments:
                del params["arguments"]
        form = {"id": {"as": w["id"]}} if spelled else None
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def encode_call(x: dict[str, Any]) -> dict[str, Any]:
    """Write the request tools/call."""
    own = own_of(x, FORMAT)
    call_id = id_of_text(x, "id", own)
    if type(name := x["name"]) is not str:
        raise expected("a string", x, "name")
    if type(arguments := x["arguments"]) is not dict:
        raise expected("an object", x, "arguments")
    texts(x, "invalidArguments", "input")
    params: dict[str, Any] = {"name": name}
    if arguments:
        params["arguments"] = arguments
    w = {"jsonrpc": VERSION, "id": call_id, "method": METHOD, "params": params}
    if own is not None:
        lay(w, own)
    return w
