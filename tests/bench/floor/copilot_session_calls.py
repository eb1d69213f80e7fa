"""A Copilot session by hand: the tools of a session, and calls of both protocols."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent, filled_in
from toolwire._runtime.arguments import arguments_from_object, object_from_arguments
from toolwire._runtime.errors import expected
from toolwire._runtime.overlay import ABSENT

from .common import Json, flag, items_of, lay, refused, sealed, text_at, texts, unknown
from .copilot_session_tables import (
    CALL,
    CARRIER,
    CREATE,
    EVENT,
    FORMAT,
    GIVEN_CALLED,
    GIVEN_CREATE,
    GIVEN_REQUESTED,
    NO_ID,
    NO_TIME,
    REQUESTED,
    USUAL_CREATE,
)
from .rpc import VERSION, check_request, inner, own_of


def decode_create(w: dict[str, Any]) -> dict[str, Any]:
    """Read the request that opens a session."""
    check_request(w, CREATE)
    form: dict[str, Any] | None = None
    params = inner(w, "params")
    if params.get("tools") is None:
        form, params = filled_in(form, params, "tools", [], "params.tools")
    x: dict[str, Any] = {"tools": [_tool(tool) for tool in items_of(params["tools"])]}
    rest = w.copy()
    del rest["jsonrpc"], rest["method"], rest["params"]
    if "id" not in w:
        form = absent(form, "id")
    elif type(w["id"]) is int and w["id"] == 1:
        del rest["id"]
    if len(params) > 1:
        rest["params"] = params = params.copy()
        del params["tools"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _tool(w: dict[str, Any]) -> dict[str, Any]:
    if "name" not in w or "description" not in w:
        return unknown(w, FORMAT)
    x: dict[str, Any] = {"name": text_at(w, "name"), "description": text_at(w, "description")}
    if w.get("parameters") is not None:
        x["parameters"] = inner(w, "parameters")
    if len(w) != len(x):
        rest = w.copy()
        del rest["name"], rest["description"]
        if "parameters" in x:
            del rest["parameters"]
        x["metadata"] = {FORMAT: sealed(rest, None)}
    return x


def encode_create(x: dict[str, Any]) -> dict[str, Any]:
    """Write the request that opens a session."""
    tools = x["tools"]
    if type(tools) is not list:
        raise expected("a list", x, "tools")
    written: list[Json] = []
    for tool in tools:
        if "name" in tool:
            written.append(_tool_back(tool))
        elif tool.get("kind") == "opaque" and tool["format"] == FORMAT:
            written.append(tool["value"])
    w = {"jsonrpc": VERSION, "id": 1, "method": CREATE, "params": {"tools": written}}
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own, GIVEN_CREATE, USUAL_CREATE)
    return w


def _tool_back(x: dict[str, Any]) -> dict[str, Any]:
    if type(name := x["name"]) is not str:
        raise expected("a string", x, "name")
    text = x.get("description")
    if text is not None and type(text) is not str:
        raise expected("a string", x, "description")
    flag(x, "strict")
    refused(x, "inputFormat", dict, "an object")
    w: dict[str, Any] = {"name": name, "description": text or ""}
    if "parameters" in x and (schema := x["parameters"]) is not None:
        if type(schema) is not dict:
            raise expected("an object", x, "parameters")
        w["parameters"] = schema
    own = own_of(x, FORMAT)
    if own is not None:
        lay(w, own)
    return w


def decode_requested(w: dict[str, Any]) -> dict[str, Any]:
    """Read the event that tells of a call."""
    check_request(w, EVENT)
    params = inner(w, "params")
    event = inner(params, "event")
    data = inner(event, "data")
    x, form = _call(data)
    rest, outer, middle, left = w.copy(), params.copy(), event.copy(), data.copy()
    del rest["jsonrpc"], rest["method"], rest["params"], outer["event"], middle["data"]
    del left["toolCallId"], left["toolName"]
    left.pop("arguments", None)
    if "sessionId" not in outer:
        form = absent(form, "params.sessionId")
    elif outer["sessionId"] == "":
        del outer["sessionId"]
    if "id" not in middle:
        form = absent(form, "params.event.id")
    elif middle["id"] == NO_ID:
        del middle["id"]
    if "timestamp" not in middle:
        form = absent(form, "params.event.timestamp")
    elif middle["timestamp"] == NO_TIME:
        del middle["timestamp"]
    if "type" not in middle:
        form = absent(form, "params.event.type")
    elif middle["type"] == REQUESTED:
        del middle["type"]
    if "requestId" not in left:
        form = absent(form, "params.event.data.requestId")
    elif left["requestId"] == "":
        del left["requestId"]
    if "sessionId" not in left:
        form = absent(form, "params.event.data.sessionId")
    elif left["sessionId"] == "":
        del left["sessionId"]
    if left:
        middle["data"] = left
    if middle:
        outer["event"] = middle
    if outer:
        rest["params"] = outer
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def decode_called(w: dict[str, Any]) -> dict[str, Any]:
    """Read the request of a call, as the older protocol has it."""
    check_request(w, CALL)
    params = inner(w, "params")
    x, form = _call(params)
    rest, left = w.copy(), params.copy()
    del rest["jsonrpc"], rest["method"], rest["params"], left["toolCallId"], left["toolName"]
    left.pop("arguments", None)
    if "id" not in w:
        form = absent(form, "id")
    elif type(w["id"]) is int and w["id"] == 1:
        del rest["id"]
    if "sessionId" not in left:
        form = absent(form, "params.sessionId")
    elif left["sessionId"] == "":
        del left["sessionId"]
    if left:
        rest["params"] = left
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _call(w: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A call, and how its arguments were spelled if not as an object."""
    x: dict[str, Any] = {"id": text_at(w, "toolCallId"), "name": text_at(w, "toolName")}
    arguments = w.get("arguments")
    if type(arguments) is dict and CARRIER not in arguments:
        x["arguments"] = arguments
        return x, None
    if type(arguments) is str:
        x["arguments"], x["input"] = {}, arguments
        return x, None
    x["arguments"], invalid, spelling = arguments_from_object(arguments, CARRIER)
    if invalid is not None:
        x["invalidArguments"] = invalid
    if spelling is None:
        return x, None
    return x, {"arguments": spelling if "arguments" in w else {"style": "absent"}}


