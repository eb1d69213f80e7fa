"""Ollama's own chat by hand: reading messages and what they hold."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import filled_in
from toolwire._runtime.arguments import arguments_from_object
from toolwire._runtime.calls import Calls, answered, mint, missing_id
from toolwire._runtime.overlay import noted, stayed
from toolwire._runtime.values import carried_from

from .common import STRING, Json, items_of, sealed, text_at, unknown
from .ollama_chat_tables import CARRIER, FORMAT, LANDING


def read_said(rest: dict[str, Any]) -> list[Json]:
    """The text and the pictures of a message, which leave what is left of it."""
    blocks: list[Json] = []
    if type(rest.get("content")) is str:
        blocks.append({"kind": "text", "text": rest.pop("content")})
    images = rest.get("images")
    if type(images) is list and images and STRING.issuperset(map(type, images)):
        blocks += [{"kind": "image", "data": data} for data in rest.pop("images")]
    return blocks


def read_assistant(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """What a model said, in a request or a reply."""
    rest = m.copy()
    del rest["role"]
    blocks: list[Json] = []
    if type(rest.get("thinking")) is str:
        blocks.append({"kind": "reasoning", "text": rest.pop("thinking")})
    blocks += read_said(rest)
    made = rest.get("tool_calls")
    if made is not None and items_of(made):
        for call in rest.pop("tool_calls"):
            if "function" in call:
                blocks.append({"kind": "toolCall", "toolCall": _call(call, calls)})
            else:
                blocks.append({**unknown(call, FORMAT), "at": "tool_calls"})
    x: dict[str, Any] = {"role": "assistant", "content": blocks}
    if rest:
        x["metadata"] = {FORMAT: sealed(rest, stayed(rest, None, LANDING))}
    return x


def _call(w: dict[str, Any], calls: Calls) -> dict[str, Any]:
    call_id, function = w.get("id"), w["function"]
    form: dict[str, Any] | None = None
    if type(call_id) is not str or not call_id:
        call_id = mint(calls)
        form = {"id": missing_id(w, "id", call_id)}
    elif call_id in calls.made:
        form = {"id": {"style": "present"}}
    if type(function) is not dict:
        raise ValueError("function")
    if function.get("name") is None:
        form, function = filled_in(form, function, "name", "", "function.name")
    name = text_at(function, "name")
    arguments = function.get("arguments")
    x: dict[str, Any] = {"id": call_id, "name": name}
    if type(arguments) is dict and CARRIER not in arguments:
        x["arguments"] = arguments
    else:
        x["arguments"], raw, spelling = arguments_from_object(arguments, CARRIER)
        if raw is not None:
            x["invalidArguments"] = raw
        if spelling is not None:
            missing = "arguments" not in function
            form = noted(form, "arguments", {"style": "absent"} if missing else spelling)
    calls[call_id] = name
    size = ("id" in w) + 1
    if form is None and len(w) == size and len(function) == 2:
        return x
    rest, left = w.copy(), function.copy()
    rest.pop("id", None)
    del rest["function"], left["name"]
    left.pop("arguments", None)
    if left:
        rest["function"] = left
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def read_result(m: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """A result of any kind."""
    form: dict[str, Any] | None = None
    rest = m.copy()
    del rest["role"]
    call_id, name = rest.pop("tool_call_id", None), rest.pop("tool_name", None)
    if type(call_id) is not str or not call_id:
        call_id = answered(calls, name)
        form = {"toolCallId": missing_id(m, "tool_call_id", call_id)}
    elif call_id in calls.made:
        form = {"toolCallId": {"style": "present"}}
    if type(name) is not str or not name:
        name = calls.get(call_id, "")
        form = noted(form, "name", missing_id(m, "tool_name", name))
    elif name in calls.made:
        form = noted(form, "name", {"style": "present"})
    x: dict[str, Any] = {"toolCallId": call_id, "name": name}
    content, images = m.get("content"), m.get("images")
    if type(images) is list and images:
        x["kind"], x["value"] = "multimodal", read_said(rest)
    elif content is None:
        x["kind"], x["value"] = "text", ""
    elif (failure := carried_from(content, "error")) is not None:
        del rest["content"]
        x["kind"], x["value"] = "error", failure
    else:
        x["kind"], x["value"] = "text", text_at(m, "content")
        if content:
            del rest["content"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x