def encode_requested(x: dict[str, Any]) -> dict[str, Any]:
    """Write the event that tells of a call."""
    own = own_of(x, FORMAT)
    data = _call_back(x, own, {"requestId": "", "sessionId": ""})
    event = {"id": NO_ID, "timestamp": NO_TIME, "type": REQUESTED, "data": data}
    w = {"jsonrpc": VERSION, "method": EVENT, "params": {"sessionId": "", "event": event}}
    if own is not None:
        lay(w, own, GIVEN_REQUESTED)
    return w


def encode_called(x: dict[str, Any]) -> dict[str, Any]:
    """Write the request of a call, as the older protocol has it."""
    own = own_of(x, FORMAT)
    params = _call_back(x, own, {"sessionId": ""})
    w = {"jsonrpc": VERSION, "id": 1, "method": CALL, "params": params}
    if own is not None:
        lay(w, own, GIVEN_CALLED)
    return w


def _call_back(x: dict[str, Any], own: dict[str, Any] | None, w: dict[str, Any]) -> dict[str, Any]:
    """What a message tells of a call besides what it was given."""
    if type(call_id := x["id"]) is not str:
        raise expected("a string", x, "id")
    if type(name := x["name"]) is not str:
        raise expected("a string", x, "name")
    if type(arguments := x["arguments"]) is not dict:
        raise expected("an object", x, "arguments")
    w["toolCallId"], w["toolName"] = call_id, name
    form = None if own is None else own.get("$")
    if "input" in x and (text := x["input"]) is not None:
        if type(text) is not str:
            raise expected("a string", x, "input")
        texts(x, "invalidArguments")
        w["arguments"] = text
    elif x.get("invalidArguments") is None and (form is None or "arguments" not in form):
        w["arguments"] = arguments
    else:
        written = object_from_arguments(x, form, CARRIER)
        if written is not ABSENT:
            w["arguments"] = written
    return w
